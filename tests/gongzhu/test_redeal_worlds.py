"""Dealing anew what a seat cannot know (one deck): every possible deal equally likely."""

from collections import Counter
from itertools import combinations

import numpy as np
import pytest
from positions import DECK, SELLABLE, Tricks, act, complete, count, legal_texts, seat_of

from stockyard import envs


def late_position(game, seed: int, rng):
    """Two tricks from the end of a hand in which sellable cards are held back and none is sold open.

    Returns (states, voids): the suits that each seat has shown to hold no more of.
    """
    states = game.new(1)
    game.deal(states, seed)
    dealt, tricks, led = game.hands(states[0]), Tricks(), set()
    voids: list[set[str]] = [set(), set(), set(), set()]
    while tricks.plays < 44:
        seat, legal = seat_of(game, states), legal_texts(game, states)
        choice = [text for text in legal if text not in (*SELLABLE, "sell open")] or legal
        text = choice[rng.integers(len(choice))]
        act(game, states, text)
        if text.startswith("sell"):
            tricks.sell(seat, dealt[seat], text)
            continue
        suit = tricks.trick[0][1][1] if tricks.trick else ""
        if suit and (text[1] != suit or (text in tricks.sold and suit not in led)):
            voids[seat].add(suit)
        tricks.play(seat, text)
        if not tricks.trick:
            led.add(suit)
    return states, voids


def possible_deals(hands, voids, sale: bool) -> set:
    """All deals of the unseen cards, two a seat, that go with the voids and with who was asked how often."""
    unseen = {card for hand in hands[1:] for card in hand}
    asked = [len({*hand} & {*SELLABLE}) for hand in hands[1:]]
    worlds = set()
    for first in combinations(sorted(unseen), 2):
        for second in combinations(sorted(unseen - {*first}), 2):
            deal = (first, second, tuple(sorted(unseen - {*first, *second})))
            if any(card[1] in voids[seat + 1] for seat in range(3) for card in deal[seat]):
                continue
            if sale and [len({*hand} & {*SELLABLE}) for hand in deal] != asked:
                continue
            worlds.add(deal)
    return worlds


def test_redeal_every_possible_deal_is_equally_likely(any_hand):
    """The deals that the shown voids and the sale allow, counted over many new deals (chi-square)."""
    rng = np.random.default_rng(59)
    sale = any_hand.options["sale"]
    samples, checked = count(3000, 400), 0
    for seed in range(count(600, 60)):
        states, voids = late_position(any_hand, seed, rng)
        hands = any_hand.hands(states[0])
        worlds = possible_deals(hands, voids, sale)
        if len(worlds) < 4 or any("2c" in hand for hand in hands[1:]):
            continue
        many = any_hand.new(samples)
        many[:] = states[0]
        any_hand.redeal_hidden(many, np.zeros(samples, dtype=np.int8), np.arange(samples, dtype=np.uint64))
        found = Counter(tuple(tuple(sorted(hand)) for hand in any_hand.hands(many[row])[1:]) for row in range(samples))
        assert set(found) <= worlds
        expected = samples / len(worlds)
        chi = sum((found[world] - expected) ** 2 / expected for world in worlds)
        freedom = len(worlds) - 1
        assert chi < freedom + 6 * (2 * freedom) ** 0.5 + 10
        checked += 1
        if checked == count(20, 2):
            return
    pytest.fail("too few positions with several possible deals")


def test_redeal_in_the_sale_spreads_the_sellable_cards_as_chance_does(game):
    """Seat 0 holds the pig and is asked first: 3 · C(13, 3) of C(39, 3) deals give the other three to one seat."""
    rows = count(10_000, 400)
    states = game.new(rows)
    game.set_up(states, hands=complete(["Qs 2c", "Jd", "Tc", "Ah"]))
    game.redeal_hidden(states, np.zeros(rows, dtype=np.int8), np.arange(rows, dtype=np.uint64))
    together = sum(any({"Jd", "Tc", "Ah"} <= {*hand} for hand in game.hands(states[row])) for row in range(rows))
    chance = 3 * 286 / 9139
    assert abs(together / rows - chance) < 4.5 * (chance * (1 - chance) / rows) ** 0.5


def test_redeal_uses_every_seat_that_may_hold_a_card():
    """From the first lead of a hand without sale a given card is equally often with each of the other seats."""
    game = envs.make_game("gongzhu_v0", sale=False)
    rows = count(3000, 300)
    states = game.new(rows)
    hands = complete(["2c", "", "", ""])
    game.set_up(states, hands=hands, leader=0)
    game.redeal_hidden(states, np.zeros(rows, dtype=np.int8), np.arange(rows, dtype=np.uint64))
    holders = np.zeros((52, 4))
    for row in range(rows):
        for seat, hand in enumerate(game.hands(states[row])):
            for card in hand:
                holders[DECK.index(card), seat] += 1
    hidden = [card not in hands[0] for card in DECK]
    share = holders[hidden, 1:] / rows
    assert np.abs(share - 1 / 3).max() < 5 * (2 / 9 / rows) ** 0.5
