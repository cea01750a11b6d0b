"""One tier in bits: the palette of its scores, and its slots side by side."""

from __future__ import annotations

from collections.abc import Sequence

from ttt_table.rules.records import NamedTuple

Buffer = bytes | memoryview
Palette = Sequence[int | None]


class PackedTier(NamedTuple):
    """One tier as the file holds it."""

    masks: Buffer  # canonical, little-endian, `mask_width` bytes each
    palette: (
        Palette  # the scores that occur, ascending, then None if a slot is unreachable
    )
    slots: Buffer  # each one's place in the palette, as by `pack_slots`


def mask_width(cells: int) -> int:
    """How many bytes a mask takes."""
    return 2 if cells <= 16 else 4


def bits_for(palette: Palette) -> int:
    """The fewest bits, 1, 2, 4 or 8, that tell the palette's entries apart."""
    # These divide a byte, so that a look-up reads a single one.
    return next(bits for bits in (1, 2, 4, 8) if len(palette) <= 1 << bits)


def slots_size(slots: int, bits: int) -> int:
    """How many bytes these slots take."""
    return -(-slots * bits // 8)


def pack_tier(
    cells: int, masks: Sequence[int], scores: Sequence[int | None]
) -> PackedTier:
    """A tier from its canonical masks and the scores of its slots."""
    reached = sorted({score for score in scores if score is not None})
    # Ascending with None at the end: among the numbers of replies the smallest is the best one.
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
