"""Agents by rules of thumb, one set of them a family, in compiled code."""

import numpy as np
from numpy.typing import NDArray

from ..envs.game import Game
from ..envs.kernel import compiled
from .base import Agent
from .heuristics import advise


@compiled
def _advise_each(rules, states, actions):
    for i in range(states.shape[0]):
        actions[i] = advise(rules, states[i])


class HeuristicAgent(Agent):
    """Plays by the rules of thumb of the game's family; the same action in the same situation always."""

    name = "heuristic"

    def act(self, game: Game, states: np.recarray, seeds: NDArray[np.uint64]) -> NDArray[np.int32]:
        """See `Agent.act`."""
        actions = np.empty(len(states), np.int32)
        _advise_each(game.ruleset, states, actions)
        return actions
