"""What the rules of thumb for the xianniu family go by, and the weight of each.

Weights are points of score. They were found by playing rounds to their end after each action that there was, and
fitting what the seat scored then; several times over, each time with the player so found, and rounded.
"""

from typing import NamedTuple


class Effects(NamedTuple):
    """What a play or a discard does; weights of these are points."""

    stands: float  # how likely nobody beats it
    size: float  # times stands: cards captured
    points: float  # times stands
    enough: float  # times stands: 1 if these bring enough
    ci: float  # times stands: 1 if these bring 11
    given: float  # size where it is beaten
    control: float  # change in the control of the hand
    kings: float  # kings used
    queens: float
    nines: float  # mixed 9s used but not as a niu
    fives: float  # points of xi that can no longer be had
    lead_only: float  # 1 for what can only be led; a discard: for an 8 or T
    cards: float  # size
    spare: float  # size, times stands, for a seat that has enough
    sure_points: float  # points, times stands, for a seat that then has enough
    short: float  # cards that it will lack for enough, in spite of its control


class Situation(NamedTuple):
    """How things stand for the seat to act; weights of these are points."""

    always: float
    standing: float  # what it would score if the round ended
    captured: float
    control: float
    short: float  # cards that it lacks for enough, in spite of its control
    enough: float  # 1 if it has enough
    reach_ci: float  # 1 if its control brings it to 11
    points: float  # of its captures
    hand_points: float  # niu and xi in its hand
    leader_enough: float  # 1 if the leader has enough
    foe: float  # most cards that another has captured
    foes_enough: float  # how many others have enough
    lifters: float  # how many others may lift
    room: float
    best: float  # worth of the best lead
    first: float  # 1 if nothing is captured yet


def _weights(kind, **weights):
    """Weights of those that are named; the others are 0."""
    return kind(**{name: float(weights.pop(name, 0.0)) for name in kind._fields})


LEADING = _weights(
    Effects,
    stands=1.4,
    size=0.28,
    points=0.44,
    enough=1.67,
    ci=1.73,
    given=-0.2,
    control=0.5,
    kings=-0.26,
    queens=-0.15,
    nines=-1.34,
    fives=-0.9,
    lead_only=0.19,
    cards=0.08,
    spare=0.14,
    sure_points=0.32,
    short=0.21,
)
RESPONDING = _weights(
    Effects,
    stands=2.0,
    size=0.73,
    points=0.08,
    enough=0.43,
    given=-0.37,
    control=0.83,
    kings=-0.23,
    nines=-0.77,
    fives=-0.14,
    cards=0.36,
    spare=-0.34,
    sure_points=0.23,
    short=0.43,
)
DISCARDING = _weights(Effects, control=0.26, kings=-0.57, queens=-0.23, nines=-0.69, fives=-0.17, lead_only=-0.14)
STOPPING = _weights(  # rather than the best lead
    Situation,
    always=2.3,
    standing=0.46,
    captured=-0.42,
    control=-0.39,
    short=-0.27,
    enough=-0.23,
    reach_ci=-3.0,
    points=-0.62,
    hand_points=-0.8,
    foes_enough=0.95,
    lifters=0.84,
    best=-0.51,
    first=0.3,
)
TIGHTENING = _weights(  # before the best lead
    Situation,
    always=0.25,
    captured=0.04,
    control=-0.04,
    enough=-0.21,
    reach_ci=-0.14,
    points=0.04,
    hand_points=0.09,
    foe=-0.02,
    foes_enough=-0.04,
    lifters=0.11,
    best=-0.17,
)
LIFTING = _weights(
    Situation,
    always=-5.75,
    standing=-0.23,
    captured=0.54,
    control=0.54,
    short=-0.05,
    enough=0.23,
    reach_ci=0.9,
    points=0.28,
    hand_points=0.51,
    leader_enough=-0.4,
    foes_enough=-0.36,
    lifters=0.2,
    room=0.23,
    first=-0.7,
)
