"""Whoever plays: the protocol that all agents keep, and the only way in which evaluations let them play."""

from abc import ABC, abstractmethod

import numpy as np
from numpy.typing import NDArray

from ..envs.game import Game
from ..envs.seating import ask


class Agent(ABC):
    """One who chooses actions, for a whole batch of decisions at once.

    Attributes:
        name: how tables and records call it.
    """

    name: str

    def check(self, game: Game) -> None:  # noqa: B027  an agent of any game need not say more
        """Raise `ValueError`, in one sentence, if this agent cannot play `game`."""

    @abstractmethod
    def act(self, game: Game, states: np.recarray, seeds: NDArray[np.uint64]) -> NDArray[np.integer]:
        """An action for the seat to act of every round.

        states: recarray[n] of rounds that are not over. What the seat to act cannot know is made up in them.
        seeds: uint64[n]; every random choice for a round follows from its seed, so that the answer for one round does
            not depend on which others are asked about at the same time.

        Returns integers [n], each legal in its round.
        """


def play_for(agent: Agent, game: Game, states: np.recarray, seeds: NDArray[np.uint64]) -> NDArray[np.int64]:
    """The agent's actions, int64[n], in rounds none of which is over; the rounds themselves are left as they are.

    The agent is handed copies in which all that the seat to act cannot know has been dealt anew, so it cannot look even
    if it tries. Raises `IllegalActionError` naming the agent when an answer is not legal, `ValueError` when it is no
    array of n integers.
    """
    return ask(agent, game, states, seeds)
