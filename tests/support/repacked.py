"""Table files taken apart, to be changed, and written again with true checksums."""

from collections.abc import Sequence
from copy import copy
from pathlib import Path
from typing import TypeVar

from ttt_table.runtime import FileRules, mask_width
from ttt_table.table.contents import Contents
from ttt_table.table.writer import PackedTier, encode

Record = TypeVar("Record", Contents, FileRules)


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


def changed(record: Record, **fields: object) -> Record:
    """Return contents of a file, or rules, with attributes that no file gives them."""
    other = copy(record)
    for name, value in fields.items():
        setattr(other, name, value)
    return other
