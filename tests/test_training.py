"""Training runs: checkpoints, resuming, and what is refused."""

import io
import json
import os
import shutil
import signal
import subprocess
import sys
import time

import pytest
import torch
import yaml
from rich.console import Console
from safetensors.torch import load_file, save_file

from stockyard import agents, envs
from stockyard.agents import checkpoint
from stockyard.train import config, training

SMALL = {
    "game": "gongzhu_partners_v0",
    "options": {"sale": False},
    "checkpoint_every": 2,
    "network": {"hidden": [16]},
    "ppo": {"rounds": 8, "minibatch": 128, "updates": 12},
    "selection": {"every": 5, "deals": 4, "opponents": ["random"]},
}
QUIET = Console(quiet=True)

RUN = """
import pathlib, sys, yaml
from rich.console import Console
from stockyard.train import config, training
content, run, resume = yaml.safe_load(sys.argv[1]), pathlib.Path(sys.argv[2]), sys.argv[3] == "resume"
sys.exit(0 if training.train(config.parse(content, "test"), run, Console(quiet=True), resume) else 130)
"""


def start(run, resume=False, **changes):
    content = yaml.safe_dump({**SMALL, **changes})
    return subprocess.Popen([sys.executable, "-c", RUN, content, str(run), "resume" if resume else "new"])


def wait_for_checkpoint(run, process):
    while not checkpoint.newest(run):
        assert process.poll() is None
        time.sleep(0.02)


def final_files(run):
    folder = checkpoint.update_folder(run, SMALL["ppo"]["updates"])
    return load_file(folder / checkpoint.WEIGHTS), load_file(folder / checkpoint.TRAINING)


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory):
    run = tmp_path_factory.mktemp("undisturbed") / "run"
    training.train(config.parse(SMALL, "test"), run, QUIET)
    return run


@pytest.mark.parametrize("kind", [signal.SIGKILL, signal.SIGINT])
def test_a_run_that_was_stopped_and_resumed_takes_the_same_course(undisturbed, tmp_path, kind):
    process = start(tmp_path / "run")
    wait_for_checkpoint(tmp_path / "run", process)
    process.send_signal(kind)
    assert process.wait() in (-signal.SIGKILL, 130, 0)
    stopped_at = checkpoint.read_description(checkpoint.newest(tmp_path / "run"))["updates"]
    assert 0 < stopped_at
    assert start(tmp_path / "run", resume=True).wait() == 0
    for ours, theirs in zip(final_files(tmp_path / "run"), final_files(undisturbed), strict=True):
        assert ours.keys() == theirs.keys()
        assert all(torch.equal(ours[name], theirs[name]) for name in ours)


def test_what_a_killed_run_left_half_written_is_ignored_and_removed(undisturbed, tmp_path):
    run = tmp_path / "run"
    shutil.copytree(undisturbed, run)
    half = run / "checkpoints" / ".update-000099.abc"
    half.mkdir()
    (half / checkpoint.WEIGHTS).write_bytes(b"half")
    assert checkpoint.newest(run) == checkpoint.update_folder(run, 12)
    checkpoint.prune(run, training.KEPT_CHECKPOINTS)
    assert not half.exists()


def test_the_run_folder_holds_config_log_and_the_newest_checkpoints(undisturbed):
    assert yaml.safe_load((undisturbed / training.CONFIG).read_text())["ppo"]["rounds"] == 8
    kept = sorted(folder.name for folder in (undisturbed / "checkpoints").iterdir())
    assert kept == ["update-000008", "update-000010", "update-000012"]
    from tensorboard.backend.event_processing.event_accumulator import EventAccumulator

    log = EventAccumulator(str(undisturbed / training.TENSORBOARD)).Reload()
    tags = set(log.Tags()["scalars"])
    wanted = {"policy_loss", "value_loss", "entropy", "kl", "explained_variance", "decisions_per_second"}
    assert {f"learning/{name}" for name in wanted} <= tags
    assert [event.step for event in log.Scalars("play/score_against_random")] == [5, 10, 12]
    assert len(log.Scalars("learning/entropy")) == 12


def test_where_there_is_no_terminal_progress_is_told_in_lines(tmp_path):
    console = Console(file=io.StringIO(), width=200)
    small = {**SMALL, "ppo": {**SMALL["ppo"], "updates": 4}, "selection": {**SMALL["selection"], "every": 2}}
    training.train(config.parse(small, "test"), tmp_path / "run", console)
    lines = console.file.getvalue().splitlines()
    assert [line.split(":")[0] for line in lines] == ["update 2 of 4", "update 4 of 4"]
    assert all("decisions/s" in line and "random" in line for line in lines)


def test_a_checkpoint_is_json_and_safetensors_that_say_what_they_are_for(undisturbed):
    folder = checkpoint.newest(undisturbed)
    said = json.loads((folder / checkpoint.DESCRIPTION).read_text())
    game = envs.make_game("gongzhu_partners_v0", sale=False)
    assert said["game"]["ruleset"] == game.id
    assert said["game"]["layout"] == game.layout.digest
    assert said["updates"] == 12
    assert said["config"]["ppo"]["updates"] == 12
    assert {path.suffix for path in folder.iterdir()} == {".json", ".safetensors"}


def test_an_agent_loads_from_the_run_or_the_checkpoint_and_plays_the_average(undisturbed):
    agent = agents.load(str(undisturbed))
    weights = load_file(checkpoint.newest(undisturbed) / checkpoint.WEIGHTS)
    assert all(torch.equal(tensor, weights[name]) for name, tensor in agent.network.state_dict().items())
    game = envs.make_game("gongzhu_partners_v0", sale=False)
    agent.check(game)
    states = game.new(50)
    game.deal(states, range(50))
    actions = agents.base.play_for(agent, game, states, torch.arange(50).numpy().astype("uint64"))
    assert game.legal(states)[range(50), actions].all()
    assert agents.load(str(checkpoint.newest(undisturbed))).name


def test_another_rulesets_checkpoint_says_so(undisturbed):
    agent = agents.load(str(undisturbed))
    with pytest.raises(ValueError, match="trained on gongzhu_partners_v0, not on gongzhu_v0"):
        agent.check(envs.make_game("gongzhu_v0"))


def edited(folder, target, **changes):
    shutil.copytree(folder, target)
    path = target / checkpoint.DESCRIPTION
    said = json.loads(path.read_text())
    said["game"] |= changes.pop("game", {})
    path.write_text(json.dumps(said | changes))
    return target


def test_another_versions_or_a_damaged_checkpoint_says_so(undisturbed, tmp_path):
    folder = checkpoint.newest(undisturbed)
    with pytest.raises(ValueError, match="another observation of gongzhu_partners_v0"):
        agents.load(str(edited(folder, tmp_path / "layout", game={"layout": "0123"})))
    with pytest.raises(ValueError, match="format 99"):
        agents.load(str(edited(folder, tmp_path / "format", format=99)))
    with pytest.raises(ValueError, match="do not fit the network"):
        agents.load(str(edited(folder, tmp_path / "network", network={"hidden": [8], "critic": "perfect"})))
    damaged = edited(folder, tmp_path / "damaged")
    data = (damaged / checkpoint.WEIGHTS).read_bytes()
    (damaged / checkpoint.WEIGHTS).write_bytes(data[: len(data) // 2])
    with pytest.raises(ValueError, match="cannot be read"):
        agents.load(str(damaged))
    (damaged / checkpoint.DESCRIPTION).write_text("{")
    with pytest.raises(ValueError, match="cannot be read"):
        agents.load(str(damaged))
    with pytest.raises(ValueError, match="no checkpoint"):
        agents.load(str(tmp_path))


def test_a_folder_with_a_run_is_not_overwritten(undisturbed):
    before = sorted(path.name for path in (undisturbed / "checkpoints").iterdir())
    with pytest.raises(ValueError, match="holds a run already"):
        training.train(config.parse(SMALL, "test"), undisturbed, QUIET)
    assert sorted(path.name for path in (undisturbed / "checkpoints").iterdir()) == before


def test_a_run_is_resumed_with_its_own_configuration_only(undisturbed):
    assert training.config_of(undisturbed) == config.parse(SMALL, "test")
    other = config.parse({**SMALL, "seed": 1}, "test")
    with pytest.raises(ValueError, match="another configuration"):
        training.train(other, undisturbed, QUIET, resume=True)


def test_there_must_be_something_to_resume(tmp_path):
    with pytest.raises(ValueError, match="no checkpoint to resume"):
        training.config_of(tmp_path)


def test_two_processes_do_not_train_in_one_folder(tmp_path):
    first = start(tmp_path / "run", ppo={**SMALL["ppo"], "updates": 100000})
    wait_for_checkpoint(tmp_path / "run", first)
    with pytest.raises(ValueError, match="another process is training"):
        training.train(training.config_of(tmp_path / "run"), tmp_path / "run", QUIET, resume=True)
    first.terminate()  # a polite kill ends it like Ctrl-C, with a checkpoint
    assert first.wait() == 130


def test_a_resumed_run_keeps_every_step_of_its_log(tmp_path):
    process = start(tmp_path / "run")
    wait_for_checkpoint(tmp_path / "run", process)
    process.send_signal(signal.SIGINT)
    process.wait()
    start(tmp_path / "run", resume=True).wait()
    from tensorboard.backend.event_processing.event_accumulator import EventAccumulator

    log = EventAccumulator(str(tmp_path / "run" / training.TENSORBOARD)).Reload()
    assert [event.step for event in log.Scalars("learning/entropy")] == list(range(1, 13))


def test_a_run_that_diverges_says_so(tmp_path):
    wild = config.parse({**SMALL, "ppo": {**SMALL["ppo"], "learning_rate": 1e30}}, "test")
    with pytest.raises(ValueError, match=r"update \d diverged"):
        training.train(wild, tmp_path / "run", QUIET)


def test_weights_that_are_not_finite_do_not_play(undisturbed, tmp_path):
    folder = tmp_path / "copy"
    shutil.copytree(checkpoint.newest(undisturbed), folder)
    weights = {
        name: torch.full_like(tensor, torch.nan) for name, tensor in load_file(folder / checkpoint.WEIGHTS).items()
    }
    save_file(weights, folder / checkpoint.WEIGHTS)
    with pytest.raises(ValueError, match="not finite"):
        agents.load(str(folder))


@pytest.mark.parametrize(
    "damage", [{"game": "x"}, {"network": {"hidden": ["a"], "critic": "seat"}}, {"config": None}, {"updates": "many"}]
)
def test_a_description_that_says_something_else_is_refused_in_a_sentence(undisturbed, tmp_path, damage):
    folder = tmp_path / "copy"
    shutil.copytree(checkpoint.newest(undisturbed), folder)
    path = folder / checkpoint.DESCRIPTION
    path.write_text(json.dumps({**json.loads(path.read_text()), **damage}))
    with pytest.raises(ValueError, match=f"is damaged: what it says of {next(iter(damage))}"):
        agents.load(str(folder))


def test_other_things_among_the_checkpoints_are_left_alone(undisturbed, tmp_path):
    run = tmp_path / "run"
    shutil.copytree(undisturbed, run)
    (run / "checkpoints" / "update-old").mkdir()
    (run / "checkpoints" / "update-zzz").write_text("mine")
    assert checkpoint.newest(run) == checkpoint.update_folder(run, 12)
    checkpoint.prune(run, 1)
    assert sorted(path.name for path in (run / "checkpoints").iterdir()) == [
        "update-000012",
        "update-old",
        "update-zzz",
    ]


def test_another_runs_training_state_is_refused(undisturbed, tmp_path):
    run = tmp_path / "run"
    shutil.copytree(undisturbed, run)
    newest = checkpoint.newest(run)
    shutil.copy(newest / checkpoint.WEIGHTS, newest / checkpoint.TRAINING)
    with pytest.raises(ValueError, match="does not belong to the run"):
        training.train(config.parse(SMALL, "test"), run, QUIET, resume=True)


def test_devices_are_written_to_and_links_followed(tmp_path):
    from stockyard.agents.files import write_atomically

    target, link, pipe = tmp_path / "target", tmp_path / "link", tmp_path / "pipe"
    link.symlink_to(target)
    write_atomically(link, "through")
    assert link.is_symlink()
    assert target.read_text() == "through"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    write_atomically(pipe, "down")
    assert os.read(reader, 10) == b"down"
    os.close(reader)
    assert pipe.is_fifo()


def test_files_are_written_whole_or_not_at_all(tmp_path):
    from stockyard.agents.files import write_atomically

    path = tmp_path / "file"
    write_atomically(path, "first")
    assert path.read_text() == "first"
    assert path.stat().st_mode & 0o777 == 0o666 & ~_umask()
    with pytest.raises(TypeError):
        write_atomically(path, 3)  # type: ignore[arg-type]
    assert path.read_text() == "first"
    assert os.listdir(tmp_path) == ["file"]


def _umask():
    mask = os.umask(0)
    os.umask(mask)
    return mask
