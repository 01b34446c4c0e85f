"""The options of the gongzhu family, and the named rulesets as values of them."""

from typing import NamedTuple

import numpy as np


class Ruleset(NamedTuple):
    """What differs between the family's rulesets and options.

    partners: seats 0 and 2 are scored together, and so are 1 and 3.
    sale: score cards are offered for sale before play.
    match: hands are played until a total reaches `limit`, and the settlement is what counts.
    max_hands: hands after which a match is cut off; 0: none.
    limit: total at which, up or down, a match ends.
    """

    partners: bool
    sale: bool
    match: bool
    max_hands: int
    limit: int


NUM_SEATS = 4
DEFAULT_OPTIONS = {"sale": True, "episode": "hand", "max_hands": None}
PARTNERS = {"gongzhu_v0": False, "gongzhu_partners_v0": True}


def make_ruleset(id: str, options: dict) -> tuple[Ruleset, dict]:
    """The ruleset of that id under `options`, and all options in force.

    Raises `ValueError` for an unknown option or a value that it does not have.
    """
    for name in options:
        if name not in DEFAULT_OPTIONS:
            raise ValueError(f"{id} has no option {name!r}; it has {', '.join(DEFAULT_OPTIONS)}")
    chosen = {**DEFAULT_OPTIONS, **options}
    sale, episode, max_hands = chosen["sale"], chosen["episode"], chosen["max_hands"]
    if not isinstance(sale, bool | np.bool_):
        raise ValueError(f"sale must be True or False, not {sale!r}")
    if not isinstance(episode, str) or episode not in ("hand", "match"):
        raise ValueError(f"episode must be 'hand' or 'match', not {episode!r}")
    if max_hands is not None:
        if isinstance(max_hands, bool) or not isinstance(max_hands, int | np.integer) or not 1 <= max_hands < 2**15:
            raise ValueError(f"max_hands must be None or a whole number from 1 to 32767, not {max_hands!r}")
        if episode == "hand":
            raise ValueError("max_hands cuts off matches: give it with episode='match' only")
        max_hands = int(max_hands)
    sale = bool(sale)
    chosen = {**chosen, "sale": sale, "max_hands": max_hands}
    return Ruleset(PARTNERS[id], sale, episode == "match", max_hands or 0, 1000), chosen


def sides(ruleset: Ruleset) -> tuple[int, ...]:
    """The side of each seat: seats of one side are scored together."""
    return (0, 1, 0, 1) if ruleset.partners else (0, 1, 2, 3)
