"""What compiled loops have in common: how numba compiles, and halves of patterns."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np
from numba import njit, types, uint32, void
from numpy.typing import NDArray

from ttt_table.table.patterns import Patterns


def of(kind: types.Type, axes: int = 1) -> types.Type:
    """Return the type of an array that is only read."""
    return types.Array(kind, axes, "C", readonly=True)


def kind_of(kinds: Any) -> Any:
    """Return the type of an argument, or of a tuple of several."""
    if isinstance(kinds, tuple):
        return types.Tuple([kind_of(kind) for kind in kinds])
    return kinds


def compile_as(
    function: Callable[..., None], kinds: Sequence[Any], cached: bool = True
) -> Callable[..., None]:
    """Compile a function, or take it from numba's cache.

    Args:
        function: The function to compile; it returns nothing.
        kinds: The types of its arguments.
        cached: Whether to use the cache on the disk.

    Returns:
        A function that also accepts records in place of tuples.
    """
    signature = void(*[kind_of(kind) for kind in kinds])
    try:
        compiled = njit(signature, cache=cached, nogil=True)(function)
    except Exception:  # the cache has no folder, is on a full disk, or is damaged
        if not cached:
            raise
        return compile_as(function, kinds, cached=False)

    def call(*arguments: Any) -> None:
        compiled(*map(as_tuples, arguments))

    return call


def as_tuples(argument: Any) -> Any:
    """Return a record, and the records in it, as plain tuples."""
    if isinstance(argument, tuple):
        return tuple(map(as_tuples, argument))
    return argument


class Ranks(NamedTuple):
    """The ranks of both halves of a tier's patterns."""

    low: NDArray[np.uint32]
    """By the low half."""
    high: NDArray[np.uint32]
    """By the high half."""
    low_bits: int
    """The length of the low half."""


RANKS = of(uint32), of(uint32), uint32
"""The types of `Ranks`."""


def ranks_of(patterns: Patterns) -> Ranks:
    """Return the ranks of a tier's patterns."""
    return Ranks(
        patterns.low_ranks.view(np.uint32),
        patterns.high_ranks.view(np.uint32),
        patterns.low_bits,
    )


@njit
def halves(pattern, half):
    """Return the low and the high half of a pattern."""
    low = pattern & (np.uint32(1) << half) - np.uint32(1)
    return np.uint64(low), np.uint64(pattern >> half)


@njit
def fill_maps(maps, places, first, half):
    """Fill the maps of both halves of patterns, from the bits that stones go to."""
    low_map, high_map = maps
    low_map[0] = 0
    high_map[0] = first
    for place in range(len(places)):
        bit = np.uint32(places[place])
        table = low_map if place < half else high_map
        place_in_half = place if place < half else place - half
        for selection in range(1 << place_in_half):
            table[selection | 1 << place_in_half] = table[selection] | bit


@njit(inline="always")
def rank_beside(pattern, half, maps, ranks):
    """Return the rank, in the tier beside, of a pattern that the maps carry there."""
    low, high = halves(pattern, half)
    low, high = halves(maps[0][low] | maps[1][high], ranks.low_bits)
    return np.uint64(ranks.low[low] + ranks.high[high])
