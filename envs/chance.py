"""Randomness: one splitmix64 generator, held as a single 64-bit word.

The generator and its constants are Steele, Lea and Flood's (Fast splittable pseudorandom number
generators, 2014). A state
keeps its generator in the field `generator`, so a copied state draws the same numbers; nothing else in
the package's games is random.
"""

from typing import overload

import numpy as np
from numba import njit
from numpy.typing import NDArray

from .kernel import wrapping

_STEP = np.uint64(0x9E3779B97F4A7C15)
_FIRST = np.uint64(0xBF58476D1CE4E5B9)
_SECOND = np.uint64(0x94D049BB133111EB)
_LOW_HALF = np.uint64(0xFFFFFFFF)


def _scramble(word):
    """A one-to-one function of 64-bit words in which every input bit touches every output bit."""
    word = (word ^ (word >> np.uint64(30))) * _FIRST
    word = (word ^ (word >> np.uint64(27))) * _SECOND
    return word ^ (word >> np.uint64(31))


scramble = njit(wrapping(_scramble))


@njit
@wrapping
def absorb(word, number):
    """The seed `word` with one more number mixed in; `mix` in compiled code is a chain of these."""
    return scramble(word + number + _STEP)


@njit
def round_seed(seed, environment, number):
    """What round `number` of an environment is dealt from: `mix(seed, environment, number)`, compiled."""
    return absorb(absorb(absorb(np.uint64(0), seed), np.uint64(environment)), number)


@njit
@wrapping
def generator_from(seed):
    """A generator for a seed; scrambled, since plain splitmix64 runs into itself from seeds a step apart."""
    return scramble(seed + _STEP)


@njit
@wrapping
def draw(s):
    """The next 64 random bits of the generator in `s.generator`."""
    s.generator += _STEP
    return scramble(s.generator)


@njit
def draw_below(s, bound):
    """A uniform integer in 0..bound-1 (bound below 2**32), exactly uniform (Lemire's rejection)."""
    limit = np.uint64(bound)
    product = (draw(s) >> np.uint64(32)) * limit
    if (product & _LOW_HALF) < limit:
        threshold = np.uint64(4294967296) % limit
        while (product & _LOW_HALF) < threshold:
            product = (draw(s) >> np.uint64(32)) * limit
    return np.int64(product >> np.uint64(32))


@njit
def draw_unit(s):
    """A uniform float64 in [0, 1)."""
    return np.float64(draw(s) >> np.uint64(11)) * (1.0 / 9007199254740992.0)


@njit
def shuffle(s, items, length):
    """Shuffle the first `length` items in place, every order equally likely."""
    for i in range(length - 1, 0, -1):
        j = draw_below(s, i + 1)
        items[i], items[j] = items[j], items[i]


@overload
def mix(*numbers: int) -> int: ...
@overload
def mix(*numbers: int | NDArray[np.integer]) -> NDArray[np.uint64]: ...
def mix(*numbers):
    """Seeds out of several numbers, their order counting.

    Each number is an integer in 0..2**64-1 or an integer array; arrays broadcast. Returns an int, or uint64[...] where
    any number is an array. (In compiled code the same is `absorb(absorb(ZERO, a), b)` and so on.)
    """
    words = np.zeros(1, np.uint64)
    for number in numbers:
        words = _scramble(words + np.asarray(number, np.uint64) + _STEP)
    return words if any(np.ndim(number) for number in numbers) else int(words[0])


def seeds_for(*numbers: int, count: int) -> NDArray[np.uint64]:
    """`mix(*numbers, i)` for i in 0..count-1, as uint64[count]."""
    return mix(*numbers, np.arange(count, dtype=np.uint64))
