"""Other libraries' environments, played at random for comparison: OpenSpiel's hearts and PettingZoo's connect four.

Each loop answers how many decisions a second one thread makes, starting new rounds (their deals included in the time,
and not counted as decisions) until some seconds have passed. The libraries come with the extra `peers` and are
imported when a loop is made.

Of the ways to drive a peer from Python that were tried, the fastest is used: cards are dealt to hearts by one shuffle
and not by drawing each chance outcome, and the card to play is picked from the list of legal actions and not searched
for in the mask.
"""

from __future__ import annotations

import importlib
import importlib.metadata
import random
import time
from collections.abc import Callable
from typing import Any

Loop = Callable[[float], float]
"""Plays for some seconds of this thread's processor time, a round at the least, and returns decisions a second."""

# OpenSpiel's hearts without the passing of cards has the course of our trick games: a deal, then 52 decisions.
HEARTS = "hearts(pass_cards=false)"
NO_PASS = 0  # the one outcome of its first chance node, which settles where cards are passed to
MODULES = {"open_spiel": "pyspiel", "pettingzoo": "pettingzoo.classic.connect_four_v3"}


class PeersMissingError(ImportError):
    """None of the libraries to compare with is installed."""


def installed() -> dict[str, str]:
    """Version of each peer that can be imported, by the name of its distribution.

    Raises:
        PeersMissingError: there is none.
    """
    versions = {}
    for distribution, module in MODULES.items():
        try:
            importlib.import_module(module)
        except ImportError:
            continue
        versions[distribution] = importlib.metadata.version(distribution)
    if not versions:
        raise PeersMissingError("comparing with peers needs OpenSpiel and pygame: pip install 'stockyard[peers]'")
    return versions


def loops(versions: dict[str, str]) -> dict[str, tuple[str, Loop]]:
    """What our loops "masks", "observations" and "aec" are compared with: a name to print, and the peer's loop."""
    found: dict[str, tuple[str, Loop]] = {}
    if "open_spiel" in versions:
        found["masks"] = ("OpenSpiel hearts", lambda seconds: hearts(seconds, observe=False))
        found["observations"] = ("OpenSpiel hearts", lambda seconds: hearts(seconds, observe=True))
    if "pettingzoo" in versions:
        connect_four = importlib.import_module(MODULES["pettingzoo"])
        found["aec"] = ("connect_four_v3", lambda seconds: agent_cycle(connect_four.env(), seconds))
    return found


def hearts(seconds: float, observe: bool) -> float:
    """Decisions a second in OpenSpiel's hearts through its Python bindings.

    Every decision asks for the mask and for the list of legal actions, and picks one of the list. With `observe` the
    seat's information state (the only tensor this game has) is also written, into one array that is used again.
    """
    pyspiel: Any = importlib.import_module(MODULES["open_spiel"])
    observation: Any = importlib.import_module("open_spiel.python.observation")
    game = pyspiel.load_game(HEARTS)
    tensor = observation.make_observation(game, observation.INFO_STATE_OBS_TYPE)
    deck = list(range(game.num_distinct_actions()))
    uniform = random.Random(0).random
    shuffle = random.Random(1).shuffle
    decisions = 0
    start = time.thread_time()
    while (elapsed := time.thread_time() - start) <= seconds or not decisions:
        state = game.new_initial_state()
        state.apply_action(NO_PASS)
        shuffle(deck)
        for card in deck:
            state.apply_action(card)
        while (player := state.current_player()) >= 0:
            state.legal_actions_mask()
            if observe:
                tensor.set_from(state, player)
            legal = state.legal_actions()
            state.apply_action(legal[int(uniform() * len(legal))])
            decisions += 1
    return decisions / elapsed


def agent_cycle(env: Any, seconds: float) -> float:
    """Decisions a second of PettingZoo's usual loop, in an AEC environment with an `action_mask`."""
    for seat, agent in enumerate(env.possible_agents):
        env.action_space(agent).seed(seat)
    decisions = rounds = 0
    start = time.thread_time()
    while (elapsed := time.thread_time() - start) <= seconds or not decisions:
        env.reset(seed=rounds)
        for agent in env.agent_iter():
            observation, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                env.step(None)
            else:
                env.step(env.action_space(agent).sample(observation["action_mask"]))
                decisions += 1
        rounds += 1
    return decisions / elapsed
