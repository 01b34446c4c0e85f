"""Settings that every test shares."""

from hypothesis import settings

# The same examples in every run: a test that fails once fails again, and no deadline trips over numba compiling.
settings.register_profile("stockyard", derandomize=True, deadline=None, database=None)
settings.load_profile("stockyard")
