"""Tricks of the xianniu family, compiled, in the order of the rulebook: what may be led, and what follows."""

import numpy as np
from numba import njit

from ..bits import NONE, bit
from .plays import (
    BEATEN_BY,
    BYTE,
    DISCARD,
    FIRST_XI,
    FITS,
    FOUR_FIVES,
    HELD,
    KINGS,
    LEFT_AT_MOST,
    LEFT_LACKS,
    LIANG,
    NEED,
    NIU,
    NUM_CLASSES,
    NUM_PLAYS,
    SIZE,
    STOP,
    TIGHTEN,
    XI,
    classes_held,
    fewer,
    one,
)
from .scores import ALL
from .state import LEAD, OVER, PAY_DOWN, RESPOND
from .state import TIGHTEN as TIGHTENING

WORD = np.uint64(64)


@njit
def after(seat, step):
    """The seat so many places on, 0 … 3."""
    place = np.int64(seat) + step
    return place - 3 if place >= 3 else place


@njit
def ask(rules, s, seat, phase, plays, answers):
    """Ask a seat for one of some plays (a set of two words) or answers (a set): they are what it may do.

    They are kept in the record, since whoever asks knows them, and the mask, its list and `is_legal` all need them.
    """
    s.phase = phase
    s.turn = seat
    low, high = plays
    first = np.uint64(NUM_PLAYS[rules.book])
    if first < WORD:
        low |= answers << first
        high |= answers >> (WORD - first)
    else:
        high |= answers << (first - WORD)
    s.legal[0] = low
    s.legal[1] = high


@njit
def end_round(s):
    """Nobody is asked any more."""
    s.phase = OVER
    s.turn = -1
    s.legal[:] = 0


# --- 4: lead --------------------------------------------------------------------------------------


@njit
def ask_lead(rules, s, leader):
    """Ask a seat to lead, or to stop."""
    clear_table(s, leader)
    ask(rules, s, leader, LEAD, leads(rules, s, leader), lead_answers(rules, s))


@njit
def clear_table(s, leader):
    """A new trick, to be led by a seat."""
    s.leader = leader
    s.winner = -1
    s.trick[:] = -1


@njit
def in_hand(rules, counts):
    """The plays in a hand, as a set of two words."""
    low, high = ~NONE, ~NONE
    for i in range(NUM_CLASSES // 2):
        both = (counts >> np.uint64(8 * i)) & BYTE
        low &= HELD[rules.book, i, both, 0]
        high &= HELD[rules.book, i, both, 1]
    return low, high


@njit
def leads(rules, s, leader):
    """The plays that the leader may lead: every lead fits the room."""
    low, high = in_hand(rules, s.counts[leader])
    return low & FITS[rules.book, s.room, 0], high & FITS[rules.book, s.room, 1]


@njit
def lead_answers(rules, s):
    """What the leader may answer instead: to stop, unless it has just been lifted, and to tighten."""
    answers = NONE if s.lifted else bit(STOP)
    if may_tighten(rules, s):
        answers |= bit(TIGHTEN)
    return answers


@njit
def play_lead(rules, s, play):
    """Put a lead on the table and let the others respond."""
    seat = s.turn
    note_late(rules, s, seat, play)
    s.lifted = False
    put_on_table(rules, s, seat, play)
    respond_from(rules, s, 1)


@njit
def put_on_table(rules, s, seat, play):
    """A play that is the best of the trick."""
    lay_down(s, seat, NEED[rules.book, play], SIZE[rules.book, play])
    s.trick[seat] = play
    s.winner = seat


@njit
def lay_down(s, seat, need, size):
    """Cards leave a hand and lie face up."""
    s.counts[seat] -= need
    s.at_most[seat] -= need
    s.shown += need
    s.sizes[seat] -= size


# --- 5: tighten -----------------------------------------------------------------------------------


@njit
def next_to_tighten(rules, s):
    """The first seat concerned that holds more than the room, the leader last; -1: none."""
    for step in range(1, 4 if rules.tightens_leader else 3):
        seat = after(s.leader, step)
        if s.sizes[seat] > s.room:
            return seat
    return -1


@njit
def may_tighten(rules, s):
    """Whether enough is captured, and some hand is larger than the room."""
    return ALL - s.room >= rules.tighten_from and next_to_tighten(rules, s) >= 0


@njit
def tighten_on(rules, s):
    """Let the next seat cut its hand; when all have, the leader is asked again."""
    seat = next_to_tighten(rules, s)
    if seat < 0:
        ask_lead(rules, s, s.leader)
    else:
        ask_discards(rules, s, seat, TIGHTENING, s.room)


@njit
def ask_discards(rules, s, seat, phase, target):
    """Ask a seat for discards until it holds `target` cards."""
    s.target = target
    ask(rules, s, seat, phase, (NONE, NONE), classes_held(s.counts[seat]) << np.uint64(DISCARD))


@njit
def discard(rules, s, c):
    """One card of class `c` leaves the hand face down."""
    seat = s.turn
    s.counts[seat] -= one(c)
    s.discarded[seat] += one(c)
    s.sizes[seat] -= 1
    if s.sizes[seat] > s.target:
        ask_discards(rules, s, seat, s.phase, s.target)
    elif s.phase == TIGHTENING:
        tighten_on(rules, s)
    elif s.phase == PAY_DOWN:
        respond_on(rules, s)
    else:
        ask_lead(rules, s, s.leader)


# --- 6: response ----------------------------------------------------------------------------------


@njit
def responses(rules, s, seat):
    """The plays of a seat that beat the best one on the table and fit the room."""
    best = s.trick[s.winner]
    low, high = in_hand(rules, s.counts[seat])
    low &= BEATEN_BY[rules.book, best, 0] & FITS[rules.book, s.room, 0]
    high &= BEATEN_BY[rules.book, best, 1] & FITS[rules.book, s.room, 1]
    return low, high


@njit
def respond_from(rules, s, first):
    """Ask the next seat that can beat the best play, `first` places or more after the leader; then capture."""
    for step in range(first, 3):
        seat = after(s.leader, step)
        plays = responses(rules, s, seat)
        if plays[0] | plays[1] != NONE:
            ask(rules, s, seat, RESPOND, plays, NONE)
            return
        note_passed_over(rules, s, seat)
    winner = s.winner
    capture(rules, s, winner, s.trick[winner])


@njit
def respond_on(rules, s):
    """After the seat to act has responded, the next."""
    respond_from(rules, s, after(s.turn, 3 - s.leader) + 1)


@njit
def note_passed_over(rules, s, seat):
    """Keep what being passed over tells of a hand: that nothing in it beats the best play."""
    best = s.trick[s.winner]
    s.at_most[seat] = fewer(s.at_most[seat], LEFT_AT_MOST[rules.book, best])
    s.lacks[seat] |= LEFT_LACKS[rules.book, best]


@njit
def play_response(rules, s, play):
    """A seat beats the best play."""
    seat = s.turn
    put_on_table(rules, s, seat, play)
    target = s.room - SIZE[rules.book, play]
    if rules.pays_down and target > 0 and s.sizes[seat] > target:
        ask_discards(rules, s, seat, PAY_DOWN, target)  # 8
    else:
        respond_on(rules, s)


# --- 7: capture -----------------------------------------------------------------------------------


@njit
def capture(rules, s, seat, play):
    """A seat captures a play; it leads next, unless all 16 cards are captured."""
    size = SIZE[rules.book, play]
    s.captures[s.num_captures] = play
    s.capturers[s.num_captures] = seat
    s.num_captures += 1
    s.captured[seat] += size
    s.room -= size
    s.niu[seat] += NIU[rules.book, play]
    if s.late[seat] == 0:
        s.xi[seat] += XI[rules.book, play]
    s.liang[seat] += rules.four_xi if play == FOUR_FIVES[rules.book] else LIANG[rules.book, play]
    s.kings[seat] |= KINGS[rules.book, play]
    if s.room == 0:
        end_round(s)
    else:
        ask_lead(rules, s, seat)


# --- 10: xi first ---------------------------------------------------------------------------------


@njit
def note_late(rules, s, seat, play):
    """Who leads something else gets nothing for xi from then on.

    The rule says so of a seat that holds a xi then. But hands only shrink: a xi played later was held.
    """
    if rules.xi_first and not FIRST_XI[rules.book, play]:
        s.late[seat] = 1
