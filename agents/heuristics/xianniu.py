"""Rules of thumb for the xianniu family.

A play is judged by what it does: how likely it stands, what it captures then, what it leaves in the hand. The hand is
judged by its *control*: how many of its cards are likely to be captured when each class is led as one play. Stopping,
lifting and the like are judged by how things stand, compared with the best that there is to do instead.

Used are the own hand, the cards seen, and what each seat was passed over on. Of the other hands only their union is
looked at, discards of others included: the cards not yet seen.

The weights, in points of score, were found by playing out rounds after each action that there was, and fitting what
the seat scored; then again with the player so found.
"""

from typing import NamedTuple

import numpy as np
from numba import njit

from ...envs.bits import NONE, ONE, bit, count, has, lowest
from ...envs.kernel import implements
from ...envs.xianniu.plays import (
    AGREE,
    BEATEN_BY,
    BOOKS,
    CLASSES,
    DISCARD,
    FIRST_XI,
    FIVE_BLACK,
    FIVE_RED,
    FOUR_FIVES,
    FULL,
    KEEP,
    KIND,
    KING,
    KINDS,
    LIANG,
    LIFT,
    NEED,
    NINE_BLACK,
    NINE_RED,
    NIU,
    NUM_CLASSES,
    NUM_PLAYS,
    PLAYS,
    QUEEN,
    SIZE,
    SPECIALS,
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
from ...envs.xianniu.rules import after, grabs, in_hand, lead_answers, leads, responses
from ...envs.xianniu.ruleset import Ruleset
from ...envs.xianniu.scores import CI, ENOUGH, basic_points, loser_pays
from ...envs.xianniu.state import GRAB, LEAD, RESPOND
from ...envs.xianniu.state import LIFT as ASK_LIFT
from ...envs.xianniu.state import VOID as ASK_VOID
from .verb import advise

TENTH = CLASSES.index("T")
EIGHTH = CLASSES.index("8")
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


class View(NamedTuple):
    """What the seat to act goes by."""

    me: int
    hand: np.uint64
    room: int
    to_come: int  # seats that may still beat a play of this seat's in this trick
    next_most: np.uint64  # the most that the next seat can hold of each class
    next_share: int  # its share of the unseen cards
    next_lacks: int
    last_most: np.uint64  # the same of the seat after it
    last_share: int
    last_lacks: int


class Effects(NamedTuple):
    """What a play or a discard does; weights of these are points."""

    stands: float  # how likely nobody beats it
    size: float  # times stands: cards captured
    points: float  # times stands
    enough: float  # times stands: 1 if these bring enough
    ci: float  # times stands: 1 if these bring 11
    given: float  # size where it is beaten
    control: float  # change in the control of the hand
    kings: float  # kings used
    queens: float
    nines: float  # mixed 9s used but not as a niu
    fives: float  # points of xi that can no longer be had
    lead_only: float  # 1 for what can only be led
    cards: float  # size


class Situation(NamedTuple):
    """How things stand for the seat to act; weights of these are points."""

    always: float
    standing: float  # what it would score if the round ended
    captured: float
    control: float
    short: float  # cards that it lacks for enough, in spite of its control
    enough: float  # 1 if it has enough
    reach_ci: float  # 1 if its control brings it to 11
    points: float  # of its captures
    hand_points: float  # niu and xi in its hand
    foe: float  # most cards that another has captured
    foes_enough: float  # how many others have enough
    lifters: float  # how many others may lift
    room: float
    best: float  # worth of the best lead
    first: float  # 1 if nothing is captured yet


def _weights(kind, **weights):
    """Weights of those that are named; the others are 0."""
    return kind(**{name: float(weights.pop(name, 0.0)) for name in kind._fields})


# --- weights
LEADING = _weights(
    Effects,
    stands=0.5,
    size=0.3,
    points=0.5,
    enough=1,
    ci=2,
    given=-0.2,
    control=0.3,
    kings=-0.1,
    nines=-0.5,
    fives=-0.5,
    lead_only=0.3,
)
RESPONDING = _weights(
    Effects,
    stands=0.5,
    size=0.3,
    points=0.5,
    enough=1,
    ci=2,
    given=-0.2,
    control=0.3,
    kings=-0.1,
    nines=-0.5,
    fives=-0.5,
)
DISCARDING = _weights(Effects, control=0.3, kings=-0.5, queens=-0.2, nines=-0.3, fives=-0.3)
STOPPING = _weights(Situation, always=-2, standing=0.5, control=-0.1, best=-0.1)
TIGHTENING = _weights(Situation, always=-0.1)
LIFTING = _weights(Situation, always=-0.5, standing=-0.5, captured=0.1, control=0.1, foe=-0.1)
VOIDING = _weights(Situation, always=1, control=-0.3)
# --- end of weights


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
    pairs = (counts & np.uint64(0x0F0F0F0F0F0F0F0F)) + ((counts >> np.uint64(4)) & np.uint64(0x0F0F0F0F0F0F0F0F))
    return np.int64((pairs * np.uint64(0x0101010101010101)) >> np.uint64(56))


@njit
def view_of(s):
    """What the seat to act goes by."""
    me = np.int64(s.turn)
    unseen = FULL - s.shown - s.counts[me] - s.discarded[me]
    number = max(number_of(unseen), 1)
    following, last = after(me, 1), after(me, 2)
    to_come = 2
    if s.phase == RESPOND:
        to_come = 2 - after(me, 3 - s.leader)
    return View(
        me,
        s.counts[me],
        np.int64(s.room),
        to_come,
        fewer(s.at_most[following], unseen),
        min(SHARES, (SHARES * np.int64(s.sizes[following]) + number // 2) // number),
        np.int64(s.lacks[following]),
        fewer(s.at_most[last], unseen),
        min(SHARES, (SHARES * np.int64(s.sizes[last]) + number // 2) // number),
        np.int64(s.lacks[last]),
    )


@njit
def chance_of(need, most, share):
    """How likely a hand holds what a play needs."""
    chance = 1.0
    while need != NONE:
        c = lowest(need) >> 2
        k = held(need, c)
        need ^= np.uint64(k) << np.uint64(4 * c)
        chance *= AT_LEAST[share, held(most, c), k]
    return chance


@njit
def stands(rules, view, play, seats):
    """How likely none of the next `seats` seats can beat a play."""
    unbeaten = 1.0
    if seats == 0:
        return unbeaten
    for word in range(2):
        left = BEATEN_BY[rules.book, play, word]
        while left != NONE:
            better = 64 * word + lowest(left)
            left &= left - ONE
            if SIZE[rules.book, better] > view.room:
                continue
            need = NEED[rules.book, better]
            unbeaten *= 1.0 - chance_of(need, view.next_most, view.next_share)
            if seats == 2:
                unbeaten *= 1.0 - chance_of(need, view.last_most, view.last_share)
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
    if known[play] < 0:
        known[play] = stands(rules, view, play, 2)
    return known[play] * (k + more)


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

_LED_ONLY = np.array(
    [kind in ("xi", "yu", "bai", "yu-liang", "bai-liang", "8-T-K^n", "xi-bao-liang") for kind in KINDS]
)


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
        1.0 if c == EIGHTH or c == TENTH else 0.0,
        0.0,
    )


@njit
def effects_of_play(rules, s, view, known, play):
    """What a play does."""
    need, size = NEED[rules.book, play], np.int64(SIZE[rules.book, play])
    if view.to_come == 2:
        if known[play] < 0:
            known[play] = stands(rules, view, play, 2)
        standing = known[play]
    else:
        standing = stands(rules, view, play, view.to_come)
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
    return Effects(
        standing,
        standing * size,
        standing * (niu + xi + liang),
        standing if captured < ENOUGH and captured + size >= ENOUGH else 0.0,
        standing if captured < CI and captured + size >= CI else 0.0,
        (1 - standing) * size,
        control_change(rules, view, known, need),
        1.0 * held(need, KING),
        1.0 * held(need, QUEEN),
        1.0 * (mixed(view.hand, NINE_RED) - mixed(left, NINE_RED) - niu),
        1.0 * fives,
        1.0 if _LED_ONLY[KIND[rules.book, play]] else 0.0,
        1.0 * size,
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
    highest_worth, chosen = -np.inf, -1
    for word in range(2):
        left = low if word == 0 else high
        while left != NONE:
            play = 64 * word + lowest(left)
            left &= left - ONE
            worth = total(weights, effects_of_play(rules, s, view, known, play))
            if worth > highest_worth:
                highest_worth, chosen = worth, play
    return chosen, highest_worth


@njit
def advise_lead(rules, s, view, known):
    """What to lead, or whether to stop, or to tighten first."""
    low, high = leads(rules, s)
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
    """The class of which to discard a card."""
    highest_worth, chosen = -np.inf, -1
    for c in range(NUM_CLASSES):
        if held(view.hand, c) > 0:
            worth = total(DISCARDING, effects_of_discard(rules, view, known, c))
            if worth > highest_worth:
                highest_worth, chosen = worth, c
    return chosen


@implements(advise, Ruleset)
def _advise(rules, s):
    answers = NUM_PLAYS[rules.book]
    phase = s.phase
    if phase == GRAB:
        return answers + (TAKE_BADUI if has(grabs(rules, s.counts[s.turn]), TAKE_BADUI) else TAKE_LONGFENG)
    if phase == RESPOND:
        low, high = responses(rules, s, s.turn)
        if count(low) + count(high) == 1:
            return lowest(low) if low != NONE else 64 + lowest(high)
        view = view_of(s)
        known = np.full(answers, np.float32(-1))
        return best_play(rules, s, view, known, RESPONDING, low, high)[0]
    view = view_of(s)
    known = np.full(answers, np.float32(-1))
    if phase == LEAD:
        return advise_lead(rules, s, view, known)
    if phase == ASK_LIFT:
        lifts = total(LIFTING, situation_of(rules, s, view, known, 0.0)) > 0
        return answers + (LIFT if lifts else AGREE)
    if phase == ASK_VOID:
        voids = total(VOIDING, situation_of(rules, s, view, known, 0.0)) > 0
        return answers + (VOID if voids else KEEP)
    return answers + DISCARD + advise_discard(rules, view, known)
