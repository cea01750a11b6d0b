"""What compiled loops have in common: how numba is asked, and halves of patterns."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np
from numba import njit, types, uint32, void
from numpy.typing import NDArray

from ttt_table.table.patterns import Patterns


def of(kind: types.Type, axes: int = 1) -> types.Type:
    """The type of an array that is only read."""
    return types.Array(kind, axes, "C", readonly=True)


def kind_of(kinds: Any) -> types.Type:
    """The type of an argument, or of a tuple of several."""
    return types.Tuple([*map(kind_of, kinds)]) if isinstance(kinds, tuple) else kinds


def compile_as(
    function: Callable[..., None], kinds: Sequence[Any], cached: bool = True
) -> Callable[..., None]:
    """A function compiled for these kinds of arguments, or taken from numba's cache."""
    try:
        done = njit(void(*map(kind_of, kinds)), cache=cached, nogil=True)(function)
    except (
        Exception
    ):  # there is no folder to keep it in, or no room, or what is kept is damaged
        if not cached:
            raise
        return compile_as(function, kinds, cached=False)
    return lambda *arguments: done(*map(as_tuples, arguments))


def as_tuples(argument: Any) -> Any:
    """A record, and those within it, as plain tuples."""
    return tuple(map(as_tuples, argument)) if isinstance(argument, tuple) else argument


class Ranks(NamedTuple):
    """The ranks of the halves of patterns, and the low one's length."""

    low: NDArray[np.uint32]
    high: NDArray[np.uint32]
    low_bits: int


RANKS = of(uint32), of(uint32), uint32


def ranks_of(patterns: Patterns) -> Ranks:
    """Those of a tier."""
    low_ranks, high_ranks = patterns.low_ranks, patterns.high_ranks
    return Ranks(
        low_ranks.view(np.uint32), high_ranks.view(np.uint32), patterns.low_bits
    )


@njit
def halves(pattern, half):
    """The low and the high half of a pattern."""
    return np.uint64(pattern & (np.uint32(1) << half) - np.uint32(1)), np.uint64(
        pattern >> half
    )


@njit
def fill_maps(maps, places, first, half):
    """Fill the maps of both halves of patterns, from the bits that their stones go to."""
    low_map, high_map = maps
    low_map[0], high_map[0] = 0, first
    for place in range(len(places)):
        bit, at = np.uint32(places[place]), place if place < half else place - half
        table = low_map if place < half else high_map
        for selection in range(1 << at):
            table[selection | 1 << at] = table[selection] | bit


@njit(inline="always")
def rank_beside(pattern, half, maps, ranks):
    """The rank in the tier beside of what the maps make of a pattern's halves."""
    low, high = halves(pattern, half)
    low, high = halves(maps[0][low] | maps[1][high], ranks.low_bits)
    return np.uint64(ranks.low[low] + ranks.high[high])
