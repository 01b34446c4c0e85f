"""From the game's points to the scale that is learned."""

import numpy as np

from .config import RewardConfig


def scaled(points: np.ndarray, reward: RewardConfig) -> np.ndarray:
    """Points of the game, integers [...], in the scale that is learned, float32[...]."""
    value = points.astype(np.float32) / np.float32(reward.unit)
    return np.arcsinh(value) if reward.squash == "asinh" else value
