"""Sold cards: what may not follow in the first trick in which its suit is led (one deck)."""

import pytest
from positions import SELLABLE, act, complete, legal_texts, play, sales, seat_of, two_runs

HOW = ["dark", "open"]


def holding(card: str) -> list[list[str]]:
    """Seat 0 has 2 and 4 of the card's suit, seat 1 the card, 3 and 5, seat 2 an ace or king of it."""
    suit = card[1]
    top = "K" if card == "Ah" else "A"
    return complete([f"2{suit} 4{suit}", f"{card} 3{suit} 5{suit}", f"{top}{suit}", ""], voids=("", suit, "", ""))


@pytest.mark.parametrize("how", HOW)
@pytest.mark.parametrize("card", SELLABLE)
def test_sold_cards_may_not_follow_in_the_first_trick_of_their_suit(game, card, how):
    hands, suit = holding(card), card[1]
    states = play(game, hands, 0, [*sales(hands, **{card: how}), f"2{suit}"])
    assert legal_texts(game, states) == [f"3{suit}", f"5{suit}"]


@pytest.mark.parametrize("card", SELLABLE)
def test_sold_cards_a_kept_card_is_never_barred(game, card):
    hands, suit = holding(card), card[1]
    others = {other: "open" for other in SELLABLE if other != card}
    states = play(game, hands, 0, [*sales(hands, **others), f"2{suit}"])
    assert legal_texts(game, states) == sorted([f"3{suit}", f"5{suit}", card])


@pytest.mark.parametrize("how", HOW)
@pytest.mark.parametrize("card", SELLABLE)
def test_sold_cards_may_be_led_in_the_first_trick_of_their_suit(game, card, how):
    hands = holding(card)
    states = play(game, hands, 1, sales(hands, **{card: how}))
    assert legal_texts(game, states) == sorted(hands[1])
    act(game, states, card)
    assert seat_of(game, states) == 2


@pytest.mark.parametrize("how", HOW)
@pytest.mark.parametrize("card", SELLABLE)
def test_sold_cards_may_be_thrown_on_another_suit(game, card, how):
    led = "d" if card[1] != "d" else "c"
    hands = complete([f"2{led}", card, "", ""], voids=("", led, "", ""))
    states = play(game, hands, 0, [*sales(hands, **{card: how}), f"2{led}"])
    assert legal_texts(game, states) == sorted(hands[1])


@pytest.mark.parametrize("how", HOW)
@pytest.mark.parametrize("card", SELLABLE)
def test_sold_cards_bar_lifted_when_no_other(game, card, how):
    suit = card[1]
    hands = complete([f"2{suit}", card, "", ""], voids=("", suit, "", ""))
    states = play(game, hands, 0, [*sales(hands, **{card: how}), f"2{suit}"])
    assert legal_texts(game, states) == [card]


@pytest.mark.parametrize("how", HOW)
@pytest.mark.parametrize("card", SELLABLE)
def test_sold_cards_no_bar_from_the_second_trick_of_their_suit(game, card, how):
    hands, suit = holding(card), card[1]
    top = ("K" if card == "Ah" else "A") + suit
    states = play(game, hands, 0, [*sales(hands, **{card: how}), f"2{suit}", f"3{suit}", top])
    act(game, states, legal_texts(game, states)[0])
    again = next(other for other in legal_texts(game, states) if other[1] == suit)
    act(game, states, again)
    while seat_of(game, states) != 1:
        act(game, states, legal_texts(game, states)[0])
    assert legal_texts(game, states) == sorted([f"5{suit}", card])


@pytest.mark.parametrize("how", HOW)
def test_sold_cards_first_trick_counts_leads_not_discards(game, how):
    """A spade thrown on a diamond does not lift the bar of the pig."""
    hands = complete(["Ad 4s", "Qs 3s 3d", "5s", "6d"], voids=("", "", "d", ""))
    states = play(game, hands, 0, [*sales(hands, Qs=how), "Ad", "3d", "5s", "6d", "4s"])
    assert "Qs" not in legal_texts(game, states)
    assert "3s" in legal_texts(game, states)


@pytest.mark.parametrize("how", HOW)
def test_sold_cards_each_suit_has_its_own_first_trick(game, how):
    """Spades were led; the sheep is still barred in the first trick of diamonds."""
    hands = complete(["As 2d", "3s Jd 3d", "4s", "5s"])
    states = play(game, hands, 0, [*sales(hands, Jd=how), "As", "3s", "4s", "5s", "2d"])
    assert "Jd" not in legal_texts(game, states)
    assert "3d" in legal_texts(game, states)


def test_sold_cards_only_the_sold_card_of_a_seat_with_two_sellables_is_barred(game):
    hands = complete(["2s 2d", "Qs 3s Jd 3d", "", ""])
    answers = sales(hands, Qs="dark")
    assert "Qs" not in legal_texts(game, play(game, hands, 0, [*answers, "2s"]))
    assert "Jd" in legal_texts(game, play(game, hands, 0, [*answers, "2d"]))


def test_sold_cards_others_are_barred_by_their_own_sales_only(game):
    """That seat 1 sold the pig does not touch the spades of seat 2."""
    hands = complete(["2s", "Qs 3s", "Ks As 4s", ""])
    states = play(game, hands, 0, [*sales(hands, Qs="open"), "2s", "3s"])
    assert {"Ks", "As", "4s"} <= set(legal_texts(game, states))


def test_sold_cards_a_barred_card_played_is_refused_and_named(game):
    hands = complete(["2s", "Qs 3s", "", ""])
    states = play(game, hands, 0, [*sales(hands, Qs="open"), "2s"])
    before = states.tobytes()
    with pytest.raises(ValueError, match="Qs"):
        act(game, states, "Qs")
    assert states.tobytes() == before


def test_sold_cards_the_bar_is_back_in_the_next_hand_of_a_match(match):
    """In each hand the first trick of a suit counts anew."""
    hands, leader, plays = two_runs("s", "c", 7)
    states = match.new(1)
    for seed in range(200):
        match.set_up(states, seeds=seed, hands=hands, leader=leader)
        for text in [*sales(hands), *plays]:
            act(match, states, text)
        while "sell open" in legal_texts(match, states):
            act(match, states, "sell open")
        seat = seat_of(match, states)
        now = match.hands(states[0])
        next_seat = (seat + 1) % 4
        for card in SELLABLE:
            led = [other for other in now[seat] if other[1] == card[1]]
            follow = [other for other in now[next_seat] if other[1] == card[1]]
            if card in follow and led and len(follow) > 1:
                act(match, states, led[0])
                assert legal_texts(match, states) == sorted(set(follow) - {card})
                return
    pytest.fail("no hand with the position wanted")
