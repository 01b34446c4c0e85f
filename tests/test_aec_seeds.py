"""The same seed gives the same course: again in the same process, in other processes, through copies, in the batch."""

import hashlib
import os
import subprocess
import sys

import numpy as np
import pytest

from stockyard import envs


def course(id: str, seed: int, rounds: int = 3) -> str:
    """A digest of all that agents are shown and paid in `rounds` rounds of uniformly random play from one seed."""
    env = envs.make(id)
    rng = np.random.default_rng(seed)
    seen = hashlib.sha256()
    for number in range(rounds):
        env.reset(seed=seed if number == 0 else None)
        for agent in env.agent_iter():
            observation, reward, terminated, truncated, _ = env.last()
            assert observation is not None
            seen.update(observation["observation"].tobytes() + observation["action_mask"].tobytes())
            seen.update(f"{agent} {reward} {terminated} {truncated}".encode())
            legal = np.flatnonzero(observation["action_mask"])
            env.step(None if terminated or truncated else int(rng.choice(legal)))
    return seen.hexdigest()


@pytest.mark.parametrize("id", envs.ids())
def test_a_seed_fixes_the_course_within_a_process(id):
    assert course(id, seed=5) == course(id, seed=5)
    assert course(id, seed=5) != course(id, seed=6)


def test_a_seed_fixes_the_course_across_processes():
    here = " ".join(course(id, seed=5) for id in envs.ids())
    for hash_seed in ("1", "2"):
        there = subprocess.run(
            [sys.executable, __file__],
            env={**os.environ, "PYTHONHASHSEED": hash_seed},
            capture_output=True,
            text=True,
            check=True,
        )
        assert there.stdout.split() == here.split()


@pytest.mark.parametrize("id", envs.ids())
def test_resets_without_a_seed_follow_from_the_latest_seed(id):
    def deals(env, seed):
        env.reset(seed=seed)
        states = [env.get_state()]
        for _ in range(3):
            env.reset()
            states.append(env.get_state())
        return states

    env = envs.make(id)
    first = deals(env, seed=8)
    assert len(set(first)) == 4
    env.reset()
    assert deals(env, seed=8) == first
    assert deals(envs.make(id), seed=8) == first


@pytest.mark.parametrize("id", envs.ids())
def test_environments_never_seeded_deal_differently(id):
    one, other = envs.make(id), envs.make(id)
    one.reset()
    other.reset()
    assert one.get_state() != other.get_state()


@pytest.mark.parametrize("id", envs.ids())
def test_round_seed_deals_the_round_again(id):
    env = envs.make(id)
    env.reset(seed=1)
    env.reset()
    dealt, seed = env.get_state(), env.unwrapped.round_seed
    env.reset(seed=99)
    env.reset(seed=seed)
    assert env.get_state() == dealt


@pytest.mark.parametrize("id", envs.ids())
def test_the_batch_deals_what_the_environment_deals(id):
    batch = envs.make_batch(id, num_envs=3, seed=4)
    batch.reset()
    env = envs.make(id)
    for i in range(3):
        env.reset(seed=int(batch.seeds[i]))
        assert env.get_state() == batch.states[i].tobytes()


@pytest.mark.parametrize("id", envs.ids())
@pytest.mark.parametrize("seed", [-1, 2**64, 1.5, "7"])
def test_a_seed_that_cannot_be_leaves_the_environment_as_it_was(id, seed):
    env = envs.make(id)
    env.reset(seed=3)
    before = env.get_state(), env.unwrapped.round_seed
    with pytest.raises(ValueError, match="seed"):
        env.reset(seed=seed)
    assert (env.get_state(), env.unwrapped.round_seed) == before
    env.reset()
    after = env.get_state()
    env.reset(seed=3)
    env.reset()
    assert env.get_state() == after


@pytest.mark.parametrize("id", envs.ids())
def test_the_largest_seed_and_numpy_seeds_deal(id):
    env = envs.make(id)
    env.reset(seed=2**64 - 1)
    largest = env.get_state()
    env.reset(seed=np.uint64(2**64 - 1))
    assert env.get_state() == largest
    env.reset(seed=np.int64(7))
    seven = env.get_state()
    env.reset(seed=7)
    assert env.get_state() == seven


if __name__ == "__main__":
    print(*(course(id, seed=5) for id in envs.ids()))
