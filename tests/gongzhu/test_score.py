"""Score of a hand (one deck): the table row by row, the numbered clauses, and whole hands played out."""

from itertools import product

import numpy as np
import pytest
from positions import (
    HEARTS,
    RANKS,
    SCORE_CARDS,
    Tricks,
    act,
    count,
    play,
    random_actions,
    sales,
    seat_of,
    two_runs,
)

MARK = {"keep": "", "dark": "*", "open": "!"}
HOW = ("keep", "dark", "open")
ONE_TWO_FOUR = {"keep": 1, "dark": 2, "open": 4}
POINTS = dict(zip(HEARTS, (0, 0, 0, -10, -10, -10, -10, -10, -10, -20, -30, -40, -50), strict=True))


def score(game, taken: str, ace: str = "keep") -> int:
    """The score of the taken cards; `ace`: how the heart ace was sold by whoever held it."""
    return game.family.hand_score(game.ruleset, taken.split(), [] if ace == "keep" else [ace])


def all_hearts(ace: str) -> str:
    return " ".join([*HEARTS[:-1], "Ah" + MARK[ace]])


# The table


def test_score_table_nothing_taken_is_nothing(game):
    assert score(game, "") == 0
    assert score(game, "As 2c Kd 9d", "open") == 0


def test_score_table_pig(game):
    assert score(game, "Qs") == -100


def test_score_table_pig_dark(game):
    assert score(game, "Qs*") == -200


def test_score_table_pig_open(game):
    assert score(game, "Qs!") == -400


def test_score_table_sheep(game):
    assert score(game, "Jd") == 100


def test_score_table_sheep_dark(game):
    assert score(game, "Jd*") == 200


def test_score_table_sheep_open(game):
    assert score(game, "Jd!") == 400


@pytest.mark.parametrize("card", HEARTS)
def test_score_table_points_of_each_heart(game, card):
    assert score(game, card) == POINTS[card]


def test_score_table_hearts_together_are_200(game):
    assert sum(POINTS.values()) == -200
    assert score(game, " ".join(HEARTS[1:])) == -200
    assert score(game, " ".join(HEARTS[:-1])) == -150


@pytest.mark.parametrize("ace", HOW)
def test_score_table_hearts_factor_holds_for_whoever_takes_hearts(game, ace):
    """With the ace itself or without it, one seat's hearts or another's."""
    assert score(game, "5h Kh", ace) == -50 * ONE_TWO_FOUR[ace]
    assert score(game, "5h Kh Ah" + MARK[ace], ace) == -100 * ONE_TWO_FOUR[ace]
    assert score(game, "2h", ace) == 0


@pytest.mark.parametrize(("how", "factor"), [("keep", 2), ("dark", 4), ("open", 8)])
def test_score_table_transformer_factor(game, how, factor):
    card = "Tc" + MARK[how]
    assert score(game, f"{card} Qs") == -100 * factor
    assert score(game, f"{card} Jd") == 100 * factor
    assert score(game, f"{card} Kh") == -40 * factor


@pytest.mark.parametrize(("how", "points"), [("keep", 50), ("dark", 100), ("open", 200)])
def test_score_table_transformer_and_no_other_score_card(game, how, points):
    assert score(game, "Tc" + MARK[how]) == points


@pytest.mark.parametrize(("ace", "points"), [("keep", 200), ("dark", 400), ("open", 800)])
def test_score_table_all_hearts(game, ace, points):
    assert score(game, all_hearts(ace), ace) == points


@pytest.mark.parametrize("transformer", HOW)
@pytest.mark.parametrize("ace", HOW)
def test_score_table_everything(game, ace, transformer):
    taken = f"{all_hearts(ace)} Qs Jd Tc{MARK[transformer]}"
    assert score(game, taken, ace) == 1600 * ONE_TWO_FOUR[ace] * ONE_TWO_FOUR[transformer]


# The numbered clauses


@pytest.mark.parametrize("pig", HOW)
@pytest.mark.parametrize("sheep", HOW)
def test_score_1_everything_how_pig_and_sheep_were_sold_does_not_matter(game, pig, sheep):
    assert score(game, f"{all_hearts('keep')} Qs{MARK[pig]} Jd{MARK[sheep]} Tc") == 1600


@pytest.mark.parametrize("missing", SCORE_CARDS)
def test_score_1_everything_but_one_card_is_not_everything(game, missing):
    taken = [card for card in SCORE_CARDS if card != missing]
    expected = {"Qs": (200 + 100) * 2, "Jd": (200 - 100) * 2, "Tc": 200}.get(missing)
    if expected is None:
        expected = (-200 - POINTS[missing]) * 2
    assert score(game, " ".join(taken)) == expected


@pytest.mark.parametrize("ace", HOW)
def test_score_2_twelve_hearts_are_counted_by_their_points(game, ace):
    twelve = " ".join([*HEARTS[1:-1], "Ah" + MARK[ace]])
    assert score(game, twelve, ace) == -200 * ONE_TWO_FOUR[ace]


@pytest.mark.parametrize(("ace", "pig", "sheep"), list(product(HOW, HOW, HOW)))
def test_score_3_without_the_transformer_hearts_pig_and_sheep_add_up(game, ace, pig, sheep):
    hearts = -70 * ONE_TWO_FOUR[ace]
    pig_points, sheep_points = -100 * ONE_TWO_FOUR[pig], 100 * ONE_TWO_FOUR[sheep]
    taken = f"4h 9h Th Jh Qh Qs{MARK[pig]} Jd{MARK[sheep]}"
    assert score(game, taken, ace) == hearts + pig_points + sheep_points
    assert score(game, f"{all_hearts(ace)} Qs{MARK[pig]} Jd{MARK[sheep]}", ace) == (
        200 * ONE_TWO_FOUR[ace] + pig_points + sheep_points
    )


@pytest.mark.parametrize(("ace", "pig", "sheep", "transformer"), list(product(HOW, HOW, HOW, HOW)))
def test_score_4_with_the_transformer_the_sum_is_multiplied(game, ace, pig, sheep, transformer):
    factor = 2 * ONE_TWO_FOUR[transformer]
    hearts = -70 * ONE_TWO_FOUR[ace]
    pig_points, sheep_points = -100 * ONE_TWO_FOUR[pig], 100 * ONE_TWO_FOUR[sheep]
    tc = "Tc" + MARK[transformer]
    taken = f"4h 9h Th Jh Qh Qs{MARK[pig]} Jd{MARK[sheep]} {tc}"
    assert score(game, taken, ace) == (hearts + pig_points + sheep_points) * factor
    assert score(game, f"{all_hearts(ace)} Qs{MARK[pig]} {tc}", ace) == (200 * ONE_TWO_FOUR[ace] + pig_points) * factor


@pytest.mark.parametrize("other", ["2h", "3h", "4h", "Qs Jd", "Qs* Jd*", "2h 3h 4h"])
def test_score_4_if_the_rest_sums_to_0_the_score_is_0(game, other):
    """The hearts worth 0 are score cards too: the transformer with them is not alone."""
    for transformer in ("Tc", "Tc*", "Tc!"):
        assert score(game, f"{other} {transformer}") == 0


@pytest.mark.parametrize("other", ["2c As 9d Kd", "Jc Js Qd"])
def test_score_5_cards_that_do_not_score_leave_the_transformer_alone(game, other):
    assert score(game, f"Tc {other}") == 50


def test_score_5_a_sold_heart_ace_elsewhere_leaves_the_lone_row(game):
    assert score(game, "Tc!", "open") == 200


# Worked


def test_score_worked_all_hearts_ace_dark_pig_dark_transformer_open(game):
    assert score(game, f"{all_hearts('dark')} Qs* Tc!", "dark") == 1600


def test_score_worked_small_takes(game):
    assert score(game, "5h 6h Jd") == 80
    assert score(game, "5h 6h Jd Tc") == 160
    assert score(game, "2h Tc") == 0


def test_score_worked_all_hearts_sheep_and_transformer(game):
    assert score(game, f"{all_hearts('keep')} Jd Tc") == 600


# Whole hands


def rewards(game, by_seat: list[int]) -> list[int]:
    """What the seats are given when these are the scores of their own takes."""
    if game.id == "gongzhu_partners_v0":
        sides = (by_seat[0] + by_seat[2], by_seat[1] + by_seat[3])
        return [sides[0], sides[1], sides[0], sides[1]]
    return by_seat


WHOLE_HANDS = {
    # name: (two_runs arguments, sold, scores of the seats' own takes)
    "pig and a heart; the rest": (("s", "c", 7, "Kh 2h 3h"), {}, [-140, (-160 + 100) * 2, 0, 0]),
    "pig open, sheep dark, transformer kept": (
        ("s", "c", 7, "Kh 2h"),
        {"Qs": "open", "Jd": "dark"},
        [-440, (-160 + 200) * 2, 0, 0],
    ),
    "ace dark: the hearts of both seats count double": (
        ("s", "c", 7, "Kh 2h Tc"),
        {"Ah": "dark"},
        [(-80 - 100) * 2, -320 + 100, 0, 0],
    ),
    "ace open, transformer dark": (
        ("s", "c", 7, "Th 9h"),
        {"Ah": "open", "Tc": "dark"},
        [-80 - 100, (-720 + 100) * 4, 0, 0],
    ),
    "all hearts and the dark sheep, ace open: exactly 1000": (
        ("h", "s", 7, "Jd"),
        {"Ah": "open", "Jd": "dark", "Qs": "open"},
        [1000, (-400) * 2, 0, 0],
    ),
    "seats 0 and 2 share the score cards": (
        ("s", "c", 7, "Kh 2h", (0, 2)),
        {"Qs": "open"},
        [-440, 0, (-160 + 100) * 2, 0],
    ),
    "seats 1 and 3 share all hearts: not all hearts of one": (
        ("s", "c", 7, "Kh 2h Tc Jd", (1, 3)),
        {"Tc": "open"},
        [0, (-40 - 100 + 100) * 8, 0, -160],
    ),
}


@pytest.mark.parametrize("name", WHOLE_HANDS)
def test_score_whole_hand(game, name):
    arguments, sold, expected = WHOLE_HANDS[name]
    hands, leader, plays = two_runs(*arguments)
    states = play(game, hands, leader, [*sales(hands, **sold), *plays])
    assert seat_of(game, states) == -1
    assert game.scores(states)[0].tolist() == rewards(game, expected)


def play_everything(game, **sold):
    """A seat with all spades leads and takes all the cards."""
    hands = [[rank + suit for rank in RANKS] for suit in "schd"]
    states = play(game, hands, 0, sales(hands, **sold))
    while seat_of(game, states) >= 0:
        game.apply(states, np.argmax(game.legal(states), axis=1).astype(np.int32))
    return states


@pytest.mark.parametrize("transformer", HOW)
@pytest.mark.parametrize("ace", HOW)
def test_score_whole_hand_everything(game, ace, transformer):
    states = play_everything(game, Ah=ace, Tc=transformer, Qs="open")
    points = 1600 * ONE_TWO_FOUR[ace] * ONE_TWO_FOUR[transformer]
    assert game.scores(states)[0].tolist() == rewards(game, [points, 0, 0, 0])


def test_score_partners_takes_are_each_seats_own(partners):
    """Two partners who took all the score cards between them are paid neither all hearts nor everything."""
    hands, leader, plays = two_runs("s", "c", 7, "Kh 2h", (0, 2))
    states = play(partners, hands, leader, [*sales(hands), *plays])
    side = -140 + (-160 + 100) * 2
    assert partners.scores(states)[0].tolist() == [side, 0, side, 0]


def test_score_of_random_hands_is_that_of_the_cards_taken(game):
    rng = np.random.default_rng(21)
    for seed in range(count(150, 10)):
        states = game.new(1)
        game.deal(states, seed)
        hands, tricks = game.hands(states[0]), Tricks()
        while (seat := seat_of(game, states)) >= 0:
            text = game.text(int(random_actions(game, states, rng)[0]))
            act(game, states, text)
            if text.startswith("sell"):
                tricks.sell(seat, hands[seat], text)
            else:
                tricks.play(seat, text)
        assert game.scores(states)[0].tolist() == rewards(game, tricks.scores(game))


def test_score_standing_ends_equal_to_the_score(game):
    states = game.new(8)
    game.deal(states, np.arange(8))
    rng = np.random.default_rng(22)
    assert not game.standing(states).any()
    while (game.seat(states) >= 0).all():
        game.apply(states, random_actions(game, states, rng))
    assert (game.standing(states) == game.scores(states)).all()
