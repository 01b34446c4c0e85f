"""Scores of 掀牛 (X and F): values of what was captured, who pays, lifts, and the option four_xi."""

import numpy as np
import pytest
from positions import act, count, step_randomly
from xianniu_positions import LONGFENG, POWER, TOPS, F, K, at_grab, deal, final, go

from stockyard import envs

END = ["stop", "agree", "agree"]


def value(game, *script: str, hands=POWER) -> int:
    """What seat 0, who captures all that it leads, gets from each other seat."""
    gains = final(game, hands, 0, *script, *END)
    assert gains[1] == gains[2]
    assert sum(gains) == 0
    return -gains[1]


# Patterns, and a winner's value


@pytest.mark.parametrize(
    ("script", "expected"),
    [
        (["9r 9b", "K K K K"], 2 + 2),
        (["9r 9b 9b", "K K K"], 3),
        (["5r 5b", "K K K K"], 2 + 2),
        (["5r 5r 5b", "K K K"], 3),
        (["5r 5b 5b", "K K K"], 3),
        (["5r 5b", "5r 5b", "K K"], 4),
        (["5r 5b", "9r 9b", "K", "K"], 4),
        (["5r 5r 5b 5b", "K K"], 2),
        (["K K K K", "Q Q Q Q"], 4),
        (["K K", "K K", "Q Q Q"], 0),
        (["5r 5b K K K K"], 2 + 2),
        (["5r 5r 5b Q Q Q Q"], 3 + 2),
        (["5r 5b K K K K", "5r 5b"], 2 + 2 + 2),
        (["5r 5b", "K K K K", "Q Q Q Q"], 2 + 4),
    ],
)
def test_score_below_11_niu_xi_and_liang_points(xf, script, expected):
    assert value(xf, *script) == expected


@pytest.mark.parametrize(
    ("script", "expected"),
    [
        (["9r 9b 9b", "K K K K", "Q Q Q Q"], 4 + 3),
        (["5r 5r 5b", "K K K K", "Q Q Q Q"], 4 + 3),
        (["5r 5b", "9r 9b", "K K K K", "Q Q Q Q"], 5 + 4),
        (["5r 5r 5b 5b", "K K K K", "Q Q Q Q"], 5),
        (["5r 5b K K K K", "Q Q Q Q", "J"], 4 + 2),
        (["5r 5r 5b K K K K", "9r 9b 9b", "J"], 4 + 3 + 3),
        (["K K K K", "Q Q Q Q", "J", "9r 9b"], 4 + 2),
        (["5r 5b", "5r 5b", "9r 9b 9b", "K K K K", "Q Q Q Q", "J"], 9 + 4 + 3),
    ],
)
def test_score_from_11_on_the_cards_above_7_and_niu_and_xi_but_no_liang(xf, script, expected):
    """The last one captures all 16 cards, and is over without a stop."""
    captured = sum(len(text.split()) for text in script)
    if captured < 16:
        assert value(xf, *script) == expected
    else:
        assert final(xf, POWER, 0, *script) == [2 * expected, -expected, -expected]


@pytest.mark.parametrize(
    ("needs", "script", "expected"),
    [
        ("A A A A 2 3", ["A A A A 2 3"], 2),
        ("8 T K K K K", ["8 T K K K K"], 2),
        ("8 T K K K K Q", ["8 T K K K", "K"], 0),
        ("8 T K K K K Q Q", ["8 T K K", "K", "K"], 0),
        ("8 T K K K K Q Q", ["8 T K", "K K K"], 0),
        ("8 8 T T K K K K", ["8 8 T T K K"], 0),
        ("A A 2 2 3 3", ["A A 2 2 3 3"], 0),
    ],
)
def test_score_yu_liang_and_bai_liang_are_worth_2_and_yu_bai_and_8_t_kings_nothing(xf, needs, script, expected):
    hands = deal(needs, *(("8 8 8 8", "T T T T K K K K") if needs[0] == "A" else ()))
    assert value(xf, *script, hands=hands) == expected


@pytest.mark.parametrize("lead", ["A 2 2 2 2 3", "A 2 3 3 3 3", "8 8 8 8 T K", "8 T T T T K"])
def test_score_the_other_yu_liang_and_bai_liang_of_f_are_worth_2_too(f, lead):
    assert value(f, lead, hands=deal(lead, "K K", "8 8" if lead[0] == "A" else "")) == 2


def test_score_counts_captured_plays_and_no_others(xf):
    """Four Qs lie as waste, one K after the other is captured: four Ks in one play only are a liang."""
    hands = deal("Q Q Q Q 2 2", "K K K K 9r 9b")
    assert final(xf, hands, 0, "Q Q Q Q", "K K K K", "9r 9b", *END) == [-4, 8, -4]
    assert value(xf, "K", "K", "K", "K", "Q Q") == 0


@pytest.mark.parametrize(("script", "expected"), [(["9r 9b 9b", "K K"], 0), (["9r 9b 9b", "K K K"], 3)])
def test_score_six_cards_are_enough_and_five_are_not(xf, script, expected):
    assert value(xf, *script) == expected


@pytest.mark.parametrize(("last", "expected"), [("5r 5b", 2 + 4), ("5r 5r 5b", 3 + 4)])
def test_score_11_cards_are_ci_and_10_are_not(xf, last, expected):
    """Ten: liang points count, and no bonus. Eleven: none count, and the bonus is 4 as it happens."""
    assert value(xf, last, "K K K K", "Q Q Q Q") == expected


# Who pays


def test_score_nobody_wins(xf):
    assert final(xf, TOPS, 0, "K K K", *END) == [0, 0, 0]


TWO = deal("K K Q Q Q Q 6 6 9r", "9r 9b K K T T", "9b")
FIRST = ["K K", "Q Q Q Q", "6 6", "9r 9b"]  # seat 0 has six cards, seat 1 two and the lead


def test_score_worked_2_every_loser_pays_every_winner_and_winners_pay_nobody(game):
    assert final(game, TWO, 0, *FIRST, "K K", "T T", *END) == [2, 2, -4]


def test_score_worked_3_a_longfeng_is_worth_its_12_cards_only(xf):
    states = at_grab(xf, deal("", "", f"{LONGFENG} 6 7 J Q"))
    act(xf, states, LONGFENG)
    go(xf, states, *END)
    assert xf.scores(states)[0].tolist() == [-5, -5, 10]


@pytest.mark.parametrize("needs", ["A A A A 2 2 2 2 6 6 6 6 7 7 J J", "9r 9r 9b 9b 5r 5r 5b 5b 2 2 2 2 A A J J"])
def test_score_a_badui_is_worth_its_16_cards_only(xf, needs):
    states = at_grab(xf, deal(needs, "3 3 3"))
    act(xf, states, "badui")
    assert xf.scores(states)[0].tolist() == [18, -9, -9]


# Lifts

HALF = ["5r 5b", "5r 5b", "9r 9b 9b"]  # seven cards, 7 points
V = 4 + 3 + 4  # at 11 cards


def test_score_the_lifter_pays_for_all(xf):
    scores = final(xf, POWER, 0, *HALF, "stop", "lift", "K K K K", *END)
    assert scores == [2 * V + 2, -2 * V - 2, 0]


def test_score_the_last_lifter_before_11_pays_for_all_and_each_lifter_its_fee(xf):
    scores = final(xf, POWER, 0, *HALF, "stop", "lift", "K", "stop", "agree", "lift", "K K K", "stop", "agree")
    assert scores == [2 * V + 4, -2, -2 * V - 2]


def test_score_a_lift_at_11_or_more_costs_only_its_fee(xf):
    scores = final(xf, POWER, 0, *HALF, "K K K K", "stop", "lift", "Q", *END)
    assert scores == [2 * (V + 1) + 2, -V - 1 - 2, -V - 1]


def test_score_a_lift_at_11_does_not_take_the_blame_from_an_earlier_one(xf):
    script = [*HALF, "stop", "lift", "K K K K", "stop", "agree", "lift", "Q", "stop", "agree"]
    assert final(xf, POWER, 0, *script) == [2 * (V + 1) + 4, -2 * (V + 1) - 2, -2]


def test_score_a_lift_at_10_brings_the_ci_about(xf):
    scores = final(xf, POWER, 0, *HALF, "K K K", "stop", "lift", "K", *END)
    assert scores == [2 * V + 2, -2 * V - 2, 0]


def test_score_a_winner_below_11_is_paid_by_all_and_the_fee_by_its_lifter(xf):
    scores = final(xf, POWER, 0, *HALF, "stop", "lift", "K", *END)
    assert scores == [2 * 7 + 2, -7 - 2, -7]


def test_score_every_lift_has_its_fee(xf):
    lifts = ["stop", "lift", "K", "stop", "lift", "K", "stop", "agree", "lift", "K"]
    assert final(xf, POWER, 0, *lifts, "Q Q Q", "stop", "agree") == [6, -4, -2]


def test_score_no_fee_when_the_lifted_seat_has_not_enough(xf):
    assert final(xf, TOPS, 0, "stop", "lift", "K", *END) == [0, 0, 0]


@pytest.mark.parametrize(("captures", "scores"), [(["K K", "T T"], [2, 2, -4]), (["K K"], [4, -2, -2])])
def test_score_no_fee_of_a_lifter_that_wins(game, captures, scores):
    """Seat 0 has enough and lifts seat 1, which comes to win too or does not."""
    assert final(game, TWO, 0, *FIRST, "stop", "agree", "lift", *captures, "stop", "agree") == scores


def test_score_a_lift_of_another_seat_does_not_make_its_lifter_pay_for_all(game):
    """Seat 2 lifts seat 1, then seat 0 captures eleven without having been lifted; only in K is there a fee."""
    script = ["stop", "lift", "6", "8", "K", *HALF, "K K K"]
    fee, agrees = (2, ["agree"]) if game.id == K else (0, ["agree", "agree"])
    assert final(game, POWER, 1, *script, "stop", *agrees) == [2 * V, fee - V, -fee - V]


# Option four_xi (F)


@pytest.mark.parametrize("four_xi", [2, 5])
def test_option_four_xi_is_what_four_5s_are_worth(four_xi):
    game = envs.make_game(F, four_xi=four_xi)
    assert value(game, "5r 5r 5b 5b", "K K") == four_xi
    assert value(game, "5r 5r 5b 5b", "K K K K") == four_xi + 2


def test_option_four_xi_counts_nothing_from_11_on(any_game):
    if any_game.id != K:
        assert value(any_game, "5r 5r 5b 5b", "K K K K", "Q Q Q") == 4


def test_option_four_xi_leaves_other_liang_and_xi_as_they_are():
    game = envs.make_game(F, four_xi=5)
    assert value(game, "5r 5b", "K K K K", "Q Q Q Q") == 6
    assert value(game, "5r 5b K K K K") == 4


# The sum


def test_scores_and_standings_add_up_to_0(any_game):
    """At every decision of random rounds; the standing ends as the score."""
    rng = np.random.default_rng(7)
    states = any_game.new(count(200, 12))
    any_game.deal(states, np.arange(len(states)))
    while step_randomly(any_game, states, rng).any():
        assert not any_game.standing(states).sum(axis=1).any()
    assert (any_game.standing(states) == any_game.scores(states)).all()
    assert any_game.scores(states).any()
