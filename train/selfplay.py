"""A batch of rounds in which one network plays every seat, a step at a time."""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
import torch

from ..agents.networks import PolicyValueNetwork
from ..envs.batch import Batch


class Step(NamedTuple):
    """The decisions that were made at the same time in a batch of rounds: n of them, at most one a round."""

    rows: np.ndarray  # int64[n], the rounds
    seats: np.ndarray  # int8[n], who decided
    states: np.ndarray  # records[n], the rounds as they were
    observation: torch.Tensor  # float32[n, D]
    mask: torch.Tensor  # bool[n, A]
    log_probabilities: torch.Tensor  # float32[n, A], of the policy
    action: torch.Tensor  # int64[n], drawn from it


class SelfPlay:
    """Fresh rounds, one in each environment of a batch, played to their ends by a network.

    Observations are relative to the observer, so the network plays every seat. Moves that the rules force are made and
    not told of. `scores`, int32[rounds, S], are complete when the iteration is.
    """

    def __init__(self, network: PolicyValueNetwork, batch: Batch, deals: int, draws: int):
        """`deals` and `draws` are the seeds of the deals and of the choices of actions."""
        self.network = network
        self.batch = batch
        self.scores = np.zeros((batch.num_envs, batch.game.num_seats), np.int32)
        self._generator = torch.Generator().manual_seed(draws >> 1)  # torch takes 63 bits
        batch.reset(deals)

    def __iter__(self) -> Iterator[Step]:
        batch = self.batch
        going = np.ones(batch.num_envs, bool)  # rounds that are not over; the fresh ones that follow do not count
        while going.any():
            actions = batch.mask.argmax(1)  # the forced move where there is one
            rows = np.flatnonzero(going & (batch.mask.sum(1) > 1))
            if len(rows):
                observation = torch.from_numpy(batch.observation[rows])
                mask = torch.from_numpy(batch.mask[rows])
                with torch.inference_mode():
                    log_probabilities = self.network.logits(observation, mask).log_softmax(1)
                    noise = torch.rand(log_probabilities.shape, generator=self._generator).clamp_(min=1e-20)
                    action = (log_probabilities - (-noise.log()).log()).argmax(1)  # a draw from the softmax (Gumbel)
                actions[rows] = action.numpy()
                seats = batch.seat[rows].copy()
                yield Step(rows, seats, batch.states[rows], observation, mask, log_probabilities, action)
            _, _, _, scores, done = batch.step(actions)
            self.scores[done & going] = scores[done & going]
            going &= ~done
