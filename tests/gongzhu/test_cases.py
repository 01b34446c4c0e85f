"""The stored cases of the one-deck rulesets: positions, settlements and hand scores with their right answers."""

import json
from pathlib import Path

import pytest
from positions import legal_texts, play, seat_of

from stockyard import envs

CASES = json.loads((Path(__file__).parents[1] / "cases" / "gongzhu.json").read_text(encoding="utf-8"))
ONE_DECK = ("gongzhu_v0", "gongzhu_partners_v0")


def one_deck(entries: list[dict]) -> list[dict]:
    return [entry for entry in entries if entry["ruleset"] in ONE_DECK]


@pytest.mark.parametrize("case", one_deck(CASES["cases"]), ids=lambda case: case["name"])
def test_case(case):
    game = envs.make_game(case["ruleset"], **case["options"])
    states = play(game, case["hands"], case["leader"], case["actions"])
    seat = seat_of(game, states)
    assert (None if seat == -1 else seat) == case["seat"]
    if case["legal"] is not None:
        assert legal_texts(game, states) == case["legal"]
    if case["scores"] is not None:
        assert game.scores(states)[0].tolist() == case["scores"]


@pytest.mark.parametrize("case", one_deck(CASES["settle"]), ids=lambda case: case["why"])
def test_settle_case(case):
    game = envs.make_game(case["ruleset"])
    assert list(game.family.settle(game.ruleset, case["totals"])) == case["settle"]


@pytest.mark.parametrize("case", [entry for entry in CASES["hand_score"] if entry["decks"] == 1])
@pytest.mark.parametrize("ruleset", ONE_DECK)
def test_hand_score_case(case, ruleset):
    game = envs.make_game(ruleset)
    assert game.family.hand_score(game.ruleset, case["taken"], case["sold_aces"]) == case["score"]
