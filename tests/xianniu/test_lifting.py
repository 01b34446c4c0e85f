"""The course of a round: paying down, stopping and lifting, xi first (clauses 8 to 10)."""

import pytest
from positions import act, legal_texts, seat_of
from xianniu_positions import TOPS, F, K, begin, classes, course, deal, discard_all, final, go


def sizes(game, states) -> list[int]:
    """How many cards each seat holds."""
    return [len(hand) for hand in game.hands(states[0])]


# 8. Pay down (F)

CHAIN = deal("6 6 Q Q Q Q K K", "7 7", "8 8", without=("", "QK", "QK"))


def test_course_8_a_responder_discards_to_the_room_before_the_trick_less_its_play(f):
    """Eight captured: a room of 8, of which its pair takes two."""
    states = course(f, CHAIN, 0, "Q Q Q Q", "K K", "6 6", "7 7")
    assert sizes(f, states) == [8, 14, 16]
    assert discard_all(f, states) == [1] * 6
    assert sizes(f, states)[1] == 16 - 6 - 2


def test_course_8_it_discards_right_after_its_play_before_the_third_seat_acts(f):
    states = course(f, CHAIN, 0, "Q Q Q Q", "K K", "6 6", "7 7")
    assert seat_of(f, states) == 1
    assert legal_texts(f, states) == sorted(f"discard {name}" for name in classes(f.hands(states[0])[1]))
    discard_all(f, states)
    assert seat_of(f, states) == 2
    assert "8 8" in legal_texts(f, states)


def test_course_8_a_responder_that_is_beaten_discards_too_and_so_does_the_one_that_beats_it(f):
    states = course(f, CHAIN, 0, "Q Q Q Q", "K K", "6 6", "7 7", "8 8")
    assert discard_all(f, states) == [2] * 6
    assert sizes(f, states) == [8, 8, 8]
    assert seat_of(f, states) == 2


def test_course_8_the_leader_never_discards_for_its_lead(f):
    """Both others beat it, and cut their hands to the room of 12 less a pair."""
    hands = deal("7 7 K K", "Q Q Q Q 2 2", "8 8 K K")
    states = course(f, hands, 1, "Q Q Q Q", "2 2", "8 8")
    assert discard_all(f, states) == [2] * 4
    act(f, states, "K K")
    assert discard_all(f, states) == [0] * 4
    assert seat_of(f, states) == 0
    assert "stop" in legal_texts(f, states)


def test_course_8_a_passed_over_seat_does_not_discard(f):
    states = course(f, CHAIN, 0, "Q Q Q Q", "K K")
    assert sizes(f, states) == [10, 16, 16]


def test_course_8_only_f_pays_down(unpaid):
    states = course(unpaid, CHAIN, 0, "Q Q Q Q", "K K", "6 6", "7 7", "8 8")
    assert seat_of(unpaid, states) == 2
    assert "stop" in legal_texts(unpaid, states)
    assert sizes(unpaid, states) == [8, 14, 14]
    states = course(unpaid, CHAIN, 0, "Q Q Q Q", "K K", "stop", "lift")
    assert seat_of(unpaid, states) == 0


def test_course_8_a_play_that_fills_the_room_needs_no_discard(f):
    """The last T of TOPS: the round is over, and seat 1 keeps its cards."""
    states = course(f, TOPS, 0, "Q Q Q Q", "K K K K", "J J J J", "T", "T", "T", "8", "T")
    assert seat_of(f, states) == -1
    assert sizes(f, states) == [0, 15, 16]


def test_course_8_a_bai_liang_that_eats_a_yu_pays_for_its_six_cards(f):
    states = course(f, deal("A 2 3", "8 T K K K K"), 0, "A 2 3", "8 T K K K K")
    assert sizes(f, states)[1] == 10  # 16 − 6: nothing to discard at a full room
    hands = deal("A 2 3 5r 5b J J J J", "8 T K K K K")
    states = course(f, hands, 0, "5r 5b", "A 2 3", "8 T K K K K")
    assert discard_all(f, states) == [1] * 2
    assert sizes(f, states)[1] == 16 - 2 - 6


def test_course_8_a_seat_that_lifts_discards_to_the_room_before_the_leader_leads(f):
    states = course(f, TOPS, 0, "Q Q Q Q", "K K K K", "stop", "lift")
    assert seat_of(f, states) == 1
    assert discard_all(f, states) == [1] * 8
    assert sizes(f, states) == [8, 8, 16]
    assert seat_of(f, states) == 0
    assert "stop" not in legal_texts(f, states)


def test_course_8_a_lifter_with_no_more_than_the_room_discards_nothing(f):
    states = course(f, TOPS, 0, "stop", "lift")
    assert seat_of(f, states) == 0
    states = course(f, TOPS, 0, "Q Q Q Q", "stop", "lift", "K", "stop", "lift")
    assert discard_all(f, states) == [1]


def test_course_8_a_seat_that_agrees_does_not_discard(f):
    states = course(f, TOPS, 0, "Q Q Q Q", "stop", "agree")
    assert seat_of(f, states) == 2
    assert legal_texts(f, states) == ["agree", "lift"]


# 9. Stop and lift


@pytest.mark.parametrize("leader", range(3))
def test_course_9_after_a_stop_the_others_are_asked_in_order(game, leader):
    states = course(game, TOPS, leader, "stop")
    assert seat_of(game, states) == (leader + 1) % 3
    assert legal_texts(game, states) == ["agree", "lift"]
    act(game, states, "agree")
    assert seat_of(game, states) == (leader + 2) % 3
    assert legal_texts(game, states) == ["agree", "lift"]


def test_course_9_nobody_lifts_the_round_is_over(game):
    states = course(game, TOPS, 0, "stop", "agree", "agree")
    assert seat_of(game, states) == -1


def test_course_9_the_first_lift_obliges_the_leader_and_the_other_seat_is_not_asked(game):
    states = course(game, TOPS, 0, "stop", "lift")
    assert seat_of(game, states) == 0
    assert "stop" not in legal_texts(game, states)
    go(game, states, "K", "stop", "agree")
    assert seat_of(game, states) == 2  # it had not been asked, and keeps the right


def test_course_9_one_lead_is_owed_then_whoever_leads_may_stop(game):
    states = course(game, TOPS, 0, "stop", "lift", "K")
    assert seat_of(game, states) == 0
    assert "stop" in legal_texts(game, states)
    states = course(game, TOPS, 0, "stop", "lift", "8", "T")
    discard_all(game, states)
    assert seat_of(game, states) == 1
    assert "stop" in legal_texts(game, states)


def test_course_9_a_seat_that_lifts_keeps_the_right(game):
    states = course(game, TOPS, 0, "stop", "lift", "K", "stop", "lift", "K", "stop")
    assert seat_of(game, states) == 1
    assert legal_texts(game, states) == ["agree", "lift"]


def test_course_9_agreeing_loses_the_right_to_lift(game):
    states = course(game, TOPS, 0, "stop", "agree", "lift", "K", "stop")
    assert seat_of(game, states) == 2


def test_course_9_agreeing_loses_the_right_towards_every_later_leader(game):
    """Seat 1 has agreed to a stop of seat 0: when seat 2 stops, it is not asked (nor, in K, is seat 0)."""
    states = course(game, TOPS, 0, "stop", "agree", "lift", "J J", "9r 9b", "stop")
    if game.id != K:
        assert seat_of(game, states) == 0
        act(game, states, "agree")
    assert seat_of(game, states) == -1


def test_course_9_if_neither_has_the_right_the_round_is_over_at_once(game):
    states = course(game, TOPS, 0, "stop", "agree", "lift", "K", "stop", "agree")
    assert seat_of(game, states) == -1


def test_course_9_a_seat_that_stopped_has_lost_the_right_in_k(game):
    """Seat 0 stops and is lifted; seat 1 takes the lead and stops: seat 0 may lift in X and F only."""
    states = course(game, TOPS, 0, "stop", "lift", "8", "T", "stop")
    assert seat_of(game, states) == 2
    act(game, states, "agree")
    assert seat_of(game, states) == (-1 if game.id == K else 0)


def test_course_9_a_seat_with_enough_keeps_the_right(game):
    """Seat 0 captures six cards and loses the lead; it may lift seat 1."""
    states = course(game, TOPS, 0, "Q Q Q Q", "K K", "8", "T", "stop", "agree")
    assert seat_of(game, states) == 0
    assert legal_texts(game, states) == ["agree", "lift"]


def test_course_9_a_lift_takes_away_the_stop_and_nothing_else(game):
    free = legal_texts(game, course(game, TOPS, 0, "Q Q Q Q"))
    states = course(game, TOPS, 0, "Q Q Q Q", "stop", "agree", "lift")
    discard_all(game, states)
    assert legal_texts(game, states) == [text for text in free if text != "stop"]


def test_course_9_a_stop_may_come_at_any_lead_the_first_too(game):
    assert "stop" in legal_texts(game, begin(game, TOPS))
    assert "stop" in legal_texts(game, course(game, TOPS, 0, "K"))


# 10. Xi first (F)

FIVES = deal("5r 5r 5b 5b K K K K Q Q Q Q 7 7 7 6", "6 6 9r J 8", "9r 9b 9b 8 8 8 J J J")
END = ["stop", "agree", "agree"]


def points(game, *script: str, hands=FIVES) -> int:
    """What seat 0 gets from each other seat."""
    gains = final(game, hands, 0, *script, *END)
    assert gains[1] == gains[2]
    return -gains[1]


@pytest.mark.parametrize(
    ("script", "in_x", "in_f"),
    [
        (["5r 5b", "K K K K"], 4, 4),
        (["5r 5b", "5r 5b", "K K"], 4, 4),
        (["5r 5b K K K K"], 4, 4),
        (["5r 5b K K K K", "5r 5b"], 6, 6),
        (["5r 5r 5b 5b", "K K"], 2, 2),
        (["K", "5r 5r 5b 5b", "K"], 2, 2),  # four 5s score as ever
        (["K", "5r 5b", "K K K"], 2, 0),
        (["K K K K", "5r 5b"], 4, 2),
        (["5r 5b", "K", "5r 5b", "K"], 4, 2),  # xi captured before keep their points
        (["K", "5r 5b Q Q Q Q"], 4, 2),  # a late xi-bao-liang scores only its liang
        (["Q Q Q Q", "5r 5r 5b"], 5, 2),
        (["5r 5r 5b", "K", "Q Q Q Q"], 5, 5),  # no red 5 is left: no breach, and none that matters
    ],
)
def test_course_10_xi_led_after_something_else_score_nothing_in_f(xf, script, in_x, in_f):
    assert points(xf, *script) == (in_f if xf.id == F else in_x)


def test_course_10_k_does_not_know_it(k):
    assert points(k, "K", "5r 5b", "K K K") == 2


@pytest.mark.parametrize("lead", ["6", "5r", "5b"])
def test_course_10_a_lead_that_others_beat_is_a_breach_and_a_single_5_is_one(xf, lead):
    assert points(xf, lead, "8", "J", "8", "K", "5r 5b", "K K K") == (0 if xf.id == F else 2)


def test_course_10_a_lead_that_a_lift_forced_is_a_breach(xf):
    """Beside the fee of the lift."""
    scores = final(xf, FIVES, 0, "stop", "lift", "K", "5r 5b", "K K K", *END)
    assert scores == ([2, -2, 0] if xf.id == F else [6, -4, -2])


def test_course_10_a_response_is_no_breach(f):
    hands = deal("J", "5r 5b K K K K", "6 6", without=("KQ", "", "KQ"))
    assert final(f, hands, 0, "J", "K", "5r 5b", "K K K", *END)[1] == 4


def test_course_10_a_breach_is_each_seats_own(f):
    hands = deal("5r 5b J", "5r 5b K K K K", "6 6", without=("KQ", "", "KQ"))
    assert final(f, hands, 0, "J", "K", "5r 5b", "K K K", *END)[1] == 4
