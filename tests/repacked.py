"""Table files taken apart and written again, with true checksums, to be changed in between."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any
from zlib import crc32

import msgpack

from ttt_table.table.codec import Contents, encode
from ttt_table.table.packing import PackedTier, mask_width


def packed(contents: Contents) -> list[PackedTier]:
    """The tiers of a file as they could be encoded again."""
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
    """A file of these tiers, with true checksums."""
    path.write_bytes(b"".join(encode(contents.game, contents.positions, tiers)))
    return path


def pairs_of(shipped: bytes) -> list[tuple[Any, Any]]:
    """The shipped table as pairs, without its checksums."""
    return [(k, v) for k, v in msgpack.unpackb(shipped).items() if "crc32" not in k]


def sealed(pairs: Sequence[tuple[Any, Any]], body: bytes | None = None) -> bytes:
    """A file with these pairs and true checksums; the last two pairs are the body."""
    packed = b"".join(msgpack.packb(key) + msgpack.packb(value) for key, value in pairs[-2:])
    packed = packed if body is None else body
    head: bytes = bytes([0x80 + len(pairs) + 2])
    head += b"".join(msgpack.packb(key) + msgpack.packb(value) for key, value in pairs[:-2])
    head += msgpack.packb("body_crc32") + msgpack.packb(crc32(packed)) + msgpack.packb("head_crc32")
    head += msgpack.packb(crc32(head))
    return head + packed
