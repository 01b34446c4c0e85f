"""Scores of a hand and the settlement of a match, pure and compiled (gongzhu, "Score of a hand" and "Settlement")."""

from numba import njit

from ..bits import NONE, bit, count, has, lowest
from .plays import (
    DARK,
    HEART_ACE,
    HEART_FACES,
    OPEN,
    PIG,
    POINTS_OF_FACE,
    SCORE_FACES,
    SELLABLE_FACE_SETS,
    SELLABLE_FACES,
    SHEEP,
    TRANSFORMER,
)

FALL_CAP = 40  # the most that one seat pays another in the settlement
LAST_COUNTED_TOTAL = 16000  # C: a loser's total counts to here in H(d)


# The least that a hand can bring: all hearts with points at four times, the pig at four times, and the transformer sold
# open eight times that. (With the hearts that count nothing it would be all of them.)
LOWEST_HAND_SCORE = (-200 * 4 - 400) * 8


@njit
def sale_factor(faces, sellable):
    """1, 2 or 4 as the sellable card in the set `faces` is unsold (or not in it), sold dark or sold open."""
    if has(faces, SELLABLE_FACES[sellable] + DARK):
        return 2
    if has(faces, SELLABLE_FACES[sellable] + OPEN):
        return 4
    return 1


@njit
def hand_score(taken, sold):
    """Points of a seat that took the faces `taken`, when the faces `sold` were sold by whoever held them; int64."""
    score_faces = taken & SCORE_FACES
    pig = score_faces & SELLABLE_FACE_SETS[PIG]
    sheep = score_faces & SELLABLE_FACE_SETS[SHEEP]
    transformer = score_faces & SELLABLE_FACE_SETS[TRANSFORMER]
    hearts = score_faces & HEART_FACES
    hearts_factor = sale_factor(sold, HEART_ACE)
    transformer_factor = sale_factor(transformer, TRANSFORMER)
    all_hearts = count(hearts) == 13
    # score 1: took everything
    if all_hearts and pig != NONE and sheep != NONE and transformer != NONE:
        return 1600 * hearts_factor * transformer_factor
    # score 5: transformer and no other score card
    if transformer != NONE and score_faces == transformer:
        return 50 * transformer_factor
    # score 2: H + P + S
    points = 0
    if all_hearts:
        points += 200 * hearts_factor
    else:
        while hearts != NONE:
            face = lowest(hearts)
            hearts &= ~bit(face)
            points += POINTS_OF_FACE[face] * hearts_factor
    if pig != NONE:
        points -= 100 * sale_factor(pig, PIG)
    if sheep != NONE:
        points += 100 * sale_factor(sheep, SHEEP)
    # score 3 and 4
    if transformer != NONE:
        points *= 2 * transformer_factor
    return points


@njit
def all_sold(s):
    """Sold faces of all seats."""
    return s.sold[0] | s.sold[1] | s.sold[2] | s.sold[3]


@njit
def hand_scores(rules, s, sold, out):
    """Write the points of what each seat (partners: each side, the same for both) has taken to `out` (int[4]).

    sold: the sold faces that count; all of them, or those that somebody knows of.
    """
    for seat in range(4):
        out[seat] = hand_score(s.taken[seat], sold)
    if rules.partners:
        for seat in range(2):
            out[seat] += out[seat + 2]
            out[seat + 2] = out[seat]


@njit
def fall(total, limit):
    """What a loser with this total, at -limit or below, pays (gongzhu, settlement: fall)."""
    return min(FALL_CAP, 10 + (-total - limit) // 500)


@njit
def gap(winner, loser, limit):
    """What a loser pays to a winner at +limit or above (gongzhu, settlement: gap)."""
    return min(FALL_CAP, 10 + (abs(winner) + abs(loser) - limit) // 500)


@njit
def deduction(last_winner, loser):
    """H(d): how much less than the highest the other two of three winners get."""
    distance = abs(abs(last_winner) - min(abs(loser), LAST_COUNTED_TOTAL))
    return 4 if distance <= 2000 else 4 + (distance - 2000 + 1499) // 1500


@njit
def match_is_over(limit, totals):
    """Whether some total has reached the limit, up or down."""
    for total in totals:
        if abs(total) >= limit:
            return True
    return False


@njit
def settle_partners(limit, totals, out):
    """Settlement between seats 0+2 and 1+3 from their sides' totals (int[4], a side's total at both its seats)."""
    out[:] = 0
    if totals[0] == totals[1]:
        return
    winner = 0 if totals[0] > totals[1] else 1
    loser = 1 - winner
    if totals[winner] >= limit:
        paid = gap(totals[winner], totals[loser], limit)
    else:
        paid = fall(totals[loser], limit)
    for seat in range(4):
        out[seat] = 2 * paid if seat % 2 == winner else -paid


@njit
def settle_alone(limit, totals, out):
    """Settlement of four seats each for themselves from their totals (int[4])."""
    out[:] = 0
    somebody_up = totals.max() >= limit
    winner_from = limit if somebody_up else 1 - limit  # the lowest total that wins
    winners = 0
    highest, lowest_winner = totals.max(), totals.max()
    paid = 0
    lone_loser = 0
    for seat in range(4):
        if totals[seat] >= winner_from:
            winners += 1
            lowest_winner = min(lowest_winner, totals[seat])
        else:
            out[seat] = -(gap(highest, totals[seat], limit) if somebody_up else fall(totals[seat], limit))
            paid -= out[seat]
            lone_loser = totals[seat]
    if winners == 0:  # all four losers: nobody pays
        out[:] = 0
    for seat in range(4):
        if totals[seat] >= winner_from:
            out[seat] = paid
            if winners == 3 and totals[seat] < highest:
                out[seat] -= deduction(lowest_winner, lone_loser)


@njit
def settle(rules, totals, out):
    """Write the settlement for `totals` that end a match (int[4]; partners: a side's at both seats) to `out`."""
    if rules.partners:
        settle_partners(rules.limit, totals, out)
    else:
        settle_alone(rules.limit, totals, out)
