"""The laws that every game obeys: for its tests, and for whoever adds a game."""

from itertools import pairwise

import numpy as np

from .chance import mix, seeds_for
from .game import Game, IllegalActionError
from .record import replay


class LawBrokenError(AssertionError):
    """A game does not obey a law; the message says which, where, and how to see it again."""


def check_game(game: Game, rounds: int = 50, seed: int = 0) -> int:
    """Play `rounds` rounds at random and check at every decision what holds in every game.

    Returns the number of decisions checked. Raises `LawBrokenError` naming the first law that does not hold.

    * Actions and their texts correspond one to one, and the features are finite.
    * A seed gives one deal, whatever is dealt beside it.
    * Whoever is to act has a legal action; the mask, the list and `apply` agree on what is legal.
    * A refused action changes nothing, and a mask is all false once the round is over.
    * Observations are finite, of the stated size, and the same for the same state.
    * What a seat sees, and what it may do, does not change when all that it cannot know is dealt anew; and the course
      of the round can be played again from the world that was dealt.
    * A hand ends within `max_decisions`; episodes end, with finite scores, and nobody is asked any more.
    """
    _check_actions(game)
    seeds = seeds_for(seed, count=rounds)
    states = game.new(rounds)
    game.deal(states, seeds)
    alone = game.new(1)
    for i in range(rounds):
        game.deal(alone, seeds[i])
        _law(alone[0] == states[i], f"the deal of seed {seeds[i]} depends on what is dealt beside it")
    going = np.arange(rounds)
    checked = 0
    while len(going):
        now = states[going]
        chosen = _check_decisions(game, now, mix(seeds[going], checked))
        checked += len(going)
        game.apply(now, chosen)
        states[going] = now
        _law(bool((now["length"] <= game.max_decisions).all()), f"a hand has more than {game.max_decisions} decisions")
        going = going[game.seat(now) >= 0]
    _law(not game.legal(states).any(), "an action is legal in a round that is over")
    _law(game.scores(states).shape == (rounds, game.num_seats), "scores are not of shape [n, S]")
    return checked


def _law(holds, what: str) -> None:
    if not holds:
        raise LawBrokenError(what)


def _check_actions(game: Game) -> None:
    for action in range(game.num_actions):
        text = game.text(action)
        _law(game.action(text) == action, f"`{text}` is not the text of action {action} alone")
        backwards = "  ".join(reversed(text.split()))
        _law(game.action(backwards) == action, f"`{backwards}` is not read as `{text}`")
    _law(bool(np.isfinite(game.features).all()), "the features of some action are not finite")


def _check_decisions(game: Game, states: np.ndarray, seeds: np.ndarray) -> np.ndarray:
    """Check every round's state, and choose a random legal action in each."""
    n = len(states)
    seats = game.seat(states)
    _law(bool(((seats >= 0) & (seats < game.num_seats)).all()), "the seat to act is no seat")
    masks = game.legal(states)
    actions, offsets = game.legal_lists(states)
    _law(bool(masks.any(axis=1).all()), "somebody is to act and has no legal action")
    listed = np.zeros_like(masks)
    listed[np.repeat(np.arange(n), np.diff(offsets)), actions] = True
    _law(np.array_equal(listed, masks), "the mask and the list of legal actions differ")
    ascending = all(np.all(np.diff(actions[start:end]) > 0) for start, end in pairwise(offsets))
    _law(ascending, "a list of legal actions is not ascending")
    chosen = actions[offsets[:-1] + (mix(seeds, 1) % np.diff(offsets).astype(np.uint64)).astype(np.int64)]
    _check_refusals(game, states, masks, seeds)
    _check_views(game, states, seeds)
    return chosen


def _check_refusals(game: Game, states: np.ndarray, masks: np.ndarray, seeds: np.ndarray) -> None:
    """In one of the rounds, each in turn: a random action is accepted if and only if the mask has it."""
    i = int(seeds[0]) % len(states)
    action = int(mix(int(seeds[0]), 2)) % game.num_actions
    tried = states[i : i + 1].copy()
    try:
        game.apply(tried, [action])
        accepted = True
    except IllegalActionError:
        accepted = False
        _law(tried[0] == states[i], f"refusing `{game.text(action)}` has changed the round")
    _law(accepted == masks[i, action], f"the mask and `apply` differ on `{game.text(action)}`")


def _check_views(game: Game, states: np.ndarray, seeds: np.ndarray) -> None:
    """From every seat: what it sees depends on nothing that it cannot know."""
    acting = game.seat(states)
    masks = game.legal(states)
    for seat in range(game.num_seats):
        seen = game.observe(states, seat)
        _law(seen.shape == (len(states), game.observation_size), "observations are not of the stated size")
        _law(bool(np.isfinite(seen).all()), "an observation is not finite")
        worlds = states.copy()
        game.redeal_hidden(worlds, seat, mix(seeds, 3, seat))
        for i in np.flatnonzero((game.observe(worlds, seat) != seen).any(axis=1)):
            differs = game.observe(worlds[i : i + 1], seat)[0] != seen[i]
            names = [segment.name for segment in game.layout if differs[segment.slice].any()]
            raise LawBrokenError(f"seat {seat} sees hidden cards in {', '.join(names)}:\n{game.describe(states[i])}")
        _law(np.array_equal(game.seat(worlds), acting), "dealing hidden cards anew has changed who is to act")
        mine = acting == seat
        _law(np.array_equal(game.legal(worlds)[mine], masks[mine]), f"the mask of seat {seat} depends on hidden cards")
        i = int(seeds[0]) % len(states)
        shown = game.describe(states[i], seat) == game.describe(worlds[i], seat)
        _law(shown, f"the description for seat {seat} depends on hidden cards:\n{game.describe(states[i])}")
        _check_course(game, worlds[i])


def _check_course(game: Game, world: np.record) -> None:
    """A world that was dealt could have taken the course that it has."""
    try:
        for _ in replay(game, world):
            pass
    except IllegalActionError as error:
        raise LawBrokenError(f"a world dealt anew cannot have come about: {error}\n{game.describe(world)}") from error
