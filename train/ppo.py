"""Proximal policy optimisation by self-play, to be read from top to bottom.

An update plays a batch of rounds and learns from the decisions of all seats. The reward of a decision is the change of
its seat's standing until that seat's next decision; over a round these add up to the score. Or all of it is given
for the last decision (`reward.given`).

The method is Schulman and others' (Proximal policy optimization algorithms, 2017) with generalised advantage estimation
(Schulman and others, 2016).
"""

from typing import NamedTuple

import numpy as np
import torch
from torch.nn.functional import mse_loss

from ..agents.networks import PolicyValueNetwork
from .config import PPOConfig, TrainConfig
from .rewards import scaled
from .selfplay import SelfPlay


class Decisions(NamedTuple):
    """What an update learns from: N decisions, of all seats of all rounds, none of them forced."""

    observation: torch.Tensor  # float32[N, D]
    critic_observation: torch.Tensor  # float32[N, C]
    mask: torch.Tensor  # bool[N, A]
    action: torch.Tensor  # int64[N]
    log_probability: torch.Tensor  # float32[N], of the action when it was chosen
    value: torch.Tensor  # float32[N], of the critic when it was chosen
    advantage: torch.Tensor  # float32[N]
    target: torch.Tensor  # float32[N], for the critic


# --- Playing --------------------------------------------------------------------------------------


def collect(rounds: SelfPlay, config: TrainConfig) -> Decisions:
    """Play the rounds, and judge every decision by what came of it."""
    game, network = rounds.batch.game, rounds.network
    columns, placed = [], []
    for step in rounds:
        critic_observation = step.observation
        if config.network.critic == "perfect":
            critic_observation = torch.from_numpy(game.observe_all(step.states, step.seats))
        with torch.inference_mode():
            value = network.value(critic_observation)
        taken = step.log_probabilities.gather(1, step.action[:, None]).squeeze(1)
        columns.append((step.observation, critic_observation, step.mask, step.action, taken, value))
        standing = np.zeros(len(step.rows), np.int32)
        if config.reward.given == "standing":
            standing = game.standing(step.states)[np.arange(len(step.rows)), step.seats]
        placed.append(Placed(step.rows, step.seats, scaled(standing, config.reward), value.numpy()))
    advantage, target = advantages(placed, scaled(rounds.scores, config.reward), config.ppo)
    return Decisions._make([*map(torch.cat, zip(*columns, strict=True)), advantage, target])


class Placed(NamedTuple):
    """Decisions of one step, and what was thought of them."""

    rows: np.ndarray  # int64[n], the rounds
    seats: np.ndarray  # int8[n], who decided
    standing: np.ndarray  # float32[n], what that seat has been given of its score, scaled
    value: np.ndarray  # float32[n], of the critic


def advantages(steps: list[Placed], final: np.ndarray, config: PPOConfig) -> tuple[torch.Tensor, torch.Tensor]:
    """Generalised advantages and the critic's targets, float32[N] each, in the order of the steps.

    Backwards through the steps; for each seat of each round, how it stood at its next decision and what that was worth.
    final: float32[rounds, S], the scaled scores.
    """
    next_standing = final.copy()
    next_value = np.zeros_like(final)
    next_advantage = np.zeros_like(final)
    parts = []
    for step in reversed(steps):
        at = (step.rows, step.seats)
        error = next_standing[at] - step.standing + config.discount * next_value[at] - step.value
        advantage = error + config.discount * config.gae_lambda * next_advantage[at]
        next_standing[at], next_value[at], next_advantage[at] = step.standing, step.value, advantage
        parts.append((advantage, advantage + step.value))
    parts.reverse()
    advantage, target = (torch.from_numpy(np.concatenate(column)) for column in zip(*parts, strict=True))
    return advantage, target


# --- Learning -------------------------------------------------------------------------------------


def losses(
    network: PolicyValueNetwork, minibatch: Decisions, config: PPOConfig, entropy_weight: float
) -> tuple[torch.Tensor, dict[str, torch.Tensor]]:
    """The loss of a minibatch, and its parts."""
    log_probabilities = network.logits(minibatch.observation, minibatch.mask).log_softmax(1)
    log_probability = log_probabilities.gather(1, minibatch.action[:, None]).squeeze(1)
    change = log_probability - minibatch.log_probability
    ratio = change.exp()
    advantage = (minibatch.advantage - minibatch.advantage.mean()) / (minibatch.advantage.std(correction=0) + 1e-8)
    clipped = ratio.clamp(1 - config.clip, 1 + config.clip)
    policy_loss = -torch.min(ratio * advantage, clipped * advantage).mean()
    entropy = -(log_probabilities.exp() * log_probabilities).masked_fill(~minibatch.mask, 0).sum(1).mean()
    value_loss = mse_loss(network.value(minibatch.critic_observation), minibatch.target)
    loss = policy_loss + config.value_weight * value_loss - entropy_weight * entropy
    return loss, {
        "policy_loss": policy_loss.detach(),
        "value_loss": value_loss.detach(),
        "entropy": entropy.detach(),
        "kl": (ratio - 1 - change).mean().detach(),
        "clipped": ((ratio - 1).abs() > config.clip).float().mean(),
    }


def report(decisions: Decisions) -> dict[str, float]:
    """What there is to say of the decisions as they were made."""
    unexplained = (decisions.target - decisions.value).var() / decisions.target.var().clamp(min=1e-8)
    return {"explained_variance": float(1 - unexplained)}
