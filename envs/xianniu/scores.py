"""Scores of the xianniu family, pure and compiled (xianniu, "Scores")."""

import numpy as np
from numba import njit

ENOUGH, CI, ALL = 6, 11, 16

# The least that a round can bring: two niu, two xi and eight single cards, all 16 of one seat's, are worth 17 points,
# which whoever lifted it pays for two, and beside that the fee for a lift before each of these 12 plays.
LOWEST_SCORE = -(2 * 17 + 2 * 12)


@njit
def basic_points(rules, s, seat):
    """niu, xi and liang points of a winner, as far as they count at its number of cards."""
    points = np.int64(s.niu[seat]) + s.xi[seat]
    if s.captured[seat] < CI or rules.liang_with_ci:
        points += s.liang[seat]
    if s.kings[seat] == 3:
        points += rules.kings_points
    return points


@njit
def loser_pays(rules, s, loser, winner):
    """What a loser pays a winner, lift fees apart."""
    basic = basic_points(rules, s, winner)
    if s.captured[winner] < CI:
        return basic
    bonus = np.int64(s.captured[winner]) - 7
    lifter = s.last_lifter[winner]
    if lifter < 0:
        return basic + bonus
    if lifter == loser:
        return 2 * (basic + bonus)
    return basic if rules.others_pay_basic else np.int64(0)


@njit
def round_scores(rules, s, out):
    """Write the scores of the round as it stands to `out` (int[3]); plays on the table count for nobody."""
    out[:] = 0
    for loser in range(3):
        if s.captured[loser] >= ENOUGH:
            continue
        for winner in range(3):
            paid = 0
            if s.captured[winner] >= ENOUGH:
                paid = loser_pays(rules, s, loser, winner)
            if s.captured[winner] >= ENOUGH or rules.all_get_fees:
                paid += 2 * s.lifts[loser, winner]
            out[loser] -= paid
            out[winner] += paid
