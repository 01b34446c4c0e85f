"""The PettingZoo AEC environment of a `Game`: one class for every ruleset.

The `*_v0` modules get their `env()` and `raw_env()` from `module_functions`.
"""

from __future__ import annotations

import operator
import secrets
import sys
import warnings
from collections.abc import Callable
from types import ModuleType
from typing import Any, TypeAlias

import gymnasium
import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from . import chance
from .game import Game, IllegalActionError, whole_seed
from .kernel import PLAIN_PYTHON, apply, compiled, is_legal, legal, observe, seat_to_act

Observation: TypeAlias = dict[str, np.ndarray]

# numba recognises a plain array two microseconds sooner than a recarray; plain Python needs the attributes of one.
_for_kernels = np.asanyarray if PLAIN_PYTHON else np.asarray

_ILLEGAL = -2  # what `_play` answers for an action that is not legal, where a seat or -1 (over) would stand


@compiled
def _play(rules, states, action):
    """Play an action in `states[0]`; returns the seat to act then, -1 when the round is over, or _ILLEGAL."""
    if seat_to_act(rules, states[0]) < 0 or not is_legal(rules, states[0], action):
        return _ILLEGAL
    apply(rules, states[0], action)
    return seat_to_act(rules, states[0])


@compiled
def _see(rules, states, seat, acts, observation, mask):
    """Write what `seat` sees in `states[0]`, and, if it `acts`, what it may do; `mask` comes all false."""
    observe(rules, states[0], seat, observation)
    if acts:
        legal(rules, states[0], mask)


class RoundEnv(AECEnv[str, Observation, int]):
    """One round (or match) at a time of a game, as PettingZoo's agents-in-turn interface.

    Every agent stays in `agents` until the round is over; then all terminate together, and `rewards` are the scores,
    in the game's own units. Until then all rewards are 0. A match cut off by `max_hands` is truncated instead, with
    rewards 0. `infos` stay empty.

    Deep copies and pickles continue from where the environment stands.

    Attributes:
        game: the `Game` played.
        round_seed: the integer that the round in progress was dealt from, so that `reset` can deal it again; None
            before the first `reset`, and after `set_state`.
    """

    def __init__(self, game: Game, render_mode: str | None = None):
        """An environment without wrappers, to be `reset` before use.

        Raises:
            ValueError: `render_mode` is neither None nor among `metadata["render_modes"]`.
        """
        super().__init__()
        self.metadata = {
            "name": game.id,
            "render_modes": ["human", "ansi"],
            "render_fps": 2,
            "is_parallelizable": False,
        }
        if render_mode is not None and render_mode not in self.metadata["render_modes"]:
            raise ValueError(f"render_mode is {render_mode!r}; it can be None, 'human' or 'ansi'")
        self.game = game
        self.render_mode = render_mode
        self.possible_agents = [f"player_{seat}" for seat in range(game.num_seats)]
        self._seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.observation_spaces: dict[str, spaces.Space[Any]] = {
            agent: _observation_space(game) for agent in self.possible_agents
        }
        self.action_spaces: dict[str, spaces.Space[Any]] = {
            agent: spaces.Discrete(game.num_actions) for agent in self.possible_agents
        }
        self.state_space = spaces.Box(-1, 1, (game.layout_all.size,), np.float32)
        self._states = game.new(1)
        self._seat = -1
        # Rounds reset without a seed are dealt from mix(source, 1), mix(source, 2), …: a seed fixes all that follow it.
        self._source = secrets.randbits(64)
        self._resets = 0
        self.round_seed: int | None = None

    def observation_space(self, agent: str) -> spaces.Space:
        """`Dict(observation=Box float32[D], action_mask=Box int8[A])`, the same object at each call."""
        try:
            return self.observation_spaces[agent]
        except (KeyError, TypeError):
            raise self._no_agent(agent) from None

    def action_space(self, agent: str) -> spaces.Space:
        """`Discrete(A)`, the same object at each call."""
        try:
            return self.action_spaces[agent]
        except (KeyError, TypeError):
            raise self._no_agent(agent) from None

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal a new round.

        Args:
            seed: what the deal follows from, an integer in 0..2**64-1. Without one, the deal follows from the latest
                seed given and the number of resets since, or from the operating system's entropy if none was given.
            options: a set position: `"hands"`, one list or space-separated string of card texts a seat, and `"leader"`,
                the seat that leads, as far as the game knows them. Other keys are ignored with a warning.

        Raises:
            ValueError: a seed or a set position that cannot be; the environment is then as it was before.
        """
        position, unknown = self.game.position_in(options)
        if unknown:
            named = ", ".join(map(repr, unknown))
            known = self.game.family.POSITION_KEYS
            warnings.warn(f"reset ignores the options {named}: {self.game.id} knows {', '.join(known)}", stacklevel=2)
        resets = self._resets + 1 if seed is None else 0
        round_seed = chance.mix(self._source, resets) if seed is None else whole_seed(seed)
        states = self.game.new(1)
        self.game.set_up(states, seeds=round_seed, **position)
        # Nothing above has touched the environment, nothing below can fail.
        if seed is not None:
            self._source = round_seed
        self._resets = resets
        self.round_seed = round_seed
        self._take(states)
        if self.render_mode == "human":
            self.render()

    def step(self, action: int | None) -> None:
        """Play `action` for `agent_selection`; None for an agent that has terminated.

        Raises:
            IllegalActionError: an action that is not legal now, or no action at all; nothing has changed.
        """
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)  # pyright: ignore[reportArgumentType]
            return
        try:
            chosen = operator.index(action)  # pyright: ignore[reportArgumentType]
        except TypeError:
            raise IllegalActionError(f"{agent} is to act: an action is an integer, not {action!r}") from None
        inside = 0 <= chosen < self.game.num_actions
        seat = _play(self.game.ruleset, _for_kernels(self._states), chosen) if inside else _ILLEGAL
        if seat == _ILLEGAL:
            raise self.game.illegal(self._states[0], chosen)
        self._cumulative_rewards[agent] = 0
        self._hand_over_to(seat)
        if self.render_mode == "human":
            self.render()

    def observe(self, agent: str) -> Observation:
        """What `agent` can see now, whoever is to act.

        Returns:
            `"observation"`, float32[D], segments as in `game.layout`; `"action_mask"`, int8[A], 1 where legal, all 0
            unless `agent` is to act. Both arrays are the caller's to keep.
        """
        try:
            seat = self._seat_of[agent]
        except (KeyError, TypeError):
            raise self._no_agent(agent) from None
        # A wrapper may have ended a round that the rules have not, and agents leave one by one after its end.
        acts = seat == self._seat and not self.terminations.get(agent, True)
        observation = np.empty(self.game.observation_size, np.float32)
        mask = np.zeros(self.game.num_actions, np.int8)
        _see(self.game.ruleset, _for_kernels(self._states), seat, acts, observation, mask.view(np.bool_))
        return {"observation": observation, "action_mask": mask}

    def state(self) -> np.ndarray:
        """All about the round, hidden cards too, from seat 0: float32[D_all], segments as in `game.layout_all`."""
        return self.game.observe_all(self._states, 0)[0]

    def get_state(self) -> bytes:
        """The round's record as bytes, for `set_state` of an environment of the same ruleset and options.

        `numpy.frombuffer(state, game.state_dtype)` reads it.
        """
        return self._states.tobytes()

    def set_state(self, state: bytes | np.ndarray | np.void) -> None:
        """Continue from a record: bytes from `get_state`, or one record of `game.state_dtype`.

        All agents are alive again, or have all just terminated if that round is over. With wrappers, call `last()`
        before the next `step`, since they remember the mask last seen. The record is trusted to be one that this game
        can reach.

        Raises:
            ValueError: a record of another dtype, or bytes of another length; the environment is then as it was before.
        """
        dtype = self.game.state_dtype
        if not isinstance(state, bytes | bytearray | memoryview):
            record = np.asarray(state)
            if record.dtype != dtype:
                raise ValueError(f"a record of another dtype than {self.game.id}'s game.state_dtype: {record.dtype}")
            state = record.tobytes()
        if len(state) != dtype.itemsize:
            raise ValueError(f"a state of {self.game.id} has {dtype.itemsize} bytes, not {len(state)}")
        states = self.game.new(1)
        states[:] = np.frombuffer(state, dtype)
        self.round_seed = None
        self._take(states)

    def render(self) -> str | None:
        """The whole table as text: returned in render mode "ansi", printed in "human"; with None, a warning."""
        if self.render_mode is None:
            gymnasium.logger.warn("render() does nothing: this environment was made without a render_mode")
            return None
        state = self._states[0]
        if self.render_mode == "ansi":
            return self.game.describe(state)
        print(self.game.describe(state, ansi=sys.stdout.isatty()))
        return None

    def close(self) -> None:
        """Nothing needs closing."""

    def _no_agent(self, agent: object) -> ValueError:
        return ValueError(f"there is no agent {agent!r}: agents are {', '.join(self.possible_agents)}")

    def _take(self, states: np.recarray) -> None:
        """Make `states` (one record) the round in progress."""
        self._states = states
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None
        self._hand_over_to(int(self.game.seat(states)[0]))

    def _hand_over_to(self, seat: int) -> None:
        """Let `agent_selection` be the seat to act; end the episode if that is -1, where the round is over."""
        self._seat = seat
        if seat >= 0:
            self.agent_selection = self.possible_agents[seat]
            return
        self.agent_selection = self.agents[0]
        if self.game.truncated(self._states)[0]:
            self.truncations = dict.fromkeys(self.agents, True)
            return
        self.terminations = dict.fromkeys(self.agents, True)
        self.rewards = dict(zip(self.agents, self.game.scores(self._states)[0].tolist(), strict=True))
        self._accumulate_rewards()


def module_functions(id: str, family: ModuleType) -> tuple[Callable[..., AECEnv], Callable[..., RoundEnv]]:
    """A module's `env` and `raw_env`, for ruleset `id` of `family`."""

    def raw_env(render_mode: str | None = None, **options: Any) -> RoundEnv:
        """The environment without wrappers: an illegal action raises `IllegalActionError` and changes nothing."""
        return RoundEnv(Game(id, family, **options), render_mode)

    def env(render_mode: str | None = None, **options: Any) -> AECEnv:
        """The environment with PettingZoo's usual wrappers: an illegal action ends the episode.

        The agent that tried it gets the lowest reward that the rules can pay, all others 0, so that nobody is better
        off breaking the rules than losing.
        """
        round_env = raw_env(render_mode, **options)
        lowest = round_env.game.lowest_score
        checked = wrappers.AssertOutOfBoundsWrapper(wrappers.TerminateIllegalWrapper(round_env, lowest))
        return OrderedRound(checked)

    return env, raw_env


def _of_round(name: str) -> Any:
    return property(operator.attrgetter(f"_round.{name}"))


class OrderedRound(wrappers.OrderEnforcingWrapper):
    """PettingZoo's outermost wrapper, with what every step asks of it read straight from the round.

    As inherited, each of these names is looked up through all wrappers in turn, which takes longer than the game.
    """

    def __init__(self, env: AECEnv):
        super().__init__(env)
        self._round = env.unwrapped

    # Before the first reset the round has none of them; Python then asks the inherited `__getattr__`, which says so.
    agents = _of_round("agents")
    agent_selection = _of_round("agent_selection")
    rewards = _of_round("rewards")
    terminations = _of_round("terminations")
    truncations = _of_round("truncations")
    infos = _of_round("infos")
    _cumulative_rewards = _of_round("_cumulative_rewards")

    def __str__(self) -> str:
        return str(self.env)


def _observation_space(game: Game) -> spaces.Dict:
    return spaces.Dict(
        {
            "observation": spaces.Box(-1, 1, (game.observation_size,), np.float32),
            "action_mask": spaces.Box(0, 1, (game.num_actions,), np.int8),
        }
    )
