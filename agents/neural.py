"""The agent that plays a checkpoint's policy."""

import os

import numpy as np
import torch
from numpy.typing import NDArray

from ..envs import make_game
from ..envs.chance import mix
from ..envs.game import Game
from . import checkpoint
from .base import Agent
from .networks import PolicyValueNetwork, network_for


class NeuralAgent(Agent):
    """Plays the action of the highest logit, or (`sample`) one drawn from the policy's distribution."""

    def __init__(self, network: PolicyValueNetwork, description: dict, name: str, sample: bool = False):
        self.network = network
        self.description = description
        self.name = name
        self.sample = sample

    @classmethod
    def load(cls, path: str | os.PathLike, sample: bool = False) -> "NeuralAgent":
        """The agent of a checkpoint folder, or of the newest one in a run's folder; `ValueError` if it is none."""
        folder = checkpoint.find(path)
        description = checkpoint.read_description(folder)
        game = make_game(description["game"]["ruleset"], **description["game"]["options"])
        checkpoint.check_game(description, game)
        network = network_for(game, description["network"])
        weights = checkpoint.read_tensors(folder / checkpoint.WEIGHTS)
        try:
            network.load_state_dict(weights)
        except RuntimeError as error:
            raise ValueError(f"the weights in {folder} do not fit the network that it describes: {error}") from None
        if not all(bool(tensor.isfinite().all()) for tensor in weights.values()):
            raise ValueError(f"the weights in {folder} are not finite: the training that made them diverged")
        return cls(network.eval(), description, name=os.fspath(path), sample=sample)

    def check(self, game: Game) -> None:
        """See `Agent.check`: the ruleset and the observation must be those of the training."""
        checkpoint.check_game(self.description, game)

    def act(self, game: Game, states: np.recarray, seeds: NDArray[np.uint64]) -> NDArray[np.int64]:
        """See `Agent.act`."""
        observation = torch.from_numpy(game.observe(states, game.seat(states)))
        mask = torch.from_numpy(game.legal(states))
        with torch.inference_mode():
            logits = self.network.logits(observation, mask)
        if self.sample:
            logits = logits + _gumbel(seeds, game.num_actions)
        return logits.argmax(1).numpy()


def _gumbel(seeds, num_actions):
    """Gumbel noise float32[n, A] from each row's seed: the argmax of logits plus it is a draw from their softmax."""
    words = mix(seeds[:, None], np.arange(num_actions))
    uniform = ((words >> np.uint64(11)).astype(np.float64) + 0.5) / 2.0**53
    return torch.from_numpy(-np.log(-np.log(uniform))).float()
