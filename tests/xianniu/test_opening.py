"""The course of a round before the first lead: who leads, who may void, who grabs (clauses 1 to 3)."""

import numpy as np
import pytest
from positions import act, count, legal_texts, play, seat_of
from xianniu_positions import LONGFENG, TOPS, F, K, at_grab, begin, course, deal


def asked(game, hands, leader: int, *answers: str) -> list[tuple[int, list[str]]]:
    """The questions before the first lead, each with its seat, when those not answered by the script go on."""
    states, questions, script = play(game, hands, leader, []), [], [*answers]
    while seat_of(game, states) >= 0 and "stop" not in (legal := legal_texts(game, states)):
        questions.append((seat_of(game, states), legal))
        act(
            game,
            states,
            script.pop(0) if script else next(text for text in ("keep", "decline", *legal) if text in legal),
        )
    return questions


# 1. Leader


def test_course_1_the_leader_is_named_by_the_position(game):
    for leader in range(3):
        assert seat_of(game, begin(game, TOPS, leader)) == leader


def test_course_1_the_leader_is_random_from_the_seed(unpaid):
    """Nobody is asked before the lead in these rulesets and this deal."""
    rows = count(3000, 300)
    states, again = unpaid.new(rows), unpaid.new(rows)
    unpaid.set_up(states, seeds=np.arange(rows), hands=TOPS)
    unpaid.set_up(again, seeds=np.arange(rows), hands=TOPS)
    leaders = unpaid.seat(states)
    assert (unpaid.seat(again) == leaders).all()
    share = np.bincount(leaders, minlength=3) / rows
    assert np.abs(share - 1 / 3).max() < 4.5 * np.sqrt(2 / 9 / rows)


# 2. Void (F)

QUALIFIES = ["void", "keep"]
LOW = "A A A A 2 2 2 2 3 3 3 3 6 6 7"  # 15 cards that are no K, Q or 9


def void_asked(game, hands, leader: int = 0) -> list[int]:
    """The seats asked whether they declare the deal void."""
    return [seat for seat, legal in asked(game, hands, leader) if legal == sorted(QUALIFIES)]


@pytest.mark.parametrize(("leader", "order"), [(0, [0, 2]), (1, [2, 0]), (2, [2, 0])])
def test_course_2_void_is_asked_in_order_from_the_leader_of_seats_that_qualify(f, leader, order):
    hands = deal(f"{LOW} 6", "K K K K Q Q Q Q 9r 9r 9b", "9b")
    assert void_asked(f, hands, leader) == order


@pytest.mark.parametrize("card", ["K", "Q"])
def test_course_2_void_one_king_or_one_queen_takes_the_question_away(f, card):
    hands = deal(f"{LOW} {card}", "K K K Q Q Q 9r 9b")
    assert 0 not in void_asked(f, hands)
    assert 0 in void_asked(f, deal(f"{LOW} J", "K K K K Q Q Q Q 9r 9b"))


@pytest.mark.parametrize("nines", ["9r", "9b", "9r 9r", "9b 9b"])
def test_course_2_void_9s_of_one_colour_do_not_matter(f, nines):
    hands = deal(f"A A A A 2 2 2 2 3 3 3 3 6 6 {nines}", "K K K K Q Q Q Q", without=("KQ9", "", ""))
    assert 0 in void_asked(f, hands)


@pytest.mark.parametrize("nines", ["9r 9b", "9r 9r 9b", "9r 9b 9b", "9r 9r 9b 9b"])
def test_course_2_void_a_mixed_pair_of_9s_takes_the_question_away(f, nines):
    hands = deal(f"A A A A 2 2 2 2 3 3 3 3 {nines}", "K K K K Q Q Q Q", without=("KQ9", "", ""))
    assert 0 not in void_asked(f, hands)


@pytest.mark.parametrize("patterns", ["5r 5b", "5r 5r 5b 5b", "J J J J 5r 5r 5b"])
def test_course_2_void_xi_or_liang_do_not_matter(f, patterns):
    hands = deal(f"A A A A 2 2 2 2 3 {patterns}", "K K K K Q Q Q Q", without=("KQ9", "", ""))
    assert 0 in void_asked(f, hands)


def test_course_2_void_ends_the_round_at_once_with_scores_0(f):
    hands = deal(f"{LOW} 6", "K K K K Q Q Q Q 9r 9r 9b", "9b")
    for answers in (["void"], ["keep", "void"]):
        states = play(f, hands, 0, answers)
        assert seat_of(f, states) == -1
        assert f.scores(states)[0].tolist() == [0, 0, 0]


def test_course_2_void_kept_by_all_the_leader_leads(f):
    hands = deal(f"{LOW} 6", "K K K K Q Q Q Q 9r 9r 9b", "9b")
    states = play(f, hands, 1, ["keep", "keep"])
    assert seat_of(f, states) == 1
    assert "stop" in legal_texts(f, states)


def test_course_2_void_is_known_in_f_only(unpaid):
    hands = deal(f"{LOW} 6", "K K K K Q Q Q Q 9r 9r 9b", "9b")
    assert asked(unpaid, hands, 0) == []


def test_course_2_void_is_asked_before_grabs(f):
    hands = deal("A A 2 2 3 3 5r 5r 6 6 7 7 8 8 J J", "K K K K Q Q Q Q 9r 9r 9b", "9b")
    assert asked(f, hands, 0)[:1] == [(0, sorted(QUALIFIES))]
    grabs = [(seat, legal) for seat, legal in asked(f, hands, 0) if "badui" in legal]
    assert grabs == [(0, ["badui", "decline"])]
    assert [legal for _, legal in asked(f, hands, 0)][-1] == ["badui", "decline"]


# 3. Grab

PAIRS = "A A 2 2 3 3 6 6 7 7 8 8 J J Q Q"
BOTH = "A A 2 2 3 3 8 8 T T K K J J Q Q"


def grabs_asked(game, hands, leader: int = 0, *answers: str) -> list[tuple[int, list[str]]]:
    """The seats asked for their grab, and what they may answer."""
    questions = asked(game, hands, leader, *(answers if game.id != F else ()))
    return [(seat, legal) for seat, legal in questions if legal != sorted(QUALIFIES)]


def without_decline(game) -> list[str]:
    """The answer that not every ruleset has."""
    return [] if game.id == K else ["decline"]


def test_course_3_grab_longfeng(game):
    assert grabs_asked(game, deal(f"{LONGFENG} 6 7 J Q"))[0] == (0, sorted([LONGFENG, *without_decline(game)]))


def test_course_3_grab_badui(game):
    assert grabs_asked(game, deal(PAIRS, "J 6 7"))[0] == (0, ["badui", *without_decline(game)])


def test_course_3_grab_both(game):
    assert grabs_asked(game, deal(BOTH, "J 6 7"))[0] == (0, sorted([LONGFENG, "badui", *without_decline(game)]))


def test_course_3_grab_is_not_asked_of_a_hand_without(game):
    assert grabs_asked(game, TOPS) == []
    assert grabs_asked(game, deal("A A 2 2 3 3 8 8 T T K 6 7 J Q 9r", "K K K 6 7 7")) == []


@pytest.mark.parametrize(("leader", "order"), [(0, [0, 1, 2]), (1, [1, 2, 0]), (2, [2, 0, 1])])
def test_course_3_grab_is_asked_in_order_from_the_leader(xf, leader, order):
    hands = deal(PAIRS, "A A 2 2 3 3 6 6 7 7 8 8 K K T T", "J J Q Q K K T T 5r 5r 5b 5b 9r 9r 9b 9b")
    assert [seat for seat, _ in grabs_asked(xf, hands, leader)] == order


def test_course_3_grab_after_a_decline_the_next_holder_is_asked(xf):
    hands = deal(f"{LONGFENG} 6 7 J Q", "6 7 7", f"{LONGFENG} 6 J J Q")
    assert [seat for seat, _ in grabs_asked(xf, hands, 1)] == [2, 0]


def test_course_3_grab_must_be_played_in_k(k):
    hands = deal(PAIRS, "J 6 7")
    assert grabs_asked(k, hands) == [(0, ["badui"])]
    assert grabs_asked(k, hands, 1) == [(0, ["badui"])]
    with pytest.raises(ValueError, match="decline"):
        act(k, play(k, hands, 0, []), "decline")


@pytest.mark.parametrize("leader", range(3))
def test_course_3_the_first_grab_makes_its_seat_the_leader_and_nobody_else_is_asked(game, leader):
    hands = deal(f"{LONGFENG} 6 7 J Q", "6 7 7", f"{LONGFENG} 6 J J Q")
    states = at_grab(game, hands, leader)
    grabber = 2 if leader else 0
    assert seat_of(game, states) == grabber
    act(game, states, LONGFENG)
    assert seat_of(game, states) == grabber
    assert "stop" in legal_texts(game, states)


def test_course_3_after_a_longfeng_its_seat_leads_with_a_room_of_4(game):
    states = at_grab(game, deal(f"{LONGFENG} J J J J", "8 8 T T K K 9r 9b 7", "7"), 1)
    act(game, states, LONGFENG)
    assert legal_texts(game, states) == ["J", "J J", "J J J", "J J J J", "stop", "tighten"]
    act(game, states, "J J J J")
    assert seat_of(game, states) == -1


def test_course_3_a_badui_captures_16_and_ends_the_round(game):
    states = at_grab(game, deal(PAIRS, "J 6 7"), 2)
    act(game, states, "badui")
    assert seat_of(game, states) == -1
    assert game.scores(states)[0].tolist() == [18, -9, -9]


def badui_held(game, needs: str, *others: str) -> bool:
    """Whether seat 0 may grab with a badui."""
    questions = grabs_asked(game, deal(needs, *others))
    return (0, "badui") in [(seat, text) for seat, legal in questions for text in legal]


@pytest.mark.parametrize(
    ("fives_and_nines", "same_colours"),
    [
        ("9r 9r", True),
        ("9b 9b", True),
        ("9r 9b", False),
        ("9r 9r 9b 9b", True),
        ("5r 5r", True),
        ("5b 5b", True),
        ("5r 5b", False),
        ("5r 5r 5b 5b", True),
        ("5r 5r 9b 9b", True),
        ("5r 5b 9r 9r", False),
        ("5r 5b 9r 9b", False),
        ("5r 5r 5b 5b 9r 9b", False),
        ("5r 5r 5b 5b 9r 9r 9b 9b", True),
    ],
)
def test_course_3_badui_pairs_are_no_niu_or_xi_but_in_k(game, fives_and_nines, same_colours):
    needs = [*fives_and_nines.split(), *"AA2266JJQQTT7733"][:16]
    assert badui_held(game, " ".join(needs), "A 2 6 7") == (same_colours or game.id == K)


def test_course_3_badui_four_of_a_rank_are_two_pairs(game):
    assert badui_held(game, "A A A A 2 2 2 2 6 6 6 6 7 7 J J", "J T K Q 3 3 3")


@pytest.mark.parametrize("needs", ["A A A 2 2 2 6 6 7 7 J J Q Q T T", "A A A 2 6 6 7 7 J J Q Q T T 3 3"])
def test_course_3_badui_is_eight_pairs(game, needs):
    assert not badui_held(game, needs, "A 2 6 7")


def test_course_3_a_seat_that_declines_can_no_longer_play_it(xf):
    states = begin(xf, deal(BOTH, "J 6 7"))
    assert seat_of(xf, states) == 0
    assert not {LONGFENG, "badui"} & set(legal_texts(xf, states))
    states = course(xf, deal(BOTH, "J 6 7"), 0, "stop", "lift")
    assert not {LONGFENG, "badui"} & set(legal_texts(xf, states))
