"""Whoever plays: agents by name or from a checkpoint."""

from __future__ import annotations

import pathlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .base import Agent

__all__ = ["BUILT_IN", "load"]

BUILT_IN = ("random", "heuristic")


def load(spec: str) -> Agent:
    """The agent of that name, or of the checkpoint in the folder `spec`.

    Raises `ValueError` when it is neither, or when what is in the folder is no checkpoint.
    """
    if spec == "random":
        from .random import RandomAgent

        return RandomAgent()
    if spec == "heuristic":
        from .heuristic import HeuristicAgent

        return HeuristicAgent()
    if pathlib.Path(spec).exists():
        from .neural import NeuralAgent

        return NeuralAgent.load(spec)
    raise ValueError(f"there is no agent {spec!r}: give {', '.join(BUILT_IN)}, or the folder of a checkpoint")
