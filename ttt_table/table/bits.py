"""Bits in numpy: sets of cells as integers, and the slots of a tier, packed.

A set has bit i for cell i.
"""

from collections.abc import Iterator
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from ttt_table.runtime import bits_for, slots_size
from ttt_table.table.writer import Buffer, Palette, pack_slots

Array = NDArray[np.int64]
Flags = NDArray[np.bool_]
Number = TypeVar("Number", bound=np.integer[Any])
Scores = NDArray[np.int8]
Numbers = NDArray[np.uint8]
"""Numbers in a palette, or the bytes that they are packed in."""

COUNTED_BITS = 15
"""The bits that `popcount` looks up at once: twice is enough for a set of 30."""
PACKED_AT_ONCE = 1 << 18
"""The slots packed at once, which fill whole bytes."""
UNREACHABLE = 127
"""Stands for None in an array of scores: larger than every score."""


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


def pack_array(numbers: Numbers, bits: int) -> bytes:
    """Pack palette numbers as `pack_slots` does, at numpy's speed."""
    per_byte = 8 // bits
    in_whole_bytes = len(numbers) // per_byte * per_byte
    packed = numbers[:in_whole_bytes:per_byte].copy()
    for place in range(1, per_byte):
        packed |= numbers[place:in_whole_bytes:per_byte] << place * bits
    return packed.tobytes() + pack_slots(numbers[in_whole_bytes:].tolist(), bits)


def unpack_array(packed: Numbers, bits: int, count: int) -> Numbers:
    """Unpack palette numbers: the inverse of `pack_array`."""
    per_byte = 8 // bits
    numbers = np.empty((len(packed), per_byte), np.uint8)
    for place in range(per_byte):
        np.right_shift(packed, place * bits, out=numbers[:, place])
    numbers &= (1 << bits) - 1
    return numbers.ravel()[:count]


def numbers_at(packed: Numbers, slots: Array, bits: int) -> Numbers:
    """Return the palette numbers in some slots, without unpacking the others."""
    per_byte = 8 // bits
    numbers = np.take(packed, slots >> per_byte.bit_length() - 1, mode="clip")
    if per_byte > 1:
        numbers >>= ((slots & per_byte - 1) * bits).astype(np.uint8)
        numbers &= (1 << bits) - 1
    return numbers


def scores_in(palette: Palette) -> Scores:
    """Return the score for each number of a palette, in an array for any byte."""
    scores = np.full(256, UNREACHABLE, np.int8)
    for number, score in enumerate(palette):
        if score is not None:
            scores[number] = score
    return scores


def pack_scores(scores: Scores, palette: Palette) -> Iterator[bytes]:
    """Yield the slots of a tier as the file holds them, in pieces."""
    # Indexed by a score's byte: negative scores are at the array's end.
    number_of = np.zeros(256, np.uint8)
    number_of[scores_in(palette)[: len(palette)]] = np.arange(len(palette))
    for first in range(0, len(scores), PACKED_AT_ONCE):
        piece = scores[first : first + PACKED_AT_ONCE].view(np.uint8)
        yield pack_array(np.take(number_of, piece), bits_for(palette))


def unpack_scores(slots: Buffer, palette: Palette, count: int) -> Iterator[Scores]:
    """Yield the scores of packed slots: the inverse of `pack_scores`."""
    score_of = scores_in(palette)
    bits = bits_for(palette)
    packed = np.frombuffer(slots, np.uint8)
    for first in range(0, count, PACKED_AT_ONCE):
        in_piece = min(PACKED_AT_ONCE, count - first)
        start = slots_size(first, bits)
        piece = packed[start : start + slots_size(in_piece, bits)]
        yield np.take(score_of, unpack_array(piece, bits, in_piece), mode="clip")
