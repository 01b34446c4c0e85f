"""Deals given by hand: checking them, and reading one off a state."""

import numpy as np

from ..bits import members, set_of
from ..cards import CARD_TEXTS, parse_cards
from .plays import CARD_OF_FACE, NUM_CARDS
from .ruleset import NUM_SEATS, Ruleset

HAND_SIZE = 13
POSITION_KEYS = ("hands", "leader")


def parse_hands(ruleset: Ruleset, hands) -> np.ndarray:
    """Card sets uint64[4] of a deal given as card texts, a list or a string a seat.

    Raises `ValueError` naming what is wrong: a wrong number of hands or cards, no card, a card twice.
    """
    if isinstance(hands, np.ndarray):
        hands = hands.tolist()
    if isinstance(hands, str) or not hasattr(hands, "__len__") or len(hands) != NUM_SEATS:
        raise ValueError(f"hands must be a list of {NUM_SEATS} hands, one a seat, each a list or a string of cards")
    holder: dict[int, int] = {}
    for seat, hand in enumerate(hands):
        try:
            cards = parse_cards(hand)
        except ValueError as error:
            raise ValueError(f"hand of seat {seat}: {error}") from None
        for card in cards:
            if card >= NUM_CARDS:
                raise ValueError(f"seat {seat} holds {CARD_TEXTS[card]}, which is not in this deck")
            if card in holder:
                raise ValueError(f"{CARD_TEXTS[card]} is dealt twice, to seats {holder[card]} and {seat}")
            holder[card] = seat
        if len(cards) != HAND_SIZE:
            raise ValueError(f"seat {seat} holds {len(cards)} cards instead of {HAND_SIZE}")
    return np.array([set_of(card for card, seat in holder.items() if seat == at) for at in range(NUM_SEATS)])


def parse_leader(ruleset: Ruleset, leader) -> int:
    """The leader of a position; `ValueError` when it is no seat."""
    if isinstance(leader, bool) or not isinstance(leader, (int, np.integer)) or not 0 <= leader < NUM_SEATS:
        raise ValueError(f"leader must be a seat from 0 to {NUM_SEATS - 1}, not {leader!r}")
    return int(leader)


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
