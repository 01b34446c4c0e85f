"""Compiled code is kept on disk, and an edit of any source that it depends on is seen."""

import os
import pathlib
import shutil
import subprocess
import sys

import numba
import pytest

import stockyard

pytestmark = pytest.mark.skipif(bool(numba.config.DISABLE_JIT), reason="nothing is compiled")

DEAL = """
from stockyard import envs
from stockyard.envs import loops
game = envs.make_game("gongzhu_v0", sale=False)
states = game.new(1)
game.deal(states, 7)
print(states.hands[0].tolist(), sum(loops.deal_each.stats.cache_hits.values()))
"""


@pytest.fixture
def copied(tmp_path):
    """A copy of the games' sources under the package's name, and how to deal a hand with it in a new process."""
    source = pathlib.Path(stockyard.__file__).parent
    package = tmp_path / "stockyard"
    package.mkdir()
    shutil.copy(source / "__init__.py", package)
    shutil.copytree(source / "envs", package / "envs", ignore=shutil.ignore_patterns("__pycache__"))

    def deal():
        environment = {**os.environ, "PYTHONPATH": str(tmp_path), "STOCKYARD_CACHE_DIR": str(tmp_path / "cache")}
        run = subprocess.run(
            [sys.executable, "-c", DEAL], env=environment, cwd=tmp_path, capture_output=True, text=True, check=True
        )
        hands, hits = run.stdout.rsplit(maxsplit=1)
        return hands, int(hits)

    return package, deal


def test_an_edit_in_another_file_is_seen_and_without_one_the_cache_serves(copied):
    package, deal = copied
    hands, hits = deal()
    assert hits == 0
    assert deal() == (hands, 1)
    # `deal_each` lies in loops.py and calls the generator in chance.py: numba alone would not notice this.
    chance = package / "envs" / "chance.py"
    text = chance.read_text()
    edited = text.replace("0x9E3779B97F4A7C15", "0x9E3779B97F4A7C17")
    assert edited != text
    chance.write_text(edited)
    other_hands, hits = deal()
    assert other_hands != hands
    assert hits == 0
    chance.write_text(text)
    assert deal() == (hands, 1)


def test_a_cache_folder_that_cannot_be_written_is_done_without(tmp_path):
    blocked = tmp_path / "file"
    blocked.write_text("no folder")
    environment = {**os.environ, "STOCKYARD_CACHE_DIR": str(blocked)}
    run = subprocess.run([sys.executable, "-c", DEAL], env=environment, capture_output=True, text=True, check=True)
    assert run.stdout.endswith(" 0\n")


def test_numba_settings_of_the_process_are_left_alone():
    program = (
        "import numba; numba.config.CACHE_DIR = 'mine'; from stockyard.envs import loops; print(numba.config.CACHE_DIR)"
    )
    assert subprocess.run([sys.executable, "-c", program], capture_output=True, text=True).stdout == "mine\n"
