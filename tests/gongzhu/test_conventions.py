"""The rulebook's conventions for all families, as they apply to one-deck gongzhu."""

import numpy as np
import pytest
from positions import DECK, complete, count, legal_texts, play, sales, seat_of, step_randomly

from stockyard.envs.game import IllegalActionError

HANDS = complete(["Qs 2c", "Jd", "Tc", "Ah"])


# Seats, card text, action text


def test_conventions_four_seats_and_their_sides(solo, partners):
    assert solo.num_seats == partners.num_seats == 4
    assert tuple(solo.sides) == (0, 1, 2, 3)
    assert tuple(partners.sides) == (0, 1, 0, 1)


def test_conventions_card_text_is_rank_then_suit(game):
    plays = [game.text(action) for action in range(52)]
    assert sorted(plays) == sorted(rank + suit for rank in "A23456789TJQK" for suit in "cdhs")


def test_actions_are_52_plays_and_three_sales_in_the_order_of_the_document(any_game):
    assert any_game.num_actions == 55
    assert [any_game.text(action) for action in range(55)] == [*DECK, "sell keep", "sell dark", "sell open"]


def test_conventions_text_to_id_and_back(game):
    for action in range(game.num_actions):
        assert game.action(game.text(action)) == action


def test_conventions_text_order_free(game):
    for text, other in [("sell keep", "keep sell"), ("sell dark", "dark sell"), ("sell open", "open sell")]:
        assert game.action(other) == game.action(text)


def test_conventions_text_white_space_free(game):
    assert game.action("  Qs\n") == game.action("Qs")
    assert game.action("\tsell   open ") == game.action("sell open")


@pytest.mark.parametrize("text", ["qs", "QS", "qS", "td", "Sell keep", "sell KEEP"])
def test_conventions_text_is_case_sensitive(game, text):
    with pytest.raises(ValueError, match="action"):
        game.action(text)


@pytest.mark.parametrize(
    "text", ["", "   ", "sell", "keep", "sell keep keep", "sell sell keep", "Qs Qs", "Qs sell keep"]
)
def test_conventions_text_with_a_token_too_many_or_too_few(game, text):
    with pytest.raises(ValueError, match="action"):
        game.action(text)


@pytest.mark.parametrize(
    "text", ["Qs*", "Qs!", "10s", "1s", "bj", "rj", "sQ", "Q", "s", "Q s", "sellkeep", "pass", "♠Q"]
)
def test_conventions_text_that_is_no_action(game, text):
    with pytest.raises(ValueError, match="action"):
        game.action(text)


# A round


def test_conventions_scores_are_given_only_when_the_round_is_over(game):
    states = play(game, HANDS, 0, sales(HANDS))
    with pytest.raises(ValueError, match="over"):
        game.scores(states)
    rng = np.random.default_rng(1)
    while step_randomly(game, states, rng).any():
        pass
    assert game.scores(states).shape == (1, 4)


def test_conventions_a_seat_with_one_legal_play_is_still_asked(quick):
    states = quick.new(1)
    quick.deal(states, 3)
    rng = np.random.default_rng(3)
    decisions = 0
    while step_randomly(quick, states, rng).any():
        decisions += 1
    assert decisions == 52


def test_conventions_an_illegal_action_is_named_with_some_legal_ones_and_changes_nothing(quick):
    hands = complete(["2s", "3s 4s Qs", "", ""], voids=("", "s", "", ""))
    states = play(quick, hands, 0, ["2s"])
    before = states.tobytes()
    with pytest.raises(IllegalActionError) as error:
        quick.apply(states, np.array([quick.action(hands[1][5])], dtype=np.int32))
    assert hands[1][5] in str(error.value)
    assert any(card in str(error.value) for card in ("3s", "4s", "Qs"))
    assert isinstance(error.value, ValueError)
    assert states.tobytes() == before


def test_conventions_one_illegal_action_leaves_every_row_as_it_was(quick):
    states = quick.new(3)
    quick.deal(states, np.arange(3))
    actions = np.argmax(quick.legal(states), axis=1).astype(np.int32)
    actions[1] = quick.action("sell keep")
    before = states.tobytes()
    with pytest.raises(IllegalActionError, match="sell keep"):
        quick.apply(states, actions)
    assert states.tobytes() == before


@pytest.mark.parametrize("action", [-1, 55, 10_000])
def test_conventions_a_number_that_is_no_action_is_refused(quick, action):
    states = quick.new(1)
    quick.deal(states, 0)
    before = states.tobytes()
    with pytest.raises(IllegalActionError, match=str(action)):
        quick.apply(states, np.array([action], dtype=np.int32))
    assert states.tobytes() == before


# Set positions


def test_set_positions_hands_are_the_exact_deal(game):
    states = play(game, HANDS, None, [])
    assert [sorted(hand) for hand in game.hands(states[0])] == [sorted(hand) for hand in HANDS]


def test_set_positions_a_hand_may_be_a_string(game):
    as_strings = [" ".join(hand) for hand in HANDS]
    assert play(game, as_strings, 2, []).tobytes() == play(game, HANDS, 2, []).tobytes()


def test_set_positions_cards_of_a_hand_in_any_order(game):
    backwards = [hand[::-1] for hand in HANDS]
    assert play(game, backwards, 2, []).tobytes() == play(game, HANDS, 2, []).tobytes()


@pytest.mark.parametrize("leader", range(4))
def test_set_positions_leader_leads(quick, leader):
    assert seat_of(quick, play(quick, HANDS, leader, [])) == leader


def test_set_positions_leader_alone_keeps_the_deal_of_the_seed(quick):
    dealt, led = quick.new(1), quick.new(1)
    quick.deal(dealt, 17)
    leader = (seat_of(quick, dealt) + 1) % 4
    quick.set_up(led, seeds=17, leader=leader)
    assert quick.hands(led[0]) == quick.hands(dealt[0])
    assert seat_of(quick, led) == leader


def test_set_positions_nothing_set_is_the_deal_of_the_seed(game):
    dealt, same = game.new(2), game.new(2)
    game.deal(dealt, np.array([5, 6]))
    game.set_up(same, seeds=np.array([5, 6]))
    assert same.tobytes() == dealt.tobytes()


def replaced(seat: int, old: str, new: str) -> list[list[str]]:
    """The deal with one card of a seat written differently."""
    hands = [list(hand) for hand in HANDS]
    hands[seat][hands[seat].index(old)] = new
    return hands


def moved() -> list[list[str]]:
    """The deal with one card moved from seat 1 to seat 2."""
    hands = [list(hand) for hand in HANDS]
    hands[2].append(hands[1].pop())
    return hands


WRONG_HANDS = {
    "wrong card": (replaced(1, "Jd", "1d"), "1d"),
    "lower-case card": (replaced(1, "Jd", "jd"), "jd"),
    "joker": (replaced(1, "Jd", "bj"), "bj"),
    "sold face": (replaced(0, "Qs", "Qs*"), r"Qs\*"),
    "empty card": (replaced(1, "Jd", ""), "card|''"),
    "no text": ([[*range(13)], *HANDS[1:]], "card|hand"),
    "a card twice in two hands": (replaced(1, "Jd", "Qs"), "Qs|Jd"),
    "a card twice in one hand": (replaced(0, "2c", "Qs"), "Qs|2c"),
    "wrong count": (moved(), r"12|14|seat [12]"),
    "empty hand": ([[], *HANDS[1:]], r"\b0\b|\b13\b|seat 0"),
    "three seats": (HANDS[:3], r"\b3\b|\b4\b|three|four"),
    "five seats": ([*HANDS, []], r"\b5\b|\b4\b|five|four"),
    "no list": (7, "hands"),
    "one string": ("2c 3c", "hands|\\b4\\b"),
}


@pytest.mark.parametrize("name", WRONG_HANDS)
def test_set_positions_wrong_hands_are_named_and_change_nothing(game, name):
    hands, what = WRONG_HANDS[name]
    for states in (game.new(1), play(game, HANDS, 1, ["sell dark"])):
        before = states.tobytes()
        with pytest.raises(ValueError, match=what):
            game.set_up(states, hands=hands, leader=0)
        assert states.tobytes() == before


@pytest.mark.parametrize("leader", [-1, 4, 100, "1", 1.5, [0], "player_0"])
def test_set_positions_leader_out_of_range_is_named_and_changes_nothing(game, leader):
    for states in (game.new(1), play(game, HANDS, 1, ["sell dark"])):
        before = states.tobytes()
        with pytest.raises(ValueError, match="leader"):
            game.set_up(states, hands=HANDS, leader=leader)
        assert states.tobytes() == before


def test_set_positions_leader_may_be_any_integer_type(quick):
    assert seat_of(quick, play(quick, HANDS, np.int64(3), [])) == 3


# Dealing


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
        "3c 4c 8c Tc 5d 6d 8d Ad 2h 8h Ah 2s Qs",
        "5c 6c Kc 3d 9d Qd 7h Th 3s 4s 5s 8s As",
        "Jc Ac 2d 7d Td Kd 3h 4h Qh 7s Ts Js Ks",
        "2c 7c 9c Qc 4d Jd 5h 6h 9h Jh Kh 6s 9s",
    ]


def test_dealing_does_not_depend_on_what_the_states_held(game):
    fresh, used = game.new(1), game.new(1)
    game.deal(fresh, 8)
    game.deal(used, 9)
    rng = np.random.default_rng(9)
    for _ in range(30):
        step_randomly(game, used, rng)
    game.deal(used, 8)
    assert used.tobytes() == fresh.tobytes()


def test_dealing_different_seeds_different_deals(game):
    states = game.new(200)
    game.deal(states, np.arange(200))
    deals = {str(game.hands(states[row])) for row in range(200)}
    assert len(deals) == 200


@pytest.mark.parametrize("seed", [-1, 2**64, 1.5, "0"])
def test_dealing_a_seed_that_is_none_is_refused(game, seed):
    states = game.new(1)
    before = states.tobytes()
    with pytest.raises((ValueError, TypeError)):
        game.deal(states, seed)
    assert states.tobytes() == before


def test_dealing_is_uniform(quick):
    """Every card is with every seat equally often, and every two cards are in one hand as often as chance has it."""
    deals = count(4000, 400)
    states = quick.new(deals)
    quick.deal(states, np.arange(deals))
    holder = np.zeros((deals, 52), dtype=np.int8)
    for row in range(deals):
        for seat, hand in enumerate(quick.hands(states[row])):
            for card in hand:
                holder[row, DECK.index(card)] = seat
    share = np.stack([(holder == seat).mean(axis=0) for seat in range(4)])
    assert np.abs(share - 1 / 4).max() < 5 * np.sqrt(3 / 16 / deals)
    for gap in range(1, 26):
        together = (holder == np.roll(holder, gap, axis=1)).mean(axis=0)
        chance = 12 / 51
        assert np.abs(together - chance).max() < 5 * np.sqrt(chance * (1 - chance) / deals)


def test_masks_list_the_same_actions_as_legal_lists(any_game):
    states = any_game.new(16)
    any_game.deal(states, np.arange(16))
    rng = np.random.default_rng(0)
    for _ in range(any_game.max_decisions if any_game.options["episode"] == "hand" else 60):
        mask = any_game.legal(states)
        actions, offsets = any_game.legal_lists(states)
        for row in range(16):
            assert list(actions[offsets[row] : offsets[row + 1]]) == list(np.flatnonzero(mask[row]))
        if not step_randomly(any_game, states, rng).any():
            break


def test_conventions_when_the_round_is_over_nobody_is_asked(game):
    states = game.new(4)
    game.deal(states, np.arange(4))
    rng = np.random.default_rng(0)
    while step_randomly(game, states, rng).any():
        pass
    assert (game.seat(states) == -1).all()
    assert not game.legal(states).any()
    assert legal_texts(game, states) == []
