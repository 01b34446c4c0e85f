"""One seat of a game against opponents, as Gymnasium environments: one round at a time, or many together."""

from __future__ import annotations

import operator
from collections.abc import Sequence
from typing import Any, ClassVar

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.error import ResetNeeded
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import ArrayLike, NDArray

from . import make_game
from .game import Game, whole_seed
from .seating import Opponent, SeatedRounds

__all__ = ["Opponent", "SeatEnv", "SeatVectorEnv"]


class SeatEnv(gymnasium.Env[NDArray[np.float32], int]):
    """A learner at one seat of a game; an episode is one round (or match).

    Whenever it is not the learner's turn, the opponents play, so that every step is a decision of the learner's.

    * Observation: what the learner sees, float32[D] with segments as in `game.layout`. Arrays are the caller's to keep.
    * Actions: `Discrete(A)`; which of them are legal say `action_masks()`, bool[A], and `info["action_mask"]`, int8[A].
    * Reward: `"score"` gives the learner's score at the end of the round and 0 before. `"standing"` gives at every step
      by how much its running score has changed since its previous decision; the rewards of a hand add up to its score,
      those of a match to the total of points that the match ended with (not to its settlement).
    * An illegal action loses the round: it is over, the learner's rewards add up to the lowest that the rules can pay,
      and `info["illegal"]` is True. Nobody who masks will see this; to find out whether one does, take
      `illegal="raise"`, where it raises `IllegalActionError` and changes nothing.
    * `info` has, besides the mask, `"seat"`, the learner's; and at the end `"scores"`, int32[S], of all seats (zeros if
      the round was lost by an illegal action, or a match was cut off by `max_hands`, which truncates) and `"illegal"`.

    Deep copies and pickles continue from where the environment stands, if the opponents' do.

    Attributes:
        game: the `Game` played.
        seat: the learner's seat in the round in progress.
        round_seed: the integer that the round in progress was dealt from; from it the PettingZoo environment's `reset`
            deals the same cards.
        opponents: who plays the other seats; may be set, which counts from their next decision on.
    """

    metadata: ClassVar[dict[str, Any]] = {"render_modes": ["ansi"], "render_fps": 2}

    def __init__(
        self,
        game: str | Game,
        seat: int | None = 0,
        opponents: Opponent | Sequence[Opponent | None] | None = None,
        *,
        reward: str = "score",
        reward_scale: float = 1.0,
        illegal: str = "lose",
        render_mode: str | None = None,
        **options: Any,
    ):
        """An environment to be `reset` before use.

        Args:
            game: a `Game`, or the id of a ruleset (`envs.ids()`), whose `options` then follow.
            seat: the learner's seat, or None: in each round another, drawn from the round's seed.
            opponents: who plays all other seats, a partner's too, or a list of one per seat, in the order of play after
                the learner. None plays uniformly at random among the legal actions.
            reward: `"score"` or `"standing"`, see above.
            reward_scale: what rewards, in the game's own units, are multiplied by.
            illegal: `"lose"` or `"raise"`, see above.
            render_mode: None or `"ansi"`: `render` returns what the learner sees as text.
            options: the ruleset's options.

        Raises:
            ValueError: an unknown id, option or value, or an opponent that cannot play the game.
        """
        self.render_mode = _checked_render_mode(render_mode)
        self._rounds = SeatedRounds(_made(game, options), 1, seat, opponents, reward, reward_scale, illegal)
        self.game = self._rounds.game
        self.observation_space, self.action_space = _spaces(self.game)

    @property
    def seat(self) -> int:
        """See the class."""
        return int(self._rounds.tables["learner"][0])

    @property
    def round_seed(self) -> int:
        """See the class."""
        return int(self._rounds.tables["seed"][0])

    @property
    def opponents(self) -> Opponent | Sequence[Opponent | None] | None:
        """See the class."""
        return self._rounds.opponents

    @opponents.setter
    def opponents(self, opponents: Opponent | Sequence[Opponent | None] | None) -> None:
        self._rounds.set_opponents(opponents)

    def action_masks(self) -> NDArray[np.bool_]:
        """Which actions are legal for the learner now, bool[A]; none when the round is over."""
        return self._rounds.mask[0].copy()

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.float32], dict[str, Any]]:
        """Start a round and play on to the learner's first decision.

        Args:
            seed: what deals and opponents' choices follow from, 0 ≤ seed < 2**64: in this round from
                `chance.mix(seed, 0, 0)`, in the k-th after it from `chance.mix(seed, 0, k)`. Without one, this is the
                next round of the seed given last, or if none ever was, of the system's entropy.
            options: a set position as in the PettingZoo environment: `"hands"`, `"leader"`. Other keys are ignored with
                a warning.

        Raises:
            ValueError: a seed or a position that cannot be; the environment is then as it was before.
        """
        _reset(self._rounds, super(), seed, options)
        return self._rounds.observation[0].copy(), self._info()

    def step(self, action: int) -> tuple[NDArray[np.float32], float, bool, bool, dict[str, Any]]:
        """Play the learner's action and on to its next decision, or the end of the round.

        Raises:
            IllegalActionError: with `illegal="raise"`, an action that is not legal now; nothing has changed.
            gymnasium.error.ResetNeeded: no round is in progress.
        """
        try:
            chosen = operator.index(action)
        except TypeError:
            raise ValueError(f"an action is an integer, not {action!r}") from None
        _step(self._rounds, [chosen])
        self._rounds.see()
        table = self._rounds.tables[0]
        truncated = bool(table["truncated"])
        terminated = bool(table["over"]) and not truncated
        reward = float(table["reward"] * self._rounds.reward_scale)
        return self._rounds.observation[0].copy(), reward, terminated, truncated, self._info()

    def render(self) -> str | None:  # pyright: ignore[reportIncompatibleMethodOverride]
        """What the learner sees, as text; with no render mode, a warning."""
        return _rendered(self, lambda: self._rounds.describe(0))

    def _info(self) -> dict[str, Any]:
        if self._rounds.tables["over"][0]:
            final = {key: values[0] for key, values in self._rounds.final(np.zeros(1, np.intp))[1].items()}
            return {**final, "seat": self.seat, "illegal": bool(final["illegal"])}
        return {"action_mask": self._rounds.mask[0].astype(np.int8), "seat": self.seat}


class SeatVectorEnv(VectorEnv[NDArray[np.float32], NDArray[np.integer], NDArray[Any]]):
    """`num_envs` rounds in one process, each with a learner at one seat, as `SeatEnv` has a single one.

    All opponents that are waited for are asked together, and everything else is compiled, over all rounds at once.

    * Deal and choices of round k of environment i follow from `chance.mix(seed, i, k)` alone, so they do not depend on
      `num_envs`; environment 0 is a `SeatEnv` reset with the same seed.
    * Where a round ends, the next one starts in the same step (`AutoresetMode.SAME_STEP`): observation, mask and
      `infos["seat"]` are already the new round's, while reward, termination and truncation, `infos["final_obs"]` and
      `infos["final_info"]` tell of the one that ended.
    * `infos` has the keys of `SeatEnv`'s info, with one entry an environment, and Gymnasium's usual `"_" + key` beside
      each, which says whose entries count.

    Attributes:
        game: the `Game` played.
        seats: int8[n], the learner's seats in the rounds in progress.
        round_seeds: uint64[n], the integers that these were dealt from.
        opponents: as in `SeatEnv`.
        copy: whether observations and masks are the caller's to keep.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012 - as Gymnasium declares it
        "render_modes": ["ansi"],
        "render_fps": 2,
        "autoreset_mode": AutoresetMode.SAME_STEP,
    }

    def __init__(
        self,
        game: str | Game,
        num_envs: int = 1,
        seat: int | None = 0,
        opponents: Opponent | Sequence[Opponent | None] | None = None,
        *,
        reward: str = "score",
        reward_scale: float = 1.0,
        illegal: str = "lose",
        render_mode: str | None = None,
        copy: bool = True,
        **options: Any,
    ):
        """An environment to be `reset` before use.

        Args:
            game: as in `SeatEnv`.
            num_envs: the number n of rounds in progress at a time.
            seat: as in `SeatEnv`; None draws each round's by itself.
            opponents: as in `SeatEnv`.
            reward: as in `SeatEnv`.
            reward_scale: as in `SeatEnv`.
            illegal: as in `SeatEnv`.
            render_mode: as in `SeatEnv`.
            copy: whether observations and masks are the caller's to keep. With False they are the environment's own
                arrays, the same at every call, which the next one overwrites; of use where they are wide.
            options: as in `SeatEnv`.

        Raises:
            ValueError: as in `SeatEnv`, or a number of environments below 1.
        """
        self.render_mode = _checked_render_mode(render_mode)
        self._rounds = SeatedRounds(_made(game, options), num_envs, seat, opponents, reward, reward_scale, illegal)
        self.game = self._rounds.game
        self.num_envs = len(self._rounds.states)
        self.copy = copy
        self.single_observation_space, self.single_action_space = _spaces(self.game)
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.action_space = batch_space(self.single_action_space, self.num_envs)

    @property
    def seats(self) -> NDArray[np.int8]:
        """See the class."""
        return self._rounds.tables["learner"].copy()

    @property
    def round_seeds(self) -> NDArray[np.uint64]:
        """See the class."""
        return self._rounds.tables["seed"].copy()

    @property
    def opponents(self) -> Opponent | Sequence[Opponent | None] | None:
        """See the class."""
        return self._rounds.opponents

    @opponents.setter
    def opponents(self, opponents: Opponent | Sequence[Opponent | None] | None) -> None:
        self._rounds.set_opponents(opponents)

    def action_masks(self) -> NDArray[np.bool_]:
        """Which actions are legal for the learners now, bool[n, A]."""
        return self._handed(self._rounds.mask)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.float32], dict[str, Any]]:
        """Start a round in every environment; arguments and errors as in `SeatEnv.reset`, a position is set in all."""
        _reset(self._rounds, super(), seed, options)
        return self._handed(self._rounds.observation), self._infos()

    def step(  # pyright: ignore[reportIncompatibleMethodOverride]
        self, actions: ArrayLike
    ) -> tuple[NDArray[np.float32], NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        """Play every learner's action (integers [n]) and on to its next decision, in this round or the next.

        Returns observation float32[n, D], reward float64[n], terminated bool[n], truncated bool[n], infos.

        Raises:
            IllegalActionError: with `illegal="raise"`, an action that is not legal now; nothing has changed.
            gymnasium.error.ResetNeeded: before the first `reset`.
        """
        rounds = self._rounds
        _step(rounds, actions)
        reward = rounds.tables["reward"] * rounds.reward_scale
        truncated = rounds.tables["truncated"].copy()
        over = rounds.tables["over"].copy()
        final = self._final_infos(over) if over.any() else {}
        rounds.deal_next()
        return self._handed(rounds.observation), reward, over & ~truncated, truncated, {**final, **self._infos()}

    def render(self) -> tuple[str, ...] | None:  # pyright: ignore[reportIncompatibleMethodOverride]
        """What each learner sees, as text; with no render mode, a warning."""
        return _rendered(self, lambda: tuple(self._rounds.describe(i) for i in range(self.num_envs)))

    def _handed(self, array: np.ndarray) -> np.ndarray:
        return array.copy() if self.copy else array

    def _infos(self) -> dict[str, Any]:
        everyone = np.ones(self.num_envs, np.bool_)
        return {
            "action_mask": self._handed(self._rounds.mask.view(np.int8)),
            "_action_mask": everyone,
            "seat": self._rounds.tables["learner"].astype(np.int64),
            "_seat": everyone.copy(),
        }

    def _final_infos(self, over: NDArray[np.bool_]) -> dict[str, Any]:
        rows = np.flatnonzero(over)
        observation, final = self._rounds.final(rows)
        final_obs = np.full(self.num_envs, None, object)
        for row, seen in zip(rows, observation, strict=True):
            final_obs[row] = seen
        final_info: dict[str, Any] = {}
        for key, values in final.items():
            final_info[key] = np.zeros((self.num_envs, *values.shape[1:]), values.dtype)
            final_info[key][rows] = values
            final_info[f"_{key}"] = over.copy()
        return {
            "final_obs": final_obs,
            "_final_obs": over.copy(),
            "final_info": final_info,
            "_final_info": over.copy(),
        }


def _made(game: str | Game, options: dict[str, Any]) -> Game:
    if not isinstance(game, Game):
        return make_game(game, **options)
    if options:
        raise ValueError(f"a Game has its options already: give {', '.join(options)} with the id of a ruleset only")
    return game


def _spaces(game: Game) -> tuple[Any, Any]:
    return spaces.Box(-1, 1, (game.observation_size,), np.float32), spaces.Discrete(game.num_actions)


def _checked_render_mode(render_mode: str | None) -> str | None:
    if render_mode not in (None, "ansi"):
        raise ValueError(f"render_mode is {render_mode!r}; it can be None or 'ansi'")
    return render_mode


def _reset(rounds: SeatedRounds, base: Any, seed: int | None, options: dict[str, Any] | None) -> None:
    """Check the seed, reset the rounds, then what Gymnasium keeps by itself (`base`), which nothing here draws from."""
    if seed is not None:
        seed = whole_seed(seed)
    rounds.reset(seed, options)
    base.reset(seed=seed)


def _step(rounds: SeatedRounds, actions: ArrayLike) -> None:
    if rounds.tables["over"].any():
        raise ResetNeeded("there is no round in progress: call reset() before step()")
    rounds.step(actions)


def _rendered(env: SeatEnv | SeatVectorEnv, text: Any) -> Any:
    if env.render_mode is None:
        gymnasium.logger.warn("render() does nothing: this environment was made without a render_mode")
        return None
    return text()
