"""The demonstration: train a little, play head to head on duplicate deals, and say where everything lies."""

import pathlib

from rich.console import Console

from ..agents import BUILT_IN, checkpoint, load
from ..agents.base import Agent
from ..agents.files import write_atomically
from ..envs import make_game
from ..envs.game import Game
from ..envs.record import transcript
from .arena import EVALUATION, deal_seeds, play_rounds, seatings
from .config import load as load_config
from .config import names
from .evaluate import evaluate
from .training import TENSORBOARD, train

DEALS = 1000
PREFIX = "demo_"  # of the configurations that a demonstration trains by
REPLAY = "replay.txt"


def demo(game_id: str, runs: pathlib.Path, console: Console) -> bool:
    """Train the demonstration's agent for a game, compare it with the built-in agents and print the tables.

    The run goes into a fresh folder under `runs`. Returns whether it got to the end; Ctrl-C stops it with a checkpoint.
    """
    shown = [name.removeprefix(PREFIX) for name in names() if name.startswith(PREFIX)]
    if game_id not in shown:
        raise ValueError(f"there is no demonstration of {game_id!r}; there is one of {', '.join(shown)}")
    config = load_config(PREFIX + game_id)
    run = _fresh_folder(runs, f"demo-{game_id}")
    console.print(f"Training an agent for {game_id} in {run} …")
    if train(config, run, console) is None:
        console.print(f"Stopped. `stockyard train --resume {run}` goes on from here.")
        return False
    game = make_game(config.game, **config.options)
    learned = load(str(run))
    for name in BUILT_IN:
        result = evaluate(learned, load(name), game, DEALS, seed=config.seed)
        console.print(result.table())
    write_atomically(run / REPLAY, _one_round(game, learned, load(BUILT_IN[-1])))
    console.print(f"Checkpoint:  {checkpoint.find(run)}")
    console.print(f"Replay:      {run / REPLAY}")
    console.print(f"TensorBoard: tensorboard --logdir {run / TENSORBOARD}")
    return True


def _fresh_folder(runs, name):
    number = 1
    while (runs / f"{name}-{number}").exists():
        number += 1
    return runs / f"{name}-{number}"


def _one_round(game: Game, learned: Agent, other: Agent) -> str:
    """The first of the evaluation's deals between the two as text, in the first seating."""
    seating = seatings(game)[:1]
    played = play_rounds(game, [learned, other], seating, deal_seeds(0, EVALUATION, 0, 1))
    return transcript(game, played.states[0], [("learned", other.name)[who] for who in seating[0]])
