"""One person against agents, as text: the round as the person's seat sees it, the legal moves, and a prompt."""

from collections.abc import Callable, Sequence

import numpy as np

from ..agents.base import Agent, play_for
from ..envs.game import Game
from .arena import decision_seeds

HELP = "Type a move's text or its number; `?` or `hint` asks for advice, `moves` lists the moves again, `quit` leaves."

_WIDTH = 78


class Left(Exception):
    """The person has left before the round was over."""


def play(
    game: Game,
    seat: int,
    opponent: Agent,
    hints: Agent,
    seed: int,
    read: Callable[[], str],
    say: Callable[[str], None],
    ansi: bool = False,
) -> None:
    """Play one round, the person on `seat` and `opponent` on all others, and say the scores.

    Args:
        game: what is played.
        seat: the person's.
        opponent: plays the other seats, a partner's too.
        hints: who is asked for advice.
        seed: what the deal follows from, as in `game.deal`, and the agents' random choices.
        read: gives the person's next line; EOFError when there is none.
        say: shows text.
        ansi: whether to colour red suits.

    Raises:
        ValueError: no such seat, or an agent that cannot play this game.
        Left: the person quit, or the input ended.
    """
    if not 0 <= seat < game.num_seats:
        raise ValueError(f"{game.id} has seats 0 to {game.num_seats - 1}, not {seat}")
    for agent in (opponent, hints):
        agent.check(game)
    states = game.new(1)
    game.deal(states, seed)
    say(_welcome(game, seat, opponent, seed))
    number = 0
    while (turn := int(game.seat(states)[0])) >= 0:
        chance = decision_seeds(np.array([seed], np.uint64), np.array([turn]), number)
        if turn == seat:
            action = _ask(game, states, seat, hints, chance, read, say, ansi)
            say(f"you: {game.text(action)}")
        else:
            action = int(play_for(opponent, game, states, chance)[0])
            if noticed := game.public_text(action):
                say(f"seat {turn}: {noticed}")
        game.apply(states, [action])
        number += 1
    say("\n" + game.describe(states[0], None, ansi))
    say(_outcome(game, states, seat))


def _welcome(game, seat, opponent, seed):
    partners = [other for other in range(game.num_seats) if other != seat and game.sides[other] == game.sides[seat]]
    mates = f", partner of seat {' and '.join(map(str, partners))}" if partners else ""
    return f"{game.id}, seed {seed}: you are seat {seat}{mates}; {opponent.name} plays the other seats.\n{HELP}"


def _outcome(game, states, seat):
    if game.truncated(states)[0]:
        return "The match was cut off: it has no scores."
    scores = game.scores(states)[0]
    return "final scores: " + ", ".join(
        f"seat {at}{' (you)' if at == seat else ''} {score:+d}" for at, score in enumerate(scores)
    )


def _ask(game, states, seat, hints, chance, read, say, ansi):
    """The person's action: asks until there is a legal one."""
    legal = game.legal_lists(states)[0].tolist()
    moves = _columns([f"{i}) {game.text(action)}" for i, action in enumerate(legal, 1)])
    say("\n" + game.describe(states[0], seat, ansi) + "\n" + moves)
    while True:
        try:
            line = read().strip()
        except EOFError:
            raise Left("The input ended before the round was over.") from None
        if line in ("quit", "q", "exit"):
            raise Left("You have left; the round stays unfinished.")
        elif line in ("?", "hint"):
            advice = int(play_for(hints, game, states, chance)[0])
            say(f"{hints.name} would choose {legal.index(advice) + 1}) {game.text(advice)}")
        elif line == "moves":
            say(moves)
        elif line in ("", "help", "h"):
            say(HELP)
        else:
            try:
                return _chosen(game, states, legal, line)
            except ValueError as error:
                say(f"{error}")


def _chosen(game, states, legal, line):
    """The legal action that a line names by its number in the list or by its text; `ValueError` when it names none."""
    if line.isdecimal():
        if not 1 <= int(line) <= len(legal):
            raise ValueError(f"there is no move {line}: the moves are numbered 1 to {len(legal)}")
        return legal[int(line) - 1]
    try:
        action = game.action(line)
    except ValueError as error:
        raise ValueError(f"{error}. {HELP}") from None
    if action not in legal:
        raise game.illegal(states[0], action)
    return action


def _columns(cells: Sequence[str]) -> str:
    width = max(map(len, cells)) + 2
    a_line = max(1, _WIDTH // width)
    lines = ["".join(cell.ljust(width) for cell in cells[i : i + a_line]) for i in range(0, len(cells), a_line)]
    return "\n".join(line.rstrip() for line in lines)
