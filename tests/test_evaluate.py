"""Head to head: the statistics, the seatings, and that nothing but what was asked for decides the result."""

from __future__ import annotations

import csv
import io
import os
import signal
import subprocess
import sys

import numpy as np
import pytest
from rich.console import Console
from scipy import stats

from stockyard.agents.base import Agent
from stockyard.agents.random import RandomAgent
from stockyard.envs import make_batch, make_game
from stockyard.envs.game import IllegalActionError
from stockyard.train.arena import EVALUATION, SELECTION, deal_seeds, play_rounds, seatings
from stockyard.train.evaluate import evaluate
from stockyard.train.result import Result, estimate

ALONE = make_game("gongzhu_v0", sale=False)
PARTNERS = make_game("gongzhu_partners_v0", sale=False)
RANDOM = RandomAgent()


class Nth(Agent):
    """Plays the first (0) or last (-1) of its legal actions, and counts how often it is asked."""

    def __init__(self, index: int):
        self.name = f"nth {index}"
        self.index = index
        self.calls = 0

    def act(self, game, states, seeds):
        self.calls += 1
        actions, offsets = game.legal_lists(states)
        return actions[offsets[:-1] if self.index == 0 else offsets[1:] - 1]


class Seer(Nth):
    """Keeps what it is shown, and by which seeds it is to choose."""

    def __init__(self):
        super().__init__(0)
        self.shown, self.seeds = [], []

    def act(self, game, states, seeds):
        self.shown.append(states.copy())
        self.seeds.append(seeds.copy())
        return super().act(game, states, seeds)


class Rogue(Agent):
    """Plays one and the same action always."""

    name = "rogue"

    def act(self, game, states, seeds):
        return np.zeros(len(states), np.int32)


def result_of(seats: list[list[int]], scores: list) -> Result:
    return Result(
        game="gongzhu_v0",
        options={"sale": False},
        seed=3,
        names=("left", "right"),
        seatings=np.array(seats, np.int8),
        deal_seeds=np.arange(10, 10 + len(scores), dtype=np.uint64),
        scores=np.array(scores, np.int32),
        truncated=0,
        decisions=(10, 30),
        seconds=(2.0, 0.0),
    )


PARTNERS_BY_HAND = result_of(
    [[0, 1, 0, 1], [1, 0, 1, 0]],
    [
        [[10, -10, 10, -10], [4, 6, 4, 6]],  # +20 and +2: +11
        [[-50, -50, -50, -50], [0, -100, 0, -100]],  # 0 and -100: -50
        [[70, 10, 70, 10], [0, 30, 0, 30]],  # +60 and +30: +45
    ],
)


# --- Statistics ------------------------------------------------------------------------------------------------------


def test_difference_of_a_deal_is_the_mean_over_its_seatings():
    np.testing.assert_array_equal(PARTNERS_BY_HAND.differences, [[20, 2], [0, -100], [60, 30]])
    assert PARTNERS_BY_HAND.overall.difference == pytest.approx((11 - 50 + 45) / 3)
    assert PARTNERS_BY_HAND.mean_scores == pytest.approx(((10 + 6 - 50 - 100 + 70 + 30) / 6, (-10 + 4 - 50 + 10) / 6))


def test_interval_is_students_t_over_deals():
    found = PARTNERS_BY_HAND.overall
    low, high = stats.t.interval(0.95, 2, loc=np.mean([11, -50, 45]), scale=stats.sem([11, -50, 45]))
    assert found.standard_error == pytest.approx(stats.sem([11, -50, 45]))
    assert (found.low, found.high) == pytest.approx((low, high))


def test_ties_are_half_a_win():
    assert PARTNERS_BY_HAND.overall.win_rate == pytest.approx((4 + 1 / 2) / 6)


def test_one_deal_has_no_interval():
    found = estimate(np.array([[3.0, 4.0]]))
    assert (found.difference, found.standard_error, found.low, found.high) == (3.5, None, None, None)


def test_deals_that_all_agree_have_an_interval_of_no_width():
    found = estimate(np.full((5, 2), 7.0))
    assert (found.standard_error, found.low, found.high) == (0, 7, 7)


def test_alone_means_are_over_each_ones_seats():
    result = result_of([[0, 1, 1, 1], [1, 0, 0, 0]], [[[30, 0, -30, -60], [30, 0, -30, -60]]])
    np.testing.assert_array_equal(result.means, [[[30, -30], [-30, 30]]])
    assert {kind: found.difference for kind, found in result.kinds.items()} == {
        "1 A against 3 B": 60,
        "3 A against 1 B": -60,
    }
    assert result.overall.difference == 0


def test_json_has_every_figure():
    figures = PARTNERS_BY_HAND.to_dict()
    assert figures["game"] == "gongzhu_v0"
    assert (figures["options"], figures["seed"], figures["deals"]) == ({"sale": False}, 3, 3)
    assert figures["seatings"] == ["ABAB", "BABA"]
    assert figures["agents"] == {"A": "left", "B": "right"}
    assert figures["difference"] == pytest.approx(2)
    assert figures["low"] < figures["difference"] < figures["high"]
    assert figures["kinds"] == {"2 A against 2 B": {key: figures[key] for key in figures["kinds"]["2 A against 2 B"]}}
    assert figures["decisions"] == {"A": 10, "B": 30}
    assert figures["speed"] == {"decisions_per_second": {"A": 5.0, "B": None}}


def test_csv_has_a_line_a_round():
    rows = list(csv.DictReader(io.StringIO(PARTNERS_BY_HAND.to_csv())))
    assert [(row["deal"], row["seating"]) for row in rows] == [
        (str(deal), seating) for deal in range(3) for seating in ("ABAB", "BABA")
    ]
    assert rows[3] == {
        "deal": "1",
        "deal_seed": "11",
        "seating": "BABA",
        "score_0": "0",
        "score_1": "-100",
        "score_2": "0",
        "score_3": "-100",
        "mean_a": "-100.0",
        "mean_b": "0.0",
        "difference": "-100.0",
    }


def test_table_shows_the_figures():
    text = io.StringIO()
    Console(file=text, width=100).print(PARTNERS_BY_HAND.table())
    for shown in ("gongzhu_v0 (sale=False): 3 deals × 2 seatings, seed 3", "+2.00", "75.0%", "A  left", "B  right"):
        assert shown in text.getvalue()


# --- Seatings and deals ----------------------------------------------------------------------------------------------


def test_partners_sit_on_each_side():
    assert seatings(PARTNERS).tolist() == [[0, 1, 0, 1], [1, 0, 1, 0]]


def test_alone_each_sits_against_three_of_the_other_on_every_seat():
    one = np.eye(4, dtype=int)
    assert seatings(ALONE).tolist() == (1 - one).tolist() + one.tolist()


def test_every_seating_plays_the_same_deals():
    # Two random agents with the same seeds are one agent: a deal goes the same way however they are seated.
    result = evaluate(RANDOM, RANDOM, ALONE, 20)
    assert (result.scores == result.scores[:, :1]).all()
    assert len(np.unique(result.scores[:, 0], axis=0)) > 10


def test_deals_are_neither_those_of_selection_nor_of_training():
    reported = deal_seeds(0, EVALUATION, 0, 1000)
    training = make_batch("gongzhu_v0", num_envs=1000, seed=0).seeds
    assert len({*reported.tolist(), *deal_seeds(0, SELECTION, 0, 1000).tolist(), *training.tolist()}) == 3000
    assert (evaluate("random", "random", PARTNERS, 5, purpose=SELECTION).deal_seeds != reported[:5]).all()


def test_more_deals_begin_with_the_same_ones():
    few, many = (evaluate(Nth(0), RANDOM, PARTNERS, deals).scores for deals in (5, 150))
    assert (few == many[:5]).all()
    assert (deal_seeds(7, EVALUATION, 3, 4) == deal_seeds(7, EVALUATION, 0, 7)[3:]).all()


# --- Playing ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("spec", ["random", Nth(0)])
def test_an_agent_against_itself_is_exactly_even(spec):
    result = evaluate(spec, spec, PARTNERS, 30)
    assert (result.differences.sum(axis=1) == 0).all()
    assert (result.differences != 0).any()
    assert (result.overall.difference, result.overall.win_rate) == (0, 0.5)


@pytest.mark.parametrize("game", [ALONE, PARTNERS])
def test_changing_places_changes_the_sign(game):
    there, back = evaluate(Nth(0), Nth(-1), game, 30).overall, evaluate(Nth(-1), Nth(0), game, 30).overall
    assert there.difference == pytest.approx(-back.difference)
    assert there.difference != 0
    assert there.win_rate == pytest.approx(1 - back.win_rate)


def test_seed_decides():
    first, again, other = (evaluate("random", Nth(0), PARTNERS, 10, seed=seed) for seed in (5, 5, 6))
    assert first.to_csv() == again.to_csv()
    assert first.to_csv() != other.to_csv()


def test_number_of_processes_decides_nothing():
    results = [evaluate("random", "random", PARTNERS, 300, seed=1, workers=workers) for workers in (1, 2)]
    one, two = (result.to_dict() for result in results)
    assert one.pop("speed").keys() == two.pop("speed").keys()
    assert one == two
    assert results[0].to_csv() == results[1].to_csv()


def test_scores_are_those_of_the_seats():
    """The first legal card against the last, played again one round at a time."""
    agents = [Nth(0), Nth(-1)]
    result = evaluate(*agents, ALONE, 2, seed=4)
    for deal in range(2):
        for k, seating in enumerate(result.seatings):
            states = ALONE.new(1)
            ALONE.deal(states, result.deal_seeds[deal])
            while (seat := ALONE.seat(states)[0]) >= 0:
                legal = ALONE.legal_lists(states)[0]
                ALONE.apply(states, legal[:1] if seating[seat] == 0 else legal[-1:])
            assert (result.scores[deal, k] == ALONE.scores(states)[0]).all()


def test_each_is_asked_once_a_step():
    agents = [Nth(0), Nth(-1)]
    seating = np.repeat(seatings(ALONE), 50, axis=0)
    played = play_rounds(ALONE, agents, seating, np.arange(len(seating), dtype=np.uint64))
    assert [agent.calls for agent in agents] == [52, 52]
    assert played.decisions.tolist() == [13 * np.sum(seating == 0), 13 * np.sum(seating == 1)]
    assert (played.seconds > 0).all()
    assert (ALONE.seat(played.states) == -1).all()


def test_an_agent_cannot_see_the_cards_of_others():
    seer = Seer()
    seeds = deal_seeds(0, EVALUATION, 0, 50)
    play_rounds(ALONE, [seer], np.zeros((50, 4), np.int8), seeds)
    dealt = ALONE.new(50)
    ALONE.deal(dealt, seeds)
    for true, shown in zip(dealt, seer.shown[0], strict=True):
        leader = int(ALONE.seat(np.array([true], ALONE.state_dtype).view(np.recarray))[0])
        for seat in range(4):
            assert (ALONE.hands(true)[seat] == ALONE.hands(shown)[seat]) == (seat == leader)
        assert true.generator != shown.generator
    given = {int(seed) for seeds in seer.seeds for seed in seeds}
    assert len(given) == 50 * 52
    assert not given & set(seeds.tolist())


def test_match_is_scored_by_its_settlement():
    game = make_game("gongzhu_partners_v0", sale=False, episode="match")
    result = evaluate("random", "random", game, 5)
    assert result.truncated == 0
    assert set(np.unique(np.abs(result.scores)).tolist()) <= {*range(41), *range(0, 81, 2)}
    losers = result.scores.min(axis=-1)
    assert (losers < 0).all()
    assert (result.scores.max(axis=-1) == -2 * losers).all()


def test_matches_that_are_cut_off_are_counted():
    game = make_game("gongzhu_v0", sale=False, episode="match", max_hands=1)
    result = evaluate("random", "random", game, 20)
    cut_off = (result.scores == 0).all(axis=-1)
    assert 0 < result.truncated == cut_off.sum()
    assert result.to_dict()["truncated"] == result.truncated
    text = io.StringIO()
    Console(file=text, width=200).print(result.table())
    assert f"{result.truncated} matches were cut off" in text.getvalue()


def test_progress_tells_deals():
    told = []
    evaluate("random", "random", PARTNERS, 130, progress=lambda done, total: told.append((done, total)))
    assert told == [(128, 130), (130, 130)]


# --- What goes wrong -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"deals": 0}, "deals must be"),
        ({"seed": -1}, "seed must be"),
        ({"seed": 2**64}, "seed"),
        ({"workers": 0}, "work"),
    ],
)
def test_numbers_out_of_range(wrong, message):
    with pytest.raises(ValueError, match=message):
        evaluate("random", "random", PARTNERS, **{"deals": 5, **wrong})


def test_unknown_agent():
    with pytest.raises(ValueError, match="there is no agent 'nobody'"):
        evaluate("random", "nobody", PARTNERS, 5, workers=2)


def test_illegal_answer_names_the_agent():
    with pytest.raises(IllegalActionError, match=r"rogue: .*`2c`"):
        evaluate(RANDOM, Rogue(), PARTNERS, 5)


def test_an_agent_that_cannot_play_the_game_is_refused_before_play(monkeypatch):
    def check(game):
        raise ValueError("only for other games")

    agent = Nth(0)
    monkeypatch.setattr(agent, "check", check)
    with pytest.raises(ValueError, match="only for other games"):
        evaluate(RANDOM, agent, PARTNERS, 5)
    assert agent.calls == 0


@pytest.mark.skipif(os.name != "posix", reason="Ctrl-C to a group of processes")
def test_ctrl_c_ends_all_processes_without_a_traceback():
    script = """
from stockyard.train import cli, evaluate
played = evaluate._with_workers
def telling(*arguments):
    for part in played(*arguments):
        print("playing", flush=True)
        yield part
evaluate._with_workers = telling
cli.main()
"""
    arguments = ["evaluate", "random", "random", "-g", "gongzhu_v0", "--deals", "1000000", "--workers", "2"]
    process = subprocess.Popen(
        [sys.executable, "-c", script, *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    try:
        assert process.stdout.readline() == "playing\n"
        os.killpg(process.pid, signal.SIGINT)
        _, errors = process.communicate(timeout=60)  # returns when the workers, who share the pipes, have ended too
        assert (process.returncode, errors) == (130, "")
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
