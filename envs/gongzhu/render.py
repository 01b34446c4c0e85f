"""A state of gongzhu as text: what one seat sees, or everything."""

import numpy as np

from ..bits import NONE, count, members
from ..cards import SUIT_GLYPHS, card_glyphs
from .observe import known_sales
from .plays import (
    CARD_OF_FACE,
    DARK_FACES,
    FACES_A_SUIT,
    OPEN_FACES,
    SALE_OF_FACE,
    SCORE_FACES,
    SELL_TEXTS,
    SELLABLE_CARDS,
    SELLABLE_NAMES,
    SOLD_MARKS,
)
from .ruleset import NUM_SEATS, Ruleset
from .scores import all_sold, hand_scores
from .state import OVER, SALE


def public_text(ruleset: Ruleset, text: str) -> str:
    """What others notice of an action (gongzhu, course 2: the seats decide without knowledge of one another)."""
    return "decided on a sale" if text in SELL_TEXTS else text


def describe(ruleset: Ruleset, state, seat: int | None, ansi: bool) -> str:
    """The state as lines of text, as `seat` sees it (None: with all cards open).

    Sold cards are marked `*` dark and `!` open. A back is a dark-sold card in somebody's hand.
    """
    lines = [_heading(ruleset, state)]
    lines += [_seat_line(state, at, seat, ansi) for at in range(NUM_SEATS)]
    if state.phase != SALE:
        lines.append(_trick_line(state, ansi))
        lines.append("taken: " + "; ".join(_taken(state, at, ansi) for at in range(NUM_SEATS)))
    lines.append(_points_line(ruleset, state, seat))
    if state.phase == SALE and seat in (None, state.turn):
        lines.append(
            f"seat {state.turn} is asked: sell the {SELLABLE_NAMES[state.asked]} ({_asked_card(state, ansi)})?"
        )
    return "\n".join(lines)


def _heading(ruleset, state):
    hand = f"hand {state.hands_played + 1}, " if ruleset.match and state.phase != OVER else ""
    if state.phase == OVER:
        return "over, cut off" if state.cut_off else "over"
    if state.phase == SALE:
        return f"{hand}sale; seat {state.leader} leads first" if _leader_is_public(state) else f"{hand}sale"
    trick = 14 - max(count(faces) + (played >= 0) for faces, played in zip(state.hands, state.trick, strict=True))
    return f"{hand}trick {trick} of 13; seat {state.turn} to play"


def _leader_is_public(state):
    """Before the first lead only its holder knows where the two of clubs is; a match's later leaders are known."""
    return state.hands_played > 0


def _seat_line(state, at, observer, ansi):
    faces = state.hands[at]
    marker = "→" if at == state.turn else " "
    if observer is None or at == observer:
        cards = _cards_by_suit(faces, ansi)
    else:
        shown = faces & OPEN_FACES if state.phase != SALE else NONE
        parts = [f"{count(faces)} cards"]
        if shown != NONE:
            parts.append("open " + _cards(shown, ansi))
        if state.phase != SALE and count(faces & DARK_FACES):
            parts.append(f"backs {count(faces & DARK_FACES)}")
        played = known_sales(state, observer, at) & ~faces
        if played != NONE:
            parts.append("had sold " + _cards(played, ansi))
        cards = ", ".join(parts)
    void = "".join(SUIT_GLYPHS[suit] for suit in range(4) if state.voids[at] >> suit & 1)
    return f"{marker} seat {at}: {cards}" + (
        f"   (no {void})" if void and at != observer and observer is not None else ""
    )


def _cards(faces, ansi):
    return " ".join(card_glyphs(CARD_OF_FACE[face], ansi) + SOLD_MARKS[SALE_OF_FACE[face]] for face in members(faces))


def _cards_by_suit(faces, ansi):
    suits = [int(faces) >> FACES_A_SUIT * suit & (1 << FACES_A_SUIT) - 1 for suit in range(4)]
    return "  ".join(_cards(word << FACES_A_SUIT * suit, ansi) for suit, word in enumerate(suits) if word) or "–"


def _trick_line(state, ansi):
    order = [(state.leader + i) % NUM_SEATS for i in range(NUM_SEATS)]
    played = [f"seat {at} {_cards(1 << int(state.trick[at]), ansi)}" for at in order if state.trick[at] >= 0]
    return "trick: " + (", ".join(played) if played else "nothing led yet")


def _taken(state, at, ansi):
    return f"seat {at} " + (_cards(state.taken[at] & SCORE_FACES, ansi) or "–")


def _points_line(ruleset, state, observer):
    if state.phase == OVER:
        return f"scores: {_per_seat(state.points)}" + (f"; totals {_per_seat(state.totals)}" if ruleset.match else "")
    points = np.zeros(NUM_SEATS, np.int64)
    # The heart ace counts as sold before it is played; who cannot know that it was counts without it.
    sold = (
        all_sold(state)
        if observer is None
        else np.bitwise_or.reduce([known_sales(state, observer, at) for at in range(NUM_SEATS)])
    )
    hand_scores(ruleset, state, sold, points)
    return f"points so far: {_per_seat(points)}" + (f"; totals {_per_seat(state.totals)}" if ruleset.match else "")


def _per_seat(points):
    return " ".join(f"{int(value):+d}" for value in points)


def _asked_card(state, ansi):
    return card_glyphs(int(SELLABLE_CARDS[state.asked]), ansi)
