"""The slots of a tier in numpy: packed, unpacked, and looked up while packed."""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from ttt_table.runtime import bits_for, slots_size
from ttt_table.table.sets import Array
from ttt_table.table.writer import Buffer, Palette, pack_slots

Scores = NDArray[np.int8]
Numbers = NDArray[np.uint8]
"""Numbers in a palette, or the bytes that they are packed in."""

PACKED_AT_ONCE = 1 << 18
"""The slots packed at once, which fill whole bytes."""
UNREACHABLE = 127
"""Stands for None in an array of scores: larger than every score."""


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
