"""Many rounds stepping together."""

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .chance import draw_below, generator_from, round_seed
from .game import Game, whole_actions, whole_seed
from .kernel import apply, compiled, deal, legal, legal_list, observe, scores, seat_to_act


@compiled
def _start(rules, states, seed, numbers, seeds):
    """Deal round `numbers[i]` of every environment i."""
    for i in range(states.shape[0]):
        _deal_next(rules, states, seed, numbers, seeds, i)


@compiled
def _deal_next(rules, states, seed, numbers, seeds, i):
    seeds[i] = round_seed(seed, i, numbers[i])
    states[i].generator = generator_from(seeds[i])
    deal(rules, states[i])


@compiled
def _see(rules, states, observation, mask, seat):
    """Write what the seat to act of each round sees and may do."""
    for i in range(states.shape[0]):
        seat[i] = seat_to_act(rules, states[i])
        legal(rules, states[i], mask[i])
        observe(rules, states[i], seat[i], observation[i])


@compiled
def _step(rules, states, actions, seed, numbers, seeds, out_scores, done):
    """Play an action in each round; where that ends it, write its scores and deal the next."""
    for i in range(states.shape[0]):
        apply(rules, states[i], actions[i])
        done[i] = seat_to_act(rules, states[i]) < 0
        if done[i]:
            scores(rules, states[i], out_scores[i])
            numbers[i] += np.uint64(1)
            _deal_next(rules, states, seed, numbers, seeds, i)


class Batch:
    """`num_envs` rounds of a game that step together; where one ends, a fresh one starts.

    Round k of environment i is dealt from `chance.mix(seed, i, k)`, so it does not depend on how many there are.
    `reset` and `step` return arrays that the batch owns and overwrites at its next call:

    Attributes:
        observation: float32[n, D], what the seat to act sees.
        mask: bool[n, A], what it may do.
        seat: int8[n], the seat to act.
        scores: int32[n, S], the scores of rounds that the last step ended; zero elsewhere.
        done: bool[n], whether the last step ended the round. The other arrays then show the fresh one.
        states: the records, recarray[n]. seeds: uint64[n], what each round in progress was dealt from.
    """

    def __init__(self, game: Game, num_envs: int, seed: int = 0):
        if isinstance(num_envs, bool) or not isinstance(num_envs, int | np.integer) or num_envs < 1:
            raise ValueError(f"num_envs must be a whole number of at least 1, not {num_envs!r}")
        self._seed = np.uint64(whole_seed(seed))
        self.game = game
        self.num_envs = num_envs = int(num_envs)
        self.states = game.new(num_envs)
        self.observation = np.zeros((num_envs, game.observation_size), np.float32)
        self.mask = np.zeros((num_envs, game.num_actions), np.bool_)
        self.seat = np.zeros(num_envs, np.int8)
        self.scores = np.zeros((num_envs, game.num_seats), np.int32)
        self.done = np.zeros(num_envs, np.bool_)
        self.seeds = np.zeros(num_envs, np.uint64)
        self._numbers = np.zeros(num_envs, np.uint64)  # k of each environment's round in progress
        self.reset()

    def reset(self, seed: int | None = None) -> tuple[NDArray[np.float32], NDArray[np.bool_], NDArray[np.int8]]:
        """Start round 0 of every environment; without a seed, the same one again.

        Returns observation, mask, seat.
        """
        if seed is not None:
            self._seed = np.uint64(whole_seed(seed))
        self._numbers[:] = 0
        self.scores[:] = 0
        self.done[:] = False
        _start(self.game.ruleset, self.states, self._seed, self._numbers, self.seeds)
        _see(self.game.ruleset, self.states, self.observation, self.mask, self.seat)
        return self.observation, self.mask, self.seat

    def step(
        self, actions: ArrayLike
    ) -> tuple[NDArray[np.float32], NDArray[np.bool_], NDArray[np.int8], NDArray[np.int32], NDArray[np.bool_]]:
        """Play one action in every round; returns observation, mask, seat, scores, done.

        actions: integers [n], legal by `mask`. Raises `IllegalActionError`, with nothing changed, when one is not.
        """
        chosen = whole_actions(actions, self.num_envs)
        in_range = (chosen >= 0) & (chosen < self.game.num_actions)
        allowed = in_range & self.mask[np.arange(self.num_envs), np.where(in_range, chosen, 0).astype(np.int64)]
        if not allowed.all():
            index = int(np.argmin(allowed))
            raise self.game.illegal(self.states[index], int(chosen[index]))
        self.scores[:] = 0
        rules = self.game.ruleset
        _step(
            rules, self.states, chosen.astype(np.int64), self._seed, self._numbers, self.seeds, self.scores, self.done
        )
        _see(rules, self.states, self.observation, self.mask, self.seat)
        return self.observation, self.mask, self.seat, self.scores, self.done


@compiled
def _play_random(rules, states, seed, numbers, seeds, actions, mask, observation, decisions):
    """Play `decisions` uniformly random legal actions in each round, fresh rounds following finished ones."""
    for _ in range(decisions):
        for i in range(states.shape[0]):
            legal(rules, states[i], mask[i])
            if observation.shape[0] > 0:
                observe(rules, states[i], seat_to_act(rules, states[i]), observation[i])
            number = legal_list(rules, states[i], actions)
            apply(rules, states[i], actions[draw_below(states[i], number)])
            if seat_to_act(rules, states[i]) < 0:
                numbers[i] += np.uint64(1)
                _deal_next(rules, states, seed, numbers, seeds, i)


def play_random(batch: Batch, decisions: int, observe: bool) -> int:
    """Uniformly random legal play in compiled code, to measure the engine by; returns the decisions taken.

    Each of the batch's rounds makes `decisions` decisions. At every one the mask is written to `batch.mask`, and with
    `observe` the observation of the seat to act to `batch.observation`.
    """
    observation = batch.observation if observe else batch.observation[:0]
    actions = np.empty(batch.game.num_actions, np.int32)
    rules = batch.game.ruleset
    _play_random(
        rules, batch.states, batch._seed, batch._numbers, batch.seeds, actions, batch.mask, observation, decisions
    )
    _see(rules, batch.states, batch.observation, batch.mask, batch.seat)
    batch.done[:] = False
    return decisions * batch.num_envs
