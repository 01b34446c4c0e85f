"""Proximal policy optimisation by self-play, to be read from top to bottom.

One network plays every seat: observations are relative to the observer, so a seat is a seat. An update plays a batch of
fresh rounds, each to its end, and learns from the decisions of all seats. Moves that the rules force are played and not
learned from. The reward of a decision is the change of its seat's standing until that seat's next
decision; over a round these add up to the score.

The method is Schulman and others' (Proximal policy optimization algorithms, 2017) with generalised advantage estimation
(Schulman and others, 2016). Everything random in update u follows from the seed and u, so that a run
that was stopped and resumed takes the same course as one that was not.
"""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
import torch
from torch.nn.functional import mse_loss

from ..agents.networks import PolicyValueNetwork, network_for
from ..envs.batch import Batch
from ..envs.chance import mix
from ..envs.game import Game
from .config import PPOConfig, RewardConfig, TrainConfig

# What the seed is mixed with for each use, so that no two uses share random numbers.
_WEIGHTS, _DEALS, _ACTIONS, _MINIBATCHES = range(4)


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


class Learner:
    """Network, optimiser and average of a training run.

    network: learns. average: an exponential moving average of its weights; this is what is evaluated and saved.
    updates: how many have been made.
    """

    def __init__(self, game: Game, config: TrainConfig):
        torch.manual_seed(mix(config.seed, _WEIGHTS) >> 1)  # the initial weights; nothing else draws from it
        self.game = game
        self.config = config
        self.network = network_for(game, config.network.model_dump())
        self.average = network_for(game, config.network.model_dump())
        self.average.load_state_dict(self.network.state_dict())
        self.optimizer = torch.optim.Adam(self.network.parameters(), lr=config.ppo.learning_rate, eps=1e-5)
        self.batch = Batch(game, config.ppo.rounds)
        self.updates = 0

    def update(self) -> dict[str, float]:
        """Play a batch of rounds, learn from it, and return what there is to say of it."""
        config, number = self.config, self.updates
        progress = number / max(1, config.ppo.updates - 1)
        decisions, rounds = collect(self.network, self.batch, config, number)
        for group in self.optimizer.param_groups:
            group["lr"] = _between(config.ppo.learning_rate, config.ppo.final_learning_rate, progress)
        entropy_weight = _between(config.ppo.entropy, config.ppo.final_entropy, progress)
        losses = learn(
            self.network, self.optimizer, decisions, config.ppo, entropy_weight, mix(config.seed, _MINIBATCHES, number)
        )
        self.updates += 1
        self._follow()
        return {
            **rounds,
            **losses,
            "learning_rate": self.optimizer.param_groups[0]["lr"],
            "entropy_weight": entropy_weight,
        }

    def _follow(self):
        """Move the average towards the network; less slowly at first, when it holds little."""
        decay = min(self.config.ppo.average_decay, self.updates / (self.updates + 10))
        with torch.no_grad():
            for kept, new in zip(self.average.parameters(), self.network.parameters(), strict=True):
                kept.lerp_(new, 1 - decay)


def _between(first, last, progress):
    return first + (last - first) * progress


# --- Rewards --------------------------------------------------------------------------------------


def scaled(points: np.ndarray, reward: RewardConfig) -> np.ndarray:
    """Points of the game, int32[...], in the scale that is learned, float32[...]."""
    value = points.astype(np.float32) / np.float32(reward.unit)
    return np.arcsinh(value) if reward.squash == "asinh" else value


# --- Playing --------------------------------------------------------------------------------------


def collect(
    network: PolicyValueNetwork, batch: Batch, config: TrainConfig, number: int
) -> tuple[Decisions, dict[str, float]]:
    """Play the first round of every environment of the batch to its end, each seat by the network.

    Returns the decisions, with advantages, and averages over the rounds.
    """
    game, reward = batch.game, config.reward
    batch.reset(mix(config.seed, _DEALS, number))
    draws = torch.Generator().manual_seed(mix(config.seed, _ACTIONS, number) >> 1)
    going = np.ones(batch.num_envs, bool)  # rounds that are not over; the fresh ones that follow do not count
    final = np.zeros((batch.num_envs, game.num_seats), np.int32)
    steps = []
    while going.any():
        actions = batch.mask.argmax(1)  # the forced move where there is one
        rows = np.flatnonzero(going & (batch.mask.sum(1) > 1))
        if len(rows):
            seats = batch.seat[rows].copy()
            observation = torch.from_numpy(batch.observation[rows])
            mask = torch.from_numpy(batch.mask[rows])
            critic_observation = observation
            if config.network.critic == "perfect":
                critic_observation = torch.from_numpy(game.observe_all(batch.states[rows], seats))
            standing = scaled(game.standing(batch.states[rows])[np.arange(len(rows)), seats], reward)
            with torch.inference_mode():
                log_probabilities = network.logits(observation, mask).log_softmax(1)
                noise = torch.rand(log_probabilities.shape, generator=draws).clamp_(min=1e-20)
                chosen = (log_probabilities - (-noise.log()).log()).argmax(1)  # a draw from the softmax (Gumbel)
                taken = log_probabilities.gather(1, chosen[:, None]).squeeze(1)
                value = network.value(critic_observation)
            steps.append((rows, seats, standing, observation, critic_observation, mask, chosen, taken, value))
            actions[rows] = chosen.numpy()
        _, _, _, scores, done = batch.step(actions)
        final[done & going] = scores[done & going]
        going &= ~done
    advantage, target = advantages(steps, scaled(final, reward), config.ppo)
    observation, critic_observation, mask, action, log_probability, value = (
        torch.cat([step[i] for step in steps]) for i in range(3, 9)
    )
    decisions = Decisions(observation, critic_observation, mask, action, log_probability, value, advantage, target)
    return decisions, {
        "decisions": float(len(advantage)),
        "score_deviation": float(final.std()),
    }


def advantages(steps: list, final: np.ndarray, config: PPOConfig) -> tuple[torch.Tensor, torch.Tensor]:
    """Generalised advantages and the critic's targets, float32[N] each, in the order of the steps.

    Backwards through the steps; for each seat of each round, what its next decision was worth and its standing then.
    """
    next_standing = final.copy()
    next_value = np.zeros_like(final)
    next_advantage = np.zeros_like(final)
    parts = []
    for rows, seats, standing, *_, value in reversed(steps):
        at = (rows, seats)
        value = value.numpy()
        error = next_standing[at] - standing + config.discount * next_value[at] - value
        advantage = error + config.discount * config.gae_lambda * next_advantage[at]
        next_standing[at], next_value[at], next_advantage[at] = standing, value, advantage
        parts.append((advantage, advantage + value))
    parts.reverse()
    advantage, target = (torch.from_numpy(np.concatenate(column)) for column in zip(*parts, strict=True))
    return advantage, target


# --- Learning -------------------------------------------------------------------------------------


def learn(
    network: PolicyValueNetwork,
    optimizer: torch.optim.Optimizer,
    decisions: Decisions,
    config: PPOConfig,
    entropy_weight: float,
    seed: int,
) -> dict[str, float]:
    """Several epochs of minibatches over the decisions; returns averages over all minibatches."""
    order = torch.Generator().manual_seed(seed >> 1)
    sums: dict[str, float] = {}
    count = 0
    for _ in range(config.epochs):
        for minibatch in _minibatches(decisions, config.minibatch, order):
            loss, report = losses(network, minibatch, config, entropy_weight)
            optimizer.zero_grad(set_to_none=True)
            loss.backward()
            torch.nn.utils.clip_grad_norm_(network.parameters(), config.gradient_norm)
            optimizer.step()
            count += 1
            for name, value in report.items():
                sums[name] = sums.get(name, 0.0) + float(value)
    explained = 1 - (decisions.target - decisions.value).var() / decisions.target.var().clamp(min=1e-8)
    return {**{name: total / count for name, total in sums.items()}, "explained_variance": float(explained)}


def _minibatches(decisions: Decisions, size: int, order: torch.Generator) -> Iterator[Decisions]:
    """All decisions in random order, in parts of about the given size."""
    number = len(decisions.action)
    for part in torch.randperm(number, generator=order).chunk(max(1, round(number / size))):
        yield Decisions._make(column[part] for column in decisions)


def losses(
    network: PolicyValueNetwork, minibatch: Decisions, config: PPOConfig, entropy_weight: float
) -> tuple[torch.Tensor, dict[str, torch.Tensor]]:
    """The loss of a minibatch, and its parts."""
    log_probabilities = network.logits(minibatch.observation, minibatch.mask).log_softmax(1)
    log_probability = log_probabilities.gather(1, minibatch.action[:, None]).squeeze(1)
    change = log_probability - minibatch.log_probability
    ratio = change.exp()
    advantage = (minibatch.advantage - minibatch.advantage.mean()) / (minibatch.advantage.std() + 1e-8)
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
