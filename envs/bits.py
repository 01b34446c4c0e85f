"""Sets of small integers as 64-bit words: the few operations, compiled to one instruction each."""

import numpy as np
from llvmlite import ir
from numba import njit, types
from numba.extending import intrinsic, overload

ONE = np.uint64(1)
NONE = np.uint64(0)


def count(word):
    """Number of members."""
    return int(word).bit_count()


def lowest(word):
    """The smallest member of a set that has one."""
    word = int(word)
    return (word & -word).bit_length() - 1


def highest(word):
    """The largest member of a set that has one."""
    return int(word).bit_length() - 1


@intrinsic
def _count(typing_context, word):
    def generate(context, builder, signature, args):
        return builder.ctpop(args[0])

    return types.int64(types.uint64), generate


@intrinsic
def _lowest(typing_context, word):
    def generate(context, builder, signature, args):
        return builder.cttz(args[0], ir.Constant(ir.IntType(1), 1))

    return types.int64(types.uint64), generate


@intrinsic
def _highest(typing_context, word):
    def generate(context, builder, signature, args):
        leading = builder.ctlz(args[0], ir.Constant(ir.IntType(1), 1))
        return builder.sub(ir.Constant(ir.IntType(64), 63), leading)

    return types.int64(types.uint64), generate


@overload(count)
def _(word):
    return lambda word: _count(np.uint64(word))  # pyright: ignore[reportCallIssue]  numba passes the context


@overload(lowest)
def _(word):
    return lambda word: _lowest(np.uint64(word))  # pyright: ignore[reportCallIssue]


@overload(highest)
def _(word):
    return lambda word: _highest(np.uint64(word))  # pyright: ignore[reportCallIssue]


@njit
def bit(member):
    """The set of one member."""
    return ONE << np.uint64(member)


@njit
def has(word, member):
    """Whether `member` is in the set."""
    return (word >> np.uint64(member)) & ONE != NONE


def set_of(members):
    """The set of these members, in plain Python."""
    word = 0
    for member in members:
        word |= 1 << int(member)
    return np.uint64(word)


def members(word):
    """The members in ascending order, in plain Python."""
    word = int(word)
    return [i for i in range(word.bit_length()) if word >> i & 1]
