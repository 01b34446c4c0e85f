"""The command line: help with examples, what it prints and writes, and errors that are one line."""

from __future__ import annotations

import csv
import json
import subprocess
import sys

import pytest
from typer.main import get_command
from typer.testing import CliRunner

from stockyard import envs
from stockyard.train import bench, cli, evaluate, peers

COMMANDS = [command.name for command in cli.app.registered_commands]
EVALUATE = ["evaluate", "random", "random", "--game", "gongzhu_partners_v0", "--deals", "3"]


def run(*arguments: str):
    return CliRunner().invoke(cli.app, [str(argument) for argument in arguments])


def refused(*arguments: str) -> str:
    """The one line on standard error of a request that is refused."""
    result = run(*arguments)
    assert result.exit_code == 2
    assert result.stdout == ""
    line = result.stderr.strip()
    assert line.startswith("error: ")
    assert "\n" not in line
    return line


@pytest.mark.parametrize("command", COMMANDS)
def test_help_has_examples(command):
    result = run(command, "--help")
    assert result.exit_code == 0
    assert f"stockyard {command}" in result.stdout.partition("Examples")[2]


def test_help_lists_the_commands():
    result = run("--help")
    assert {"games", "play", "evaluate", "bench"} <= set(COMMANDS)
    assert all(command in result.stdout for command in COMMANDS)
    assert "Examples" in result.stdout


@pytest.mark.parametrize("command", COMMANDS)
def test_examples_are_valid_requests(command):
    """Each example's arguments are those that the command takes (they are parsed, not carried out)."""
    group = get_command(cli.app)
    parsed = group.commands[command]
    lines = [line for line in parsed.epilog.replace("[/cyan]", "").split("[cyan]") if f"stockyard {command}" in line]
    assert lines
    for line in lines:
        arguments = line.strip().partition(f"stockyard {command}")[2].split()
        assert parsed.make_context(command, arguments, resilient_parsing=False)


def test_start_up_loads_no_learning_library():
    code = (
        "import sys; from typer.testing import CliRunner; from stockyard.train.cli import app\n"
        "for arguments in (['--help'], ['games'], ['games', '--json']):\n"
        "    assert CliRunner().invoke(app, arguments).exit_code == 0\n"
        "print([name for name in ('torch', 'stable_baselines3', 'tensorboard') if name in sys.modules])"
    )
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stdout == "[]\n"


def test_module_runs_too():
    command = [sys.executable, "-m", "stockyard.train.cli", "--version"]
    assert subprocess.run(command, capture_output=True, text=True).stdout.startswith("stockyard ")


# --- games -----------------------------------------------------------------------------------------------------------


def test_games_as_json():
    listed = json.loads(run("games", "--json").stdout)
    assert tuple(row["id"] for row in listed) == envs.ids()
    for row in listed:
        game = envs.make_game(row["id"])
        assert (row["players"], row["actions"]) == (game.num_seats, game.num_actions)
        assert (row["observation_size"], row["options"]) == (game.observation_size, game.options)


def test_games_as_a_table():
    shown = run("games").stdout
    for id in envs.ids():
        assert id in shown
        assert f"{envs.make_game(id).observation_size:,}" in shown
    assert "episode=hand" in shown
    assert "0+2 – 1+3" in shown


# --- evaluate --------------------------------------------------------------------------------------------------------


def test_evaluate_prints_the_table():
    result = run(*EVALUATE, "--option", "sale=false", "--seed", "5")
    assert result.exit_code == 0
    assert "sale=False" in result.stdout
    assert "3 deals × 2 seatings, seed 5" in " ".join(result.stdout.split())
    assert "95% interval" in result.stdout


def test_evaluate_writes_files(tmp_path):
    figures, rounds = tmp_path / "result.json", tmp_path / "rounds.csv"
    assert run(*EVALUATE, "--seed", "5", "--json", figures, "--csv", rounds).exit_code == 0
    expected = evaluate.evaluate("random", "random", envs.make_game("gongzhu_partners_v0"), 3, seed=5)
    written = json.loads(figures.read_text())
    assert written.pop("speed")
    assert {**written, "speed": None} == {**expected.to_dict(), "speed": None}
    assert rounds.read_text() == expected.to_csv()
    assert len(list(csv.DictReader(rounds.read_text().splitlines()))) == 6
    assert sorted(path.name for path in tmp_path.iterdir()) == ["result.json", "rounds.csv"]


def test_evaluate_prints_json_alone_on_standard_output():
    result = run(*EVALUATE, "--json", "-")
    assert json.loads(result.stdout)["deals"] == 3
    assert "95% interval" in result.stderr


@pytest.mark.parametrize("target", ["--json", "--csv"])
def test_files_that_cannot_be_written_are_refused_before_play(target, tmp_path, monkeypatch):
    monkeypatch.setattr(evaluate, "evaluate", lambda *arguments, **more: pytest.fail("played"))
    assert "there is no folder" in refused(*EVALUATE, target, tmp_path / "nowhere" / "file")
    assert "it is a folder" in refused(*EVALUATE, target, tmp_path)


def test_ctrl_c_is_130(monkeypatch):
    def interrupted(*arguments, **more):
        raise KeyboardInterrupt

    monkeypatch.setattr(evaluate, "evaluate", interrupted)
    result = run(*EVALUATE)
    assert (result.exit_code, result.output) == (130, "")


def test_what_fails_on_the_way_is_one_line_and_1(monkeypatch):
    def broken(*arguments, **more):
        raise OSError("the disk is full")

    monkeypatch.setattr(evaluate, "evaluate", broken)
    result = run(*EVALUATE)
    assert (result.exit_code, result.stderr) == (1, "error: the disk is full\n")


# --- Wrong requests --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--game", "gongzu_v0"], "did you mean 'gongzhu_v0'?"),
        (["--option", "sail=false"], "gongzhu_partners_v0 has no option 'sail'; it has sale, episode, max_hands"),
        (["--option", "id=3"], "has no option 'id'"),
        (["--option", "sale=maybe"], "sale must be True or False, not 'maybe'"),
        (["--option", "sale"], "--option takes KEY=VALUE, as sale=false, not 'sale'"),
        (["--option", "sale=true", "-o", "sale=false"], "--option sale is given twice"),
        (["--option", "max_hands=0", "-o", "episode=match"], "max_hands must be None or a whole number"),
        (["--seed", "-1"], "seed must be a whole number of at least 0"),
    ],
)
def test_wrong_requests_are_one_line(arguments, message):
    assert message in refused(*EVALUATE, *arguments)


def test_unknown_agents_are_one_line():
    assert "there is no agent 'nobody'" in refused("evaluate", "random", "nobody", "-g", "gongzhu_v0")


@pytest.mark.parametrize("arguments", [["--deals", "0"], ["--workers", "0"], ["--deals", "many"], ["--colour"]])
def test_wrong_numbers_are_refused(arguments):
    result = run(*EVALUATE, *arguments)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert arguments[0] in result.stderr


def test_option_values():
    given = ["a=true", "b=False", "c=none", "d=12", "e=-3", "f=match", "g=x=y", "h="]
    assert cli.parse_options(given) == {
        "a": True,
        "b": False,
        "c": None,
        "d": 12,
        "e": -3,
        "f": "match",
        "g": "x=y",
        "h": "",
    }


# --- bench -----------------------------------------------------------------------------------------------------------


def test_bench_passes_what_is_asked(monkeypatch, tmp_path):
    asked = []
    monkeypatch.setattr(bench, "run", lambda *arguments: asked.append(arguments[:4]))
    path = tmp_path / "bench.json"
    assert run("bench", "gongzhu_v0", "--seconds", "0.5", "--peers", "--json", path).exit_code == 0
    assert run("bench").exit_code == 0
    assert asked == [(["gongzhu_v0"], 0.5, True, path), ((), 5.0, False, None)]


def test_bench_without_peers_is_one_line(monkeypatch):
    monkeypatch.setattr(peers, "MODULES", {"open_spiel": "a_module_that_is_not_there"})
    assert "pip install 'stockyard[peers]'" in refused("bench", "gongzhu_v0", "--peers")


def test_bench_refuses_bad_seconds():
    assert "seconds must be positive" in refused("bench", "--seconds", "0")
