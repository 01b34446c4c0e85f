"""What the README prints works: its code, its commands, its figures."""

import os
import pathlib
import re
import shlex
import subprocess
import sys

import numba
import pytest

from stockyard import envs

ROOT = pathlib.Path(__file__).parent.parent
TEXT = (ROOT / "README.md").read_text()
BLOCKS = re.findall(r"^```(\w*)\n(.*?)^```", TEXT, flags=re.M | re.S)
COMMANDS = [line.split("#")[0].strip() for kind, block in BLOCKS if kind == "" for line in block.splitlines()]

pytestmark = pytest.mark.skipif(bool(numba.config.DISABLE_JIT), reason="slow without the compiler")


def test_all_python_of_the_readme_runs_in_order(tmp_path):
    program = "\n".join(block for kind, block in BLOCKS if kind == "python")
    run = subprocess.run([sys.executable, "-c", program], cwd=tmp_path, capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
    assert "trick 1 of 13" in run.stdout


def test_all_commands_of_the_readme_run_in_order(tmp_path):
    stockyard = [sys.executable, "-m", "stockyard.train.cli"]
    seen = set()
    for command in COMMANDS:
        program, *arguments = shlex.split(command)
        seen.add(program)
        if program == "stockyard":
            run = subprocess.run([*stockyard, *arguments], cwd=tmp_path, input="quit\n", capture_output=True, text=True)
            assert run.returncode == 0, f"{command}: {run.stderr}"
        elif program == "tensorboard":
            assert list((tmp_path / arguments[-1]).rglob("events.out.tfevents.*"))
        else:
            assert program == "make"
            run = subprocess.run(["make", "-n", *arguments], cwd=ROOT, capture_output=True, text=True)
            assert run.returncode == 0, run.stderr
    assert seen == {"make", "stockyard", "tensorboard"}


def test_the_table_of_environments_is_right():
    rows = re.findall(r"^\| `(\w+)` \| (\d+) \| ([\d,]+) \| ([\d,]+) \| \d", TEXT, flags=re.M)
    assert [row[0] for row in rows] == list(envs.ids())
    for id, players, size, actions in rows:
        game = envs.make_game(id)
        assert (int(players), int(size), int(actions)) == (game.num_seats, game.observation_size, game.num_actions)


def test_every_file_that_the_readme_points_to_is_there():
    for target in re.findall(r"\]\(([^)]+)\)", TEXT):
        assert os.path.exists(ROOT / target), target
