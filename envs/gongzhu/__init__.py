"""拱猪 gongzhu, "driving the pig": four players, trick-taking, follow suit.

The ♠Q is the pig 猪 (−100), the ♦J the sheep 羊 (+100), the ♣T the transformer 变压器 (it multiplies),
hearts count against
their taker, and all of them together for it. Before play these may be sold 卖, dark 暗 or open 明, which
raises what they are worth. The points of a hand are called blood 血.
"""

import numpy as np

from ..bits import set_of
from ..layout import Layout
from . import observe, redeal, rules  # noqa: F401  importing them registers the family's verbs
from .plays import make_catalogue, parse_face
from .position import POSITION_KEYS, card_sets, hand_texts, opening, parse_hands, parse_leader
from .render import describe, public_text
from .ruleset import NUM_SEATS, Ruleset, make_ruleset, sides
from .scores import FALL_CAP, LOWEST_HAND_SCORE, match_is_over
from .scores import hand_score as _hand_score
from .scores import settle as _settle
from .state import MAX_COURSE, STATE

__all__ = [
    "NUM_SEATS",
    "POSITION_KEYS",
    "STATE",
    "card_sets",
    "describe",
    "hand_score",
    "hand_texts",
    "layout",
    "layout_all",
    "lowest_score",
    "make_catalogue",
    "make_ruleset",
    "max_decisions",
    "opening",
    "parse_hands",
    "parse_leader",
    "public_text",
    "settle",
    "sides",
]


def layout(ruleset: Ruleset) -> Layout:
    """Named segments of a seat's observation."""
    return observe.LAYOUT


def layout_all(ruleset: Ruleset) -> Layout:
    """Named segments of the perfect-information vector."""
    return observe.LAYOUT_ALL


def max_decisions(ruleset: Ruleset) -> int:
    """An upper bound on the decisions of one hand."""
    return MAX_COURSE


def settle(ruleset: Ruleset, totals: list[int]) -> list[int]:
    """Settlement points of a match that ended with these totals: one a seat, or one a side for partners; a list of 4.

    Raises `ValueError` when the totals do not end a match.
    """
    wanted = 2 if ruleset.partners else NUM_SEATS
    if len(totals) != wanted:
        raise ValueError(f"this ruleset settles {wanted} totals, not {len(totals)}")
    of_seats = np.array([totals[seat % wanted] for seat in range(NUM_SEATS)], np.int64)
    if not match_is_over(ruleset.limit, of_seats):
        raise ValueError(f"no total of {list(totals)} has reached {ruleset.limit} up or down: the match is not over")
    points = np.zeros(NUM_SEATS, np.int64)
    _settle(ruleset, of_seats, points)
    return points.tolist()


def lowest_score(ruleset: Ruleset) -> int:
    """The least that the rules can pay a seat for an episode."""
    return -FALL_CAP if ruleset.match else LOWEST_HAND_SCORE


def hand_score(ruleset: Ruleset, taken: list[str], sold_aces: list[str]) -> int:
    """Points of a seat that took these faces (`Qs`, `Qs*` dark, `Qs!` open).

    sold_aces: how each sold ♥A was sold by whoever held it, `"dark"` or `"open"`; empty when it was not.
    """
    faces = set_of(parse_face(text) for text in taken)
    aces = set_of(parse_face({"dark": "Ah*", "open": "Ah!"}[sale]) for sale in sold_aces)
    return int(_hand_score(faces, faces | aces))
