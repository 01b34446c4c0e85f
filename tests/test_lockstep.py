"""A quick part of the lock-step comparison of engine and oracles; `tests/lockstep.py` plays as much as one likes."""

import random

import numpy as np
import pytest
from lockstep import ADAPTERS, Difference, main, run
from oracles import gongzhu

from stockyard import envs

VARIANTS = [(id, options, rounds) for id in envs.ids() for options, rounds in ADAPTERS[id].variants]


@pytest.mark.parametrize(("id", "options", "rounds"), VARIANTS, ids=str)
def test_engine_and_oracle_agree(id, options, rounds):
    assert run(id, rounds, seed=1, **options) > rounds


@pytest.mark.parametrize("id", [id for id in envs.ids() if id in gongzhu.RULESETS])
def test_settlement_of_totals_that_play_seldom_reaches(id):
    game, rng = envs.make_game(id), random.Random(1)
    limit, seats = gongzhu.LIMIT[gongzhu.RULESETS[id][0]], len(set(game.sides))
    edges = [sign * total + step for sign in (1, -1) for total in (0, limit, 16 * limit) for step in (-1, 0, 1)]
    compared = 0
    for _ in range(3000):
        spread = rng.choice([2 * limit, 20 * limit])
        totals = [rng.choice([rng.choice(edges), rng.randint(-spread, spread)]) for _ in range(seats)]
        if gongzhu.ended(id, totals):
            assert list(game.family.settle(game.ruleset, totals)) == gongzhu.settle(id, totals), totals
            compared += 1
    assert compared > 1000


def test_a_difference_is_reported_with_what_led_to_it(monkeypatch, capsys):
    make_game = envs.make_game

    def make_forgetful_game(id, **options):
        game = make_game(id, **options)
        standing = game.standing
        monkeypatch.setattr(game, "standing", lambda states: np.zeros_like(standing(states)), raising=True)
        return game

    monkeypatch.setattr(envs, "make_game", make_forgetful_game)
    with pytest.raises(Difference, match="the standing"):
        run("gongzhu_v0", 3)
    assert main(["gongzhu_v0", "--rounds", "3", "--option", "sale=false"]) == 1
    report = capsys.readouterr().out
    for part in ("deal seed", "seat 3:", "engine: [0, 0, 0, 0]", "oracle: ["):
        assert part in report
