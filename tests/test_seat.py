"""One seat of a game as a Gymnasium environment: the rounds that it plays, and whom it plays them against."""

import numpy as np
import pytest
from gymnasium.utils.env_checker import data_equivalence
from seated import GAME, LowestLegal, highest, play_round

from stockyard import envs
from stockyard.agents.random import RandomAgent
from stockyard.envs.chance import mix
from stockyard.envs.game import IllegalActionError
from stockyard.envs.seat import SeatEnv, SeatVectorEnv


class Answers:
    """Answers the same whatever it is asked."""

    name = "stubborn"

    def __init__(self, answer):
        self.answer = answer

    def act(self, game, states, seeds):
        return self.answer(len(states))


def by_hand(game, seed, learner):
    """A round in which the learner plays the highest legal action and the others the lowest, without the environment.

    Gives the learner's observation, mask and standing at each of its decisions; its observation at the end; the scores;
    and its last standing.
    """
    states = game.new(1)
    game.deal(states, seed)
    seen = []
    while (seat := int(game.seat(states)[0])) >= 0:
        mask = game.legal(states)
        if seat == learner:
            seen.append((game.observe(states, learner)[0], mask[0], int(game.standing(states)[0, learner])))
        game.apply(states, highest(mask) if seat == learner else mask.argmax(1))
    return seen, game.observe(states, learner)[0], game.scores(states)[0], int(game.standing(states)[0, learner])


@pytest.mark.parametrize("id", envs.ids())
@pytest.mark.parametrize("seat", [0, -1, None], ids=["first", "last", "changing"])
@pytest.mark.parametrize("reward", ["score", "standing"])
def test_rounds_are_those_played_by_hand(id, seat, reward):
    game = envs.make_game(id)
    if seat == -1:
        seat = game.num_seats - 1
    env = SeatVectorEnv(game, 3, seat, LowestLegal(), reward=reward, reward_scale=0.5)
    observation, infos = env.reset(seed=11)
    number, decision, total, course = [0] * 3, [0] * 3, [0.0] * 3, [None] * 3
    for _ in range(50):
        for i in range(3):
            if decision[i] == 0:
                assert env.round_seeds[i] == mix(11, i, number[i])
                assert seat in (None, env.seats[i])
                course[i] = by_hand(game, mix(11, i, number[i]), int(env.seats[i]))
            seen, mask, standing = course[i][0][decision[i]]
            assert np.array_equal(observation[i], seen)
            assert np.array_equal(env.action_masks()[i], mask)
            assert np.array_equal(infos["action_mask"][i], mask)
            assert infos["seat"][i] == env.seats[i]
            assert total[i] == (standing / 2 if reward == "standing" else 0)
        learners = env.seats
        observation, rewards, terminated, truncated, infos = env.step(highest(env.action_masks()))
        assert not truncated.any()
        for i in range(3):
            decision[i] += 1
            total[i] += rewards[i]
            assert terminated[i] == (decision[i] == len(course[i][0]))
            if terminated[i]:
                _, last, scores, _ = course[i]
                assert np.array_equal(infos["final_obs"][i], last)
                assert np.array_equal(infos["final_info"]["scores"][i], scores)
                assert infos["final_info"]["seat"][i] == learners[i]
                assert total[i] == scores[learners[i]] / 2
                number[i], decision[i], total[i] = number[i] + 1, 0, 0.0
    assert min(number) >= 2


def test_a_changing_seat_comes_to_all_seats_alike():
    env = SeatVectorEnv(GAME, 4000, seat=None)
    env.reset(seed=1)
    counts = np.bincount(env.seats, minlength=4)
    assert counts.min() > 1000 - 5 * 28  # standard deviation 27.4


def test_random_opponents_are_the_random_agent():
    compiled = SeatVectorEnv(GAME, 20, seat=None)
    agents = SeatVectorEnv(GAME, 20, seat=None, opponents=RandomAgent())
    mixed = SeatVectorEnv(GAME, 20, seat=None, opponents=[None, RandomAgent(), None])
    expected = compiled.reset(seed=4)
    for other in (agents, mixed):
        assert data_equivalence(expected, other.reset(seed=4), exact=True)
    for _ in range(40):
        actions = highest(compiled.action_masks())
        expected = compiled.step(actions)
        for other in (agents, mixed):
            assert data_equivalence(expected, other.step(actions), exact=True)


@pytest.mark.parametrize("opponents", [None, RandomAgent()])
def test_rounds_depend_on_seed_and_index_alone(opponents):
    few, many = (SeatVectorEnv(GAME, n, seat=None, opponents=opponents) for n in (2, 9))
    one = SeatEnv(GAME, seat=None, opponents=opponents)
    for env in (few, many):
        env.reset(seed=6)
    one.reset(seed=6)
    for _ in range(60):
        masks = many.action_masks()
        assert np.array_equal(few.action_masks(), masks[:2])
        assert np.array_equal(one.action_masks(), masks[0])
        got_few, got_many = few.step(highest(masks[:2])), many.step(highest(masks))
        observation, reward, terminated, _, _ = one.step(highest(masks[0]))
        assert (reward, terminated) == (got_many[1][0], got_many[2][0])
        if terminated:
            assert one.round_seed != few.round_seeds[0]
            observation, _ = one.reset()
        assert np.array_equal(observation, got_many[0][0])
        for a, b in zip(got_few[:4], got_many[:4], strict=True):
            assert np.array_equal(a, b[:2])
    assert one.round_seed == few.round_seeds[0] == many.round_seeds[0]
    assert not np.array_equal(few.reset(seed=7)[0], few.reset()[0])
    assert not np.array_equal(few.reset(seed=7)[0], few.reset(seed=8)[0])


def test_unseeded_rounds_differ():
    observations = [SeatVectorEnv(GAME, 3).reset()[0] for _ in range(2)]
    assert len(np.unique(np.concatenate(observations), axis=0)) == 6


def test_a_set_position_is_dealt():
    deck = [rank + suit for suit in "cdhs" for rank in "23456789TJQKA"]
    hands = [deck[0::4], deck[1::4], deck[2::4], deck[3::4]]
    env = SeatEnv(GAME, seat=0)
    expected = GAME.new(1)
    GAME.set_up(expected, hands=hands, leader=0)
    observation, _ = env.reset(seed=1, options={"hands": hands, "leader": 0})
    assert np.array_equal(observation, GAME.observe(expected, 0)[0])
    many = SeatVectorEnv(GAME, 3, opponents=LowestLegal())
    observations, _ = many.reset(options={"hands": hands, "leader": 0})
    assert np.array_equal(observations, np.tile(observation, (3, 1)))
    with pytest.warns(UserWarning, match="'weather'"):
        env.reset(options={"weather": "fine"})
    mask, seed = env.action_masks(), env.round_seed
    with pytest.raises(ValueError, match="leader"):
        env.reset(seed=2, options={"leader": 9})
    assert env.round_seed == seed
    assert np.array_equal(env.action_masks(), mask)
    env.step(highest(mask))


def test_a_list_of_opponents_sits_in_the_order_of_play_after_the_learner():
    opponents = [LowestLegal(), LowestLegal(), LowestLegal()]
    env = SeatVectorEnv(GAME, 5, seat=1, opponents=opponents)
    env.reset(seed=1)
    for _ in range(20):
        env.step(highest(env.action_masks()))
    assert [set(opponent.seats) for opponent in opponents] == [{2}, {3}, {0}]


def test_opponents_see_their_own_cards_and_none_of_the_others():
    opponent = LowestLegal()
    env = SeatEnv("gongzhu_v0", seat=3, opponents=[opponent, None, None], sale=False)
    dealt, hidden = GAME.new(1), 0
    for seed in range(30):
        opponent.states.clear()
        env.reset(seed=seed, options={"leader": 0})
        GAME.deal(dealt, env.round_seed)
        handed = GAME.hands(opponent.states[0][0])
        true = GAME.hands(dealt[0])
        assert handed[0] == true[0]
        hidden += sum(len(set(a) & set(b)) for a, b in zip(handed[1:], true[1:], strict=True))
    # Of 39 hidden cards dealt anew among three seats, 13 lie where they lay by chance, with a deviation of about 2.5.
    assert abs(hidden / 30 - 13) < 3


def test_opponents_can_be_exchanged_in_mid_round():
    env = SeatVectorEnv(GAME, 4)
    env.reset(seed=1)
    newcomer = LowestLegal()
    env.opponents = [None, newcomer, None]
    for _ in range(5):
        env.step(highest(env.action_masks()))
    assert set(newcomer.seats) == {2}
    with pytest.raises(ValueError, match="a list of 3, not of 2"):
        env.opponents = [None, newcomer]
    assert env.opponents == [None, newcomer, None]


@pytest.mark.parametrize(
    ("answer", "error", "says"),
    [
        (lambda n: np.full(n, -1), IllegalActionError, "stubborn: there is no action -1"),
        (lambda n: np.zeros(n + 1, np.int64), ValueError, r"stubborn answered int64\[2\] instead of 1 integers"),
        (lambda n: np.zeros(n), ValueError, "stubborn answered float64"),
    ],
)
def test_an_opponents_bad_answer_is_told_with_its_name(answer, error, says):
    env = SeatEnv(GAME, seat=3, opponents=Answers(answer))
    with pytest.raises(error, match=says):
        env.reset(seed=0)


def test_matches_pay_their_settlement_or_their_points():
    game = envs.make_game("gongzhu_v0", episode="match")
    _, _, scores, points = by_hand(game, mix(5, 0, 0), learner=2)
    assert abs(points) > 40  # more than any settlement
    env = SeatEnv(game, 2, LowestLegal())
    env.reset(seed=5)
    rewards, terminated, truncated, info = play_round(env)
    assert (terminated, truncated) == (True, False)
    assert np.array_equal(info["scores"], scores)
    assert rewards == [0] * (len(rewards) - 1) + [scores[2]]
    env = SeatEnv(game, 2, LowestLegal(), reward="standing")
    env.reset(seed=5)
    rewards, _, _, info = play_round(env)
    assert np.array_equal(info["scores"], scores)
    assert sum(rewards) == points


def test_a_match_cut_off_is_truncated_without_a_score():
    env = SeatVectorEnv("gongzhu_v0", 2, episode="match", max_hands=1)
    env.reset(seed=1)
    ended = np.zeros(2, np.bool_)
    total = 0
    while not ended.any():
        _, rewards, terminated, ended, infos = env.step(highest(env.action_masks()))
        assert not terminated.any()
        total += abs(rewards).sum()
    assert total == 0
    assert not infos["final_info"]["scores"].any()
    assert not infos["final_info"]["illegal"].any()
