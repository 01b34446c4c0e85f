"""A slow, plain reading of the gongzhu (拱猪) rulebook, to hold the fast engine against.

It shares no code with the package. A card is a text (`"Qs"`); a *face* is a card with its sale mark: `"Qs"` unsold,
`"Qs*"` sold dark, `"Qs!"` sold open. Hands and takes are lists of faces, with one deck too; only the action texts of
one deck leave the mark out.
"""

import itertools
from collections.abc import Sequence

RULESETS = {  # id: (decks, partners)
    "gongzhu_v0": (1, False),
    "gongzhu_partners_v0": (1, True),
    "gongzhu_double_v0": (2, False),
    "gongzhu_double_partners_v0": (2, True),
}
SEATS = range(4)
RANKS = "23456789TJQKA"
DECK = [rank + suit for suit in "cdhs" for rank in RANKS]
SELLABLE = ["Qs", "Jd", "Tc", "Ah"]  # in the order of asking
MARKS = {"keep": "", "dark": "*", "open": "!"}
FACES = [card + mark for card in DECK for mark in (["", "*", "!"] if card in SELLABLE else [""])]
FACE_ORDER = {face: place for place, face in enumerate(FACES)}
HEART_POINTS = dict(zip(RANKS, [0, 0, 0, -10, -10, -10, -10, -10, -10, -20, -30, -40, -50], strict=True))


# ---- Score of a hand ------------------------------------------------------------------------------------------------

PIG = {1: {"": -100, "*": -200, "!": -400}, 2: {"": -100, "*": -400, "!": -800}}
SHEEP = {1: {"": 100, "*": 200, "!": 400}, 2: {"": 100, "*": 400, "!": 800}}
TRANSFORMER = {1: {"": 2, "*": 4, "!": 8}, 2: {"": 2, "*": 8, "!": 16}}
LONE_TRANSFORMER = {1: {"": 50, "*": 100, "!": 200}, 2: {"": 50, "*": 200, "!": 400}}
SOLD_ACE = {"dark": 2, "open": 4}
EVERYTHING_ONE_DECK = {"": 1, "*": 2, "!": 4}
EVERYTHING_TWO_DECKS = {"": 1, "*": 8, "**": 8, "!": 16, "!!": 16, "!*": 12}  # marks of both transformers, sorted


def hand_score(decks: int, taken: Sequence[str], sold_aces: Sequence[str]) -> int:
    """Score of one seat's own take; `sold_aces` says how each sold heart ace was sold, whoever held or took it."""
    marks = {card: [face[2:] for face in taken if face[:2] == card] for card in SELLABLE}
    pigs, sheep, transformers = marks["Qs"], marks["Jd"], marks["Tc"]
    hearts = [face[0] for face in taken if face[1] == "h"]
    a = sum(SOLD_ACE[sale] for sale in sold_aces) or 1
    all_hearts = len(hearts) == 13 * decks

    if all_hearts and len(pigs) == len(sheep) == len(transformers) == decks:  # 1
        if decks == 1:
            return 1600 * a * EVERYTHING_ONE_DECK[transformers[0]]
        return 800 * a * EVERYTHING_TWO_DECKS["".join(sorted(transformers))]

    h = {1: 200, 2: 400}[decks] * a if all_hearts else a * sum(HEART_POINTS[rank] for rank in hearts)  # 2
    points = h + sum(PIG[decks][mark] for mark in pigs) + sum(SHEEP[decks][mark] for mark in sheep)
    if not transformers:  # 3
        return points
    if hearts or pigs or sheep:  # 4
        return points * sum(TRANSFORMER[decks][mark] for mark in transformers)
    return sum(LONE_TRANSFORMER[decks][mark] for mark in transformers)  # 5


# ---- Tricks ---------------------------------------------------------------------------------------------------------


def strength(led: str, play: list[str]) -> tuple[int, ...] | None:
    """Strength of `play` when the suit `led` is led: the larger wins, of equal ones the first; None never wins."""
    ranks = sorted((RANKS.index(face[0]) for face in play if face[1] == led), reverse=True)
    if not ranks:
        return None
    if len(play) == 1:
        return (ranks[0],)
    if len(ranks) == 2 and ranks[0] == ranks[1]:  # a pair of the suit: the best of diamonds, the second class elsewhere
        return (1, ranks[0])
    if led == "d":
        return None
    if led == "h":
        return (2, ranks[0])
    if led == "s":
        return (2, ranks[0]) if len(ranks) == 2 else None
    if len(ranks) == 2:  # two clubs come before one club with another card
        return (2, ranks[0], 1)
    return None if any(face[1] == "h" for face in play) else (2, ranks[0], 0)


def winner(plays: list[tuple[int, list[str]]]) -> int:
    """The seat that wins a trick, given each seat's faces in the order of play."""
    led = plays[0][1][0][1]
    best_seat, best = plays[0][0], strength(led, plays[0][1])
    assert best is not None, "a lead is always of the suit led"
    for seat, play in plays[1:]:
        value = strength(led, play)
        if value is not None and value > best:
            best_seat, best = seat, value
    return best_seat


def leads(hand: list[str], decks: int) -> list[list[str]]:
    """Everything that may be led: any card, and with two decks both copies of one card."""
    pairs = [list(two) for two in itertools.combinations(hand, 2) if two[0][:2] == two[1][:2]] if decks == 2 else []
    return [[face] for face in hand] + pairs


def follows(hand: list[str], lead: list[str], first_of_suit: bool) -> list[list[str]]:
    """Everything that may answer `lead`; sold cards are barred in the first trick of their suit, `first_of_suit`."""
    suit, width = lead[0][1], len(lead)
    suited = [face for face in hand if face[1] == suit]
    others = [face for face in hand if face[1] != suit]
    owed = min(width, len(suited))
    if first_of_suit:
        free = [face for face in suited if face[2:] == ""]
        if len(free) >= owed:
            suited = free
    if width == 1:
        return [[face] for face in suited or others]
    if owed == 2:
        answers = [list(two) for two in itertools.combinations(suited, 2)]
        pairs = [two for two in answers if two[0][:2] == two[1][:2]]
        return pairs or answers
    if owed == 1:
        return [[suited[0], other] for other in others]
    return [list(two) for two in itertools.combinations(others, 2)]


# ---- A hand ---------------------------------------------------------------------------------------------------------


class Round:
    """One hand. `leader` None means the holder of the club two; two decks may leave that open, see `needs_leader`."""

    needs_deal = False
    truncated = False

    def __init__(
        self, ruleset: str, hands: Sequence[str | Sequence[str]], leader: int | None = None, sale: bool = True
    ):
        self.decks, self.partners = RULESETS[ruleset]
        self.hands = [hand.split() if isinstance(hand, str) else list(hand) for hand in hands]
        if sorted(itertools.chain.from_iterable(self.hands)) != sorted(DECK * self.decks):
            raise ValueError("the hands are not the deck")
        if [len(hand) for hand in self.hands] != [13 * self.decks] * 4:
            raise ValueError("the hands are not of equal size")
        if leader is not None and leader not in SEATS:
            raise ValueError(f"no such leader: {leader}")
        self.leader = leader
        self.two_holders = [seat for seat in SEATS if "2c" in self.hands[seat]]
        if leader is None and len(self.two_holders) == 1:
            self.leader = self.two_holders[0]
        self.to_sell = [
            (seat, card) for seat in SEATS for card in SELLABLE for copy in self.hands[seat] if copy == card and sale
        ]
        self.sold_aces: list[str] = []
        self.taken: list[list[str]] = [[] for _ in SEATS]
        self.trick: list[tuple[int, list[str]]] = []
        self.suits_led: list[str] = []  # one entry a trick
        self.pig_taker: int | None = None  # of the first pig taken
        self._legal: dict[str, list[str]] | None = None

    @property
    def over(self) -> bool:
        return not any(self.hands)

    @property
    def needs_leader(self) -> bool:
        """Two decks, the club twos in two hands, and the sale over: `lead` must say which holder chance has chosen."""
        return self.leader is None and not self.to_sell

    def lead(self, seat: int) -> None:
        if not self.needs_leader or seat not in self.two_holders:
            raise ValueError(f"seat {seat} cannot be the first to lead, the club twos were dealt to {self.two_holders}")
        self.leader = seat

    @property
    def between_tricks(self) -> bool:
        return not self.to_sell and not self.trick

    @property
    def seat(self) -> int | None:
        """Who is asked; None when the hand is over."""
        if self.over:
            return None
        if self.to_sell:
            return self.to_sell[0][0]
        if self.leader is None:
            raise ValueError("say who leads first")
        return (self.leader + len(self.trick)) % 4

    def text(self, faces: list[str]) -> str:
        if self.decks == 1:
            return faces[0][:2]
        return " ".join(sorted(faces, key=FACE_ORDER.__getitem__))

    def _choices(self) -> dict[str, list[str]]:
        """Legal action texts, and the faces that each plays (none for a sale)."""
        if self._legal is None:
            seat = self.seat
            if seat is None:
                self._legal = {}
            elif self.to_sell:
                self._legal = {f"sell {how}": [] for how in MARKS}
            elif not self.trick:
                self._legal = {self.text(play): play for play in leads(self.hands[seat], self.decks)}
            else:
                first = self.suits_led.count(self.suits_led[-1]) == 1
                self._legal = {self.text(play): play for play in follows(self.hands[seat], self.trick[0][1], first)}
        return self._legal

    def legal(self) -> list[str]:
        """All legal action texts, in Python's sorted order."""
        return sorted(self._choices())

    def play(self, text: str) -> None:
        """Do the action with this canonical text for the seat that is asked; ValueError if it is not legal."""
        choices, seat = self._choices(), self.seat
        if seat is None or text not in choices:
            raise ValueError(f"seat {seat} may not {text!r}, but {self.legal()}")
        self._legal = None
        if self.to_sell:
            self._sell(text.removeprefix("sell "))
            return
        for face in choices[text]:
            self.hands[seat].remove(face)
        if not self.trick:
            self.suits_led.append(choices[text][0][1])
        self.trick.append((seat, choices[text]))
        if len(self.trick) == 4:
            self._end_trick()

    def _sell(self, how: str) -> None:
        seat, card = self.to_sell.pop(0)
        hand = self.hands[seat]
        hand[hand.index(card)] = card + MARKS[how]
        if card == "Ah" and how != "keep":
            self.sold_aces.append(how)

    def _end_trick(self) -> None:
        self.leader = winner(self.trick)
        cards = [face for _, play in self.trick for face in play]
        self.taken[self.leader] += cards
        if self.pig_taker is None and any(face[:2] == "Qs" for face in cards):
            self.pig_taker = self.leader
        self.trick = []

    def standing(self) -> list[int]:
        """What each seat would score if the hand ended now: the cards of an unfinished trick are nobody's."""
        own = [hand_score(self.decks, taken, self.sold_aces) for taken in self.taken]
        return [own[seat] + own[(seat + 2) % 4] for seat in SEATS] if self.partners else own

    @property
    def scores(self) -> list[int] | None:
        return self.standing() if self.over else None


# ---- A match --------------------------------------------------------------------------------------------------------

LIMIT = {1: 1000, 2: 4000}
CAP = {1: 16000, 2: 19000}


def ended(ruleset: str, totals: Sequence[int]) -> bool:
    return any(abs(total) >= LIMIT[RULESETS[ruleset][0]] for total in totals)


def int_of_500th(x: int) -> int:
    """INT(x / 500), toward zero."""
    return x // 500 if x >= 0 else -(-x // 500)


def settle(ruleset: str, totals: Sequence[int]) -> list[int]:
    """The settlement, a number a seat, from the totals that end a match (a number a seat, with partners a side)."""
    decks, partners = RULESETS[ruleset]
    limit, cap = LIMIT[decks], CAP[decks]
    if len(totals) != (2 if partners else 4):
        raise ValueError(f"a total too many or too few: {totals}")
    if not ended(ruleset, totals):
        raise ValueError(f"these totals do not end a match: {totals}")

    def fall(x: int) -> int:
        return min(40, 10 - int_of_500th(x + limit))

    def gap(w: int, x: int) -> int:
        return min(40, 10 + int_of_500th(abs(w) + abs(x) - limit))

    def reduction(w: int, x: int) -> int:
        d = abs(abs(w) - min(abs(x), cap))
        extra = max(0, d - 2000)
        return 4 + extra // 1500 + (1 if extra % 1500 else 0)

    if partners:
        high, low = max(totals), min(totals)
        if high == low:
            return [0, 0, 0, 0]
        x = gap(high, low) if high >= limit else fall(low)
        return [2 * x if totals[seat % 2] == high else -x for seat in SEATS]

    somebody_high = any(total >= limit for total in totals)
    if somebody_high:
        winners = [seat for seat in SEATS if totals[seat] >= limit]
    else:
        winners = [seat for seat in SEATS if totals[seat] > -limit]
    losers = [seat for seat in SEATS if seat not in winners]
    points = [0, 0, 0, 0]
    if not winners or not losers:
        return points

    best = max(totals[seat] for seat in winners)
    last = min(totals[seat] for seat in winners)
    losses = {seat: gap(best, totals[seat]) if somebody_high else fall(totals[seat]) for seat in losers}
    for seat in losers:
        points[seat] = -losses[seat]
    for seat in winners:
        points[seat] = sum(losses.values())
        if len(winners) == 3 and totals[seat] != best:
            points[seat] -= reduction(last, totals[losers[0]])
    return points


class Match:
    """Hands one after the other until the totals end it, or `max_hands` cuts it off; same interface as a `Round`."""

    def __init__(
        self,
        ruleset: str,
        hands: Sequence[str | Sequence[str]],
        leader: int | None = None,
        sale: bool = True,
        max_hands: int | None = None,
    ):
        self.ruleset, self.sale, self.max_hands = ruleset, sale, max_hands
        self.round = Round(ruleset, hands, leader, sale)
        self.totals = [0, 0] if self.round.partners else [0, 0, 0, 0]
        self.hands_over = 0
        self.truncated = False
        self.needs_deal = False
        self.scores: list[int] | None = None

    def deal(self, hands: Sequence[str | Sequence[str]]) -> None:
        """Begin the next hand, led by who took the (first) pig."""
        if not self.needs_deal:
            raise ValueError("no deal is due")
        self.round = Round(self.ruleset, hands, self.round.pig_taker, self.sale)
        self.needs_deal = False

    @property
    def over(self) -> bool:
        return self.scores is not None

    @property
    def needs_leader(self) -> bool:
        return not self.over and not self.needs_deal and self.round.needs_leader

    def lead(self, seat: int) -> None:
        self.round.lead(seat)

    @property
    def between_tricks(self) -> bool:
        return not self.needs_deal and self.round.between_tricks

    @property
    def seat(self) -> int | None:
        if self.needs_deal:
            raise ValueError("deal the next hand")
        return self.round.seat

    def legal(self) -> list[str]:
        return self.round.legal()

    def standing(self) -> list[int]:
        """Totals of the hands before, and what the hand in progress would add if it ended now; a number a seat."""
        now = [0, 0, 0, 0] if self.round.over else self.round.standing()
        return [self.totals[seat % len(self.totals)] + now[seat] for seat in SEATS]

    def play(self, text: str) -> None:
        self.round.play(text)
        gained = self.round.scores
        if gained is None:
            return
        self.totals = [total + gain for total, gain in zip(self.totals, gained, strict=False)]  # sides: seats 0 and 1
        self.hands_over += 1
        if ended(self.ruleset, self.totals):
            self.scores = settle(self.ruleset, self.totals)
        elif self.hands_over == self.max_hands:
            self.scores, self.truncated = [0, 0, 0, 0], True
        else:
            self.needs_deal = True
