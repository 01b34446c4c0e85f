"""Positions for tests: deals with wanted cards, scripted hands, and a plain count of tricks of one-deck gongzhu."""

from collections.abc import Sequence

import numba
import numpy as np

SUITS = "cdhs"
RANKS = "23456789TJQKA"
DECK = tuple(rank + suit for suit in SUITS for rank in RANKS)
HEARTS = tuple(rank + "h" for rank in RANKS)
SELLABLE = ("Qs", "Jd", "Tc", "Ah")  # in the order in which a seat is asked
SCORE_CARDS = (*HEARTS, "Qs", "Jd", "Tc")

COMPILED = not numba.config.DISABLE_JIT


def count(compiled: int, plain: int) -> int:
    """How many random samples to draw: fewer where the rules run as plain Python."""
    return compiled if COMPILED else plain


def complete(needs: Sequence[str], voids: Sequence[str] = (), deck: Sequence[str] = DECK) -> list[list[str]]:
    """A deal of `deck` in which each seat holds the cards named in `needs` and none of its suits or ranks in `voids`.

    `voids` says nothing about the cards in `needs`. The other cards go, one by one, to the seat with the most room that
    may have them.
    """
    hands, seats, size = [need.split() for need in needs], range(len(needs)), len(deck) // len(needs)
    barred = [set(void) for void in voids or [""] * len(needs)]
    given = {card for hand in hands for card in hand}
    rest = [card for card in deck if card not in given]
    rest.sort(key=lambda card: -sum(not marks.isdisjoint(card) for marks in barred))
    for card in rest:
        open_seats = [seat for seat in seats if barred[seat].isdisjoint(card) and len(hands[seat]) < size]
        hands[min(open_seats, key=lambda seat: len(hands[seat]))].append(card)
    assert sorted(card for hand in hands for card in hand) == sorted(deck)
    return hands


def sales(hands: Sequence[Sequence[str]], **sold: str) -> list[str]:
    """The answers of the whole sale, in the order in which they are asked; cards not named are kept."""
    return [f"sell {sold.get(card, 'keep')}" for hand in hands for card in SELLABLE if card in hand]


def play(game, hands, leader, actions):
    """One round from the exact deal after the actions (texts): `states` of one row. `leader` None: by the rule."""
    states = game.new(1)
    position = {} if leader is None else {"leader": leader}
    game.set_up(states, hands=hands, **position)
    for text in actions:
        act(game, states, text)
    return states


def act(game, states, text: str) -> None:
    """Plays one action, by its text, in a single round."""
    game.apply(states, np.array([game.action(text)], dtype=np.int32))


def legal_texts(game, states, row: int = 0) -> list[str]:
    """Texts of what the seat to act in a row may do, sorted."""
    return sorted(game.text(int(action)) for action in np.flatnonzero(game.legal(states)[row]))


def seat_of(game, states) -> int:
    """The seat to act in a single round, -1 when it is over."""
    return int(game.seat(states)[0])


def random_actions(game, states, rng) -> np.ndarray:
    """One uniformly drawn legal action a row; no row may be over."""
    mask = game.legal(states)
    return np.argmax(mask * (1.0 - rng.random(mask.shape)), axis=1).astype(np.int32)


def step_randomly(game, states, rng) -> np.ndarray:
    """Plays one random action in every row that is not over; returns which rows that were."""
    live = game.seat(states) >= 0
    if live.any():
        moving = states[live]
        game.apply(moving, random_actions(game, moving, rng))
        states[live] = moving
    return live


class Tricks:
    """A plain count of one hand's tricks: who takes what. Fed with every play; sales are noted on the cards."""

    def __init__(self):
        self.sold: dict[str, str] = {}  # card -> "dark" or "open"
        self.taken: list[list[str]] = [[], [], [], []]
        self.trick: list[tuple[int, str]] = []
        self.plays = 0
        self.winner = -1  # of the last trick
        self.pig_taker = -1
        self.asked: dict[int, int] = {}

    def sell(self, seat: int, hand: Sequence[str], text: str) -> None:
        """Notes the answer of a seat, whose hand is given, to the question it is asked."""
        held = [card for card in SELLABLE if card in hand]
        card = held[self.asked.get(seat, 0)]
        self.asked[seat] = self.asked.get(seat, 0) + 1
        if text != "sell keep":
            self.sold[card] = text.removeprefix("sell ")

    def play(self, seat: int, card: str) -> None:
        """Notes a card; the fourth of a trick decides it."""
        self.plays += 1
        self.trick.append((seat, card))
        if len(self.trick) == 4:
            led = self.trick[0][1][1]
            followers = [(RANKS.index(card[0]), seat) for seat, card in self.trick if card[1] == led]
            self.winner = max(followers)[1]
            self.taken[self.winner] += [self.face(card) for _, card in self.trick]
            if any(card == "Qs" for _, card in self.trick):
                self.pig_taker = self.winner
            self.trick = []

    def face(self, card: str) -> str:
        """The card with the mark of how it was sold."""
        return card + {"dark": "*", "open": "!", "": ""}[self.sold.get(card, "")]

    def sold_aces(self) -> list[str]:
        """How each sold heart ace was sold."""
        return [self.sold["Ah"]] if "Ah" in self.sold else []

    def scores(self, game) -> list[int]:
        """Each seat's own score of the finished hand, by the family's table."""
        return [game.family.hand_score(game.ruleset, taken, self.sold_aces()) for taken in self.taken]


def two_runs(first: str, second: str, tricks: int, early: str = "", runners: tuple[int, int] = (0, 1)):
    """A whole hand in which one seat takes the first `tricks` (7 to 12) tricks and another all the rest.

    The first runner holds the top of suit `first` and the bottom of suit `second`, the second runner the others of both
    suits; the two other seats hold neither suit and throw whatever the script wants. Of the cards that may fall
    sooner or later, those in `early` go to the first runner, score cards not named to the second as far as possible.

    Returns (hands, leader, plays). No play of the script breaks the bar on sold cards.
    """
    a, b = runners
    others = [seat for seat in range(4) if seat not in runners]
    wanted = early.split()

    def time(card: str) -> int:
        return 0 if card in wanted else 2 if card in SCORE_CARDS else 1

    run = [rank + first for rank in RANKS[::-1]]
    last = [rank + second for rank in RANKS[::-1]]
    script: list[list[str]] = [[], [], [], []]
    script[a] = run[:tricks] + last[tricks:]
    spare = sorted(last[tricks - 1 : 0 : -1], key=time)[: 2 * tricks - 13]
    script[b] = run[tricks:][::-1] + spare + [card for card in last[:tricks] if card not in spare]
    thrown = sorted((card for card in DECK if card[1] not in (first, second)), key=time)
    script[others[0]], script[others[1]] = thrown[0::2], thrown[1::2]

    plays = []
    for number in range(13):
        leader = a if number <= tricks else b
        plays += [script[(leader + turn) % 4][number] for turn in range(4)]
    return script, a, plays
