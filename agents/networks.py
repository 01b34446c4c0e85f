"""Networks that turn observations into action logits and values."""

from itertools import pairwise

import torch
from torch import nn

from ..envs.game import Game

# Far below any logit that a network gives, and finite: a row without legal actions still has a softmax.
ILLEGAL_LOGIT = -1e9


class PolicyValueNetwork(nn.Module):
    """A multilayer perceptron for the policy, and another for the value.

    policy: observation float32[B, D] -> logits float32[B, A].
    value: critic's observation float32[B, C] -> the score still to come, float32[B], in the scale of the rewards.
    The two share nothing, so that the critic may see what no seat may see.
    """

    def __init__(self, observation_size: int, critic_size: int, num_actions: int, hidden: list[int]):
        super().__init__()
        self.policy = _perceptron([observation_size, *hidden, num_actions], last_gain=0.01)
        self.critic = _perceptron([critic_size, *hidden, 1], last_gain=1.0)

    def logits(self, observation: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
        """Logits float32[B, A], those of illegal actions (mask bool[B, A] false) beyond all reach."""
        return self.policy(observation).masked_fill(~mask, ILLEGAL_LOGIT)

    def value(self, critic_observation: torch.Tensor) -> torch.Tensor:
        """Values float32[B]."""
        return self.critic(critic_observation).squeeze(-1)


def _perceptron(sizes, last_gain):
    layers = []
    for i, (inputs, outputs) in enumerate(pairwise(sizes)):
        last = i == len(sizes) - 2
        linear = nn.Linear(inputs, outputs)
        nn.init.orthogonal_(linear.weight, last_gain if last else 2**0.5)
        nn.init.zeros_(linear.bias)
        layers += [linear] if last else [linear, nn.ReLU()]
    return nn.Sequential(*layers)


def network_for(game: Game, description: dict) -> PolicyValueNetwork:
    """A fresh network for a game.

    description: `hidden`, the sizes of the hidden layers, and `critic`, `"perfect"` when the critic sees all cards or
    `"seat"` when it sees what the seat sees.
    """
    critic_size = game.layout_all.size if description["critic"] == "perfect" else game.layout.size
    return PolicyValueNetwork(game.layout.size, critic_size, game.num_actions, description["hidden"])
