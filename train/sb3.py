"""One seat of a game for Stable-Baselines3 and sb3-contrib: the vector environment as a `VecEnv`.

    from sb3_contrib import MaskablePPO
    from stable_baselines3.common.vec_env import VecMonitor

    rounds = SeatVectorEnv("gongzhu_v0", 64, reward="standing", reward_scale=0.01)
    model = MaskablePPO("MlpPolicy", VecMonitor(SeatVecEnv(rounds)))
    model.learn(100_000)

Evaluate with what `sb3_contrib.common.maskable` has, `evaluate_policy` and `MaskableEvalCallback`: their namesakes in
Stable-Baselines3 do not mask.

Releases of sb3-contrib before 2.8 can stop with an error about the constraint `Simplex()` when there are hundreds of
actions or more. Nothing is wrong with the masks then: in float32 the probabilities of so many actions miss a sum of 1
by more than PyTorch tolerates. A newer release helps, and so does
`torch.distributions.Distribution.set_default_validate_args(False)`.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray
from stable_baselines3.common.vec_env import VecEnv

from ..envs.seat import SeatVectorEnv


class SeatVecEnv(VecEnv):
    """A `SeatVectorEnv` as Stable-Baselines3 wants it: all rounds step in one call, and none is an object by itself.

    Observations float32[n, D], rewards float32[n], dones bool[n]; actions integers [n]. Where a round has ended, its
    `infos[i]` has `"terminal_observation"` float32[D], `"TimeLimit.truncated"`, and `"scores"`, `"seat"`, `"illegal"`
    as at the end of a `SeatEnv`; elsewhere it is empty. sb3-contrib asks for `action_masks` through `env_method`.

    Attributes:
        rounds: the vector environment.
    """

    def __init__(self, rounds: SeatVectorEnv):
        """Wrap `rounds`, made with `copy=True`, its default: Stable-Baselines3 keeps an observation over the next step.

        Raises:
            ValueError: `rounds` was made with `copy=False`.
        """
        if not rounds.copy:
            raise ValueError("Stable-Baselines3 keeps observations: make the SeatVectorEnv with copy=True")
        self.rounds = rounds
        super().__init__(rounds.num_envs, rounds.single_observation_space, rounds.single_action_space)

    def action_masks(self) -> NDArray[np.bool_]:
        """Which actions are legal now, bool[n, A]."""
        return self.rounds.action_masks()

    def reset(self) -> NDArray[np.float32]:
        """Start a round in every environment: the first of the seed given by `seed`, otherwise the next.

        `set_options` gives a set position, the same to all environments; ValueError if it differs between them.
        """
        options = self._options[0]
        if any(others != options for others in self._options):
            raise ValueError("set_options: a position is set in all environments or in none, so give one dict")
        observation, infos = self.rounds.reset(seed=self._seeds[0], options=options or None)
        self.reset_infos = [{"seat": seat} for seat in infos["seat"].tolist()]
        self._reset_seeds()
        self._reset_options()
        return observation

    def seed(self, seed: int | None = None) -> Sequence[int | None]:
        """Seed the next `reset`; returns the seed once an environment, since one serves all (see `SeatVectorEnv`)."""
        self._seeds = [super().seed(seed)[0]] * self.num_envs
        return self._seeds

    def step_async(self, actions: np.ndarray) -> None:
        """Take the actions for `step_wait`."""
        self._actions = actions

    def step_wait(self) -> tuple[NDArray[np.float32], NDArray[np.float32], NDArray[np.bool_], list[dict[str, Any]]]:
        """Step; errors as in `SeatVectorEnv.step`."""
        observation, rewards, terminated, truncated, told = self.rounds.step(self._actions)
        dones = terminated | truncated
        infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        for i in np.flatnonzero(dones):
            final = told["final_info"]
            infos[i] = {
                "terminal_observation": told["final_obs"][i],
                "TimeLimit.truncated": bool(truncated[i]),
                "scores": final["scores"][i],
                "seat": int(final["seat"][i]),
                "illegal": bool(final["illegal"][i]),
            }
            self.reset_infos[i] = {"seat": int(told["seat"][i])}
        return observation, rewards.astype(np.float32), dones, infos

    def close(self) -> None:
        """Close the vector environment."""
        self.rounds.close()

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        """An attribute of the vector environment, which all environments share, once for each of `indices`.

        Raises:
            AttributeError: there is none of that name; so `has_attr` tells.
        """
        value = getattr(self.rounds, attr_name)
        return [value for _ in self._get_indices(indices)]

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        """Set an attribute of the vector environment, such as `opponents`.

        Raises:
            ValueError: `indices` names some environments only.
        """
        if set(self._get_indices(indices)) != set(range(self.num_envs)):
            raise ValueError(f"{attr_name} cannot be set in some environments only: all share it")
        setattr(self.rounds, attr_name, value)

    def env_method(self, method_name: str, *method_args: Any, indices: Any = None, **method_kwargs: Any) -> list[Any]:
        """What a method that answers for every environment, `action_masks` or `render`, answers for each of `indices`.

        Raises:
            AttributeError: another method.
        """
        if method_name not in ("action_masks", "render"):
            raise AttributeError(f"a SeatVecEnv has no {method_name!r} to call: it has action_masks and render")
        answers = getattr(self.rounds, method_name)(*method_args, **method_kwargs)
        return [answers[i] for i in self._get_indices(indices)]

    def env_is_wrapped(self, wrapper_class: type, indices: Any = None) -> list[bool]:
        """Never: wrappers of single environments, such as `Monitor`, have nothing to wrap here; take `VecMonitor`."""
        return [False for _ in self._get_indices(indices)]
