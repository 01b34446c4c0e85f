"""Plays the engine and the plain oracles in lock-step, on the same random actions, and compares them at every decision.

    python tests/lockstep.py gongzhu_v0 --rounds 20000 --seed 1 --option sale=false

Compared are the seat asked, the legal actions (the lists and the mask), the standing between tricks, and at the end
the scores and whether the round was cut off. One round in three starts from a lopsided position, and most of these
prefer actions of many tokens: a play of six cards is rarely chosen among many short ones. The first difference ends
the run with a report, and exit code 1; `--first` with `--rounds 1` plays that round again.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import random
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, NoReturn, Protocol

import lockstep_xianniu_adapter
import numpy as np
from oracles import gongzhu
from rich.progress import MofNCompleteColumn, Progress

from stockyard import envs

# ---- adapters: what the driver must know about a family -------------------------------------------------------------


class Oracle(Protocol):
    """A round as an oracle plays it."""

    @property
    def seat(self) -> int | None: ...
    @property
    def scores(self) -> list[int] | None: ...
    @property
    def truncated(self) -> bool: ...
    @property
    def between_tricks(self) -> bool: ...  # the standing can be compared now

    def legal(self) -> list[str]: ...
    def play(self, text: str) -> None: ...
    def standing(self) -> list[int]: ...


class Adapter(Protocol):
    @property
    def variants(self) -> Sequence[tuple[dict[str, Any], int]]: ...  # options worth a quick run, and how many rounds

    def position(self, game: Any, rng: random.Random) -> dict[str, Any]:
        """A lopsided position for `game.set_up`."""
        ...

    def begin(self, game: Any, hands: list[list[str]], position: dict[str, Any]) -> Oracle:
        """The oracle of a round dealt so, from what was set up (nothing if the engine dealt)."""
        ...

    def catch_up(self, game: Any, state: Any, seat: int, oracle: Any) -> str:
        """Tell the oracle what chance has decided in the engine since; returns lines for the report, or nothing."""
        ...


class GongzhuAdapter:
    variants: Sequence[tuple[dict[str, Any], int]] = (
        ({}, 800),
        ({"sale": False}, 800),
        ({"episode": "match"}, 60),
        ({"episode": "match", "sale": False, "max_hands": 2}, 100),
    )

    def position(self, game: Any, rng: random.Random) -> dict[str, Any]:
        decks = gongzhu.RULESETS[game.id][0]
        deck = gongzhu.DECK * decks
        position: dict[str, Any] = {} if rng.random() < 0.5 else {"leader": rng.randrange(4)}
        shape = rng.choice(
            ["suits", "suits", "one suit", "sellable", "score cards", "high cards", "twins", "leader only"]
        )
        if shape == "leader only":
            return position or {"leader": rng.randrange(4)}
        if shape == "suits":  # long suits and voids; without spread a suit a seat
            spread = rng.choice([0, 3, 8, 15, 30])
            place = {card: index for index, card in enumerate(gongzhu.DECK)}
            deck.sort(key=lambda card: place[card] + rng.gauss(0, spread))
        elif shape == "twins":  # both copies of a card in one hand
            cards = rng.sample(gongzhu.DECK, 52)
            deck = [card for card in cards for _ in range(decks)]
        else:
            suit = rng.choice("cdhs")
            wanted = {
                "one suit": lambda card: card[1] == suit,
                "sellable": lambda card: card in gongzhu.SELLABLE,
                "score cards": lambda card: card[1] == "h" or card in gongzhu.SELLABLE,
                "high cards": lambda card: card[0] in "AKQ",
            }[shape]
            slips = rng.choice([0.0, 0.0, 0.1, 0.3])  # how often a card goes astray
            rng.shuffle(deck)
            deck.sort(key=lambda card: not wanted(card) or rng.random() < slips)
        size = 13 * decks
        hands = [deck[start : start + size] for start in range(0, len(deck), size)]
        rng.shuffle(hands)
        return {"hands": hands, **position}

    def begin(self, game: Any, hands: list[list[str]], position: dict[str, Any]) -> Oracle:
        leader, sale = position.get("leader"), game.options["sale"]
        if game.options["episode"] == "match":
            return gongzhu.Match(game.id, hands, leader, sale=sale, max_hands=game.options["max_hands"])
        return gongzhu.Round(game.id, hands, leader, sale=sale)

    def catch_up(self, game: Any, state: Any, seat: int, oracle: Any) -> str:
        news = ""
        if oracle.needs_deal:
            hands = game.hands(state)
            oracle.deal(hands)
            news = deal_text("next hand", hands)
        if oracle.needs_leader:
            oracle.lead(seat)
        return news


ADAPTERS: dict[str, Adapter] = {
    **dict.fromkeys(gongzhu.RULESETS, GongzhuAdapter()),
    **lockstep_xianniu_adapter.ADAPTERS,
}


# ---- the driver -----------------------------------------------------------------------------------------------------


class Difference(Exception):
    """Engine and oracle disagree; the message is the whole report."""


@dataclass
class Table:
    """One round in progress, for both."""

    rng: random.Random
    heading: str
    oracle: Any = None
    course: list[str] = field(default_factory=list)
    decisions: int = 0  # since the last deal
    boldness: int = 0  # an action of n tokens is chosen n ** boldness times as often as one of a single token

    def choose(self) -> str:
        legal = self.oracle.legal()
        return self.rng.choices(legal, [len(text.split()) ** self.boldness for text in legal])[0]

    def check(self, what: str, engine: Any, oracle: Any) -> None:
        if engine != oracle:
            self.fail(f"{what}\n  engine: {engine}\n  oracle: {oracle}")

    def fail(self, what: str) -> NoReturn:
        raise Difference("\n".join([self.heading, *self.course, f"DIFFERENCE in {what}"]))


def deal_text(title: str, hands: Sequence[Sequence[str]]) -> str:
    return "\n".join([f"{title}:", *(f"  seat {seat}: {' '.join(hand)}" for seat, hand in enumerate(hands))])


def open_table(game: Any, states: Any, adapter: Adapter, seed: int, number: int) -> Table:
    """Start round `number` in `states`, an array of one."""
    rng = random.Random(f"{seed} {number}")
    deal_seed = rng.getrandbits(64)
    position = adapter.position(game, rng) if number % 3 == 2 else {}
    if position:
        game.set_up(states, seeds=deal_seed, **position)
    else:
        game.deal(states, deal_seed)
    dealt = game.hands(states[0])
    hands = position.get("hands", dealt)
    heading = f"{game.id} {game.options}, seed {seed}, round {number}: deal seed {deal_seed}"
    if "leader" in position:
        heading += f", leader {position['leader']}"
    table = Table(rng, f"{heading}\n{deal_text('hands', hands)}", boldness=rng.choice([0, 2, 4]) if position else 0)
    table.check("the hands dealt", [sorted(hand) for hand in dealt], [sorted(hand) for hand in hands])
    try:
        table.oracle = adapter.begin(game, hands, position)
    except ValueError as error:
        table.fail(f"the deal\n  oracle: {error}")
    return table


def compare(game: Any, states: Any, tables: list[Table], adapter: Adapter, texts: list[str]) -> list[int]:
    """Hold every engine state against its oracle; returns the rows whose round goes on."""
    seats, mask, standing = game.seat(states), game.legal(states), game.standing(states)
    actions, offsets = game.legal_lists(states)
    going_on = []
    for row, table in enumerate(tables):
        oracle, seat = table.oracle, int(seats[row])
        try:
            news = adapter.catch_up(game, states[row], seat, oracle)
        except ValueError as error:
            table.fail(f"what chance decided\n  oracle: {error}")
        if news:
            table.course.append(news)
            table.decisions = 0
        table.check("the seat asked", None if seat < 0 else seat, oracle.seat)
        listed = sorted(texts[action] for action in actions[offsets[row] : offsets[row + 1]])
        masked = sorted(texts[action] for action in np.flatnonzero(mask[row]))
        table.check(f"what seat {seat} may do (legal_lists)", listed, oracle.legal())
        table.check(f"what seat {seat} may do (legal)", masked, oracle.legal())
        if oracle.between_tricks:
            table.check("the standing", standing[row].tolist(), oracle.standing())
        if seat >= 0:
            going_on.append(row)
            continue
        table.check("the scores", game.scores(states[row : row + 1])[0].tolist(), oracle.scores)
        table.check("the truncation", bool(game.truncated(states[row : row + 1])[0]), oracle.truncated)
    return going_on


def act(game: Any, states: Any, tables: list[Table], ids: dict[str, int]) -> None:
    """One random legal action at every table, for both."""
    actions = np.empty(len(tables), np.int32)
    for row, table in enumerate(tables):
        seat, text = table.oracle.seat, table.choose()
        table.oracle.play(text)
        table.course.append(f"  {seat}: {text}")
        table.decisions += 1
        if table.decisions > game.max_decisions:
            table.fail(f"max_decisions: the engine says {game.max_decisions}, this is number {table.decisions}")
        actions[row] = ids[text]
    game.apply(states, actions)


def run(
    id: str,
    rounds: int,
    seed: int = 0,
    *,
    first: int = 0,
    width: int = 256,
    progress: Callable[[int], None] = lambda played: None,
    **options: Any,
) -> int:
    """Play rounds `first` to `first + rounds - 1`, `width` of them at once; returns the number of decisions compared.

    A round depends on `seed` and its own number alone. `progress` is called with the number of rounds just finished.

    Raises:
        Difference: engine and oracle disagree.
    """
    game, adapter = envs.make_game(id, **options), ADAPTERS[id]
    texts = [game.text(action) for action in range(game.num_actions)]
    ids = {text: action for action, text in enumerate(texts)}
    decisions = 0
    for start in range(first, first + rounds, width):
        numbers = range(start, min(start + width, first + rounds))
        states = game.new(len(numbers))
        tables = [open_table(game, states[row : row + 1], adapter, seed, n) for row, n in enumerate(numbers)]
        while tables:
            going_on = compare(game, states, tables, adapter, texts)
            if len(going_on) < len(tables):
                progress(len(tables) - len(going_on))
                states, tables = states[going_on], [tables[row] for row in going_on]
            if tables:
                act(game, states, tables, ids)
                decisions += len(tables)
    return decisions


# ---- the command ----------------------------------------------------------------------------------------------------


def parse_option(text: str) -> tuple[str, Any]:
    """`name=value`, the value as JSON or else as it stands."""
    name, equals, value = text.partition("=")
    if not equals:
        raise argparse.ArgumentTypeError(f"{text!r} is not name=value")
    with contextlib.suppress(json.JSONDecodeError):
        value = json.loads(value)
    return name, value


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("id", help=f"ruleset: {', '.join(envs.ids())}")
    parser.add_argument("--rounds", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--first", type=int, default=0, help="number of the first round")
    parser.add_argument("--width", type=int, default=256, help="rounds at once")
    parser.add_argument("--option", type=parse_option, action="append", default=[], metavar="NAME=VALUE")
    given = parser.parse_args(arguments)
    began = time.perf_counter()
    try:
        with Progress(*Progress.get_default_columns(), MofNCompleteColumn(), transient=True) as bar:
            task = bar.add_task(given.id, total=given.rounds)
            decisions = run(
                given.id,
                given.rounds,
                given.seed,
                first=given.first,
                width=given.width,
                progress=lambda played: bar.advance(task, played),
                **dict(given.option),
            )
    except Difference as difference:
        print(difference)
        return 1
    seconds = time.perf_counter() - began
    print(f"{given.id} {dict(given.option)}: {given.rounds} rounds, {decisions} decisions equal ({seconds:.1f} s)")
    return 0


if __name__ == "__main__":
    sys.exit(main())
