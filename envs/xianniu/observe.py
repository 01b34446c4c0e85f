"""What a seat of the xianniu family sees, as a vector of named segments.

Seats are relative to the observer: 0 itself, 1 the next in the order of play, 2 the one before it. Cards are counted by
class. Before the first lead a seat does not notice who else is asked about void or grab: it sees the leader's turn.
"""

import numpy as np
from numba import njit

from ..kernel import implements, observe, observe_all
from ..layout import Layout
from .plays import CLASSES, FOLK_MAPPED, FULL, KIND, KINDS, NEED, NUM_CLASSES, SPECIALS, fewer, held
from .ruleset import Ruleset
from .scores import CI, ENOUGH, basic_points
from .state import GRAB, LEAD, LIFT_PAY, OVER, PAY_DOWN, TIGHTEN
from .tricks import after, may_tighten

_CLASSES = f"classes {' '.join(CLASSES)}"
_SEATS = "relative seats 0 … 2"
_OTHERS = "relative seats 1 and 2"
_PHASES = ("void", "grab", "lead", "tighten", "respond", "pay down", "lift", "pay down to lift")
_LED_KINDS = len(KINDS) - 2  # longfeng and badui are never to be beaten

LAYOUT = Layout(
    [
        ("hand", (14, 4), f"{_CLASSES} × 1 … 4: 1 where the observer holds that many or more"),
        ("discarded", (14,), f"{_CLASSES}: own cards discarded, divided by 4"),
        ("unseen", (14, 4), f"{_CLASSES} × 1 … 4: 1 where that many or more are in other hands or their discards"),
        ("table", (3, 14), f"{_SEATS} × {_CLASSES}: the play of the seat to the trick in progress, divided by 4"),
        ("to_beat", (14,), f"{_CLASSES}: the best play in the trick in progress, divided by 4"),
        ("to_beat_kind", (12,), f"1 for the kind of that play: {', '.join(KINDS[:_LED_KINDS])}"),
        ("leader", (3,), f"{_SEATS}: 1 for the one that leads, or led, the trick in progress"),
        ("winner", (3,), f"{_SEATS}: 1 for the one whose play is the best in the trick in progress"),
        ("turn", (3,), f"{_SEATS}: 1 for the one to act; before the first lead, if that is another, the leader"),
        ("phase", (8,), f"1 for what it is asked: {', '.join(_PHASES)}; lead, if another is asked the first two"),
        ("sizes", (3,), f"{_SEATS}: cards in hand, divided by 16"),
        ("captured", (3,), f"{_SEATS}: cards captured, divided by 16"),
        ("enough", (3,), f"{_SEATS}: 1 with 6 or more captured"),
        ("ci", (3,), f"{_SEATS}: 1 with 11 or more captured"),
        ("room", (16,), "1 … 16: 1 where the room, before the trick in progress, is that or more"),
        ("points", (3, 3), f"{_SEATS} × niu, xi, liang: points of what the seat has captured, divided by 12"),
        ("worth", (3,), f"{_SEATS}: what its captures are worth to it from each loser if it wins, divided by 24"),
        ("kings", (3, 2), f"{_SEATS} × the plays K K K, 8 T K: 1 for those captured"),
        ("late", (3,), f"{_SEATS}: 1 for those whose xi score nothing from now on, since they led something else"),
        ("may_lift", (3,), f"{_SEATS}: 1 for those with the right to lift"),
        ("lifts", (3, 3), f"{_SEATS} × those they lifted: how often, divided by 4, at most 1"),
        ("last_lifter", (3, 3), f"{_SEATS} × 1 for who lifted the seat last before it had 11"),
        ("lifted", (1,), "1 while the leader has been lifted and must lead"),
        ("may_tighten", (1,), "1 while the leader is asked and may tighten"),
        ("to_discard", (1,), "cards that the seat to act still has to discard, divided by 16"),
        (
            "at_most",
            (2, 14),
            f"{_OTHERS} × {_CLASSES}: the most that it can hold where it was passed over, divided by 4",
        ),
        ("lacks", (2, 5), f"{_OTHERS} × {', '.join(SPECIALS)}: 1 for those that it lacks, since it was passed over"),
        ("options", (2,), 'four_xi divided by 5; 1 for mu_pairs "mapped"'),
    ]
)

LAYOUT_ALL = Layout(
    [
        *((segment.name, segment.shape, segment.meaning) for segment in LAYOUT),
        ("other_hands", (2, 14, 4), f"{_OTHERS} × {_CLASSES} × 1 … 4: 1 where the seat holds that many or more"),
        ("other_discards", (2, 14), f"{_OTHERS} × {_CLASSES}: cards discarded, divided by 4"),
        ("asked", (3,), f"{_SEATS}: 1 for the one to act, before the first lead too"),
        ("question", (8,), f"1 for what it is asked: {', '.join(_PHASES)}"),
    ]
)

# Compiled code takes each offset as a constant.
_HAND = LAYOUT["hand"].start
_DISCARDED = LAYOUT["discarded"].start
_UNSEEN = LAYOUT["unseen"].start
_TABLE = LAYOUT["table"].start
_TO_BEAT = LAYOUT["to_beat"].start
_TO_BEAT_KIND = LAYOUT["to_beat_kind"].start
_LEADER = LAYOUT["leader"].start
_WINNER = LAYOUT["winner"].start
_TURN = LAYOUT["turn"].start
_PHASE = LAYOUT["phase"].start
_SIZES = LAYOUT["sizes"].start
_CAPTURED = LAYOUT["captured"].start
_ENOUGH = LAYOUT["enough"].start
_CI = LAYOUT["ci"].start
_ROOM = LAYOUT["room"].start
_POINTS = LAYOUT["points"].start
_WORTH = LAYOUT["worth"].start
_KINGS = LAYOUT["kings"].start
_LATE = LAYOUT["late"].start
_MAY_LIFT = LAYOUT["may_lift"].start
_LIFTS = LAYOUT["lifts"].start
_LAST_LIFTER = LAYOUT["last_lifter"].start
_LIFTED = LAYOUT["lifted"].start
_MAY_TIGHTEN = LAYOUT["may_tighten"].start
_TO_DISCARD = LAYOUT["to_discard"].start
_AT_MOST = LAYOUT["at_most"].start
_LACKS = LAYOUT["lacks"].start
_OPTIONS = LAYOUT["options"].start
_OTHER_HANDS = LAYOUT_ALL["other_hands"].start
_OTHER_DISCARDS = LAYOUT_ALL["other_discards"].start
_ASKED = LAYOUT_ALL["asked"].start
_QUESTION = LAYOUT_ALL["question"].start
_END = LAYOUT.size
_END_ALL = LAYOUT_ALL.size

_LEVELS = np.array([[float(k < number) for k in range(4)] for number in range(5)], np.float32)
_BITS = np.array(
    [[float(word >> i & 1) for i in range(len(SPECIALS))] for word in range(2 ** len(SPECIALS))], np.float32
)
_QUARTER = np.float32(0.25)
_SIXTEENTH = np.float32(1 / 16)


@njit
def write_levels(counts, start, out):
    """Four numbers a class, as many of them 1 as there are cards of it."""
    for c in range(NUM_CLASSES):
        number = held(counts, c)
        for k in range(4):
            out[start + 4 * c + k] = _LEVELS[number, k]


@njit
def write_counts(counts, start, out):
    """A number a class: a quarter a card."""
    for c in range(NUM_CLASSES):
        out[start + c] = np.float32(np.int32(held(counts, c))) * _QUARTER  # of 32 bits each: four times as fast


@njit
def unseen_by(s, seat):
    """Packed counts of what a seat has not seen: other hands and what others have discarded."""
    return FULL - s.shown - s.counts[seat] - s.discarded[seat]


@njit
def seems_asked(s, seat):
    """The phase and the seat to act, as far as `seat` notices (xianniu, end of "The course of a round")."""
    if s.phase <= GRAB and s.turn != seat:
        return LEAD, np.int64(s.leader)
    return np.int64(s.phase), np.int64(s.turn)


@njit
def write_table(rules, s, seat, out):
    """The trick in progress, and who is asked what."""
    for relative in range(3):
        play = s.trick[after(seat, relative)]
        if play >= 0:
            write_counts(NEED[rules.book, play], _TABLE + NUM_CLASSES * relative, out)
    if s.winner >= 0:
        best = s.trick[s.winner]
        write_counts(NEED[rules.book, best], _TO_BEAT, out)
        out[_TO_BEAT_KIND + KIND[rules.book, best]] = 1
        out[_WINNER + after(s.winner, 3 - seat)] = 1
    out[_LEADER + after(s.leader, 3 - seat)] = 1
    phase, turn = seems_asked(s, seat)
    if phase == OVER:
        return
    out[_PHASE + phase] = 1
    out[_TURN + after(turn, 3 - seat)] = 1
    if phase == LEAD:
        out[_LIFTED] = s.lifted
        out[_MAY_TIGHTEN] = may_tighten(rules, s)
    elif phase == TIGHTEN or phase == PAY_DOWN or phase == LIFT_PAY:
        out[_TO_DISCARD] = (s.sizes[turn] - s.target) * _SIXTEENTH


@njit
def write_seat(rules, s, other, relative, out):
    """What everybody knows of a seat's captures and rights."""
    number = np.int64(s.captured[other])
    out[_SIZES + relative] = s.sizes[other] * _SIXTEENTH
    out[_CAPTURED + relative] = number * _SIXTEENTH
    out[_ENOUGH + relative] = number >= ENOUGH
    out[_CI + relative] = number >= CI
    out[_POINTS + 3 * relative] = s.niu[other] * np.float32(1 / 12)
    out[_POINTS + 3 * relative + 1] = s.xi[other] * np.float32(1 / 12)
    out[_POINTS + 3 * relative + 2] = s.liang[other] * np.float32(1 / 12)
    bonus = number - 7 if number >= CI else 0
    out[_WORTH + relative] = (basic_points(rules, s, other) + bonus) * np.float32(1 / 24)
    out[_KINGS + 2 * relative] = s.kings[other] & 1
    out[_KINGS + 2 * relative + 1] = s.kings[other] >> 1
    out[_LATE + relative] = s.late[other]
    out[_MAY_LIFT + relative] = s.may_lift[other]


@njit
def write_lifts(s, other, relative, seat, out):
    """Whom a seat has lifted, and who lifted it last."""
    for place in range(3):
        lifts = s.lifts[other, after(seat, place)]
        out[_LIFTS + 3 * relative + place] = min(lifts * _QUARTER, np.float32(1))
    if s.last_lifter[other] >= 0:
        out[_LAST_LIFTER + 3 * relative + after(s.last_lifter[other], 3 - seat)] = 1


@njit
def write_observation(rules, s, seat, out):
    """Write the segments of `LAYOUT` into zeroed `out`."""
    unseen = unseen_by(s, seat)
    write_levels(s.counts[seat], _HAND, out)
    write_counts(s.discarded[seat], _DISCARDED, out)
    write_levels(unseen, _UNSEEN, out)
    write_table(rules, s, seat, out)
    for relative in range(3):
        other = after(seat, relative)
        write_seat(rules, s, other, relative, out)
        write_lifts(s, other, relative, seat, out)
        if relative > 0:
            write_counts(fewer(s.at_most[other], unseen), _AT_MOST + NUM_CLASSES * (relative - 1), out)
            for special in range(len(SPECIALS)):
                out[_LACKS + len(SPECIALS) * (relative - 1) + special] = _BITS[s.lacks[other], special]
    out[_ROOM : _ROOM + np.int64(s.room)] = 1
    out[_OPTIONS] = rules.four_xi * np.float32(0.2)
    out[_OPTIONS + 1] = rules.book == FOLK_MAPPED


@implements(observe, Ruleset)
def _observe(rules, s, seat, out):
    out[:_END] = 0
    write_observation(rules, s, seat, out)


@implements(observe_all, Ruleset)
def _observe_all(rules, s, seat, out):
    out[:_END_ALL] = 0
    write_observation(rules, s, seat, out)
    for relative in range(1, 3):
        other = after(seat, relative)
        write_levels(s.counts[other], _OTHER_HANDS + 4 * NUM_CLASSES * (relative - 1), out)
        write_counts(s.discarded[other], _OTHER_DISCARDS + NUM_CLASSES * (relative - 1), out)
    if s.phase != OVER:
        out[_ASKED + after(s.turn, 3 - seat)] = 1
        out[_QUESTION + np.int64(s.phase)] = 1
