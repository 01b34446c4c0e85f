"""What the lock-step driver must know about the xianniu family: its oracle, and deals in which rare things happen."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from oracles import xianniu

Wish = dict[str, int]  # how many cards of a class, or of a rank, a seat shall hold
LONGFENG = dict.fromkeys("A238TK", 2)
PLAIN = "A23678TJQK"  # ranks of one class


class XianniuAdapter:
    def __init__(self, *variants: tuple[dict[str, Any], int]):
        self.variants: Sequence[tuple[dict[str, Any], int]] = variants

    def position(self, game: Any, rng: random.Random) -> dict[str, Any]:
        if rng.random() < 0.05:
            return {"leader": rng.randrange(3)}
        hands, leader = rng.choice([shape for shape in SHAPES if (game.id, shape) != (xianniu.K, xi_bao_liang)])(rng)
        order = rng.sample(range(3), 3)
        position: dict[str, Any] = {"hands": [hands[seat] for seat in order]}
        if rng.random() < 0.8:  # else chance chooses
            position["leader"] = order.index(leader)
        return position

    def begin(self, game: Any, hands: list[list[str]], position: dict[str, Any]) -> xianniu.Round:
        options = {name: value for name, value in game.options.items() if name in xianniu.OPTIONS}
        return xianniu.Round(game.id, hands, position.get("leader"), **options)

    def catch_up(self, game: Any, state: Any, seat: int, oracle: xianniu.Round) -> str:
        if not oracle.needs_leader:
            return ""
        oracle.lead(int(state.leader))
        return f"first leader: {oracle.leader}"


# ---- lopsided deals: three hands, and who had better lead ------------------------------------------------------------

Deal = tuple[list[list[str]], int]


def deal(rng: random.Random, *wishes: Wish, tidy: float = 0.0) -> list[list[str]]:
    """Hands that hold what is wished, as far as there are such cards, and else anything.

    The rest goes out by rank if `tidy` is 1, at random if it is 0: tidy hands hold many cards of few ranks.
    """
    left = rng.sample(xianniu.DECK, 48)
    hands: list[list[str]] = [[], [], []]
    for hand, wish in zip(hands, wishes, strict=False):
        for kind, number in wish.items():
            cards = [card for card in left if kind in (card[0], xianniu.class_of(card))]
            for card in cards[: min(number, 16 - len(hand))]:
                left.remove(card)
                hand.append(card)
    order = rng.sample(xianniu.RANKS, 12)
    left.sort(key=lambda card: order.index(card[0]) if rng.random() < tidy else rng.uniform(0, 12))
    for hand in hands:
        missing = 16 - len(hand)
        hand += left[:missing]
        left = left[missing:]
    return hands


def eight_pairs(rng: random.Random, base: Wish) -> Wish:
    """`base` and more pairs up to eight, one time in three with 5s and 9s, of one colour or of both."""
    wish = dict(base)
    if rng.random() < 0.5:
        for rank in "59":
            kinds = [{rank + "r": 1, rank + "b": 1}, {rank + "r": 2}, {rank + "b": 2}, {rank + "r": 2, rank + "b": 2}]
            wish |= rng.choice(kinds) if sum(wish.values()) <= 12 else {}
    while sum(wish.values()) < 16:
        rank = rng.choice(PLAIN)
        wish[rank] = min(4, wish.get(rank, 0) + 2)
    return wish


def grabs(rng: random.Random) -> Deal:
    """Longfeng, eight pairs or both in one hand, or in two."""
    kinds: list[Wish] = [LONGFENG, eight_pairs(rng, {}), eight_pairs(rng, LONGFENG)]
    wishes = [rng.choice(kinds), rng.choice([*kinds, {}])]
    if rng.random() < 0.2:  # a card short
        kind = rng.choice(list(wishes[0]))
        wishes[0] = {**wishes[0], kind: wishes[0][kind] - 1}
    return deal(rng, *wishes), rng.randrange(3)


def bai_liang(rng: random.Random) -> Deal:
    """A bai-liang, bai or 8-T-K^n in one hand; yu, yu-liang or liang in another, which leads."""
    eater: Wish = rng.choice([{"8": 1, "T": 1, "K": 4}] * 3 + [{"8": 4, "T": 1, "K": 1}, {"8": 1, "T": 4, "K": 1}])
    eater = rng.choice([eater] * 3 + [{"8": 2, "T": 2, "K": rng.randint(2, 4)}])
    yu, n = dict.fromkeys("A23", 1), rng.randint(2, 4)
    fish: Wish = rng.choice([yu, yu | {"A": 4}, yu | {"A": 4}, yu | {rng.choice("23"): 4}, dict.fromkeys("A23", n)])
    fours: Wish = dict.fromkeys(rng.sample([*"679JQ"], rng.randint(1, 3)), 4)
    return deal(rng, eater, rng.choice([fish, fish, fish | fours]), tidy=rng.choice([0.0, 0.7])), 1


def xi_bao_liang(rng: random.Random) -> Deal:
    """Xi-bao-liang in two hands, where the 3s and the 6s often are one of the liang."""
    others = rng.sample([*"A2789TJQK"], 4)
    low, high = rng.choice([(["3"], ["6"]), (["6"], ["3"]), ([], [])])
    xi: Wish = {"5r": 1, "5b": 1}
    wishes = [xi | dict.fromkeys([*low, *others[:2]], 4), xi | dict.fromkeys([*high, *others[2:]], 4)]
    return deal(rng, *wishes, tidy=rng.choice([0.5, 1.0])), rng.randrange(2)


def fives_and_nines(rng: random.Random) -> Deal:
    """Three or four 5s and 9s in a hand, or a colour a hand; few other ranks."""
    together: Wish = {"5": rng.randint(3, 4), "9": rng.randint(3, 4)}
    wishes = rng.choice([[together], [{"5r": 2, "9b": 2}, {"5b": 2, "9r": 2}], [{"5": 4}, {"9": 4}]])
    return deal(rng, *wishes, tidy=rng.choice([0.0, 0.7, 1.0])), rng.randrange(2)


def no_pictures(rng: random.Random) -> Deal:
    """A hand, or two, without K, Q and, nearly always, mixed 9s."""
    full: Wish = {"K": 4, "Q": 4}
    spread: Wish = {"K": 2, "Q": 2}
    nines: Wish = rng.choice([{"9": 4}, {"9r": 2}, {"9b": 2}, {"9b": 1}])
    return deal(rng, *rng.choice([[full | nines], [spread | nines, spread]])), rng.randrange(3)


def ranks(rng: random.Random) -> Deal:
    """Hands of few ranks: liang, many sets of yu and bai."""
    return deal(rng, tidy=rng.choice([0.7, 0.8, 0.9])), rng.randrange(3)


def high_cards(rng: random.Random) -> Deal:
    """One hand that takes nearly every trick: many cards captured, small rooms."""
    wish: Wish = dict.fromkeys(rng.sample([*"KQJT9"], 3), 4)
    return deal(rng, wish, tidy=rng.choice([0.0, 0.5])), 0


SHAPES = [
    *[grabs, ranks, high_cards, no_pictures],
    *[fives_and_nines, bai_liang, xi_bao_liang] * 2,
]


ADAPTERS: dict[str, XianniuAdapter] = {
    "xianniu_v0": XianniuAdapter(({}, 800)),
    "xianniu_folk_v0": XianniuAdapter(
        ({}, 800),
        ({"four_xi": 5}, 300),
        ({"mu_pairs": "mapped"}, 300),
        ({"four_xi": 5, "mu_pairs": "mapped"}, 300),
    ),
    "kanniutui_v0": XianniuAdapter(({}, 800)),
}
