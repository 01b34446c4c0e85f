"""A state of the xianniu family as text: what one seat sees, or everything."""

import numpy as np

from ..cards import card_glyphs
from .observe import seems_asked
from .plays import ANSWER_TEXTS, CLASSES, DISCARD, LONGFENG, PLAYS, TAKE_BADUI, held
from .position import cards_in_hand
from .ruleset import NUM_SEATS, Ruleset
from .scores import round_scores
from .state import LEAD, OVER

_QUESTIONS = (
    *("may declare the deal void", "may grab", "to lead", "to discard, tightened", "to respond"),
    *("to discard, paying down", "may lift", "to discard before it lifts"),
)
_UNNOTICED = ("keep", "decline")


def public_text(ruleset: Ruleset, text: str) -> str:
    """What others notice of an action: discards are face down, and a void or grab not made is not noticed at all."""
    if text in _UNNOTICED:
        return ""
    return "a discard, face down" if text in ANSWER_TEXTS[DISCARD:] else text


def describe(ruleset: Ruleset, state, seat: int | None, ansi: bool) -> str:
    """The state as lines of text, as `seat` sees it (None: with all cards open)."""
    turn = int(state.turn) if seat is None else int(seems_asked(state, seat)[1])
    lines = [_heading(state, seat)]
    for at in range(NUM_SEATS):
        marker = "→" if at == turn else " "
        lines.append(f"{marker} seat {at}: {_hand(state, at, seat, ansi)}")
    lines.append(_trick(ruleset, state))
    lines += [f"captured: seat {at} {_captures(ruleset, state, at)}" for at in range(NUM_SEATS)]
    lines += [line for line in (_lifts(state), _late(state)) if line]
    points = np.zeros(NUM_SEATS, np.int64)
    round_scores(ruleset, state, points)
    name = "scores" if state.phase == OVER else "points so far"
    lines.append(f"{name}: " + " ".join(f"{int(value):+d}" for value in points))
    return "\n".join(lines)


def _heading(state, observer):
    if state.phase == OVER:
        return "over"
    phase, turn = (state.phase, state.turn) if observer is None else seems_asked(state, observer)
    lifted = ", lifted" if phase == LEAD and state.lifted else ""
    return f"seat {turn} {_QUESTIONS[phase]}{lifted}; room {state.room}"


def _hand(state, at, observer, ansi):
    if observer is None or at == observer:
        cards = " ".join(card_glyphs(card, ansi) for card in cards_in_hand(state, at)) or "–"
        thrown = _classes(state.discarded[at])
        return cards + (f"   (discarded {thrown})" if thrown else "")
    discarded = len(_classes(state.discarded[at]).split())
    return f"{state.sizes[at]} cards" + (f", {discarded} discarded" if discarded else "")


def _classes(counts):
    return " ".join(name for c, name in enumerate(CLASSES) for _ in range(held(counts, c)))


def _play_text(ruleset, play):
    plays = PLAYS[ruleset.book]
    if play < len(plays):
        return plays[play].text
    return "badui" if play == len(plays) + TAKE_BADUI else LONGFENG.text


def _trick(ruleset, state):
    order = [(state.leader + i) % NUM_SEATS for i in range(NUM_SEATS)]
    played = [f"seat {at} {_play_text(ruleset, state.trick[at])}" for at in order if state.trick[at] >= 0]
    return "trick: " + (", ".join(played) if played else f"seat {state.leader} leads")


def _captures(ruleset, state, at):
    made = range(state.num_captures)
    plays = [_play_text(ruleset, state.captures[i]) for i in made if state.capturers[i] == at]
    return f"{state.captured[at]}" + (f": {', '.join(plays)}" if plays else "")


def _lifts(state):
    lifts = [
        f"seat {a} lifted seat {b}" + (f" {state.lifts[a, b]} times" if state.lifts[a, b] > 1 else "")
        for a in range(NUM_SEATS)
        for b in range(NUM_SEATS)
        if state.lifts[a, b]
    ]
    kept = [str(at) for at in range(NUM_SEATS) if not state.may_lift[at]]
    return "; ".join(lifts + ([f"no more lifting for seat {', '.join(kept)}"] if kept else []))


def _late(state):
    late = [str(at) for at in range(NUM_SEATS) if state.late[at]]
    return f"xi score nothing more for seat {', '.join(late)}" if late else ""
