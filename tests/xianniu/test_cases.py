"""The stored cases of the xianniu family: positions with their right answers."""

import json
from pathlib import Path

import pytest
from positions import legal_texts, play, seat_of

from stockyard import envs

CASES = json.loads((Path(__file__).parents[1] / "cases" / "xianniu.json").read_text(encoding="utf-8"))["cases"]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_case(case):
    game = envs.make_game(case["ruleset"], **case["options"])
    states = play(game, case["hands"], case["leader"], case["actions"])
    seat = seat_of(game, states)
    assert (None if seat == -1 else seat) == case["seat"]
    if case["legal"] is not None:
        assert legal_texts(game, states) == case["legal"]
    if case["scores"] is not None:
        assert game.scores(states)[0].tolist() == case["scores"]
