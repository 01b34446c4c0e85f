"""The agent that plays any legal action, each as likely as the others."""

import numpy as np
from numpy.typing import NDArray

from ..envs.chance import mix
from ..envs.game import Game
from .base import Agent


class RandomAgent(Agent):
    """Uniformly random among the legal actions."""

    name = "random"

    def act(self, game: Game, states: np.recarray, seeds: NDArray[np.uint64]) -> NDArray[np.int32]:
        """See `Agent.act`."""
        actions, offsets = game.legal_lists(states)
        numbers = np.diff(offsets).astype(np.uint64)
        chosen = ((mix(seeds) >> np.uint64(32)) * numbers) >> np.uint64(32)  # uniform to within 2**-32 of an action
        return actions[offsets[:-1] + chosen.astype(np.int64)]
