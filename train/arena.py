"""Rounds between agents, many at a time, and the seeds that they are played from.

Everything random in a round between agents, the deal and their choices, follows from the round's seed alone: not from
which other rounds are played at the same time.
"""

import dataclasses
import time
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from ..agents.base import Agent, play_for
from ..envs.chance import mix
from ..envs.game import Game

# What deals are for is mixed into their seeds, so that a checkpoint that was chosen on the deals of SELECTION is
# reported on others. The numbers are far above any environment's: a `Batch` deals from (seed, environment, round).
EVALUATION = int.from_bytes(b"evaluate", "big")
SELECTION = int.from_bytes(b"select", "big")

_DECISIONS = np.uint64(int.from_bytes(b"decision", "big"))


def deal_seeds(seed: int, purpose: int, first: int, count: int) -> NDArray[np.uint64]:
    """Seeds, uint64[count], of the deals `first`, `first + 1`, … for a purpose (EVALUATION, SELECTION)."""
    return np.asarray(mix(seed, purpose, np.arange(first, first + count, dtype=np.uint64)), np.uint64)


def decision_seeds(seeds: NDArray[np.uint64], seats: NDArray[np.integer], number: int) -> NDArray[np.uint64]:
    """What decision `number` (from 0) by the given seats follows from, uint64[n], in rounds dealt from `seeds`.

    A round's seed goes in twice, which cannot be undone: no agent works its way back from its own seed to the deal.
    """
    return np.asarray(mix(seeds, seeds ^ _DECISIONS, seats, number), np.uint64)


def seatings(game: Game) -> NDArray[np.int8]:
    """Every distinct seating of two agents by sides, int8[k, S]: 0 where the first sits, 1 where the second.

    The first has each side in turn and the second the rest; then the second has each side and the first the rest. With
    two sides these are the same two seatings.
    """
    of_seat = np.asarray(game.sides)
    alone = [of_seat != side for side in dict.fromkeys(game.sides)]
    rows = [tuple(row.astype(int).tolist()) for row in alone + [~row for row in alone]]
    return np.array(list(dict.fromkeys(rows)), np.int8)


@dataclasses.dataclass(frozen=True)
class Played:
    """What came out of n rounds between m agents.

    scores: int32[n, S]; of a match that was cut off, 0. truncated: bool[n], whether it was.
    decisions: int64[m], how many each agent made. seconds: float64[m], wall time inside its `act`.
    states: recarray[n], the rounds as they ended.
    """

    scores: NDArray[np.int32]
    truncated: NDArray[np.bool_]
    decisions: NDArray[np.int64]
    seconds: NDArray[np.float64]
    states: np.recarray


class _Clocked(Agent):
    """An agent as it is, with a count of its decisions and of the time that they take."""

    def __init__(self, agent: Agent):
        self.agent = agent
        self.name = agent.name
        self.decisions = 0
        self.seconds = 0.0

    def act(self, game, states, seeds):
        start = time.perf_counter()
        actions = self.agent.act(game, states, seeds)
        self.seconds += time.perf_counter() - start
        self.decisions += len(states)
        return actions


def play_rounds(
    game: Game,
    agents: Sequence[Agent],
    seating: NDArray[np.integer],
    seeds: NDArray[np.uint64],
) -> Played:
    """Play n rounds to their end, all stepping together; at each step every agent is asked once, for all its rounds.

    Args:
        game: what is played.
        agents: who plays.
        seating: integers [n, S]: which of the agents sits on each seat of each round.
        seeds: uint64[n], what each round's deal and the random choices in it follow from. In rounds that share it, an
            agent in the same seat and situation makes the same choice.

    Raises:
        IllegalActionError: an agent's answer is not legal; the message names the agent.
    """
    states = game.new(len(seating))
    game.deal(states, seeds)
    clocks = [_Clocked(agent) for agent in agents]
    number = 0
    while True:
        seats = game.seat(states)
        going = np.flatnonzero(seats >= 0)
        if not len(going):
            break
        chances = decision_seeds(seeds[going], seats[going], number)
        turns = seating[going, seats[going]]
        for index, clock in enumerate(clocks):
            mine = turns == index
            if mine.any():
                rounds = states[going[mine]].view(np.recarray)
                game.apply(rounds, play_for(clock, game, rounds, chances[mine]))
                states[going[mine]] = rounds
        number += 1
    return Played(
        scores=game.scores(states),
        truncated=game.truncated(states),
        decisions=np.array([clock.decisions for clock in clocks], np.int64),
        seconds=np.array([clock.seconds for clock in clocks], np.float64),
        states=states,
    )
