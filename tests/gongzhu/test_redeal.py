"""Dealing anew what a seat cannot know (one deck): nothing that it sees changes, everything else may."""

from collections import Counter

import numpy as np
import pytest
from positions import (
    SELLABLE,
    act,
    complete,
    count,
    legal_texts,
    play,
    random_actions,
    sales,
    seat_of,
    step_randomly,
    two_runs,
)

ROWS = count(24, 2)


def steps(game) -> int:
    """Decisions to walk through: a whole hand, or into the second hand of a match."""
    return 56 if game.options["episode"] == "hand" else count(110, 70)


def walk(game, seed: int):
    """Random rounds, decision by decision: yields (states, observers, redealt states, seeds)."""
    rng = np.random.default_rng(seed)
    states = game.new(ROWS)
    game.deal(states, rng.integers(0, 2**63, ROWS, dtype=np.uint64))
    for _ in range(steps(game)):
        observers = rng.integers(0, 4, ROWS).astype(np.int8)
        seeds = rng.integers(0, 2**63, ROWS, dtype=np.uint64)
        redealt = states.copy()
        game.redeal_hidden(redealt, observers, seeds)
        yield states, observers, redealt, seeds
        if not step_randomly(game, states, rng).any():
            break


def answers(game, states, row: int, observer: int) -> list[dict[str, str]]:
    """How each seat sold its cards, as perfect information has it."""
    everything = game.observe_all(states[row : row + 1], np.array([observer]))[0]
    parts = {part.name: everything[game.layout_all[part.name]].reshape(part.shape) for part in game.layout_all}
    found: list[dict[str, str]] = [{}, {}, {}, {}]
    for relative in range(4):
        for how in ("dark", "open"):
            flags = parts[f"all_{how}"][relative - 1] if relative else parts[f"sold_{how}"][0]
            found[(observer + relative) % 4] |= {c: how for c, flag in zip(SELLABLE, flags, strict=True) if flag}
    return found


def test_redeal_leaves_observation_mask_and_description_as_they_were(any_game):
    for states, observers, redealt, _ in walk(any_game, 51):
        assert (any_game.observe(redealt, observers) == any_game.observe(states, observers)).all()
        assert (any_game.seat(redealt) == any_game.seat(states)).all()
        own = any_game.seat(states) == observers
        assert (any_game.legal(redealt)[own] == any_game.legal(states)[own]).all()
        for row in range(0, ROWS, 8):
            seat = int(observers[row])
            assert any_game.describe(redealt[row], seat) == any_game.describe(states[row], seat)


def test_redeal_keeps_the_own_hand_the_sizes_and_the_cards_in_play(any_game):
    for states, observers, redealt, _ in walk(any_game, 52):
        for row in range(0, ROWS, 2):
            seat = int(observers[row])
            before, after = any_game.hands(states[row]), any_game.hands(redealt[row])
            assert after[seat] == before[seat]
            assert [len(hand) for hand in after] == [len(hand) for hand in before]
            assert sorted(card for hand in after for card in hand) == sorted(card for hand in before for card in hand)


def test_redeal_keeps_own_sales_open_cards_with_their_holder_and_the_number_of_backs(game):
    for states, observers, redealt, _ in walk(game, 53):
        in_sale = game.legal(states)[:, 52:].any(axis=1)
        for row in range(0, ROWS, 2):
            seat = int(observers[row])
            before, after = answers(game, states, row, seat), answers(game, redealt, row, seat)
            hands, new_hands = game.hands(states[row]), game.hands(redealt[row])
            assert after[seat] == before[seat]
            for other in range(4):
                for card, how in after[other].items():
                    if how == "open" and not in_sale[row]:
                        assert (card in new_hands[other]) == (card in hands[other])
                if in_sale[row] or other == seat:
                    continue
                for how in ("dark", "open"):
                    held = [card for card in hands[other] if before[other].get(card) == how]
                    new = [card for card in new_hands[other] if after[other].get(card) == how]
                    assert len(new) == len(held)
                    if how == "open":
                        assert new == held


@pytest.mark.parametrize("observer", range(4))
def test_redeal_the_same_course_could_have_been_played_from_the_new_deal(any_hand, observer):
    """Replayed with the new answers, every action is legal for its seat, and all looks the same to the observer."""
    rng = np.random.default_rng(54 + observer)
    for seed in range(count(25, 2)):
        states = any_hand.new(1)
        any_hand.deal(states, seed)
        any_hand.set_up(states, hands=any_hand.hands(states[0]), leader=int(rng.integers(4)))
        in_sale, course = [], []
        leader = None
        while (seat := seat_of(any_hand, states)) >= 0:
            redealt = states.copy()
            any_hand.redeal_hidden(redealt, np.array([observer]), rng.integers(0, 2**63, 1, dtype=np.uint64))
            if leader is not None:
                check_replay(any_hand, states, redealt, observer, leader, in_sale, course)
            text = any_hand.text(int(random_actions(any_hand, states, rng)[0]))
            if text.startswith("sell"):
                in_sale.append(seat)
            else:
                leader = seat if leader is None else leader
                course.append((seat, text))
            act(any_hand, states, text)


def check_replay(game, states, redealt, observer, leader, in_sale, course) -> None:
    hands = [
        [*hand, *(card for seat, card in course if seat == other)] for other, hand in enumerate(game.hands(redealt[0]))
    ]
    sold = {card: how for seat in answers(game, redealt, 0, observer) for card, how in seat.items()}
    replayed = play(game, hands, leader, [])
    expected = [*zip(in_sale, sales(hands, **sold) if in_sale else [], strict=True), *course]
    for seat, text in expected:
        assert seat_of(game, replayed) == seat
        assert text in legal_texts(game, replayed)
        act(game, replayed, text)
    who = np.array([observer])
    assert game.hands(replayed[0]) == game.hands(redealt[0])
    assert (game.observe(replayed, who) == game.observe(states, who)).all()
    assert (game.observe_all(replayed, who) == game.observe_all(redealt, who)).all()


def test_redeal_in_the_sale_the_same_seats_could_have_been_asked(game):
    """In the sale the others see who is asked how often: each must hold cards to be asked about."""
    for states, observers, redealt, _ in walk(game, 55):
        if not game.legal(states)[:, 52:].any():
            break
        for row in range(ROWS):
            turn = int(game.seat(states)[row])
            before, after = game.hands(states[row]), game.hands(redealt[row])
            for seat in range(turn):
                assert len({*before[seat]} & {*SELLABLE}) == len({*after[seat]} & {*SELLABLE})
            assert {*after[turn]} & {*SELLABLE}
            assert int(game.seat(redealt)[row]) == turn
            assert observers[row] != turn or after[turn] == before[turn]


def test_redeal_deals_hidden_cards_and_hidden_sales_anew(any_game):
    moved, total = 0, 0
    for number, (states, _, redealt, _) in enumerate(walk(any_game, 56)):
        if number >= 30:
            break
        for row in range(ROWS):
            moved += any_game.hands(states[row]) != any_game.hands(redealt[row])
            total += 1
    assert moved > 0.97 * total


@pytest.mark.parametrize("answered", [1, 2, 3])
def test_redeal_in_the_sale_the_answers_of_others_are_made_anew(game, answered):
    hands = complete(["Qs", "Jd", "Tc", "Ah"])
    states = game.new(400)
    game.set_up(states, hands=hands, leader=0)
    for _ in range(answered):
        game.apply(states, np.full(400, game.action("sell open"), dtype=np.int32))
    game.redeal_hidden(states, np.full(400, 3, dtype=np.int8), np.arange(400, dtype=np.uint64))
    given = Counter()
    for row in range(0, 400, count(1, 10)):
        for seat in range(answered):
            given[tuple(answers(game, states, row, 3)[seat].values())] += 1
    assert set(given) == {(), ("dark",), ("open",)}


def test_redeal_after_the_sale_which_cards_are_dark_is_made_anew(game):
    hands = complete(["", "Qs Jd Tc Ah", "", ""])
    rows = count(400, 60)
    states = game.new(rows)
    game.set_up(states, hands=hands, leader=1)
    for answer in ("dark", "keep", "keep", "keep"):
        game.apply(states, np.full(rows, game.action(f"sell {answer}"), dtype=np.int32))
    game.redeal_hidden(states, np.zeros(rows, dtype=np.int8), np.arange(rows, dtype=np.uint64))
    dark = Counter(card for row in range(rows) for card in answers(game, states, row, 0)[1])
    assert set(dark) == set(SELLABLE)
    assert min(dark.values()) > rows / 4 - 5 * (rows * 3 / 16) ** 0.5


def test_redeal_keeps_shown_voids(quick):
    """A seat that did not follow has no card of the suit in any new deal."""
    hands = complete(["2s", "Kh", "", ""], voids=("", "s", "", ""))
    states = play(quick, hands, 0, ["2s", "Kh"])
    for seed in range(50):
        redealt = states.copy()
        quick.redeal_hidden(redealt, np.array([0]), np.array([seed], dtype=np.uint64))
        assert not [card for card in quick.hands(redealt[0])[1] if card[1] == "s"]


@pytest.mark.parametrize("how", ["dark", "open"])
def test_redeal_a_sold_card_that_followed_in_the_first_trick_was_the_only_one_of_its_suit(game, how):
    hands = complete(["2s", "Qs", "", ""], voids=("", "s", "", ""))
    states = play(game, hands, 0, [*sales(hands, Qs=how), "2s", "Qs"])
    for seed in range(50):
        redealt = states.copy()
        game.redeal_hidden(redealt, np.array([0]), np.array([seed], dtype=np.uint64))
        assert not [card for card in game.hands(redealt[0])[1] if card[1] == "s"]


def test_redeal_the_seat_that_leads_by_the_club_two_keeps_it_until_it_is_played(any_hand):
    """Everyone knows from the first lead who holds ♣2 when nothing else made that seat lead."""
    hands = complete(["Qs", "2c 3d Jd", "", ""])
    for before in ([], ["3d"]):
        states = play(any_hand, hands, None, [*(sales(hands) if any_hand.options["sale"] else []), *before])
        for seed in range(30):
            redealt = states.copy()
            any_hand.redeal_hidden(redealt, np.array([3]), np.array([seed], dtype=np.uint64))
            assert "2c" in any_hand.hands(redealt[0])[1]


def test_redeal_in_the_sale_leaves_the_first_lead_to_the_club_two(game):
    """A round redealt in its sale is led by the seat that holds ♣2 in the new deal."""
    rng = np.random.default_rng(61)
    for seed in range(count(60, 8)):
        states = game.new(1)
        game.deal(states, seed)
        for _ in range(seed % 4):
            step_randomly(game, states, rng)
        game.redeal_hidden(states, np.array([seed // 4 % 4]), np.array([1000 + seed], dtype=np.uint64))
        while "sell keep" in legal_texts(game, states):
            act(game, states, "sell keep")
        assert "2c" in game.hands(states[0])[seat_of(game, states)]


def test_redeal_a_leader_given_by_the_position_need_not_hold_the_club_two(quick):
    states = play(quick, complete(["", "2c", "", ""]), 1, [])
    holders = set()
    for seed in range(60):
        redealt = states.copy()
        quick.redeal_hidden(redealt, np.array([3]), np.array([seed], dtype=np.uint64))
        holders |= {seat for seat, hand in enumerate(quick.hands(redealt[0])) if "2c" in hand}
    assert holders == {0, 1, 2}


def test_redeal_same_seed_same_deal_whatever_the_other_rows(any_game):
    for number, (states, observers, redealt, seeds) in enumerate(walk(any_game, 57)):
        if number % 9:
            continue
        for row in range(0, ROWS, 5):
            alone = states[row : row + 1].copy()
            result = any_game.redeal_hidden(alone, observers[row : row + 1], seeds[row : row + 1])
            assert (alone == redealt[row : row + 1]).all()
            assert (result == alone).all()


def test_redeal_of_a_redeal_has_no_memory_of_the_first_state(any_game):
    """What a redealt state tells must not depend on the hidden cards of the state that it came from."""
    for number, (states, observers, redealt, seeds) in enumerate(walk(any_game, 58)):
        if number % 9:
            continue
        again = redealt.copy()
        any_game.redeal_hidden(again, observers, seeds)
        for row in range(ROWS):
            assert any_game.hands(again[row]) == any_game.hands(redealt[row])
        assert (any_game.observe(again, observers) == any_game.observe(states, observers)).all()


def test_redeal_does_not_know_the_deal_to_come(match):
    """The last card of a hand played in a redealt state is followed by another deal than that of the true match."""
    hands, leader, plays = two_runs("s", "c", 7)
    states = play(match, hands, leader, [*sales(hands), *plays[:-1]])
    futures = []
    for seed in (101, 102, 103):
        redealt = states.copy()
        match.redeal_hidden(redealt, np.array([0]), np.array([seed], dtype=np.uint64))
        act(match, redealt, plays[-1])
        futures.append(match.hands(redealt[0]))
    act(match, states, plays[-1])
    assert match.hands(states[0]) not in futures
    assert futures[0] != futures[1] != futures[2]


def test_redeal_at_the_end_of_the_round_changes_nothing_seen(quick):
    states = quick.new(4)
    quick.deal(states, np.arange(4))
    rng = np.random.default_rng(60)
    while step_randomly(quick, states, rng).any():
        pass
    before = quick.scores(states).tolist()
    quick.redeal_hidden(states, np.zeros(4, dtype=np.int8), np.arange(4, dtype=np.uint64))
    assert quick.scores(states).tolist() == before
    assert (quick.seat(states) == -1).all()
