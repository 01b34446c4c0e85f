"""The plain xianniu oracle against positions with known answers."""

import json
import random
from pathlib import Path

import pytest
from oracles import xianniu
from oracles.xianniu import Capture, F, K, Lift, Play, X

CASES = json.loads((Path(__file__).parent / "cases" / "xianniu.json").read_text(encoding="utf-8"))["cases"]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_position(case):
    play = xianniu.Round(case["ruleset"], case["hands"], case["leader"], **case["options"])
    for text in case["actions"]:
        play.play(text)
    assert play.seat == case["seat"]
    if case["legal"] is not None:
        assert play.legal() == case["legal"]
    if case["scores"] is not None:
        assert play.scores == case["scores"]


# ---- plays ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("ruleset", "number"), [(X, 101), (F, 105), (K, 62)])
def test_number_of_plays_without_the_grabs(ruleset, number):
    assert len(xianniu.catalogue(ruleset)) == number


def beaten_by(ruleset, text, room=16, **options):
    plays = xianniu.catalogue(ruleset)
    return {play.text for play in plays.values() if xianniu.beats(ruleset, play, plays[text], room, **options)}


NIU = {"9r 9b"}


@pytest.mark.parametrize(
    ("best", "answers"),
    [
        ("7 7", {"8 8", "9r 9r", "9b 9b"}),
        ("8 8", {"9b 9b"}),  # red 9s are a pair of 8s
        ("9r 9r", {"9b 9b"}),
        ("2 2", {"3 3", "5r 5r", "5b 5b", "6 6", "7 7", "8 8", "9r 9r", "9b 9b"}),
        ("3 3", {"5b 5b", "7 7", "8 8", "9r 9r", "9b 9b"}),
        ("5r 5r", {"5b 5b", "7 7", "8 8", "9r 9r", "9b 9b"}),  # red 5s are a pair of 3s
        ("5b 5b", {"7 7", "8 8", "9r 9r", "9b 9b"}),
        ("6 6", {"7 7", "8 8", "9r 9r", "9b 9b"}),
        ("9b 9b", set()),
    ],
)
def test_mapped_pairs(best, answers):
    assert beaten_by(F, best, mu_pairs="mapped") == answers | NIU | {"T T", "J J", "Q Q", "K K"}


@pytest.mark.parametrize(
    ("ruleset", "best", "room", "answers"),
    [
        (F, "A 2 3", 6, {"8 T K", "8 T K K K K"}),
        (F, "A 2 3", 5, {"8 T K"}),
        (X, "A 2 3", 16, {"8 T K"}),
        (K, "Q Q Q Q", 6, {"K K K K", "8 T K K K K"}),
        (K, "Q Q Q Q", 5, {"K K K K"}),
        (K, "K K K K", 16, set()),
        (K, "A A A A 2 3", 6, {"8 T K K K K"}),
        (F, "A 2 2 2 2 3", 6, {"8 8 8 8 T K", "8 T T T T K", "8 T K K K K"}),
    ],
)
def test_what_eats_yu_and_liang(ruleset, best, room, answers):
    assert beaten_by(ruleset, best, room) == answers


# ---- scores ---------------------------------------------------------------------------------------------------------


def captures(ruleset, *texts, late=False):
    return [Capture(xianniu.catalogue(ruleset)[text], late) for text in texts]


def test_worked_score_1():
    own = captures(K, "9r 9b 9b", "5r 5b", "5r 5b", "A", "2", "3", "6", "7", "8")
    assert xianniu.score(K, [own, [], []], [Lift(1, 0, 10)]) == [35, -28, -7]


def test_worked_score_2():
    both = captures(X, "K K", "Q Q Q Q"), captures(X, "9r 9b", "K K", "T T")
    assert xianniu.score(X, [*both, []], []) == [2, 2, -4]


def test_worked_score_3():
    assert xianniu.score(X, [[], [], [Capture(xianniu.LONGFENG)]], []) == [-5, -5, 10]


def test_last_lift_of_the_winner_itself_before_eleven_counts():
    own = captures(X, "K", "Q Q Q Q", "J J J J", "T T"), captures(X, "A")
    lifts = [Lift(1, 0, 1), Lift(2, 0, 9), Lift(1, 0, 11), Lift(0, 1, 0)]
    assert xianniu.score(X, [*own, []], lifts) == [4 * 2 + 6, -4, -8 - 2]


def test_fees_of_a_round_that_nobody_wins():
    lifts = [Lift(1, 0, 0), Lift(2, 1, 0)]
    assert xianniu.score(K, [[], [], []], lifts) == [2, 0, -2]
    assert xianniu.score(F, [[], [], []], lifts) == [0, 0, 0]


def test_late_xi_leaves_its_liang():
    texts = "5r 5b 7 7 7 7", "5r 5b"
    assert xianniu.score(F, [captures(F, *texts), [], []], []) == [12, -6, -6]
    assert xianniu.score(F, [captures(F, *texts, late=True), [], []], []) == [4, -2, -2]


@pytest.mark.parametrize(
    ("fives_and_nines", "points"),
    [("5r 5b", 2), ("5r 5r", 0), ("5r 5r 9b 9b", 0), ("5r 5b 9r 9b", 4), ("5r 5r 5b 5b 9r 9b", 6)],
)
def test_eight_pairs_of_k_count_their_couples(fives_and_nines, points):
    cards = fives_and_nines.split()
    pairs = Play("badui", "badui", (*cards, *"AA22336677JJQQKK"[: 16 - len(cards)]))
    assert xianniu.score(K, [[Capture(pairs)], [], []], []) == [2 * points + 18, -points - 9, -points - 9]


def test_kkk_and_8tk_count_two_together():
    assert xianniu.score(K, [captures(K, "K K K", "8 T K"), [], []], []) == [4, -2, -2]
    assert xianniu.score(K, [captures(K, "K K", "K", "8 T K"), [], []], []) == [0, 0, 0]


# ---- the course -----------------------------------------------------------------------------------------------------

HANDS = [
    "Kc Kd Kh Ks Qc Qd Qh Qs Jc Jd Jh Js Tc Td Th 8c",
    "Ac Ad Ah As 2c 2d 2h 2s 3c 3d 3h 3s 6c 6d 6h Ts",
    "5d 5h 5c 5s 6s 7c 7d 7h 7s 8d 8h 8s 9d 9h 9c 9s",
]


def test_k_tightens_all_three_the_leader_last():
    hands = [
        "Ac Ad 2c 2d 3c 3d 9d 9h 9c 5d 5h 5c 7c 7d 7h 7s",
        "8c Tc Kc Kd Kh Ks Qc Qd Qh Jc Jd Jh 6c 6d Ah 2h",
        "As 2s 3h 3s 5s 6h 6s 8d 8h 8s 9s Td Th Ts Js Qs",
    ]
    play = xianniu.Round(K, hands, 0)
    for text in ("A A 2 2 3 3", "9r 9r 9b", "7 7 7 7", "K K K K", "tighten"):
        play.play(text)
    asked = []
    while "stop" not in play.legal():
        asked.append(play.seat)
        play.play(play.legal()[0])
    assert asked == [2] * 13 + [1] * 9  # seat 0 holds no more than the room
    assert play.seat == 1
    assert [len(hand) for hand in play.hands] == [3, 3, 3]


def test_void_scores_nothing():
    play = xianniu.Round(F, HANDS, 1)
    play.play("void")
    assert play.seat is None
    assert play.scores == [0, 0, 0]


def test_chance_may_name_the_leader_later():
    play = xianniu.Round(X, HANDS)
    assert play.needs_leader
    play.lead(2)
    assert play.seat == 2
    assert not play.needs_leader
    with pytest.raises(ValueError, match="known"):
        play.lead(0)


def test_refusals():
    with pytest.raises(ValueError, match="not the deck"):
        xianniu.Round(X, [HANDS[0], HANDS[0], HANDS[2]], 0)
    with pytest.raises(ValueError, match="no option four_xi"):
        xianniu.Round(K, HANDS, 0, four_xi=2)
    with pytest.raises(ValueError, match="mu_pairs is one of"):
        xianniu.Round(F, HANDS, 0, mu_pairs="other")
    with pytest.raises(ValueError, match="may not 'lift'"):
        xianniu.Round(X, HANDS, 0).play("lift")


@pytest.mark.parametrize("ruleset", xianniu.RULESETS)
def test_random_rounds_keep_the_books(ruleset):
    rng = random.Random(1)
    for _ in range(60):
        deck = rng.sample(xianniu.DECK, 48)
        play = xianniu.Round(ruleset, [deck[:16], deck[16:32], deck[32:]], rng.randrange(3))
        decisions = 0
        while play.seat is not None:
            play.play(rng.choice(play.legal()))
            assert sum(play.standing()) == 0
            assert 0 <= play.room <= 16
            decisions += 1
        assert decisions <= 95
        assert play.scores == play.standing()
