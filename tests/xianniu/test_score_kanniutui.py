"""Scores of 砍牛腿 (K): basic points, K K K with 8 T K, badui, the bonus, lifts."""

import pytest
from positions import act
from xianniu_positions import LONGFENG, POWER, TOPS, at_grab, deal, final, go

END = ["stop", "agree", "agree"]


def value(game, *script: str, hands=POWER) -> int:
    """What seat 0, who captures all that it leads, gets from each other seat."""
    gains = final(game, hands, 0, *script, *END)
    assert gains[1] == gains[2]
    assert sum(gains) == 0
    return -gains[1]


# Basic points


@pytest.mark.parametrize(
    ("script", "expected"),
    [
        (["9r 9b", "K K K K"], 2 + 2),
        (["9r 9b 9b", "K K K"], 3),
        (["K K K K", "5r 5b"], 2 + 2),
        (["K K K", "5r 5r 5b"], 3),
        (["5r 5r 5b 5b", "K K"], 2),
        (["K K K K", "Q Q Q Q"], 4),
        (["K K", "K K", "Q Q Q"], 0),
        (["9r 9b 9b", "K K"], 0),
    ],
)
def test_score_k_basic_points_are_niu_xi_and_liang(k, script, expected):
    assert value(k, *script) == expected


@pytest.mark.parametrize("lead", ["A A A A 2 3", "8 T K K K K"])
def test_score_k_yu_liang_and_bai_liang_are_liang(k, lead):
    assert value(k, lead, hands=deal(lead, "K K" if lead[0] == "A" else "", "8 8 8")) == 2


def test_score_k_from_11_on_basic_points_with_liang_and_the_bonus(k):
    assert value(k, "9r 9b 9b", "K K K K", "Q Q Q Q") == 3 + 4 + 4
    assert value(k, "9r 9b", "5r 5b", "K K K K", "Q Q Q Q") == 4 + 4 + 5


def test_score_k_10_cards_have_no_bonus(k):
    assert value(k, "5r 5b", "K K K K", "Q Q Q Q") == 2 + 4


# K K K and 8 T K

KINGS = deal("8 T K K K K Q Q Q Q J J J 5r 5b 2")


@pytest.mark.parametrize(
    ("script", "expected"),
    [
        (["K K K", "8 T K"], 2),
        (["8 T K", "K K K"], 2),
        (["K K K", "8 T K", "Q Q Q Q"], 2 + 2),
        (["K K K", "8 T K", "Q Q Q Q", "J"], 2 + 2 + 4),
        (["K K", "K", "8 T K"], 0),
        (["8 T K K K K"], 2),
        (["K K K", "Q Q Q"], 0),
        (["K K K K", "Q", "Q"], 2),
        (["8 T K", "K K", "K"], 0),
    ],
)
def test_score_k_three_kings_and_8_t_k_are_worth_2_together(k, script, expected):
    assert value(k, *script, hands=KINGS) == expected


def test_score_three_kings_and_8_t_k_are_worth_nothing_in_x_and_f(xf):
    assert value(xf, "K K K", "8 T K", hands=KINGS) == 0


# Badui and longfeng


@pytest.mark.parametrize(
    ("fives_and_nines", "points"),
    [
        ("", 0),
        ("9r 9b", 2),
        ("9r 9r", 0),
        ("9b 9b", 0),
        ("9r 9r 9b 9b", 4),
        ("5r 5b", 2),
        ("5r 5r", 0),
        ("5b 5b", 0),
        ("5r 5r 5b 5b", 4),
        ("5r 5b 9r 9b", 4),
        ("5b 5b 9r 9b", 2),
        ("5r 5r 5b 5b 9r 9b", 6),
        ("5r 5r 5b 5b 9r 9r 9b 9b", 8),
    ],
)
def test_score_k_a_badui_counts_its_mixed_couples_of_9s_and_5s_and_no_liang(k, fives_and_nines, points):
    """Beside the bonus of 9; its fours of other ranks are pairs."""
    needs = [*fives_and_nines.split(), *"AAAA2222JJQQTT66"][:16]
    states = at_grab(k, deal(" ".join(needs), "6 7 3"))
    act(k, states, "badui")
    assert k.scores(states)[0].tolist() == [2 * (points + 9), -points - 9, -points - 9]


def test_score_k_a_longfeng_has_no_points_but_the_bonus(k):
    states = at_grab(k, deal("", "", f"{LONGFENG} 6 7 J Q"))
    act(k, states, LONGFENG)
    go(k, states, *END)
    assert k.scores(states)[0].tolist() == [-5, -5, 10]


# Lifts

SEVEN = ["9r 9b 9b", "5r 5b", "5r 5b"]  # basic points 7


def test_score_k_worked_1(k):
    """Thirteen cards, lifted by seat 1 before 11."""
    scores = final(k, POWER, 0, *SEVEN, "K", "K", "K", "stop", "lift", "K", "Q", "Q", *END)
    assert scores == [35, -28, -7]


def test_score_k_the_last_lifter_before_11_pays_double_and_the_other_the_basic_points(k):
    script = [*SEVEN, "stop", "lift", "K", "stop", "agree", "lift", "K", "K", "K", "stop", "agree"]
    assert final(k, POWER, 0, *script) == [2 * 11 + 7 + 4, -7 - 2, -2 * 11 - 2]


def test_score_k_a_lift_at_11_or_more_costs_only_its_fee(k):
    scores = final(k, POWER, 0, *SEVEN, "K", "K", "K", "K", "stop", "lift", "Q", *END)
    assert scores == [2 * 12 + 2, -12 - 2, -12]


def test_score_k_a_lift_at_11_does_not_take_the_blame_from_an_earlier_one(k):
    script = [*SEVEN, "stop", "lift", "K", "K", "K", "K", "stop", "agree", "lift", "Q", "stop", "agree"]
    assert final(k, POWER, 0, *script) == [2 * 12 + 7 + 4, -2 * 12 - 2, -7 - 2]


def test_score_k_a_winner_below_11_is_paid_the_basic_points_by_both(k):
    assert final(k, POWER, 0, *SEVEN, "stop", "lift", "K", *END) == [2 * 7 + 2, -7 - 2, -7]


def test_score_k_worked_4_the_fee_is_owed_though_nobody_wins(k):
    script = ["stop", "lift", "K", "stop", "lift", "K", "stop", "agree", "lift", "K", "stop", "agree"]
    assert final(k, TOPS, 0, *script) == [6, -4, -2]


def test_score_k_nobody_wins_and_nobody_lifted(k):
    assert final(k, TOPS, 0, "K K K", *END) == [0, 0, 0]
