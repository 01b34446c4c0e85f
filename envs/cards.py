"""Cards: numbers, text and glyphs.

A card is an integer: `13 * suit + rank` with suits c d h s as 0..3 and ranks 2 3 … K A as 0..12, then
the small joker 52 and the big joker 53. Each game ranks and groups them in its own way; this is only their name.
"""

import numpy as np

SUITS = "cdhs"
RANKS = "23456789TJQKA"
SUIT_GLYPHS = "♣♦♥♠"
RED_SUITS = (1, 2)
SMALL_JOKER, BIG_JOKER = 52, 53

CARD_TEXTS = (*(rank + suit for suit in SUITS for rank in RANKS), "bj", "rj")
_CARD_OF_TEXT = {text: card for card, text in enumerate(CARD_TEXTS)}


def parse_card(text):
    """The card of a text; `ValueError` when it is none."""
    try:
        return _CARD_OF_TEXT[text]
    except KeyError:
        raise ValueError(
            f"{text!r} is no card: write a rank of {RANKS} and a suit of {SUITS}, as `Qs`, or `bj`, `rj` for the jokers"
        ) from None


def parse_cards(cards):
    """The cards of a space-separated string, or of a list or array of card texts; `ValueError` when it is neither."""
    if isinstance(cards, np.ndarray):
        cards = cards.tolist()
    if not isinstance(cards, (str, list, tuple)) or not all(isinstance(text, str) for text in cards):
        raise ValueError(f"cards must be a list or a space-separated string of card texts, not {cards!r}")
    return [parse_card(text) for text in (cards.split() if isinstance(cards, str) else cards)]


def card_glyphs(card, ansi=False):
    """The card as people write it, `♠Q`; with `ansi`, red suits in red."""
    if card >= SMALL_JOKER:
        text = ("jr", "JR")[card - SMALL_JOKER]
        red = card == BIG_JOKER
    else:
        text = SUIT_GLYPHS[card // 13] + RANKS[card % 13].replace("T", "10")
        red = card // 13 in RED_SUITS
    return f"\x1b[31m{text}\x1b[0m" if ansi and red else text
