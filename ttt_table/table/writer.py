"""The encoder of table files: a tier packed into bits, and the bytes of a whole file.

docs/format.md defines them. The decoder is `ttt_table.runtime`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain
from zlib import crc32

from ttt_table.errors import MissingExtraError
from ttt_table.rules.game import Game, symmetries
from ttt_table.rules.records import NamedTuple
from ttt_table.runtime import (
    BODY_KEYS,
    CELL_0,
    CHECKSUM_KEYS,
    FORMAT,
    HEADER_KEYS,
    PLAIN_VERSION,
    RULES_IN_A_ROW,
    RULES_OF_LINES,
    RULES_VERSION,
    bits_for,
    body_prefixes,
    mask_width,
    slots_size,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

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


def encode(game: Game, positions: int, tiers: Sequence[PackedTier]) -> Iterator[Buffer]:
    """Yield the bytes of a table file, in pieces; slots are not copied.

    Args:
        game: The game.
        positions: How many positions play can reach.
        tiers: Its tiers, by the number of stones.
    """
    # The body's checksum stands before the body, which is therefore read twice: a large
    # one is never in memory.
    width = mask_width(game.cells)
    described = [(len(tier.masks) // width, tier.palette) for tier in tiers]
    yield encode_header(game, positions, described, _checksum(_encode_body(tiers)))
    yield from _encode_body(tiers)


def import_msgpack() -> Any:
    """Return the library that writes headers; a reader does without it.

    Raises:
        MissingExtraError: It is not installed.
    """
    try:
        import msgpack
    except ImportError as error:
        raise MissingExtraError.of("a table's header", "msgpack", error) from None
    return msgpack


def encode_header(
    game: Game,
    positions: int,
    tiers: Sequence[tuple[int, Palette]],
    body_crc32: int,
) -> bytes:
    """Return the header of a table file; there is only one for each table.

    Args:
        game: The game.
        positions: How many positions play can reach.
        tiers: The number of blocks and the palette of each tier.
        body_crc32: The checksum of the body.
    """
    msgpack = import_msgpack()
    version = PLAIN_VERSION if _is_plain(game) else RULES_VERSION
    values = game._asdict()
    values["format"] = FORMAT
    values["version"] = version
    values["rules"] = _rules_of(game)
    values["positions"] = positions
    values["tiers"] = tiers
    values["body_crc32"] = body_crc32

    keys = HEADER_KEYS[version]
    map_size = len(keys + CHECKSUM_KEYS + BODY_KEYS)
    header: bytes = msgpack.Packer().pack_map_header(map_size)
    for key in (*keys, "body_crc32"):
        header += msgpack.packb(key) + msgpack.packb(values[key])
    header += msgpack.packb("head_crc32")
    return header + bytes(msgpack.packb(crc32(header)))


def _is_plain(game: Game) -> bool:
    """Return whether version 1 describes a game."""
    return game.lines is None and not game.gravity and not game.breaker


def _rules_of(game: Game) -> dict[str, object]:
    """Return the rules of a game as the header of version 2 has them."""
    fields = game._asdict()
    if game.lines is None:
        return {key: fields[key] for key in RULES_IN_A_ROW}
    fields["symmetries"] = _encode_symmetries(symmetries(game))
    return {key: fields[key] for key in RULES_OF_LINES}


def _encode_symmetries(symmetries: Sequence[Sequence[int]]) -> str:
    """Return a character for each cell's image, symmetry after symmetry."""
    images = chain.from_iterable(symmetries)
    return "".join(chr(CELL_0 + image) for image in images)


def _checksum(pieces: Iterator[Buffer]) -> int:
    checksum = 0
    for piece in pieces:
        checksum = crc32(piece, checksum)
    return checksum


def _encode_body(tiers: Sequence[PackedTier]) -> Iterator[Buffer]:
    masks_size = sum(len(tier.masks) for tier in tiers)
    slots_sizes = [len(tier.slots) for tier in tiers]
    masks_prefix, *slots_prefixes = body_prefixes(masks_size, slots_sizes)
    yield masks_prefix
    for tier in tiers:
        yield tier.masks
    for prefix, tier in zip(slots_prefixes, tiers, strict=True):
        yield prefix
        yield tier.slots
