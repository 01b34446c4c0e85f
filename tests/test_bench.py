"""`stockyard bench`: its report is complete, and it says plainly when there is nothing to compare with."""

from __future__ import annotations

import io
import json

import pytest
from rich.console import Console

from stockyard import envs
from stockyard.train import bench, peers

GAME = "gongzhu_v0"


@pytest.fixture
def quick(monkeypatch):
    """Few rounds at a time, and start-up processes that do not compile."""
    monkeypatch.setattr(bench, "BATCH", 4)
    monkeypatch.setattr(bench, "TURNS", 2)
    plain = "import os; os.environ['NUMBA_DISABLE_JIT'] = '1'"
    monkeypatch.setattr(bench, "FIRST_DECISION", plain + bench.FIRST_DECISION)


def numbers(value):
    """All numbers in nested dictionaries."""
    if isinstance(value, dict):
        return [number for inner in value.values() for number in numbers(inner)]
    return [value] if isinstance(value, int | float) else []


def test_report_has_every_figure(quick, tmp_path):
    path, text = tmp_path / "bench.json", io.StringIO()
    bench.run([GAME], 0.01, False, path, Console(file=text, width=200))
    report = json.loads(path.read_text())
    speed = report["games"][GAME]
    assert set(speed) == {"masks", "observations", "aec", "state_bytes", "observation_bytes", "mask_bytes"}
    assert all(speed[loop]["decisions_per_second"] > 0 for loop in ("masks", "observations", "aec"))
    game = envs.make_game(GAME)
    assert (speed["observation_bytes"], speed["mask_bytes"]) == (4 * game.observation_size, game.num_actions)
    assert set(report["start_up"][GAME]) == {
        "import_seconds",
        "first_decision_seconds",
        "first_decision_empty_cache_seconds",
    }
    assert all(number > 0 for number in numbers(report))
    assert len(numbers(report)) == 10
    assert f"{speed['masks']['decisions_per_second']:,.0f}" in text.getvalue()


def test_games_of_one_family_share_a_start_up(quick, monkeypatch):
    monkeypatch.setattr(bench, "_process_seconds", lambda code, cache: 1.0)
    report = bench.run(["gongzhu_v0", "gongzhu_partners_v0"], 0.01, False, None, Console(file=io.StringIO()))
    assert list(report.games) == ["gongzhu_v0", "gongzhu_partners_v0"]
    assert list(report.start_up) == ["gongzhu_v0"]


def test_ratios_are_ours_over_the_peers(quick, monkeypatch):
    monkeypatch.setattr(bench, "_process_seconds", lambda code, cache: 1.0)
    monkeypatch.setattr(peers, "installed", lambda: {"open_spiel": "1"})
    monkeypatch.setattr(peers, "loops", lambda versions: {"masks": ("a slow game", lambda seconds: 0.5)})
    text = io.StringIO()
    report = bench.run([GAME], 0.01, True, None, Console(file=text, width=200))
    rate = report.games[GAME].masks
    assert (rate.peer, rate.peer_decisions_per_second) == ("a slow game", 0.5)
    assert rate.ratio == pytest.approx(2 * rate.decisions_per_second)
    assert report.games[GAME].aec.ratio is None
    assert "pettingzoo cannot be imported and is left out" in text.getvalue()


def test_missing_extra_is_one_sentence(monkeypatch):
    monkeypatch.setattr(peers, "MODULES", {"open_spiel": "a_module_that_is_not_there"})
    with pytest.raises(peers.PeersMissingError, match=r"pip install 'stockyard\[peers\]'$"):
        bench.run([GAME], 0.01, True, None, Console(file=io.StringIO()))


@pytest.mark.parametrize("seconds", [0, -1, float("nan")])
def test_seconds_must_be_positive(seconds):
    with pytest.raises(ValueError, match="seconds must be positive"):
        bench.run([GAME], seconds, False, None, Console(file=io.StringIO()))


def test_peers_play_whole_rounds():
    modules = {"masks": "pyspiel", "aec": "pettingzoo.classic.connect_four_v3"}
    for module in modules.values():
        pytest.importorskip(module)
    loops = peers.loops(peers.installed())
    assert set(loops) == {"masks", "observations", "aec"}
    assert all(loop(0.0) > 0 for _, loop in loops.values())
