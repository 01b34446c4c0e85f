"""The course of a round from lead to capture: leads, tightening, responses, captures (clauses 4 to 7)."""

from collections import Counter

import numpy as np
import pytest
from positions import act, count, legal_texts, random_actions, seat_of
from xianniu_positions import TOPS, F, K, begin, classes, course, deal, discard_all, final, held, plays

from stockyard import envs


def sizes(game, states) -> list[int]:
    """How many cards each seat holds."""
    return [len(hand) for hand in game.hands(states[0])]


# 4. Lead


def test_course_4_a_lead_is_any_play_of_the_hand_or_stop(game):
    states = begin(game, TOPS)
    assert seat_of(game, states) == 0
    assert legal_texts(game, states) == sorted([*held(TOPS[0].split(), plays(game.id)), "stop"])


def test_course_4_no_stop_when_just_lifted(game):
    states = course(game, TOPS, 0, "stop", "lift")
    assert seat_of(game, states) == 0
    assert legal_texts(game, states) == sorted(held(TOPS[0].split(), plays(game.id)))


@pytest.mark.parametrize(
    ("captures", "leads"),
    [
        (["Q Q Q Q", "K K K K"], {"A A A A 2 3", "A A 2 2 3 3", "3 3 3 3", "A 2 3", "A A A A", "6"}),
        (["Q Q Q Q", "K K K K", "J J J J"], {"A 2 3", "A A A", "2 2 2", "3 3 3", "6 6 6", "A A", "6"}),
        (["Q Q Q Q", "K K K K", "J J J J", "T"], {"A A", "2 2", "3 3", "6 6", "A", "2", "3", "6"}),
    ],
)
def test_course_4_a_lead_must_fit_the_room(unpaid, captures, leads):
    """Seat 1 comes to the lead with 15 cards, more than the room."""
    states = course(unpaid, TOPS, 0, *captures, "8", "T")
    room = 15 - sum(len(text.split()) for text in captures)
    assert seat_of(unpaid, states) == 1
    legal = set(legal_texts(unpaid, states)) - {"stop", "tighten"}
    assert leads <= legal
    assert legal == {text for text in held(unpaid.hands(states[0])[1], plays(unpaid.id)) if len(text.split()) <= room}


def test_course_4_leads_of_random_rounds_follow_a_plain_count_of_the_room(game):
    """The last to play is the next leader, as only a play that beats the best may follow it."""
    rng = np.random.default_rng(4)
    for seed in range(count(40, 3)):
        states = game.new(1)
        game.deal(states, seed)
        room, best, lifted = 16, (-1, 0), False  # best: the last play's seat and size, not yet off the room
        while (seat := seat_of(game, states)) >= 0:
            hand, legal = game.hands(states[0])[seat], set(legal_texts(game, states))
            mine = {text for text in held(hand, plays(game.id)) if len(text.split()) <= room - best[1]}
            if "stop" in legal or (
                lifted and seat == best[0] and not any(text.startswith("discard") for text in legal)
            ):
                assert seat == best[0] or best[0] == -1
                room, best = room - best[1], (seat, 0)
                assert legal - {"stop", "tighten"} == mine
                assert ("stop" in legal) == (not lifted)
            text = game.text(int(random_actions(game, states, rng)[0]))
            act(game, states, text)
            if text == "lift":
                lifted = True
            elif text in plays(game.id) or len(text.split()) == 12:
                best, lifted = (seat, len(text.split())), False


# 5. Tighten

# Seat 0 captures K K K K and Q Q Q Q, then one J at a time.
EIGHT = ["Q Q Q Q", "K K K K"]


@pytest.mark.parametrize(
    ("captures", "in_x_and_f", "in_k"),
    [
        ([], False, False),
        (["Q Q Q Q", "K K K"], False, False),
        (EIGHT, True, False),
        ([*EIGHT, "J"], True, True),
        ([*EIGHT, "J", "J"], True, True),
    ],
)
def test_course_5_tighten_from_8_captured_cards_on_in_k_from_9(game, captures, in_x_and_f, in_k):
    legal = legal_texts(game, course(game, TOPS, 0, *captures))
    assert ("tighten" in legal) == (in_k if game.id == K else in_x_and_f)


def tightened(game, leader: int = 0, *script: str):
    """A round right after the leader has tightened, with nothing discarded yet."""
    return course(game, TOPS, leader, *script, "tighten")


def test_course_5_each_seat_discards_in_order_down_to_the_room(game):
    """Seats 1 and 2 hold 16 at a room of 7; the leader, seat 0, holds just the room."""
    states = tightened(game, 0, *EIGHT, "J")
    assert discard_all(game, states) == [1] * 9 + [2] * 9
    assert sizes(game, states) == [7, 7, 7]
    assert seat_of(game, states) == 0


# Seat 0 captures nine cards and leads four 7s that seat 1 eats: it leads with a room of 3, and seat 0 holds 3 cards.
WASTE = ["Ac Ad 2c 2d 3c 3d 9d 9h 9c 5d 5h 5c 7c 7d 7h 7s", "8c Tc Kc Kd Kh Ks Qc Qd Qh Jc Jd Jh 6c 6d Ah 2h"]
WASTE.append("As 2s 3h 3s 5s 6h 6s 8d 8h 8s 9s Td Th Ts Js Qs")
WASTED = ["A A 2 2 3 3", "9r 9r 9b", "7 7 7 7", "K K K K"]


def test_course_5_tighten_concerns_the_two_others_and_in_k_the_leader_last(game):
    states = course(game, WASTE, 0, *WASTED)
    discard_all(game, states)
    before = sizes(game, states)
    assert seat_of(game, states) == 1
    assert before[0] == 3
    act(game, states, "tighten")
    asked = discard_all(game, states)
    assert asked == [2] * (before[2] - 3) + ([1] * (before[1] - 3) if game.id == K else [])
    assert sizes(game, states) == [3, 3 if game.id == K else before[1], 3]
    assert seat_of(game, states) == 1


def test_course_5_the_leaders_own_hand_alone_makes_tighten_legal_in_k_only(game):
    """Seats 1 and 2 have played nine cards each and hold just the room of 7; seat 0 has played three."""
    hands = deal("J J J", "8 8 T T K K 6 6 6", "A A 2 2 3 3 7 7 7", without=("8", "", ""))
    states = course(game, hands, 2, "A A 2 2 3 3", "8 8 T T K K", "6 6 6", "7 7 7", "J J J")
    discard_all(game, states)
    assert seat_of(game, states) == 0
    assert sizes(game, states) == [13 if game.id != F else 7, 7, 7]
    assert ("tighten" in legal_texts(game, states)) == (game.id == K)


def test_course_5_the_leader_alone_discards_when_only_it_exceeds_the_room(k):
    hands = deal("J J J", "8 8 T T K K 6 6 6", "A A 2 2 3 3 7 7 7", without=("8", "", ""))
    states = course(k, hands, 2, "A A 2 2 3 3", "8 8 T T K K", "6 6 6", "7 7 7", "J J J", "tighten")
    assert discard_all(k, states) == [0] * 6
    assert "stop" in legal_texts(k, states)


def test_course_5_discards_go_one_card_at_a_time_of_any_class_in_the_hand(game):
    states = tightened(game, 0, *EIGHT, "J")
    hand = classes(TOPS[1].split())
    for name in ["A", "A", "A", "A", "T", "6", "3", "2", "2"]:
        assert seat_of(game, states) == 1
        assert legal_texts(game, states) == sorted(f"discard {kind}" for kind in hand)
        act(game, states, f"discard {name}")
        hand = hand - Counter([name])
        assert classes(game.hands(states[0])[1]) == hand
    assert seat_of(game, states) == 2


def test_course_5_afterwards_the_leader_is_asked_again_without_tighten(game):
    states = tightened(game, 0, *EIGHT, "J")
    discard_all(game, states)
    assert seat_of(game, states) == 0
    mine = held(game.hands(states[0])[0], plays(game.id))
    assert legal_texts(game, states) == sorted([*(text for text in mine if len(text.split()) <= 7), "stop"])


def test_course_5_a_leader_who_was_lifted_must_still_lead(game):
    states = course(game, TOPS, 0, *EIGHT, "J", "stop", "lift", "tighten")
    discard_all(game, states)
    assert seat_of(game, states) == 0
    assert not {"stop", "tighten"} & set(legal_texts(game, states))


def test_course_5_tighten_is_legal_again_after_the_next_capture(game):
    """Nobody answers it, so the others hold more than the room again."""
    states = tightened(game, 0, *EIGHT, "J")
    discard_all(game, states)
    act(game, states, "J")
    assert seat_of(game, states) == 0
    assert "tighten" in legal_texts(game, states)
    act(game, states, "tighten")
    assert discard_all(game, states) == [1, 2]


def test_course_5_tighten_in_f_reaches_a_seat_that_has_neither_eaten_nor_lifted(f):
    """Seat 2 has cut its hand to lift, seat 1 has not."""
    states = course(f, TOPS, 0, *EIGHT, "stop", "agree", "lift", "tighten")
    assert sizes(f, states) == [8, 16, 8]
    assert discard_all(f, states) == [1] * 8


# 6. Response


def test_course_6_the_next_seat_answers_and_then_the_third(game):
    hands = deal("6", "7", "8")
    assert seat_of(game, course(game, hands, 0, "6")) == 1
    states = course(game, hands, 0, "6", "7")
    discard_all(game, states)
    assert seat_of(game, states) == 2


def test_course_6_a_seat_that_can_beat_must_and_chooses_among_all_that_do(game):
    hands = deal("7 7", "8 8 T T J K K 9r 9b", "", without=("", "89TJQK", ""))
    states = course(game, hands, 0, "7 7")
    assert seat_of(game, states) == 1
    assert legal_texts(game, states) == ["8 8", "9r 9b", "K K", "T T"]


def test_course_6_a_seat_that_cannot_beat_is_passed_over(game):
    hands = deal("J J", "T T J J 9b 9b", "Q Q", without=("", "QK9", ""))
    assert seat_of(game, course(game, hands, 0, "J J")) == 2


def test_course_6_a_seat_that_has_none_of_the_size_is_passed_over(game):
    hands = deal("7 7", "8 T J Q K", "8 8", without=("", "89TJQK", ""))
    assert seat_of(game, course(game, hands, 0, "7 7")) == 2


def test_course_6_when_nobody_can_beat_the_leader_captures_at_once(game):
    states = course(game, TOPS, 0, "K")
    assert seat_of(game, states) == 0
    assert sizes(game, states) == [15, 16, 16]


def test_course_6_no_seat_plays_twice_in_a_trick(game):
    """The leader's K would beat what the third seat plays, but the trick is over."""
    states = course(game, deal("6 K", "7", "8 J"), 0, "6", "7", "8")
    discard_all(game, states)
    assert seat_of(game, states) == 2
    assert {"stop", "J"} <= set(legal_texts(game, states))


# 7. Capture


@pytest.mark.parametrize(
    ("needs", "script", "winner"),
    [
        (["K K", "Q Q", "Q Q"], ["K K"], 0),
        (["6 6", "K K", "Q Q"], ["6 6", "K K"], 1),
        (["6 6", "7 7", "8 8"], ["6 6", "7 7", "8 8"], 2),
    ],
)
def test_course_7_the_best_play_captures_and_its_seat_leads_next(game, needs, script, winner):
    states = course(game, deal(*needs), 0, *script)
    discard_all(game, states)
    assert seat_of(game, states) == winner
    assert "stop" in legal_texts(game, states)


def test_course_7_beaten_plays_are_waste_and_nobodys(game):
    """Seat 0 captures two cards and leads four that are beaten: with six it would be a winner."""
    hands = deal("5r 5b Q Q Q Q", "K K K K 9r 9b 2 2 2 2")
    assert final(game, hands, 0, "5r 5b", "Q Q Q Q", "K K K K", "9r 9b", "stop", "agree", "agree") == [-4, 8, -4]


@pytest.mark.parametrize(("ruleset", "lead"), [(F, "A 2 3"), (K, "7 7 7 7")])
def test_course_7_a_bai_liang_counts_its_six_cards_whatever_it_ate(ruleset, lead):
    game = envs.make_game(ruleset)
    hands = deal(lead, "8 T K K K K")
    assert final(game, hands, 0, lead, "8 T K K K K", "stop", "agree", "agree") == [-2, 4, -2]


def test_course_7_the_round_is_over_when_16_are_captured(game):
    """The sixteenth is a T of seat 1, which beats an 8."""
    script = ["Q Q Q Q", "K K K K", "J J J J", "T", "T", "T", "8"]
    states = course(game, TOPS, 0, *script)
    assert seat_of(game, states) == 1
    act(game, states, "T")
    assert seat_of(game, states) == -1
    value = 14 if game.id == K else 8
    assert game.scores(states)[0].tolist() == [2 * value, -value, -value]
