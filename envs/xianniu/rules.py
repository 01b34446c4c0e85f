"""The course of a round of the xianniu family, compiled, in the order of the rulebook; `tricks` has 4 to 8 and 10."""

import numpy as np
from numba import njit

from ..bits import NONE, ONE, bit, count, has, lowest
from ..chance import draw_below, shuffle
from ..kernel import (
    apply,
    deal,
    implements,
    is_legal,
    legal,
    legal_list,
    place,
    scores,
    seat_to_act,
    standing,
    truncated,
)
from .plays import (
    AGREE,
    CLASS_CARDS,
    DECK,
    DECLINE,
    DISCARD,
    FIVE_BLACK,
    FIVE_RED,
    FULL,
    KEEP,
    KING,
    LIFT,
    NEED,
    NINE_BLACK,
    NINE_RED,
    NUM_CLASSES,
    NUM_PLAYS,
    QUEEN,
    SIZE,
    STOP,
    TAKE_BADUI,
    TAKE_LONGFENG,
    TIGHTEN,
    VOID,
    all_even,
    fewer,
    held,
)
from .ruleset import Ruleset
from .scores import ALL, CI, round_scores
from .state import GRAB, LIFT_PAY, RESPOND
from .state import LIFT as ASK_LIFT
from .state import VOID as ASK_VOID
from .tricks import (
    after,
    ask,
    ask_discards,
    ask_lead,
    capture,
    clear_table,
    discard,
    end_round,
    lay_down,
    play_lead,
    play_response,
    tighten_on,
)

_DECK = np.array(DECK)


@implements(deal, Ruleset)
def _deal(rules, s):
    cards = _DECK.copy()
    shuffle(s, cards, len(cards))
    for seat in range(3):
        dealt = NONE  # not in the record: the compiler would write it there card by card
        for i in range(16 * seat, 16 * seat + 16):
            dealt |= bit(cards[i])
        s.dealt[seat] = dealt
    take_up(rules, s, draw_below(s, 3))  # 1: a random leader


@implements(place, Ruleset)
def _place(rules, s, hands, leader):
    for seat in range(3):
        s.dealt[seat] = hands[seat]
    take_up(rules, s, draw_below(s, 3) if leader < 0 else leader)


@njit
def counts_of(cards):
    """Packed counts of the classes in a set of cards."""
    counts = NONE
    for c in range(NUM_CLASSES):
        counts |= np.uint64(count(cards & CLASS_CARDS[c])) << np.uint64(4 * c)
    return counts


@njit
def take_up(rules, s, leader):
    """Start the round whose cards are in `s.dealt`."""
    for seat in range(3):
        s.counts[seat] = counts_of(s.dealt[seat])
    begin(rules, s, leader)


@njit
def begin(rules, s, leader):
    """Start the round whose counts of classes are in `s.counts`."""
    s.shown = NONE
    s.num_captures = 0
    s.captures[:] = -1
    s.capturers[:] = -1
    s.room = ALL
    s.length = 0
    s.course[:] = -1
    s.course_seats[:] = -1
    s.lifts[:] = 0
    s.lifted = False
    for seat in range(3):
        s.discarded[seat] = NONE
        s.at_most[seat] = FULL
        s.sizes[seat] = 16
        s.captured[seat] = 0
        s.niu[seat] = 0
        s.xi[seat] = 0
        s.liang[seat] = 0
        s.kings[seat] = 0
        s.late[seat] = 0
        s.lacks[seat] = 0
        s.last_lifter[seat] = -1
        s.may_lift[seat] = 1
    s.first_leader = leader
    s.target = 0
    clear_table(s, leader)
    ask_void_from(rules, s, 0)


# --- 2: void --------------------------------------------------------------------------------------


@njit
def may_void(counts):
    """A hand without K, Q and niu."""
    niu = held(counts, NINE_RED) > 0 and held(counts, NINE_BLACK) > 0
    return held(counts, KING) == 0 and held(counts, QUEEN) == 0 and not niu


@njit
def ask_void_from(rules, s, first):
    """Ask the next seat that may declare the deal void, `first` places or more after the leader; then of grabs."""
    if rules.void:
        for step in range(first, 3):
            seat = after(s.leader, step)
            if may_void(s.counts[seat]):
                ask(rules, s, seat, ASK_VOID, (NONE, NONE), bit(VOID) | bit(KEEP))
                return
    ask_grab_from(rules, s, 0)


@njit
def answer_void(rules, s, answer):
    """`void` ends the round, `keep` does not."""
    if answer == VOID:
        end_round(s)
    else:
        ask_void_from(rules, s, after(s.turn, 3 - s.leader) + 1)


# --- 3: grab --------------------------------------------------------------------------------------


@njit
def grabs(rules, counts):
    """The grabs that a hand holds, as a set of answers."""
    answers = NONE
    if contains(counts, NEED[rules.book, NUM_PLAYS[rules.book]]):
        answers |= bit(TAKE_LONGFENG)
    if all_even(counts, rules.any_pairs):
        answers |= bit(TAKE_BADUI)
    return answers


@njit
def contains(counts, need):
    """Whether packed counts are enough for what a play needs."""
    return fewer(counts, need) == need


@njit
def ask_grab_from(rules, s, first):
    """Ask the next seat that holds a grab, `first` places or more after the leader; then the leader leads."""
    for step in range(first, 3):
        seat = after(s.leader, step)
        answers = grabs(rules, s.counts[seat])
        if answers != NONE:
            ask(rules, s, seat, GRAB, (NONE, NONE), answers | (bit(DECLINE) if rules.may_decline else NONE))
            return
    ask_lead(rules, s, s.leader)


@njit
def answer_grab(rules, s, answer):
    """The first grab made is captured at once, and its seat leads."""
    if answer == DECLINE:
        ask_grab_from(rules, s, after(s.turn, 3 - s.leader) + 1)
        return
    seat = s.turn
    play = NUM_PLAYS[rules.book] + answer
    if answer == TAKE_BADUI and rules.couples_points > 0:
        counts = s.counts[seat]
        s.niu[seat] = rules.couples_points * min(held(counts, NINE_RED), held(counts, NINE_BLACK))
        s.xi[seat] = rules.couples_points * min(held(counts, FIVE_RED), held(counts, FIVE_BLACK))
    if answer == TAKE_BADUI:
        lay_down(s, seat, s.counts[seat], 16)
    else:
        lay_down(s, seat, NEED[rules.book, play], SIZE[rules.book, play])
    capture(rules, s, seat, play)


# --- 9: stop and lift -----------------------------------------------------------------------------


@njit
def stop(rules, s):
    """The leader stops; the others are asked."""
    if rules.stop_ends_lifting:
        s.may_lift[s.leader] = 0
    ask_lift_from(rules, s, 1)


@njit
def ask_lift_from(rules, s, first):
    """Ask the next seat that may lift, `first` places or more after the leader; nobody left, the round is over."""
    for step in range(first, 3):
        seat = after(s.leader, step)
        if s.may_lift[seat] == 1:
            ask(rules, s, seat, ASK_LIFT, (NONE, NONE), bit(LIFT) | bit(AGREE))
            return
    end_round(s)


@njit
def answer_lift(rules, s, answer):
    """`lift` makes the leader lead; `agree` loses the right to lift."""
    seat, leader = s.turn, s.leader
    if answer == AGREE:
        s.may_lift[seat] = 0
        ask_lift_from(rules, s, after(seat, 3 - leader) + 1)
        return
    s.lifts[seat, leader] += 1
    if s.captured[leader] < CI:
        s.last_lifter[leader] = seat
    s.lifted = True
    if rules.pays_down and s.sizes[seat] > s.room:
        ask_discards(rules, s, seat, LIFT_PAY, s.room)  # 8
    else:
        ask_lead(rules, s, leader)


# --- verbs ----------------------------------------------------------------------------------------


@implements(seat_to_act, Ruleset)
def _seat_to_act(rules, s):
    return s.turn


@implements(legal, Ruleset)
def _legal(rules, s, mask):
    mask[:] = False
    for word in range(2):
        left = s.legal[word]
        while left != NONE:
            mask[64 * word + lowest(left)] = True
            left &= left - ONE


@implements(legal_list, Ruleset)
def _legal_list(rules, s, out):
    length = 0
    for word in range(2):
        left = s.legal[word]
        while left != NONE:
            out[length] = 64 * word + lowest(left)
            length += 1
            left &= left - ONE
    return length


@implements(is_legal, Ruleset)
def _is_legal(rules, s, action):
    return has(s.legal[0], action) if action < 64 else has(s.legal[1], action - 64)


@implements(apply, Ruleset)
def _apply(rules, s, action):
    s.course[s.length] = action
    s.course_seats[s.length] = s.turn
    s.length += 1
    answer = action - NUM_PLAYS[rules.book]
    phase = s.phase
    if answer >= DISCARD:
        discard(rules, s, answer - DISCARD)
    elif phase == RESPOND:
        play_response(rules, s, action)
    elif phase == ASK_LIFT:
        answer_lift(rules, s, answer)
    elif phase == ASK_VOID:
        answer_void(rules, s, answer)
    elif phase == GRAB:
        answer_grab(rules, s, answer)
    elif answer == STOP:
        stop(rules, s)
    elif answer == TIGHTEN:
        tighten_on(rules, s)
    else:
        play_lead(rules, s, action)


@implements(scores, Ruleset)
def _scores(rules, s, out):
    round_scores(rules, s, out)


@implements(standing, Ruleset)
def _standing(rules, s, out):
    round_scores(rules, s, out)


@implements(truncated, Ruleset)
def _truncated(rules, s):
    return False
