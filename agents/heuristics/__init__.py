"""The verb `advise`, and each family's rules of thumb for it."""

from . import gongzhu  # noqa: F401  importing it registers its rules of thumb
from .verb import advise

__all__ = ["advise"]
