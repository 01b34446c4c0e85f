"""Policy improvement by looking ahead, to be read from top to bottom.

An update plays a batch of rounds by self-play. At every decision each legal action is tried, in the cards as they
lie, and the round played out by the built-in heuristic's rules of thumb. What the seat would then score is compared
across the actions, and the policy moves towards those that are better on average over all the cards that look the same
to the seat. So it learns what a player would choose who could imagine the hidden cards and think every choice through,
with the rules of thumb for the rest of the round. Hidden cards are used to judge a choice, never to make one.

This compares actions in the same cards with the same continuation, where PPO has one outcome of one action to go by, so
it learns from far fewer rounds. What it cannot learn is to count on better play later than the rules of thumb's.

The objective is PPO's clipped one, its expectation taken exactly over the policy instead of from the action drawn.
"""

from typing import NamedTuple

import numpy as np
import torch

from ..agents.heuristic import action_values
from ..agents.networks import PolicyValueNetwork
from .config import PPOConfig, TrainConfig
from .rewards import scaled
from .selfplay import SelfPlay


class Decisions(NamedTuple):
    """What an update learns from: N decisions, of all seats of all rounds, none of them forced."""

    observation: torch.Tensor  # float32[N, D]
    mask: torch.Tensor  # bool[N, A]
    log_probabilities: torch.Tensor  # float32[N, A], of the policy when it chose
    advantage: torch.Tensor  # float32[N, A], what each action is better than the policy; 0 where illegal


# --- Playing --------------------------------------------------------------------------------------


def collect(rounds: SelfPlay, config: TrainConfig) -> Decisions:
    """Play the rounds, and judge every action that could have been chosen in them."""
    columns = []
    for step in rounds:
        points = action_values(rounds.batch.game, step.states, step.mask.numpy())
        values = torch.from_numpy(scaled(points, config.reward))
        columns.append((step.observation, step.mask, step.log_probabilities, values))
    observation, mask, log_probabilities, values = map(torch.cat, zip(*columns, strict=True))
    policy = log_probabilities.exp()
    advantage = (values - (policy * values).sum(1, keepdim=True)).masked_fill(~mask, 0)
    spread = (policy * advantage.square()).sum(1).mean().sqrt()
    return Decisions(observation, mask, log_probabilities, advantage / (spread + 1e-8))


# --- Learning -------------------------------------------------------------------------------------


def losses(
    network: PolicyValueNetwork, minibatch: Decisions, config: PPOConfig, entropy_weight: float
) -> tuple[torch.Tensor, dict[str, torch.Tensor]]:
    """The loss of a minibatch, and its parts."""
    log_probabilities = network.logits(minibatch.observation, minibatch.mask).log_softmax(1)
    policy = minibatch.log_probabilities.exp()
    change = (log_probabilities - minibatch.log_probabilities).masked_fill(~minibatch.mask, 0)
    ratio = change.exp()
    clipped = ratio.clamp(1 - config.clip, 1 + config.clip)
    gain = torch.min(ratio * minibatch.advantage, clipped * minibatch.advantage)
    policy_loss = -(policy * gain).sum(1).mean()
    entropy = -(log_probabilities.exp() * log_probabilities).masked_fill(~minibatch.mask, 0).sum(1).mean()
    return policy_loss - entropy_weight * entropy, {
        "policy_loss": policy_loss.detach(),
        "entropy": entropy.detach(),
        "kl": (policy * (ratio - 1 - change)).sum(1).mean().detach(),
        "clipped": (policy * ((ratio - 1).abs() > config.clip)).sum(1).mean(),
    }


def report(decisions: Decisions) -> dict[str, float]:
    """What there is to say of the decisions as they were made: how often the policy's favourite was the best."""
    best = np.asarray(decisions.advantage.masked_fill(~decisions.mask, -torch.inf).argmax(1))
    return {"hindsight_agreement": float((np.asarray(decisions.log_probabilities.argmax(1)) == best).mean())}
