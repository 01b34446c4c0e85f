"""The course of a hand: deal, sale, first lead, tricks (one deck)."""

import numpy as np
import pytest
from positions import (
    DECK,
    RANKS,
    SELLABLE,
    SUITS,
    Tricks,
    act,
    complete,
    count,
    legal_texts,
    play,
    random_actions,
    sales,
    seat_of,
    step_randomly,
)

SALES = ["sell dark", "sell keep", "sell open"]
SPREAD = complete(["Qs 2c", "Jd", "Tc", "Ah"])

# 1. Deal


def test_course_1_thirteen_cards_each_of_one_deck(any_game):
    states = any_game.new(20)
    any_game.deal(states, np.arange(20))
    for row in range(20):
        hands = any_game.hands(states[row])
        assert [len(hand) for hand in hands] == [13, 13, 13, 13]
        assert sorted(card for hand in hands for card in hand) == sorted(DECK)


# 2. Sale


def asked_in_sale(game, hands) -> list[int]:
    """The seats asked in the sale, in order."""
    states = play(game, hands, 0, [])
    seats = []
    while legal_texts(game, states) == SALES:
        seats.append(seat_of(game, states))
        act(game, states, "sell keep")
    return seats


@pytest.mark.parametrize("order", [(0, 1, 2, 3), (3, 2, 1, 0), (1, 3, 0, 2)])
def test_course_2_sale_asks_in_the_order_of_seats_whoever_holds_what_and_whoever_leads(game, order):
    needs = ["", "", "", ""]
    for card, seat in zip(SELLABLE, order, strict=True):
        needs[seat] = card
    hands = complete(needs)
    for leader in range(4):
        states = play(game, hands, leader, [])
        for seat in range(4):
            assert seat_of(game, states) == seat
            assert legal_texts(game, states) == SALES
            act(game, states, "sell keep")
        assert seat_of(game, states) == leader


def test_course_2_sale_a_seat_is_asked_for_each_sellable_card_it_was_dealt(game):
    assert asked_in_sale(game, complete(["", "Qs Tc Ah", "", "Jd"])) == [1, 1, 1, 3]
    assert asked_in_sale(game, complete(["Jd Ah", "", "Qs Tc", ""])) == [0, 0, 2, 2]


def test_course_2_sale_a_seat_that_holds_none_is_not_asked(game):
    assert asked_in_sale(game, complete(["", "", "Qs Jd Tc Ah", ""])) == [2, 2, 2, 2]


def test_course_2_sale_takes_four_decisions_in_any_deal(game):
    states = game.new(50)
    game.deal(states, np.arange(50))
    rng = np.random.default_rng(2)
    for number in range(4):
        for row, seat in enumerate(game.seat(states)):
            hands = game.hands(states[row])
            assert seat == [holder for holder in range(4) for card in SELLABLE if card in hands[holder]][number]
        step_randomly(game, states, rng)
    assert not game.legal(states)[:, 52:].any()


@pytest.mark.parametrize("answer", ["dark", "open"])
@pytest.mark.parametrize("number", range(4))
def test_course_2_sale_order_within_a_seat_is_pig_sheep_transformer_heart_ace(game, number, answer):
    """The n-th answer of a seat that holds all four sells the n-th card: that one alone may not follow its suit."""
    hands = complete(["2s 2d 2c 2h", "Qs 3s Jd 3d Tc 3c Ah 3h", "", ""])
    answers = ["sell keep"] * 4
    answers[number] = f"sell {answer}"
    for card in SELLABLE:
        states = play(game, hands, 0, [*answers, "2" + card[1]])
        assert (card in legal_texts(game, states)) == (card != SELLABLE[number])


def test_course_2_sale_nothing_but_the_three_answers_before_nothing_of_them_after(game):
    states = game.new(30)
    game.deal(states, np.arange(30))
    rng = np.random.default_rng(5)
    for number in range(56):
        mask = game.legal(states)
        assert mask[:, 52:].all() if number < 4 else not mask[:, 52:].any()
        assert not mask[:, :52].any() if number < 4 else mask[:, :52].any(axis=1).all()
        game.apply(states, random_actions(game, states, rng))
    assert (game.seat(states) == -1).all()


def test_course_2_a_hand_with_the_sale_has_56_decisions(game):
    assert game.max_decisions == 56


def test_course_2_selling_leaves_the_cards_in_the_hand(game):
    hands = SPREAD
    states = play(game, hands, 0, sales(hands, Qs="dark", Jd="open", Tc="dark", Ah="open"))
    assert [sorted(hand) for hand in game.hands(states[0])] == [sorted(hand) for hand in hands]


# 3. First lead


@pytest.mark.parametrize("seat", range(4))
def test_course_3_holder_of_club_two_leads(game, seat):
    needs = ["", "", "", ""]
    needs[seat] = "2c"
    hands = complete(needs)
    states = play(game, hands, None, sales(hands))
    assert seat_of(game, states) == seat


def test_course_3_holder_of_club_two_leads_in_random_deals(quick):
    states = quick.new(40)
    quick.deal(states, np.arange(40))
    for row, leader in enumerate(quick.seat(states)):
        assert "2c" in quick.hands(states[row])[leader]


def test_course_3_any_card_may_be_led_not_necessarily_club_two(quick):
    states = quick.new(10)
    quick.deal(states, np.arange(10))
    for row in range(10):
        one = states[row : row + 1]
        assert legal_texts(quick, one) == sorted(quick.hands(one[0])[seat_of(quick, one)])


def test_course_3_hearts_and_the_pig_may_be_led_at_once(quick):
    hands = complete(["Qs Ah 2c", "", "", ""])
    for card in ("Qs", "Ah"):
        states = play(quick, hands, None, [card])
        assert seat_of(quick, states) == 1


@pytest.mark.parametrize("leader", range(4))
def test_course_3_leader_overrides_club_two(game, leader):
    hands = complete(["2c", "", "", ""])
    assert seat_of(game, play(game, hands, leader, sales(hands))) == leader


# 4. Tricks


@pytest.mark.parametrize("leader", range(4))
def test_course_4_a_trick_goes_in_the_order_of_seats(quick, leader):
    hands = complete(["", "", "", ""])
    states = play(quick, hands, leader, [])
    seats = []
    for _ in range(4):
        seats.append(seat_of(quick, states))
        act(quick, states, legal_texts(quick, states)[0])
    assert seats == [(leader + turn) % 4 for turn in range(4)]


@pytest.mark.parametrize("winner", range(4))
def test_course_4_the_winner_leads_the_next_trick(quick, winner):
    cards = ["3d", "4d", "5d", "6d"]
    cards[winner] = "Kd"
    assert seat_of(quick, play(quick, complete(cards), 0, cards)) == winner


def test_course_4_the_hand_is_over_when_all_cards_are_played(quick):
    states = quick.new(10)
    quick.deal(states, np.arange(10))
    rng = np.random.default_rng(4)
    for _ in range(52):
        assert (quick.seat(states) >= 0).all()
        quick.apply(states, random_actions(quick, states, rng))
    assert (quick.seat(states) == -1).all()
    assert quick.hands(states[0]) == [[], [], [], []]


def test_course_4_a_played_card_leaves_the_hand(quick):
    hands = complete(["2s", "", "", ""])
    states = play(quick, hands, 0, ["2s"])
    assert sorted(quick.hands(states[0])[0]) == sorted(set(hands[0]) - {"2s"})
    assert [len(hand) for hand in quick.hands(states[0])] == [12, 13, 13, 13]


# One card led


@pytest.mark.parametrize("suit", SUITS)
def test_one_card_led_a_seat_with_the_suit_must_follow(quick, suit):
    other = "s" if suit != "s" else "h"
    hands = complete([f"2{suit}", f"3{suit} 9{suit} A{suit}", "", ""], voids=("", suit, "", other))
    states = play(quick, hands, 0, [f"2{suit}"])
    assert legal_texts(quick, states) == [f"3{suit}", f"9{suit}", f"A{suit}"]


@pytest.mark.parametrize("suit", SUITS)
def test_one_card_led_a_seat_without_the_suit_may_play_any_card(quick, suit):
    hands = complete([f"2{suit}", "", "", ""], voids=("", suit, "", ""))
    states = play(quick, hands, 0, [f"2{suit}"])
    assert legal_texts(quick, states) == sorted(hands[1])


def test_one_card_led_pig_and_hearts_may_be_thrown_in_the_first_trick(quick):
    hands = complete(["2c", "Qs Ah", "Kh", ""], voids=("", "c", "c", ""))
    states = play(quick, hands, None, ["2c", "Qs", "Kh"])
    assert seat_of(quick, states) == 3


@pytest.mark.parametrize("suit", SUITS)
def test_one_card_led_ranks_go_a_k_q_j_t_down_to_2(quick, suit):
    """Each rank loses to the next higher one."""
    for rank in range(12):
        low, high = RANKS[rank] + suit, RANKS[rank + 1] + suit
        states = play(quick, complete([low, high, "", ""], voids=("", "", suit, suit)), 0, [low, high])
        for _ in range(2):
            act(quick, states, legal_texts(quick, states)[0])
        assert seat_of(quick, states) == 1


def test_one_card_led_another_suit_never_wins(quick):
    hands = [[rank + suit for rank in RANKS] for suit in "dsch"]
    assert seat_of(quick, play(quick, hands, 0, ["2d", "As", "Ac", "Ah"])) == 0


def test_one_card_led_the_suit_of_the_first_card_counts_not_that_of_the_second(quick):
    hands = complete(["2c 3c", "As", "4c", "Ks"], voids=("", "c", "", "c"))
    assert seat_of(quick, play(quick, hands, 0, ["3c", "As", "4c", "Ks"])) == 2


def test_tricks_of_whole_hands_follow_the_rules(any_hand):
    """A plain count beside random hands: who is to act, what may be played, who wins (nothing sold)."""
    rng = np.random.default_rng(11)
    for seed in range(count(60, 8)):
        states = any_hand.new(1)
        any_hand.deal(states, seed)
        while "sell keep" in legal_texts(any_hand, states):
            act(any_hand, states, "sell keep")
        tricks, expected = Tricks(), seat_of(any_hand, states)
        while (seat := seat_of(any_hand, states)) >= 0:
            assert seat == expected
            hand = any_hand.hands(states[0])[seat]
            led = [card for card in hand if tricks.trick and card[1] == tricks.trick[0][1][1]]
            assert legal_texts(any_hand, states) == sorted(led or hand)
            card = any_hand.text(int(random_actions(any_hand, states, rng)[0]))
            act(any_hand, states, card)
            tricks.play(seat, card)
            expected = (seat + 1) % 4 if tricks.trick else tricks.winner
        assert tricks.plays == 52
