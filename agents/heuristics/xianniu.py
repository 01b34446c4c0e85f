"""Rules of thumb for the xianniu family.

A play is judged by what it does: how likely it stands, what it captures then, what it leaves in the hand. The hand is
judged by its *control*: how many of its cards are likely to be captured when each class is led as one play. Stopping,
lifting and the like are judged by how things stand, compared with the best that there is to do instead.

Used are the own hand, the cards seen, and what each seat was passed over on. Of the other hands only their union is
looked at, discards of others included: the cards not yet seen.
"""

from typing import NamedTuple

import numpy as np
from numba import njit

from ...envs.bits import NONE, ONE, count, has, lowest
from ...envs.kernel import implements
from ...envs.xianniu.plays import (
    AGREE,
    BEATEN_BY,
    BOOKS,
    CLASSES,
    DISCARD,
    FIRST_XI,
    FITS,
    FIVE_BLACK,
    FIVE_RED,
    FOUR_FIVES,
    FULL,
    KIND,
    KINDS,
    KING,
    LIANG,
    LIFT,
    NEED,
    NIBBLE,
    NINE_BLACK,
    NINE_RED,
    NIU,
    NUM_CLASSES,
    NUM_PLAYS,
    PLAYS,
    QUEEN,
    SIZE,
    STOP,
    TAKE_BADUI,
    TAKE_LONGFENG,
    TIGHTEN,
    VOID,
    XI,
    fewer,
    held,
    one,
)
from ...envs.xianniu.rules import grabs
from ...envs.xianniu.ruleset import Ruleset
from ...envs.xianniu.scores import CI, ENOUGH, basic_points, loser_pays
from ...envs.xianniu.state import GRAB, LEAD, RESPOND
from ...envs.xianniu.state import LIFT as ASK_LIFT
from ...envs.xianniu.state import VOID as ASK_VOID
from ...envs.xianniu.tricks import after, in_hand, lead_answers, leads, responses
from .verb import advise
from .xianniu_weights import (
    DISCARDING,
    LEADING,
    LIFTING,
    RESPONDING,
    STOPPING,
    TIGHTENING,
    Effects,
    Situation,
)

TEN = CLASSES.index("T")
EIGHT = CLASSES.index("8")
NO_LOSS = -0.02  # points; a discard that loses no more is as good as any
FOUR = np.uint64(4)
SHARES = 32  # a hand's share of the unseen cards is rounded to so many parts


def _at_least():
    """[share, unseen, k]: how often a hand with that share of the unseen cards has k or more of `unseen` of them."""
    table = np.zeros((SHARES + 1, 8, 8))
    for share in range(SHARES + 1):
        p = share / SHARES
        for unseen in range(8):
            chances = np.ones(1)
            for _ in range(unseen):
                chances = np.convolve(chances, [1 - p, p])
            table[share, unseen, : unseen + 1] = chances[::-1].cumsum()[::-1]
    return table


def _sets():
    """[book, class, k, more]: the play of k cards of a class, for red 5s and 9s with `more` black ones; -1: none."""
    table = np.full((len(BOOKS), NUM_CLASSES, 5, 3), -1)
    for book, plays in enumerate(PLAYS):
        for p, play in enumerate(plays):
            first = play.classes[0]
            if len({CLASSES[c][0] for c in play.classes}) == 1:
                if first in (FIVE_BLACK, NINE_BLACK):
                    table[book, first - 1, 0, play.size] = p
                else:
                    k = play.classes.count(first)
                    table[book, first, k, play.size - k] = p
    return table


AT_LEAST = _at_least()
SETS = _sets()
LED_ONLY = np.array([kind in ("xi", "yu", "bai", "yu-liang", "bai-liang", "8-T-K^n", "xi-bao-liang") for kind in KINDS])


class View(NamedTuple):
    """What the seat to act goes by."""

    me: np.int64
    hand: np.uint64
    room: np.int64
    to_come: np.int64  # seats that may still beat a play of this seat's in this trick
    next_most: np.uint64  # the most that the next seat can hold of each class
    next_share: np.int64  # its share of the unseen cards
    last_most: np.uint64  # the same of the seat after it
    last_share: np.int64
    low: np.uint64  # plays that fit the room and may be in other hands, 0 … 63
    high: np.uint64  # and the others


@njit
def total(weights, values):
    """What something is worth."""
    worth = 0.0
    for i in range(len(weights)):
        worth += weights[i] * values[i]
    return worth


# --- what is known ----------------------------------------------------------------------------------------------------


@njit
def number_of(counts):
    """How many cards there are in packed counts."""
    number = 0
    while counts != NONE:
        number += np.int64(counts & NIBBLE)
        counts >>= FOUR
    return number


@njit
def share_of(s, seat, number):
    """The share of a hand in the `number` unseen cards, in parts of `SHARES`."""
    return min(np.int64(SHARES), (SHARES * np.int64(s.sizes[seat]) + number // 2) // number)


@njit
def view_of(rules, s):
    """What the seat to act goes by."""
    me = np.int64(s.turn)
    unseen = FULL - s.shown - s.counts[me] - s.discarded[me]
    number = max(number_of(unseen), 1)
    following, last = after(me, 1), after(me, 2)
    low, high = in_hand(rules, unseen)
    to_come = np.int64(2)
    if s.phase == RESPOND:
        to_come = 2 - after(me, 3 - s.leader)
    return View(
        me,
        s.counts[me],
        np.int64(s.room),
        to_come,
        fewer(s.at_most[following], unseen),
        share_of(s, following, number),
        fewer(s.at_most[last], unseen),
        share_of(s, last, number),
        low & FITS[rules.book, s.room, 0],
        high & FITS[rules.book, s.room, 1],
    )


@njit
def safe_from(view, need, seats):
    """How likely none of the next `seats` seats holds what a play needs."""
    following, last = 1.0, 1.0
    while need != NONE:
        c = lowest(need) >> 2
        k = held(need, c)
        need ^= np.uint64(k) << np.uint64(4 * c)
        following *= AT_LEAST[view.next_share, held(view.next_most, c), k]
        last *= AT_LEAST[view.last_share, held(view.last_most, c), k]
    return (1.0 - following) * (1.0 - last) if seats == 2 else 1.0 - following


@njit
def stands(rules, view, known, play, seats):
    """How likely none of the next `seats` seats can beat a play; kept in `known` for two seats."""
    if seats == 0:
        return 1.0
    if seats == 2 and known[0, play] >= 0:
        return known[0, play]
    unbeaten = 1.0
    for word in range(2):
        left = BEATEN_BY[rules.book, play, word] & (view.low if word == 0 else view.high)
        while left != NONE:
            better = 64 * word + lowest(left)
            left &= left - ONE
            if seats == 1:
                unbeaten *= safe_from(view, NEED[rules.book, better], 1)
                continue
            if known[1, better] < 0:
                known[1, better] = safe_from(view, NEED[rules.book, better], 2)
            unbeaten *= known[1, better]
    if seats == 2:
        known[0, play] = unbeaten
    return unbeaten


@njit
def standing_of(rules, s, me):
    """What the seat would score if the round ended now."""
    points = 0
    for other in range(3):
        if other == me:
            continue
        mine, its = s.captured[me] >= ENOUGH, s.captured[other] >= ENOUGH
        if mine and not its:
            points += loser_pays(rules, s, other, me)
        elif its and not mine:
            points -= loser_pays(rules, s, me, other)
        if not its and (mine or rules.all_get_fees):
            points += 2 * s.lifts[other, me]
        if not mine and (its or rules.all_get_fees):
            points -= 2 * s.lifts[me, other]
    return points


# --- the hand ---------------------------------------------------------------------------------------------------------


@njit
def set_control(rules, view, known, counts, c):
    """Cards of a rank in `counts`, times the likelihood that all of them led at once stand."""
    k, more = held(counts, c), 0
    if c == FIVE_RED or c == NINE_RED:
        more = held(counts, c + 1)
    if k + more == 0:
        return 0.0
    play = SETS[rules.book, c, k, more]
    return stands(rules, view, known, play, 2) * (k + more)


@njit
def control_of(rules, view, known, counts):
    """How many cards of a hand are likely to be captured if each rank is led at once."""
    control = 0.0
    for c in range(NUM_CLASSES):
        if c != FIVE_BLACK and c != NINE_BLACK:
            control += set_control(rules, view, known, counts, c)
    return control


@njit
def control_change(rules, view, known, need):
    """By how much the control of the hand changes when these cards leave it."""
    change = 0.0
    left = view.hand - need
    while need != NONE:
        c = lowest(need) >> 2
        need &= ~(np.uint64(15) << np.uint64(4 * c))
        if c == FIVE_BLACK or c == NINE_BLACK:
            c -= 1
            need &= ~(np.uint64(15) << np.uint64(4 * c))
        elif c == FIVE_RED or c == NINE_RED:
            need &= ~(np.uint64(15) << np.uint64(4 * c + 4))
        change += set_control(rules, view, known, left, c) - set_control(rules, view, known, view.hand, c)
    return change


@njit
def mixed(counts, red):
    """Points of the best niu, or xi, in a hand."""
    reds, blacks = held(counts, red), held(counts, red + 1)
    return min(reds + blacks, 3) if reds > 0 and blacks > 0 else 0


# --- plays ------------------------------------------------------------------------------------------------------------


@njit
def effects_of_discard(rules, view, known, c):
    """What a discard of class `c` does."""
    need = one(c)
    left = view.hand - need
    return Effects(
        0.0,
        0.0,
        0.0,
        0.0,
        0.0,
        0.0,
        control_change(rules, view, known, need),
        1.0 if c == KING else 0.0,
        1.0 if c == QUEEN else 0.0,
        1.0 * (mixed(view.hand, NINE_RED) - mixed(left, NINE_RED)),
        1.0 * (mixed(view.hand, FIVE_RED) - mixed(left, FIVE_RED)),
        1.0 if c == EIGHT or c == TEN else 0.0,
        0.0,
        0.0,
        0.0,
        0.0,
    )


@njit
def effects_of_play(rules, s, view, known, control, play):
    """What a play does."""
    need, size = NEED[rules.book, play], np.int64(SIZE[rules.book, play])
    standing = stands(rules, view, known, play, view.to_come)
    left = view.hand - need
    late = s.late[view.me] == 1
    xi = 0 if late else np.int64(XI[rules.book, play])
    liang = rules.four_xi if play == FOUR_FIVES[rules.book] else np.int64(LIANG[rules.book, play])
    niu = np.int64(NIU[rules.book, play])
    captured = np.int64(s.captured[view.me])
    before, fives = mixed(view.hand, FIVE_RED), 0
    if not late and before > 0:
        fives = before - mixed(left, FIVE_RED) - xi
        if rules.xi_first and view.to_come == 2 and not FIRST_XI[rules.book, play]:
            fives = before
    change = control_change(rules, view, known, need)
    return Effects(
        standing,
        standing * size,
        standing * (niu + xi + liang),
        standing if captured < ENOUGH and captured + size >= ENOUGH else 0.0,
        standing if captured < CI and captured + size >= CI else 0.0,
        (1 - standing) * size,
        change,
        1.0 * held(need, KING),
        1.0 * held(need, QUEEN),
        1.0 * (mixed(view.hand, NINE_RED) - mixed(left, NINE_RED) - niu),
        1.0 * fives,
        1.0 if LED_ONLY[KIND[rules.book, play]] else 0.0,
        1.0 * size,
        standing * size if captured >= ENOUGH else 0.0,
        standing * (niu + xi + liang) if captured + size >= ENOUGH else 0.0,
        max(0.0, ENOUGH - captured - standing * size - control - change),
    )


# --- answers ----------------------------------------------------------------------------------------------------------


@njit
def situation_of(rules, s, view, known, best):
    """How things stand for the seat to act, whose best lead is worth `best`."""
    me = view.me
    following, last = after(me, 1), after(me, 2)
    captured = np.int64(s.captured[me])
    control = control_of(rules, view, known, view.hand)
    xi = 0 if s.late[me] == 1 else mixed(view.hand, FIVE_RED)
    return Situation(
        1.0,
        1.0 * standing_of(rules, s, me),
        1.0 * captured,
        control,
        max(0.0, ENOUGH - captured - control),
        1.0 if captured >= ENOUGH else 0.0,
        1.0 if captured + min(control, view.room) >= CI else 0.0,
        1.0 * basic_points(rules, s, me),
        1.0 * (xi + mixed(view.hand, NINE_RED)),
        1.0 if s.captured[s.leader] >= ENOUGH else 0.0,
        1.0 * max(s.captured[following], s.captured[last]),
        (1.0 if s.captured[following] >= ENOUGH else 0.0) + (1.0 if s.captured[last] >= ENOUGH else 0.0),
        1.0 * (s.may_lift[following] + s.may_lift[last]),
        1.0 * view.room,
        best,
        1.0 if s.num_captures == 0 else 0.0,
    )


@njit
def best_play(rules, s, view, known, weights, low, high):
    """The play of the highest worth in a set that is not empty, and that worth."""
    control = control_of(rules, view, known, view.hand)
    highest_worth, chosen = -np.inf, -1
    for word in range(2):
        left = low if word == 0 else high
        while left != NONE:
            play = 64 * word + lowest(left)
            left &= left - ONE
            worth = total(weights, effects_of_play(rules, s, view, known, control, play))
            if worth > highest_worth:
                highest_worth, chosen = worth, play
    return chosen, highest_worth


@njit
def advise_lead(rules, s, view, known):
    """What to lead, or whether to stop, or to tighten first."""
    low, high = leads(rules, s, s.turn)
    chosen, best = best_play(rules, s, view, known, LEADING, low, high)
    answers = lead_answers(rules, s)
    if answers != NONE:
        situation = situation_of(rules, s, view, known, best)
        stopping = total(STOPPING, situation) if has(answers, STOP) else 0.0
        tightening = total(TIGHTENING, situation) if has(answers, TIGHTEN) else 0.0
        if max(stopping, tightening) > 0:
            return NUM_PLAYS[rules.book] + (STOP if stopping >= tightening else TIGHTEN)
    return chosen


@njit
def advise_discard(rules, view, known):
    """The class of which to discard a card: the first that is no loss, or the smallest loss."""
    highest_worth, chosen = -np.inf, -1
    for c in range(NUM_CLASSES):
        if held(view.hand, c) > 0:
            worth = total(DISCARDING, effects_of_discard(rules, view, known, c))
            if worth > highest_worth:
                highest_worth, chosen = worth, c
            if worth > NO_LOSS:
                break
    return chosen


@implements(advise, Ruleset)
def _advise(rules, s):
    answers = NUM_PLAYS[rules.book]
    phase = s.phase
    if phase == ASK_VOID:
        return answers + VOID  # a hand without K, Q and niu is expected to lose
    if phase == GRAB:
        return answers + (TAKE_BADUI if has(grabs(rules, s.counts[s.turn]), TAKE_BADUI) else TAKE_LONGFENG)
    if phase == RESPOND:
        low, high = responses(rules, s, s.turn)
        if count(low) + count(high) == 1:
            return lowest(low) if low != NONE else 64 + lowest(high)
        view = view_of(rules, s)
        known = np.full((2, answers), np.float32(-1))
        return best_play(rules, s, view, known, RESPONDING, low, high)[0]
    view = view_of(rules, s)
    known = np.full((2, answers), np.float32(-1))
    if phase == LEAD:
        return advise_lead(rules, s, view, known)
    if phase == ASK_LIFT:
        lifts = total(LIFTING, situation_of(rules, s, view, known, 0.0)) > 0
        return answers + (LIFT if lifts else AGREE)
    return answers + DISCARD + advise_discard(rules, view, known)
