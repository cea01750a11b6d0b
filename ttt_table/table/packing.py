"""One tier in bits: the palette of its scores, and its slots side by side."""

from __future__ import annotations

from collections.abc import Sequence

from ttt_table.rules.records import NamedTuple

Buffer = bytes | memoryview
Palette = Sequence[int | None]
"""The scores that occur in a tier, ascending, then None if a slot is unreachable."""


class PackedTier(NamedTuple):
    """One tier as the file holds it."""

    masks: Buffer
    """The canonical masks, little-endian, `mask_width` bytes each."""
    palette: Palette
    """The scores that the slots refer to."""
    slots: Buffer
    """Each slot's number in the palette, packed by `pack_slots`."""


def mask_width(cells: int) -> int:
    """Return the bytes of a mask on a board with this many cells."""
    return 2 if cells <= 16 else 4


def bits_for(palette: Palette) -> int:
    """Return the fewest bits, 1, 2, 4 or 8, that tell the palette's entries apart."""
    # Each of these divides a byte, so that a look-up reads a single byte.
    return next(bits for bits in (1, 2, 4, 8) if len(palette) <= 1 << bits)


def ceil_div(dividend: int, divisor: int) -> int:
    """Return a quotient, rounded up."""
    return -(-dividend // divisor)


def slots_size(slots: int, bits: int) -> int:
    """Return the bytes of this many slots."""
    return ceil_div(slots * bits, 8)


def pack_tier(
    cells: int, masks: Sequence[int], scores: Sequence[int | None]
) -> PackedTier:
    """Pack a tier.

    Args:
        cells: How many cells the board has.
        masks: The canonical masks, in increasing order.
        scores: The score of each slot, None for an unreachable one.
    """
    palette: list[int | None] = []
    # Ascending with None last: of the numbers of replies the smallest is the best one.
    palette += sorted({score for score in scores if score is not None})
    if None in scores:
        palette.append(None)
    number_of = {score: number for number, score in enumerate(palette)}
    width = mask_width(cells)
    return PackedTier(
        b"".join(mask.to_bytes(width, "little") for mask in masks),
        palette,
        pack_slots([number_of[score] for score in scores], bits_for(palette)),
    )


def pack_slots(numbers: Sequence[int], bits: int) -> bytes:
    """Pack palette numbers side by side, the first in the lowest bits."""
    packed = bytearray(slots_size(len(numbers), bits))
    for slot, number in enumerate(numbers):
        bit = slot * bits
        packed[bit >> 3] |= number << (bit & 7)
    return bytes(packed)
