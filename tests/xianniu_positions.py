"""Positions for tests of the xianniu family: the catalogue as its table has it, deals by class, scripted rounds."""

import functools
import random
from collections import Counter
from collections.abc import Iterable, Sequence

from positions import act, complete, legal_texts, play, seat_of

X, F, K = RULESETS = ("xianniu_v0", "xianniu_folk_v0", "kanniutui_v0")
RANKS = "A2356789TJQK"
PLAIN = RANKS.replace("5", "").replace("9", "")
DECK = tuple(rank + suit for rank in RANKS for suit in "cdhs")
CLASSES = ("A", "2", "3", "5r", "5b", "6", "7", "8", "9r", "9b", "T", "J", "Q", "K")
LONGFENG = "A A 2 2 3 3 8 8 T T K K"
FOURS = {rank: f"{rank}r {rank}r {rank}b {rank}b" if rank in "59" else " ".join(rank * 4) for rank in RANKS}
XI = ("5r 5b", "5r 5r 5b", "5r 5b 5b")
NIU = ("9r 9b", "9r 9r 9b", "9r 9b 9b")


def class_of(card: str) -> str:
    """The class of a card text."""
    rank, suit = card
    return rank if rank not in "59" else rank + ("r" if suit in "dh" else "b")


def classes(hand: Iterable[str]) -> Counter[str]:
    """How many cards of each class there are among the cards."""
    return Counter(map(class_of, hand))


def text(tokens: Iterable[str]) -> str:
    """The canonical text of a play of these classes."""
    return " ".join(sorted(tokens, key=CLASSES.index))


def catalogue(ruleset: str) -> dict[str, list[str]]:
    """All plays but the grabs: the texts of each kind, in the order of the table."""
    sets = (1, 2) if ruleset == K else (1, 2, 3, 4)
    kinds = {
        "single": list(CLASSES),
        "pair": [f"{name} {name}" for name in CLASSES],
        "triple": [" ".join(rank * 3) for rank in PLAIN],
        "liang": list(FOURS.values()),
        "niu": list(NIU),
        "xi": list(XI),
        "yu": [text("A23" * n) for n in sets],
        "bai": [text("8TK" * n) for n in sets],
        "yu-liang": ["A A A A 2 3"],
        "bai-liang": ["8 T K K K K"],
    }
    if ruleset == F:
        kinds["yu-liang"] += ["A 2 2 2 2 3", "A 2 3 3 3 3"]
        kinds["bai-liang"] += ["8 8 8 8 T K", "8 T T T T K"]
    if ruleset != K:
        kinds["8-T-K^n"] = ["8 T K K", "8 T K K K"]
        kinds["xi-bao-liang"] = [
            text([*xi.split(), *FOURS[rank].split()]) for xi in XI for rank in RANKS if rank != "5"
        ]
    return kinds


@functools.cache
def plays(ruleset: str) -> tuple[str, ...]:
    """The texts of all plays but the grabs, in the order of the table."""
    return tuple(play for kind in catalogue(ruleset).values() for play in kind)


@functools.cache
def needs(play: str) -> dict[str, int]:
    """How many cards of each class a play takes."""
    return dict(Counter(play.split()))


def held(hand: Iterable[str], among: Iterable[str]) -> list[str]:
    """Those of the plays that a hand of cards holds."""
    have = classes(hand)
    return [play for play in among if all(have[name] >= number for name, number in needs(play).items())]


# ---- deals ----------------------------------------------------------------------------------------------------------

# Nothing that seat 0 leads is beaten but 8, T and TT: all Ks and Qs are its own, and the niu of seat 2 beat no liang.
TOPS = [
    "Kc Kd Kh Ks Qc Qd Qh Qs Jc Jd Jh Js Tc Td Th 8c",
    "Ac Ad Ah As 2c 2d 2h 2s 3c 3d 3h 3s 6c 6d 6h Ts",
    "5d 5h 5c 5s 6s 7c 7d 7h 7s 8d 8h 8s 9d 9h 9c 9s",
]


def take(left: list[str], names: Iterable[str]) -> list[str]:
    """Takes cards of these classes out of those left."""
    taken = []
    for name in names:
        taken.append(next(card for card in left if class_of(card) == name))
        left.remove(taken[-1])
    return taken


def deal(*named: str, without: Sequence[str] = ("", "", "")) -> list[list[str]]:
    """A deal in which each seat holds the classes named, and no others of the suits or ranks it is to be without."""
    left = list(DECK)
    hands = [take(left, names.split()) for names in (*named, "", "")[:3]]
    return complete([" ".join(hand) for hand in hands], without, DECK)


def at_grab(game, hands, leader: int = 0):
    """A round when the first seat is asked for its grab; whoever is asked before keeps the deal."""
    states = play(game, hands, leader, [])
    while "void" in legal_texts(game, states):
        act(game, states, "keep")
    return states


# All but its single and paired 5s and 9s is unbeatable in the hand of seat 0: it captures whatever it leads.
POWER = deal("9r 9b 9b 5r 5r 5b 5b K K K K Q Q Q Q J", "6 6 6")


def begin(game, hands, leader: int | None = 0):
    """A round at its first lead: whoever is asked keeps the deal and declines to grab."""
    states = play(game, hands, leader, [])
    while not_now := {"keep", "decline"} & set(legal_texts(game, states)):
        act(game, states, not_now.pop())
    assert "badui" not in legal_texts(game, states), "a deal with a grab that must be played"
    return states


def go(game, states, *actions: str):
    """Plays the actions; a seat that must discard before the next of them throws the first of its classes."""
    for action in actions:
        if not action.startswith("discard"):
            discard_all(game, states)
        act(game, states, action)
    return states


def discard_all(game, states) -> list[int]:
    """Discards as long as somebody must; returns the seats asked."""
    seats = []
    while (legal := legal_texts(game, states)) and legal[0].startswith("discard"):
        seats.append(seat_of(game, states))
        act(game, states, legal[0])
    return seats


def course(game, hands, leader: int, *actions: str):
    """A round after a script, which begins with the first lead and leaves discards out where they do not matter."""
    return go(game, begin(game, hands, leader), *actions)


def final(game, hands, leader: int, *actions: str) -> list[int]:
    """The scores of a round after a script that ends it."""
    return game.scores(course(game, hands, leader, *actions))[0].tolist()


# ---- what beats what ------------------------------------------------------------------------------------------------


def possible_answers(lead: str, among: Iterable[str]) -> list[str]:
    """The plays that can be in another hand than the lead."""
    left = classes(DECK) - Counter(lead.split())
    return [play for play in among if Counter(play.split()) <= left]


def answers(game, lead: str, among: Iterable[str] | None = None) -> set[str]:
    """The plays, of all or among those given, with which seat 1 may answer when seat 0 leads `lead` first of all."""
    rest = possible_answers(lead, plays(game.id) if among is None else among)
    found: set[str] = set()
    while rest:
        hand: Counter[str] = Counter()
        for play_text in rest:
            more = hand | Counter(play_text.split())
            if more.total() <= 15 and not Counter(LONGFENG.split()) <= more:
                hand = more
        covered = [play_text for play_text in rest if Counter(play_text.split()) <= hand]
        assert covered
        states = begin(game, _deal_without_grabs(lead, hand))
        act(game, states, lead)
        if seat_of(game, states) == 1:
            found |= set(legal_texts(game, states)) & set(covered)
        rest = [play_text for play_text in rest if play_text not in covered]
    return found


def _deal_without_grabs(lead: str, answerer: Counter[str]) -> list[list[str]]:
    """A deal with the lead in hand 0 and all of `answerer` in hand 1, in which nobody can grab in any ruleset."""
    rng = random.Random(lead)
    while True:
        left = list(DECK)
        hands = [take(left, lead.split()), take(left, answerer.elements()), []]
        rng.shuffle(left)
        for hand in hands:
            missing = 16 - len(hand)
            hand += left[:missing]
            left = left[missing:]
        if not any(may_grab(hand) for hand in hands):
            return hands


def may_grab(hand: Sequence[str]) -> bool:
    """Whether a hand holds longfeng, or eight pairs if colours do not matter."""
    pairs = all(number % 2 == 0 for number in Counter(card[0] for card in hand).values())
    return pairs or Counter(LONGFENG.split()) <= classes(hand)
