"""Deals given by hand: checking them. What a deck is and how many cards a seat holds is the family's to say."""

from collections.abc import Collection, Sequence

import numpy as np

from .bits import set_of
from .cards import CARD_TEXTS, parse_cards


def parse_deal(hands, deck: Collection[int], hand_sizes: Sequence[int]) -> np.ndarray:
    """Card sets uint64[seats] of a deal of `deck`, given as card texts, a list or a string a seat.

    Raises `ValueError` naming what is wrong: a wrong number of hands or cards, no card of the deck, a card twice.
    """
    num_seats = len(hand_sizes)
    if isinstance(hands, np.ndarray):
        hands = hands.tolist()
    if isinstance(hands, str) or not hasattr(hands, "__len__") or len(hands) != num_seats:
        raise ValueError(f"hands must be a list of {num_seats} hands, one a seat, each a list or a string of cards")
    holder: dict[int, int] = {}
    for seat, hand in enumerate(hands):
        try:
            cards = parse_cards(hand)
        except ValueError as error:
            raise ValueError(f"hand of seat {seat}: {error}") from None
        for card in cards:
            if card not in deck:
                raise ValueError(f"seat {seat} holds {CARD_TEXTS[card]}, which is not in this deck")
            if card in holder:
                raise ValueError(f"{CARD_TEXTS[card]} is dealt twice, to seats {holder[card]} and {seat}")
            holder[card] = seat
        if len(cards) != hand_sizes[seat]:
            raise ValueError(f"seat {seat} holds {len(cards)} cards instead of {hand_sizes[seat]}")
    return np.array([set_of(card for card, seat in holder.items() if seat == at) for at in range(num_seats)])


def parse_seat(name: str, seat, num_seats: int) -> int:
    """The seat that a position names under `name`; `ValueError` when it is none."""
    if isinstance(seat, bool) or not isinstance(seat, (int, np.integer)) or not 0 <= seat < num_seats:
        raise ValueError(f"{name} must be a seat from 0 to {num_seats - 1}, not {seat!r}")
    return int(seat)
