"""Episodes and options (one deck): one hand, a match to the limit, a match cut off by max_hands."""

import numpy as np
import pytest
from positions import Tricks, act, complete, count, legal_texts, play, random_actions, sales, seat_of, two_runs

from stockyard import envs

ONE_DECK = ("gongzhu_v0", "gongzhu_partners_v0")
EVERYTHING = [[rank + suit for rank in "23456789TJQKA"] for suit in "schd"]


def finish_hand(game, states) -> None:
    """Plays first legal actions until 52 cards have been played since the start of the hand."""
    for _ in range(52):
        game.apply(states, np.argmax(game.legal(states), axis=1).astype(np.int32))


# episode="hand"


def test_episode_hand_is_the_default_and_is_one_hand(game):
    assert game.options["episode"] == "hand"
    states = game.new(1)
    game.deal(states, 1)
    finish_hand(game, states)
    for _ in range(4):
        game.apply(states, np.argmax(game.legal(states), axis=1).astype(np.int32))
    assert seat_of(game, states) == -1
    assert not game.truncated(states).any()


def test_episode_hand_partners_are_given_their_sides_score(partners):
    hands, leader, plays = two_runs("s", "c", 7, "Kh 2h")
    states = play(partners, hands, leader, [*sales(hands), *plays])
    assert partners.scores(states)[0].tolist() == [-140, -120, -140, -120]


# episode="match"


def match_of_hands(game, seed: int, rng):
    """A random match played out, with a plain count beside it.

    Returns (states, totals after each hand, who led each hand, who took the pig in each).
    """
    states = game.new(1)
    game.deal(states, seed)
    sides = len(set(game.sides))
    totals, leaders, pigs = [np.zeros(sides, dtype=int)], [], []
    while seat_of(game, states) >= 0:
        hands, tricks = game.hands(states[0]), Tricks()
        assert [len(hand) for hand in hands] == [13] * 4
        while tricks.plays < 52:
            seat = seat_of(game, states)
            assert seat >= 0
            text = game.text(int(random_actions(game, states, rng)[0]))
            if text.startswith("sell"):
                tricks.sell(seat, hands[seat], text)
            else:
                if not tricks.plays:
                    leaders.append((seat, hands[seat]))
                tricks.play(seat, text)
            act(game, states, text)
        points = np.zeros(sides, dtype=int)
        for seat, own in enumerate(tricks.scores(game)):
            points[game.sides[seat]] += own
        totals.append(totals[-1] + points)
        pigs.append(tricks.pig_taker)
    return states, totals[1:], leaders, pigs


@pytest.mark.parametrize("sale", [True, False])
@pytest.mark.parametrize("ruleset", ONE_DECK)
def test_episode_match_runs_until_a_total_is_at_the_limit_then_settles(ruleset, sale):
    """Scores add up a seat, or a side with each hand's side score once; the first hand to reach ±1000 is the last."""
    game = envs.make_game(ruleset, episode="match", sale=sale)
    rng = np.random.default_rng(31)
    lengths = []
    for seed in range(count(30, 2)):
        states, totals, _, _ = match_of_hands(game, seed, rng)
        assert all(np.abs(total).max() < 1000 for total in totals[:-1])
        assert np.abs(totals[-1]).max() >= 1000
        assert game.scores(states)[0].tolist() == list(game.family.settle(game.ruleset, totals[-1].tolist()))
        assert not game.truncated(states).any()
        lengths.append(len(totals))
    assert max(lengths) > 1


@pytest.mark.parametrize("sale", [True, False])
@pytest.mark.parametrize("ruleset", ONE_DECK)
def test_episode_match_later_hands_are_led_by_the_seat_that_took_the_pig(ruleset, sale):
    game = envs.make_game(ruleset, episode="match", sale=sale)
    rng = np.random.default_rng(32)
    seen = set()
    for seed in range(count(30, 2)):
        _, _, leaders, pigs = match_of_hands(game, seed, rng)
        assert "2c" in leaders[0][1]
        assert [seat for seat, _ in leaders[1:]] == pigs[:-1]
        seen |= {("2c" in hand) for _, hand in leaders[1:]}
    assert False in seen


def test_episode_match_scores_are_an_error_between_hands(match):
    hands, leader, plays = two_runs("s", "c", 7)
    states = play(match, hands, leader, [*sales(hands), *plays])
    assert seat_of(match, states) >= 0
    with pytest.raises(ValueError, match="over"):
        match.scores(states)


def test_episode_match_each_hand_is_a_new_deal(match):
    hands, leader, plays = two_runs("s", "c", 7)
    first = play(match, hands, leader, [*sales(hands), *plays])
    assert [len(hand) for hand in match.hands(first[0])] == [13] * 4
    assert match.hands(first[0]) != match.hands(play(match, hands, leader, [])[0])


def test_episode_match_the_deals_to_come_are_those_of_the_seed(match):
    hands, leader, plays = two_runs("s", "c", 7)
    dealt = []
    for seed in (1, 2, 1):
        states = match.new(1)
        match.set_up(states, seeds=seed, hands=hands, leader=leader)
        for text in [*sales(hands), *plays]:
            act(match, states, text)
        dealt.append(match.hands(states[0]))
    assert dealt[0] == dealt[2] != dealt[1]


@pytest.mark.parametrize("leader", range(4))
def test_episode_match_leader_concerns_the_first_hand_only(match, leader):
    """The seat that took the pig leads the second hand, whoever the position let lead the first."""
    hands, runner, plays = two_runs("s", "c", 7)
    states = play(match, hands, runner, [*sales(hands), *plays])
    while "sell keep" in legal_texts(match, states):
        act(match, states, "sell keep")
    assert seat_of(match, states) == runner
    order = [(runner + leader) % 4, runner]
    moved = two_runs("s", "c", 7, runners=(order[0], (order[0] + 1) % 4))
    states = play(match, moved[0], moved[1], [*sales(moved[0]), *moved[2]])
    while "sell keep" in legal_texts(match, states):
        act(match, states, "sell keep")
    assert seat_of(match, states) == moved[1]


def test_episode_match_everything_in_the_first_hand_ends_it():
    """1600 against 0, 0, 0: each loser's gap is 10 + INT(600 / 500) = 11."""
    game = envs.make_game("gongzhu_v0", episode="match")
    states = play(game, EVERYTHING, 0, sales(EVERYTHING))
    finish_hand(game, states)
    assert seat_of(game, states) == -1
    assert game.scores(states)[0].tolist() == [33, -11, -11, -11]


def test_episode_match_everything_in_the_first_hand_ends_it_partners():
    """1600 against 0: x = 11."""
    game = envs.make_game("gongzhu_partners_v0", episode="match")
    states = play(game, EVERYTHING, 0, sales(EVERYTHING))
    finish_hand(game, states)
    assert game.scores(states)[0].tolist() == [22, -11, 22, -11]


def test_episode_match_ends_exactly_at_minus_1000():
    """Pig open, ♥A K T and the transformer: (−400 − 100) × 2 = −1000; hearts for −100 and the sheep: 0."""
    game = envs.make_game("gongzhu_v0", episode="match")
    hands, leader, plays = two_runs("s", "c", 7, "Ah Kh Th Tc")
    states = play(game, hands, leader, [*sales(hands, Qs="open"), *plays])
    assert seat_of(game, states) == -1
    assert game.scores(states)[0].tolist() == [-10, 10, 10, 10]


def test_episode_match_goes_on_at_minus_980():
    game = envs.make_game("gongzhu_v0", episode="match")
    hands, leader, plays = two_runs("s", "c", 7, "Ah Kh Tc")
    states = play(game, hands, leader, [*sales(hands, Qs="open"), *plays])
    assert seat_of(game, states) >= 0
    assert game.standing(states)[0].tolist() == [-980, -10, 0, 0]


def test_episode_match_ends_exactly_at_plus_1000():
    """All hearts with the ace open and the dark sheep: 800 + 200; the other takes pig and transformer: −200."""
    game = envs.make_game("gongzhu_v0", episode="match")
    hands, leader, plays = two_runs("h", "s", 7, "Jd")
    states = play(game, hands, leader, [*sales(hands, Ah="open", Jd="dark"), *plays])
    assert seat_of(game, states) == -1
    assert game.scores(states)[0].tolist() == [30, -10, -10, -10]


def test_episode_match_goes_on_at_plus_900():
    game = envs.make_game("gongzhu_v0", episode="match")
    hands, leader, plays = two_runs("h", "s", 7, "Jd")
    states = play(game, hands, leader, [*sales(hands, Ah="open"), *plays])
    assert seat_of(game, states) >= 0
    assert game.standing(states)[0].tolist() == [900, -200, 0, 0]


def test_episode_match_partners_count_a_hands_side_score_once():
    """−560 a side's hand must not end the match as −1120 would."""
    game = envs.make_game("gongzhu_partners_v0", episode="match")
    hands, leader, plays = two_runs("s", "c", 7, "Ah Kh", (0, 2))
    states = play(game, hands, leader, [*sales(hands, Qs="open"), *plays])
    own = (-400 - 90) + (-110 + 100) * 2
    assert seat_of(game, states) >= 0
    assert game.standing(states)[0].tolist() == [own, 0, own, 0]


# max_hands


@pytest.mark.parametrize("ruleset", ONE_DECK)
def test_max_hands_truncates_a_match_that_has_not_ended_with_rewards_0(ruleset):
    game = envs.make_game(ruleset, episode="match", max_hands=1)
    hands, leader, plays = two_runs("s", "c", 7)
    states = play(game, hands, leader, [*sales(hands), *plays])
    assert seat_of(game, states) == -1
    assert game.truncated(states).tolist() == [True]
    assert game.scores(states)[0].tolist() == [0, 0, 0, 0]


def test_max_hands_a_match_that_ends_in_its_last_hand_is_settled():
    game = envs.make_game("gongzhu_v0", episode="match", max_hands=1)
    states = play(game, EVERYTHING, 0, sales(EVERYTHING))
    finish_hand(game, states)
    assert seat_of(game, states) == -1
    assert game.truncated(states).tolist() == [False]
    assert game.scores(states)[0].tolist() == [33, -11, -11, -11]


@pytest.mark.parametrize("ruleset", ONE_DECK)
@pytest.mark.parametrize("most", [2, 3])
def test_max_hands_counts_hands(ruleset, most):
    game = envs.make_game(ruleset, episode="match", max_hands=most, sale=False)
    rng = np.random.default_rng(33)
    ends = set()
    for seed in range(count(40, 4)):
        states, totals, _, _ = match_of_hands(game, seed, rng)
        ended = bool(np.abs(totals[-1]).max() >= 1000)
        assert len(totals) == most or (ended and len(totals) < most)
        assert game.truncated(states).tolist() == [not ended]
        if not ended:
            assert game.scores(states)[0].tolist() == [0, 0, 0, 0]
        ends.add(ended)
    assert False in ends


def test_max_hands_default_is_none(match):
    assert match.options["max_hands"] is None


# Options


@pytest.mark.parametrize("ruleset", ONE_DECK)
@pytest.mark.parametrize(
    "options",
    [
        {"sale": "yes"},
        {"sale": None},
        {"sale": 2},
        {"sale": "False"},
        {"episode": "round"},
        {"episode": "Hand"},
        {"episode": None},
        {"episode": 1},
        {"max_hands": 5},
        {"max_hands": 5, "episode": "hand"},
        {"max_hands": 0, "episode": "match"},
        {"max_hands": -1, "episode": "match"},
        {"max_hands": 1.5, "episode": "match"},
        {"max_hands": "3", "episode": "match"},
    ],
    ids=str,
)
def test_options_another_value_is_an_error(ruleset, options):
    with pytest.raises(ValueError, match=next(iter(options))):
        envs.make_game(ruleset, **options)


@pytest.mark.parametrize("ruleset", ONE_DECK)
def test_options_defaults(ruleset):
    assert envs.make_game(ruleset).options == {"sale": True, "episode": "hand", "max_hands": None}


def test_options_without_sale_the_hand_begins_with_the_first_lead(quick):
    hands = complete(["Qs Jd", "Tc Ah", "2c", ""])
    states = play(quick, hands, None, [])
    assert seat_of(quick, states) == 2
    assert legal_texts(quick, states) == sorted(hands[2])


def test_options_without_sale_nothing_is_barred(quick):
    hands = complete(["2s", "Qs 3s", "", ""], voids=("", "s", "", ""))
    assert legal_texts(quick, play(quick, hands, 0, ["2s"])) == ["3s", "Qs"]
