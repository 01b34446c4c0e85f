"""The record of a round of the xianniu family.

Counts of card classes are packed: four bits a class, `A` lowest, in the order of `plays.CLASSES`.
"""

import numpy as np

# Phases, in the order of the rulebook: what the seat to act is asked.
VOID, GRAB, LEAD, TIGHTEN, RESPOND, PAY_DOWN, LIFT, LIFT_PAY, OVER = range(9)

# 48 cards leave the hands, in plays or one by one as discards. Beside that there are at most 3 answers each to void and
# grab; a stop and a lift for each of 16 leads, an `agree` of each seat; a `tighten` for each of the 8 last captures.
MAX_COURSE = 48 + 3 + 3 + 2 * 16 + 3 + 8

MAX_CAPTURES = 16  # every capture takes a card at least

STATE = np.dtype(
    [
        ("generator", np.uint64),  # random generator, for the leader and for deals anew
        ("dealt", np.uint64, (3,)),  # cards each seat was dealt; what has left a hand are the lowest suits of a class
        ("counts", np.uint64, (3,)),  # classes in each hand, packed
        ("discarded", np.uint64, (3,)),  # classes each seat has discarded face down, packed
        ("shown", np.uint64),  # classes that lie face up, played by whomever, packed
        ("at_most", np.uint64, (3,)),  # how many of each class a seat can hold by where it was passed over, packed
        ("legal", np.uint64, (2,)),  # actions of the seat to act: those below 64, and the others less 64
        ("trick", np.int16, (3,)),  # play of each seat in the trick in progress; -1: none
        ("captures", np.int16, (MAX_CAPTURES,)),  # captured plays in order; -1: not yet
        ("capturers", np.int8, (MAX_CAPTURES,)),  # the seat of each
        ("num_captures", np.int8),
        ("sizes", np.int8, (3,)),  # cards in each hand
        ("captured", np.int8, (3,)),  # n: cards each seat has captured
        ("niu", np.int8, (3,)),  # niu points of each seat's captures
        ("xi", np.int8, (3,)),  # xi points
        ("liang", np.int8, (3,)),  # liang points
        ("kings", np.int8, (3,)),  # 1: has captured the play K K K, 2: 8 T K, 3: both
        ("late", np.uint8, (3,)),  # 1: has led something else than a xi: gets nothing for xi from then on
        ("lacks", np.uint8, (3,)),  # special plays that a seat was passed over for, bits of `plays.SPECIALS`
        ("lifts", np.int8, (3, 3)),  # how often a seat (row) has lifted another (column)
        ("last_lifter", np.int8, (3,)),  # who lifted the seat last before it had 11; -1: nobody
        ("may_lift", np.uint8, (3,)),  # 1: still has the right to lift
        ("room", np.int8),  # 16 less what all have captured; a trick in progress does not count yet
        ("phase", np.int8),  # VOID … OVER
        ("turn", np.int8),  # seat whose decision it is; -1: over
        ("first_leader", np.int8),  # seat that leads by the deal
        ("leader", np.int8),  # seat that leads, or led, the trick in progress
        ("winner", np.int8),  # seat whose play is best in the trick in progress; -1: nothing led yet
        ("target", np.int8),  # discards: how many cards the seat to act keeps
        ("lifted", np.bool_),  # the leader has been lifted: it must lead
        ("length", np.int16),  # actions in the course
        ("course", np.int16, (MAX_COURSE,)),  # every action in order; -1: not yet
        ("course_seats", np.int8, (MAX_COURSE,)),  # the seat of each
        ("unused", np.uint8, (5,)),  # fills the record up: no byte of it is left undefined
    ],
    align=True,
)
