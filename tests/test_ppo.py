"""Learning by self-play: the arithmetic, and that it learns."""

import numpy as np
import pytest
import torch

from stockyard import envs
from stockyard.agents import load
from stockyard.agents.neural import NeuralAgent
from stockyard.train import ppo
from stockyard.train.config import PPOConfig, RewardConfig, parse
from stockyard.train.evaluate import evaluate

SMALL = {
    "game": "gongzhu_partners_v0",
    "options": {"sale": False},
    "network": {"hidden": [32]},
    "ppo": {"rounds": 16, "minibatch": 256, "updates": 4},
    "selection": {"every": 0},
}


def small_learner(**changes):
    config = parse({**SMALL, **changes}, "test")
    return ppo.Learner(envs.make_game(config.game, **config.options), config)


def collected(learner, number=0):
    return ppo.collect(learner.network, learner.batch, learner.config, number)[0]


@pytest.mark.parametrize("game", ["gongzhu_v0", "gongzhu_partners_v0"])
@pytest.mark.parametrize("sale", [False, True])
def test_without_discount_or_critic_the_targets_are_the_scores_still_to_come(game, sale):
    """With λ = γ = 1 a decision's target is the final score minus its standing, whatever the critic says."""
    ppo_config = {**SMALL["ppo"], "gae_lambda": 1.0, "discount": 1.0}
    learner = small_learner(game=game, options={"sale": sale}, ppo=ppo_config, reward={"unit": 1.0})
    decisions = collected(learner)
    batch = envs.make_batch(game, 16, seed=ppo.mix(0, 1, 0), sale=sale)
    targets = {
        tuple(observation.tolist()): float(t)
        for observation, t in zip(decisions.observation, decisions.target, strict=True)
    }
    # Play the same rounds again with the actions that were taken, found by what was observed.
    taken = {tuple(o.tolist()): int(a) for o, a in zip(decisions.observation, decisions.action, strict=True)}
    going, seen = np.ones(16, bool), []
    while going.any():
        actions = batch.mask.argmax(1)
        standing = batch.game.standing(batch.states)
        for i in np.flatnonzero(going & (batch.mask.sum(1) > 1)):
            key = tuple(batch.observation[i].tolist())
            actions[i] = taken[key]
            seen.append((i, batch.seat[i], standing[i, batch.seat[i]], targets[key]))
        batch.step(actions)
        for i in np.flatnonzero(batch.done & going):
            for round_, seat, before, target in seen:
                if round_ == i:
                    assert target == pytest.approx(batch.scores[i, seat] - before, abs=0.01)
        going &= ~batch.done
    assert len(seen) == len(decisions.action)


def test_advantages_equal_a_plain_computation():
    """Two decisions of one seat with another seat's between them, by the definition."""
    config = PPOConfig(discount=0.9, gae_lambda=0.8)
    final = np.array([[10.0, -4.0]], np.float32)

    def step(seat, standing, value):
        return (np.array([0]), np.array([seat]), np.array([standing], np.float32), torch.tensor([value]))

    steps = [step(0, 1.0, 5.0), step(1, 0.0, -1.0), step(0, 3.0, 6.0)]
    advantage, target = ppo.advantages(steps, final, config)
    last = (10 - 3) - 6
    first = (3 - 1) + 0.9 * 6 - 5 + 0.9 * 0.8 * last
    other = (-4 - 0) - -1
    assert advantage.tolist() == pytest.approx([first, other, last])
    assert target.tolist() == pytest.approx([first + 5, other - 1, last + 6])


def test_forced_moves_are_not_learned_from_and_every_seat_is():
    decisions = collected(small_learner())
    assert (decisions.mask.sum(1) > 1).all()
    assert decisions.mask.gather(1, decisions.action[:, None]).all()
    # With the two of clubs' holder leading, seats differ; all four must appear among 16 rounds' decisions.
    assert len(decisions.action) > 16 * 4 * 5


def test_squashed_rewards_keep_sign_and_order_and_tame_large_scores():
    points = np.array([-100000, -800, -10, 0, 10, 800, 100000])
    plain = ppo.scaled(points, RewardConfig(unit=100.0))
    bent = ppo.scaled(points, RewardConfig(unit=100.0, squash="asinh"))
    assert plain.tolist() == pytest.approx((points / 100).tolist())
    assert (np.diff(bent) > 0).all()
    assert bent[3] == 0
    assert abs(bent[-1]) < 10 < abs(plain[-1])


def test_same_seed_same_course_and_another_seed_another():
    def weights(seed):
        learner = small_learner(seed=seed)
        for _ in range(2):
            learner.update()
        return torch.cat([parameter.flatten() for parameter in learner.average.parameters()])

    torch.set_num_threads(1)
    assert torch.equal(weights(3), weights(3))
    assert not torch.equal(weights(3), weights(4))


def test_learning_rate_and_entropy_weight_fall_in_a_line():
    learner = small_learner(ppo={**SMALL["ppo"], "updates": 3, "learning_rate": 3e-3, "final_learning_rate": 1e-3})
    reports = [learner.update() for _ in range(3)]
    assert [r["learning_rate"] for r in reports] == pytest.approx([3e-3, 2e-3, 1e-3])
    assert reports[0]["entropy_weight"] > reports[1]["entropy_weight"] > reports[2]["entropy_weight"]
    assert {"policy_loss", "value_loss", "entropy", "kl", "clipped", "explained_variance"} <= reports[0].keys()


def test_it_learns_to_beat_random_play():
    """Some seconds of learning are worth more than chance, on deals that it was not trained on."""
    torch.set_num_threads(1)
    config = {"rounds": 128, "minibatch": 1024, "updates": 24, "learning_rate": 2e-3}
    learner = small_learner(ppo=config, network={"hidden": [64], "critic": "perfect"})
    for _ in range(24):
        learner.update()
    learned = NeuralAgent(learner.average, {}, "learned")
    learned.check = lambda game: None
    result = evaluate(learned, load("random"), learner.game, deals=300, seed=1)
    assert result.overall.low > 0, f"{result.overall}"
