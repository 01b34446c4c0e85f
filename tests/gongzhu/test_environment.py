"""The gongzhu environments: set positions, matches, and what partners and culprits are paid."""

import itertools

import numpy as np
import pytest
from positions import HEARTS, RANKS, SUITS
from rounds import engine, play, shown

from stockyard import envs

every_id = pytest.mark.parametrize("id", ["gongzhu_v0", "gongzhu_partners_v0"])
HANDS = [[rank + suit for rank in RANKS] for suit in SUITS]  # a suit a seat


@every_id
def test_hands_and_leader_are_set_up(id):
    env = envs.make(id, sale=False)
    for leader in range(4):
        env.reset(options={"hands": [HANDS[0], " ".join(HANDS[1]), HANDS[2], HANDS[3]], "leader": leader})
        assert env.agent_selection == f"player_{leader}"
        mask = env.observe(env.agent_selection)["action_mask"]
        texts = [env.unwrapped.game.text(action) for action in np.flatnonzero(mask).tolist()]
        assert sorted(texts) == sorted(HANDS[leader])
    env.reset(options={"hands": HANDS[1:] + HANDS[:1]})
    assert env.agent_selection == "player_3"  # gongzhu 3: the holder of ♣2 leads


@every_id
def test_leader_alone_keeps_the_seeds_deal(id):
    env = envs.make(id, sale=False)
    env.reset(seed=11)
    game, states = engine(env)
    dealt = game.hands(states[0])
    for leader in range(4):
        env.reset(seed=11, options={"leader": leader})
        assert env.agent_selection == f"player_{leader}"
        assert game.hands(engine(env)[1][0]) == dealt


@every_id
@pytest.mark.parametrize(
    ("options", "named"),
    [
        ({"hands": [*HANDS[:3], [*HANDS[3][:12], "Xs"]]}, "Xs"),
        ({"hands": [*HANDS[:3], [*HANDS[3][:12], "bj"]]}, "bj"),
        ({"hands": [*HANDS[:3], [*HANDS[3][:12], "2s"]]}, "2s"),
        ({"hands": [*HANDS[:2], HANDS[2][:12], [*HANDS[3], "Ah"]]}, "1[24]"),
        ({"hands": HANDS[:3]}, "4 hands"),
        ({"hands": 7}, "hands"),
        ({"hands": [1, 2, 3, 4]}, "hand"),
        ({"leader": 4}, "4"),
        ({"leader": -1}, "-1"),
        ({"leader": "player_0"}, "player_0"),
        ({"leader": 1.5}, "1.5"),
    ],
)
def test_positions_that_cannot_be_are_refused_and_leave_the_environment_as_it_was(id, options, named):
    env = envs.make(id)
    env.reset(seed=12)
    play(env, np.random.default_rng(12), steps=9)
    before = shown(env), env.unwrapped.round_seed
    for seed in (None, 5):
        with pytest.raises(ValueError, match=named):
            env.reset(seed=seed, options=options)
        assert (shown(env), env.unwrapped.round_seed) == before
    env.reset()
    after = env.get_state()
    env.reset(seed=12)
    env.reset()
    assert env.get_state() == after


@every_id
def test_a_match_pays_nothing_between_hands_and_the_settlement_at_its_end(id):
    env = envs.make(id, episode="match")
    for seed in range(3):
        env.reset(seed=seed)
        played = play(env, np.random.default_rng(seed))
        assert len(played) > 52
        assert set(env.terminations.values()) == {True}
        assert max(map(abs, env.rewards.values())) <= 3 * 40  # gongzhu, settlement: three losers pay at most 40 each
        assert all(env.observation_space(agent).contains(env.observe(agent)) for agent in env.agents)
        assert env.unwrapped.state_space.contains(env.state())


@every_id
def test_a_match_cut_off_by_max_hands_is_truncated_with_rewards_0(id):
    env = envs.make(id, episode="match", max_hands=1, sale=False)
    ends = set()
    for seed in itertools.count():
        env.reset(seed=seed)
        assert len(play(env, np.random.default_rng(seed))) == 52
        truncated = env.truncations["player_0"]
        ends.add(truncated)
        assert set(env.truncations.values()) == {truncated}
        assert set(env.terminations.values()) == {not truncated}
        assert not truncated or set(env.rewards.values()) == {0}
        assert not any(env.observe(agent)["action_mask"].any() for agent in env.agents)
        if truncated:
            break
    for _ in env.agent_iter():
        env.step(None)
    assert env.agents == []


@every_id
def test_an_illegal_action_costs_as_much_as_the_worst_hand(id):
    env = envs.make(id)
    env.reset(seed=1)
    env.last()
    env.step(0)  # a card, while the sale asks for another answer
    game = env.unwrapped.game
    taken = ["Ah!", *HEARTS[1:12], "Qs!", "Tc!"]  # all hearts but the ♥2, which counts nothing
    assert min(env.rewards.values()) == game.family.hand_score(game.ruleset, taken, ["open"]) == -9600


@every_id
def test_partners_are_paid_alike(id):
    env = envs.make(id)
    env.reset(seed=3)
    play(env, np.random.default_rng(3))
    rewards = list(env.rewards.values())
    assert (rewards[:2] == rewards[2:]) == ("partners" in id)
