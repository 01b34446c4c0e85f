"""Head to head: two agents on the same deals in every distinct seating, in one process or several."""

import concurrent.futures
import contextlib
import dataclasses
import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Callable, Generator, Sequence
from typing import Any

import numpy as np

from ..agents import load
from ..agents.base import Agent, play_for
from ..envs.game import Game
from .arena import EVALUATION, Played, deal_seeds, play_rounds, seatings
from .result import Result

# Deals are played in blocks of this many, all seatings of a block at once, whatever the number of processes: agents
# that compute in floating point are asked about the same rows together in any case.
BLOCK = 128


def evaluate(
    a: str | Agent,
    b: str | Agent,
    game: Game,
    deals: int,
    seed: int = 0,
    workers: int = 1,
    progress: Callable[[int, int], None] | None = None,
    purpose: int = EVALUATION,
) -> Result:
    """Play A against B on `deals` deals, each in every distinct seating (`arena.seatings`).

    The result, times aside, depends on the agents, the game, `deals`, `seed` and `purpose`, not on `workers`.

    Args:
        a: an agent, or what `agents.load` takes.
        b: the same; it may be the same agent.
        game: what is played, a hand or (by its options) a match an episode.
        deals: at least 1; at least 2 for an interval.
        seed: from 0 to 2**64 - 1; what the deals and the agents' random choices follow from.
        workers: processes to play in. With more than one, each loads the agents itself (given agents are pickled).
        progress: called with the deals played so far and all of them.
        purpose: `arena.EVALUATION`, or `arena.SELECTION` for deals that no evaluation uses.

    Raises:
        ValueError: a number out of range, an agent that does not exist or cannot play this game.
        IllegalActionError: an agent's answer was not legal.
    """
    for name, value, least in (("deals", deals, 1), ("workers", workers, 1), ("seed", seed, 0)):
        if isinstance(value, bool) or not isinstance(value, int) or not least <= value < 2**64:
            raise ValueError(f"{name} must be a whole number of at least {least}, below 2**64, not {value!r}")
    # Also when workers play: what is wrong shows before they start, and the rules are compiled once, not by each.
    encounter = _Encounter(a, b, game, seed, purpose)
    encounter.warm_up()
    blocks = [(first, min(BLOCK, deals - first)) for first in range(0, deals, BLOCK)]
    parts: list[Played] = []
    played = _with_workers((a, b, game, seed, purpose), blocks, workers) if workers > 1 else encounter.play_all(blocks)
    with contextlib.closing(played):
        for (first, count), part in zip(blocks, played, strict=True):
            parts.append(part)
            if progress is not None:
                progress(first + count, deals)
    decisions = np.sum([part.decisions for part in parts], axis=0)
    seconds = np.sum([part.seconds for part in parts], axis=0)
    return Result(
        game=game.id,
        options=dict(game.options),
        seed=seed,
        names=(encounter.agents[0].name, encounter.agents[1].name),
        seatings=encounter.seatings,
        deal_seeds=deal_seeds(seed, purpose, 0, deals),
        scores=np.concatenate([part.scores for part in parts]),
        truncated=int(sum(part.truncated.sum() for part in parts)),
        decisions=(int(decisions[0]), int(decisions[1])),
        seconds=(float(seconds[0]), float(seconds[1])),
    )


class _Encounter:
    """Two agents at the table in one process."""

    def __init__(self, a: str | Agent, b: str | Agent, game: Game, seed: int, purpose: int):
        self.game, self.seed, self.purpose = game, seed, purpose
        self.seatings = seatings(game)
        self.agents = [load(agent) if isinstance(agent, str) else agent for agent in (a, b)]
        for agent in self.agents:
            agent.check(game)

    def warm_up(self) -> None:
        """Have each agent play one move, so that compiling is not counted as its time."""
        state = self.game.new(1)
        for agent in self.agents:
            self.game.deal(state, 0)
            self.game.apply(state, play_for(agent, self.game, state, np.zeros(1, np.uint64)))

    def play(self, block: tuple[int, int]) -> Played:
        """All seatings of a block (first deal, how many); scores int32[count, k, S], truncated bool[count, k]."""
        first, count = block
        number = len(self.seatings)
        played = play_rounds(
            self.game,
            self.agents,
            np.tile(self.seatings, (count, 1)),
            np.repeat(deal_seeds(self.seed, self.purpose, first, count), number),
        )
        return dataclasses.replace(
            played,
            scores=played.scores.reshape(count, number, -1),
            truncated=played.truncated.reshape(count, number),
            states=self.game.new(0),  # not kept: they are a hundred times the scores
        )

    def play_all(self, blocks: Sequence[tuple[int, int]]) -> Generator[Played, None, None]:
        """The blocks one after the other, in this process."""
        with _one_torch_thread():
            for block in blocks:
                yield self.play(block)


@contextlib.contextmanager
def _one_torch_thread():
    """With several threads torch rounds differently, and on few cores it is slower."""
    torch: Any = sys.modules.get("torch")
    if torch is None:
        yield
        return
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    try:
        yield
    finally:
        torch.set_num_threads(before)


# --- Several processes -----------------------------------------------------------------------------------------------

_encounter: _Encounter | None = None  # of a worker process


def _start_worker(*encounter):
    global _encounter
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent ends its workers
    threading.Thread(target=_end_with_parent, daemon=True).start()
    _encounter = _Encounter(*encounter)
    if "torch" in sys.modules:
        sys.modules["torch"].set_num_threads(1)
    _encounter.warm_up()


def _end_with_parent():
    """A parent that is killed cannot end its workers, and they would wait for it for ever."""
    parent = multiprocessing.parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)


def _play_in_worker(block):
    assert _encounter is not None
    return _encounter.play(block)


def _with_workers(encounter: tuple, blocks: Sequence[tuple[int, int]], workers: int) -> Generator[Played, None, None]:
    """The same blocks in the same order, played by worker processes; they are ended when this generator is closed."""
    context = multiprocessing.get_context("spawn")  # a fork would copy the locks of torch's and numba's threads
    others = set(multiprocessing.active_children())
    pool = concurrent.futures.ProcessPoolExecutor(
        min(workers, len(blocks)), mp_context=context, initializer=_start_worker, initargs=encounter
    )
    with _interrupts_held():
        futures = [pool.submit(_play_in_worker, block) for block in blocks]
    processes = set(multiprocessing.active_children()) - others
    done = False
    try:
        for future in futures:
            yield future.result()
        done = True
    finally:
        if not done:
            for process in processes:
                process.terminate()
        pool.shutdown(cancel_futures=True)


@contextlib.contextmanager
def _interrupts_held():
    """Put off Ctrl-C, which arrives afterwards, and have processes started meanwhile not hear it at all.

    They inherit the mask; without it, those that are still importing would print a traceback each.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
