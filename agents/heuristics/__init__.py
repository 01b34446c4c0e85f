"""The verb `advise`, and each family's rules of thumb for it."""

from . import gongzhu, xianniu  # noqa: F401  importing them registers their rules of thumb
from .verb import advise

__all__ = ["advise"]
