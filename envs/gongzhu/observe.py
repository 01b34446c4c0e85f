"""What a seat of gongzhu sees, as a vector of named segments.

Seats are relative to the observer: 0 itself, 1 the next in the order of play, 2 the one opposite, 3 the one before it.
"""

import numpy as np
from numba import njit

from ..bits import NONE, ONE, bit, count, has, highest, lowest
from ..kernel import implements, observe, observe_all
from ..layout import Layout
from .plays import (
    CARD_OF_FACE,
    CLUB_TWO,
    DARK,
    DARK_FACES,
    NUM_CARDS,
    SALE_OF_FACE,
    SCORE_CARD_OF_FACE,
    SCORE_FACES,
    SELLABLE_OF_FACE,
    SUIT_FACES,
    SUIT_OF_FACE,
)
from .ruleset import Ruleset
from .state import PLAY, SALE

_CARDS = "cards in the order of suits c d h s and ranks 2 … A"
_SELLABLE = "pig, sheep, transformer, heart ace"
_SEATS = "relative seats 0 … 3"

LAYOUT = Layout(
    [
        ("hand", (52,), f"1 for each card in the own hand; {_CARDS}"),
        ("table", (4, 52), f"{_SEATS} × cards: 1 for the card that the seat has played to the trick in progress"),
        ("trick_leader", (4,), f"{_SEATS}: 1 for the one that leads, or led, the trick in progress; 0 in the sale"),
        ("winner", (4,), f"{_SEATS}: 1 for the one whose card is the best in the trick in progress"),
        ("beats", (52,), "1 for each own card that would be the best in the trick in progress, legal or not"),
        ("unbeaten", (52,), "1 for each own card that no card of its suit in another hand is higher than"),
        (
            "club_two",
            (4,),
            f"{_SEATS}: 1 for the one known to hold the two of clubs, since it led the first trick by it",
        ),
        (
            "taken",
            (4, 16),
            f"{_SEATS} × score cards (hearts 2 … A, pig, sheep, transformer): 1 for those taken in tricks",
        ),
        ("unseen", (52,), "1 for each card that the observer has not seen: it is in some other hand"),
        (
            "voids",
            (3, 4),
            "relative seats 1 … 3 × suits c d h s: 1 for a suit that the seat has shown to hold no more of",
        ),
        ("asked", (4,), f"{_SELLABLE}: 1 for the one that the observer is asked about in the sale"),
        ("sold_dark", (4, 4), f"{_SEATS} × {_SELLABLE}: 1 for dark-sold, the own ones and those of others once played"),
        ("sold_open", (4, 4), f"{_SEATS} × {_SELLABLE}: 1 for open-sold, those of others once the sale is over"),
        (
            "backs",
            (4,),
            f"{_SEATS}: dark-sold cards not yet played, divided by 4; those of others once the sale is over",
        ),
        ("suits_led", (4,), "suits c d h s: 1 for those led in an earlier trick, where sold cards are barred no more"),
        ("tricks_left", (1,), "tricks not yet over, divided by 13"),
        ("playing", (1,), "1 once the sale is over"),
        ("totals", (4,), f"{_SEATS}: points of the hands before in a match, divided by the limit of 1000"),
    ]
)

LAYOUT_ALL = Layout(
    [
        *((segment.name, segment.shape, segment.meaning) for segment in LAYOUT),
        ("other_hands", (3, 52), "relative seats 1 … 3 × cards: 1 for each card that the seat holds"),
        ("all_dark", (3, 4), f"relative seats 1 … 3 × {_SELLABLE}: 1 for dark-sold, whether seen or not"),
        ("all_open", (3, 4), f"relative seats 1 … 3 × {_SELLABLE}: 1 for open-sold, whether the sale is over or not"),
    ]
)

# Compiled code takes each offset as a constant.
_HAND = LAYOUT["hand"].start
_TABLE = LAYOUT["table"].start
_TRICK_LEADER = LAYOUT["trick_leader"].start
_WINNER = LAYOUT["winner"].start
_BEATS = LAYOUT["beats"].start
_UNBEATEN = LAYOUT["unbeaten"].start
_CLUB_TWO = LAYOUT["club_two"].start
_TAKEN = LAYOUT["taken"].start
_UNSEEN = LAYOUT["unseen"].start
_VOIDS = LAYOUT["voids"].start
_ASKED = LAYOUT["asked"].start
_SOLD_DARK = LAYOUT["sold_dark"].start
_SOLD_OPEN = LAYOUT["sold_open"].start
_BACKS = LAYOUT["backs"].start
_SUITS_LED = LAYOUT["suits_led"].start
_TRICKS_LEFT = LAYOUT["tricks_left"].start
_PLAYING = LAYOUT["playing"].start
_TOTALS = LAYOUT["totals"].start
_OTHER_HANDS = LAYOUT_ALL["other_hands"].start
_ALL_DARK = LAYOUT_ALL["all_dark"].start
_ALL_OPEN = LAYOUT_ALL["all_open"].start
_END = LAYOUT.size
_END_ALL = LAYOUT_ALL.size


@njit
def write_cards(faces, start, out):
    """1 at `start` + card for each face of the set."""
    while faces != NONE:
        out[start + CARD_OF_FACE[lowest(faces)]] = 1
        faces &= faces - np.uint64(1)


@njit
def write_score_cards(faces, start, out):
    """1 at `start` + number of the score card for each score card of the set."""
    faces &= SCORE_FACES
    while faces != NONE:
        out[start + SCORE_CARD_OF_FACE[lowest(faces)]] = 1
        faces &= faces - np.uint64(1)


@njit
def write_sales(faces, dark, opened, out):
    """1 at `dark` or `opened` + number of the sellable card for each sold face of the set."""
    while faces != NONE:
        face = lowest(faces)
        faces &= faces - np.uint64(1)
        start = dark if SALE_OF_FACE[face] == DARK else opened
        out[start + SELLABLE_OF_FACE[face]] = 1


@njit
def relative_seat(other, observer):
    """How many seats after the observer another one sits, 0..3."""
    return (np.int64(other) - np.int64(observer)) & 3


@njit
def known_sales(s, observer, seat):
    """Sold faces of `seat` that `observer` knows (gongzhu, course 2)."""
    if seat == observer:
        return s.sold[seat]
    if s.phase == SALE:
        return NONE
    return s.sold[seat] & ~(DARK_FACES & s.hands[seat])


@njit
def faces_above(suit, face):
    """Faces of a suit that are higher than one of its faces; all of the suit for -1."""
    return SUIT_FACES[suit] & ~(bit(face + 1) - ONE)


@njit
def write_strength(s, seat, out):
    """What the own cards can beat: the trick in progress, and what others hold of their suit."""
    hand = s.hands[seat]
    others = NONE
    for relative in range(1, 4):
        others |= s.hands[(seat + relative) & 3]
    for suit in range(4):
        rivals = others & SUIT_FACES[suit]
        write_cards(hand & faces_above(suit, highest(rivals) if rivals != NONE else -1), _UNBEATEN, out)
    if s.winner >= 0:
        best = np.int64(s.trick[s.winner])
        out[_WINNER + relative_seat(s.winner, seat)] = 1
        write_cards(hand & faces_above(SUIT_OF_FACE[best], best), _BEATS, out)


@njit
def write_observation(rules, s, seat, out):
    """Write the segments of `LAYOUT` into zeroed `out`."""
    write_cards(s.hands[seat], _HAND, out)
    in_hand = 0
    for relative in range(4):
        other = (seat + relative) & 3
        in_hand = max(in_hand, count(s.hands[other]))
        if s.trick[other] >= 0:
            out[_TABLE + NUM_CARDS * relative + CARD_OF_FACE[s.trick[other]]] = 1
        write_score_cards(s.taken[other], _TAKEN + 16 * relative, out)
        write_sales(known_sales(s, seat, other), _SOLD_DARK + 4 * relative, _SOLD_OPEN + 4 * relative, out)
        if relative == 0 or s.phase != SALE:
            out[_BACKS + relative] = count(s.hands[other] & DARK_FACES) * np.float32(0.25)
        if relative > 0:
            write_cards(s.hands[other], _UNSEEN, out)
            for suit in range(4):
                if s.voids[other] >> suit & 1:
                    out[_VOIDS + 4 * (relative - 1) + suit] = 1
        if rules.match:
            # Totals pass the limit only in the settlement that ends the match.
            total = s.totals[other] / np.float32(rules.limit)
            out[_TOTALS + relative] = min(max(total, np.float32(-1)), np.float32(1))
    write_strength(s, seat, out)
    if s.phase == PLAY:
        out[_TRICK_LEADER + relative_seat(s.leader, seat)] = 1
        if s.club_two_led and has(s.hands[s.first_leader], CLUB_TWO):
            out[_CLUB_TWO + relative_seat(s.first_leader, seat)] = 1
    if s.phase == SALE and s.turn == seat:
        out[_ASKED + np.int64(s.asked)] = 1
    for suit in range(4):
        if has(np.uint64(s.suits_led), suit):
            out[_SUITS_LED + suit] = 1
    out[_TRICKS_LEFT] = in_hand / np.float32(13)
    out[_PLAYING] = s.phase >= PLAY


@implements(observe, Ruleset)
def _observe(rules, s, seat, out):
    out[:_END] = 0
    write_observation(rules, s, seat, out)


@implements(observe_all, Ruleset)
def _observe_all(rules, s, seat, out):
    out[:_END_ALL] = 0
    write_observation(rules, s, seat, out)
    for relative in range(1, 4):
        other = (seat + relative) & 3
        write_cards(s.hands[other], _OTHER_HANDS + NUM_CARDS * (relative - 1), out)
        write_sales(s.sold[other], _ALL_DARK + 4 * (relative - 1), _ALL_OPEN + 4 * (relative - 1), out)
