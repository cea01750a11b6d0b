"""Shared parts of compiled loops: compilation by numba, and halves of patterns.

Numba compiles a function for exact types of its arguments, and knows records (named
tuples) only inside compiled code. So each compiled function takes plain tuples, and
its first lines make records of them.
"""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np
from numba import njit, types, uint32, void
from numpy.typing import NDArray

from ttt_table.table.numbering import Patterns


def readonly_array(element: types.Type, axes: int = 1) -> types.Type:
    """Return the numba type of a contiguous array that is only read."""
    return types.Array(element, axes, "C", readonly=True)


def _numba_type(argument_type: Any) -> Any:
    """Return the type of an argument, where a tuple of types stands for a tuple."""
    if isinstance(argument_type, tuple):
        return types.Tuple([_numba_type(field_type) for field_type in argument_type])
    return argument_type


def compile_as(
    function: Callable[..., None], argument_types: Sequence[Any], cached: bool = True
) -> Callable[..., None]:
    """Compile a function, or take it from numba's cache.

    Args:
        function: The function to compile; it returns nothing.
        argument_types: The types of its arguments; a tuple of types for a record.
        cached: Whether to use the cache on the disk.

    Returns:
        A function that also accepts records in place of tuples.
    """
    signature = void(*[_numba_type(argument_type) for argument_type in argument_types])
    try:
        compiled = njit(signature, cache=cached, nogil=True)(function)
    except Exception:  # the cache has no folder, is on a full disk, or is damaged
        if not cached:
            raise
        return compile_as(function, argument_types, cached=False)

    def call(*arguments: Any) -> None:
        compiled(*map(_as_tuples, arguments))

    return call


def _as_tuples(argument: Any) -> Any:
    """Return a record, and the records in it, as plain tuples."""
    if isinstance(argument, tuple):
        return tuple(map(_as_tuples, argument))
    return argument


class Ranks(NamedTuple):
    """The ranks of both halves of a tier's patterns."""

    low: NDArray[np.uint32]
    """By the low half."""
    high: NDArray[np.uint32]
    """By the high half."""
    low_bits: int
    """The length of the low half."""


RANKS = readonly_array(uint32), readonly_array(uint32), uint32
"""The types of the fields of `Ranks`."""


def ranks_of(patterns: Patterns) -> Ranks:
    """Return the ranks of a tier's patterns."""
    return Ranks(
        patterns.low_ranks.view(np.uint32),
        patterns.high_ranks.view(np.uint32),
        patterns.low_bits,
    )


@njit
def halves(pattern, low_bits):
    """Return the low and the high half of a pattern."""
    low = pattern & (np.uint32(1) << low_bits) - np.uint32(1)
    return np.uint64(low), np.uint64(pattern >> low_bits)


@njit
def new_maps(stones):
    """Return tables for `fill_maps`, of the halves of a tier's patterns."""
    low_map = np.zeros(1 << stones // 2, np.uint32)
    high_map = np.zeros(1 << stones - stones // 2, np.uint32)
    return low_map, high_map


@njit
def fill_maps(maps, stone_bits, new_stone_bit, low_bits):
    """Fill the tables that map each half of a pattern to a pattern of a neighbour.

    A symmetry moves each bit on its own, so a pattern goes where the union of its
    halves does.

    Args:
        maps: The tables of the low and of the high half, which are overwritten.
        stone_bits: For each stone, its bit in a pattern of the neighbour.
        new_stone_bit: The bit there of a new stone of X, or 0.
        low_bits: The length of the low half.
    """
    low_map, high_map = maps
    low_map[0] = 0
    high_map[0] = new_stone_bit
    for stone in range(len(stone_bits)):
        bit = np.uint32(stone_bits[stone])
        table = low_map if stone < low_bits else high_map
        place_in_half = stone if stone < low_bits else stone - low_bits
        for selection in range(1 << place_in_half):
            table[selection | 1 << place_in_half] = table[selection] | bit


@njit(inline="always")
def neighbour_rank(pattern, low_bits, maps, ranks):
    """Return the rank, in a neighbour, of the pattern that a pattern is mapped to."""
    low, high = halves(pattern, low_bits)
    low, high = halves(maps[0][low] | maps[1][high], ranks.low_bits)
    return np.uint64(ranks.low[low] + ranks.high[high])
