"""How fast the games are on this machine: `stockyard bench`.

Three loops of random legal play, on one thread and for each game:

* masks: the compiled loop over a batch of rounds, which writes the action mask of every decision, picks one of it and
  applies it;
* observations: the same, and the float32 observation of the seat to act is written too;
* aec: PettingZoo's loop over agents from Python, with `last()`, a sample by the mask, and `step()`.

Rounds that end are dealt anew inside the timed loop; deals are not counted as decisions. The clock is the thread's
processor time: no loop ever waits, so on an idle machine it is the time on the wall. With peers, a turn of our
loop and a turn of the peer's alternate, and a ratio is the median over such pairs, so that what else the machine does
falls on both. What the peers do is said in `peers`.
"""

from __future__ import annotations

import dataclasses
import functools
import json
import os
import platform
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

import numba
import numpy as np
from rich.console import Console
from rich.table import Table

from .. import envs
from ..agents.files import write_atomically
from ..envs.batch import Batch, play_random
from ..envs.game import Game
from . import peers as others

TURNS = 5  # turns of every loop; their median is reported
BATCH = 1024  # rounds in progress in the compiled loops

IMPORT = "import stockyard.envs"
FIRST_DECISION = """
from stockyard import envs
env = envs.make({id!r})
env.reset(seed=0)
observation = env.last()[0]
env.step(env.action_space(env.agent_selection).sample(observation["action_mask"]))
"""


@dataclasses.dataclass(frozen=True)
class Rate:
    """Decisions a second of one loop and of its peer's: medians of turns, as is `ratio`, ours over the peer's."""

    decisions_per_second: float
    peer: str | None = None
    peer_decisions_per_second: float | None = None
    ratio: float | None = None


@dataclasses.dataclass(frozen=True)
class GameSpeed:
    """The three loops of one game, and the bytes that a round in progress takes in a batch."""

    masks: Rate
    observations: Rate
    aec: Rate
    state_bytes: int
    observation_bytes: int
    mask_bytes: int


@dataclasses.dataclass(frozen=True)
class StartUp:
    """Wall time in seconds of whole Python processes, the interpreter's own start included.

    `import_seconds` imports `stockyard.envs`. The others go on to make the AEC environment and play one decision:
    with the compiled code found in the cache on disk, and with that cache empty.
    """

    import_seconds: float
    first_decision_seconds: float
    first_decision_empty_cache_seconds: float


@dataclasses.dataclass(frozen=True)
class Report:
    """What `run` measured: `games` by id, `start_up` by the first id of each family, `peers` with their versions."""

    machine: dict[str, str]
    seconds: float
    games: dict[str, GameSpeed]
    start_up: dict[str, StartUp]
    peers: dict[str, str]


def run(games: Sequence[str], seconds: float, peers: bool, json_path: Path | None, console: Console) -> Report:
    """Measure, print two tables, and write the report as JSON where a path is given.

    Args:
        games: ids; none means all.
        seconds: how long each loop is played in all, in five turns.
        peers: also play the peers that are installed, and compare.
        json_path: where to write the report, or `None`.
        console: where the tables go.

    Raises:
        ValueError: an unknown id, or seconds that are not positive.
        PeersMissingError: `peers`, but none is installed.
    """
    if not seconds > 0:
        raise ValueError(f"seconds must be positive, not {seconds}")
    chosen = [envs.make_game(id) for id in dict.fromkeys(games or envs.ids())]
    versions = others.installed() if peers else {}
    for name in others.MODULES if peers else ():
        if name not in versions:
            console.print(f"{name} cannot be imported and is left out: pip install 'stockyard[peers]' brings it.")
    against = others.loops(versions)
    report = Report(
        machine=_machine(),
        seconds=seconds,
        games={game.id: measure(game, seconds, against) for game in chosen},
        start_up={game.id: start_up(game.id) for game in _one_a_family(chosen)},
        peers=versions,
    )
    _print(report, console)
    if json_path is not None:
        write_atomically(json_path, json.dumps(dataclasses.asdict(report), indent=2).encode() + b"\n")
    return report


def measure(game: Game, seconds: float, against: dict[str, tuple[str, others.Loop]]) -> GameSpeed:
    """The three loops of `game`, `seconds` each, alternating with the peers of `against` (`peers.loops`)."""
    batch = Batch(game, BATCH)
    ours: dict[str, others.Loop] = {
        "masks": functools.partial(batch_loop, batch, False),
        "observations": functools.partial(batch_loop, batch, True),
        "aec": functools.partial(others.agent_cycle, envs.make(game.id)),
    }
    rates = {name: _compare(loop, seconds, against.get(name)) for name, loop in ours.items()}
    return GameSpeed(
        **rates,
        state_bytes=game.state_dtype.itemsize,
        observation_bytes=game.observation_size * np.dtype(np.float32).itemsize,
        mask_bytes=game.num_actions * np.dtype(np.bool_).itemsize,
    )


def batch_loop(batch: Batch, observe: bool, seconds: float) -> float:
    """Decisions a second of the compiled loop over the rounds of `batch`, played for at least `seconds`."""
    decisions, each = 0, 1
    start = time.thread_time()
    while (elapsed := time.thread_time() - start) <= seconds or not decisions:
        decisions += play_random(batch, each, observe)
        each = min(2 * each, batch.game.max_decisions)
    return decisions / elapsed


def start_up(id: str) -> StartUp:
    """Start-up of game `id` in fresh processes, with a cache folder of its own that is empty at first."""
    first = FIRST_DECISION.format(id=id)
    with tempfile.TemporaryDirectory() as cache:
        _process_seconds(IMPORT, cache)  # byte code and the files' pages: not what is asked
        empty = _process_seconds(first, cache)
        return StartUp(
            import_seconds=statistics.median(_process_seconds(IMPORT, cache) for _ in range(3)),
            first_decision_seconds=statistics.median(_process_seconds(first, cache) for _ in range(3)),
            first_decision_empty_cache_seconds=empty,
        )


def _process_seconds(code: str, cache: str) -> float:
    start = time.perf_counter()
    subprocess.run([sys.executable, "-c", code], check=True, env={**os.environ, "STOCKYARD_CACHE_DIR": cache})
    return time.perf_counter() - start


def _compare(loop: others.Loop, seconds: float, peer: tuple[str, others.Loop] | None) -> Rate:
    turn = seconds / TURNS
    loop(0.0)  # compiles, or loads from the cache
    if peer is None:
        return Rate(statistics.median(loop(turn) for _ in range(TURNS)))
    name, their_loop = peer
    their_loop(0.0)
    pairs = [(loop(turn), their_loop(turn)) for _ in range(TURNS)]
    return Rate(
        decisions_per_second=statistics.median(mine for mine, _ in pairs),
        peer=name,
        peer_decisions_per_second=statistics.median(theirs for _, theirs in pairs),
        ratio=statistics.median(mine / theirs for mine, theirs in pairs),
    )


def _one_a_family(games: Sequence[Game]) -> list[Game]:
    """The first game of each type of rules: the others share its compiled code."""
    return list({type(game.ruleset): game for game in reversed(games)}.values())[::-1]


def _machine() -> dict[str, str]:
    return {
        "system": platform.platform(),
        "processor": _processor(),
        "python": platform.python_version(),
        "numpy": np.__version__,
        "numba": numba.__version__,
    }


def _processor() -> str:
    info = Path("/proc/cpuinfo")  # Linux; elsewhere the platform's own name
    if info.exists():
        for line in info.read_text().splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()


def _print(report: Report, console: Console) -> None:
    machine = report.machine
    console.print(f"{machine['processor']}, one thread; Python {machine['python']}, numba {machine['numba']}")
    speeds = Table(title="Random legal play: decisions a second")
    speeds.add_column("game and loop", no_wrap=True)
    speeds.add_column("stockyard", justify="right", no_wrap=True)
    if report.peers:
        speeds.add_column("peer", overflow="fold")
        speeds.add_column("its own", justify="right", no_wrap=True)
        speeds.add_column("ratio", justify="right", no_wrap=True)
    for id, speed in report.games.items():
        speeds.add_row(id)
        for loop in ("masks", "observations", "aec"):
            rate: Rate = getattr(speed, loop)
            row = [f"  {loop}", f"{rate.decisions_per_second:,.0f}"]
            if rate.peer is not None:
                row += [rate.peer, f"{rate.peer_decisions_per_second:,.0f}", f"{rate.ratio:.1f}"]
            speeds.add_row(*row)
    console.print(speeds)

    memory = Table(title="Memory a round in a batch: bytes")
    for heading in ("game", "state", "observation", "mask"):
        memory.add_column(heading, justify="left" if heading == "game" else "right")
    for id, speed in report.games.items():
        memory.add_row(id, *(f"{size:,}" for size in (speed.state_bytes, speed.observation_bytes, speed.mask_bytes)))
    console.print(memory)

    starts = Table(title="Start-up of a process: seconds")
    for heading in ("game", "import", "first decision", "first decision, empty cache"):
        starts.add_column(heading, justify="left" if heading == "game" else "right")
    for id, start in report.start_up.items():
        starts.add_row(id, *(f"{seconds:.2f}" for seconds in dataclasses.astuple(start)))
    console.print(starts)
