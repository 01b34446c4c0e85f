"""The plain gongzhu oracle against positions with known answers."""

import json
from pathlib import Path

import pytest
from oracles import gongzhu

CASES = json.loads((Path(__file__).parent / "cases" / "gongzhu.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("case", CASES["cases"], ids=lambda case: case["name"])
def test_position(case):
    options = {key: value for key, value in case["options"].items() if key in ("sale", "max_hands")}
    kind = gongzhu.Match if case["options"].get("episode") == "match" else gongzhu.Round
    play = kind(case["ruleset"], case["hands"], case["leader"], **options)
    for text in case["actions"]:
        play.play(text)
    assert play.seat == case["seat"]
    if case["legal"] is not None:
        assert play.legal() == case["legal"]
    if case["scores"] is not None:
        assert play.scores == case["scores"]


@pytest.mark.parametrize("case", CASES["settle"], ids=lambda case: f"{case['ruleset']} {case['totals']}")
def test_settlement(case):
    assert gongzhu.settle(case["ruleset"], case["totals"]) == case["settle"]


@pytest.mark.parametrize("case", CASES["hand_score"], ids=lambda case: f"{case['decks']} {' '.join(case['taken'])}")
def test_hand_score(case):
    assert gongzhu.hand_score(case["decks"], case["taken"], case["sold_aces"]) == case["score"]


@pytest.mark.parametrize(
    ("ruleset", "totals", "complaint"),
    [
        ("gongzhu_v0", [999, -999, 0, 0], "do not end"),
        ("gongzhu_double_v0", [3999, -3999, 1000, -1000], "do not end"),
        ("gongzhu_partners_v0", [999, -999], "do not end"),
        ("gongzhu_partners_v0", [1000, 0, 1000, 0], "too many"),
        ("gongzhu_v0", [1000, 0], "too few"),
    ],
)
def test_settlement_needs_totals_that_end_a_match(ruleset, totals, complaint):
    with pytest.raises(ValueError, match=complaint):
        gongzhu.settle(ruleset, totals)


# ---- matches: the case file has none --------------------------------------------------------------------------------

SUITS = [[rank + suit for rank in gongzhu.RANKS] for suit in "cdhs"]  # a suit a seat: whoever leads takes everything


def play_first_legal(play):
    """Play a hand to its end: sell nothing, then always the first legal text."""
    while not play.needs_deal and play.seat is not None:
        play.play("sell keep" if "sell keep" in play.legal() else play.legal()[0])


def test_two_of_clubs_leads_the_first_hand():
    assert gongzhu.Round("gongzhu_v0", SUITS, sale=False).seat == 0
    assert gongzhu.Round("gongzhu_v0", SUITS, leader=2, sale=False).seat == 2


def test_match_ends_at_the_limit_and_is_settled():
    match = gongzhu.Match("gongzhu_v0", SUITS)
    play_first_legal(match)
    assert match.totals == [1600, 0, 0, 0]
    assert match.scores == [33, -11, -11, -11]  # gap = 10 + INT(600 / 500)
    assert match.seat is None
    assert not match.truncated


def test_partners_match_counts_a_sides_score_once():
    match = gongzhu.Match("gongzhu_partners_v0", SUITS, leader=3)
    play_first_legal(match)
    assert match.totals == [0, 1600]
    assert match.scores == [-11, 22, -11, 22]


SHARED = [  # nobody is void early: a hand that does not end a match when the first legal text is played
    "2c 6c Tc Ac 5d 9d Kd 4h 8h Qh 3s 7s Js",
    "3c 7c Jc 2d 6d Td Ad 5h 9h Kh 4s 8s Qs",
    "4c 8c Qc 3d 7d Jd 2h 6h Th Ah 5s 9s Ks",
    "5c 9c Kc 4d 8d Qd 3h 7h Jh 2s 6s Ts As",
]


def test_taker_of_the_pig_leads_the_next_hand():
    match = gongzhu.Match("gongzhu_v0", SHARED)
    play_first_legal(match)
    assert match.needs_deal
    taker = match.round.pig_taker
    assert taker is not None
    assert "Qs" in match.round.taken[taker]
    rotated = SHARED[-taker + 1 :] + SHARED[: -taker + 1]  # give the club two to another seat
    match.deal(rotated)
    while match.legal()[0].startswith("sell"):
        match.play("sell keep")
    assert match.seat == taker


def test_max_hands_truncates_without_rewards():
    match = gongzhu.Match("gongzhu_v0", SHARED, max_hands=2)
    play_first_legal(match)
    assert match.scores is None
    match.deal(SHARED)
    play_first_legal(match)
    assert match.truncated
    assert match.scores == [0, 0, 0, 0]


def test_two_decks_the_chosen_holder_of_a_club_two_leads():
    hands = [SHARED[0].split() + SHARED[1].split(), SHARED[2].split() + SHARED[3].split()] * 2
    hand = gongzhu.Round("gongzhu_double_v0", hands, sale=False)
    assert hand.needs_leader
    with pytest.raises(ValueError, match="cannot be the first"):
        hand.lead(1)
    hand.lead(2)
    assert hand.seat == 2
    assert not hand.needs_leader


def test_illegal_actions_and_deals_are_refused():
    with pytest.raises(ValueError, match="not the deck"):
        gongzhu.Round("gongzhu_v0", [SUITS[0], SUITS[0], SUITS[2], SUITS[3]])
    hand = gongzhu.Round("gongzhu_v0", SUITS, leader=0)
    with pytest.raises(ValueError, match="may not '2c'"):
        hand.play("2c")  # the sale comes first
