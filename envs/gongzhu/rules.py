"""The course of a hand of gongzhu with one deck, compiled, in the order of the rulebook."""

import numpy as np
from numba import njit

from ..bits import NONE, bit, has, lowest
from ..chance import shuffle
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
    ALL_SELLABLE_FACES,
    CARD_OF_FACE,
    CLUB_TWO,
    NUM_ACTIONS,
    NUM_CARDS,
    PIG,
    SELL,
    SELLABLE_FACE_SETS,
    SELLABLE_FACES,
    SOLD_FACES,
    SUIT_FACES,
    SUIT_OF_FACE,
    UNSOLD_FACE,
)
from .ruleset import Ruleset
from .scores import all_sold, hand_scores, match_is_over, settle
from .state import OVER, PLAY, SALE


@implements(deal, Ruleset)
def _deal(rules, s):
    s.totals[:] = 0
    s.hands_played = 0
    deal_hand(rules, s, np.int8(-1))


@implements(place, Ruleset)
def _place(rules, s, hands, leader):
    s.totals[:] = 0
    s.hands_played = 0
    for seat in range(4):
        s.hands[seat] = NONE
        cards = hands[seat]
        while cards != NONE:
            card = lowest(cards)
            cards &= ~bit(card)
            s.hands[seat] |= bit(UNSOLD_FACE[card])
    begin_hand(rules, s, np.int8(leader))


# --- course 1: deal -------------------------------------------------------------------------------


@njit
def deal_hand(rules, s, leader):
    """Deal 13 cards to each seat; `leader` -1: the holder of the two of clubs."""
    cards = np.empty(NUM_CARDS, np.int8)
    for card in range(NUM_CARDS):
        cards[card] = card
    shuffle(s, cards, NUM_CARDS)
    for seat in range(4):
        hand = NONE
        for i in range(13):
            hand |= bit(UNSOLD_FACE[cards[13 * seat + i]])
        s.hands[seat] = hand
    begin_hand(rules, s, leader)


@njit
def begin_hand(rules, s, leader):
    """Start the hand whose cards are in `s.hands`."""
    s.taken[:] = NONE
    s.sold[:] = NONE
    s.points[:] = 0
    s.voids[:] = 0
    s.trick[:] = -1
    s.course[:] = -1
    s.course_seats[:] = -1
    s.length = 0
    s.suits_led = 0
    s.winner = -1
    s.pig_taker = -1
    s.cut_off = False
    # course 3: first lead
    s.club_two_led = leader < 0
    set_first_leader(s, club_two_holder(s) if leader < 0 else leader)
    if rules.sale:
        s.phase = SALE
        s.turn = 0
        s.asked = -1
        offer_next(s)
    else:
        begin_play(s)


@njit
def club_two_holder(s):
    """The seat with the two of clubs in hand; -1: it has been played."""
    for seat in range(4):
        if has(s.hands[seat], CLUB_TWO):
            return np.int8(seat)
    return np.int8(-1)


@njit
def set_first_leader(s, leader):
    """Who will lead the first trick."""
    s.leader = leader
    s.first_leader = leader


# --- course 2: sale -------------------------------------------------------------------------------


@njit
def offer_next(s):
    """Ask about the next sellable card in a hand, seat by seat; the sale over, begin to play."""
    seat, sellable = s.turn, s.asked + 1
    while seat < 4:
        while sellable < 4:
            if has(s.hands[seat], SELLABLE_FACES[sellable]):
                s.turn = seat
                s.asked = sellable
                return
            sellable += 1
        seat += 1
        sellable = 0
    begin_play(s)


@njit
def answer_offer(s, answer):
    """Exchange the card asked about for its face of that sale (UNSOLD, DARK, OPEN)."""
    if answer != 0:
        unsold = SELLABLE_FACES[s.asked]
        s.hands[s.turn] ^= bit(unsold) | bit(unsold + answer)
        s.sold[s.turn] |= bit(unsold + answer)
    offer_next(s)


# --- course 4: tricks; "One card led" -------------------------------------------------------------


@njit
def begin_play(s):
    """The leader leads to the first trick."""
    s.phase = PLAY
    s.asked = -1
    s.turn = s.leader


@njit
def playable(s):
    """Faces that the seat to act may play."""
    hand = s.hands[s.turn]
    if s.winner < 0:
        return hand
    suit = SUIT_OF_FACE[s.trick[s.leader]]
    following = hand & SUIT_FACES[suit]
    if following == NONE:
        return hand
    return following if has(np.uint64(s.suits_led), suit) else without_barred(following)


@njit
def without_barred(following):
    """Sold cards: in the first trick of their suit they do not follow, unless the seat has no other card of it."""
    unsold = following & ~SOLD_FACES
    return unsold if unsold != NONE else following


@njit
def note_void(s, suit, face):
    """Keep what a play to a led suit tells of the rest of the hand: that it has no card of that suit.

    So it is when the face is of another suit, or when it was barred and yet followed.
    """
    followed = SUIT_OF_FACE[face] == suit
    lifted = has(SOLD_FACES, face) and not has(np.uint64(s.suits_led), suit)
    if not followed or lifted:
        s.voids[s.turn] |= np.uint8(1 << suit)


@njit
def face_played(s, card):
    """The face under which the seat to act holds a card."""
    face = UNSOLD_FACE[card]
    if not has(ALL_SELLABLE_FACES, face):
        return face
    for sellable in range(4):
        held = s.hands[s.turn] & SELLABLE_FACE_SETS[sellable]
        if SELLABLE_FACES[sellable] == face and held != NONE:
            return lowest(held)
    return face


@njit
def play_card(rules, s, card):
    """Put a card of the seat to act on the table; the fourth ends the trick."""
    face = face_played(s, card)
    seat = s.turn
    if s.winner < 0:
        s.winner = seat
    else:
        suit = SUIT_OF_FACE[s.trick[s.leader]]
        note_void(s, suit, face)
        if SUIT_OF_FACE[face] == suit and face > s.trick[s.winner]:  # faces of a suit ascend with rank
            s.winner = seat
    s.hands[seat] &= ~bit(face)
    s.trick[seat] = face
    s.turn = (seat + 1) & 3
    if s.turn == s.leader:
        end_trick(rules, s)


@njit
def end_trick(rules, s):
    """The winner takes the trick and leads the next."""
    winner = s.winner
    for seat in range(4):
        face = s.trick[seat]
        s.taken[winner] |= bit(face)
        if has(SELLABLE_FACE_SETS[PIG], face):
            s.pig_taker = winner
    s.suits_led |= np.uint8(1 << SUIT_OF_FACE[s.trick[s.leader]])
    s.trick[:] = -1
    s.leader = winner
    s.turn = winner
    s.winner = -1
    if s.hands[winner] == NONE:
        end_hand(rules, s)


# --- episodes -------------------------------------------------------------------------------------


@njit
def end_hand(rules, s):
    """Score the hand; in a match add it up, and settle or deal the next."""
    hand_scores(rules, s, all_sold(s), s.points)
    if not rules.match:
        end_round(s)
        return
    for seat in range(4):
        s.totals[seat] += s.points[seat]
    s.hands_played += 1
    s.points[:] = 0
    if match_is_over(rules.limit, s.totals):
        settle(rules, s.totals, s.points)
        end_round(s)
    elif s.hands_played == rules.max_hands:
        s.cut_off = True
        end_round(s)
    else:
        deal_hand(rules, s, s.pig_taker)  # course 3: in a match the seat that took the pig leads the next hand


@njit
def end_round(s):
    """Nobody is asked any more."""
    s.phase = OVER
    s.turn = -1


# --- verbs ----------------------------------------------------------------------------------------


@implements(seat_to_act, Ruleset)
def _seat_to_act(rules, s):
    return s.turn


@implements(legal, Ruleset)
def _legal(rules, s, mask):
    mask[:] = False
    if s.phase == PLAY:
        faces = playable(s)
        while faces != NONE:
            face = lowest(faces)
            faces &= faces - np.uint64(1)
            mask[CARD_OF_FACE[face]] = True
    elif s.phase == SALE:
        mask[SELL:] = True


@implements(legal_list, Ruleset)
def _legal_list(rules, s, actions):
    length = 0
    if s.phase == PLAY:
        faces = playable(s)
        while faces != NONE:
            face = lowest(faces)
            faces &= faces - np.uint64(1)
            actions[length] = CARD_OF_FACE[face]
            length += 1
    elif s.phase == SALE:
        for action in range(SELL, NUM_ACTIONS):
            actions[length] = action
            length += 1
    return length


@implements(is_legal, Ruleset)
def _is_legal(rules, s, action):
    if s.phase == SALE:
        return action >= SELL
    return s.phase == PLAY and action < SELL and has(playable(s), face_played(s, action))


@implements(apply, Ruleset)
def _apply(rules, s, action):
    s.course[s.length] = action
    s.course_seats[s.length] = s.turn
    s.length += 1
    if s.phase == SALE:
        answer_offer(s, action - SELL)
    else:
        play_card(rules, s, action)


@implements(scores, Ruleset)
def _scores(rules, s, out):
    for seat in range(4):
        out[seat] = s.points[seat]


@implements(standing, Ruleset)
def _standing(rules, s, out):
    if rules.match and s.phase == OVER:  # the last hand is in the totals
        out[:] = 0
    else:
        hand_scores(rules, s, all_sold(s), out)
    for seat in range(4):
        out[seat] += s.totals[seat]


@implements(truncated, Ruleset)
def _truncated(rules, s):
    return s.cut_off
