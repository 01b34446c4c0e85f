"""Learning by self-play: the arithmetic, and that it learns."""

import numpy as np
import pytest
import torch

from stockyard import envs
from stockyard.agents import load
from stockyard.agents.heuristic import action_values
from stockyard.agents.neural import NeuralAgent
from stockyard.train import lookahead, ppo
from stockyard.train.config import PPOConfig, RewardConfig, parse
from stockyard.train.evaluate import evaluate
from stockyard.train.learner import Learner
from stockyard.train.rewards import scaled
from stockyard.train.selfplay import SelfPlay

SMALL = {
    "game": "gongzhu_partners_v0",
    "options": {"sale": False},
    "network": {"hidden": [32]},
    "ppo": {"rounds": 16, "minibatch": 256, "updates": 4},
    "selection": {"every": 0},
}
ALGORITHMS = ["ppo", "lookahead"]


def small_learner(**changes):
    config = parse({**SMALL, **changes}, "test")
    return Learner(envs.make_game(config.game, **config.options), config)


def collected(learner, deals=1):
    rounds = SelfPlay(learner.network, learner.batch, deals, 2)
    return learner.algorithm.collect(rounds, learner.config)


@pytest.mark.parametrize("given", ["standing", "end"])
@pytest.mark.parametrize(
    ("game", "options"),
    [
        ("gongzhu_v0", {}),
        ("gongzhu_partners_v0", {"sale": False}),
        ("gongzhu_v0", {"sale": False}),
        ("kanniutui_v0", {}),
    ],
)
def test_without_discount_or_critic_the_targets_are_the_scores_still_to_come(game, options, given):
    """With λ = γ = 1 a decision's target is the score minus what has been given of it, whatever the critic says."""
    ppo_config = {**SMALL["ppo"], "gae_lambda": 1.0, "discount": 1.0}
    learner = small_learner(game=game, options=options, ppo=ppo_config, reward={"unit": 1.0, "given": given})
    decisions = collected(learner)
    batch = envs.make_batch(game, 16, seed=1, **options)
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
            before = standing[i, batch.seat[i]] if given == "standing" else 0
            seen.append((i, batch.seat[i], before, targets[key]))
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
        numbers = np.array([standing], np.float32), np.array([value], np.float32)
        return ppo.Placed(np.array([0]), np.array([seat]), *numbers)

    steps = [step(0, 1.0, 5.0), step(1, 0.0, -1.0), step(0, 3.0, 6.0)]
    advantage, target = ppo.advantages(steps, final, config)
    last = (10 - 3) - 6
    first = (3 - 1) + 0.9 * 6 - 5 + 0.9 * 0.8 * last
    other = (-4 - 0) - -1
    assert advantage.tolist() == pytest.approx([first, other, last])
    assert target.tolist() == pytest.approx([first + 5, other - 1, last + 6])


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_forced_moves_are_not_learned_from_and_every_seat_is(algorithm):
    learner = small_learner(algorithm=algorithm)
    decisions = collected(learner)
    assert (decisions.mask.sum(1) > 1).all()
    rounds = SelfPlay(learner.network, learner.batch, 1, 2)
    seats = np.concatenate([step.seats for step in rounds])
    assert len(seats) == len(decisions.mask)
    assert (np.bincount(seats, minlength=4) > 16 * 4).all()


def test_actions_that_are_played_are_drawn_from_the_policy():
    learner = small_learner()
    drawn = []
    for deals in range(20):
        for step in SelfPlay(learner.network, learner.batch, deals, deals):
            assert step.mask.gather(1, step.action[:, None]).all()
            drawn.append(step.log_probabilities.exp().gather(1, step.action[:, None]))
    # The mean probability of what was drawn is what a draw from the policy makes it: the sum of p squared.
    policies = [step.log_probabilities.exp() for step in SelfPlay(learner.network, learner.batch, 0, 0)]
    expected = torch.cat([policy.square().sum(1) for policy in policies])
    assert torch.cat(drawn).mean() == pytest.approx(float(expected.mean()), rel=0.05)


def test_looking_ahead_values_each_legal_action_by_a_play_out():
    """The values equal plain play by the heuristic from where the action leads; others are 0."""
    game = envs.make_game("gongzhu_v0")
    states = game.new(6)
    game.deal(states, range(6))
    heuristic = load("heuristic")
    for _ in range(20):
        game.apply(states, heuristic.act(game, states, np.zeros(6, np.uint64)))
    masks, seats = game.legal(states), game.seat(states)
    values = action_values(game, states, masks)
    assert (values[~masks] == 0).all()
    for i, action in zip(*np.nonzero(masks), strict=True):
        played = states[i : i + 1].copy()
        game.apply(played, [action])
        while game.seat(played)[0] >= 0:
            game.apply(played, heuristic.act(game, played, np.zeros(1, np.uint64)))
        assert values[i, action] == game.scores(played)[0, seats[i]]


def test_looking_ahead_the_policy_gains_nothing_on_average_over_itself():
    decisions = collected(small_learner(algorithm="lookahead"))
    policy = decisions.log_probabilities.exp()
    assert (policy * decisions.advantage).sum(1).abs().max() < 1e-4
    assert (decisions.advantage[~decisions.mask] == 0).all()
    assert (policy * decisions.advantage.square()).sum(1).mean() == pytest.approx(1, abs=1e-3)


@pytest.mark.parametrize("algorithm", [ppo, lookahead])
def test_a_step_along_the_loss_makes_a_better_action_likelier(algorithm):
    learner = small_learner(algorithm=algorithm.__name__.rsplit(".", 1)[1])
    decisions = collected(learner)
    before = learner.network.logits(decisions.observation, decisions.mask).log_softmax(1).detach()
    for _ in range(5):
        loss, _ = learner.algorithm.losses(learner.network, decisions, learner.config.ppo, 0.0)
        learner.optimizer.zero_grad()
        loss.backward()
        learner.optimizer.step()
    change = learner.network.logits(decisions.observation, decisions.mask).log_softmax(1).detach() - before
    if algorithm is ppo:
        gained = change.gather(1, decisions.action[:, None]).squeeze(1) * (
            decisions.advantage - decisions.advantage.mean()
        )
    else:
        gained = (before.exp() * change.masked_fill(~decisions.mask, 0) * decisions.advantage).sum(1)
    assert gained.mean() > 0


def test_squashed_rewards_keep_sign_and_order_and_tame_large_scores():
    points = np.array([-100000, -800, -10, 0, 10, 800, 100000])
    plain = scaled(points, RewardConfig(unit=100.0))
    bent = scaled(points, RewardConfig(unit=100.0, squash="asinh"))
    assert plain.tolist() == pytest.approx((points / 100).tolist())
    assert (np.diff(bent) > 0).all()
    assert bent[3] == 0
    assert abs(bent[-1]) < 10 < abs(plain[-1])


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_same_seed_same_course_and_another_seed_another(algorithm):
    def weights(seed):
        learner = small_learner(seed=seed, algorithm=algorithm)
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


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_it_learns_to_beat_random_play(algorithm):
    """Some seconds of learning are worth more than chance, on deals that it was not trained on."""
    torch.set_num_threads(1)
    settings = {"rounds": 64, "minibatch": 256, "updates": 25, "learning_rate": 3e-3}
    learner = small_learner(algorithm=algorithm, ppo=settings, network={"hidden": [64], "critic": "seat"})
    for _ in range(25):
        learner.update()
    learned = NeuralAgent(learner.average, {}, "learned")
    learned.check = lambda game: None
    result = evaluate(learned, load("random"), learner.game, deals=300, seed=1)
    assert result.overall.low > 0, f"{result.overall}"
