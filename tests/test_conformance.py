"""Every game obeys the laws of `check_game`, and `check_game` notices when one does not."""

import numba
import numpy as np
import pytest
from variants import variants

from stockyard import envs
from stockyard.envs.conformance import LawBrokenError, check_game
from stockyard.envs.record import replay, transcript

ROUNDS = 2 if numba.config.DISABLE_JIT else 30


@pytest.mark.parametrize(("id", "options", "fewest"), variants(), ids=str)
def test_laws(id, options, fewest):
    assert check_game(envs.make_game(id, **options), ROUNDS) >= ROUNDS * fewest


def test_a_seat_that_sees_hidden_cards_is_found():
    game = envs.make_game("gongzhu_v0")
    honest = game.observe

    def peek(states, seats):
        seen = honest(states, seats)
        seen[:, 3] = states.hands[:, 0] % np.uint64(2)
        return seen

    game.observe = peek
    with pytest.raises(LawBrokenError, match="sees hidden cards in hand"):
        check_game(game, ROUNDS)


def test_a_mask_that_is_wrong_once_in_a_while_is_found():
    game = envs.make_game("gongzhu_v0", sale=False)
    honest = game.legal

    def careless(states):
        masks = honest(states)
        masks[:, 7] = True
        return masks

    game.legal = careless
    with pytest.raises(LawBrokenError, match="mask"):
        check_game(game, ROUNDS)


@pytest.mark.parametrize("id", envs.ids())
def test_every_byte_of_a_state_belongs_to_a_field(id):
    """So that equal states are equal bytes."""
    dtype = envs.make_game(id).state_dtype
    assert sum(dtype[name].itemsize for name in dtype.names) == dtype.itemsize


@pytest.mark.parametrize("id", envs.ids())
def test_seeds_may_be_any_64_bit_integers_in_any_form(id):
    game = envs.make_game(id)
    seeds = [5, 2**64 - 1, 2**63]
    dealt = []
    for form in (seeds, np.array(seeds, np.uint64)):
        states = game.new(3)
        game.deal(states, form)
        dealt.append(states.tobytes())
    assert dealt[0] == dealt[1]
    for wrong in ([0.5] * 3, [1, 2, -3], [1, 2, 2**64], ["1", "2", "3"], [1, 2], None):
        with pytest.raises(ValueError, match="seeds must be"):
            game.deal(game.new(3), wrong)


def finished(game, seed):
    states = game.new(1)
    game.deal(states, seed)
    while game.seat(states)[0] >= 0:
        game.apply(states, game.legal_lists(states)[0][-1:])
    return states


@pytest.mark.parametrize("id", envs.ids())
def test_a_round_is_played_again_from_its_course(id):
    game = envs.make_game(id)
    states = finished(game, 5)
    steps = [(seat, action) for _, seat, action in replay(game, states[0])]
    again = game.new(1)
    game.set_up(again, **game.family.opening(game.ruleset, states[0]))
    for seat, action in steps:
        assert game.seat(again)[0] == seat
        game.apply(again, [action])
    again.generator = states.generator
    assert again[0] == states[0]


@pytest.mark.parametrize("id", envs.ids())
def test_a_transcript_names_players_and_actions_and_ends_with_the_scores(id):
    game = envs.make_game(id)
    states = finished(game, 5)
    names = [f"agent{seat}" for seat in range(game.num_seats)]
    text = transcript(game, states[0], names)
    for _, seat, action in replay(game, states[0]):
        assert f"seat {seat} (agent{seat}): {game.text(action)}\n" in text
    assert text.rstrip().endswith(game.describe(states[0]).splitlines()[-1])
