"""Agents by rules of thumb, one set of them a family, in compiled code."""

import numpy as np
from numpy.typing import NDArray

from ..envs.game import Game
from ..envs.kernel import apply, compiled, scores, seat_to_act
from .base import Agent
from .heuristics import advise


@compiled
def _advise_each(rules, states, actions):
    for i in range(states.shape[0]):
        actions[i] = advise(rules, states[i])


@compiled
def _try_each(rules, states, masks, scratch, points, out):
    for i in range(states.shape[0]):
        seat = seat_to_act(rules, states[i])
        for action in range(masks.shape[1]):
            if masks[i, action]:
                scratch[0] = states[i]
                apply(rules, scratch[0], action)
                while seat_to_act(rules, scratch[0]) >= 0:
                    apply(rules, scratch[0], advise(rules, scratch[0]))
                scores(rules, scratch[0], points)
                out[i, action] = points[seat]


def action_values(game: Game, states: np.ndarray, masks: NDArray[np.bool_]) -> NDArray[np.int32]:
    """What the seat to act would score by each action of `masks` (bool[n, A]) if rules of thumb played on; int32[n, A].

    0 elsewhere. The rounds are played out with the cards as they lie, hidden ones too: for learning, not for playing.
    """
    out = np.zeros(masks.shape, np.int32)
    _try_each(game.ruleset, states, masks, game.new(1), np.zeros(game.num_seats, np.int32), out)
    return out


class HeuristicAgent(Agent):
    """Plays by the rules of thumb of the game's family; the same action in the same situation always."""

    name = "heuristic"

    def act(self, game: Game, states: np.recarray, seeds: NDArray[np.uint64]) -> NDArray[np.int32]:
        """See `Agent.act`."""
        actions = np.empty(len(states), np.int32)
        _advise_each(game.ruleset, states, actions)
        return actions
