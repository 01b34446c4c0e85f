"""What observations show (one deck): sales before and after the end of the sale, marks, backs, and the table."""

from itertools import product

import numpy as np
import pytest
from positions import (
    DECK,
    HEARTS,
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
    two_runs,
)

HOW = ("keep", "dark", "open")
SPREAD = complete(["Qs 2c 3s", "Jd 3d 4s", "Tc 3c 5s", "Ah 3h 6s"])


def seen(game, states, seat: int) -> np.ndarray:
    """A seat's observation of a single round."""
    return game.observe(states, np.array([seat]))[0].copy()


def segment(game, states, seat: int, name: str) -> np.ndarray:
    """A named segment of a seat's observation, in its shape."""
    shape = next(part.shape for part in game.layout if part.name == name)
    return seen(game, states, seat)[game.layout[name]].reshape(shape)


def sold_cards(game, states, observer: int, seat: int, how: str) -> list[str]:
    """The sellable cards that `observer` sees as sold in that way by `seat`."""
    row = segment(game, states, observer, f"sold_{how}")[(seat - observer) % 4]
    return [card for card, flag in zip(SELLABLE, row, strict=True) if flag]


def backs(game, states, observer: int) -> list[int]:
    """The backs of seats 0 to 3 as `observer` sees them."""
    row = segment(game, states, observer, "backs") * 4
    return [round(float(row[(seat - observer) % 4])) for seat in range(4)]


# Before the sale is over


@pytest.mark.parametrize("answered", [1, 2, 3])
def test_information_no_sale_of_another_seat_is_seen_before_the_sale_is_over(game, answered):
    views = [set() for _ in range(4)]
    for answers in product(HOW, repeat=answered):
        states = play(game, SPREAD, 2, [f"sell {answer}" for answer in answers])
        for observer in range(answered, 4):
            views[observer].add((seen(game, states, observer).tobytes(), game.describe(states[0], observer)))
    assert all(len(view) == 1 for view in views[answered:])


@pytest.mark.parametrize("answered", [1, 2, 3])
def test_information_in_the_sale_a_seat_sees_of_sales_its_own_only(game, answered):
    for answers in product(HOW, repeat=answered):
        states = play(game, SPREAD, 2, [f"sell {answer}" for answer in answers])
        for observer, seat in product(range(4), range(4)):
            for how in ("dark", "open"):
                own = [SELLABLE[seat]] if observer == seat < answered and answers[seat] == how else []
                assert sold_cards(game, states, observer, seat, how) == own


def test_information_in_the_sale_a_seat_sees_for_which_card_it_is_asked(game):
    hands = complete(["", "Qs Tc Ah", "Jd", ""])
    states = play(game, hands, 0, [])
    for seat, card in [(1, "Qs"), (1, "Tc"), (1, "Ah"), (2, "Jd")]:
        for observer in range(4):
            asked = segment(game, states, observer, "asked")
            assert asked.tolist() == [float(observer == seat and card == other) for other in SELLABLE]
        act(game, states, "sell dark")
    assert not segment(game, states, 0, "asked").any()


def test_information_in_the_sale_nobody_sees_where_the_club_two_is(game):
    """Before the first lead a seat cannot know which other seat holds ♣2, and so will lead."""
    hands = [list(hand) for hand in complete(["Qs Jd", "2c", "3c", ""])]
    other = [list(hand) for hand in hands]
    other[1][other[1].index("2c")] = "3c"
    other[2][other[2].index("3c")] = "2c"
    views = []
    for deal in (hands, other):
        states = play(game, deal, None, [])
        views.append([(seen(game, states, seat).tobytes(), game.describe(states[0], seat)) for seat in (0, 3)])
    assert views[0] == views[1]


# When all have decided


@pytest.mark.parametrize("answers", list(product(HOW, repeat=4)), ids="-".join)
def test_information_after_the_sale_open_cards_are_known_with_their_holder_and_dark_ones_as_backs(solo, answers):
    states = play(solo, SPREAD, 0, [f"sell {answer}" for answer in answers])
    for observer, seat in product(range(4), range(4)):
        card, answer = SELLABLE[seat], answers[seat]
        assert sold_cards(solo, states, observer, seat, "open") == ([card] if answer == "open" else [])
        own = observer == seat and answer == "dark"
        assert sold_cards(solo, states, observer, seat, "dark") == ([card] if own else [])
        assert backs(solo, states, observer)[seat] == (answer == "dark")


def test_information_after_the_sale_backs_are_counted_and_do_not_tell_which_cards(game):
    """One seat with all four: every way to sell two of them dark looks the same to the others."""
    hands = complete(["", "", "Qs Jd Tc Ah", ""])
    views = set()
    for answers in product(("keep", "dark"), repeat=4):
        states = play(game, hands, 0, [f"sell {answer}" for answer in answers])
        for observer in range(4):
            assert backs(game, states, observer) == [0, 0, answers.count("dark"), 0]
        if answers.count("dark") == 2:
            views.add((seen(game, states, 0).tobytes(), game.describe(states[0], 0)))
    assert len(views) == 1


@pytest.mark.parametrize("how", ["dark", "open"])
@pytest.mark.parametrize("seat", range(4))
def test_information_a_seats_own_sales_stand_in_its_own_observation_throughout(game, seat, how):
    card = SELLABLE[seat]
    rng = np.random.default_rng(seat)
    states = game.new(1)
    game.set_up(states, hands=SPREAD)
    for text in sales(SPREAD, **{card: how}):
        asked = seat_of(game, states)
        act(game, states, text)
        if asked >= seat:
            assert sold_cards(game, states, seat, seat, how) == [card]
    while seat_of(game, states) >= 0:
        assert sold_cards(game, states, seat, seat, how) == [card]
        game.apply(states, random_actions(game, states, rng))


@pytest.mark.parametrize("way", ["led", "thrown", "followed"])
def test_information_a_dark_card_is_known_and_known_as_sold_from_when_it_is_played(game, way):
    if way == "led":
        hands, leader, before = complete(["Qs", "", "", ""]), 0, []
    elif way == "thrown":
        hands, leader, before = complete(["Qs", "", "", "2d"], voids=("d", "", "", "")), 3, ["2d"]
    else:
        hands, leader, before = complete(["Qs", "", "", "2s"], voids=("s", "", "", "")), 3, ["2s"]
    states = play(game, hands, leader, [*sales(hands, Qs="dark"), *before])
    for observer in (1, 2, 3):
        assert sold_cards(game, states, observer, 0, "dark") == []
        assert backs(game, states, observer) == [1, 0, 0, 0]
    act(game, states, "Qs")
    for observer in range(4):
        assert sold_cards(game, states, observer, 0, "dark") == ["Qs"]
        assert backs(game, states, observer) == [0, 0, 0, 0]
    while len(game.hands(states[0])[0]) > 11 or seat_of(game, states) != 0:
        act(game, states, legal_texts(game, states)[0])
    assert sold_cards(game, states, 2, 0, "dark") == ["Qs"]


def test_information_a_kept_card_shows_no_mark_when_played(game):
    hands = complete(["Qs Jd", "", "", ""])
    states = play(game, hands, 0, [*sales(hands, Jd="dark"), "Qs"])
    for observer in (1, 2, 3):
        assert sold_cards(game, states, observer, 0, "dark") == []
        assert sold_cards(game, states, observer, 0, "open") == []
        assert backs(game, states, observer) == [1, 0, 0, 0]


def test_information_an_open_card_stays_known_as_sold_after_it_is_played(game):
    hands = complete(["Qs", "", "", ""])
    states = play(game, hands, 0, [*sales(hands, Qs="open"), "Qs"])
    for observer in range(4):
        assert sold_cards(game, states, observer, 0, "open") == ["Qs"]


# The table


def test_information_segments_show_the_table_as_a_plain_count_does(any_hand):
    """Hands, trick, takes, voids, leads and what is unseen, in random hands, for every seat."""
    rng = np.random.default_rng(41)
    score_cards = [*HEARTS, "Qs", "Jd", "Tc"]
    for seed in range(count(12, 2)):
        states = any_hand.new(1)
        any_hand.deal(states, seed)
        tricks, voids, led, seat = Tricks(), [set() for _ in range(4)], set(), seat_of(any_hand, states)
        before, hands = any_hand.hands(states[0]), any_hand.hands(states[0])
        while (seat := seat_of(any_hand, states)) >= 0:
            hands = any_hand.hands(states[0])
            in_play = legal_texts(any_hand, states)[0][:4] != "sell"
            for observer in range(4):
                view = {part.name: segment(any_hand, states, observer, part.name) for part in any_hand.layout}
                assert [card for card, flag in zip(DECK, view["hand"], strict=True) if flag] == sorted(
                    hands[observer], key=DECK.index
                )
                others = {card for other in range(4) if other != observer for card in hands[other]}
                assert {card for card, flag in zip(DECK, view["unseen"], strict=True) if flag} == others
                assert view["playing"][0] == in_play
                assert view["tricks_left"][0] == pytest.approx((13 - tricks.plays // 4) / 13)
                assert {suit for suit, flag in zip(SUITS, view["suits_led"], strict=True) if flag} == led
                assert not view["totals"].any()
                for other in range(4):
                    relative = (other - observer) % 4
                    table = {card for card, flag in zip(DECK, view["table"][relative], strict=True) if flag}
                    assert table == {card for player, card in tricks.trick if player == other}
                    taken = {card for card, flag in zip(score_cards, view["taken"][relative], strict=True) if flag}
                    assert taken == {face[:2] for face in tricks.taken[other]} & set(score_cards)
                    if relative:
                        row = view["voids"][relative - 1]
                        assert {suit for suit, flag in zip(SUITS, row, strict=True) if flag} == voids[other]
                if in_play:
                    first = tricks.trick[0][0] if tricks.trick else seat
                    assert np.flatnonzero(view["trick_leader"]).tolist() == [(first - observer) % 4]
            text = any_hand.text(int(random_actions(any_hand, states, rng)[0]))
            act(any_hand, states, text)
            if not in_play:
                tricks.sell(seat, before[seat], text)
                continue
            if tricks.trick:
                suit = tricks.trick[0][1][1]
                if text[1] != suit or (text in tricks.sold and suit not in led):
                    voids[seat].add(suit)
            tricks.play(seat, text)
            if not tricks.trick:
                led.add(suit)


def test_information_seats_are_seen_relative_to_the_observer(quick):
    """The same deal moved round the table by one seat looks the same to the seat that moved with it."""
    rng = np.random.default_rng(42)
    here, there = quick.new(1), quick.new(1)
    quick.deal(here, 7)
    leader, hands = seat_of(quick, here), quick.hands(here[0])
    quick.set_up(here, hands=hands, leader=leader)
    quick.set_up(there, hands=hands[-1:] + hands[:-1], leader=(leader + 1) % 4)
    while seat_of(quick, here) >= 0:
        for seat in range(4):
            assert (seen(quick, here, seat) == seen(quick, there, (seat + 1) % 4)).all()
        actions = random_actions(quick, here, rng)
        quick.apply(here, actions)
        quick.apply(there, actions)


def test_information_totals_of_a_match_are_seen_by_all(match):
    hands, leader, plays = two_runs("s", "c", 7, "Ah Kh")
    states = play(match, hands, leader, [*sales(hands, Qs="open"), *plays])
    standing = match.standing(states)[0]
    assert standing.any()
    for observer in range(4):
        expected = [standing[(observer + relative) % 4] for relative in range(4)]
        assert segment(match, states, observer, "totals") * 1000 == pytest.approx(expected)


def test_information_the_layout_names_every_number_once(any_game):
    ends = [0]
    for part in any_game.layout:
        assert part.start == ends[-1]
        assert part.size == int(np.prod(part.shape))
        ends.append(part.start + part.size)
    assert ends[-1] == any_game.layout.size == any_game.observation_size
    names = [part.name for part in any_game.layout]
    assert len(set(names)) == len(names)
