"""Dealing anew what a seat of the xianniu family cannot know.

A world is a deal, and a class for each card that has been discarded face down. It is possible when what everybody has
seen of the course can be played from it: `comes_about` plays it again. So a seat that was passed over cannot beat what
it was passed over on with the hand that it held then, one that responded could, and one that is asked can be.

Void and grab before the first lead are an exception. Who declines or keeps is not noticed, nor who was asked; so the
answers of the others are written anew, in the world as in its course: whoever is asked in it has declined or
kept. Only if one of the others is being asked now does it stay the one, since the seat to act must stay the same.

All possible deals are equally likely, and in each all ways of discarding. First worlds are drawn from the deals that
agree with the cards seen and with most of what follows from passing over, exactly uniformly, until one is
possible. When none of `TRIES` is, the true world is changed by random swaps of hidden cards instead, each taken if the
result is possible (with the probability that leaves the uniform distribution as it is). That chain is uniform in the
long run; `STEPS` swaps a hidden card come near it, and each of its worlds is a possible one.
"""

import math
from typing import NamedTuple

import numpy as np
from numba import njit

from ..bits import NONE, bit, has, lowest
from ..chance import draw_below, draw_unit, shuffle
from ..kernel import apply, implements, is_legal, redeal_hidden
from .plays import (
    CLASS_CARDS,
    DECLINE,
    DISCARD,
    FULL,
    KEEP,
    KING,
    NUM_CLASSES,
    NUM_PLAYS,
    QUEEN,
    TAKE_BADUI,
    VOID,
    held,
    one,
)
from .rules import begin, counts_of, grabs
from .ruleset import Ruleset
from .state import GRAB
from .state import VOID as ASK_VOID
from .tricks import after

TRIES = 200
STEPS = 10

_INVERSE_FACTORIAL = np.array([1 / math.factorial(k) for k in range(5)])


class Seen(NamedTuple):
    """What a seat knows of a round. Of the others, the two seats after it, `places` hold the cards it has not seen.

    own: packed counts of what it was dealt. played: of what each seat has laid face up, uint64[3].
    places, discards: hidden cards of each of the others, and how many of them it has discarded, int64[2].
    voider, grabber, grab: who declared the deal void or grabbed, -1: nobody; and with which answer.
    actions, seats: the course from the first lead on.
    """

    seat: int
    leader: int
    phase: int
    turn: int
    own: np.uint64
    played: np.ndarray
    places: np.ndarray
    discards: np.ndarray
    voider: int
    grabber: int
    grab: int
    actions: np.ndarray
    seats: np.ndarray


@implements(redeal_hidden, Ruleset)
def _redeal_hidden(rules, s, seat):
    seen = see(rules, s, seat)
    truth = true_world(rules, s, seen)
    hidden = truth.copy()
    ways = ways_to_deal(s, seen)
    found = False
    for _ in range(TRIES):
        draw_world(s, seen, ways, hidden)
        found = comes_about(rules, s, seen, hidden)
        if found:
            break
    if not found:
        wander(rules, s, seen, truth)
        comes_about(rules, s, seen, truth)
    deal_cards(s, seen)


# --- what is known --------------------------------------------------------------------------------


@njit
def see(rules, s, seat):
    """What a seat knows."""
    played = np.zeros(3, np.uint64)
    for other in range(3):
        played[other] = counts_of(s.dealt[other]) - s.counts[other] - s.discarded[other]
    places = np.zeros(2, np.int64)
    discards = np.zeros(2, np.int64)
    for i in range(2):
        other = after(seat, 1 + i)
        for c in range(NUM_CLASSES):
            discards[i] += held(s.discarded[other], c)
        places[i] = s.sizes[other] + discards[i]
    voider, grabber, grab = -1, -1, -1
    first = 0
    while first < s.length:
        answer = np.int64(s.course[first]) - NUM_PLAYS[rules.book]
        if answer == VOID:
            voider = int(s.course_seats[first])
        elif 0 <= answer <= TAKE_BADUI:
            grabber, grab = int(s.course_seats[first]), int(answer)
        elif answer != KEEP and answer != DECLINE:
            break
        first += 1
    actions = np.zeros(s.length - first, np.int64)
    seats = np.zeros(s.length - first, np.int64)
    for i in range(first, s.length):
        actions[i - first] = s.course[i]
        seats[i - first] = s.course_seats[i]
    return Seen(
        int(seat),
        int(s.first_leader),
        int(s.phase),
        int(s.turn),
        counts_of(s.dealt[seat]),
        played,
        places,
        discards,
        voider,
        grabber,
        grab,
        actions,
        seats,
    )


@njit
def true_world(rules, s, seen):
    """The class of each hidden card, int64[places]: of each of the others its discards in order, then its hand."""
    world = np.zeros(seen.places[0] + seen.places[1], np.int64)
    length = 0
    for i in range(2):
        other = after(seen.seat, 1 + i)
        for k in range(len(seen.actions)):
            thrown = seen.actions[k] - NUM_PLAYS[rules.book] - DISCARD
            if seen.seats[k] == other and thrown >= 0:
                world[length] = thrown
                length += 1
        for c in range(NUM_CLASSES):
            for _ in range(held(s.counts[other], c)):
                world[length] = c
                length += 1
    return world


# --- drawing worlds -------------------------------------------------------------------------------


@njit
def most(s, seen, i, c):
    """The most hidden cards of a class that the first or second of the others can hold or have discarded."""
    other = after(seen.seat, 1 + i)
    voids = other == seen.voider or (other == seen.turn and seen.phase == ASK_VOID)
    if voids and (c == KING or c == QUEEN):
        return np.int64(0)
    # What it was passed over on tells of the hand then, which need not be what it held before it discarded.
    return held(s.at_most[other], c) if seen.discards[i] == 0 else np.int64(4)


@njit
def weight(seen, c, first, second):
    """Share of the deals in which the others hold so many hidden cards of a class beside those they have played."""
    a = held(seen.played[after(seen.seat, 1)], c) + first
    b = held(seen.played[after(seen.seat, 2)], c) + second
    return _INVERSE_FACTORIAL[a] * _INVERSE_FACTORIAL[b]


@njit
def ways_to_deal(s, seen):
    """Weights float64[classes + 1, classes, 17, 5] of deals: how many hidden cards of each class go to whom.

    `[c, k, x]`: of those deals of the classes from c on that give the first of the others k hidden cards, those
    with x of class c. Only splits within `most` count.
    """
    ways = np.zeros((NUM_CLASSES, 17, 5))
    total = np.zeros(17)
    total[0] = 1.0
    for c in range(NUM_CLASSES - 1, -1, -1):
        number = hidden_of_class(seen, c)
        for first in range(number + 1):
            if first <= most(s, seen, 0, c) and number - first <= most(s, seen, 1, c):
                share = weight(seen, c, first, number - first)
                for k in range(first, seen.places[0] + 1):
                    ways[c, k, first] = share * total[k - first]
        for k in range(17):
            total[k] = ways[c, k].sum()
    return ways


@njit
def hidden_of_class(seen, c):
    """How many cards of a class the seat has not seen."""
    return held(FULL - seen.own - seen.played[after(seen.seat, 1)] - seen.played[after(seen.seat, 2)], c)


@njit
def draw_world(s, seen, ways, world):
    """Draw a deal from `ways_to_deal`, and which of the cards are discards."""
    left = seen.places[0]
    at_first, at_second = 0, seen.places[0]
    for c in range(NUM_CLASSES):
        target = draw_unit(s) * ways[c, left].sum()
        first = 0
        while first < 4 and target >= ways[c, left, first]:
            target -= ways[c, left, first]
            first += 1
        left -= first
        for k in range(hidden_of_class(seen, c)):
            if k < first:
                world[at_first] = c
                at_first += 1
            else:
                world[at_second] = c
                at_second += 1
    for i in range(2):
        if seen.discards[i] > 0:
            start = i * seen.places[0]
            shuffle(s, world[start : start + seen.places[i]], seen.places[i])


# --- whether a world is possible ------------------------------------------------------------------


@njit
def comes_about(rules, s, seen, world):
    """Play the course again in `s`, from this world; whether that can be done, and ends where the course does."""
    s.counts[seen.seat] = seen.own
    for i in range(2):
        other = after(seen.seat, 1 + i)
        counts = seen.played[other]
        for k in range(seen.places[i]):
            counts += one(world[i * seen.places[0] + k])
        s.counts[other] = counts
    begin(rules, s, seen.leader)
    if not opens_again(rules, s, seen):
        return False
    thrown_first, thrown_second = 0, seen.places[0]
    for k in range(len(seen.actions)):
        action, seat = seen.actions[k], seen.seats[k]
        if s.turn != seat:
            return False
        discard = NUM_PLAYS[rules.book] + DISCARD
        if action >= discard and seat == after(seen.seat, 1):
            action = discard + world[thrown_first]
            thrown_first += 1
        elif action >= discard and seat == after(seen.seat, 2):
            action = discard + world[thrown_second]
            thrown_second += 1
        if not is_legal(rules, s, action):
            return False
        apply(rules, s, action)
    return s.turn == seen.turn and s.phase == seen.phase


@njit
def opens_again(rules, s, seen):
    """Answer the questions before the first lead as far as they have been; whether that can be done."""
    while s.phase == ASK_VOID or s.phase == GRAB:
        if s.phase == seen.phase and s.turn == seen.turn:
            return True
        if s.phase == ASK_VOID:
            answer = np.int64(VOID if s.turn == seen.voider else KEEP)
        elif s.turn == seen.grabber:
            answer = np.int64(seen.grab)
            if not has(grabs(rules, s.counts[s.turn]), answer):
                return False
        elif rules.may_decline:
            answer = np.int64(DECLINE)
        else:
            return False
        apply(rules, s, NUM_PLAYS[rules.book] + answer)
    return True


# --- swaps ----------------------------------------------------------------------------------------


@njit
def wander(rules, s, seen, world):
    """Swap hidden cards at random, `STEPS` times a card, each time if the world stays possible."""
    number = len(world)
    for _ in range(STEPS * number):
        i, j = draw_below(s, number), draw_below(s, number)
        if world[i] == world[j]:
            continue
        accepted = draw_unit(s) < relative_weight(seen, world, i, j)
        world[i], world[j] = world[j], world[i]
        if not accepted or not comes_about(rules, s, seen, world):
            world[i], world[j] = world[j], world[i]


@njit
def relative_weight(seen, world, i, j):
    """How many deals there are with two hidden cards swapped, for each of those there are now, both ways of discarding.

    Hidden cards are told apart here; each deal is counted once for each way in which its cards can have been played.
    """
    owner_i, owner_j = np.int64(i >= seen.places[0]), np.int64(j >= seen.places[0])
    if owner_i == owner_j:
        return 1.0
    leaving = ways_to_play(seen, world, owner_i, world[i], 0) * ways_to_play(seen, world, owner_j, world[j], 0)
    coming = ways_to_play(seen, world, owner_j, world[i], 1) * ways_to_play(seen, world, owner_i, world[j], 1)
    return leaving / coming


@njit
def ways_to_play(seen, world, owner, c, more):
    """(played + hidden) / hidden cards of a class of one of the others, `more` hidden ones added."""
    hidden = more
    start = owner * seen.places[0]
    for k in range(start, start + seen.places[owner]):
        hidden += world[k] == c
    return (held(seen.played[after(seen.seat, 1 + owner)], c) + hidden) / hidden


# --- cards ----------------------------------------------------------------------------------------


@njit
def deal_cards(s, seen):
    """Deal the others cards of the classes that they hold or have played in this world, suits at random."""
    first, second = after(seen.seat, 1), after(seen.seat, 2)
    needed = s.counts[first] + s.discarded[first] + seen.played[first]
    s.dealt[first] = NONE
    s.dealt[second] = NONE
    cards = np.zeros(4, np.int64)
    for c in range(NUM_CLASSES):
        left = CLASS_CARDS[c] & ~s.dealt[seen.seat]
        number = 0
        while left != NONE:
            cards[number] = lowest(left)
            left &= ~bit(cards[number])
            number += 1
        shuffle(s, cards, number)
        for k in range(number):
            s.dealt[first if k < held(needed, c) else second] |= bit(cards[k])
