"""The record of a hand, or of a match with the hand in progress, of gongzhu with one deck."""

import numpy as np

# Phases.
SALE, PLAY, OVER = 0, 1, 2

# A course holds one action for each sellable card and each card played.
MAX_COURSE = 4 + 52

STATE = np.dtype(
    [
        ("generator", np.uint64),  # random generator, for the deals to come
        ("hands", np.uint64, (4,)),  # faces each seat holds
        ("taken", np.uint64, (4,)),  # faces each seat has taken in tricks
        ("sold", np.uint64, (4,)),  # sold faces each seat has put on offer, wherever they are now
        ("totals", np.int32, (4,)),  # match: points of the hands before; partners: their side's
        ("points", np.int32, (4,)),  # scores, once the round is over
        ("hands_played", np.int16),  # match: hands that are over
        ("phase", np.int8),  # SALE, PLAY, OVER
        ("turn", np.int8),  # seat whose decision it is; -1: over
        ("asked", np.int8),  # sale: which sellable card the seat is asked about, 0..3
        ("leader", np.int8),  # seat that leads, or led, the trick in progress
        ("winner", np.int8),  # seat whose card is best in the trick in progress; -1: nothing led yet
        ("first_leader", np.int8),  # seat that leads, or led, the first trick of the hand
        ("club_two_led", np.bool_),  # that seat leads because it was dealt the two of clubs
        ("pig_taker", np.int8),  # seat that took the pig in this hand; -1: nobody yet
        ("cut_off", np.bool_),  # the match ended by max_hands
        ("trick", np.int8, (4,)),  # face each seat has played to the trick in progress; -1: none
        ("suits_led", np.uint8),  # suits led in earlier tricks, bits
        ("voids", np.uint8, (4,)),  # suits that each seat has shown to hold no more of, bits
        ("length", np.int16),  # actions in the course
        ("course", np.int16, (MAX_COURSE,)),  # every action of the hand in order; -1: not yet
        ("course_seats", np.int8, (MAX_COURSE,)),  # the seat of each
        ("unused", np.uint8, (2,)),  # fills the record up: no byte of it is left undefined
    ],
    align=True,
)
