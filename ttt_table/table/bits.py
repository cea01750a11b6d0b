"""The slots of a tier in numpy: packed, unpacked, and looked up where they are packed."""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from ttt_table.table.packing import Buffer, Palette, bits_for, pack_slots, slots_size
from ttt_table.table.sets import Array

Scores = NDArray[np.int8]
Numbers = NDArray[np.uint8]  # in a palette, or the bytes that they are packed in

PACKED_AT_ONCE = 1 << 18  # slots: whole bytes of them
UNREACHABLE = 127  # stands for None in an array of scores; none is as large


def pack_array(numbers: Numbers, bits: int) -> bytes:
    """`pack_slots` for a numpy array, at its speed."""
    to_a_byte = 8 // bits
    whole = len(numbers) // to_a_byte * to_a_byte
    packed = numbers[:whole:to_a_byte].copy()
    for place in range(1, to_a_byte):
        packed |= numbers[place:whole:to_a_byte] << place * bits
    return packed.tobytes() + pack_slots(numbers[whole:].tolist(), bits)


def unpack_array(packed: Numbers, bits: int, count: int) -> Numbers:
    """The inverse of `pack_array`."""
    to_a_byte = 8 // bits
    numbers = np.empty((len(packed), to_a_byte), np.uint8)
    for place in range(to_a_byte):
        np.right_shift(packed, place * bits, out=numbers[:, place])
    numbers &= (1 << bits) - 1
    return numbers.ravel()[:count]


def numbers_at(packed: Numbers, slots: Array, bits: int) -> Numbers:
    """The palette numbers in some slots, without unpacking the others."""
    to_a_byte = 8 // bits
    numbers = np.take(packed, slots >> to_a_byte.bit_length() - 1, mode="clip")
    if to_a_byte > 1:
        numbers >>= ((slots & to_a_byte - 1) * bits).astype(np.uint8)
        numbers &= (1 << bits) - 1
    return numbers


def scores_in(palette: Palette) -> Scores:
    """The score for each number of a palette."""
    scores = np.full(256, UNREACHABLE, np.int8)
    scores[: len(palette)] = [
        UNREACHABLE if score is None else score for score in palette
    ]
    return scores


def pack_scores(scores: Scores, palette: Palette) -> Iterator[bytes]:
    """The slots of a tier as the file holds them, in pieces."""
    number = np.zeros(256, np.uint8)
    number[scores_in(palette)[: len(palette)]] = np.arange(len(palette))
    for first in range(0, len(scores), PACKED_AT_ONCE):
        piece = scores[first : first + PACKED_AT_ONCE].view(np.uint8)
        yield pack_array(np.take(number, piece), bits_for(palette))


def unpack_scores(slots: Buffer, palette: Palette, count: int) -> Iterator[Scores]:
    """The inverse of `pack_scores`."""
    score, bits = scores_in(palette), bits_for(palette)
    everything = np.frombuffer(slots, np.uint8)
    for first in range(0, count, PACKED_AT_ONCE):
        many = min(PACKED_AT_ONCE, count - first)
        start = slots_size(first, bits)
        piece = everything[start : start + slots_size(many, bits)]
        yield np.take(score, unpack_array(piece, bits, many), mode="clip")
