"""Compiled loops over arrays of rounds, one a verb, written once for every game."""

import numpy as np

from .chance import generator_from
from .kernel import (
    apply,
    compiled,
    deal,
    is_legal,
    legal,
    legal_list,
    observe,
    observe_all,
    place,
    redeal_hidden,
    scores,
    seat_to_act,
    standing,
    truncated,
)


@compiled
def deal_each(rules, states, seeds):
    """Start a round from its seed in every record."""
    for i in range(states.shape[0]):
        states[i].generator = generator_from(seeds[i])
        deal(rules, states[i])


@compiled
def place_each(rules, states, seeds, hands, leader):
    """Start a round with these cards (uint64[seats]) and leader in every record."""
    for i in range(states.shape[0]):
        states[i].generator = generator_from(seeds[i])
        place(rules, states[i], hands, leader)


@compiled
def seats_to_act(rules, states, out):
    """Write the seat to act, -1 when over, to `out` (int8[n])."""
    for i in range(states.shape[0]):
        out[i] = seat_to_act(rules, states[i])


@compiled
def legal_each(rules, states, masks):
    """Write the masks bool[n, A]."""
    for i in range(states.shape[0]):
        legal(rules, states[i], masks[i])


@compiled
def legal_lists(rules, states, scratch, offsets):
    """Write offsets int64[n + 1] of each round's legal actions in one list, and return the list as int32[k]."""
    actions = np.empty(max(64, 16 * states.shape[0]), np.int32)
    length = 0
    offsets[0] = 0
    for i in range(states.shape[0]):
        number = legal_list(rules, states[i], scratch)
        if length + number > actions.shape[0]:
            grown = np.empty(2 * (length + number), np.int32)
            grown[:length] = actions[:length]
            actions = grown
        actions[length : length + number] = scratch[:number]
        length += number
        offsets[i + 1] = length
    return actions[:length].copy()


@compiled
def first_illegal(rules, states, actions, num_actions):
    """Index of the first round that is over or whose action is not legal; -1: there is none."""
    for i in range(states.shape[0]):
        in_range = 0 <= actions[i] < num_actions
        if seat_to_act(rules, states[i]) < 0 or not in_range or not is_legal(rules, states[i], actions[i]):
            return i
    return -1


@compiled
def apply_each(rules, states, actions):
    """Play one legal action in every round."""
    for i in range(states.shape[0]):
        apply(rules, states[i], actions[i])


@compiled
def scores_each(rules, states, out):
    """Write scores int32[n, seats] of rounds that are over."""
    for i in range(states.shape[0]):
        scores(rules, states[i], out[i])


@compiled
def standing_each(rules, states, out):
    """Write int32[n, seats] of what the scores would be."""
    for i in range(states.shape[0]):
        standing(rules, states[i], out[i])


@compiled
def truncated_each(rules, states, out):
    """Write bool[n] of rounds cut off."""
    for i in range(states.shape[0]):
        out[i] = truncated(rules, states[i])


@compiled
def observe_each(rules, states, seats, out):
    """Write observations float32[n, D]."""
    for i in range(states.shape[0]):
        observe(rules, states[i], seats[i], out[i])


@compiled
def observe_all_each(rules, states, seats, out):
    """Write perfect-information observations float32[n, D_all]."""
    for i in range(states.shape[0]):
        observe_all(rules, states[i], seats[i], out[i])


@compiled
def redeal_each(rules, states, seats, seeds):
    """Deal anew what each round's given seat cannot know."""
    for i in range(states.shape[0]):
        states[i].generator = generator_from(seeds[i])
        redeal_hidden(rules, states[i], seats[i])
