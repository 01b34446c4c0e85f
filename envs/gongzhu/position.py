"""Deals given by hand: checking them, and reading one off a state."""

import numpy as np

from ..bits import members, set_of
from ..cards import CARD_TEXTS
from ..deals import parse_deal, parse_seat
from .plays import CARD_OF_FACE, NUM_CARDS
from .ruleset import NUM_SEATS, Ruleset

HAND_SIZE = 13
POSITION_KEYS = ("hands", "leader")


def parse_hands(ruleset: Ruleset, hands) -> np.ndarray:
    """Card sets uint64[4] of a deal given as card texts, a list or a string a seat; `ValueError` as `parse_deal`."""
    return parse_deal(hands, range(NUM_CARDS), [HAND_SIZE] * NUM_SEATS)


def parse_leader(ruleset: Ruleset, leader) -> int:
    """The leader of a position; `ValueError` when it is no seat."""
    return parse_seat("leader", leader, NUM_SEATS)


def card_sets(ruleset: Ruleset, state) -> np.ndarray:
    """Card sets uint64[4] of what the seats hold, as `parse_hands` gives them."""
    return np.array([set_of(CARD_OF_FACE[members(faces)]) for faces in state.hands])


def hand_texts(ruleset: Ruleset, state) -> list[list[str]]:
    """Texts of the cards that each seat holds, in the order of suits c d h s and ranks 2 … A."""
    return [[CARD_TEXTS[CARD_OF_FACE[face]] for face in members(faces)] for faces in state.hands]


def opening(ruleset: Ruleset, state) -> dict:
    """The position that the hand in `state` began with, for `Game.set_up`: `hands`, `leader` (None: the rule's)."""
    held = [members(cards) for cards in card_sets(ruleset, state)]
    for action, seat in zip(state.course[: state.length], state.course_seats[: state.length], strict=True):
        if action < NUM_CARDS:
            held[seat].append(int(action))
    return {
        "hands": [[CARD_TEXTS[card] for card in sorted(hand)] for hand in held],
        "leader": None if state.club_two_led else int(state.first_leader),
    }
