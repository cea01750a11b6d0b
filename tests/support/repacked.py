"""Table files taken apart, to be changed, and written again with true checksums."""

from collections.abc import Sequence
from pathlib import Path

from ttt_table.table.codec import Contents, encode
from ttt_table.table.packing import PackedTier, mask_width


def packed(contents: Contents) -> list[PackedTier]:
    """Return the tiers of a file as they could be encoded again."""
    width = mask_width(contents.game.cells)
    return [
        PackedTier(
            contents.data[tier.masks_at : tier.masks_at + tier.blocks * width],
            tier.palette,
            contents.data[tier.slots_at : tier.slots_end],
        )
        for tier in contents.tiers
    ]


def written(path: Path, contents: Contents, tiers: Sequence[PackedTier]) -> Path:
    """Write a file of these tiers, and return its path."""
    path.write_bytes(b"".join(encode(contents.game, contents.positions, tiers)))
    return path
