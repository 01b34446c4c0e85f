"""What differs between the rulesets of the xianniu family and their options, and the named rulesets as values of it."""

from typing import Any, NamedTuple

from .plays import FOLK, FOLK_MAPPED, KANNIUTUI, XIANNIU


class Ruleset(NamedTuple):
    """One ruleset of the family; clauses are those of "The course of a round".

    book: which catalogue, with what beats what in it: a number of `plays`.
    void: a hand without K, Q and niu may be declared void (2).
    may_decline: a grab need not be made (3).
    any_pairs: in a badui any two of a rank are a pair, of both colours too (3).
    tighten_from: cards captured by all from which on the leader may tighten (5).
    tightens_leader: the leader too cuts its hand when it tightens (5).
    pays_down: a responder after its play, and a seat that lifts, cut their own hands (8).
    stop_ends_lifting: who has stopped may not lift any more (9).
    xi_first: who leads something else before its xi gets nothing for xi (10).
    liang_with_ci: liang points count for a seat with 11 or more too.
    others_pay_basic: who did not lift still pays the basic points for a ci that a lift brought about.
    all_get_fees: the lift fee is owed to a seat that has not enough too.
    kings_points: points for capturing both `K K K` and `8 T K`.
    couples_points: points for each couple of both colours among the 9s and 5s of a badui.
    four_xi: liang points of four 5s in one play.
    """

    book: int
    void: bool
    may_decline: bool
    any_pairs: bool
    tighten_from: int
    tightens_leader: bool
    pays_down: bool
    stop_ends_lifting: bool
    xi_first: bool
    liang_with_ci: bool
    others_pay_basic: bool
    all_get_fees: bool
    kings_points: int
    couples_points: int
    four_xi: int


NUM_SEATS = 3

_XIANNIU = Ruleset(
    book=XIANNIU,
    void=False,
    may_decline=True,
    any_pairs=False,
    tighten_from=8,
    tightens_leader=False,
    pays_down=False,
    stop_ends_lifting=False,
    xi_first=False,
    liang_with_ci=False,
    others_pay_basic=False,
    all_get_fees=False,
    kings_points=0,
    couples_points=0,
    four_xi=2,
)
RULESETS = {
    "xianniu_v0": _XIANNIU,
    "xianniu_folk_v0": _XIANNIU._replace(book=FOLK, void=True, pays_down=True, xi_first=True),
    "kanniutui_v0": _XIANNIU._replace(
        book=KANNIUTUI,
        may_decline=False,
        any_pairs=True,
        tighten_from=9,
        tightens_leader=True,
        stop_ends_lifting=True,
        liang_with_ci=True,
        others_pay_basic=True,
        all_get_fees=True,
        kings_points=2,
        couples_points=2,
    ),
}
# The options of each ruleset with the values that they may have, the default first.
OPTIONS: dict[str, dict[str, tuple]] = {
    "xianniu_v0": {},
    "xianniu_folk_v0": {"four_xi": (2, 5), "mu_pairs": ("natural", "mapped")},
    "kanniutui_v0": {},
}


def make_ruleset(id: str, options: dict) -> tuple[Ruleset, dict]:
    """The ruleset of that id under `options`, and all options in force.

    Raises `ValueError` for an unknown option or a value that it does not have.
    """
    known = OPTIONS[id]
    for name, value in options.items():
        if name not in known:
            raise ValueError(f"{id} has no option {name!r}; it has {', '.join(known) or 'none'}")
        values = known[name]
        if isinstance(value, bool) or not isinstance(value, type(values[0])) or value not in values:
            raise ValueError(f"{name} must be {' or '.join(map(repr, values))}, not {value!r}")
    chosen: dict[str, Any] = {name: options.get(name, values[0]) for name, values in known.items()}
    ruleset = RULESETS[id]
    if "four_xi" in chosen:
        ruleset = ruleset._replace(four_xi=chosen["four_xi"])
    if chosen.get("mu_pairs") == "mapped":
        ruleset = ruleset._replace(book=FOLK_MAPPED)
    return ruleset, chosen


def sides(ruleset: Ruleset) -> tuple[int, ...]:
    """The side of each seat: here everybody plays for themselves."""
    return tuple(range(NUM_SEATS))
