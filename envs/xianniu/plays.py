"""Card classes, the catalogue of plays and what beats what in the xianniu family.

Suits matter only as the colour of 5s and 9s, so a hand is a number of cards of each of 14 classes. These counts are
packed into a 64-bit word, four bits a class, and so is what a play takes. Which plays are in a hand follows from
tables: for each two classes and the numbers held, the set of plays that need no more of them. Sets of plays are two
words, of plays 0 … 63 and of the others.

There is a *book* of tables for each catalogue. Tables are made here, in plain Python, once.
"""

import itertools
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numba import njit

from ..bits import set_of
from ..cards import RANKS, RED_SUITS, parse_card
from ..catalogue import Catalogue

# --- cards and classes ----------------------------------------------------------------------------

CLASSES = ("A", "2", "3", "5r", "5b", "6", "7", "8", "9r", "9b", "T", "J", "Q", "K")
NUM_CLASSES = len(CLASSES)
LETTERS = "A2356789TJQK"  # the ranks of the deck, in the order of classes
DECK = tuple(parse_card(letter + suit) for letter in LETTERS for suit in "cdhs")
FIVE_RED, FIVE_BLACK, NINE_RED, NINE_BLACK, QUEEN, KING = (CLASSES.index(name) for name in "5r 5b 9r 9b Q K".split())


def class_of_card(card: int) -> int:
    """The class of a card of the deck."""
    letter = RANKS[card % 13]
    colour = ("r" if card // 13 in RED_SUITS else "b") if letter in "59" else ""
    return CLASSES.index(letter + colour)


CLASS_CARDS = np.array([set_of(card for card in DECK if class_of_card(card) == c) for c in range(NUM_CLASSES)])


def packed(classes) -> np.uint64:
    """Packed counts of some classes, in plain Python."""
    return np.uint64(sum(1 << 4 * c for c in classes))


FULL = packed(class_of_card(card) for card in DECK)  # the whole deck
NIBBLE = np.uint64(15)
BYTE = np.uint64(255)
_ONES = packed(range(NUM_CLASSES))
_TOPS = np.uint64(8 * int(_ONES))
_THREE = np.uint64(3)
_CLOSER = np.array([3, 6, 12, 24], np.uint64)
_CLOSED = np.array([0x0303030303030303, 0x000F000F000F000F, 0x000000FF000000FF, 0xFFFF], np.uint64)


@njit
def held(counts, c):
    """How many cards of class `c` there are in packed counts."""
    return np.int64((counts >> np.uint64(4 * c)) & NIBBLE)


@njit
def one(c):
    """Packed counts of one card of class `c`."""
    return np.uint64(1) << np.uint64(4 * c)


@njit
def classes_held(counts):
    """The classes of which packed counts below 8 hold any, as a set."""
    bits = (counts | (counts >> np.uint64(1)) | (counts >> np.uint64(2))) & _ONES
    for step in range(4):  # every fourth bit is one; halve the gaps
        bits = (bits | (bits >> _CLOSER[step])) & _CLOSED[step]
    return bits


@njit
def fewer(counts, other):
    """Packed minimum, class by class, of packed counts below 8."""
    lower = (((counts | _TOPS) - other) & _TOPS) >> _THREE  # 1 for each class in which `other` is no more
    lower = (lower << _THREE) - lower
    return (other & lower) | (counts & ~lower)


@njit
def all_even(counts, any_pairs):
    """Whether counts part into pairs (xianniu 3, badui); `any_pairs`: 5s and 9s of both colours too."""
    odd = counts & _ONES
    if any_pairs:
        for red in (FIVE_RED, NINE_RED):
            if held(odd, red) == held(odd, red + 1):
                odd &= ~(one(red) | one(red + 1))
    return odd == np.uint64(0)


# --- the catalogue --------------------------------------------------------------------------------

KINDS = (
    *("single", "pair", "triple", "liang", "niu", "xi", "yu", "bai", "yu-liang", "bai-liang", "8-T-K^n"),
    *("xi-bao-liang", "longfeng", "badui"),
)
LEVELS = dict(zip(LETTERS, (1, 2, 3, 5, 6, 7, 8, 9, 10, 10, 12, 13), strict=True))


class Play(NamedTuple):
    """A play: its kind, its classes in order, and of a set of a rank the rank (a xi-bao-liang: of its liang)."""

    kind: str
    classes: tuple[int, ...]
    rank: str = ""

    @property
    def text(self) -> str:
        """Its classes, a token a card."""
        return " ".join(CLASSES[c] for c in self.classes)

    @property
    def size(self) -> int:
        """Number of cards."""
        return len(self.classes)


class Book(NamedTuple):
    """What differs between catalogues, and between what beats what in them.

    sets: the most sets of yu and bai.
    big: 8-T-K^n and xi-bao-liang are plays.
    forms: of yu-liang and bai-liang any of the three ranks may be the four.
    six_over_three: a single 6 beats a single 3 (1).
    kings_eat: what `8 T K K K K` beats beside yu-liang: "yu" (6), "liang" (7) or nothing.
    mapped: a one-colour pair of 5s or 9s counts as one of another rank.
    """

    sets: int
    big: bool
    forms: bool
    six_over_three: bool
    kings_eat: str
    mapped: bool


XIANNIU, FOLK, FOLK_MAPPED, KANNIUTUI = range(4)
_FOLK_BOOK = Book(sets=4, big=True, forms=True, six_over_three=False, kings_eat="yu", mapped=False)
BOOKS = (
    _FOLK_BOOK._replace(forms=False, kings_eat=""),
    _FOLK_BOOK,
    _FOLK_BOOK._replace(mapped=True),
    Book(sets=2, big=False, forms=False, six_over_three=True, kings_eat="liang", mapped=False),
)


def _play(kind: str, text: str, rank: str = "") -> Play:
    return Play(kind, tuple(sorted(CLASSES.index(name) for name in text.split())), rank)


def _four(rank: str) -> str:
    return f"{rank}r {rank}r {rank}b {rank}b" if rank in "59" else " ".join(rank * 4)


def _mixed(rank: str) -> list[str]:
    """Two or three of a rank of both colours: niu of 9s, xi of 5s."""
    return [f"{rank}r {rank}b", f"{rank}r {rank}r {rank}b", f"{rank}r {rank}b {rank}b"]


def catalogue_of(book: Book) -> Iterator[Play]:
    """All plays that can be led, in the order of the rulebook: the rows of its table, each in the order of classes."""
    yield from (_play("single", name, name[0]) for name in CLASSES)
    yield from (_play("pair", f"{name} {name}", name[0]) for name in CLASSES)
    yield from (_play("triple", " ".join(name * 3), name) for name in CLASSES if len(name) == 1)
    yield from (_play("liang", _four(rank), rank) for rank in LETTERS)
    yield from (_play("niu", text) for text in _mixed("9"))
    yield from (_play("xi", text) for text in _mixed("5"))
    yield from (_play("yu", " ".join("A23" * n)) for n in range(1, book.sets + 1))
    yield from (_play("bai", " ".join("8TK" * n)) for n in range(1, book.sets + 1))
    fours = ("AAAA23", "A22223", "A23333"), ("8TKKKK", "8888TK", "8TTTTK")
    for kind, forms in zip(("yu-liang", "bai-liang"), fours, strict=True):
        yield from (_play(kind, " ".join(form)) for form in forms[: 3 if book.forms else 1])
    if book.big:
        yield from (_play("8-T-K^n", " ".join("8T" + "K" * n)) for n in (2, 3))
        yield from (
            _play("xi-bao-liang", f"{xi} {_four(rank)}", rank) for xi in _mixed("5") for rank in LETTERS if rank != "5"
        )


LONGFENG = _play("longfeng", " ".join("AA223388TTKK"))
BADUI_TEXT = "badui"
KINGS_BAI = "8 T K K K K"

# --- what beats what ------------------------------------------------------------------------------

_SETS_OF_A_RANK = ("single", "pair", "triple", "liang")
_MAPPED_PAIRS = {"5r 5r": "3", "5b 5b": "6", "9r 9r": "8", "9b 9b": "9"}


def _higher(book: Book, rank: str, other: str, single: bool) -> bool:
    if {rank, other} == {"3", "6"}:
        return rank == "6" and single and book.six_over_three
    return LEVELS[rank] > LEVELS[other]


def _higher_mapped(book: Book, play: Play, best: Play) -> bool:
    """mu_pairs "mapped": red 9s and 5s as 8s and 3s, black ones as 9s and as 6s that do beat 3s."""
    rank, other = (_MAPPED_PAIRS.get(pair.text, pair.rank) for pair in (play, best))
    return (play.text == "5b 5b" and other == "3") or _higher(book, rank, other, False)


def play_beats(book: Book, play: Play, best: Play) -> bool:
    """Whether a play beats another, if it fits the room; the rulebook's "What beats what", numbers as comments."""
    kinds = play.kind, best.kind
    same_size = play.size == best.size
    if book.mapped and kinds == ("pair", "pair"):
        return _higher_mapped(book, play, best)
    if play.kind == best.kind and play.kind in _SETS_OF_A_RANK:  # 1
        return _higher(book, play.rank, best.rank, play.kind == "single")
    if play.kind == "niu":  # 2
        return best.kind in ("pair", "triple") and same_size and best.rank != "K"
    if kinds == ("bai", "yu"):  # 4
        return same_size
    if kinds == ("bai-liang", "yu-liang"):  # 4
        return True
    if kinds == ("xi-bao-liang", "xi-bao-liang"):  # 5
        return same_size and _higher(book, play.rank, best.rank, False)
    if play.text == KINGS_BAI and book.kings_eat == best.kind == "yu":  # 6
        return best.text == "A 2 3"
    if play.text == KINGS_BAI and book.kings_eat == best.kind == "liang":  # 7
        return _higher(book, "K", best.rank, False)
    return False  # 3, 8


# --- tables ---------------------------------------------------------------------------------------

PLAYS = [list(catalogue_of(book)) for book in BOOKS]
_WIDTH = max(len(plays) for plays in PLAYS) + 2  # with longfeng and badui
NUM_PLAYS = np.array([len(plays) for plays in PLAYS])  # LONGFENG and BADUI are the two actions after these

# What a seat that is passed over is seen to lack, beside sets of one class: whether it has a niu or a bai to answer.
SPECIALS = ("9r 9b", "9r 9r 9b or 9r 9b 9b", "8 T K", "8 8 T T K K", "a bai-liang")


def _special(play: Play) -> int:
    """Which of the specials a play is; -1: none."""
    place = {("niu", 2): 0, ("niu", 3): 1, ("bai", 3): 2, ("bai", 6): 3, ("bai-liang", 6): 4}
    return place.get((play.kind, play.size), -1)


def _words(numbers) -> np.ndarray:
    word = sum(1 << int(number) for number in numbers)
    return np.array([word & (1 << 64) - 1, word >> 64], np.uint64)


def _table(*shape: int, dtype: type = np.uint64) -> np.ndarray:
    return np.zeros((len(BOOKS), *shape), dtype)


NEED = _table(_WIDTH)  # packed counts of each play
SIZE = _table(_WIDTH, dtype=np.int8)
KIND = _table(_WIDTH, dtype=np.int64)
NIU = _table(_WIDTH, dtype=np.int8)  # niu points of a captured play
XI = _table(_WIDTH, dtype=np.int8)
LIANG = _table(_WIDTH, dtype=np.int8)
KINGS = _table(_WIDTH, dtype=np.int8)  # bit 0: K K K; bit 1: 8 T K
FIRST_XI = _table(_WIDTH, dtype=np.bool_)  # may be led with a xi in the hand (10)
FOUR_FIVES = np.zeros(len(BOOKS), np.int64)
# Plays that need no more of the classes 2i and 2i + 1 than a hand has of both, which is byte i of its packed counts.
HELD = _table(NUM_CLASSES // 2, 0x45, 2)
FITS = _table(17, 2)  # plays of at most that size
BEATEN_BY = _table(_WIDTH, 2)  # plays that beat the play
LEFT_AT_MOST = _table(_WIDTH)  # how many of each class a hand can hold that cannot beat the play, packed; 7: any number
LEFT_LACKS = _table(_WIDTH, dtype=np.uint8)  # specials that such a hand lacks, bits


def _fill(number: int, book: Book, plays: list[Play]) -> None:
    needs = np.array([[play.classes.count(c) for c in range(NUM_CLASSES)] for play in plays])
    for c in range(0, NUM_CLASSES, 2):
        for k, m in itertools.product(range(5), repeat=2):
            HELD[number, c // 2, 16 * m + k] = _words(np.flatnonzero((needs[:, c] <= k) & (needs[:, c + 1] <= m)))
    for room in range(17):
        FITS[number, room] = _words(p for p, play in enumerate(plays) if play.size <= room)
    for p, play in enumerate((*plays, LONGFENG)):
        fives, nines = (sum(CLASSES[c][0] == rank for c in play.classes) for rank in "59")
        NEED[number, p] = packed(play.classes)
        SIZE[number, p] = play.size
        KIND[number, p] = KINDS.index(play.kind)
        NIU[number, p] = nines if play.kind == "niu" else 0
        XI[number, p] = fives if play.kind in ("xi", "xi-bao-liang") else 0
        LIANG[number, p] = 2 if play.kind in ("liang", "yu-liang", "bai-liang", "xi-bao-liang") else 0
        KINGS[number, p] = {"K K K": 1, "8 T K": 2}.get(play.text, 0)
        FIRST_XI[number, p] = play.kind in ("xi", "xi-bao-liang") or (play.kind, play.rank) == ("liang", "5")
        beating = [q for q, other in enumerate(plays) if play_beats(book, other, play)]
        BEATEN_BY[number, p] = _words(beating)
        left = [7] * NUM_CLASSES
        for q in beating:
            other = plays[q]
            if len(set(other.classes)) == 1:
                left[other.classes[0]] = min(left[other.classes[0]], other.size - 1)
            elif _special(other) >= 0 and other.size == play.size:  # one that is larger may just not fit the room
                LEFT_LACKS[number, p] |= np.uint8(1 << _special(other))
        LEFT_AT_MOST[number, p] = sum(k << 4 * c for c, k in enumerate(left))
    KIND[number, len(plays) + 1] = KINDS.index("badui")
    SIZE[number, len(plays) + 1] = 16
    FOUR_FIVES[number] = next(p for p, play in enumerate(plays) if (play.kind, play.rank) == ("liang", "5"))


for _number, _book in enumerate(BOOKS):
    _fill(_number, _book, PLAYS[_number])

# --- actions --------------------------------------------------------------------------------------

# Answers are the actions after the plays, numbered from the first grab on.
TAKE_LONGFENG, TAKE_BADUI, STOP, LIFT, AGREE, TIGHTEN, DECLINE, VOID, KEEP, DISCARD = range(10)
ANSWER_TEXTS = (
    *(LONGFENG.text, BADUI_TEXT, "stop", "lift", "agree", "tighten", "decline", "void", "keep"),
    *(f"discard {name}" for name in CLASSES),
)
NUM_ANSWERS = len(ANSWER_TEXTS)
_ANSWER_NAMES = ("stop", "lift", "agree", "tighten", "decline", "void", "keep", "discard")

FEATURE_NAMES = (
    *(f"class {name}" for name in CLASSES),
    "size",
    *KINDS,
    "level",
    "plays that beat it",
    "points",
    *_ANSWER_NAMES,
)


def _features(number: int) -> np.ndarray:
    plays = PLAYS[number]
    features = np.zeros((len(plays) + NUM_ANSWERS, len(FEATURE_NAMES)), np.float32)
    kinds = NUM_CLASSES + 1
    rest = kinds + len(KINDS)
    for p, play in enumerate((*plays, LONGFENG)):
        features[p, :NUM_CLASSES] = [play.classes.count(c) / 4 for c in range(NUM_CLASSES)]
        features[p, NUM_CLASSES] = play.size / 16
        features[p, kinds + KINDS.index(play.kind)] = 1
        features[p, rest] = LEVELS.get(play.rank, 0) / 13
        features[p, rest + 1] = sum(int(word).bit_count() for word in BEATEN_BY[number, p]) / len(plays)
        features[p, rest + 2] = (NIU[number, p] + XI[number, p] + LIANG[number, p]) / 5
    badui = len(plays) + TAKE_BADUI
    features[badui, NUM_CLASSES] = 1
    features[badui, kinds + KINDS.index("badui")] = 1
    for answer in range(STOP, NUM_ANSWERS):
        features[len(plays) + answer, rest + 3 + min(answer, DISCARD) - STOP] = 1
        if answer >= DISCARD:
            features[len(plays) + answer, answer - DISCARD] = 1 / 4
    return features


def make_catalogue(ruleset) -> Catalogue:
    """The actions of a ruleset: its plays, the two grabs, and the answers that are no plays."""
    texts = (*(play.text for play in PLAYS[ruleset.book]), *ANSWER_TEXTS)
    return Catalogue(texts, FEATURE_NAMES, _features(ruleset.book))
