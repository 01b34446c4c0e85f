"""A person at the table: whole rounds by numbers and by texts, advice, leaving, and what is not told."""

from __future__ import annotations

import re

import numpy as np
import pytest
from typer.testing import CliRunner

from stockyard.agents.base import Agent
from stockyard.envs import make, make_game
from stockyard.train.cli import app
from stockyard.train.play import Left, play

GAME = make_game("gongzhu_v0", sale=False)
COMMAND = ["play", "gongzhu_v0", "--opponent", "random", "--hints", "random", "--seed", "3", "-o", "sale=false"]


class Last(Agent):
    """Plays the last of its legal actions: it sells open, and plays high."""

    name = "last"

    def act(self, game, states, seeds):
        actions, offsets = game.legal_lists(states)
        return actions[offsets[1:] - 1]


def run(lines: list[str], *more: str):
    return CliRunner().invoke(app, [*COMMAND, *more], input="".join(line + "\n" for line in lines))


def at_table(lines: list[str], game=GAME, seat=0, seed=3, **more) -> list[str]:
    """What is said while the person types these lines; the input then ends."""
    said, waiting = [], iter(lines)

    def read():
        try:
            return next(waiting)
        except StopIteration:
            raise EOFError from None

    try:
        play(game, seat, Last(), Last(), seed, read, said.append, **more)
    except Left as left:
        said.append(str(left))
    return said


def test_whole_hand_by_numbers():
    result = run(["1"] * 13)
    assert result.exit_code == 0
    played = re.findall(r"^(?:you|seat \d): (..)$", result.output, re.MULTILINE)
    assert len(set(played)) == len(played) == 52
    scores = re.search(r"final scores: seat 0 \(you\) ([+-]\d+), seat 1 ([+-]\d+), seat 2 ([+-]\d+)", result.output)
    assert scores


def test_whole_hand_by_texts_comes_to_the_same():
    numbers = run(["1"] * 13).output
    texts = re.findall(r"^you: (..)$", numbers, re.MULTILINE)
    assert run(texts).output == numbers


def test_seed_is_the_deal_of_the_environment():
    env = make("gongzhu_v0", sale=False)
    env.reset(seed=3)
    states = np.frombuffer(env.unwrapped.get_state(), GAME.state_dtype).view(np.recarray)
    line = GAME.describe(states[0], 0).splitlines()[1]
    assert re.match(r"..seat 0: ♣", line)
    assert line[2:] in "\n".join(at_table(["1"]))


def test_scores_at_the_end_are_the_games():
    said = at_table(["1"] * 13)
    states = GAME.new(1)
    GAME.deal(states, 3)
    while (seat := GAME.seat(states)[0]) >= 0:
        legal = GAME.legal_lists(states)[0]
        GAME.apply(states, legal[:1] if seat == 0 else legal[-1:])
    scores = [int(score) for score in re.findall(r" ([+-]\d+)(?:,|$)", said[-1])]
    assert scores == GAME.scores(states)[0].tolist()


@pytest.mark.parametrize("word", ["?", "hint"])
def test_advice_is_asked_of_the_agent_and_can_be_followed(word):
    advice = next(line for line in at_table([word]) if "would choose" in line)
    number, text = re.fullmatch(r"last would choose (\d+)\) (..)", advice).groups()
    assert f"you: {text}" in at_table([word, number])


@pytest.mark.parametrize("word", ["quit", "q"])
def test_leaving(word):
    result = run([word])
    assert (result.exit_code, result.output.splitlines()[-1]) == (0, "You have left; the round stays unfinished.")


def test_end_of_input_is_said():
    result = run(["1", "1"])
    assert (result.exit_code, result.output.splitlines()[-1]) == (0, "The input ended before the round was over.")


def test_what_cannot_be_played_is_explained_and_asked_again():
    states = GAME.new(1)
    GAME.deal(states, 3)
    held = GAME.hands(states[0])[0]
    other = GAME.hands(states[0])[1][0]
    said = at_table(["nonsense", "99", "0", other])
    assert any(line.startswith("'nonsense' is no action of this game") and "`quit` leaves" in line for line in said)
    assert any("there is no move 99: the moves are numbered 1 to " in line for line in said)
    assert any("there is no move 0" in line for line in said)
    refused = next(line for line in said if f"seat 0 cannot play `{other}` now; legal are" in line)
    assert any(f"`{card}`" in refused for card in held)
    assert not any(line.startswith("you:") for line in said)


def test_help_and_moves():
    said = at_table(["help", "moves"])
    moves = [line for line in said if line.startswith("1) ")]
    assert len(moves) == 1
    assert any("\n" + moves[0] in line for line in said)  # they were listed with the round, too
    assert sum("`quit` leaves" in line for line in said) == 2


def test_sales_of_others_are_not_told():
    game = make_game("gongzhu_v0")
    said = at_table(["sell keep"] * 4 + ["1"] * 13, game)
    told = [line for line in said if re.fullmatch(r"seat [123]: decided on a sale", line)]
    states = game.new(1)
    game.deal(states, 3)
    held = [card for hand in game.hands(states[0])[1:] for card in hand if card in ("Qs", "Jd", "Tc", "Ah")]
    assert len(told) == len(held) > 0
    assert not any(re.match(r"seat [123]: sell", line) for line in said)


def test_hands_of_others_are_not_shown_before_the_end():
    states = GAME.new(1)
    GAME.deal(states, 3)
    before_leaving = "\n".join(at_table(["quit"]))
    for seat in (1, 2, 3):
        assert "13 cards" in before_leaving
        assert GAME.describe(states[0], seat).splitlines()[1 + seat].strip("→ ") not in before_leaving


def test_partner_is_named():
    assert "you are seat 3, partner of seat 1;" in at_table([], make_game("gongzhu_partners_v0"), seat=3)[0]


def test_match_goes_on_over_hands_and_may_be_cut_off():
    game = make_game("gongzhu_v0", sale=False, episode="match", max_hands=1)
    cut_off = [at_table(["1"] * 13, game, seed=seed)[-1] for seed in range(8)]
    assert "The match was cut off: it has no scores." in cut_off
    whole = at_table(["1"] * 13 * 60, make_game("gongzhu_v0", sale=False, episode="match"))
    assert whole[-1].startswith("final scores: ")
    assert any("hand 2, trick 1 of 13" in line for line in whole)


@pytest.mark.parametrize(
    ("more", "message"),
    [
        (["--seat", "4"], "gongzhu_v0 has seats 0 to 3, not 4"),
        (["--seed", "-1"], "seeds must be integers from 0"),
        (["--opponent", "nobody"], "there is no agent 'nobody'"),
        (["--hints", "nobody"], "there is no agent 'nobody'"),
    ],
)
def test_wrong_requests(more, message):
    result = run([], *more)
    assert result.exit_code == 2
    assert message in result.output
    assert "Traceback" not in result.output


def test_colours_only_where_asked():
    assert "\x1b[" not in "".join(at_table(["1"] * 13))
    assert "\x1b[" in "".join(at_table(["1"] * 13, ansi=True))


def test_random_play_of_agents_follows_from_the_seed():
    assert run(["1"] * 13).output == run(["1"] * 13).output
    assert run(["1"] * 13).output != run(["1"] * 13, "--seed", "4").output
    assert np.unique([run([], "--seed", str(seed)).output for seed in range(3)]).size == 3
