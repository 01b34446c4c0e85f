"""What observations show: discards, void, grabs and xi stay hidden; hands, captures and the room are counted."""

from collections import Counter

import numpy as np
import pytest
from positions import act, count, legal_texts, play, random_actions, seat_of
from xianniu_positions import CLASSES, LONGFENG, TOPS, begin, class_of, classes, course, deal, go, plays

EIGHT = ["Q Q Q Q", "K K K K"]


def view(game, states, seat: int) -> tuple[bytes, str]:
    """All that a seat sees of a single round."""
    return game.observe(states, np.array([seat])).tobytes(), game.describe(states[0], seat)


def segment(game, states, seat: int, name: str) -> np.ndarray:
    """A named segment of a seat's observation, in its shape."""
    shape = next(part.shape for part in game.layout if part.name == name)
    return game.observe(states, np.array([seat]))[0][game.layout[name]].reshape(shape)


# Discards


def views_while_discarding(game, hands, before: list[str], ways: list[str], observer: int) -> list[set]:
    """What the observer sees after each discard, over several ways to discard."""
    seen: list[set] = [set() for _ in ways[0].split()]
    for way in ways:
        states = course(game, hands, 0, *before)
        for number, name in enumerate(way.split()):
            act(game, states, f"discard {name}")
            seen[number].add(view(game, states, observer))
    return seen


WAYS = ["A A A A 2 2 2 2 3", "6 6 6 T 3 3 3 3 2", "T 6 A 2 3 A 2 3 A"]  # of seat 1 in TOPS


@pytest.mark.parametrize("observer", [0, 2])
def test_information_discards_of_a_tightened_seat_are_seen_by_nobody_else(game, observer):
    before = [*EIGHT, "J", "tighten"]
    assert all(len(views) == 1 for views in views_while_discarding(game, TOPS, before, WAYS, observer))


@pytest.mark.parametrize("observer", [0, 2])
def test_information_discards_of_a_lifter_are_seen_by_nobody_else(f, observer):
    before = [*EIGHT, "J", "stop", "lift"]
    assert all(len(views) == 1 for views in views_while_discarding(f, TOPS, before, WAYS, observer))


@pytest.mark.parametrize("observer", [0, 2])
def test_information_discards_of_a_responder_are_seen_by_nobody_else(f, observer):
    ways = ["A A A A 2 2 2 2", "6 6 6 3 3 3 3 2", "A 2 3 6 A 2 3 6"]
    before = [*EIGHT, "8", "T"]
    assert all(len(views) == 1 for views in views_while_discarding(f, TOPS, before, ways, observer))


def test_information_the_discarder_sees_its_own_discards_and_keeps_seeing_them(game):
    for way in WAYS:
        states = course(game, TOPS, 0, *EIGHT, "J", "tighten", *(f"discard {name}" for name in way.split()))
        go(game, states, "J")
        row = segment(game, states, 1, "discarded") * 4
        assert {name: round(float(n)) for name, n in zip(CLASSES, row, strict=True) if n} == Counter(way.split())
        assert not segment(game, states, 0, "discarded").any()


@pytest.mark.parametrize("name", CLASSES)
def test_information_a_discard_is_public_without_its_card(game, name):
    public = game.public_text(game.action(f"discard {name}"))
    assert public == game.public_text(game.action("discard A"))
    assert "A" not in public
    assert "discard" in public


# Void and grab


def swapped(hands, mine: str, other: str) -> list[list[str]]:
    """The deal after seat 1 has given a card of class `mine` to seat 2 for one of class `other`."""
    given = next(card for card in hands[1] if class_of(card) == mine)
    taken = next(card for card in hands[2] if class_of(card) == other)
    return [hands[0], *([*(set(hand) ^ {given, taken})] for hand in hands[1:])]


def check_leader_sees_the_same(game, deals: list, answer: str) -> None:
    """Seat 0, the leader, sees the same whoever of the others is asked, in the question, after it, and later."""
    asked, views = [], set()
    for hands in deals:
        states = play(game, hands, 0, [])
        views.add(("before the lead", *view(game, states, 0)))
        asked.append([])
        while answer in legal_texts(game, states):
            asked[-1].append(seat_of(game, states))
            act(game, states, answer)
            views.add(("before the lead", *view(game, states, 0)))
        act(game, states, "9r 9r 9b")
        views.add(("later", *view(game, states, 0)))
    assert asked == [[1], [2], []]
    assert len(views) == 2


def test_information_who_may_void_and_keeps_is_seen_by_nobody_else(f):
    hands = deal("K K K K Q Q 9r 9r 9b J J J J T T T", "A A A 2 2 2 2 3 3 3 3 6 6 7 7 8", "Q Q")
    check_leader_sees_the_same(f, [hands, [hands[0], hands[2], hands[1]], swapped(hands, "A", "Q")], "keep")


def test_information_who_declines_a_grab_is_seen_by_nobody_else(xf):
    hands = deal("Q Q Q 9r 9r 9b J J J J 5r 5r 5b 7 7", "A A A 2 2 3 3 8 8 T T K K 6 6 6", "K K Q")
    check_leader_sees_the_same(xf, [hands, [hands[0], hands[2], hands[1]], swapped(hands, "T", "Q")], "decline")


@pytest.mark.parametrize("answer", ["keep", "decline"])
def test_information_a_void_or_grab_not_made_is_not_public(f, answer):
    assert f.public_text(f.action(answer)).strip() == ""


def test_information_all_other_actions_are_public_by_their_text(game):
    for action in range(game.num_actions):
        text = game.text(action)
        if text not in ("keep", "decline") and not text.startswith("discard"):
            assert game.public_text(action) == text


def test_information_a_seat_sees_that_it_is_asked_to_void_or_to_grab(xf):
    hands = deal(f"{LONGFENG} 6 6 6 7")
    asked = play(xf, hands, 1, ["keep"] if "void" in legal_texts(xf, play(xf, hands, 1, [])) else [])
    assert seat_of(xf, asked) == 0
    before = view(xf, asked, 0)
    act(xf, asked, "decline")
    assert view(xf, asked, 0) != before


# Xi first


def test_information_whether_a_leader_held_xi_is_seen_by_nobody_else(f):
    """Seat 0 leads a K with and without a xi in its hand; the 5s not there are with seat 2."""
    holding = deal("K K K K 5r 5b 6 6", "A A A A 2 2 2 2 3 3 3 3 7 7 7 7", "8 8")
    fives = [card for card in holding[0] if card[0] == "5"]
    eights = [card for card in holding[2] if card[0] == "8"]
    spared = [
        [card for card in holding[0] if card not in fives] + eights[: len(fives)],
        holding[1],
        [card for card in holding[2] if card not in eights[: len(fives)]] + fives,
    ]
    views = {view(f, course(f, hands, 0, "K", "K"), 1) for hands in (holding, spared)}
    assert len(views) == 1


# What is on the table


def levels(counts: Counter) -> np.ndarray:
    """A row of four a class: ones for as many cards as there are."""
    return np.array([[float(counts[name] > k) for k in range(4)] for name in CLASSES])


def test_information_segments_show_hands_captures_and_room_as_a_plain_count_does(any_game):
    rng = np.random.default_rng(41)
    known = set(plays(any_game.id))
    for seed in range(count(6, 1)):
        states = any_game.new(1)
        any_game.deal(states, seed)
        captured, best, thrown = [0, 0, 0], None, [Counter() for _ in range(3)]
        while (seat := seat_of(any_game, states)) >= 0:
            legal = legal_texts(any_game, states)
            if best and seat == best[0] and not legal[0].startswith("discard"):
                captured[seat] += best[1]
                best = None
            hands = [classes(hand) for hand in any_game.hands(states[0])]
            text = any_game.text(int(random_actions(any_game, states, rng)[0]))
            for observer in range(3):
                others = [(observer + step) % 3 for step in (1, 2)]
                unseen = sum((hands[other] + thrown[other] for other in others), Counter())
                assert (segment(any_game, states, observer, "hand") == levels(hands[observer])).all()
                assert (segment(any_game, states, observer, "unseen") == levels(unseen)).all()
                own = segment(any_game, states, observer, "discarded") * 4
                assert own.tolist() == [thrown[observer][name] for name in CLASSES]
                order = [observer, *others]
                sizes = segment(any_game, states, observer, "sizes") * 16
                assert sizes.tolist() == [hands[other].total() for other in order]
                if best is None:
                    counted = segment(any_game, states, observer, "captured") * 16
                    assert counted.tolist() == [captured[other] for other in order]
                    assert segment(any_game, states, observer, "room").sum() == 16 - sum(captured)
            act(any_game, states, text)
            if text in known:
                best = (seat, len(text.split()))
            elif text in (LONGFENG, "badui"):
                captured[seat] = 12 if text == LONGFENG else 16
            elif text.startswith("discard"):
                thrown[seat][text.removeprefix("discard ")] += 1


def test_information_shows_what_a_seat_that_was_passed_over_cannot_hold(game):
    """Seat 2 cannot beat a J: seat 1 sees that it holds no Q and K, and that seat 0 may hold all of them."""
    before, after = begin(game, TOPS), course(game, TOPS, 0, "J")
    for states, queens_and_kings in ((before, [4, 4]), (after, [0, 0])):
        of_seat_2, of_seat_0 = segment(game, states, 1, "at_most") * 4
        assert of_seat_2[-2:].tolist() == queens_and_kings
        assert of_seat_0[-2:].tolist() == [4, 4]


def test_information_shows_which_kinds_a_seat_that_was_passed_over_lacks(game):
    """Seat 1 has no niu to beat a pair of Qs, seat 2 has one."""
    assert not segment(game, begin(game, TOPS), 0, "lacks").any()
    of_seat_1, of_seat_2 = segment(game, course(game, TOPS, 0, "Q Q"), 0, "lacks")
    assert of_seat_1.any()
    assert not of_seat_2.any()


def test_information_seats_are_seen_relative_to_the_observer(any_game):
    """The same deal moved round the table by one seat looks the same to the seat that moved with it."""
    rng = np.random.default_rng(42)
    for seed in range(count(8, 2)):
        here, there = any_game.new(1), any_game.new(1)
        any_game.deal(here, seed)
        hands, leader = any_game.hands(here[0]), seed % 3
        any_game.set_up(here, hands=hands, leader=leader)
        any_game.set_up(there, hands=hands[-1:] + hands[:-1], leader=(leader + 1) % 3)
        while (seat := seat_of(any_game, here)) >= 0:
            assert seat_of(any_game, there) == (seat + 1) % 3
            for observer in range(3):
                moved = np.array([(observer + 1) % 3])
                assert (any_game.observe(here, np.array([observer])) == any_game.observe(there, moved)).all()
            actions = random_actions(any_game, here, rng)
            any_game.apply(here, actions)
            any_game.apply(there, actions)
        assert np.roll(any_game.scores(here)[0], 1).tolist() == any_game.scores(there)[0].tolist()


def test_information_the_layout_names_every_number_once(any_game):
    for layout in (any_game.layout, any_game.layout_all):
        ends = [0]
        for part in layout:
            assert part.start == ends[-1]
            assert part.size == int(np.prod(part.shape))
            ends.append(part.start + part.size)
        assert ends[-1] == layout.size
        names = [part.name for part in layout]
        assert len(set(names)) == len(names)
    assert any_game.layout.size == any_game.observation_size
