"""Uniform random play of whole hands: the mean and spread of scores as a separate plain program has them."""

import numpy as np
import pytest
from positions import COMPILED, random_actions

from stockyard import envs

HANDS = 20_000

# One seat's score of a hand without sale, uniform random play, in 60,000 hands of a separate plain program:
# mean −60.0 ± 0.15, standard deviation 118.8.
MEAN, DEVIATION = -60.0, 118.8


@pytest.fixture(scope="module")
def scores():
    """Scores [hands, 4] of random play, one deck, nothing sold."""
    if not COMPILED:
        pytest.skip("20,000 hands are too many for plain Python")
    game = envs.make_game("gongzhu_v0", sale=False)
    rng = np.random.default_rng(71)
    states = game.new(HANDS)
    game.deal(states, np.arange(HANDS))
    for _ in range(52):
        game.apply(states, random_actions(game, states, rng))
    return game.scores(states).astype(float)


def test_random_play_mean_score(scores):
    """Within four standard errors, the program's own error included."""
    error = np.hypot(scores.mean(axis=1).std() / HANDS**0.5, 0.15)
    assert abs(scores.mean() - MEAN) < 4 * error


def test_random_play_spread_of_scores(scores):
    """The square deviations' own spread gives the error of the variance."""
    squares = (scores - scores.mean()) ** 2
    error = 2 * squares.std() / (4 * HANDS) ** 0.5
    assert abs(squares.mean() - DEVIATION**2) < 4 * error


def test_random_play_favours_no_seat(scores):
    """No seat does better than another, as no seat is special but by its cards."""
    for seat in range(4):
        difference = scores[:, seat] - scores[:, (seat + 1) % 4]
        assert abs(difference.mean()) < 4 * difference.std() / HANDS**0.5
