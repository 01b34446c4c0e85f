"""Rounds with a learner at one seat and opponents at the others: what the Gymnasium environments are made of."""

from __future__ import annotations

import numbers
import secrets
import warnings
from collections.abc import Sequence
from typing import Any, Protocol

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .chance import absorb, generator_from, mix, round_seed
from .game import Game, IllegalActionError, whole_actions
from .kernel import (
    PLAIN_PYTHON,
    apply,
    compiled,
    deal,
    legal,
    legal_list,
    observe,
    scores,
    seat_to_act,
    standing,
    truncated,
)

REWARDS = ("score", "standing")
ILLEGAL = ("lose", "raise")

_ZERO, _ONE, _HALF = np.uint64(0), np.uint64(1), np.uint64(32)
# From a round's seed follow its deal and, mixed with these, the learner's seat and the opponents' choices.
_SEAT, _PLAYS = np.uint64(0x5EA7), np.uint64(0x9A75)

# What is kept beside each round.
_TABLE = np.dtype(
    [
        ("number", np.uint64),  # rounds dealt so far since the seed was given
        ("seed", np.uint64),  # what the round was dealt from
        ("plays", np.uint64),  # what the opponents' choices follow from
        ("decisions", np.uint64),  # choices of opponents so far
        ("told", np.float64),  # sum of the rewards so far
        ("reward", np.float64),  # the last step's, unscaled
        ("learner", np.int8),  # the learner's seat
        ("asked", np.int8),  # who is to act: how many seats after the learner; 0: the learner, or nobody
        ("over", np.bool_),  # nobody is to act
        ("illegal", np.bool_),  # over because of an illegal action of the learner
        ("truncated", np.bool_),  # over because a limit cut it off
    ],
    align=True,
)


class Opponent(Protocol):
    """Whoever can play the seats that are not the learner's. Every agent of `stockyard.agents` is one.

    If there is a method `check(game)`, it is called first, and raises `ValueError` if the opponent cannot play the
    game. A `name` is shown in errors.
    """

    def act(self, game: Game, states: np.recarray, seeds: NDArray[np.uint64]) -> NDArray[np.integer]:
        """A legal action for the seat to act of each of n rounds that are not over, as integers [n].

        What the seat to act cannot know is dealt anew in `states`, so that looking at it tells nothing. All that is
        random in the choice for a round has to follow from its seed.
        """
        ...


def ask(opponent: Opponent, game: Game, states: np.recarray, seeds: NDArray[np.uint64]) -> NDArray[np.int64]:
    """The opponent's actions, int64[n], in rounds none of which is over; `states` are left as they are.

    Raises:
        IllegalActionError: an answer that is not legal; it names the opponent.
        ValueError: an answer of another shape or type.
    """
    handed = game.redeal_hidden(states.copy(), game.seat(states), mix(seeds, 0))
    actions = np.asarray(opponent.act(game, handed, mix(seeds, 1)))
    name = getattr(opponent, "name", type(opponent).__name__)
    if actions.shape != (len(states),) or not np.issubdtype(actions.dtype, np.integer):
        raise ValueError(f"{name} answered {actions.dtype}{list(actions.shape)} instead of {len(states)} integers")
    actions = actions.astype(np.int64)
    index = game.first_illegal(states, actions)
    if index >= 0:
        raise IllegalActionError(f"{name}: {game.illegal(states[index], int(actions[index]))}")
    return actions


# --- compiled -------------------------------------------------------------------------------------


@compiled
def _deal_next(rules, states, tables, seed, seat, num_seats):
    """Deal the next round where one is over; the learner sits at `seat`, or with -1 wherever the round's seed says."""
    for i in range(states.shape[0]):
        table = tables[i]
        if table.over:
            table.seed = round_seed(seed, i, table.number)
            states[i].generator = generator_from(table.seed)
            deal(rules, states[i])
            drawn = absorb(absorb(_ZERO, table.seed), _SEAT) >> _HALF
            table.learner = seat if seat >= 0 else np.int8((drawn * np.uint64(num_seats)) >> _HALF)
            table.plays = absorb(absorb(_ZERO, table.seed), _PLAYS)
            table.number += _ONE
            table.decisions = _ZERO
            table.told = 0.0
            table.over = False
            table.illegal = False


@compiled
def _play_random(rules, states, tables, random, actions):
    """Play for the random opponents (bool[S], by seats after the learner) until every round waits for somebody else."""
    for i in range(states.shape[0]):
        table = tables[i]
        table.asked = 0
        while not table.over:
            seat = seat_to_act(rules, states[i])
            if seat < 0:
                table.asked = 0
                table.over = True
                break
            table.asked = (seat - table.learner) % len(random)
            if not random[table.asked]:
                break
            number = np.uint64(legal_list(rules, states[i], actions))
            # The same choices as those of an opponent who picks at random from the seeds that `ask` hands out.
            seed = absorb(absorb(_ZERO, absorb(table.plays, table.decisions)), _ONE)
            drawn = absorb(_ZERO, seed) >> _HALF
            apply(rules, states[i], actions[np.int64((drawn * number) >> _HALF)])
            table.decisions += _ONE


@compiled
def _play_chosen(rules, states, tables, rows, actions):
    """Play an opponent's action in each of the rounds `rows`."""
    for j in range(len(rows)):
        apply(rules, states[rows[j]], actions[j])
        tables[rows[j]].decisions += _ONE


@compiled
def _play_learner(rules, states, tables, actions, allowed):
    """Play the learner's actions; where one is not allowed, the round is over instead."""
    for i in range(states.shape[0]):
        if allowed[i]:
            apply(rules, states[i], actions[i])
        else:
            tables[i].illegal = True
            tables[i].over = True


@compiled
def _reward(rules, states, tables, points, by_standing, illegal_reward):
    """Write each round's reward and whether it is truncated; `points` is room for int32[S]."""
    for i in range(states.shape[0]):
        table = tables[i]
        table.truncated = table.over and not table.illegal and truncated(rules, states[i])
        total = 0.0
        if table.illegal:
            total = illegal_reward
        elif by_standing:
            standing(rules, states[i], points)
            total = np.float64(points[table.learner])
        elif table.over and not table.truncated:
            scores(rules, states[i], points)
            total = np.float64(points[table.learner])
        table.reward = total - table.told
        table.told = total


@compiled
def _see(rules, states, tables, observation, mask):
    """Write what the learner sees and may do."""
    for i in range(states.shape[0]):
        observe(rules, states[i], tables[i].learner, observation[i])
        if tables[i].over:
            mask[i, :] = False
        else:
            legal(rules, states[i], mask[i])


@compiled
def _tell(rules, states, tables, rows, observation, final_scores):
    """Write what the learner sees at the end of each of the rounds `rows`, and the scores if it came to any."""
    for j in range(len(rows)):
        table = tables[rows[j]]
        observe(rules, states[rows[j]], table.learner, observation[j])
        if table.illegal or table.truncated:
            final_scores[j, :] = 0
        else:
            scores(rules, states[rows[j]], final_scores[j])


# --- the rounds -----------------------------------------------------------------------------------


class SeatedRounds:
    """n rounds with a learner at one seat of each, opponents at the others; nobody but the learner is ever waited for.

    Arguments are as in `SeatEnv`. Arrays are its own and overwritten. After a bad answer of an opponent's, `reset`.

    Attributes:
        states: records of the rounds, [n].
        tables: what is kept beside each round, [n]; fields are explained at `_TABLE`.
        observation, mask: float32[n, D] and bool[n, A], the learner's, as of the last `see`.
        opponents: who plays the other seats, as given.
    """

    def __init__(
        self,
        game: Game,
        num_envs: int,
        seat: int | None,
        opponents: Opponent | Sequence[Opponent | None] | None,
        reward: str,
        reward_scale: float,
        illegal: str,
    ):
        self.game = game
        if isinstance(num_envs, bool) or not isinstance(num_envs, int | np.integer) or num_envs < 1:
            raise ValueError(f"num_envs must be a whole number of at least 1, not {num_envs!r}")
        last = game.num_seats - 1
        whole = isinstance(seat, int | np.integer) and not isinstance(seat, bool)
        if seat is not None and (not whole or not 0 <= seat <= last):
            raise ValueError(
                f"seat must be a whole number from 0 to {last}, or None for one that changes, not {seat!r}"
            )
        if reward not in REWARDS:
            raise ValueError(f"reward must be {' or '.join(map(repr, REWARDS))}, not {reward!r}")
        if not isinstance(reward_scale, numbers.Real) or not 0 < reward_scale < np.inf:
            raise ValueError(f"reward_scale must be a positive number, not {reward_scale!r}")
        if illegal not in ILLEGAL:
            raise ValueError(f"illegal must be {' or '.join(map(repr, ILLEGAL))}, not {illegal!r}")
        self.reward_scale = float(reward_scale)
        self._seat = np.int8(-1 if seat is None else seat)
        self._by_standing = reward == "standing"
        self._raises = illegal == "raise"
        self._illegal_reward = float(game.lowest_score)
        # Compiled code takes plain arrays, which numba recognises much faster than recarrays; plain Python needs these.
        kind = np.recarray if PLAIN_PYTHON else np.ndarray
        self.states = self.game.new(num_envs).view(kind)
        self.tables = np.zeros(num_envs, _TABLE).view(kind)
        self.tables["over"] = True  # until reset
        self.observation = np.zeros((num_envs, self.game.observation_size), np.float32)
        self.mask = np.zeros((num_envs, self.game.num_actions), np.bool_)
        self._actions = np.empty(self.game.num_actions, np.int32)
        self._points = np.empty(self.game.num_seats, np.int32)
        self._source = np.uint64(secrets.randbits(64))
        self.set_opponents(opponents)

    def set_opponents(self, opponents: Opponent | Sequence[Opponent | None] | None) -> None:
        """Who plays the other seats from now on."""
        others = self.game.num_seats - 1
        seated: list[Any] = list(opponents) if isinstance(opponents, list | tuple) else [opponents] * others
        if len(seated) != others:
            raise ValueError(f"opponents must be one for all other seats or a list of {others}, not of {len(seated)}")
        for opponent in seated:
            if opponent is not None and not callable(getattr(opponent, "act", None)):
                hint = f': pass agents.load("{opponent}")' if isinstance(opponent, str) else ""
                raise ValueError(
                    f"opponents must be able to act(game, states, seeds), but {opponent!r} has no method act{hint}"
                )
            check = getattr(opponent, "check", None)
            if check is not None:
                check(self.game)
        self.opponents = opponents
        self._random = np.array([False] + [opponent is None for opponent in seated])
        # Each is asked about all its seats at once: bool[S], by seats after the learner.
        distinct = {id(opponent): opponent for opponent in seated if opponent is not None}.values()
        self._asked = [(one, np.array([False] + [opponent is one for opponent in seated])) for one in distinct]

    def reset(self, seed: int | None, options: dict[str, Any] | None) -> None:
        """Start the first rounds that follow from `seed`, or without one the next; `options`: a set position."""
        position, ignored = self.game.position_in(options)
        if ignored:
            warnings.warn(
                f"reset ignores the options {', '.join(map(repr, ignored))}: {self.game.id} knows "
                f"{', '.join(map(repr, self.game.family.POSITION_KEYS))}",
                stacklevel=3,
            )
        self.game.set_up(self.game.new(1), **position)  # raises, if it does, before anything has changed
        if seed is not None:
            self._source = np.uint64(seed)
            self.tables["number"] = 0
        self.tables["over"] = True
        self.deal_next(position)

    def deal_next(self, position: dict[str, Any] | None = None) -> None:
        """Replace every round that is over by the next one, and play on to the learner's first decision in it."""
        while self.tables["over"].any():  # again only where a round ends before the learner has been asked anything
            _deal_next(
                self.game.ruleset, self.states, self.tables, self._source, self._seat, np.int64(self.game.num_seats)
            )
            if position:
                self.game.set_up(self.states.view(np.recarray), seeds=self.tables["seed"], **position)
                position = None
            self._play_on()
        self.see()

    def step(self, actions: ArrayLike) -> None:
        """Play the learner's actions and on to its next decisions; observation and mask are left to `see`."""
        n = len(self.states)
        given = whole_actions(actions, n)
        inside = (given >= 0) & (given < self.game.num_actions)
        chosen = np.where(inside, given, -1).astype(np.int64)
        allowed = inside & self.mask[np.arange(n), chosen]
        if self._raises and not allowed.all():
            index = int(np.argmin(allowed))
            raise self.game.illegal(self.states[index], int(given[index]))
        _play_learner(self.game.ruleset, self.states, self.tables, chosen, allowed)
        self._play_on()
        _reward(self.game.ruleset, self.states, self.tables, self._points, self._by_standing, self._illegal_reward)

    def see(self) -> None:
        """Bring observation and mask up to date."""
        _see(self.game.ruleset, self.states, self.tables, self.observation, self.mask)

    def final(self, rows: NDArray[np.intp]) -> tuple[NDArray[np.float32], dict[str, NDArray]]:
        """Of rounds that are over: the learners' last observations [k, D], and all else to tell, one entry a row."""
        observation = np.empty((len(rows), self.game.observation_size), np.float32)
        final_scores = np.empty((len(rows), self.game.num_seats), np.int32)
        _tell(self.game.ruleset, self.states, self.tables, rows, observation, final_scores)
        return observation, {
            "action_mask": np.zeros((len(rows), self.game.num_actions), np.int8),
            "seat": self.tables["learner"][rows].astype(np.int64),
            "scores": final_scores,
            "illegal": self.tables["illegal"][rows],
        }

    def describe(self, index: int) -> str:
        """A round as its learner sees it."""
        return self.game.describe(self.states.view(np.recarray)[index], seat=int(self.tables["learner"][index]))

    def _play_on(self) -> None:
        """Let the opponents play until every round waits for the learner or is over."""
        asked = True
        while asked:
            _play_random(self.game.ruleset, self.states, self.tables, self._random, self._actions)
            asked = False
            for opponent, seats in self._asked:
                rows = np.flatnonzero(seats[self.tables["asked"]] & ~self.tables["over"])
                if len(rows):
                    seeds = mix(self.tables["seed"][rows], int(_PLAYS), self.tables["decisions"][rows])
                    actions = ask(opponent, self.game, self.states[rows].view(np.recarray), seeds)
                    _play_chosen(self.game.ruleset, self.states, self.tables, rows, actions)
                    asked = True
