"""The catalogue of plays and of other actions: which ruleset knows what, texts, and the order of ids."""

from collections import Counter

import pytest
from positions import legal_texts
from xianniu_positions import (
    CLASSES,
    FOURS,
    LONGFENG,
    NIU,
    TOPS,
    XI,
    F,
    K,
    X,
    at_grab,
    begin,
    catalogue,
    course,
    deal,
    held,
    needs,
    plays,
)

OTHERS = ["stop", "lift", "agree", "tighten", "decline", "void", "keep", *(f"discard {name}" for name in CLASSES)]
NEVER = {X: {"void", "keep"}, F: set(), K: {"void", "keep", "decline"}}  # what the course of a ruleset never asks


def leads(game, *named: str, without: str = "") -> set[str]:
    """What seat 0, with the cards named and no others of some ranks, may lead first of all."""
    return set(legal_texts(game, begin(game, deal(*named, without=(without, "", ""))))) - {"stop"}


# Rows of the table


@pytest.mark.parametrize(
    ("kind", "numbers"),
    [
        ("single", (14, 14, 14)),
        ("pair", (14, 14, 14)),
        ("triple", (10, 10, 10)),
        ("liang", (12, 12, 12)),
        ("niu", (3, 3, 3)),
        ("xi", (3, 3, 3)),
        ("yu", (4, 4, 2)),
        ("bai", (4, 4, 2)),
        ("yu-liang", (1, 3, 1)),
        ("bai-liang", (1, 3, 1)),
        ("8-T-K^n", (2, 2, 0)),
        ("xi-bao-liang", (33, 33, 0)),
    ],
)
def test_catalogue_row_is_known_to_its_rulesets_only(game, kind, numbers):
    known = [text for text in plays(F) if text in catalogue(F).get(kind, [])]
    known = [text for text in known if knows(game, text)]
    assert len(known) == numbers[(X, F, K).index(game.id)]
    assert known == catalogue(game.id).get(kind, [])


def knows(game, text: str) -> bool:
    try:
        return game.text(game.action(text)) == text
    except ValueError:
        return False


def test_catalogue_plays_come_first_in_the_order_of_the_table(game):
    """The order within a row is given by its classes or by its text, but for xi-bao-liang, which may run either way."""
    kinds = catalogue(game.id)
    expected = [text for kind, row in kinds.items() if kind != "xi-bao-liang" for text in row]
    bound = len(expected) + len(kinds.get("xi-bao-liang", []))
    texts = [game.text(action) for action in range(bound)]
    assert texts[: len(expected)] == expected
    assert set(texts[len(expected) :]) == set(kinds.get("xi-bao-liang", []))
    assert [game.text(bound), game.text(bound + 1)] == [LONGFENG, "badui"]


@pytest.mark.parametrize("part", [*XI, *(FOURS[rank] for rank in "A2367")])
def test_catalogue_xi_bao_liang_are_in_order_by_xi_and_by_liang(xf, part):
    row = [text for text in catalogue(xf.id)["xi-bao-liang"] if Counter(text.split()) >= Counter(part.split())]
    row = [text for text in row if part not in XI or len(text.split()) == len(part.split()) + 4]
    ids = [xf.action(text) for text in row]
    assert len(ids) in (3, 11)
    assert ids == sorted(ids)


def test_catalogue_other_actions_follow_the_plays_in_the_order_of_the_document(game):
    others = [game.text(action) for action in range(len(plays(game.id)) + 2, game.num_actions)]
    assert others == [text for text in OTHERS if text in others]
    assert set(OTHERS) - set(others) <= NEVER[game.id]


# What may be led, kind by kind


def test_catalogue_single_of_every_class(game):
    for first, second in [("A 2 3 5r 5b 6 7", "8 9r 9b T J Q K"), ("8 9r 9b T J Q K", "A 2 3 5r 5b 6 7")]:
        assert set(first.split()) <= leads(game, first, second)


def test_catalogue_pair_of_one_colour_is_plain_and_of_two_is_niu_or_xi(game):
    found = leads(game, "9r 9r 9b 5r 5b 5b K", "9b 5r")
    two = {text for text in found if len(text.split()) == 2 and text[0] in "59"}
    assert two == {"9r 9r", "9r 9b", "5b 5b", "5r 5b"}


def test_catalogue_triple_of_5s_or_9s_holds_both_colours(game):
    found = leads(game, "9r 9r 9b 5r 5b 5b K", "9b 5r")
    assert {text for text in found if len(text.split()) == 3 and text[0] in "59"} == {"9r 9r 9b", "5r 5b 5b"}


def test_catalogue_four_of_a_rank_are_liang_5s_and_9s_too(game):
    found = leads(game, "9r 9r 9b 9b 5r 5r 5b 5b K K K K J")
    fours = {text for text in found if len(text.split()) == 4 and set(text.split()) <= {"9r", "9b", "5r", "5b", "K"}}
    assert fours == {"9r 9r 9b 9b", "5r 5r 5b 5b", "K K K K"}
    assert {*NIU, *XI, "9r 9r", "9b 9b", "5r 5r", "5b 5b"} <= found


@pytest.mark.parametrize(("kind", "sets"), [("yu", "A23"), ("bai", "8TK")])
def test_catalogue_sets_of_yu_and_bai(game, kind, sets):
    found = leads(game, " ".join(sets * 4) + " 6")
    equal = {text for text in found if set(text.split()) == set(sets) and len(set(needs(text).values())) == 1}
    assert equal == {" ".join(mark for mark in sets for _ in range(n)) for n in range(1, 3 if game.id == K else 5)}


def test_catalogue_yu_liang(game):
    found = leads(game, "A A A A 2 2 2 2 3 3 3 3 6")
    forms = {text for text in found if sorted(Counter(text.split()).values()) == [1, 1, 4]}
    assert forms == {"A A A A 2 3"} | ({"A 2 2 2 2 3", "A 2 3 3 3 3"} if game.id == F else set())


def test_catalogue_bai_liang(game):
    found = leads(game, "8 8 8 8 T T T T K K K K 6")
    forms = {text for text in found if sorted(Counter(text.split()).values()) == [1, 1, 4]}
    assert forms == {"8 T K K K K"} | ({"8 8 8 8 T K", "8 T T T T K"} if game.id == F else set())


def test_catalogue_8_t_and_several_kings(game):
    found = leads(game, "8 T K K K 6 7 J", without="8TK")
    several = {text for text in found if set(text.split()) == set("8TK")}
    assert several == {"8 T K"} | ({"8 T K K", "8 T K K K"} if game.id != K else set())


def test_catalogue_8_t_kings_have_one_8_and_one_t(game):
    assert not {"8 8 T K K", "8 T T K K", "8 8 T T K K K"} & leads(game, "8 8 T T K K K 6 7 J")


@pytest.mark.parametrize("number", [2, 3])
def test_catalogue_xi_bao_liang(game, number):
    """Its size is six or seven; of any rank but 5."""
    found = leads(game, "5r 5b 5b Q Q Q Q 9r 9r 9b 9b 2 2 2 2 A", "5r 6 6 6")
    xi = {2: "5r 5b", 3: "5r 5b 5b"}[number]
    expected = {f"2 2 2 2 {xi}", f"{xi} 9r 9r 9b 9b", f"{xi} Q Q Q Q"} if game.id != K else set()
    assert {text for text in found if len(text.split()) == 4 + number and "5r" in text.split()} == expected


def test_catalogue_xi_bao_liang_is_not_led_with_four_5s_or_a_plain_pair_of_5s(xf):
    found = leads(xf, "5r 5r 5b 5b Q Q Q Q 6 J")
    assert {text for text in found if {"5r", "Q"} <= set(text.split())} == {
        "5r 5b Q Q Q Q",
        "5r 5r 5b Q Q Q Q",
        "5r 5b 5b Q Q Q Q",
    }
    assert not any({"5r", "Q"} <= set(text.split()) for text in leads(xf, "5r 5r Q Q Q Q 6 J", "5b 5b"))


def test_catalogue_longfeng_is_only_a_grab(xf):
    hands = deal(f"{LONGFENG} 6 7 J Q")
    assert LONGFENG in legal_texts(xf, at_grab(xf, hands))
    assert LONGFENG not in legal_texts(xf, begin(xf, hands))


def test_catalogue_badui_is_only_a_grab(xf):
    hands = deal("A A 2 2 3 3 6 6 7 7 8 8 J J Q Q", "A 2", "A 2")
    assert legal_texts(xf, at_grab(xf, hands)) == ["badui", "decline"]
    assert "badui" not in legal_texts(xf, begin(xf, hands))


def test_catalogue_every_play_of_the_hand_may_be_led_and_nothing_else(game):
    for leader, hand in enumerate(TOPS):
        assert legal_texts(game, begin(game, TOPS, leader)) == sorted([*held(hand.split(), plays(game.id)), "stop"])


# Which card leaves the hand


def test_catalogue_the_lowest_suit_of_a_class_leaves_the_hand(game):
    states = course(game, TOPS, 0, "K K")
    assert [card for card in game.hands(states[0])[0] if card[0] == "K"] == ["Kh", "Ks"]


@pytest.mark.parametrize(("lead", "left"), [("5r", "5h 5c 5s"), ("5b", "5d 5h 5s"), ("9r 9b", "9h 9s")])
def test_catalogue_the_lowest_suit_of_the_colour_leaves_the_hand(game, lead, left):
    states = course(game, TOPS, 2, lead)
    assert {card for card in game.hands(states[0])[2] if card[0] == lead[0]} == {*left.split()}
