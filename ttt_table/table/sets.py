"""Sets of cells in numpy: integers in arrays, bit i for cell i."""

from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.int64]
Flags = NDArray[np.bool_]
Number = TypeVar("Number", bound=np.integer[Any])

COUNTED_BITS = 15  # at a time: twice is enough for a set of 30


def unions(
    sets: NDArray[Number], nothing: NDArray[Number] | int = 0
) -> NDArray[Number]:
    """The union of each selection of the sets in a row, ``nothing`` being that of no set.

    From (row, set, ...) to (row, selection, ...); bit j of a selection's number stands for set j.
    """
    rows, count, *others = sets.shape
    table = np.empty((rows, 1 << count, *others), sets.dtype)
    table[:, 0] = nothing
    for place in range(count):
        half = 1 << place
        np.bitwise_or(
            table[:, :half], sets[:, place, None], out=table[:, half : 2 * half]
        )
    return table


# Numpy before 2.0 has no count of its own.
_COUNTS = np.zeros(1, np.uint8)
for _ in range(COUNTED_BITS):
    _COUNTS = np.concatenate((_COUNTS, _COUNTS + np.uint8(1)))


def popcount(sets: NDArray[np.signedinteger[Any]]) -> NDArray[np.uint8]:
    """How many members each of these sets of at most 30 has."""
    # With "clip" numpy checks no index, and other threads can go on meanwhile.
    counts = np.take(_COUNTS, sets & (1 << COUNTED_BITS) - 1, mode="clip")
    counts += np.take(_COUNTS, sets >> COUNTED_BITS, mode="clip")
    return counts


def pattern_bits(masks: Array, cells: Array) -> Array:
    """The bit that stands for a cell of its mask in a pattern: as many cells come before it."""
    return 1 << popcount(masks & (1 << cells) - 1).astype(np.int64)


def cells_by_block(cells: Flags) -> Array:
    """From flags by block and cell: the first cell set in each block, the second, and so on."""
    # A block that has fewer repeats its last one.
    many = cells.sum(axis=1)
    most = int(many.max(initial=0))
    if (many == most).all():
        return cells.nonzero()[1].reshape(len(cells), most).T
    order = np.argsort(~cells, axis=1, kind="stable")
    places = np.minimum(np.arange(most), many[:, None] - 1)
    return np.take_along_axis(order, places, axis=1).T
