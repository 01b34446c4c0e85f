"""Dealing anew what a seat of gongzhu cannot know, every possible world equally likely.

A world is a hand for each other seat and, with the sale, what each of its sellable cards was answered.
It is possible when
the course of the hand, with these answers, could have been played from it and would have looked the
same to the observer:

* each other seat holds as many cards as it does, none of a suit that it has shown to hold no more of;
* the two of clubs, while in hand, is with the seat that led because of it; in the sale it may be anywhere, and the lead
  with it;
* cards sold open lie where they do; each seat has as many dark-sold cards in hand as it shows backs;
* each seat holds as many sellable cards as it was asked about. Who is asked is seen at the table.
* In the sale nobody knows the answers of others: they are made anew too, each of the three alike.

Since each of these counts is the same in all possible worlds, so is the number of ways to mark the sold ones, and it is
enough to make every possible distribution of the cards equally likely. Cards that the same seats may hold form a group;
the number of distributions is a sum of products of binomials over how many cards of each group go to which seat.
"""

import math

import numpy as np
from numba import njit

from ..bits import NONE, bit, count, has, lowest
from ..chance import draw_below, draw_unit, shuffle
from ..kernel import implements, redeal_hidden
from .plays import (
    ALL_SELLABLE_FACES,
    CLUB_TWO,
    DARK,
    DARK_FACES,
    NUM_FACES,
    OPEN,
    OPEN_FACES,
    SELL,
    SELLABLE_FACE_SETS,
    SELLABLE_FACES,
    SOLD_FACES,
    SUIT_FACES,
    SUIT_OF_FACE,
    UNSOLD_FACE,
)
from .rules import club_two_holder, set_first_leader
from .ruleset import Ruleset
from .state import SALE

BINOMIAL = np.array([[float(math.comb(n, k)) for k in range(53)] for n in range(53)])


@implements(redeal_hidden, Ruleset)
def _redeal_hidden(rules, s, seat):
    if s.turn < 0:
        return  # everything has been seen
    hidden = np.zeros(3, np.uint64)  # faces that are dealt anew, of the seats after the observer
    capacity = np.zeros(3, np.int64)
    for i in range(3):
        other = (seat + 1 + i) & 3
        hidden[i] = s.hands[other] & ~known_in_hand(s, other)
        capacity[i] = count(hidden[i])
    backs = np.zeros(3, np.int64)
    least = np.zeros(3, np.int64)
    most = np.zeros(3, np.int64)
    for i in range(3):
        count_sellable(rules, s, (seat + 1 + i) & 3, hidden[i], least, most, i)
        backs[i] = count(hidden[i] & DARK_FACES)
    pool = unsold_faces(hidden[0] | hidden[1] | hidden[2])
    special = pool & ALL_SELLABLE_FACES if rules.sale else NONE
    groups = np.zeros(8, np.uint64)  # by the set of seats that may hold them, as bits
    group_by_seats(s, seat, pool & ~special, groups)
    dealt = np.zeros(3, np.uint64)
    deal_special(s, seat, special, groups, capacity, least, most, dealt)
    for i in range(3):
        capacity[i] -= count(dealt[i])
    deal_groups(s, groups, capacity, dealt)
    for i in range(3):
        other = (seat + 1 + i) & 3
        s.hands[other] = dealt[i] | (s.hands[other] & ~hidden[i])
    if rules.sale:
        for i in range(3):
            answer_anew(s, (seat + 1 + i) & 3, backs[i])
    if s.phase == SALE and s.club_two_led:
        set_first_leader(s, club_two_holder(s))


@njit
def known_in_hand(s, other):
    """Faces that everybody knows to be in this seat's hand."""
    if s.phase == SALE:
        return NONE
    known = OPEN_FACES
    if s.club_two_led and other == s.first_leader:
        known |= bit(CLUB_TWO)
    return s.hands[other] & known


@njit
def unsold_faces(faces):
    """The same cards, none of them sold."""
    plain = faces & ~SOLD_FACES
    for sellable in range(4):
        if faces & SELLABLE_FACE_SETS[sellable] != NONE:
            plain |= bit(SELLABLE_FACES[sellable])
    return plain


@njit
def count_sellable(rules, s, other, hidden, least, most, i):
    """How many of the hidden sellable cards the seat must and may hold, as far as the table has seen."""
    least[i] = 0
    most[i] = 4
    if not rules.sale:
        return
    held = count(hidden & ALL_SELLABLE_FACES)
    if s.phase != SALE or other < s.turn:
        least[i] = held
        most[i] = held
    elif other == s.turn:  # it holds those that it has answered for and the one that it is asked about
        for sellable in range(s.asked + 1):
            if hidden & SELLABLE_FACE_SETS[sellable] != NONE:
                least[i] += 1


@njit
def seats_that_may_hold(s, seat, suit):
    """The seats after the observer that have not shown themselves void in a suit, as bits."""
    may = 0
    for i in range(3):
        if not has(np.uint64(s.voids[(seat + 1 + i) & 3]), suit):
            may |= 1 << i
    return may


@njit
def group_by_seats(s, seat, pool, groups):
    """Put each card of the pool into the group of the seats that may hold it."""
    for suit in range(4):
        groups[seats_that_may_hold(s, seat, suit)] |= pool & SUIT_FACES[suit]


@njit
def ways(n, capacity, used, target, split):
    """Number of distributions, summed over all splits; stops where it passes `target`, with that split.

    n: int64[8], cards in each group. A split says how many cards of each group that two seats may hold go to
    the first of the two: groups {0, 1}, {0, 2}, {1, 2}. Cards that all may hold fill up what is left. used:
    int64[3], cards already given to the seats.
    """
    total = 0.0
    for a in range(n[3] + 1):
        for b in range(n[5] + 1):
            left0 = capacity[0] - used[0] - n[1] - a - b
            if left0 < 0:
                break
            for c in range(n[6] + 1):
                left1 = capacity[1] - used[1] - n[2] - (n[3] - a) - c
                left2 = capacity[2] - used[2] - n[4] - (n[5] - b) - (n[6] - c)
                if left1 < 0 or left2 < 0 or left0 + left1 + left2 != n[7]:
                    continue
                total += (
                    BINOMIAL[n[3], a]
                    * BINOMIAL[n[5], b]
                    * BINOMIAL[n[6], c]
                    * BINOMIAL[n[7], left0]
                    * BINOMIAL[n[7] - left0, left1]
                )
                split[0], split[1], split[2] = a, b, c
                if total > target:
                    return total
    return total


@njit
def sizes(groups):
    """Cards in each group, int64[8]."""
    n = np.zeros(8, np.int64)
    for may in range(8):
        n[may] = count(groups[may])
    return n


@njit
def deal_special(s, seat, special, groups, capacity, least, most, dealt):
    """Deal the sellable cards of a sale, each distribution weighted by the ways to deal the rest."""
    number = count(special)
    if number == 0:
        return
    faces = np.empty(4, np.int64)
    for i in range(number):
        faces[i] = lowest(special)
        special &= ~bit(faces[i])
    n = sizes(groups)
    split = np.empty(3, np.int64)
    weights = np.zeros(81)
    total = 0.0
    for code in range(3**number):
        used = np.zeros(3, np.int64)
        possible = True
        rest = code
        for i in range(number):
            holder = rest % 3
            rest //= 3
            used[holder] += 1
            if not seats_that_may_hold(s, seat, SUIT_OF_FACE[faces[i]]) >> holder & 1:
                possible = False
        for i in range(3):
            if used[i] < least[i] or used[i] > most[i]:
                possible = False
        if possible:
            weights[code] = ways(n, capacity, used, np.inf, split)
            total += weights[code]
    target = draw_unit(s) * total
    chosen = 0
    passed = 0.0
    for code in range(3**number):
        if weights[code] > 0:
            chosen = code
            passed += weights[code]
            if passed > target:
                break
    for i in range(number):
        dealt[chosen % 3] |= bit(faces[i])
        chosen //= 3


@njit
def deal_groups(s, groups, capacity, dealt):
    """Deal the cards of all groups into what room the seats have left."""
    n = sizes(groups)
    used = np.zeros(3, np.int64)
    split = np.zeros(3, np.int64)
    if n[3] + n[5] + n[6] > 0:
        total = ways(n, capacity, used, np.inf, split)
        ways(n, capacity, used, draw_unit(s) * total, split)
    shares = np.zeros(3, np.int64)
    faces = np.empty(NUM_FACES, np.int64)
    for may in range(1, 8):
        if n[may] == 0:
            continue
        shares[:] = 0
        if may == 7:
            for i in range(3):
                shares[i] = capacity[i] - used[i]
        elif may == 3:
            shares[0], shares[1] = split[0], n[may] - split[0]
        elif may == 5:
            shares[0], shares[2] = split[1], n[may] - split[1]
        elif may == 6:
            shares[1], shares[2] = split[2], n[may] - split[2]
        else:
            shares[lowest(np.uint64(may))] = n[may]
        left = groups[may]
        for i in range(n[may]):
            faces[i] = lowest(left)
            left &= ~bit(faces[i])
        shuffle(s, faces, n[may])
        at = 0
        for i in range(3):
            used[i] += shares[i]
            for _ in range(shares[i]):
                dealt[i] |= bit(faces[at])
                at += 1


@njit
def answer_anew(s, other, backs):
    """Give the sellable cards of another seat answers that the observer may suppose, in the hand and in the course."""
    held = s.hands[other] & ALL_SELLABLE_FACES & ~SOLD_FACES
    if s.phase == SALE:
        s.sold[other] = NONE
        rewrite_answers(s, other, held, True)
        return
    s.sold[other] &= ~DARK_FACES | played_by(s, other)
    candidates = np.empty(4, np.int64)
    number = 0
    while held != NONE:
        candidates[number] = lowest(held)
        held &= ~bit(candidates[number])
        number += 1
    shuffle(s, candidates, number)
    for i in range(backs):
        sell(s, other, candidates[i], DARK)
    rewrite_answers(s, other, s.hands[other] | played_by(s, other), False)


@njit
def sell(s, other, unsold, answer):
    """Mark an unsold face in a hand as sold dark or open."""
    s.hands[other] ^= bit(unsold) | bit(unsold + answer)
    s.sold[other] |= bit(unsold + answer)


@njit
def played_by(s, other):
    """Faces that the seat has played in this hand."""
    cards = NONE
    for i in range(s.length):
        if s.course_seats[i] == other and s.course[i] < SELL:
            unsold = UNSOLD_FACE[s.course[i]]
            face = unsold
            if has(ALL_SELLABLE_FACES, unsold):
                if has(s.sold[other], unsold + DARK):
                    face = unsold + DARK
                elif has(s.sold[other], unsold + OPEN):
                    face = unsold + OPEN
            cards |= bit(face)
    return cards


@njit
def rewrite_answers(s, other, faces, at_random):
    """Put the seat's answers in the sale in order: one for each sellable card among `faces`, as asked.

    At random (the sale is not over): any answer, and the cards are marked by it. Otherwise: as the faces are marked.
    """
    sellable = 0
    for i in range(s.length):
        if s.course_seats[i] == other and s.course[i] >= SELL:
            while faces & SELLABLE_FACE_SETS[sellable] == NONE:
                sellable += 1
            unsold = SELLABLE_FACES[sellable]
            if at_random:
                answer = draw_below(s, 3)
                if answer > 0:
                    sell(s, other, unsold, answer)
            elif has(faces, unsold + DARK):
                answer = DARK
            elif has(faces, unsold + OPEN):
                answer = OPEN
            else:
                answer = 0
            s.course[i] = SELL + answer
            sellable += 1
    if s.phase == SALE and other == s.turn:
        while faces & SELLABLE_FACE_SETS[sellable] == NONE:
            sellable += 1
        s.asked = sellable
