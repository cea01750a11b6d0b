"""One tier in bits: the palette of its scores, and its slots side by side."""

from __future__ import annotations

from collections import namedtuple

from ttt_table.errors import InconsistentTableError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from mmap import mmap

    from numpy import int64, uint8
    from numpy.typing import NDArray

    from ttt_table.table.codec import Tier
    from ttt_table.table.filebytes import FileBytes

    Buffer = bytes | memoryview | mmap
    Palette = Sequence[int | None]

PAGE = 1 << 12
"""How many bytes of a large file are read at least for many slots, which share what is read."""


class PackedTier(namedtuple("PackedTier", ["masks", "palette", "slots"])):
    """One tier as the file holds it."""

    __slots__ = ()

    masks: Buffer
    """The canonical masks, little-endian, `mask_width` bytes each."""
    palette: Palette
    """The scores that occur, ascending, then None if a slot is unreachable."""
    slots: Buffer
    """For each slot its place in the palette, packed as by `pack_slots`."""


def mask_width(cells: int) -> int:
    """How many bytes a mask takes."""
    return 2 if cells <= 16 else 4


def bits_for(palette: Palette) -> int:
    """The fewest bits, of 1, 2, 4 or 8, that tell the palette's entries apart."""
    # These divide a byte, so no slot lies across two, and a look-up reads a single byte.
    return next(bits for bits in (1, 2, 4, 8) if len(palette) <= 1 << bits)


def slots_size(slots: int, bits: int) -> int:
    """How many bytes so many slots take."""
    return -(-slots * bits // 8)


def pack_tier(cells: int, masks: Sequence[int], scores: Sequence[int | None]) -> PackedTier:
    """One tier from its canonical masks and the scores of all its slots; None is unreachable."""
    reached = sorted({score for score in scores if score is not None})
    # Ascending with None at the end, so that among the numbers of some replies the smallest is the
    # mover's best one: no reply that play can reach comes behind one that it cannot.
    palette = [*reached, None] if None in scores else reached
    number = {score: place for place, score in enumerate(palette)}
    width = mask_width(cells)
    return PackedTier(
        b"".join(mask.to_bytes(width, "little") for mask in masks),
        palette,
        pack_slots([number[score] for score in scores], bits_for(palette)),
    )


def pack_slots(numbers: Sequence[int], bits: int) -> bytes:
    """Palette numbers side by side, the first in the lowest bits of the first byte."""
    packed = bytearray(slots_size(len(numbers), bits))
    for slot, number in enumerate(numbers):
        packed[slot * bits >> 3] |= number << (slot * bits & 7)
    return bytes(packed)


def pack_array(numbers: NDArray[uint8], bits: int) -> bytes:
    """`pack_slots` for a numpy array, at its speed."""
    to_a_byte = 8 // bits
    # A byte's first slots all at once, then its second ones; a last byte may have fewer.
    whole = len(numbers) // to_a_byte * to_a_byte
    packed = numbers[:whole:to_a_byte].copy()
    for place in range(1, to_a_byte):
        packed |= numbers[place:whole:to_a_byte] << place * bits
    return packed.tobytes() + pack_slots(numbers[whole:].tolist(), bits)


def unpack_array(packed: NDArray[uint8], bits: int, count: int) -> NDArray[uint8]:
    """The palette numbers of so many slots; the inverse of `pack_array`."""
    import numpy  # the reader does without it

    to_a_byte = 8 // bits
    numbers = numpy.empty((len(packed), to_a_byte), numpy.uint8)
    for place in range(to_a_byte):
        numpy.right_shift(packed, place * bits, out=numbers[:, place])
    numbers &= (1 << bits) - 1
    return numbers.ravel()[:count]


def numbers_at(packed: NDArray[uint8], slots: NDArray[int64], bits: int) -> NDArray[uint8]:
    """The palette numbers in some slots of a numpy array, without unpacking the others."""
    import numpy

    to_a_byte = 8 // bits
    # Slots are within the array by construction: "clip" spares numpy the look at each of them.
    numbers = numpy.take(packed, slots >> to_a_byte.bit_length() - 1, mode="clip")
    if to_a_byte > 1:
        numbers >>= ((slots & to_a_byte - 1) * bits).astype(numpy.uint8)
        numbers &= (1 << bits) - 1
    return numbers


def numbers_in(data: Buffer | FileBytes, tier: Tier, slots: NDArray[int64]) -> NDArray[uint8]:
    """The palette numbers in some slots of a tier of a file.

    Raises `InconsistentTableError` where one is not in the palette.
    """
    import numpy

    from ttt_table.table.filebytes import FileBytes

    at, per_page = tier.slots_at, PAGE * 8 // tier.bits
    if not isinstance(data, FileBytes):
        numbers = numbers_at(numpy.frombuffer(data, numpy.uint8)[at:], slots, tier.bits)
    else:
        pages, places = numpy.unique(slots // per_page, return_inverse=True)
        cuts = numpy.flatnonzero(numpy.diff(pages, prepend=-2, append=-2) != 1)
        # Pages that follow each other are read at once; here one wanted page follows another.
        runs = zip(pages[cuts[:-1]].tolist(), (pages[cuts[1:] - 1] + 1).tolist(), strict=True)
        read = b"".join(data[at + first * PAGE : at + end * PAGE] for first, end in runs)
        slots = places * per_page + slots % per_page
        numbers = numbers_at(numpy.frombuffer(read, numpy.uint8), slots, tier.bits)
    if numbers.max(initial=0) >= len(tier.palette):
        raise InconsistentTableError("a slot holds a number beyond its tier's palette")
    return numbers
