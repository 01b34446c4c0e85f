"""The demonstration, on a small scale: it trains, compares, and leaves behind what it says."""

import io

import pytest
from rich.console import Console

from stockyard import agents
from stockyard.train import config, demo


@pytest.fixture
def shown(monkeypatch, tmp_path):
    """Run the demonstration with a few small updates and deals; returns its folder of runs and what it printed."""
    small = {"ppo.updates": "2", "ppo.rounds": "8", "selection.every": "0"}
    monkeypatch.setattr(demo, "load_config", lambda name: config.load(name, small))
    monkeypatch.setattr(demo, "DEALS", 16)

    def run(game):
        console = Console(file=io.StringIO(), width=100)
        assert demo.demo(game, tmp_path, console)
        return console.file.getvalue()

    return tmp_path, run


@pytest.mark.parametrize(("game", "seatings"), [("gongzhu_partners_v0", 2), ("xianniu_v0", 6)])
def test_it_prints_a_table_for_each_built_in_agent_and_says_where_things_lie(shown, game, seatings):
    runs, run = shown
    text = run(game)
    folder = runs / f"demo-{game}-1"
    for name in agents.BUILT_IN:
        assert f"B  {name}" in text
    assert text.count(f"16 deals × {seatings} seatings") == len(agents.BUILT_IN)
    assert "95% interval" in text
    flat = "".join(text.split())
    for path in (folder / "checkpoints" / "update-000002", folder / "replay.txt", folder / "tensorboard"):
        assert path.exists()
        assert str(path) in flat
    replay = (folder / "replay.txt").read_text()
    assert "seat 0: learned" in replay
    assert "seat 1: heuristic" in replay
    assert agents.load(str(folder)).name


def test_a_second_demonstration_leaves_the_first_alone(shown):
    runs, run = shown
    run("kanniutui_v0")
    run("kanniutui_v0")
    assert sorted(folder.name for folder in runs.iterdir()) == [
        "demo-kanniutui_v0-1",
        "demo-kanniutui_v0-2",
    ]


def test_without_a_configuration_for_the_game_it_says_which_there_are(tmp_path):
    with pytest.raises(
        ValueError, match="there is one of gongzhu_partners_v0, kanniutui_v0, xianniu_folk_v0, xianniu_v0"
    ):
        demo.demo("gongzhu_v0x", tmp_path, Console(quiet=True))
    assert not list(tmp_path.iterdir())
