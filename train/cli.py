"""The command line: `stockyard`. Here are the arguments only; each command's work is in a module of its own.

What a command needs is imported inside it, so that `stockyard --help` and `stockyard games` load no learning library.
"""

import concurrent.futures
import json
import os
import secrets
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table
from typer.core import TyperGroup

from .. import __version__

if TYPE_CHECKING:
    from ..envs.game import Game

# --- What all commands share -----------------------------------------------------------------------------------------


class _Commands(TyperGroup):
    """Errors that a user can act on are one red line: exit code 2 when the request was wrong, 1 for later failures."""

    def invoke(self, ctx):
        """See click: runs the command."""
        try:
            return super().invoke(ctx)
        except BrokenPipeError:
            raise  # whoever read our output has closed it: not worth a word
        except MemoryError as error:
            Console(stderr=True).print(f"error: not enough memory: {error}", style="red", markup=False, soft_wrap=True)
            raise typer.Exit(1) from None
        except (ValueError, OSError, concurrent.futures.BrokenExecutor) as error:
            from ..envs.game import IllegalActionError

            message = " ".join(str(error).split())
            Console(stderr=True).print(f"error: {message}", style="red", markup=False, highlight=False, soft_wrap=True)
            asked_wrongly = isinstance(error, ValueError) and not isinstance(error, IllegalActionError)
            raise typer.Exit(2 if asked_wrongly else 1) from None


app = typer.Typer(
    cls=_Commands,
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode="rich",
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _examples(*lines: str) -> str:
    """An epilog; typer joins lines of one paragraph, so each example is its own."""
    return "\n\n".join(["[bold]Examples[/bold]", *(f"[cyan]{line}[/cyan]" for line in lines)])


Options = Annotated[
    list[str] | None,
    typer.Option("--option", "-o", metavar="KEY=VALUE", help="An option of the game, as sale=false; may be repeated."),
]
Seed = Annotated[int, typer.Option(metavar="N", help="What all that is random follows from.")]


def parse_options(texts: list[str] | None) -> dict[str, Any]:
    """A game's options from `key=value` texts; values are true, false, none, whole numbers, or else text.

    Raises `ValueError` for a text without `=` or key, and for a key given twice.
    """
    options: dict[str, Any] = {}
    for text in texts or ():
        key, equals, value = text.partition("=")
        if not equals or not key:
            raise ValueError(f"--option takes KEY=VALUE, as sale=false, not {text!r}")
        if key in options:
            raise ValueError(f"--option {key} is given twice")
        options[key] = _value(value)
    return options


def _value(text: str) -> Any:
    words = {"true": True, "false": False, "none": None}
    if text.lower() in words:
        return words[text.lower()]
    try:
        return int(text)
    except ValueError:
        return text


def make_game(id: str, options: list[str] | None) -> "Game":
    """Game `id` with options as `key=value` texts; `ValueError` for what it does not have."""
    from .. import envs

    chosen = parse_options(options)
    known = envs.make_game(id).options
    for name in chosen:
        if name not in known:
            raise ValueError(f"{id} has no option {name!r}; it has {', '.join(known)}")
    return envs.make_game(id, **chosen)


def check_target(path: Path | None) -> None:
    """Raise `ValueError` if a file cannot be written there, before any work is done for it; `-` is standard output."""
    if path is None or str(path) == "-":
        return
    if not path.parent.is_dir():
        raise ValueError(f"cannot write {path}: there is no folder {path.parent}")
    if path.is_dir():
        raise ValueError(f"cannot write {path}: it is a folder")
    if not os.access(path.parent, os.W_OK):
        raise ValueError(f"cannot write {path}: the folder {path.parent} cannot be written to")


def _show_version(wanted: bool):
    if wanted:
        typer.echo(f"stockyard {__version__}")
        raise typer.Exit


@app.callback(
    epilog=_examples(
        "stockyard games",
        "stockyard play gongzhu_v0",
        "stockyard evaluate heuristic random --game gongzhu_partners_v0",
        "stockyard COMMAND --help",
    )
)
def _stockyard(
    version: Annotated[
        bool, typer.Option("--version", callback=_show_version, is_eager=True, help="Show the version and exit.")
    ] = False,
):
    """Chinese card games about cattle and pigs: play them, train agents, set agents against each other."""


# --- games -----------------------------------------------------------------------------------------------------------


@app.command("games", epilog=_examples("stockyard games", "stockyard games --json"))
def games_command(
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON instead of a table.")] = False,
):
    """List the games, with their sizes and their options and defaults."""
    from .. import envs

    games = [envs.make_game(id) for id in envs.ids()]
    if as_json:
        rows = [
            {
                "id": game.id,
                "players": game.num_seats,
                "sides": list(game.sides),
                "actions": game.num_actions,
                "observation_size": game.observation_size,
                "options": game.options,
            }
            for game in games
        ]
        typer.echo(json.dumps(rows, indent=2))
        return
    table = Table(caption="observed: length of an observation; options: with their defaults", padding=(0, 0, 0, 1))
    table.add_column("game", no_wrap=True)
    for heading in ("players", "actions", "observed"):
        table.add_column(heading, justify="right")
    table.add_column("sides", no_wrap=True)
    table.add_column("options", no_wrap=True)
    for game in games:
        options = "\n".join(f"{name}={str(value).lower()}" for name, value in game.options.items())
        sizes = (f"{size:,}" for size in (game.num_seats, game.num_actions, game.observation_size))
        table.add_row(game.id, *sizes, _sides(game.sides), options)
    Console().print(table)


def _sides(sides):
    if len(set(sides)) == len(sides):
        return "each alone"
    return " – ".join("+".join(str(s) for s, of in enumerate(sides) if of == side) for side in dict.fromkeys(sides))


# --- play ------------------------------------------------------------------------------------------------------------


@app.command(
    "play",
    epilog=_examples(
        "stockyard play gongzhu_v0",
        "stockyard play gongzhu_partners_v0 --seat 2 --seed 7 --option sale=false",
        "stockyard play gongzhu_v0 --opponent random --hints runs/mine",
        "yes 1 | stockyard play gongzhu_v0",
    ),
)
def play_command(
    game: Annotated[str, typer.Argument(help="A game's id; see [cyan]stockyard games[/cyan].")],
    seat: Annotated[int, typer.Option(help="Your seat.")] = 0,
    opponent: Annotated[
        str, typer.Option(help="Who plays the other seats: random, heuristic, or a checkpoint's folder.")
    ] = "heuristic",
    hints: Annotated[str, typer.Option(help="Whom ? asks for advice.")] = "heuristic",
    seed: Annotated[
        int | None, typer.Option(metavar="N", help="What the deal follows from; a new one if not given.")
    ] = None,
    option: Options = None,
):
    """Play a round in the terminal against agents.

    Type a move's text or number; [cyan]?[/cyan] asks for advice and [cyan]quit[/cyan] leaves.
    """
    from ..agents import load
    from . import play as at_table

    if seed is None:
        seed = secrets.randbelow(2**32)
    chosen = make_game(game, option)
    opponent_agent, hinting = load(opponent), load(hints)
    ansi = sys.stdout.isatty() and "NO_COLOR" not in os.environ
    prompt = "> " if sys.stdin.isatty() else ""
    try:
        at_table.play(chosen, seat, opponent_agent, hinting, seed, lambda: input(prompt), typer.echo, ansi)
    except at_table.Left as left:
        typer.echo(f"\n{left}")


# --- evaluate --------------------------------------------------------------------------------------------------------


@app.command(
    "evaluate",
    epilog=_examples(
        "stockyard evaluate heuristic random --game gongzhu_partners_v0",
        "stockyard evaluate runs/mine heuristic -g gongzhu_v0 --deals 5000 --workers 2",
        "stockyard evaluate heuristic random -g gongzhu_v0 --option sale=false",
        "stockyard evaluate heuristic random -g gongzhu_v0 --json result.json --csv rounds.csv",
    ),
)
def evaluate_command(
    a: Annotated[str, typer.Argument(help="An agent: random, heuristic, or a checkpoint's folder.")],
    b: Annotated[str, typer.Argument(help="Whom it plays against.")],
    game: Annotated[str, typer.Option("--game", "-g", help="A game's id; see [cyan]stockyard games[/cyan].")],
    deals: Annotated[int, typer.Option(min=1, help="How many deals; each is played in every seating.")] = 1000,
    option: Options = None,
    seed: Seed = 0,
    workers: Annotated[int, typer.Option(min=1, help="Processes; the result is the same with any number.")] = 1,
    json_path: Annotated[
        Path | None, typer.Option("--json", metavar="FILE", help="Write all figures there; - prints them.")
    ] = None,
    csv_path: Annotated[
        Path | None, typer.Option("--csv", metavar="FILE", help="Write every round's scores there.")
    ] = None,
):
    """Set agent A against agent B on the same deals, each in every distinct seating.

    With partners, A sits on one side and then on the other. Where each plays alone, one A sits among Bs and one B
    among As, on every seat in turn. The difference is A's mean score minus B's, with a 95% interval over the deals.
    """
    from ..agents.files import write_atomically
    from .evaluate import evaluate

    chosen = make_game(game, option)
    check_target(json_path)
    if str(csv_path) == "-":
        raise ValueError("--csv takes a file; only --json can be printed with -")
    check_target(csv_path)
    errors = Console(stderr=True)
    columns = (TextColumn("deals"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=errors, transient=True, disable=not errors.is_terminal) as bar:
        task = bar.add_task("deals", total=deals)
        result = evaluate(a, b, chosen, deals, seed, workers, progress=lambda done, _: bar.update(task, completed=done))
    figures = json.dumps(result.to_dict(), indent=2, allow_nan=False) + "\n"
    printed = str(json_path) == "-"
    if printed:
        typer.echo(figures, nl=False)
    elif json_path is not None:
        write_atomically(json_path, figures)
    if csv_path is not None:
        write_atomically(csv_path, result.to_csv())
    (errors if printed else Console()).print(result.table(), highlight=False)


# --- train and demo --------------------------------------------------------------------------------------------------


@app.command(
    "train",
    epilog=_examples(
        "stockyard train gongzhu_partners_v0",
        "stockyard train my.yaml --out runs/mine --set ppo.updates=200 --set seed=3",
        "stockyard train --resume runs/mine",
    ),
)
def train_command(
    config: Annotated[
        str | None, typer.Argument(help="A YAML file, or the name of a configuration that comes with stockyard.")
    ] = None,
    out: Annotated[
        Path | None, typer.Option("--out", "-o", metavar="FOLDER", help="The run's folder; runs/NAME if not given.")
    ] = None,
    settings: Annotated[
        list[str] | None, typer.Option("--set", "-s", metavar="KEY=VALUE", help="Lay a value over it; repeatable.")
    ] = None,
    resume: Annotated[
        Path | None, typer.Option("--resume", metavar="FOLDER", help="Go on with the run in this folder instead.")
    ] = None,
):
    """Train a policy by self-play, with checkpoints and a TensorBoard log in the run's folder.

    Ctrl-C stops after the update in progress; --resume goes on as if nothing had happened.
    """
    from . import config as configs
    from .training import config_of, train

    if (config is None) == (resume is None):
        raise ValueError("give either a configuration to train, or a run's folder with --resume")
    if resume is not None:
        if out is not None or settings:
            raise ValueError("--resume goes on with the run as it was begun: it takes neither --out nor --set")
        run, chosen = resume, config_of(resume)
    else:
        assert config is not None
        chosen = configs.load(config, parse_settings(settings))
        run = out or Path("runs") / Path(config).stem
    console = Console()
    if train(chosen, run, console, resume=resume is not None) is None:
        console.print(f"stopped; go on with: stockyard train --resume {run}", highlight=False)
        raise typer.Exit(130)
    console.print(f"done: {run} holds the checkpoint, and {run / 'tensorboard'} the log", highlight=False)


def parse_settings(texts: list[str] | None) -> dict[str, str]:
    """Overrides of a configuration from KEY=VALUE texts; `ValueError` when one is not of that form."""
    settings = {}
    for text in texts or ():
        key, equals, value = text.partition("=")
        if not (key and equals):
            raise ValueError(f"--set takes KEY=VALUE, as ppo.updates=200, not {text!r}")
        settings[key] = value
    return settings


@app.command("demo", epilog=_examples("stockyard demo", "stockyard demo --game gongzhu_partners_v0"))
def demo_command(
    game: Annotated[str, typer.Option("--game", "-g", help="Which game to learn.")] = "xianniu_v0",
    out: Annotated[Path, typer.Option("--out", "-o", metavar="FOLDER", help="Where runs are kept.")] = Path("runs"),
):
    """Train an agent for about two minutes, and play it head to head against the built-in ones."""
    from .demo import demo

    if not demo(game, out, Console()):
        raise typer.Exit(130)


# --- bench -----------------------------------------------------------------------------------------------------------


@app.command(
    "bench",
    epilog=_examples(
        "stockyard bench", "stockyard bench gongzhu_v0 --seconds 10 --json bench.json", "stockyard bench --peers"
    ),
)
def bench_command(
    games: Annotated[list[str] | None, typer.Argument(help="Games' ids; all if none is given.")] = None,
    seconds: Annotated[float, typer.Option(help="How long to play each loop.")] = 5.0,
    peers: Annotated[bool, typer.Option("--peers", help="Compare with other libraries' games, if installed.")] = False,
    json_path: Annotated[
        Path | None, typer.Option("--json", metavar="FILE", help="Write the measurements there as JSON.")
    ] = None,
):
    """Measure how fast the games are on this machine."""
    from . import bench
    from .peers import PeersMissingError

    check_target(json_path)
    try:
        bench.run(games or (), seconds, peers, json_path, Console())
    except PeersMissingError as error:
        raise ValueError(str(error)) from None


def main() -> None:
    """Run the command line; what the console script `stockyard` calls."""
    app(prog_name="stockyard")


if __name__ == "__main__":
    main()
