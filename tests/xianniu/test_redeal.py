"""Dealing anew what a seat cannot know: nothing that it sees changes, the new world explains all that was seen."""

import itertools

import numpy as np
import pytest
from positions import act, count, legal_texts, play, seat_of, step_randomly
from scipy.special import comb
from scipy.stats import chisquare
from xianniu_positions import (
    CLASSES,
    DECK,
    LONGFENG,
    TOPS,
    K,
    at_grab,
    begin,
    classes,
    course,
    deal,
    may_grab,
    plays,
    take,
)

from stockyard import envs

ROWS = count(10, 2)
STEPS = count(100, 16)


def walk(game, seed: int):
    """Random rounds, decision by decision: yields (states, observers, redealt states, seeds)."""
    rng = np.random.default_rng(seed)
    states = game.new(ROWS)
    game.deal(states, rng.integers(0, 2**63, ROWS, dtype=np.uint64))
    for _ in range(STEPS):
        observers = rng.integers(0, 3, ROWS).astype(np.int8)
        seeds = rng.integers(0, 2**63, ROWS, dtype=np.uint64)
        redealt = states.copy()
        game.redeal_hidden(redealt, observers, seeds)
        yield states, observers, redealt, seeds
        if not step_randomly(game, states, rng).any():
            break


def worlds(game, states, observer: int, number: int):
    """Many new deals of a single round."""
    many = np.repeat(states, number).view(np.recarray)
    game.redeal_hidden(many, np.full(number, observer, dtype=np.int8), np.arange(number, dtype=np.uint64))
    return many


def told(game, state) -> list[tuple[int, str]]:
    """Every action so far with its seat, as the round keeps it."""
    return [(int(state.course_seats[i]), game.text(int(state.course[i]))) for i in range(int(state.length))]


def before_the_lead(text: str) -> bool:
    return text in ("keep", "decline")


# What stays


def test_redeal_leaves_observation_mask_and_description_as_they_were(any_game):
    for states, observers, redealt, _ in walk(any_game, 51):
        assert (any_game.observe(redealt, observers) == any_game.observe(states, observers)).all()
        assert (any_game.seat(redealt) == any_game.seat(states)).all()
        assert any_game.legal(redealt).any(axis=1).tolist() == (any_game.seat(states) >= 0).tolist()
        own = any_game.seat(states) == observers
        assert (any_game.legal(redealt)[own] == any_game.legal(states)[own]).all()
        for row in range(0, ROWS, 5):
            seat = int(observers[row])
            assert any_game.describe(redealt[row], seat) == any_game.describe(states[row], seat)


def test_redeal_keeps_the_own_hand_and_the_sizes_and_makes_a_deal_of_the_deck(any_game):
    for states, observers, redealt, _ in walk(any_game, 52):
        for row in range(0, ROWS, 2):
            seat = int(observers[row])
            before, after = any_game.hands(states[row]), any_game.hands(redealt[row])
            assert after[seat] == before[seat]
            assert [len(hand) for hand in after] == [len(hand) for hand in before]
            assert len({card for hand in after for card in hand}) == sum(len(hand) for hand in before)
            assert {card for hand in after for card in hand} <= set(DECK)


def test_redeal_keeps_what_was_seen_of_the_course(any_game):
    """All actions with their seats, but the others' discards, and their answers before the first lead."""
    for states, observers, redealt, _ in walk(any_game, 53):
        for row in range(0, ROWS, 2):
            observer = int(observers[row])
            seen = [
                [
                    (seat, text if seat == observer else any_game.public_text(any_game.action(text)))
                    for seat, text in told(any_game, state)
                    if seat == observer or not before_the_lead(text)
                ]
                for state in (states[row], redealt[row])
            ]
            assert seen[0] == seen[1]


# The new world is possible


def dealt(game, state) -> list[list[str]]:
    """A deal from which the course of a round can have come: the hands now and what has left them, suits at will."""
    counts = [classes(hand) for hand in game.hands(state)]
    for seat, text in told(game, state):
        if text in plays(game.id) or text == LONGFENG:
            counts[seat].update(text.split())
        elif text.startswith("discard"):
            counts[seat][text.removeprefix("discard ")] += 1
    left = list(DECK)
    return [take(left, number.elements()) for number in counts]


def check_replay(game, state, seen, observer: int) -> None:
    """The course of a redealt round, replayed from its deal, is legal throughout and looks the same at its end."""
    replayed = game.new(1)
    game.set_up(replayed, hands=dealt(game, state), leader=int(state.first_leader))
    for seat, text in told(game, state):
        assert seat_of(game, replayed) == seat
        assert text in legal_texts(game, replayed)
        act(game, replayed, text)
    who = np.array([observer])
    redealt = np.array([state], game.state_dtype).view(np.recarray)
    assert [classes(hand) for hand in game.hands(replayed[0])] == [classes(hand) for hand in game.hands(state)]
    assert (game.observe(replayed, who)[0] == seen).all()
    assert (game.observe_all(replayed, who) == game.observe_all(redealt, who)).all()
    assert game.legal(replayed).tolist() == game.legal(redealt).tolist()


def test_redeal_the_same_course_could_have_been_played_from_the_new_deal(any_game):
    for number, (states, observers, redealt, _) in enumerate(walk(any_game, 54)):
        seen = any_game.observe(states, observers)
        for row in range(number % 3, ROWS, 3):
            if "badui" not in [text for _, text in told(any_game, redealt[row])]:
                check_replay(any_game, redealt[row], seen[row], int(observers[row]))


SCRIPTS = {
    "tightened": (TOPS, ["Q Q Q Q", "K K K K", "J", "tighten", *["discard A"] * 4, "discard T"]),
    "tightened, then passed over": (TOPS, ["Q Q Q Q", "K K K K", "J", "tighten", "J", "T", "8"]),
    "lifted": (TOPS, ["Q Q Q Q", "K K K K", "J", "stop", "agree", "lift", "J", "8"]),
    "eaten": (TOPS, ["Q Q", "9r 9b", "8 8 8"]),
}


@pytest.mark.parametrize("name", SCRIPTS)
@pytest.mark.parametrize("observer", range(3))
def test_redeal_of_a_scripted_round_could_have_been_played(game, name, observer):
    hands, script = SCRIPTS[name]
    states = course(game, hands, 0, *script)
    seen = game.observe(states, np.array([observer]))[0]
    for world in worlds(game, states, observer, count(40, 3)):
        check_replay(game, world, seen, observer)


# What must-beat reveals


def test_redeal_a_seat_passed_over_on_a_single_holds_none_that_beats_it(game):
    """Seat 1 has 16 of the 19 other cards up to 6: all of these worlds are equally likely."""
    hands = deal("6 5r K K K K Q Q Q Q J J J T T T", "A A A A 2 2 2 2 3 3 3 3 6 6 6 5r", without=("", "5", ""))
    states = course(game, hands, 0, "6")
    rows = count(400, 30)
    low = {"A", "2", "3", "5r", "5b", "6"}
    kept = dict.fromkeys(["A", "5b", "6", "2"], 0)
    for world in worlds(game, states, 0, rows):
        hand = classes(game.hands(world)[1])
        assert set(hand) <= low
        for name in kept:
            kept[name] += hand[name]
    for name, number in {"A": 4, "2": 4, "6": 3, "5b": 2}.items():
        assert abs(kept[name] / rows / number - 16 / 18) < 5 * (16 / 18 * 2 / 18 / rows) ** 0.5 * number


def test_redeal_a_seat_passed_over_on_a_pair_holds_no_higher_pair_and_no_niu(game):
    hands = deal("7 7", "8 T J Q K 9r", "8 8", without=("", "89TJQK", ""))
    states = course(game, hands, 0, "7 7")
    singles = 0
    for world in worlds(game, states, 0, count(300, 20)):
        hand = classes(game.hands(world)[1])
        assert all(hand[name] <= 1 for name in CLASSES if name in ("8", "9r", "9b", "T", "J", "Q", "K"))
        assert not (hand["9r"] and hand["9b"])
        singles += hand["K"]
    assert singles


def test_redeal_a_seat_passed_over_on_a_yu_holds_no_bai(game):
    """And a seat that ate it holds what it ate it with no more."""
    hands = deal("A 2 3", "8 8 T T", "8 8 T T K K K K")
    states = course(game, hands, 0, "A 2 3")
    assert seat_of(game, states) == 2
    combined = set()
    for world in worlds(game, states, 0, count(300, 20)):
        hand = classes(game.hands(world)[1])
        assert not (hand["8"] and hand["T"] and hand["K"])
        combined.add((hand["8"] > 0, hand["T"] > 0, hand["K"] > 0))
        assert {"8", "T", "K"} <= set(classes(game.hands(world)[2]))
    assert len(combined) > 3


def test_redeal_a_seat_that_is_asked_can_beat(game):
    states = course(game, deal("Q Q", "K K"), 0, "Q Q")
    assert seat_of(game, states) == 1
    ways = set()
    for world in worlds(game, states, 0, count(200, 20)):
        hand = classes(game.hands(world)[1])
        ways.add((hand["K"] >= 2, hand["9r"] > 0 and hand["9b"] > 0))
    assert (False, False) not in ways
    assert len(ways) > 1


def test_redeal_discards_made_after_being_passed_over_hold_nothing_that_beats_either(game):
    """Seat 1 was passed over on a T, and then cut its hand: neither holds a Q or K."""
    hands = deal("T 8 Q Q Q Q K K K K 7 7 7", "A A A A 2 2 2 2 3 3 3 3 6 6 6")
    states = course(game, hands, 0, "Q Q Q Q", "K K K K", "T", "tighten")
    while seat_of(game, states) == 1:
        act(game, states, legal_texts(game, states)[0])
    for world in worlds(game, states, 2, count(100, 10)):
        thrown = [text for seat, text in told(game, world) if seat == 1 and text.startswith("discard")]
        assert len(thrown) == 9
        assert not {"discard Q", "discard K"} & set(thrown)
        assert not {"Q", "K"} & set(classes(game.hands(world)[1]))


def test_redeal_discards_made_before_may_be_what_beats(game):
    """Seat 1 throws two Ks away, and then it and seat 2 are passed over on a Q: no K is in their hands."""
    hands = deal("8 8 T T K K 5r 5r 5b Q 7 7 7 6 6 2", "K K J J J 9r 9b 9b", "Q Q Q")
    script = ["8 8 T T K K", "5r 5r 5b", "tighten", "discard K", "discard K", "Q"]
    states = course(game, hands, 0, *script)
    throwers = set()
    for world in worlds(game, states, 0, count(100, 10)):
        thrown = [seat for seat, text in told(game, world) if text == "discard K"]
        assert len(thrown) == 2
        throwers |= set(thrown)
    assert throwers == {1, 2}


# Void and grab


def test_redeal_in_k_nobody_held_a_grab_that_was_not_made(game):
    """The leader's odd cards leave eight ranks to the others: without the rule many a hand would hold longfeng."""
    hands = deal("5r 5r 5b 5b 9r 9r 9b 9b J J J J Q Q Q 6", "Q A A A 2 2 2 3 3 3 8 8 8 T K 6")
    states = begin(game, hands)
    grabs = sum(any(may_grab(hand) for hand in game.hands(world)) for world in worlds(game, states, 0, count(200, 30)))
    assert (grabs == 0) == (game.id == K)


def test_redeal_agrees_with_all_deals_counted_one_by_one():
    """K: the leader holds all but one of the 5s, 9s, Js and Qs; the rest lies in any way without grab."""
    game, ranks = envs.make_game(K), "A2367Q8TK"
    hands = deal("5r 5r 5b 5b 9r 9r 9b 9b J J J J Q Q Q 6", "A A A 2 2 3 6 6 7 7 7 8 8 T T K")
    states = begin(game, hands)
    numbers = [{"6": 3, "Q": 1}.get(rank, 4) for rank in ranks]
    ways_to_split = itertools.product(*(range(number + 1) for number in numbers))
    splits = np.array([split for split in ways_to_split if sum(split) == 16])
    deals = comb(numbers, splits).prod(axis=1)
    longfeng = [ranks.index(rank) for rank in "A238TK"]
    for held in (splits, numbers - splits):
        deals[(held % 2 == 0).all(axis=1) | (held[:, longfeng] >= 2).all(axis=1)] = 0
    number = count(3000, 60)
    seen = [classes(game.hands(world)[1]) for world in worlds(game, states, 0, number)]
    sixes = splits[:, ranks.index("6")]
    twos = (splits == 2).sum(axis=1)  # ranks that lie two and two: fewer than without the rule
    for of_split, of_hand in (
        (sixes, [hand["6"] for hand in seen]),
        (twos, [list(hand.values()).count(2) for hand in seen]),
    ):
        expected = np.bincount(of_split, deals, minlength=9) / deals.sum() * number
        found = np.bincount(of_hand, minlength=9)
        assert not found[expected == 0].any()
        common = expected >= 5
        merged = [np.append(values[common], values[~common].sum()) for values in (found, expected)]
        kept = merged[1] > 0
        assert chisquare(merged[0][kept], merged[1][kept]).pvalue > 1e-4


def test_redeal_a_seat_that_is_asked_to_grab_can(game):
    hands = deal("5r 5r 5b 5b 9r 9r 9b 9b J J J J Q Q Q 6", f"{LONGFENG} Q 6 7 7")
    states = at_grab(game, hands)
    assert seat_of(game, states) == 1
    for world in worlds(game, states, 0, count(60, 5)):
        assert may_grab(game.hands(world)[1])


def test_redeal_a_seat_that_is_asked_to_void_qualifies(f):
    hands = deal("9r 9b K K Q Q", "A A A 2 2 2 2 3 3 3 3 6 6 7 7 8", "K K Q Q")
    states = play(f, hands, 0, [])
    assert seat_of(f, states) == 1
    for world in worlds(f, states, 0, count(60, 5)):
        assert not {"K", "Q"} & set(classes(f.hands(world)[1]))


def test_redeal_keeping_tells_nobody_anything(f):
    """After a keep the others may hold Ks and Qs, for all that the leader knows."""
    hands = deal("9r 9b K K Q Q", "A A A 2 2 2 2 3 3 3 3 6 6 7 7 8", "K K Q Q")
    states = begin(f, hands)
    with_king = sum("K" in classes(f.hands(world)[1]) for world in worlds(f, states, 0, count(100, 20)))
    assert 0.5 < with_king / count(100, 20) < 0.95


# How it is drawn


def test_redeal_deals_hidden_cards_anew(any_game):
    moved, total = 0, 0
    for number, (states, _, redealt, _) in enumerate(walk(any_game, 56)):
        if number >= 12:
            break
        for row in range(ROWS):
            moved += any_game.hands(states[row]) != any_game.hands(redealt[row])
            total += 1
    assert moved > 0.97 * total


def test_redeal_discards_of_others_anew_and_never_ones_own(game):
    discards = [*["discard A"] * 4, *["discard 2"] * 4]
    states = course(game, TOPS, 0, "Q Q Q Q", "K K K K", "J", "tighten", *discards)
    for observer in range(3):
        ways = {
            tuple(text for seat, text in told(game, world) if seat == 1 and text.startswith("discard"))
            for world in worlds(game, states, observer, count(50, 6))
        }
        assert (len(ways) == 1) == (observer == 1)


def test_redeal_from_the_first_lead_every_hidden_card_is_equally_often_with_either_other_seat(x):
    states = begin(x, TOPS)
    rows = count(600, 60)
    number = sum(classes(x.hands(world)[1])["A"] for world in worlds(x, states, 0, rows))
    assert abs(number / rows / 4 - 1 / 2) < 5 * (1 / 4 / rows / 4) ** 0.5


def test_redeal_same_seed_same_deal_whatever_the_other_rows(any_game):
    for number, (states, observers, redealt, seeds) in enumerate(walk(any_game, 57)):
        if number % 9:
            continue
        for row in range(0, ROWS, 5):
            alone = states[row : row + 1].copy()
            result = any_game.redeal_hidden(alone, observers[row : row + 1], seeds[row : row + 1])
            assert (alone == redealt[row : row + 1]).all()
            assert (result == alone).all()


def test_redeal_at_the_end_of_the_round_changes_nothing_seen(any_game):
    states = any_game.new(count(6, 1))
    any_game.deal(states, np.arange(len(states)))
    rng = np.random.default_rng(60)
    while step_randomly(any_game, states, rng).any():
        pass
    before = any_game.scores(states).tolist()
    any_game.redeal_hidden(states, np.arange(len(states)) % 3, np.arange(len(states), dtype=np.uint64))
    assert any_game.scores(states).tolist() == before
    assert (any_game.seat(states) == -1).all()
