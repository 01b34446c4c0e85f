"""A slow, plain reading of the xianniu (掀牛, 砍牛腿) rulebook, to hold the fast engine against.

It shares no code with the package. A card is a text (`"Kc"`), its *class* a rank or, of 5s and 9s, rank and colour
(`"5r"`); plays are known by their classes. The course of a round is one generator that yields each question, a seat
and what it may answer, and is sent the answer. Numbers and headings are those of the rulebook.
"""

import functools
import itertools
from collections import Counter
from collections.abc import Generator, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

X, F, K = RULESETS = ("xianniu_v0", "xianniu_folk_v0", "kanniutui_v0")
SEATS = range(3)
RANKS = "A2356789TJQK"
DECK = [rank + suit for rank in RANKS for suit in "cdhs"]
COLOURS = {"c": "b", "d": "r", "h": "r", "s": "b"}
CLASSES = ["A", "2", "3", "5r", "5b", "6", "7", "8", "9r", "9b", "T", "J", "Q", "K"]
OPTIONS: dict[str, list[Any]] = {"four_xi": [2, 5], "mu_pairs": ["natural", "mapped"]}  # of F; the first by default
ENOUGH, CI, ALL = 6, 11, 16

Question = tuple[int, list[str]]


def class_of(card: str) -> str:
    rank, suit = card
    return rank + COLOURS[suit] if rank in "59" else rank


def text_of(classes: Iterable[str]) -> str:
    return " ".join(sorted(classes, key=CLASSES.index))


# ---- Card classes and the catalogue of plays ------------------------------------------------------------------------


@dataclass(frozen=True)
class Play:
    kind: str  # the row of the catalogue
    text: str
    cards: tuple[str, ...]  # classes
    rank: str = ""  # of a single, pair, triple, liang, and of the liang in a xi-bao-liang
    sets: int = 0  # of yu and bai

    @property
    def size(self) -> int:
        return len(self.cards)


def mixed(rank: str) -> list[list[str]]:
    """The three forms of niu (rank 9) and of xi (rank 5)."""
    red, black = rank + "r", rank + "b"
    return [[red, black], [red, red, black], [red, black, black]]


def four(rank: str) -> list[str]:
    return [class_of(rank + suit) for suit in "cdhs"]


def rows(ruleset: str) -> Iterable[tuple[str, Iterable[str], str, int]]:
    """The catalogue as it stands in the rulebook, without the grabs: kind, classes, rank, sets."""
    plain = [rank for rank in RANKS if rank not in "59"]
    for card in CLASSES:
        yield "single", [card], card[0], 0
    for card in CLASSES:
        yield "pair", [card] * 2, card[0], 0
    for rank in plain:
        yield "triple", [rank] * 3, rank, 0
    for rank in RANKS:
        yield "liang", four(rank), rank, 0
    for cards in mixed("9"):
        yield "niu", cards, "", 0
    for cards in mixed("5"):
        yield "xi", cards, "", 0
    for sets in (1, 2) if ruleset == K else (1, 2, 3, 4):
        yield "yu", "A23" * sets, "", sets
        yield "bai", "8TK" * sets, "", sets
    for cards in ("AAAA23", "A22223", "A23333") if ruleset == F else ("AAAA23",):
        yield "yu-liang", cards, "", 0
    for cards in ("8TKKKK", "8888TK", "8TTTTK") if ruleset == F else ("8TKKKK",):
        yield "bai-liang", cards, "", 0
    if ruleset == K:
        return
    for cards in ("8TKK", "8TKKK"):
        yield "8-T-K^n", cards, "", 0
    for rank in RANKS:
        for xi in mixed("5"):
            if rank != "5":
                yield "xi-bao-liang", xi + four(rank), rank, 0


@functools.cache
def catalogue(ruleset: str) -> dict[str, Play]:
    """Every play that can be led, by its text."""
    plays = [Play(kind, text_of(cards), tuple(cards), rank, sets) for kind, cards, rank, sets in rows(ruleset)]
    by_text = {play.text: play for play in plays}
    assert len(by_text) == len(plays), "a text means one play"
    return by_text


LONGFENG = Play("longfeng", "A A 2 2 3 3 8 8 T T K K", tuple("AA223388TTKK"))


def badui(ruleset: str, hand: Sequence[str]) -> Play | None:
    """The whole hand as eight pairs; in X and F no pair may be of both colours of 5s or 9s."""
    kinds = Counter(card[0] if ruleset == K else class_of(card) for card in hand)
    if any(number % 2 for number in kinds.values()):
        return None
    return Play("badui", "badui", tuple(class_of(card) for card in hand))


# ---- What beats what ------------------------------------------------------------------------------------------------

LEVELS = dict(zip(RANKS, [1, 2, 3, 5, 6, 7, 8, 9, 10, 10, 12, 13], strict=True))
MAPPED = {"9r 9r": "8", "9b 9b": "9", "5r 5r": "3", "5b 5b": "6"}


def higher(ruleset: str, rank: str, other: str, single: bool) -> bool:
    """1: whether a set of `rank` is above one of `other`."""
    if {rank, other} == {"3", "6"}:
        return rank == "6" and single and ruleset == K
    return LEVELS[rank] > LEVELS[other]


def beats(ruleset: str, play: Play, best: Play, room: int, mu_pairs: str = "natural") -> bool:
    """Whether `play` beats `best`, the room being that before this trick."""
    if play.kind == best.kind == "pair" and mu_pairs == "mapped":
        rank, other = MAPPED.get(play.text, play.rank), MAPPED.get(best.text, best.rank)
        if play.text == "5b 5b" and other == "3":
            return True
        return higher(ruleset, rank, other, single=False)
    if play.kind == best.kind and play.kind in ("single", "pair", "triple", "liang"):  # 1
        return higher(ruleset, play.rank, best.rank, play.kind == "single")
    if play.kind == "niu":  # 2
        return best.kind in ("pair", "triple") and best.size == play.size and best.rank != "K"
    if play.kind == "bai":  # 4
        return best.kind == "yu" and best.sets == play.sets
    if play.kind == "bai-liang" and best.kind == "yu-liang":
        return True
    if play.kind == best.kind == "xi-bao-liang":  # 5
        return play.size == best.size and higher(ruleset, play.rank, best.rank, single=False)
    if play.text == "8 T K K K K" and play.size <= room:
        if ruleset == F:  # 6
            return best.text == "A 2 3"
        if ruleset == K:  # 7
            return best.kind == "liang" and best.rank != "K"
    return False  # 3, 8


# ---- Scores ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Capture:
    play: Play
    late: bool = False  # 10: its xi scores nothing


@dataclass(frozen=True)
class Lift:
    lifter: int
    lifted: int
    held: int  # cards that the lifted seat had captured by then


def total(captures: Iterable[Capture]) -> int:
    return sum(capture.play.size for capture in captures)


def pattern_points(ruleset: str, captures: Sequence[Capture], four_xi: int = 2) -> tuple[int, int]:
    """Points for niu and xi, and liang points."""
    coloured = liang = 0
    for capture in captures:
        play = capture.play
        nines, fives = (sum(card[0] == rank for card in play.cards) for rank in "95")
        if play.kind == "niu":
            coloured += nines
        elif play.kind == "xi" or play.kind == "xi-bao-liang":
            coloured += 0 if capture.late else fives
        elif play.kind == "badui" and ruleset == K:
            for rank in "95":
                coloured += 2 * min(play.cards.count(rank + "r"), play.cards.count(rank + "b"))
        if play.kind in ("liang", "yu-liang", "bai-liang", "xi-bao-liang"):
            liang += four_xi if fives == 4 else 2
    if ruleset == K and {"K K K", "8 T K"} <= {capture.play.text for capture in captures}:
        liang += 2
    return coloured, liang


def ci_lifter(seat: int, lifts: Iterable[Lift]) -> int | None:
    """Who lifted `seat` last before it had 11."""
    lifters = [lift.lifter for lift in lifts if lift.lifted == seat and lift.held < CI]
    return lifters[-1] if lifters else None


def score(ruleset: str, captures: Sequence[Sequence[Capture]], lifts: Sequence[Lift], four_xi: int = 2) -> list[int]:
    scores = [0, 0, 0]

    def pay(payer: int, payee: int, points: int) -> None:
        scores[payer] -= points
        scores[payee] += points

    numbers = [total(captures[seat]) for seat in SEATS]
    winners = [seat for seat in SEATS if numbers[seat] >= ENOUGH]
    losers = [seat for seat in SEATS if seat not in winners]
    for winner in winners:
        coloured, liang = pattern_points(ruleset, captures[winner], four_xi)
        basic, bonus = coloured + liang, numbers[winner] - 7
        lifter = ci_lifter(winner, lifts)
        for loser in losers:
            if numbers[winner] < CI:
                pay(loser, winner, basic)
            elif ruleset == K:
                if lifter is None:
                    pay(loser, winner, basic + bonus)
                else:
                    pay(loser, winner, 2 * (basic + bonus) if loser == lifter else basic)
            else:
                pay(loser if lifter is None else lifter, winner, coloured + bonus)
    for lift in lifts:
        if lift.lifter in losers and (ruleset == K or lift.lifted in winners):
            pay(lift.lifter, lift.lifted, 2)
    return scores


# ---- The course of a round ------------------------------------------------------------------------------------------


def options_of(ruleset: str, given: dict[str, Any]) -> dict[str, Any]:
    """All options in force; ValueError for one that this ruleset has not or a value that it does not know."""
    options = {name: values[0] for name, values in OPTIONS.items()}
    for name, value in given.items():
        if ruleset != F or name not in OPTIONS:
            raise ValueError(f"{ruleset} has no option {name}")
        if value not in OPTIONS[name]:
            raise ValueError(f"{name} is one of {OPTIONS[name]}, not {value!r}")
        options[name] = value
    return options


class Round:
    """One round. Without a `leader`, say with `lead` whom chance has chosen before asking anything else."""

    truncated = False
    between_tricks = True  # for lock-step: cards on the table count for nobody, so the standing can always be compared

    def __init__(self, ruleset: str, hands: Sequence[str | Sequence[str]], leader: int | None = None, **options: Any):
        if ruleset not in RULESETS:
            raise ValueError(f"no such ruleset: {ruleset}")
        self.ruleset = ruleset
        self.options = options_of(ruleset, options)
        self.hands = [sorted(hand.split() if isinstance(hand, str) else hand, key=DECK.index) for hand in hands]
        if sorted(itertools.chain.from_iterable(self.hands)) != sorted(DECK):
            raise ValueError("the hands are not the deck")
        if [len(hand) for hand in self.hands] != [16] * 3:
            raise ValueError("the hands are not of equal size")
        self.captures: list[list[Capture]] = [[], [], []]
        self.lifts: list[Lift] = []
        self.may_lift = [True] * 3
        self.late = [False] * 3  # 10: the seat has led something else before its xi
        self.leader: int | None = None
        self.seat: int | None = None
        self.scores: list[int] | None = None
        self._answers: list[str] = []
        self._course: Generator[Question, str, None] | None = None
        if leader is not None:
            self.lead(leader)

    # What the tests see

    @property
    def needs_leader(self) -> bool:
        return self._course is None

    def lead(self, seat: int) -> None:
        """Say who leads first."""
        if not self.needs_leader:
            raise ValueError("the leader is known")
        if seat not in SEATS:
            raise ValueError(f"no such leader: {seat}")
        self.leader = seat
        self._course = self._whole_course(seat)
        self._go_on(None)

    def legal(self) -> list[str]:
        """All legal action texts, in Python's sorted order."""
        return self._answers

    def play(self, text: str) -> None:
        """Do the action with this canonical text for the seat that is asked; ValueError if it is not legal."""
        if self.seat is None or text not in self._answers:
            raise ValueError(f"seat {self.seat} may not {text!r}, but {self._answers}")
        self._go_on(text)

    def standing(self) -> list[int]:
        """What each seat would score if the round ended now: the plays on the table are nobody's yet."""
        return score(self.ruleset, self.captures, self.lifts, self.options["four_xi"])

    @property
    def captured(self) -> int:
        return sum(total(captures) for captures in self.captures)

    @property
    def room(self) -> int:
        return ALL - self.captured

    # How it goes on

    def _go_on(self, text: str | None) -> None:
        assert self._course is not None
        try:
            self.seat, answers = next(self._course) if text is None else self._course.send(text)
            self._answers = sorted(answers)
        except StopIteration:
            self.seat, self._answers = None, []
            self.scores = self.standing()

    def _whole_course(self, leader: int) -> Generator[Question, str, None]:
        if self.ruleset == F and (yield from self._void(leader)):  # 2
            return
        leader = yield from self._grab(leader)  # 3
        lifted = False
        while self.room > 0:
            self.leader = leader
            answer = yield leader, self._leads(leader, lifted)  # 4
            if answer == "tighten":
                yield from self._tighten(leader)
            elif answer == "stop":
                lifted = yield from self._lift(leader)
                if not lifted:
                    return
            else:
                leader = yield from self._trick(leader, catalogue(self.ruleset)[answer])
                lifted = False

    def _void(self, leader: int) -> Generator[Question, str, bool]:
        """2: whether somebody declares the deal void."""
        for seat in in_order(leader):
            classes = self._classes(seat)
            if not classes["K"] and not classes["Q"] and not (classes["9r"] and classes["9b"]):
                if (yield seat, ["void", "keep"]) == "void":
                    return True
        return False

    def _grab(self, leader: int) -> Generator[Question, str, int]:
        """3: the leader after the question of grabs."""
        for seat in in_order(leader):
            pairs = badui(self.ruleset, self.hands[seat])
            grabs = {play.text: play for play in (LONGFENG, pairs) if play and self._holds(seat, play)}
            if not grabs:
                continue
            answer = yield seat, [*grabs] if self.ruleset == K else [*grabs, "decline"]
            if answer != "decline":
                self._take_from_hand(seat, grabs[answer].cards)
                self.captures[seat].append(Capture(grabs[answer]))
                return seat
        return leader

    def _leads(self, leader: int, lifted: bool) -> list[str]:
        """4: what the leader is asked for."""
        plays = [play.text for play in self._plays(leader) if play.size <= self.room]
        assert plays, "every hand is at least as large as the room"
        assert all(len(hand) >= self.room for hand in self.hands)
        return plays + ["stop"] * (not lifted) + ["tighten"] * self._may_tighten(leader)

    def _tightened(self, leader: int) -> list[int]:
        """5: the seats that must discard."""
        concerned = [*in_order(leader)[1:], leader] if self.ruleset == K else in_order(leader)[1:]
        return [seat for seat in concerned if len(self.hands[seat]) > self.room]

    def _may_tighten(self, leader: int) -> bool:
        enough = self.captured > 8 if self.ruleset == K else self.captured >= 8
        return enough and bool(self._tightened(leader))

    def _tighten(self, leader: int) -> Generator[Question, str, None]:
        for seat in self._tightened(leader):
            yield from self._discard(seat, self.room)

    def _trick(self, leader: int, play: Play) -> Generator[Question, str, int]:
        """6 to 8 and 10: a lead and what follows; the seat that captures."""
        if self._classes(leader)["5r"] and self._classes(leader)["5b"] and self.ruleset == F:  # 10
            first = play.kind in ("xi", "xi-bao-liang") or (play.kind, play.rank) == ("liang", "5")
            self.late[leader] |= not first
        self._take_from_hand(leader, play.cards)
        winner, best = leader, play
        for seat in in_order(leader)[1:]:  # 6
            answers = {answer.text: answer for answer in self._plays(seat) if self._beats(answer, best)}
            if not answers:
                continue
            winner, best = seat, answers[(yield seat, [*answers])]
            self._take_from_hand(seat, best.cards)
            if self.ruleset == F and best.size < self.room:  # 8
                yield from self._discard(seat, self.room - best.size)
        self.captures[winner].append(Capture(best, self.late[winner]))  # 7
        return winner

    def _lift(self, leader: int) -> Generator[Question, str, bool]:
        """9: whether somebody lifts the leader, who has stopped."""
        if self.ruleset == K:
            self.may_lift[leader] = False
        for seat in in_order(leader)[1:]:
            if not self.may_lift[seat]:
                continue
            if (yield seat, ["lift", "agree"]) == "lift":
                self.lifts.append(Lift(seat, leader, total(self.captures[leader])))
                if self.ruleset == F:  # 8
                    yield from self._discard(seat, self.room)
                return True
            self.may_lift[seat] = False
        return False

    # Hands

    def _classes(self, seat: int) -> Counter[str]:
        return Counter(class_of(card) for card in self.hands[seat])

    def _holds(self, seat: int, play: Play) -> bool:
        return Counter(play.cards) <= self._classes(seat)

    def _plays(self, seat: int) -> list[Play]:
        classes = self._classes(seat)
        return [
            play
            for play in catalogue(self.ruleset).values()
            if all(play.cards.count(card) <= classes[card] for card in play.cards)
        ]

    def _beats(self, play: Play, best: Play) -> bool:
        return beats(self.ruleset, play, best, self.room, self.options["mu_pairs"])

    def _take_from_hand(self, seat: int, classes: Iterable[str]) -> None:
        """Of several cards of a class the lowest suit leaves; hands stay sorted."""
        for wanted in classes:
            self.hands[seat].remove(next(card for card in self.hands[seat] if class_of(card) == wanted))

    def _discard(self, seat: int, size: int) -> Generator[Question, str, None]:
        while len(self.hands[seat]) > size:
            text = yield seat, [f"discard {card}" for card in self._classes(seat)]
            self._take_from_hand(seat, [text.removeprefix("discard ")])


def in_order(seat: int) -> list[int]:
    """The three seats in the order of play, from `seat`."""
    return [(seat + step) % 3 for step in SEATS]
