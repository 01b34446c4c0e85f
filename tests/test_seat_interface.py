"""One seat of a game as a Gymnasium environment: what Gymnasium expects of it, and what it says of wrong use."""

import copy
import pickle
import warnings

import gymnasium
import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from gymnasium.utils.env_checker import check_env, data_equivalence
from gymnasium.vector import AutoresetMode, SyncVectorEnv
from gymnasium.wrappers.vector import RecordEpisodeStatistics
from seated import GAME, PUBLIC, highest, play_round
from variants import variants

from stockyard.agents.random import RandomAgent
from stockyard.envs.chance import mix
from stockyard.envs.game import IllegalActionError
from stockyard.envs.seat import SeatEnv, SeatVectorEnv


def any_legal(masks, rng):
    return (rng.random(masks.shape) * masks).argmax(-1)


@pytest.mark.parametrize("id", PUBLIC)
def test_gymnasiums_checker_finds_nothing(id):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(gymnasium.make(id).unwrapped)


@pytest.mark.parametrize(("id", "options", "fewest"), variants(), ids=str)
def test_gymnasium_makes_one_seat_and_many(id, options, fewest):
    public = "stockyard/" + "-v".join(id.rsplit("_v", 1))
    env = gymnasium.make(public, seat=2, render_mode="ansi", **options)
    assert options.items() <= env.unwrapped.game.options.items()
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        env.reset(seed=3)
        assert env.unwrapped.seat == 2
        action = env.action_space.sample(mask=env.get_wrapper_attr("action_masks")().astype(np.int8))
        env.step(action)
        assert isinstance(env.render(), str)
        many = gymnasium.make_vec(public, num_envs=3, seat=None, reward="standing")
    assert isinstance(many, SeatVectorEnv)
    assert many.num_envs == 3
    assert many.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP


def test_many_are_what_gymnasium_makes_of_single_ones():
    one = SyncVectorEnv([lambda: SeatEnv(GAME, seat=None)], autoreset_mode=AutoresetMode.SAME_STEP)
    many = SeatVectorEnv(GAME, 1, seat=None)
    assert one.observation_space == many.observation_space
    assert one.action_space == many.action_space
    assert data_equivalence(one.reset(seed=5), many.reset(seed=5), exact=True)
    ends = 0
    for step in range(60):
        illegal = step == 30
        actions = many.action_masks().argmin(1) if illegal else highest(many.action_masks())
        expected, got = one.step(actions), many.step(actions)
        assert data_equivalence(expected, got, exact=True)
        ends += int(got[2][0])
    assert ends >= 4


def test_gymnasiums_wrapper_counts_rewards_and_lengths_of_rounds():
    env = RecordEpisodeStatistics(SeatVectorEnv(GAME, 4))
    env.reset(seed=2)
    ended = np.zeros(4, np.bool_)
    while not ended.all():
        _, rewards, ended, _, infos = env.step(highest(env.unwrapped.action_masks()))
    assert infos["episode"]["r"] == pytest.approx(rewards)
    assert infos["final_info"]["scores"][:, 0] == pytest.approx(rewards)


@pytest.mark.parametrize("reward", ["score", "standing"])
@pytest.mark.parametrize("action", ["not in the hand", -1, GAME.num_actions])
def test_an_illegal_action_loses_the_round(reward, action):
    env = SeatEnv(GAME, reward=reward, reward_scale=0.1)
    env.reset(seed=3)
    total = sum(env.step(highest(env.action_masks()))[1] for _ in range(10))
    observation, _, *_ = env.step(highest(env.action_masks()))
    env.reset(seed=3)
    total = sum(env.step(highest(env.action_masks()))[1] for _ in range(11))
    illegal = env.action_masks().argmin() if action == "not in the hand" else action
    final, last, terminated, truncated, info = env.step(illegal)
    assert (terminated, truncated) == (True, False)
    assert info["illegal"] is True
    assert not info["scores"].any()
    assert not info["action_mask"].any()
    assert not env.action_masks().any()
    assert np.array_equal(final, observation)  # the round stands as it stood
    assert total + last == pytest.approx(-960)
    # In a match, as in the PettingZoo environment, it is the least that a match can pay.
    match = SeatEnv(GAME.id, episode="match")
    match.reset(seed=3)
    assert match.step(match.action_masks().argmin())[1] == -40


def test_among_many_an_illegal_action_loses_its_own_round_only():
    env, other = (SeatVectorEnv(GAME, 4) for _ in range(2))
    env.reset(seed=1)
    other.reset(seed=1)
    actions = highest(env.action_masks())
    expected = other.step(actions)
    actions[2] = env.action_masks()[2].argmin()
    observation, rewards, terminated, _, infos = env.step(actions)
    assert terminated.tolist() == infos["_final_info"].tolist() == [False, False, True, False]
    assert infos["final_info"]["illegal"].tolist() == [False, False, True, False]
    assert rewards.tolist() == [0, 0, -9600, 0]
    assert np.array_equal(observation[[0, 1, 3]], expected[0][[0, 1, 3]])
    assert env.round_seeds[2] == mix(1, 2, 1)


def test_an_illegal_action_can_raise_instead_and_then_changes_nothing():
    env = SeatVectorEnv(GAME, 3, illegal="raise")
    before = env.reset(seed=1)[0]
    actions = highest(env.action_masks())
    wrong = actions.copy()
    wrong[1] = env.action_masks()[1].argmin()
    with pytest.raises(IllegalActionError, match="legal are"):
        env.step(wrong)
    with pytest.raises(IllegalActionError, match="there is no action 1000"):
        env.step(np.full(3, 1000))
    other = SeatVectorEnv(GAME, 3)
    assert np.array_equal(other.reset(seed=1)[0], before)
    assert data_equivalence(env.step(actions), other.step(actions), exact=True)


def test_stepping_needs_a_round_in_progress():
    for env in (SeatEnv(GAME), SeatVectorEnv(GAME, 2)):
        with pytest.raises(ResetNeeded, match="reset"):
            env.step([0, 0] if isinstance(env, SeatVectorEnv) else 0)
    env = SeatEnv(GAME)
    env.reset(seed=1)
    play_round(env)
    with pytest.raises(ResetNeeded, match="reset"):
        env.step(0)


def test_arrays_are_the_callers_unless_copies_are_declined():
    kept = SeatVectorEnv(GAME, 3)
    own = SeatVectorEnv(GAME, 3, copy=False)
    for env, keeps in ((kept, True), (own, False)):
        observation, infos = env.reset(seed=1)
        handed = [observation, env.action_masks(), infos["action_mask"]]
        before = [array.copy() for array in handed]
        for _ in range(5):
            env.step(highest(env.action_masks()))
        assert [np.array_equal(a, b) for a, b in zip(handed, before, strict=True)] == [keeps] * 3
        assert np.shares_memory(env.action_masks(), handed[1]) is not keeps


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
def test_copies_go_on_from_where_they_were_made(copied):
    rng = np.random.default_rng(0)
    env = SeatVectorEnv(GAME, 5, seat=None, opponents=[None, RandomAgent(), None])
    env.reset(seed=1)
    for _ in range(20):
        env.step(any_legal(env.action_masks(), rng))
    twin = copied(env)
    for _ in range(30):
        actions = any_legal(env.action_masks(), rng)
        assert data_equivalence(env.step(actions), twin.step(actions), exact=True)


def test_render_shows_what_the_learner_sees():
    env = SeatEnv(GAME, seat=0, render_mode="ansi")  # seat 0 is asked first, so nothing has happened yet
    many = SeatVectorEnv(GAME, 2, seat=0, render_mode="ansi")
    env.reset(seed=1)
    many.reset(seed=1)
    dealt = GAME.new(1)
    GAME.deal(dealt, env.round_seed)
    assert env.render() == many.render()[0] == GAME.describe(dealt[0], seat=0)
    assert many.render()[1] != env.render()
    with pytest.warns(UserWarning, match="render_mode"):
        assert SeatEnv(GAME).render() is None


@pytest.mark.parametrize("make", [SeatEnv, lambda game, **arguments: SeatVectorEnv(game, 2, **arguments)])
@pytest.mark.parametrize(
    ("game", "arguments", "says"),
    [
        ("gongzu_v0", {}, "did you mean 'gongzhu_v0'"),
        ("gongzhu_v0", {"jokers": 2}, "no option 'jokers'"),
        (GAME, {"sale": False}, "a Game has its options already: give sale with the id"),
        (GAME, {"seat": 4}, "seat must be a whole number from 0 to 3, or None for one that changes, not 4"),
        (GAME, {"seat": True}, "not True"),
        (GAME, {"seat": "rotate"}, "not 'rotate'"),
        (GAME, {"reward": "points"}, "reward must be 'score' or 'standing', not 'points'"),
        (GAME, {"reward_scale": 0}, "reward_scale must be a positive number, not 0"),
        (GAME, {"reward_scale": float("nan")}, "not nan"),
        (GAME, {"illegal": "ignore"}, "illegal must be 'lose' or 'raise', not 'ignore'"),
        (GAME, {"render_mode": "human"}, "render_mode is 'human'; it can be None or 'ansi'"),
        (GAME, {"opponents": [None, None]}, "a list of 3, not of 2"),
        (GAME, {"opponents": "random"}, "'random' has no method act"),
        (GAME, {"opponents": [None, 7, None]}, "7 has no method act"),
    ],
)
def test_bad_arguments_are_told_in_a_sentence(make, game, arguments, says):
    with pytest.raises(ValueError, match=says) as raised:
        make(game, **arguments)
    assert "\n" not in str(raised.value)


def test_an_opponent_that_cannot_play_the_game_is_told_at_once():
    class Choosy(RandomAgent):
        def check(self, game):
            raise ValueError(f"{game.id} is not for me")

    with pytest.raises(ValueError, match="gongzhu_v0 is not for me"):
        SeatEnv(GAME, opponents=[None, None, Choosy()])


def test_bad_numbers_are_told_in_a_sentence():
    for num_envs in (0, 2.5, True):
        with pytest.raises(ValueError, match="num_envs must be a whole number of at least 1"):
            SeatVectorEnv(GAME, num_envs)
    env = SeatVectorEnv(GAME, 2)
    observation, _ = env.reset(seed=3)
    for seed in (-1, 2**64, 1.5, [1, 2]):
        with pytest.raises(ValueError, match=r"seed must be .* 2\*\*64 - 1"):
            env.reset(seed=seed)
    for actions in ([0], [0.5, 0.5], 3):
        with pytest.raises(ValueError, match="actions must be 2 integers, one a round"):
            env.step(actions)
    assert np.array_equal(env.reset(seed=np.uint64(3))[0], observation)
    one = SeatEnv(GAME)
    one.reset(seed=2**64 - 1)
    with pytest.raises(ValueError, match="an action is an integer, not 'As'"):
        one.step("As")
