"""One seat of a game in Stable-Baselines3: a `VecEnv` as it should be, and one that MaskablePPO learns on."""

import numpy as np
import pytest
import torch
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.callbacks import MaskableEvalCallback
from sb3_contrib.common.maskable.evaluation import evaluate_policy
from sb3_contrib.common.maskable.utils import get_action_masks, is_masking_supported
from stable_baselines3.common.monitor import Monitor
from stable_baselines3.common.vec_env import DummyVecEnv, VecMonitor

from stockyard import envs
from stockyard.envs.seat import SeatEnv, SeatVectorEnv
from stockyard.train.sb3 import SeatVecEnv

GAME = envs.make_game("gongzhu_v0")


@pytest.fixture(autouse=True)
def one_thread():
    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(threads)


def made(n, **arguments):
    return SeatVecEnv(SeatVectorEnv(GAME, n, **arguments))


def test_it_steps_as_stable_baselines_own_wrapper_of_single_seats():
    ours, theirs = made(1, seat=None), DummyVecEnv([lambda: SeatEnv(GAME, seat=None)])
    for env in (ours, theirs):
        env.seed(3)
    assert np.array_equal(ours.reset(), theirs.reset())
    ends = 0
    for _ in range(60):
        masks = get_action_masks(ours)
        assert masks.dtype == np.bool_
        assert np.array_equal(masks, get_action_masks(theirs))
        observation, rewards, dones, infos = ours.step(masks.argmax(1))
        their_observation, their_rewards, their_dones, their_infos = theirs.step(masks.argmax(1))
        assert np.array_equal(observation, their_observation)
        assert (rewards, rewards.dtype) == (their_rewards, their_rewards.dtype)
        assert (dones, dones.dtype) == (their_dones, their_dones.dtype)
        assert ours.reset_infos[0]["seat"] == theirs.reset_infos[0]["seat"]
        if dones[0]:
            ends += 1
            assert set(infos[0]) == set(their_infos[0]) - {"action_mask"}
            for key in infos[0]:
                assert np.array_equal(infos[0][key], their_infos[0][key])
    assert ends >= 3


def test_seeds_hold_for_one_reset():
    env = made(3)
    assert env.seed(5) == [5, 5, 5]
    first = env.reset()
    following = env.reset()
    assert not np.array_equal(first, following)
    env.seed(5)
    assert np.array_equal(env.reset(), first)
    assert np.array_equal(first, SeatVectorEnv(GAME, 3).reset(seed=5)[0])


def test_set_positions_reach_every_round_once():
    env = made(2)
    deck = [rank + suit for suit in "cdhs" for rank in "23456789TJQKA"]
    env.set_options({"hands": [deck[:13], deck[13:26], deck[26:39], deck[39:]]})
    observation = env.reset()
    assert np.array_equal(observation[0], observation[1])
    observation = env.reset()
    assert not np.array_equal(observation[0], observation[1])
    env.set_options([{"leader": 1}, {}])
    with pytest.raises(ValueError, match="give one dict"):
        env.reset()


def test_attributes_and_methods_are_asked_of_all_or_some():
    env = made(4, render_mode="ansi")
    env.reset()
    assert is_masking_supported(env)
    assert not env.has_attr("weather")
    assert env.get_attr("game", [0, 2]) == [GAME, GAME]
    assert np.array_equal(env.env_method("action_masks", indices=3), env.action_masks()[3:])
    assert env.env_method("render", indices=[1]) == [env.rounds.render()[1]]
    with pytest.raises(AttributeError, match="'shuffle'"):
        env.env_method("shuffle")
    env.set_attr("opponents", [None, None, None])
    assert env.rounds.opponents == [None, None, None]
    with pytest.raises(ValueError, match="all share it"):
        env.set_attr("opponents", None, indices=[0])
    assert env.env_is_wrapped(Monitor) == [False] * 4
    with pytest.raises(ValueError, match="copy=True"):
        made(2, copy=False)


def random_scores(n, rounds, seed):
    """Learner's scores [n, rounds] under uniformly random legal play, in the rounds that `seed` gives."""
    env, rng = SeatVectorEnv(GAME, n), np.random.default_rng(0)
    env.reset(seed=seed)
    scores = [[] for _ in range(n)]
    while min(map(len, scores)) < rounds:
        masks = env.action_masks()
        _, rewards, ended, _, _ = env.step((rng.random(masks.shape) * masks).argmax(1))
        for i in np.flatnonzero(ended):
            scores[i].append(rewards[i])
    return np.array([column[:rounds] for column in scores])


def test_maskable_ppo_learns_to_beat_random_play(tmp_path):
    env = VecMonitor(made(64, reward="standing", reward_scale=0.01, illegal="raise"))
    model = MaskablePPO(
        "MlpPolicy", env, n_steps=32, batch_size=256, n_epochs=4, learning_rate=1e-3, gamma=1.0, seed=1, device="cpu"
    )
    callback = MaskableEvalCallback(
        VecMonitor(made(16)), n_eval_episodes=16, eval_freq=300, log_path=str(tmp_path), verbose=0
    )
    model.learn(40_000, callback=callback)
    assert len(callback.evaluations_results) == 2
    held_out = made(256)
    held_out.seed(1_000_001)
    rewards, lengths = evaluate_policy(model, held_out, 8192, return_episode_rewards=True, warn=False)
    by_round = random_scores(256, 32, seed=1_000_001)
    assert len(rewards) == by_round.size
    assert min(lengths) >= 13
    gain = np.mean(rewards) - by_round.mean()
    error = np.sqrt((np.var(rewards) + by_round.var()) / by_round.size)
    assert gain > 4 * error
