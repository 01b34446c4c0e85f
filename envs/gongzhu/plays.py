"""Faces, actions and what they are worth in the gongzhu family.

A *face* is a card together with how it was sold. Each suit holds one sellable card, so each has 15
faces: its 13 cards in
the order 2 … A, and after the sellable one its dark and its open face. Faces are numbered suit by suit,
c d h s, 0..59; a hand is a 64-bit set of faces, and a sale exchanges one face for another.
"""

import numpy as np

from ..bits import set_of
from ..cards import CARD_TEXTS, RANKS, SUITS, parse_card
from ..catalogue import Catalogue

NUM_CARDS = 52
NUM_FACES = 60
FACES_A_SUIT = 15

# Sellable cards in the order in which a seat is asked: pig, sheep, transformer, heart ace.
PIG, SHEEP, TRANSFORMER, HEART_ACE = range(4)
SELLABLE_NAMES = ("pig", "sheep", "transformer", "heart ace")
SELLABLE_CARDS = np.array([parse_card(text) for text in ("Qs", "Jd", "Tc", "Ah")])

UNSOLD, DARK, OPEN = range(3)  # also the order of the actions that sell
SOLD_MARKS = ("", "*", "!")

_FACES = [(card, sold) for card in range(NUM_CARDS) for sold in (range(3) if card in SELLABLE_CARDS else (UNSOLD,))]
FACE_TEXTS = tuple(CARD_TEXTS[card] + SOLD_MARKS[sold] for card, sold in _FACES)
CARD_OF_FACE = np.array([card for card, _ in _FACES])
SUIT_OF_FACE = CARD_OF_FACE // 13
SALE_OF_FACE = np.array([sold for _, sold in _FACES])
UNSOLD_FACE = np.array([_FACES.index((card, UNSOLD)) for card in range(NUM_CARDS)])
SELLABLE_FACES = np.array([UNSOLD_FACE[card] for card in SELLABLE_CARDS])  # + DARK, + OPEN: its sold faces
SELLABLE_OF_FACE = np.array(
    [list(SELLABLE_CARDS).index(card) if card in SELLABLE_CARDS else -1 for card in CARD_OF_FACE]
)


def _faces_where(condition):
    return set_of(np.flatnonzero(condition))


SUIT_FACES = np.array([_faces_where(SUIT_OF_FACE == suit) for suit in range(4)])
DARK_FACES = _faces_where(SALE_OF_FACE == DARK)
OPEN_FACES = _faces_where(SALE_OF_FACE == OPEN)
SOLD_FACES = DARK_FACES | OPEN_FACES
ALL_UNSOLD_FACES = _faces_where(SALE_OF_FACE == UNSOLD)
SELLABLE_FACE_SETS = np.array([_faces_where(SELLABLE_OF_FACE == k) for k in range(4)])
ALL_SELLABLE_FACES = _faces_where(SELLABLE_OF_FACE >= 0)
HEART_FACES = SUIT_FACES[SUITS.index("h")]
CLUB_TWO = UNSOLD_FACE[parse_card("2c")]

# gongzhu, score cards: points of each heart, 2 … A
HEART_POINTS = np.array([0, 0, 0, -10, -10, -10, -10, -10, -10, -20, -30, -40, -50])
POINTS_OF_FACE = np.array([HEART_POINTS[card % 13] if card // 13 == 2 else 0 for card in CARD_OF_FACE])

# The sixteen score cards in the order of the observation: hearts, then pig, sheep, transformer.
SCORE_CARD_TEXTS = (*(rank + "h" for rank in RANKS), "Qs", "Jd", "Tc")
SCORE_CARDS = np.array([parse_card(text) for text in SCORE_CARD_TEXTS])
SCORE_CARD_OF_FACE = np.array([list(SCORE_CARDS).index(card) if card in SCORE_CARDS else -1 for card in CARD_OF_FACE])
SCORE_FACES = _faces_where(SCORE_CARD_OF_FACE >= 0)

# Actions: 52 cards to play, then the three answers to an offer.
SELL = NUM_CARDS
NUM_ACTIONS = NUM_CARDS + 3
SELL_TEXTS = ("sell keep", "sell dark", "sell open")

FEATURE_NAMES = (
    *(f"suit {suit}" for suit in SUITS),
    "rank",
    "heart points",
    *SELLABLE_NAMES,
    *SELL_TEXTS,
)


def _features():
    features = np.zeros((NUM_ACTIONS, len(FEATURE_NAMES)), np.float32)
    for card in range(NUM_CARDS):
        features[card, card // 13] = 1
        features[card, 4] = (card % 13) / 12
        features[card, 5] = HEART_POINTS[card % 13] / -50 if card // 13 == 2 else 0
    for k, card in enumerate(SELLABLE_CARDS):
        features[card, 6 + k] = 1
    for answer in range(3):
        features[SELL + answer, 10 + answer] = 1
    return features


def make_catalogue(ruleset) -> Catalogue:
    """The actions of a ruleset with one deck: 52 cards and three answers to an offer to sell."""
    return Catalogue((*CARD_TEXTS[:NUM_CARDS], *SELL_TEXTS), FEATURE_NAMES, _features())


def parse_face(text: str) -> int:
    """The face of a text, as `Qs`, `Qs*` (sold dark) or `Qs!` (sold open); `ValueError` when it is none."""
    if text not in FACE_TEXTS:
        raise ValueError(
            f"{text!r} is no face: write a card, and `*` (sold dark) or `!` (sold open) behind Qs Jd Tc Ah"
        )
    return FACE_TEXTS.index(text)
