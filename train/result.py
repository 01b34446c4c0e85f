"""What a head to head shows: scores of two agents in every seating of the same deals, and how sure the difference is.

The unit of the statistics is the deal. In one seating of it, the difference is the mean score of A's seats minus the
mean score of B's seats (with partners a seat's score is its side's); a deal's difference is the mean over its seatings,
which takes most of the luck of the cards out of it. Intervals are Student's t over the deals.
"""

import csv
import dataclasses
import io
from typing import Any

import numpy as np
from numpy.typing import NDArray
from rich.console import Group
from rich.table import Table
from scipy.special import stdtrit

from .. import __version__

CONFIDENCE = 0.95


@dataclasses.dataclass(frozen=True)
class Estimate:
    """A mean difference a deal, A minus B, with its standard error and 95% interval (`None` with a single deal).

    win_rate: the share of rounds (deals × seatings) in which A's mean score is the higher one, ties counting half.
    """

    difference: float
    standard_error: float | None
    low: float | None
    high: float | None
    win_rate: float


def estimate(differences: NDArray[np.float64]) -> Estimate:
    """The estimate from differences float64[deals, seatings]."""
    of_deals = differences.mean(axis=1)
    mean, number = float(of_deals.mean()), len(of_deals)
    win_rate = float((differences > 0).mean() + (differences == 0).mean() / 2)
    if number < 2:
        return Estimate(mean, None, None, None, win_rate)
    error = float(of_deals.std(ddof=1)) / number**0.5
    reach = float(stdtrit(number - 1, (1 + CONFIDENCE) / 2)) * error
    return Estimate(mean, error, mean - reach, mean + reach, win_rate)


@dataclasses.dataclass(frozen=True)
class Result:
    """Two agents' rounds, and what follows from them.

    game, options, seed: what was played. names: of A and B.
    seatings: int8[k, S], 0 where A sits. deal_seeds: uint64[deals], what each deal is dealt from.
    scores: int32[deals, k, S]. truncated: how many rounds (matches) were cut off, with scores of 0.
    decisions, seconds: of A and B, all rounds together; seconds are wall time inside the agent.
    """

    game: str
    options: dict[str, Any]
    seed: int
    names: tuple[str, str]
    seatings: NDArray[np.int8]
    deal_seeds: NDArray[np.uint64]
    scores: NDArray[np.int32]
    truncated: int
    decisions: tuple[int, int]
    seconds: tuple[float, float]

    @property
    def means(self) -> NDArray[np.float64]:
        """Mean score of A's seats and of B's in every round, float64[deals, k, 2]."""
        held = np.stack([self.seatings == 0, self.seatings == 1], axis=-1)
        return np.einsum("dks,ksa->dka", self.scores.astype(np.float64), held) / held.sum(axis=1)

    @property
    def differences(self) -> NDArray[np.float64]:
        """A's mean score minus B's in every round, float64[deals, k]."""
        means = self.means
        return means[:, :, 0] - means[:, :, 1]

    @property
    def overall(self) -> Estimate:
        """Over all seatings."""
        return estimate(self.differences)

    @property
    def kinds(self) -> dict[str, Estimate]:
        """For each kind of seating, that is how many seats each has: `"1 A against 3 B"` and so on."""
        labels = np.array([_kind(seating) for seating in self.seatings])
        return {str(kind): estimate(self.differences[:, labels == kind]) for kind in dict.fromkeys(labels)}

    @property
    def mean_scores(self) -> tuple[float, float]:
        """Mean score of A and of B over all rounds."""
        a, b = self.means.mean(axis=(0, 1))
        return float(a), float(b)

    @property
    def decisions_per_second(self) -> tuple[float | None, float | None]:
        """Decisions a second of A and of B, by the time spent inside the agent, in one process."""
        a, b = (n / s if s else None for n, s in zip(self.decisions, self.seconds, strict=True))
        return a, b

    def to_dict(self) -> dict[str, Any]:
        """All figures as plain data for JSON; what is under `speed` differs from run to run, nothing else does."""
        return {
            "stockyard": __version__,
            "game": self.game,
            "options": self.options,
            "seed": self.seed,
            "deals": len(self.scores),
            "seatings": [_text(seating) for seating in self.seatings],
            "agents": {"A": self.names[0], "B": self.names[1]},
            **dataclasses.asdict(self.overall),
            "kinds": {kind: dataclasses.asdict(of_kind) for kind, of_kind in self.kinds.items()},
            "mean_score": dict(zip("AB", self.mean_scores, strict=True)),
            "decisions": dict(zip("AB", self.decisions, strict=True)),
            "truncated": self.truncated,
            "speed": {"decisions_per_second": dict(zip("AB", self.decisions_per_second, strict=True))},
        }

    def to_csv(self) -> str:
        """One line a round: deal, its seed, the seating as letters, each seat's score, both means, the difference."""
        text = io.StringIO()
        writer = csv.writer(text, lineterminator="\n")
        of_seats = [f"score_{seat}" for seat in range(self.scores.shape[2])]
        writer.writerow(["deal", "deal_seed", "seating", *of_seats, "mean_a", "mean_b", "difference"])
        letters = [_text(seating) for seating in self.seatings]
        means = self.means.tolist()
        for deal, (seed, scores) in enumerate(zip(self.deal_seeds.tolist(), self.scores.tolist(), strict=True)):
            for row, (a, b), seating in zip(scores, means[deal], letters, strict=True):
                writer.writerow([deal, seed, seating, *row, a, b, a - b])
        return text.getvalue()

    def table(self) -> Group:
        """The figures as tables for a rich console."""
        differences = Table(title="A − B, points a deal", title_justify="left")
        differences.add_column("seatings")
        for heading in ("difference", "95% interval", "standard error", "A wins"):
            differences.add_column(heading, justify="right")
        kinds = self.kinds
        for label, of_kind in {"all": self.overall, **kinds}.items() if len(kinds) > 1 else kinds.items():
            known = of_kind.standard_error is not None
            differences.add_row(
                label,
                _signed(of_kind.difference),
                f"{_signed(of_kind.low)} to {_signed(of_kind.high)}" if known else "–",
                f"{of_kind.standard_error:.2f}" if known else "–",
                f"{of_kind.win_rate:.1%}",
            )
        players = Table()
        players.add_column("agent", overflow="fold")
        for heading in ("mean score", "decisions", "decisions a second"):
            players.add_column(heading, justify="right")
        for i, letter in enumerate("AB"):
            pace = self.decisions_per_second[i]
            players.add_row(
                f"{letter}  {self.names[i]}",
                _signed(self.mean_scores[i]),
                f"{self.decisions[i]:,}",
                "–" if pace is None else f"{pace:,.0f}",
            )
        options = ", ".join(f"{name}={value}" for name, value in self.options.items())
        played = (
            f"{self.game} ({options}): {len(self.scores):,} deals × {len(self.seatings)} seatings, seed {self.seed}"
        )
        if self.truncated:
            played += f"; {self.truncated:,} matches were cut off and count as 0"
        return Group(played, differences, players)


def _signed(points):
    return f"{round(points, 2) + 0.0:+.2f}"  # adding zero makes a rounded -0.0 positive


def _kind(seating):
    return f"{np.sum(seating == 0)} A against {np.sum(seating == 1)} B"


def _text(seating):
    return "".join("AB"[who] for who in seating)
