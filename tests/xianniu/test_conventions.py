"""The rulebook's conventions for all families, as they apply to xianniu; options."""

import numpy as np
import pytest
from positions import act, count, legal_texts, play, seat_of, step_randomly
from xianniu_positions import CLASSES, DECK, LONGFENG, TOPS, F, K, X, begin, course

from stockyard import envs
from stockyard.envs.game import IllegalActionError

HANDS = [hand.split() for hand in TOPS]


# Seats, action text


def test_conventions_three_seats_each_for_itself(game):
    assert game.num_seats == 3
    assert tuple(game.sides) == (0, 1, 2)


def test_conventions_text_to_id_and_back(game):
    for action in range(game.num_actions):
        assert game.action(game.text(action)) == action


def test_conventions_text_tokens_in_any_order(game):
    for action in range(game.num_actions):
        assert game.action(" ".join(reversed(game.text(action).split()))) == action
    assert game.text(game.action("3 A 2")) == "A 2 3"
    assert game.text(game.action("9b 9r 9b")) == "9r 9b 9b"
    assert game.text(game.action("K T K 8 K K")) == "8 T K K K K"
    assert game.text(game.action("K A 8 2 T 3 K A 8 2 T 3")) == LONGFENG
    assert game.text(game.action("5b discard")) == "discard 5b"


def test_conventions_text_white_space_free(game):
    assert game.action("  K\tK\n") == game.action("K K")
    assert game.action(" discard   9r ") == game.action("discard 9r")


@pytest.mark.parametrize("text", ["k", "a 2 3", "9R 9B", "5R", "8 t k", "Stop", "LIFT", "Badui", "discard k", "t"])
def test_conventions_text_is_case_sensitive(game, text):
    with pytest.raises(ValueError, match="action"):
        game.action(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "   ",
        "discard",
        "discard K K",
        "discard discard K",
        "stop stop",
        "K K K K K",
        "8 8 T K",
        "A A 2 3",
        "K stop",
    ],
)
def test_conventions_text_with_a_token_too_many_or_too_few(game, text):
    with pytest.raises(ValueError, match="action"):
        game.action(text)


@pytest.mark.parametrize(
    "text", ["4", "4 4", "5", "9", "5 5", "9 9 9", "Kc", "10", "bj", "KK", "K Q", "pass", "discard 5"]
)
def test_conventions_text_that_is_no_action(game, text):
    with pytest.raises(ValueError, match="action"):
        game.action(text)


# A round


def test_conventions_scores_are_given_only_when_the_round_is_over(game):
    states = begin(game, TOPS)
    with pytest.raises(ValueError, match="over"):
        game.scores(states)
    for text in ("stop", "agree", "agree"):
        act(game, states, text)
    assert game.scores(states).shape == (1, 3)


def test_conventions_a_seat_with_one_legal_play_is_still_asked(game):
    states = course(game, TOPS, 0, "Q Q")
    assert seat_of(game, states) == 2
    assert legal_texts(game, states) == ["9r 9b"]


def test_conventions_a_seat_that_cannot_beat_the_table_is_passed_over(game):
    assert seat_of(game, course(game, TOPS, 0, "K")) == 0


def test_conventions_when_the_round_is_over_nobody_is_asked(game):
    states = course(game, TOPS, 0, "stop", "agree", "agree")
    assert seat_of(game, states) == -1
    assert not game.legal(states).any()
    with pytest.raises(IllegalActionError, match="over"):
        act(game, states, "stop")


def test_conventions_an_illegal_action_is_named_with_some_legal_ones_and_changes_nothing(game):
    states = course(game, TOPS, 0, "Q Q")
    before = states.tobytes()
    with pytest.raises(IllegalActionError) as error:
        act(game, states, "9r 9r")
    assert "9r 9r" in str(error.value)
    assert "9r 9b" in str(error.value)
    assert isinstance(error.value, ValueError)
    assert states.tobytes() == before


def test_conventions_one_illegal_action_leaves_every_row_as_it_was(game):
    states = game.new(3)
    game.set_up(states, hands=TOPS, leader=2)
    actions = np.argmax(game.legal(states), axis=1).astype(np.int32)
    actions[1] = game.action("agree")
    before = states.tobytes()
    with pytest.raises(IllegalActionError, match="agree"):
        game.apply(states, actions)
    assert states.tobytes() == before


@pytest.mark.parametrize("action", [-1, 10_000])
def test_conventions_a_number_that_is_no_action_is_refused(game, action):
    states = begin(game, TOPS)
    before = states.tobytes()
    with pytest.raises(IllegalActionError, match=str(action)):
        game.apply(states, np.array([action], dtype=np.int32))
    assert states.tobytes() == before
    with pytest.raises(IllegalActionError):
        game.apply(states, np.array([game.num_actions], dtype=np.int32))


def test_conventions_a_round_has_no_more_decisions_than_the_game_says(any_game):
    states = any_game.new(count(300, 12))
    any_game.deal(states, np.arange(len(states)))
    rng = np.random.default_rng(2)
    decisions = 0
    while step_randomly(any_game, states, rng).any():
        decisions += 1
        mask = any_game.legal(states)
        actions, offsets = any_game.legal_lists(states)
        for row in range(0, len(states), 40):
            assert list(actions[offsets[row] : offsets[row + 1]]) == list(np.flatnonzero(mask[row]))
    assert decisions <= any_game.max_decisions
    assert not any_game.truncated(states).any()


# Set positions


def test_set_positions_hands_are_the_exact_deal(game):
    states = play(game, HANDS, 0, [])
    assert [sorted(hand) for hand in game.hands(states[0])] == [sorted(hand) for hand in HANDS]


def test_set_positions_a_hand_may_be_a_string_and_in_any_order(game):
    backwards = [" ".join(hand[::-1]) for hand in HANDS]
    assert play(game, backwards, 2, []).tobytes() == play(game, HANDS, 2, []).tobytes()


def test_set_positions_leader_alone_keeps_the_deal_of_the_seed(game):
    dealt, led = game.new(1), game.new(1)
    game.deal(dealt, 17)
    for leader in range(3):
        game.set_up(led, seeds=17, leader=leader)
        assert game.hands(led[0]) == game.hands(dealt[0])


def test_set_positions_leader_alone_leads(x):
    """In a deal in which nobody can grab."""
    states = x.new(1)
    for leader in range(3):
        x.set_up(states, seeds=17, leader=leader)
        assert "decline" not in legal_texts(x, states)
        assert seat_of(x, states) == leader


def test_set_positions_nothing_set_is_the_deal_of_the_seed(game):
    dealt, same = game.new(2), game.new(2)
    game.deal(dealt, np.array([5, 6]))
    game.set_up(same, seeds=np.array([5, 6]))
    assert same.tobytes() == dealt.tobytes()


def replaced(old: str, new: str) -> list[list[str]]:
    """The deal with one card written differently."""
    return [[new if card == old else card for card in hand] for hand in HANDS]


WRONG_HANDS = {
    "a 4": (replaced("Ac", "4c"), "4c"),
    "wrong card": (replaced("Ac", "1c"), "1c"),
    "lower-case card": (replaced("Kc", "kc"), "kc"),
    "class instead of a card": (replaced("9c", "9b"), "9b"),
    "joker": (replaced("Kc", "bj"), "bj"),
    "empty card": (replaced("Kc", ""), "card|''"),
    "no text": ([[*range(16)], *HANDS[1:]], "card|hand"),
    "a card twice in two hands": (replaced("Ac", "Kc"), "Kc|Ac"),
    "a card twice in one hand": (replaced("Kd", "Kc"), "Kc|Kd"),
    "wrong count": ([HANDS[0], HANDS[1][:15], [*HANDS[2], HANDS[1][15]]], r"15|17|seat [12]"),
    "empty hand": ([[], *HANDS[1:]], r"\b0\b|\b16\b|seat 0"),
    "two seats": (HANDS[:2], r"\b2\b|\b3\b|two|three"),
    "four seats": ([*HANDS, []], r"\b4\b|\b3\b|four|three"),
    "no list": (7, "hands"),
    "one string": ("2c 3c", "hands|\\b3\\b"),
}


@pytest.mark.parametrize("name", WRONG_HANDS)
def test_set_positions_wrong_hands_are_named_and_change_nothing(game, name):
    hands, what = WRONG_HANDS[name]
    for states in (game.new(1), course(game, TOPS, 0, "K")):
        before = states.tobytes()
        with pytest.raises(ValueError, match=what):
            game.set_up(states, hands=hands, leader=0)
        assert states.tobytes() == before


@pytest.mark.parametrize("leader", [-1, 3, 100, "1", 1.5, [0], "player_0"])
def test_set_positions_leader_out_of_range_is_named_and_changes_nothing(game, leader):
    for states in (game.new(1), course(game, TOPS, 0, "K")):
        before = states.tobytes()
        with pytest.raises(ValueError, match="leader"):
            game.set_up(states, hands=HANDS, leader=leader)
        assert states.tobytes() == before


def test_set_positions_a_first_drawer_is_another_familys(game):
    with pytest.raises(ValueError, match="first_drawer"):
        game.set_up(game.new(1), first_drawer=1)


# Options


def test_options_of_f_and_their_defaults():
    assert envs.make_game(F).options == {"four_xi": 2, "mu_pairs": "natural"}
    assert envs.make_game(F, four_xi=5, mu_pairs="mapped").options == {"four_xi": 5, "mu_pairs": "mapped"}


@pytest.mark.parametrize("four_xi", [0, 1, 3, 4, 6, -2, "2", None, True])
def test_options_four_xi_is_2_or_5(four_xi):
    with pytest.raises(ValueError, match="four_xi"):
        envs.make_game(F, four_xi=four_xi)


@pytest.mark.parametrize("mu_pairs", ["", "Natural", "nature", "map", None, True, 2])
def test_options_mu_pairs_is_natural_or_mapped(mu_pairs):
    with pytest.raises(ValueError, match="mu_pairs"):
        envs.make_game(F, mu_pairs=mu_pairs)


@pytest.mark.parametrize("ruleset", [X, K])
@pytest.mark.parametrize("option", [{"four_xi": 2}, {"four_xi": 5}, {"mu_pairs": "natural"}, {"mu_pairs": "mapped"}])
def test_options_of_f_are_errors_elsewhere(ruleset, option):
    with pytest.raises(ValueError, match=next(iter(option))):
        envs.make_game(ruleset, **option)


@pytest.mark.parametrize("ruleset", [X, F, K])
def test_options_of_other_families_are_errors(ruleset):
    with pytest.raises(ValueError, match="sale"):
        envs.make_game(ruleset, sale=True)


# Dealing


def test_dealing_sixteen_cards_each_of_the_deck_without_4s(any_game):
    states = any_game.new(20)
    any_game.deal(states, np.arange(20))
    for row in range(20):
        hands = any_game.hands(states[row])
        assert [len(hand) for hand in hands] == [16, 16, 16]
        assert sorted(card for hand in hands for card in hand) == sorted(DECK)


def test_dealing_same_seed_same_deal_whatever_the_batch_size(any_game):
    seeds = np.array([0, 1, 2, 77, 2**31, 2**63, 2**64 - 1], dtype=np.uint64)
    together = any_game.new(len(seeds))
    any_game.deal(together, seeds)
    for row, seed in enumerate(seeds):
        alone = any_game.new(1)
        any_game.deal(alone, int(seed))
        assert alone.tobytes() == together[row : row + 1].tobytes()


def test_dealing_a_seed_gives_this_deal_on_every_platform(any_game):
    """Changing it changes what stored seeds mean: the ruleset's version goes up with it."""
    states = any_game.new(1)
    any_game.deal(states, 2024)
    assert [" ".join(hand) for hand in any_game.hands(states[0])] == [
        "Ad As 5c 6d 7c 7h 8h 9c 9d Td Jd Js Qd Qs Kd Kh",
        "Ah 2s 3c 3h 3s 5s 6c 6h 7d 7s 8c 8d Ts Jc Jh Qc",
        "Ac 2c 2d 2h 3d 5d 5h 6s 8s 9h 9s Tc Th Qh Kc Ks",
    ]
    assert seat_of(any_game, states) == 2


def test_dealing_does_not_depend_on_what_the_states_held(game):
    fresh, used = game.new(1), game.new(1)
    game.deal(fresh, 8)
    game.deal(used, 9)
    rng = np.random.default_rng(9)
    for _ in range(30):
        step_randomly(game, used, rng)
    game.deal(used, 8)
    assert used.tobytes() == fresh.tobytes()


def test_dealing_is_uniform(x):
    """Every card is with every seat equally often, and every two cards are in one hand as often as chance has it."""
    deals = count(1200, 200)
    states = x.new(deals)
    x.deal(states, np.arange(deals))
    holder = np.zeros((deals, 48), dtype=np.int8)
    for row in range(deals):
        for seat, hand in enumerate(x.hands(states[row])):
            for card in hand:
                holder[row, DECK.index(card)] = seat
    share = np.stack([(holder == seat).mean(axis=0) for seat in range(3)])
    assert np.abs(share - 1 / 3).max() < 5 * np.sqrt(2 / 9 / deals)
    for gap in range(1, 24):
        together = (holder == np.roll(holder, gap, axis=1)).mean(axis=0)
        chance = 15 / 47
        assert np.abs(together - chance).max() < 5 * np.sqrt(chance * (1 - chance) / deals)


@pytest.mark.parametrize("name", CLASSES)
def test_conventions_discards_are_known_for_every_class(game, name):
    assert game.text(game.action(f"discard {name}")) == f"discard {name}"
