"""What beats what: for every lead all the plays that may answer it, clause by clause."""

import pytest
from positions import act, count, legal_texts, seat_of
from xianniu_positions import (
    CLASSES,
    FOURS,
    LONGFENG,
    NIU,
    PLAIN,
    RANKS,
    XI,
    F,
    K,
    answers,
    at_grab,
    catalogue,
    course,
    deal,
    discard_all,
    plays,
    possible_answers,
    text,
)

# Levels of ranks, lowest first; J and T are one level.
LEVEL = {"A": 1, "2": 2, "3": 3, "5": 5, "6": 6, "7": 7, "8": 8, "9": 9, "T": 10, "J": 10, "Q": 12, "K": 13}


def higher(rank: str) -> str:
    """All ranks of a higher level, but the 6 above a 3."""
    return "".join(other for other in RANKS if LEVEL[other] > LEVEL[rank] and (rank, other) != ("3", "6"))


def check(game, lead: str, expected: set[str]) -> None:
    """Exactly the plays expected answer the lead, as far as they can be in another hand than it."""
    assert answers(game, lead) == expected & set(possible_answers(lead, plays(game.id))), lead


def some(texts: list[str]) -> list[str]:
    """The leads to try: all of them, or about 8 of a row where the rules run as plain Python."""
    return texts[:: count(1, 1 + len(texts) // 8)]


def pairs(ranks: str) -> set[str]:
    """All plain pairs of these ranks."""
    return {f"{name} {name}" for name in CLASSES if name[0] in ranks}


# 1. Single, pair, triple, liang


def test_beats_1_a_single_is_beaten_by_singles_of_a_higher_level(game):
    for name in CLASSES:
        ranks = higher(name[0]) + ("6" if name == "3" and game.id == K else "")
        check(game, name, {single for single in CLASSES if single[0] in ranks})


def test_beats_1_2_a_pair_is_beaten_by_pairs_of_a_higher_level_and_by_niu(game):
    for pair in some(catalogue(game.id)["pair"]):
        check(game, pair, pairs(higher(pair[0])) | ({"9r 9b"} if pair != "K K" else set()))


def test_beats_1_2_a_triple_is_beaten_by_triples_of_a_higher_level_and_by_niu(game):
    for triple in some(catalogue(game.id)["triple"]):
        above = {" ".join(rank * 3) for rank in higher(triple[0]) if rank in PLAIN}
        check(game, triple, above | ({"9r 9r 9b", "9r 9b 9b"} if triple != "K K K" else set()))


def test_beats_1_a_liang_is_beaten_by_liang_of_a_higher_level(game):
    """In K by 8 T K K K K besides, as 7 says."""
    for rank in some([*RANKS]):
        above = {FOURS[other] for other in higher(rank)}
        check(game, FOURS[rank], above | ({"8 T K K K K"} if game.id == K and rank != "K" else set()))


@pytest.mark.parametrize("size", [1, 2, 3, 4])
def test_beats_1_six_and_three_do_not_beat_each_other(game, size):
    three, six = " ".join("3" * size), " ".join("6" * size)
    assert answers(game, six, [three]) == set()
    assert answers(game, three, [six]) == ({six} if game.id == K and size == 1 else set())


@pytest.mark.parametrize("size", [1, 2, 3, 4])
def test_beats_1_t_and_j_are_equal(game, size):
    t, j = " ".join("T" * size), " ".join("J" * size)
    assert answers(game, t, [j]) == answers(game, j, [t]) == set()


def test_beats_1_a_plain_pair_of_5s_or_9s_has_its_natural_level(game):
    assert answers(game, "3 3", ["5r 5r", "5b 5b", "6 6"]) == {"5r 5r", "5b 5b"}
    assert answers(game, "5r 5r", ["3 3", "5b 5b", "6 6", "8 8", "9r 9r", "9b 9b"]) == {"6 6", "8 8", "9r 9r", "9b 9b"}
    assert answers(game, "8 8", ["9r 9r", "9b 9b", "5r 5r"]) == {"9r 9r", "9b 9b"}
    assert answers(game, "9b 9b", ["9r 9r", "8 8", "T T", "J J"]) == {"T T", "J J"}


def test_beats_1_four_5s_and_four_9s_are_liang_of_level_5_and_9(game):
    assert answers(game, FOURS["3"], [FOURS["5"], FOURS["9"]]) == {FOURS["5"], FOURS["9"]}
    assert answers(game, FOURS["5"], [FOURS["3"], FOURS["6"], FOURS["9"]]) == {FOURS["6"], FOURS["9"]}
    assert answers(game, FOURS["9"], [FOURS["8"], FOURS["T"], FOURS["J"]]) == {FOURS["T"], FOURS["J"]}


def test_beats_1_the_best_play_must_be_beaten_and_not_the_lead(xf):
    """3 < 5 < 6, though a 6 does not beat a 3."""
    hands = deal("3", "5r", "6 3 2")
    states = course(xf, hands, 0, "3", "5r")
    discard_all(xf, states)
    assert seat_of(xf, states) == 2
    assert "6" in legal_texts(xf, states)
    assert not {"3", "2", "5r", "5b"} & set(legal_texts(xf, states))


# 2. Niu


@pytest.mark.parametrize("niu", NIU)
def test_beats_2_a_niu_cannot_be_beaten(game, niu):
    check(game, niu, set())


def test_beats_2_a_niu_beats_pairs_and_triples_but_kings_and_nothing_else(game):
    kinds = catalogue(game.id)
    for lead in some(plays(game.id)):
        beaten = lead[0] != "K" and (lead in kinds["pair"] or lead in kinds["triple"])
        size = len(lead.split())
        expected = {niu for niu in possible_answers(lead, NIU) if beaten and len(niu.split()) == size}
        assert answers(game, lead, NIU) == expected, lead


@pytest.mark.parametrize("kings", ["K", "K K", "K K K", "K K K K"])
def test_beats_2_kings_cannot_be_beaten(game, kings):
    check(game, kings, set())


# 3. Xi


@pytest.mark.parametrize("xi", XI)
def test_beats_3_nothing_beats_xi(game, xi):
    check(game, xi, set())


def test_beats_3_xi_beats_nothing(game):
    for lead in some(plays(game.id)):
        assert answers(game, lead, XI) == set(), lead


# 4. Yu, bai, yu-liang, bai-liang, 8-T-K^n


def test_beats_4_yu_is_beaten_by_as_many_sets_of_bai(game):
    """In F a single yu by 8 T K K K K besides, as 6 says."""
    for number, (yu, bai) in enumerate(zip(catalogue(game.id)["yu"], catalogue(game.id)["bai"], strict=True)):
        check(game, yu, {bai} | ({"8 T K K K K"} if game.id == F and number == 0 else set()))


def test_beats_4_any_bai_liang_beats_any_yu_liang(game):
    for lead in catalogue(game.id)["yu-liang"]:
        check(game, lead, set(catalogue(game.id)["bai-liang"]))


@pytest.mark.parametrize("kind", ["bai", "bai-liang", "8-T-K^n"])
def test_beats_4_nothing_beats_bai_bai_liang_and_8_t_kings(game, kind):
    for lead in catalogue(game.id).get(kind, []):
        check(game, lead, set())


def test_beats_4_bai_bai_liang_and_8_t_kings_beat_nothing_but_yu(game):
    """But liang as 7 says in K."""
    kinds = catalogue(game.id)
    eaters = [*kinds["bai"], *kinds["bai-liang"], *kinds.get("8-T-K^n", [])]
    spared = [lead for kind, row in kinds.items() if kind not in ("yu", "yu-liang") for lead in row]
    for lead in some(spared):
        seven = {"8 T K K K K"} if game.id == K and lead in kinds["liang"] and lead != FOURS["K"] else set()
        assert answers(game, lead, eaters) == seven & set(possible_answers(lead, eaters)), lead


# 5. Xi-bao-liang


def test_beats_5_xi_bao_liang_of_six_is_beaten_by_one_with_a_higher_liang(xf):
    for rank in some([rank for rank in RANKS if rank != "5"]):
        lead = text([*"5r 5b".split(), *FOURS[rank].split()])
        check(xf, lead, {text(["5r", "5b", *FOURS[other].split()]) for other in higher(rank) if other != "5"})


def test_beats_5_xi_bao_liang_of_seven_cannot_be_beaten(xf):
    for lead in some([lead for lead in catalogue(xf.id)["xi-bao-liang"] if len(lead.split()) == 7]):
        check(xf, lead, set())


def test_beats_5_xi_bao_liang_beats_nothing_else(xf):
    kinds = catalogue(xf.id)
    for lead in some([lead for kind, row in kinds.items() if kind != "xi-bao-liang" for lead in row]):
        assert answers(xf, lead, kinds["xi-bao-liang"]) == set(), lead


def test_beats_5_the_exception_for_3_and_6_holds_in_xi_bao_liang(xf):
    assert answers(xf, "3 3 3 3 5r 5b", ["5r 5b 6 6 6 6", "5r 5b 7 7 7 7"]) == {"5r 5b 7 7 7 7"}
    assert answers(xf, "5r 5b 6 6 6 6", ["3 3 3 3 5r 5b"]) == set()


def test_beats_5_xi_bao_liang_of_t_and_of_j_are_equal(xf):
    assert answers(xf, "5r 5b T T T T", ["5r 5b J J J J"]) == answers(xf, "5r 5b J J J J", ["5r 5b T T T T"]) == set()


# 6. 8 T K K K K against a single yu (F)


def test_beats_6_8_t_k_k_k_k_beats_a_single_yu_in_f_only(game):
    found = answers(game, "A 2 3", ["8 T K K K K", "8 8 8 8 T K", "8 T T T T K", "8 T K K", "8 T K K K", "8 8 T T K K"])
    assert found == ({"8 T K K K K"} if game.id == F else set())


@pytest.mark.parametrize(("niu", "room"), [("9r 9b", 6), ("9r 9r 9b", 5)])
def test_beats_6_8_t_k_k_k_k_must_fit_the_room(f, niu, room):
    hands = deal("5r 5b 9r 9r 9b A A A 2 2 2 3 3 3 Q Q", "8 T K K K K", "8 8 8")
    states = course(f, hands, 0, "5r 5b", "A A 2 2 3 3", niu, "A 2 3")
    assert seat_of(f, states) == 1
    assert legal_texts(f, states) == ["8 T K", *(["8 T K K K K"] if room == 6 else [])]


# 7. 8 T K K K K against liang (K)


def test_beats_7_8_t_k_k_k_k_beats_any_liang_that_four_kings_beat_in_k_only(game):
    for rank in RANKS.replace("8", "").replace("T", "").replace("K", ""):
        found = answers(game, FOURS[rank], ["8 T K K K K", "K K K K"])
        assert found == {"K K K K"} | ({"8 T K K K K"} if game.id == K else set())


@pytest.mark.parametrize(("niu", "room"), [("9r 9b", 6), ("9r 9r 9b", 5)])
def test_beats_7_8_t_k_k_k_k_must_fit_the_room(k, niu, room):
    hands = deal("5r 5b 9r 9r 9b A A 2 2 3 3 Q Q Q Q J", "8 T K K K K", "8 8 8")
    states = course(k, hands, 0, "5r 5b", "A A 2 2 3 3", niu, "Q Q Q Q")
    assert seat_of(k, states) == 1
    assert legal_texts(k, states) == [*(["8 T K K K K"] if room == 6 else []), "K K K K"]


# 8. Grabs


def test_beats_8_longfeng_is_captured_without_an_answer(game):
    """The other seats hold bai and as many cards as before; the captor is asked to lead."""
    hands = deal(f"{LONGFENG} 6 6 6 Q", "8 8 T T K 9r 9b 7", "K")
    states = at_grab(game, hands)
    act(game, states, LONGFENG)
    assert seat_of(game, states) == 0
    assert [len(hand) for hand in game.hands(states[0])] == [4, 16, 16]
    assert "6 6 6" in legal_texts(game, states)


def test_beats_8_badui_is_captured_without_an_answer(game):
    """Even of another badui."""
    hands = deal("A A 2 2 3 3 6 6 7 7 8 8 J J Q Q", "A A 2 2 3 3 6 6 7 7 8 8 K K K K")
    states = at_grab(game, hands)
    act(game, states, "badui")
    assert seat_of(game, states) == -1
    assert game.scores(states)[0, 0] > 0


# Option mu_pairs = "mapped" (F)

# The pairs that beat a pair, besides T T to K K; niu beat them all.
MAPPED = {
    "A A": ["2 2", "3 3", "5r 5r", "5b 5b", "6 6", "7 7", "8 8", "9r 9r", "9b 9b"],
    "2 2": ["3 3", "5r 5r", "5b 5b", "6 6", "7 7", "8 8", "9r 9r", "9b 9b"],
    "3 3": ["5b 5b", "7 7", "8 8", "9r 9r", "9b 9b"],
    "5r 5r": ["5b 5b", "7 7", "8 8", "9r 9r", "9b 9b"],
    "5b 5b": ["7 7", "8 8", "9r 9r", "9b 9b"],
    "6 6": ["7 7", "8 8", "9r 9r", "9b 9b"],
    "7 7": ["8 8", "9r 9r", "9b 9b"],
    "8 8": ["9b 9b"],
    "9r 9r": ["9b 9b"],
    "9b 9b": [],
}


@pytest.mark.parametrize("lead", MAPPED)
def test_option_mu_pairs_mapped_pairs_of_one_colour_count_as_pairs_of_other_ranks(mapped, lead):
    check(mapped, lead, {*MAPPED[lead], "T T", "J J", "Q Q", "K K", "9r 9b"})


@pytest.mark.parametrize("lead", ["T T", "J J", "Q Q", "K K"])
def test_option_mu_pairs_mapped_leaves_higher_pairs_as_they_are(mapped, f, lead):
    assert answers(mapped, lead) == answers(f, lead)


def test_option_mu_pairs_mapped_is_about_pairs_only(mapped, f):
    kinds = catalogue(F)
    for lead in some([lead for kind, row in kinds.items() if kind != "pair" for lead in row][::3]):
        assert answers(mapped, lead) == answers(f, lead), lead
