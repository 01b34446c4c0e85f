"""The course of a hand, read off its state and played again."""

from collections.abc import Iterator, Sequence

import numpy as np

from .game import Game


def replay(game: Game, state: np.record) -> Iterator[tuple[np.recarray, int, int]]:
    """Play the hand in `state` again: before each action, the rounds array of length 1, the seat and the action.

    The array is the same each time and is stepped between; after the last action it equals the state, but for the
    generator. (Of a match, this is the hand in progress or the last one.)
    """
    rounds = game.new(1)
    game.set_up(rounds, **game.family.opening(game.ruleset, state))
    for action, seat in zip(state.course[: state.length], state.course_seats[: state.length], strict=True):
        yield rounds, int(seat), int(action)
        game.apply(rounds, [action])


def transcript(game: Game, state: np.record, names: Sequence[str]) -> str:
    """The hand in `state` as text: the deal, every action with who took it, and how it stands after.

    names: who played each seat.
    """
    lines = []
    for number, (rounds, seat, action) in enumerate(replay(game, state)):
        if number == 0:
            lines += [
                game.id,
                *(f"seat {at}: {name}" for at, name in enumerate(names)),
                "",
                game.describe(rounds[0]),
                "",
            ]
        lines.append(f"{number + 1:4d}  seat {seat} ({names[seat]}): {game.text(action)}")
    return "\n".join([*lines, "", game.describe(state), ""])
