"""A training run: updates in order, what is shown of them, and checkpoints to resume from."""

import contextlib
import pathlib
import signal
import threading
import time
from collections.abc import Iterator
from typing import Any

import filelock
import torch
import yaml
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn
from torch.utils.tensorboard import SummaryWriter

from .. import agents
from ..agents import checkpoint
from ..agents.files import write_atomically
from ..agents.neural import NeuralAgent
from ..envs import make_game
from ..envs.chance import mix
from .arena import SELECTION
from .config import TrainConfig, parse
from .evaluate import evaluate
from .learner import Learner

KEPT_CHECKPOINTS = 3
CONFIG = "config.yaml"
TENSORBOARD = "tensorboard"


def train(config: TrainConfig, run: pathlib.Path, console: Console, resume: bool = False) -> pathlib.Path | None:
    """Carry out, or go on with, the run in the folder `run`; returns its last checkpoint's folder.

    Ctrl-C stops it at the end of the update in progress, with a checkpoint; None is returned then.
    Raises `ValueError` before anything is written when the folder holds another run, or there is none to resume.
    """
    found = checkpoint.newest(run)
    if found and not resume:
        raise ValueError(f"{run} holds a run already: resume it with --resume, or choose another folder")
    if run.exists() and not run.is_dir():
        raise ValueError(f"{run} is a file: a run needs a folder of its own")
    torch.set_num_threads(config.threads)
    game = make_game(config.game, **config.options)
    learner = Learner(game, config)
    opponents = {name: agents.load(name) for name in config.selection.opponents}
    for opponent in opponents.values():
        opponent.check(game)
    if found:
        restore(learner, found)
    run.mkdir(parents=True, exist_ok=True)
    with (
        _alone_in(run),
        SummaryWriter(str(run / TENSORBOARD), purge_step=learner.updates + 1) as writer,
        _display(console) as progress,
        _interruptible() as stop,
    ):
        checkpoint.prune(run, KEPT_CHECKPOINTS)
        write_atomically(run / CONFIG, yaml.safe_dump(config.model_dump(), sort_keys=False))
        task = progress.add_task("training", total=config.ppo.updates, completed=learner.updates, shown="")
        standing: dict[str, float] = {}
        while learner.updates < config.ppo.updates and not stop.is_set():
            started = time.perf_counter()
            report = learner.update()
            report["decisions_per_second"] = report["decisions"] / (time.perf_counter() - started)
            last = learner.updates == config.ppo.updates
            if config.selection.every and (last or learner.updates % config.selection.every == 0):
                standing = {f"score_against_{name}": _margin(learner, other) for name, other in opponents.items()}
                report |= standing
            for name, value in report.items():
                writer.add_scalar(_group(name), value, learner.updates)
            if last or stop.is_set() or learner.updates % config.checkpoint_every == 0:
                save(learner, run)
            shown = _shown(report, standing)
            progress.update(task, completed=learner.updates, shown=shown)
            if not console.is_terminal and (last or learner.updates % config.checkpoint_every == 0):
                console.print(f"update {learner.updates} of {config.ppo.updates}:  {shown}", soft_wrap=True)
    return checkpoint.newest(run) if learner.updates == config.ppo.updates else None


def config_of(run: pathlib.Path) -> TrainConfig:
    """The configuration of a run that has a checkpoint; `ValueError` when it has none."""
    found = checkpoint.newest(run)
    if found is None:
        raise ValueError(f"{run} holds no checkpoint to resume from")
    return parse(checkpoint.read_description(found)["config"], str(found))


# --- Checkpoints ----------------------------------------------------------------------------------


def save(learner: Learner, run: pathlib.Path) -> None:
    """Write the checkpoint of the learner's present state; the average is what plays."""
    description: dict[str, Any] = {
        "game": checkpoint.describe_game(learner.game),
        "network": learner.config.network.model_dump(),
        "updates": learner.updates,
        "config": learner.config.model_dump(),
    }
    training = {f"network.{name}": tensor for name, tensor in learner.network.state_dict().items()}
    for index, moments in learner.optimizer.state_dict()["state"].items():
        training |= {f"optimizer.{index}.{name}": tensor for name, tensor in moments.items()}
    folder = checkpoint.update_folder(run, learner.updates)
    checkpoint.save(folder, description, dict(learner.average.state_dict()), training)
    checkpoint.prune(run, KEPT_CHECKPOINTS)


def restore(learner: Learner, folder: pathlib.Path) -> None:
    """Put a fresh learner into the state of a checkpoint of the same run; `ValueError` when it is another's.

    There is no generator to restore: all that is random in an update follows from the seed and its number.
    """
    description = checkpoint.read_description(folder)
    checkpoint.check_game(description, learner.game)
    if description["config"] != learner.config.model_dump():
        raise ValueError(f"{folder} was made with another configuration: resume with the one in the run's folder")
    training = checkpoint.read_tensors(folder / checkpoint.TRAINING)
    network: dict[str, torch.Tensor] = {}
    moments: dict[int, dict[str, torch.Tensor]] = {}
    for name, tensor in training.items():
        part, _, rest = name.partition(".")
        if part == "network":
            network[rest] = tensor
        elif part == "optimizer":
            index, _, moment = rest.partition(".")
            moments.setdefault(int(index), {})[moment] = tensor
    try:
        learner.network.load_state_dict(network)
        learner.average.load_state_dict(checkpoint.read_tensors(folder / checkpoint.WEIGHTS))
        learner.optimizer.load_state_dict({**learner.optimizer.state_dict(), "state": moments})
    except (RuntimeError, ValueError, KeyError):
        raise ValueError(f"{folder / checkpoint.TRAINING} does not belong to the run that it lies in") from None
    learner.updates = description["updates"]


# --- What is shown --------------------------------------------------------------------------------


def _margin(learner: Learner, opponent: agents.base.Agent) -> float:
    """Mean difference a deal between the average and a fixed agent, on deals that no report uses."""
    config = learner.config
    player = NeuralAgent(learner.average, {"game": checkpoint.describe_game(learner.game)}, "learner")
    deals, seed = config.selection.deals, mix(config.seed)
    return evaluate(player, opponent, learner.game, deals, seed, purpose=SELECTION).overall.difference


def _group(name: str) -> str:
    """TensorBoard's tag: what is measured by play apart from what is measured in learning."""
    if name.startswith("score_"):
        return f"play/{name}"
    return f"learning/{name}"


def _shown(report: dict[str, float], standing: dict[str, float]) -> str:
    margins = "".join(f"  {name.removeprefix('score_against_')} {value:+.0f}" for name, value in standing.items())
    return f"entropy {report['entropy']:.2f}  {report['decisions_per_second']:,.0f} decisions/s{margins}"


def _display(console: Console) -> Progress:
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("updates"),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
        TextColumn("{task.fields[shown]}"),
        console=console,
        disable=not console.is_terminal,  # a log gets lines instead
    )


@contextlib.contextmanager
def _alone_in(run: pathlib.Path) -> Iterator[None]:
    """Hold the run's lock; `ValueError` when another process has it. It goes with the process, however that ends."""
    try:
        with filelock.FileLock(run / ".lock", timeout=0):
            yield
    except filelock.Timeout:
        raise ValueError(f"another process is training in {run}: wait for it, or choose another folder") from None


@contextlib.contextmanager
def _interruptible() -> Iterator[threading.Event]:
    """An event that the first Ctrl-C, or a polite kill, sets; the second acts as usual."""
    stop = threading.Event()
    if threading.current_thread() is not threading.main_thread():
        yield stop  # signals reach the main thread only
        return

    def first(signum, frame):
        stop.set()
        restore_handlers()

    def restore_handlers():
        for number, handler in before.items():
            signal.signal(number, handler)

    before = {number: signal.signal(number, first) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield stop
    finally:
        restore_handlers()
