"""What learns: a network, its optimiser and the average of its weights, an update at a time.

Everything random in update u follows from the seed and u, so that a run that was stopped and resumed takes the same
course as one that was not.
"""

from collections.abc import Iterator

import torch

from ..agents.networks import network_for
from ..envs.batch import Batch
from ..envs.chance import mix
from ..envs.game import Game
from . import lookahead, ppo
from .config import TrainConfig
from .selfplay import SelfPlay

ALGORITHMS = {"ppo": ppo, "lookahead": lookahead}

# What the seed is mixed with for each use, so that no two uses share random numbers.
_WEIGHTS, _DEALS, _ACTIONS, _MINIBATCHES = range(4)


class Learner:
    """Network, optimiser and average of a training run.

    network: learns. average: an exponential moving average of its weights; this is what is evaluated and saved.
    updates: how many have been made.
    """

    def __init__(self, game: Game, config: TrainConfig):
        torch.manual_seed(mix(config.seed, _WEIGHTS) >> 1)  # the initial weights; nothing else draws from it
        self.game = game
        self.config = config
        self.algorithm = ALGORITHMS[config.algorithm]
        self.network = network_for(game, config.network.model_dump())
        self.average = network_for(game, config.network.model_dump())
        self.average.load_state_dict(self.network.state_dict())
        self.optimizer = torch.optim.Adam(self.network.parameters(), lr=config.ppo.learning_rate, eps=1e-5)
        self.batch = Batch(game, config.ppo.rounds)
        self.updates = 0

    def update(self) -> dict[str, float]:
        """Play a batch of rounds, learn from it in several epochs, and return what there is to say of it."""
        seed, number, settings = self.config.seed, self.updates, self.config.ppo
        progress = number / max(1, settings.updates - 1)
        for group in self.optimizer.param_groups:
            group["lr"] = _between(settings.learning_rate, settings.final_learning_rate, progress)
        entropy_weight = _between(settings.entropy, settings.final_entropy, progress)
        rounds = SelfPlay(self.network, self.batch, mix(seed, _DEALS, number), mix(seed, _ACTIONS, number))
        decisions = self.algorithm.collect(rounds, self.config)
        averages = self._learn(decisions, entropy_weight, mix(seed, _MINIBATCHES, number))
        self.updates += 1
        self._follow()
        return {
            "decisions": float(len(decisions.mask)),
            "score_deviation": float(rounds.scores.std()),
            **averages,
            **self.algorithm.report(decisions),
            "learning_rate": self.optimizer.param_groups[0]["lr"],
            "entropy_weight": entropy_weight,
        }

    def _learn(self, decisions, entropy_weight: float, seed: int) -> dict[str, float]:
        """Several epochs of minibatches; averages over all of them."""
        settings = self.config.ppo
        order = torch.Generator().manual_seed(seed >> 1)
        sums: dict[str, float] = {}
        count = 0
        for _ in range(settings.epochs):
            for minibatch in _minibatches(decisions, settings.minibatch, order):
                loss, parts = self.algorithm.losses(self.network, minibatch, settings, entropy_weight)
                self.optimizer.zero_grad(set_to_none=True)
                loss.backward()
                torch.nn.utils.clip_grad_norm_(self.network.parameters(), settings.gradient_norm)
                self.optimizer.step()
                count += 1
                if not loss.isfinite():
                    advice = "a smaller ppo.learning_rate, or a larger reward.unit, may help"
                    raise ValueError(f"update {self.updates + 1} diverged: its loss is {loss.item()}; {advice}")
                for name, value in parts.items():
                    sums[name] = sums.get(name, 0.0) + float(value)
        return {name: total / count for name, total in sums.items()}

    def _follow(self):
        """Move the average towards the network; less slowly at first, when it holds little."""
        decay = min(self.config.ppo.average_decay, self.updates / (self.updates + 10))
        with torch.no_grad():
            for kept, new in zip(self.average.parameters(), self.network.parameters(), strict=True):
                kept.lerp_(new, 1 - decay)


def _between(first, last, progress):
    return first + (last - first) * progress


def _minibatches(decisions, size: int, order: torch.Generator) -> Iterator:
    """All decisions in random order, in parts of about the given size."""
    number = len(decisions.mask)
    for part in torch.randperm(number, generator=order).chunk(max(1, round(number / size))):
        yield decisions._make(column[part] for column in decisions)
