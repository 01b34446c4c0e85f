"""The built-in agents, and the protocol through which evaluations let agents play."""

from __future__ import annotations

import os
import subprocess
import sys
from itertools import product

import numpy as np
import pytest
from positions import COMPILED, act, complete, count, play, random_actions, sales, seat_of, step_randomly
from scipy.stats import chisquare
from xianniu_positions import POWER, begin, course, deal

from stockyard import agents, envs
from stockyard.agents.base import Agent, play_for
from stockyard.envs.chance import mix, seeds_for
from stockyard.envs.game import IllegalActionError

GONGZHU_IDS = [id for id in envs.ids() if id.startswith("gongzhu")]
OTHER_IDS = [id for id in envs.ids() if id not in GONGZHU_IDS]
GONGZHU = [{"sale": sale, "episode": episode} for sale, episode in product((True, False), ("hand", "match"))]
FOLK = [{"four_xi": four_xi, "mu_pairs": pairs} for four_xi, pairs in product((2, 5), ("natural", "mapped"))]
GAMES = [
    *product(GONGZHU_IDS, GONGZHU),
    *((id, options) for id in OTHER_IDS for options in (FOLK if id == "xianniu_folk_v0" else [{}])),
]


@pytest.fixture(scope="module", params=GAMES, ids=lambda case: "-".join(map(str, case)))
def game(request):
    """Every ruleset with every combination of its options."""
    id, options = request.param
    return envs.make_game(id, **options)


@pytest.fixture(scope="module")
def partners():
    """Partners, without the sale."""
    return envs.make_game("gongzhu_partners_v0", sale=False)


@pytest.fixture(params=agents.BUILT_IN)
def agent(request):
    """Each agent that comes with the package."""
    return agents.load(request.param)


def positions(game, number, seed):
    """`number` positions of random play in all stages of a hand, none of them over."""
    rng = np.random.default_rng(seed)
    states = game.new(number)
    game.deal(states, seeds_for(seed, count=number))
    stop_after = rng.integers(0, 52, number)
    for decision in range(51):
        going = stop_after > decision
        moving = states[going]
        step_randomly(game, moving, rng)
        states[going] = moving
    return states[game.seat(states) >= 0]


def hands(states):
    """What the seats hold, a word or more a seat."""
    return states["hands" if "hands" in states.dtype.names else "counts"]


class Answering(Agent):
    """Answers what it was made with, and keeps the states that it was handed."""

    name = "tester"

    def __init__(self, answer):
        self.answer = answer

    def act(self, game, states, seeds):
        """See `Agent.act`."""
        self.handed, self.seeds = states, seeds
        return self.answer


# ---- the built-in agents --------------------------------------------------------------------------------------------


def test_every_answer_is_legal(game, agent):
    states = positions(game, count(4000, 40), 1)
    actions = agent.act(game, states, seeds_for(2, count=len(states)))
    assert game.legal(states)[np.arange(len(states)), actions].all()


def test_heuristic_plays_whole_rounds(game):
    """Positions of its own play, in the sale too, are others than those of random play."""
    states = game.new(count(300, 3))
    game.deal(states, seeds_for(3, count=len(states)))
    heuristic = agents.load("heuristic")
    for _ in range(min(game.max_decisions, 100)):
        live = game.seat(states) >= 0
        moving = states[live]
        game.apply(moving, heuristic.act(game, moving, np.zeros(len(moving), np.uint64)))
        states[live] = moving
    assert game.options.get("episode") == "match" or (game.seat(states) < 0).all()


def test_heuristic_does_not_depend_on_what_the_seat_cannot_know(game):
    states = positions(game, count(1500, 15), 4)
    heuristic, seeds = agents.load("heuristic"), np.zeros(len(states), np.uint64)
    actions = heuristic.act(game, states, seeds)
    changed = np.zeros(len(states), bool)
    for redeal in range(3):
        other = game.redeal_hidden(states.copy(), game.seat(states), seeds_for(5, redeal, count=len(states)))
        changed |= (hands(other) != hands(states)).any(axis=1)
        assert (heuristic.act(game, other, seeds) == actions).all()
    assert changed.mean() > 0.8


def test_heuristic_does_not_depend_on_the_seeds(game):
    states = positions(game, count(500, 10), 6)
    answers = [agents.load("heuristic").act(game, states, seeds_for(seed, count=len(states))) for seed in range(2)]
    assert (answers[0] == answers[1]).all()


def test_an_answer_does_not_depend_on_the_rest_of_the_batch(game, agent):
    states = positions(game, count(400, 12), 7)
    seeds = seeds_for(8, count=len(states))
    together = agent.act(game, states, seeds)
    some = np.random.default_rng(9).permutation(len(states))[: len(states) // 2]
    assert (agent.act(game, states[some], seeds[some]) == together[some]).all()
    assert agent.act(game, states[:1], seeds[:1]).tolist() == together[:1].tolist()


def test_an_answer_leaves_the_states_as_they_are(game, agent):
    states = positions(game, count(200, 10), 10)
    before = states.tobytes()
    agent.act(game, states, seeds_for(11, count=len(states)))
    assert states.tobytes() == before


@pytest.mark.parametrize("seed", range(4))
def test_random_plays_every_legal_action_as_often(seed):
    solo = envs.make_game("gongzhu_v0")
    rng = np.random.default_rng(seed)
    state = solo.new(1)
    solo.deal(state, seed)
    while solo.legal(state).sum() < (3, 4, 9, 13)[seed]:  # an offer, or following, or leading
        solo.apply(state, random_actions(solo, state, rng))
    number = count(20_000, 2000)
    actions = agents.load("random").act(solo, np.repeat(state, number).view(np.recarray), seeds_for(seed, count=number))
    frequencies = np.bincount(actions, minlength=solo.num_actions)[solo.legal(state)[0]]
    assert frequencies.sum() == number
    assert chisquare(frequencies).pvalue > 0.001


# ---- rules of thumb -------------------------------------------------------------------------------------------------

# Seat 2 in tests of what it plays to a spade led by seat 0.
HELD = "Qs 3s 2c 3c 4c 5c 6c 7c 8c 2d 3d 4d 5d"


@pytest.mark.parametrize(
    ("id", "best", "plays_pig"),
    [
        ("gongzhu_v0", 0, True),
        ("gongzhu_v0", 1, True),
        ("gongzhu_partners_v0", 0, False),  # the partner's trick
        ("gongzhu_partners_v0", 1, True),
    ],
)
def test_heuristic_gives_the_pig_to_a_foe_but_not_to_its_partner(id, best, plays_pig):
    """Seat 2 holds ♠Q ♠3, and the ace is seat 0's or seat 1's."""
    game = envs.make_game(id, sale=False)
    played = ["As", "4s"] if best == 0 else ["4s", "As"]
    states = play(game, complete([played[0], played[1], HELD, ""]), 0, played)
    action = agents.load("heuristic").act(game, states, np.zeros(1, np.uint64))[0]
    assert game.text(action) == ("Qs" if plays_pig else "3s")


def test_heuristic_throws_the_sheep_on_its_partners_trick(partners):
    hands = complete(["Ac", "2c", "Jd 2d", "3c"], voids=("", "", "c", ""))
    states = play(partners, hands, 0, ["Ac", "2c"])
    action = agents.load("heuristic").act(partners, states, np.zeros(1, np.uint64))[0]
    assert partners.text(action) == "Jd"


def test_heuristic_sells_a_guarded_pig_and_keeps_a_bare_one():
    solo = envs.make_game("gongzhu_v0")
    for spades, answer in (("Qs 2s 3s 4s 5s", "sell open"), ("Qs", "sell keep")):
        hands = complete([spades, "", "", ""], voids=("s", "", "", ""))
        states = solo.new(1)
        solo.set_up(states, hands=hands)
        assert seat_of(solo, states) == 0
        assert sales(hands)[0] == "sell keep"
        assert solo.text(agents.load("heuristic").act(solo, states, np.zeros(1, np.uint64))[0]) == answer


def advice(game, states):
    """The text of what the heuristic plays in a single round."""
    return game.text(int(agents.load("heuristic").act(game, states, np.zeros(1, np.uint64))[0]))


@pytest.mark.parametrize("id", OTHER_IDS)
def test_heuristic_goes_on_to_eleven_when_nothing_beats_it(id):
    game = envs.make_game(id)
    states = begin(game, POWER)
    while states.captured[0, 0] < 11:
        assert seat_of(game, states) == 0
        act(game, states, advice(game, states))
    assert game.standing(states)[0, 0] > 0


def test_heuristic_leads_its_xi_before_anything_else_where_it_would_score_nothing_later():
    folk = envs.make_game("xianniu_folk_v0")
    lead = advice(folk, begin(folk, POWER))
    assert {"5r", "5b"} <= set(lead.split())


@pytest.mark.parametrize("id", OTHER_IDS)
def test_heuristic_beats_with_no_more_than_it_takes_when_nobody_comes_after_it(id):
    """Seat 2 holds 8, 9r 9b and K; it is the last to answer a 7."""
    game = envs.make_game(id)
    hands = deal("7 Q Q Q Q K K K T", "A A A 2 2 2 3 3 3 6 6 6 5r 5b 7 7", "8 9r 9b K")
    assert advice(game, course(game, hands, 0, "7")) == "8"


WEAK = deal("A A A 2 2 2 6 6 6 7 7 8 8 J T 5r", "K K K K Q Q Q 9r 9b 9b J T T")


@pytest.mark.parametrize("id", OTHER_IDS)
def test_heuristic_stops_with_a_weak_hand_and_lifts_with_a_strong_one(id):
    game = envs.make_game(id)
    states = begin(game, WEAK)
    assert advice(game, states) == "stop"
    act(game, states, "stop")
    assert (seat_of(game, states), advice(game, states)) == (1, "lift")


@pytest.mark.skipif(not COMPILED, reason="compares compiled play with plain Python")
def test_heuristic_plays_the_same_in_plain_python():
    code = """
import numpy as np
from stockyard import agents, envs
for id in envs.ids():
    game = envs.make_game(id)
    states = game.new(3)
    game.deal(states, np.arange(3))
    while (game.seat(states) >= 0).any():
        live = game.seat(states) >= 0
        moving = states[live]
        game.apply(moving, agents.load("heuristic").act(game, moving, np.zeros(len(moving), np.uint64)))
        states[live] = moving
    print(states.course.tolist(), game.scores(states).tolist())
"""
    outputs = [
        subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "NUMBA_DISABLE_JIT": disabled},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for disabled in ("0", "1")
    ]
    assert outputs[0] == outputs[1]
    assert outputs[0].count("\n") == len(envs.ids())


# ---- duplicate deals against random ---------------------------------------------------------------------------------


# The seats of the heuristic in each seating: against random on the other side, or alone and as two of three.
SEATINGS = {4: ((0, 2), (1, 3)), 3: ((0,), (1,), (2,), (0, 1), (1, 2), (0, 2))}


def scores_of(game, deals, seats):
    """Scores of the same deals [deals, S] when the heuristic plays `seats` and random the others."""
    players = {True: agents.load("heuristic"), False: agents.load("random")}
    states = game.new(deals)
    game.deal(states, seeds_for(12, count=deals))
    for decision in range(game.max_decisions):
        seat = game.seat(states)
        for is_heuristic, player in players.items():
            rows = np.flatnonzero((seat >= 0) & (np.isin(seat, seats) == is_heuristic))
            moving = states[rows]
            if len(rows):
                game.apply(moving, play_for(player, game, moving, mix(13, decision, rows)))
                states[rows] = moving
    return game.scores(states).astype(float)


@pytest.mark.parametrize(
    ("id", "options", "least"),
    [
        *((id, {"sale": sale}, 0) for id, sale in product(GONGZHU_IDS, (False, True))),
        *((id, {}, 0.7) for id in OTHER_IDS),
    ],
)
def test_heuristic_is_ahead_of_random(id, options, least):
    """By more than `least` points a round and seat on duplicate deals, its 99.9 % interval taken off."""
    game = envs.make_game(id, **options)
    deals = count(300, 20)
    difference = np.zeros(deals)
    seatings = SEATINGS[game.num_seats]
    for seats in seatings:
        scores = scores_of(game, deals, seats)
        others = [seat for seat in range(game.num_seats) if seat not in seats]
        difference += (scores[:, seats].mean(axis=1) - scores[:, others].mean(axis=1)) / len(seatings)
    assert difference.mean() - 3.3 * difference.std(ddof=1) / deals**0.5 > least


# ---- the protocol ---------------------------------------------------------------------------------------------------


def test_play_for_hands_out_other_hidden_cards_and_the_same_own_ones(partners):
    states = positions(partners, 50, 14)
    before, seats = states.tobytes(), partners.seat(states)
    actions = np.argmax(partners.legal(states), axis=1)
    watcher = Answering(actions)
    assert play_for(watcher, partners, states, seeds_for(15, count=len(states))).tolist() == actions.tolist()
    assert states.tobytes() == before
    rows = np.arange(len(states))
    assert (watcher.handed.hands[rows, seats] == states.hands[rows, seats]).all()
    assert (watcher.handed.hands != states.hands).any(axis=1).mean() > 0.8


def test_play_for_gives_a_row_the_same_cards_and_seed_in_any_batch(partners):
    states = positions(partners, 20, 16)
    seeds = seeds_for(17, count=len(states))
    watchers = []
    for rows in (np.arange(len(states)), np.array([7])):
        watchers.append(Answering(np.argmax(partners.legal(states[rows]), axis=1)))
        play_for(watchers[-1], partners, states[rows], seeds[rows])
    assert watchers[0].handed[7].tobytes() == watchers[1].handed[0].tobytes()
    assert watchers[0].seeds[7] == watchers[1].seeds[0]


def test_play_for_names_the_agent_that_answers_what_is_not_legal(partners):
    states = positions(partners, 3, 18)
    actions = np.argmax(partners.legal(states), axis=1)
    actions[1] = np.argmin(partners.legal(states)[1])
    text = partners.text(int(actions[1]))
    seat = partners.seat(states)[1]
    with pytest.raises(IllegalActionError, match=f"tester: seat {seat} cannot play `{text}` now; legal are"):
        play_for(Answering(actions), partners, states, seeds_for(19, count=3))


@pytest.mark.parametrize("outside", [-1, 55])
def test_play_for_names_the_agent_that_answers_no_action(partners, outside):
    states = positions(partners, 1, 20)
    with pytest.raises(IllegalActionError, match=f"tester: there is no action {outside} "):
        play_for(Answering(np.array([outside])), partners, states, seeds_for(21, count=1))


@pytest.mark.parametrize(
    ("answer", "complaint"),
    [
        (np.zeros(2, np.int64), r"int64\[2\] instead of 3 integers"),
        (np.zeros((3, 1), np.int32), r"int32\[3, 1\] instead of 3 integers"),
        (np.zeros(3), r"float64\[3\] instead of 3 integers"),
        (None, r"object\[\] instead of 3 integers"),
    ],
)
def test_play_for_names_the_agent_that_answers_in_a_wrong_form(partners, answer, complaint):
    states = positions(partners, 3, 22)[:3]
    with pytest.raises(ValueError, match=f"tester answered {complaint}") as caught:
        play_for(Answering(answer), partners, states, seeds_for(23, count=3))
    assert not isinstance(caught.value, IllegalActionError)


# ---- by name --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", agents.BUILT_IN)
def test_agents_load_by_name(name):
    assert agents.load(name).name == name


def test_agents_load_says_what_there_is(tmp_path):
    for spec in ("heuristics", str(tmp_path / "nowhere")):
        with pytest.raises(ValueError, match=f"there is no agent '{spec}': give random, heuristic, or the folder of"):
            agents.load(spec)
