"""Sets of cells in numpy: integers in arrays, bit i for cell i."""

from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.int64]
Flags = NDArray[np.bool_]
Number = TypeVar("Number", bound=np.integer[Any])

COUNTED_BITS = 15
"""The bits that `popcount` looks up at once: twice is enough for a set of 30."""


def unions(
    sets: NDArray[Number], nothing: NDArray[Number] | int = 0
) -> NDArray[Number]:
    """Return the union of every selection from the sets of each row.

    Args:
        sets: The sets, by (row, set, ...).
        nothing: What an empty selection gives, and what every union includes.

    Returns:
        By (row, selection, ...); bit j of a selection's number stands for set j.
    """
    rows, count, *further_axes = sets.shape
    table = np.empty((rows, 1 << count, *further_axes), sets.dtype)
    table[:, 0] = nothing
    for place in range(count):
        half = 1 << place
        without = table[:, :half]
        np.bitwise_or(without, sets[:, place, None], out=table[:, half : 2 * half])
    return table


# Numpy has a count of its own only from 2.0 on.
_COUNTS = np.zeros(1, np.uint8)
for _ in range(COUNTED_BITS):
    _COUNTS = np.concatenate((_COUNTS, _COUNTS + np.uint8(1)))


def popcount(sets: NDArray[np.signedinteger[Any]]) -> NDArray[np.uint8]:
    """Return the number of members of each set, 30 at most."""
    # With "clip" numpy checks no index, and other threads can go on meanwhile.
    counts = np.take(_COUNTS, sets & (1 << COUNTED_BITS) - 1, mode="clip")
    counts += np.take(_COUNTS, sets >> COUNTED_BITS, mode="clip")
    return counts


def pattern_bits(masks: Array, cells: Array) -> Array:
    """Return the bit that stands for a cell of its mask in a pattern.

    Its number is that of the mask's cells before it.
    """
    return 1 << popcount(masks & (1 << cells) - 1).astype(np.int64)


def cells_by_block(cells: Flags) -> Array:
    """Return the first cell set in each block, the second one, and so on.

    Args:
        cells: Flags by (block, cell).

    Returns:
        Cells by (number, block); a block with fewer cells repeats its last one.
    """
    counts = cells.sum(axis=1)
    largest_count = int(counts.max(initial=0))
    if (counts == largest_count).all():
        return cells.nonzero()[1].reshape(len(cells), largest_count).T
    # The cells that are set come first, in order.
    cells_in_order = np.argsort(~cells, axis=1, kind="stable")
    places = np.minimum(np.arange(largest_count), counts[:, None] - 1)
    return np.take_along_axis(cells_in_order, places, axis=1).T
