"""Settlement of a match (one deck, L = 1000, C = 16000): row by row of the rulebook's table."""

import pytest


def settle(game, *totals: int) -> list[int]:
    return list(game.family.settle(game.ruleset, list(totals)))


# When it is defined


@pytest.mark.parametrize("totals", [(0, 0, 0, 0), (999, -999, 500, 0), (-990, -990, -990, -990), (990, 990, 990, 990)])
def test_settlement_of_totals_that_end_no_match_is_an_error(solo, totals):
    with pytest.raises(ValueError, match="not over"):
        settle(solo, *totals)


@pytest.mark.parametrize("totals", [(0, 0), (999, -999), (-999, -999), (999, 999)])
def test_settlement_partners_of_totals_that_end_no_match_is_an_error(partners, totals):
    with pytest.raises(ValueError, match="not over"):
        settle(partners, *totals)


@pytest.mark.parametrize("limit", [1000, -1000])
def test_settlement_a_match_ends_at_the_limit(solo, partners, limit):
    settle(solo, 0, limit, 0, 0)
    settle(partners, 0, limit)


# fall, gap, INT


@pytest.mark.parametrize(
    ("total", "fall"),
    [
        (-1000, 10),
        (-1001, 10),
        (-1499, 10),
        (-1500, 11),
        (-1999, 11),
        (-2000, 12),
        (-15999, 39),
        (-16000, 40),
        (-16500, 40),
        (-100_000, 40),
    ],
)
def test_settlement_fall_truncates_toward_zero_and_is_40_at_most(solo, total, fall):
    assert settle(solo, 5, total, 5, 5) == [fall, -fall, fall, fall]


@pytest.mark.parametrize(
    ("winner", "loser", "gap"),
    [
        (1000, 0, 10),
        (1000, 499, 10),
        (1000, 500, 11),
        (1000, -499, 10),
        (1000, -500, 11),
        (1250, 249, 10),
        (1250, 250, 11),
        (2000, 0, 12),
        (1000, -1000, 12),
        (15999, 0, 39),
        (16000, 0, 40),
        (16000, 900, 40),
        (25600, -20000, 40),
    ],
)
def test_settlement_gap_takes_absolute_values_truncates_and_is_40_at_most(solo, winner, loser, gap):
    others = [10 + min(30, (winner - 1000) // 500)] * 2
    assert settle(solo, winner, loser, 0, 0) == [gap + sum(others), -gap, -others[0], -others[1]]


# H(d), through the row "none at +L, 1 loser": the highest is at 1, the last winner at 0, so d = min(|X|, 16000)


@pytest.mark.parametrize(
    ("total", "less"),
    [
        (-1000, 4),
        (-2000, 4),
        (-2001, 5),
        (-3500, 5),
        (-3501, 6),
        (-5000, 6),
        (-5001, 7),
        (-14000, 12),
        (-14001, 13),
        (-15500, 13),
        (-15501, 14),
        (-16000, 14),
        (-17001, 14),
        (-40000, 14),
    ],
)
def test_settlement_h_is_4_up_to_2000_and_one_more_per_1500_and_counts_16000_at_most(solo, total, less):
    loss = min(40, 10 + (-total - 1000) // 500)
    assert settle(solo, 1, total, 0, 0) == [loss, -loss, loss - less, loss - less]


@pytest.mark.parametrize("last", [-900, 900])
def test_settlement_h_compares_absolute_values(solo, last):
    """d = | |last| − |X| |: 2900 and 900 are 2000 apart on whichever side of 0, 2901 one more."""
    others = (950, 940)
    assert settle(solo, *others, last, -2900) == [13, 9, 9, -13]
    assert settle(solo, *others, last, -2901) == [13, 8, 8, -13]


def test_settlement_h_is_measured_from_the_winner_with_the_lowest_total_not_absolute_value(solo):
    """Totals 10, 0, −900: the last winner is at −900, d = 2901 − 900."""
    assert settle(solo, 10, 0, -900, -2901) == [13, 8, 8, -13]
    assert settle(solo, 10, 0, -901, -2901) == [13, 9, 9, -13]


# Who wins


def test_settlement_with_somebody_at_the_upper_limit_one_at_the_lower_loses_like_the_rest(solo):
    assert settle(solo, 1000, -1000, 0, 0) == [12 + 10 + 10, -12, -10, -10]


def test_settlement_all_four_winners_get_nothing(solo):
    assert settle(solo, 1000, 2000, 3000, 1000) == [0, 0, 0, 0]


def test_settlement_all_four_losers_pay_nothing(solo):
    assert settle(solo, -1000, -2000, -3000, -1000) == [0, 0, 0, 0]


# The table, each for themselves


def test_settlement_one_winner_at_limit(solo):
    assert settle(solo, 1100, -300, 200, 0) == [30, -10, -10, -10]
    assert settle(solo, 0, -700, 900, 2600) == [-13, -14, -15, 42]


def test_settlement_two_winners_at_limit(solo):
    """Losses by the gap to the higher winner; each winner gets both losses."""
    assert settle(solo, 1000, 2500, -600, 0) == [27, 27, -14, -13]


def test_settlement_two_winners_at_limit_each_loss_is_40_at_most(solo):
    assert settle(solo, 1000, 20000, -600, 0) == [80, 80, -40, -40]


def test_settlement_three_winners_at_limit(solo):
    """W₁ = 2500, X = −600: 14. Last winner 1000, d = 400: H = 4."""
    assert settle(solo, 1500, 2500, -600, 1000) == [10, 14, -14, 10]


def test_settlement_three_winners_at_limit_h_from_the_lowest_of_them(solo):
    """W₁ = 9000, X = −100: 26. Last winner 5000, d = 4900: H = 4 + 2."""
    assert settle(solo, 9000, 5000, -100, 6000) == [26, 20, -26, 20]


def test_settlement_three_winners_at_limit_the_loser_counts_16000_at_most_in_h(solo):
    """Loser at −20000: d = 16000 − 1000 = 15000, H = 4 + 9."""
    assert settle(solo, 1000, 1200, 1100, -20000) == [27, 40, 27, -40]


def test_settlement_three_winners_at_limit_all_that_tie_for_the_highest_get_the_loss(solo):
    assert settle(solo, 1000, 1000, 1000, 0) == [10, 10, 10, -10]
    assert settle(solo, 2000, 1000, 2000, 0) == [12, 8, 12, -12]


def test_settlement_one_loser_at_the_lower_limit(solo):
    assert settle(solo, -1200, 300, 100, -50) == [-10, 10, 6, 6]


def test_settlement_one_loser_at_the_lower_limit_all_that_tie_for_the_highest_get_the_loss(solo):
    assert settle(solo, 300, -1200, 100, 300) == [10, -10, 6, 10]


def test_settlement_two_losers_at_the_lower_limit(solo):
    assert settle(solo, -1000, 900, -2000, -999) == [-10, 22, -12, 22]


def test_settlement_three_losers_at_the_lower_limit(solo):
    assert settle(solo, -1000, -1500, -2000, -999) == [-10, -11, -12, 33]


@pytest.mark.parametrize("seats", [(1, 2, 3, 0), (2, 3, 0, 1), (3, 0, 1, 2), (1, 0, 3, 2)])
@pytest.mark.parametrize(
    "totals", [(-1200, 300, 100, -50), (1100, -300, 200, 0), (1000, 2500, -600, 0), (1500, 2500, -600, 1000)]
)
def test_settlement_is_the_same_wherever_the_totals_sit(solo, totals, seats):
    points = settle(solo, *totals)
    assert settle(solo, *(totals[seat] for seat in seats)) == [points[seat] for seat in seats]


# Partners


def test_settlement_partners_worked(partners):
    assert settle(partners, -1700, -2600) == [26, -13, 26, -13]


def test_settlement_partners_winner_at_the_upper_limit_pays_by_gap(partners):
    assert settle(partners, 1000, 0) == [20, -10, 20, -10]
    assert settle(partners, -700, 2500) == [-14, 28, -14, 28]


def test_settlement_partners_winner_below_the_upper_limit_pays_by_fall(partners):
    assert settle(partners, 990, -1500) == [22, -11, 22, -11]
    assert settle(partners, -1999, 0) == [-11, 22, -11, 22]


def test_settlement_partners_the_higher_side_wins_when_both_are_at_a_limit(partners):
    assert settle(partners, 1500, 1000) == [26, -13, 26, -13]
    assert settle(partners, -1000, -1500) == [22, -11, 22, -11]
    assert settle(partners, 1000, -1000) == [24, -12, 24, -12]


@pytest.mark.parametrize("total", [1000, -1000, 5000, -5000])
def test_settlement_partners_equal_totals_are_0(partners, total):
    assert settle(partners, total, total) == [0, 0, 0, 0]


def test_settlement_partners_x_is_40_at_most(partners):
    assert settle(partners, 25600, 0) == [80, -40, 80, -40]
    assert settle(partners, 0, -30000) == [80, -40, 80, -40]
