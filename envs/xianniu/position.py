"""Deals given by hand: checking them, and reading one off a state."""

import numpy as np

from ..bits import members, set_of
from ..cards import CARD_TEXTS
from ..deals import parse_deal, parse_seat
from .plays import CLASS_CARDS, DECK, NUM_CLASSES, held
from .ruleset import NUM_SEATS, Ruleset

HAND_SIZE = 16
POSITION_KEYS = ("hands", "leader")


def parse_hands(ruleset: Ruleset, hands) -> np.ndarray:
    """Card sets uint64[3] of a deal given as card texts, a list or a string a seat; `ValueError` as `parse_deal`."""
    return parse_deal(hands, DECK, [HAND_SIZE] * NUM_SEATS)


def parse_leader(ruleset: Ruleset, leader) -> int:
    """The leader of a position; `ValueError` when it is no seat."""
    return parse_seat("leader", leader, NUM_SEATS)


def cards_in_hand(state, seat: int) -> list[int]:
    """The cards that a seat holds, in the order of ranks A 2 3 … K and suits c d h s."""
    cards = []
    for c in range(NUM_CLASSES):
        dealt = members(state.dealt[seat] & CLASS_CARDS[c])
        cards += dealt[len(dealt) - held(state.counts[seat], c) :]  # the lowest suits have left
    return sorted(cards, key=DECK.index)


def card_sets(ruleset: Ruleset, state) -> np.ndarray:
    """Card sets uint64[3] of what the seats hold, as `parse_hands` gives them."""
    return np.array([set_of(cards_in_hand(state, seat)) for seat in range(NUM_SEATS)])


def hand_texts(ruleset: Ruleset, state) -> list[list[str]]:
    """Texts of the cards that each seat holds, in the order of ranks A 2 3 … K and suits c d h s."""
    return [[CARD_TEXTS[card] for card in cards_in_hand(state, seat)] for seat in range(NUM_SEATS)]


def opening(ruleset: Ruleset, state) -> dict:
    """The position that the round in `state` began with, for `Game.set_up`: `hands` and `leader`."""
    return {
        "hands": [[CARD_TEXTS[card] for card in DECK if int(cards) >> card & 1] for cards in state.dealt],
        "leader": int(state.first_leader),
    }
