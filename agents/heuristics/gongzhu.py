"""Rules of thumb for gongzhu with one deck.

Every card that may be played gets a worth in points: what the trick is then likely to bring, and what having the card
out of the hand is worth. The card of the highest worth is played. What counts is the own score (partners: the side's)
less a share of that of the others, since a match is won against them.

Used are the own hand, the cards played, the suits that others have shown to be void of, and the sales that the table
knows. Of the other hands only their union is looked at, all of it as if unsold: the cards not yet seen.

The weights were found by playing against random seats and against earlier weights at once, then rounded; each of these
rules of thumb gains against the same player without it.
"""

from typing import NamedTuple

import numpy as np
from numba import njit

from ...envs.bits import NONE, ONE, bit, count, has, lowest, set_of
from ...envs.cards import SUITS
from ...envs.gongzhu.plays import (
    ALL_UNSOLD_FACES,
    CARD_OF_FACE,
    DARK_FACES,
    FACE_TEXTS,
    HEART_ACE,
    HEART_FACES,
    OPEN,
    OPEN_FACES,
    PIG,
    SCORE_FACES,
    SELL,
    SELLABLE_FACES,
    SHEEP,
    SUIT_FACES,
    SUIT_OF_FACE,
    TRANSFORMER,
    UNSOLD,
)
from ...envs.gongzhu.rules import playable
from ...envs.gongzhu.ruleset import Ruleset
from ...envs.gongzhu.scores import all_sold, sale_factor
from ...envs.gongzhu.state import SALE
from ...envs.kernel import implements
from .verb import advise

# What a point of another's is worth to a seat that plays for itself; partners are against the other side outright.
FOE = 0.5

# The trick.
DUMPED = 0.35  # share of the pig and the hearts out that a foe without the suit throws on a trick
PIG_FALLS = 0.45  # share of the pig that each foe to come brings when a king or ace of spades is best
SHEEP_FALLS = 0.2  # share of the sheep that each seat to come brings when the queen, king or ace of diamonds is best
LEAD_AGAIN = 15.0  # what it costs to win with a card led, and so to lead again

# The hand.
HIGH = 14.0  # to be rid of a card above all others of its suit; less as fewer are below it
LEAD_SHORT = 75.0  # to lead a lone card; by its number of cards, less for a longer suit
THROW_SHORT = 25.0  # the same when throwing a card on another suit
KEEP_PIG = 0.4  # share of the pig's points that keeping it, for somebody else's trick, is worth
KEEP_GUARD = 15.0  # to keep other spades with the pig
KEEP_SHEEP = 0.45  # share of the sheep's points that keeping it, for an own trick, is worth
KEEP_CATCHER = 45.0  # to keep the queen, king, ace of diamonds while the sheep is out
FLUSH = 20.0  # to lead a spade that cannot win the pig, so that it may fall

# [m, higher, unseen]: how often none of m seats beats a card that `higher` of the suit's `unseen` cards beat, if each
# of the seats plays any one of them.
STANDS = np.array(
    [[[max(0.0, 1 - higher / max(unseen, 1)) ** m for unseen in range(14)] for higher in range(14)] for m in range(4)]
)
EMPTY = np.array([(2 / 3) ** unseen for unseen in range(14)])  # how often a seat holds none of so many unseen cards


def _faces(texts):
    return set_of(FACE_TEXTS.index(text) for text in texts.split())


DIAMONDS, HEARTS, SPADES = (SUITS.index(suit) for suit in "dhs")
THE_PIG, THE_SHEEP, THE_TRANSFORMER = _faces("Qs"), _faces("Jd"), _faces("Tc")
PIG_FACE, SHEEP_FACE = SELLABLE_FACES[PIG], SELLABLE_FACES[SHEEP]
SHEEP_CATCHERS = _faces("Qd Kd Ad")
PIG_CATCHERS = _faces("Ks As")
SMALL_HEARTS = _faces("2h 3h 4h 5h 6h 7h")
FROM_FIVE = _faces("5h 6h 7h 8h 9h Th Jh Qh Kh Ah")
FROM_JACK, FROM_QUEEN, FROM_KING = _faces("Jh Qh Kh Ah"), _faces("Qh Kh Ah"), _faces("Kh Ah")
ACE = _faces("Ah")


class Prices(NamedTuple):
    """What score cards are worth, as far as the table knows how they were sold."""

    pig: float
    sheep: float
    transformer: float
    hearts: float  # factor of their points


class View(NamedTuple):
    """What the seat to act goes by; sets of unsold faces."""

    prices: Prices
    hand: np.uint64
    unseen: np.uint64
    on_table: np.uint64
    leading: bool
    best: int  # the face that wins the trick so far
    to_come: int  # seats that play after this one
    winner_share: float  # what a point of the winner's so far is worth
    later_share: float  # the same for a seat to come, on average
    own_pile: np.uint64
    own_points: float
    winner_pile: np.uint64
    winner_points: float
    own_gain: float  # what the cards on the table would add to the own pile
    winner_gain: float  # and to the winner's so far
    table_points: float  # and to no pile at all


class Outlook(NamedTuple):
    """What to expect of the seats to come when a suit is led."""

    unseen: np.uint64  # cards of the suit in other hands
    number: int
    followers: int  # seats that may hold some
    dumped: float  # points that foes without the suit throw on a trick of the own side's
    hearts: float  # points of the hearts that will follow


@njit
def unsold(faces):
    """The same cards as if unsold: a dark face comes right after the unsold one, an open face after that."""
    return (faces | (faces & DARK_FACES) >> ONE | (faces & OPEN_FACES) >> np.uint64(2)) & ALL_UNSOLD_FACES


@njit
def heart_points(cards):
    """What the hearts of a set cost, unsold: 10 from the five up, and 10 more at each of J, Q, K and A."""
    steps = count(cards & FROM_FIVE) + count(cards & FROM_JACK) + count(cards & FROM_QUEEN)
    return 10.0 * (steps + count(cards & FROM_KING) + count(cards & ACE))


@njit
def pile_points(prices, cards):
    """Points of a seat that took these cards; taking really everything apart."""
    hearts = cards & HEART_FACES
    points = -prices.hearts * heart_points(hearts)
    if count(hearts) == 13:
        points = 200.0 * prices.hearts
    if cards & THE_PIG != NONE:
        points -= prices.pig
    if cards & THE_SHEEP != NONE:
        points += prices.sheep
    if cards & THE_TRANSFORMER != NONE:
        alone = hearts | cards & (THE_PIG | THE_SHEEP) == NONE
        points = 25.0 * prices.transformer if alone else points * prices.transformer
    return points


# --- what is known ----------------------------------------------------------------------------------------------------


@njit
def known_prices(s, dark_elsewhere):
    """Prices by the sales known to the seat to act, which does not know the dark cards in other hands."""
    sold = all_sold(s) & ~dark_elsewhere
    if sold == NONE:
        return Prices(100.0, 100.0, 2.0, 1.0)
    return Prices(
        100.0 * sale_factor(sold, PIG),
        100.0 * sale_factor(sold, SHEEP),
        2.0 * sale_factor(sold, TRANSFORMER),
        1.0 * sale_factor(sold, HEART_ACE),
    )


@njit
def view_of(rules, s):
    """What the seat to act goes by."""
    me = s.turn
    others = s.hands[(me + 1) & 3] | s.hands[(me + 2) & 3] | s.hands[(me + 3) & 3]
    prices = known_prices(s, others & DARK_FACES)
    leading = s.winner < 0
    winner = me if leading else s.winner
    on_table = NONE
    for seat in range(4):
        if s.trick[seat] >= 0:
            on_table |= bit(s.trick[seat])
    to_come = 3 if leading else (s.leader - me - 1) & 3
    foe = -1.0 if rules.partners else -FOE
    own_side = winner == me or (rules.partners and winner == me ^ 2)
    later_share = foe
    if rules.partners and to_come > 1:  # the partner is one of the two, or three, to come
        later_share = 0.0 if to_come == 2 else -1.0 / 3.0
    on_table = unsold(on_table)
    own_pile, winner_pile = unsold(s.taken[me]), unsold(s.taken[winner])
    own_points, winner_points = pile_points(prices, own_pile), pile_points(prices, winner_pile)
    return View(
        prices,
        unsold(s.hands[me]),
        unsold(others),
        on_table,
        leading,
        -1 if leading else s.trick[winner],
        to_come,
        1.0 if own_side else foe,
        later_share,
        own_pile,
        own_points,
        winner_pile,
        winner_points,
        pile_points(prices, own_pile | on_table) - own_points,
        pile_points(prices, winner_pile | on_table) - winner_points,
        pile_points(prices, on_table & ~THE_TRANSFORMER),
    )


# --- the trick --------------------------------------------------------------------------------------------------------


@njit
def outlook_for(rules, s, view, led):
    """What to expect of the seats to come when `led` is the suit led."""
    unseen = view.unseen & SUIT_FACES[led]
    number = count(unseen)
    followers = 0
    foes_without = 0.0
    for ahead in range(1, view.to_come + 1):
        without = 1.0
        if number > 0 and not has(np.uint64(s.voids[(s.turn + ahead) & 3]), led):
            followers += 1
            without = EMPTY[number]
        if not (rules.partners and ahead == 2):
            foes_without += without
    hearts_out = view.unseen & HEART_FACES
    points_out = view.prices.hearts * heart_points(hearts_out)
    hearts = view.to_come * points_out / count(hearts_out) if led == HEARTS and hearts_out != NONE else 0.0
    if view.unseen & THE_PIG != NONE:
        points_out += view.prices.pig
    return Outlook(unseen, number, followers, foes_without * DUMPED * points_out, hearts)


@njit
def falling(rules, view, led, best):
    """Points that the seats to come bring to a trick of the own side's when they must follow under its best card."""
    if led == SPADES and best > PIG_FACE and view.unseen & THE_PIG != NONE:
        foes = view.to_come - 1 if rules.partners and view.to_come >= 2 else view.to_come
        return -PIG_FALLS * foes * view.prices.pig
    if led == DIAMONDS and best > SHEEP_FACE and view.unseen & THE_SHEEP != NONE:
        return SHEEP_FALLS * view.to_come * view.prices.sheep
    return 0.0


@njit
def trick_worth(rules, view, outlook, led, face):
    """What the trick is likely to bring when this card is played to it."""
    wins = view.leading or (face > view.best and SUIT_OF_FACE[face] == led)
    best = face if wins else view.best
    stands = STANDS[outlook.followers, count(outlook.unseen >> np.uint64(best)), outlook.number]
    pile = view.own_pile if wins else view.winner_pile
    points = view.own_gain if wins else view.winner_gain
    beaten = view.table_points
    if has(SCORE_FACES, face):
        cards = view.on_table | bit(face)
        points = pile_points(view.prices, pile | cards) - (view.own_points if wins else view.winner_points)
        beaten = pile_points(view.prices, cards & ~THE_TRANSFORMER)
    factor = view.prices.transformer if pile & THE_TRANSFORMER != NONE else 1.0
    points -= factor * outlook.hearts
    share = 1.0 if wins else view.winner_share
    if share > 0:
        points += factor * (falling(rules, view, led, best) - outlook.dumped)
    worth = stands * share * points
    worth += (1.0 - stands) * view.later_share * (beaten - outlook.hearts)
    return worth - LEAD_AGAIN * stands if view.leading else worth


# --- the hand ---------------------------------------------------------------------------------------------------------


@njit
def hand_worth(view, suit, face, follows):
    """What it is worth to have this card out of the hand."""
    own, unseen = view.hand & SUIT_FACES[suit], view.unseen & SUIT_FACES[suit]
    card = bit(face)
    worth = 0.0
    if unseen != NONE:
        worth += HIGH * count(unseen & (card - ONE)) / count(unseen)
    if view.leading:
        worth += LEAD_SHORT / count(own)
    elif not follows:
        worth += THROW_SHORT / count(own)
    if suit == SPADES:
        if card == THE_PIG:
            worth -= KEEP_PIG * view.prices.pig
        elif own & THE_PIG != NONE:
            worth -= KEEP_GUARD
        elif view.leading and unseen & THE_PIG != NONE and own & PIG_CATCHERS == NONE:
            worth += FLUSH
    elif suit == DIAMONDS:
        if card == THE_SHEEP:
            worth -= KEEP_SHEEP * view.prices.sheep
        elif card & SHEEP_CATCHERS != NONE and unseen & THE_SHEEP != NONE:
            worth -= KEEP_CATCHER
    return worth


# --- the sale ---------------------------------------------------------------------------------------------------------


@njit
def is_worth_selling(s):
    """Whether the card asked about is likely to gain by a higher price, by the others of its suit in the hand."""
    face = SELLABLE_FACES[s.asked]
    suit = unsold(s.hands[s.turn]) & SUIT_FACES[SUIT_OF_FACE[face]]
    below = count(suit & (bit(face) - ONE))
    above = count(suit) - 1 - below
    if s.asked == PIG:  # cards to follow with instead of it
        return below + min(above, 1) >= 3
    if s.asked == SHEEP:
        return below + above >= 2
    if s.asked == TRANSFORMER:  # few cards that win tricks
        return below >= above
    return below >= 4 and count(suit & SMALL_HEARTS) >= 2


@implements(advise, Ruleset)
def _advise(rules, s):
    if s.phase == SALE:
        return SELL + (OPEN if is_worth_selling(s) else UNSOLD)
    legal = unsold(playable(s))
    if legal & (legal - ONE) == NONE:
        return CARD_OF_FACE[lowest(legal)]
    view = view_of(rules, s)
    led = -1 if view.leading else SUIT_OF_FACE[s.trick[s.leader]]
    outlook = outlook_for(rules, s, view, max(led, 0))
    highest_worth = -np.inf
    chosen = -1
    for suit in range(4):
        cards = legal & SUIT_FACES[suit]
        if view.leading and cards != NONE:
            led = suit
            outlook = outlook_for(rules, s, view, led)
        while cards != NONE:
            face = lowest(cards)
            cards &= cards - ONE
            worth = trick_worth(rules, view, outlook, led, face) + hand_worth(view, suit, face, suit == led)
            if worth > highest_worth:
                highest_worth = worth
                chosen = face
    return CARD_OF_FACE[chosen]
