"""What the bytes of a table file mean, both directions; docs/format.md tells it in full.

The file is one msgpack map: a head of small values, which says where everything stands, and a body
of two values: the canonical masks of all tiers, and for each tier its slots, packed.
"""

from __future__ import annotations

from collections import namedtuple
from zlib import crc32

import msgpack

from ttt_table.errors import (
    DamagedTableError,
    GameError,
    InconsistentTableError,
    NotATableError,
    TruncatedTableError,
    VersionError,
)
from ttt_table.rules.game import Game
from ttt_table.table.packing import bits_for, mask_width, slots_size
from ttt_table.table.slots import BINOMIAL, most_positions, slots_per_block

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from typing import Any

    from ttt_table.table.packing import Buffer, PackedTier, Palette

FORMAT = "ttt-table"
PLAIN_VERSION, GRAVITY_VERSION = 1, 2
"""Gravity is no minor key: a reader that did not know it would take the blocks for others."""
HEAD_KEYS = {
    PLAIN_VERSION: ("format", "version", "rows", "cols", "k", "misere", "positions", "tiers"),
    GRAVITY_VERSION: (
        *("format", "version", "rows", "cols", "k", "misere"),
        *("gravity", "positions", "tiers"),
    ),
}
"""The keys that a head starts with, by version."""
CHECKSUM_KEYS = ("body_crc32", "head_crc32")
BODY_KEYS = ("masks", "slots")
MAX_KEYS = 15
"""A later minor change may add keys to the head, as long as the map's header stays one byte."""
MAX_HEAD = 1 << 14
MAX_BINARY = (1 << 32) - 1
"""A msgpack binary holds no more bytes, and a tier's slots are one binary."""

_FEWEST_KEYS = len(HEAD_KEYS[PLAIN_VERSION] + CHECKSUM_KEYS + BODY_KEYS)
_MAP_HEADERS = range(0x80 + _FEWEST_KEYS, 0x80 + MAX_KEYS + 1)
_MAGIC = msgpack.packb("format") + msgpack.packb(FORMAT)


class Tier(namedtuple("Tier", ["blocks", "palette", "bits", "masks_at", "slots_at", "slots_end"])):
    """Where one tier stands in a file."""

    __slots__ = ()

    blocks: int
    """How many blocks it has."""
    palette: Palette
    bits: int
    """How many bits a slot takes."""
    masks_at: int
    """Where its first mask stands, in bytes from the start of the file."""
    slots_at: int
    slots_end: int


class Contents(namedtuple("Contents", ["game", "positions", "tiers", "data"])):
    """A decoded file; its bulk stays in ``data``, as bytes or mapped."""

    __slots__ = ()

    game: Game
    positions: int
    """How many positions play can reach."""
    tiers: Sequence[Tier]
    data: Buffer

    def mask(self, tier: Tier, block: int) -> int:
        """The canonical mask of a block."""
        width = mask_width(self.game.cells)
        at = tier.masks_at + block * width
        return int.from_bytes(self.data[at : at + width], "little")

    def score(self, tier: Tier, slot: int) -> int | None:
        """The score in a slot, counted through the tier's blocks; None where it is unreachable."""
        bit = slot * tier.bits
        number = self.data[tier.slots_at + (bit >> 3)] >> (bit & 7) & (1 << tier.bits) - 1
        if number >= len(tier.palette):
            raise InconsistentTableError(
                f"slot {slot} of a tier holds number {number} of a palette of {len(tier.palette)}"
            )
        return tier.palette[number]


def encode(
    game: Game,
    positions: int,
    tiers: Sequence[PackedTier],
    checksum_after: Callable[[Any, int], int] = crc32,
) -> Iterator[Buffer]:
    """The bytes of a table file, in pieces; the tiers' slots are passed on, not copied.

    Slots may be anything with a length that stands for bytes, if ``checksum_after`` can go on over
    it from the checksum of the pieces before.
    """
    body_crc32 = 0
    for piece in _encode_body(tiers):
        body_crc32 = checksum_after(piece, body_crc32)
    width = mask_width(game.cells)
    described = [[len(tier.masks) // width, tier.palette] for tier in tiers]
    version = GRAVITY_VERSION if game.gravity else PLAIN_VERSION
    values = {
        "format": FORMAT,
        "version": version,
        "rows": game.rows,
        "cols": game.cols,
        "k": game.k,
        "misere": game.misere,
        "gravity": game.gravity,
        "positions": positions,
        "tiers": described,
        "body_crc32": body_crc32,
    }
    keys = HEAD_KEYS[version]
    head = msgpack.Packer().pack_map_header(len(keys + CHECKSUM_KEYS + BODY_KEYS))
    for key in (*keys, "body_crc32"):
        head += msgpack.packb(key) + msgpack.packb(values[key])
    head += msgpack.packb("head_crc32")
    yield head + msgpack.packb(crc32(head))
    yield from _encode_body(tiers)


def _encode_body(tiers: Sequence[PackedTier]) -> Iterator[Buffer]:
    masks_size = sum(len(tier.masks) for tier in tiers)
    masks_header, *slots_headers = _body_headers(masks_size, [len(tier.slots) for tier in tiers])
    yield masks_header
    yield from (tier.masks for tier in tiers)
    for header, tier in zip(slots_headers, tiers, strict=True):
        yield header
        yield tier.slots


def _body_headers(masks_size: int, slots_sizes: Sequence[int]) -> list[bytes]:
    """What stands before the masks, and before the slots of each tier."""
    masks = msgpack.packb("masks") + _binary_header(masks_size)
    slots = msgpack.packb("slots") + msgpack.Packer().pack_array_header(len(slots_sizes))
    first, *others = map(_binary_header, slots_sizes)
    return [masks, slots + first, *others]


def _binary_header(size: int) -> bytes:
    """The shortest msgpack header of a binary; the library writes it only with the data."""
    code, width = (0xC4, 1) if size < 1 << 8 else (0xC5, 2) if size < 1 << 16 else (0xC6, 4)
    return bytes([code]) + size.to_bytes(width, "big")


def decode(data: Buffer, *, whole: bool = True) -> Contents:
    """Read the bytes of a table file: its head, and where the parts of its body stand.

    With ``whole`` the body's checksum and padding are verified too, which reads every byte.

    Checked in this order, and the first that fails names the error: the format (`NotATableError`),
    the version (`VersionError`), the head's checksum (`DamagedTableError`), what the head says
    (`InconsistentTableError`), the length (`TruncatedTableError`, or `DamagedTableError` if too
    long), the body's checksum (`DamagedTableError`), its structure (`InconsistentTableError`).
    """
    count, pairs, head_end = _read_head(data)
    head = _checked_head(count, pairs)
    try:
        gravity = head["version"] == GRAVITY_VERSION
        game = Game(head["rows"], head["cols"], head["k"], head["misere"], gravity)
    except GameError as error:
        raise InconsistentTableError(f"the head describes no game: {error}") from None
    headers, tiers = _laid_out(game, _checked_tiers(game, head["tiers"]), head_end)
    if head["positions"] > most_positions(game):
        raise InconsistentTableError(f"{game} cannot have {head['positions']} positions")
    end = tiers[-1].slots_end
    if len(data) < end:
        raise _truncated(data, f"{end} bytes")
    if len(data) > end:
        raise DamagedTableError(f"{len(data) - end} bytes follow the table's end")
    if whole and crc32(memoryview(data)[head_end:]) != head["body_crc32"]:
        raise DamagedTableError("the body's checksum does not match: some bytes have changed")
    if any(data[at : at + len(header)] != header for at, header in headers):
        raise InconsistentTableError("the body is not laid out as the head says")
    if whole:
        _check_padding(tiers, data)
    return Contents(game, head["positions"], tiers, data)


def _truncated(data: Buffer, wanted: str) -> TruncatedTableError:
    return TruncatedTableError(
        f"the file ends after {len(data)} bytes of {wanted}: was a copy cut short?"
    )


def _read_head(data: Buffer) -> tuple[int, list[tuple[object, object]], int]:
    """How many pairs the whole map has, the head's pairs, and where the head ends."""
    start = data[: 1 + len(_MAGIC)]
    if start and (start[0] not in _MAP_HEADERS or not _MAGIC.startswith(start[1:])):
        raise NotATableError("this is not a table: it does not start as one does")
    # The limits keep a hostile head from claiming memory or time; a true one is within them.
    unpacker = msgpack.Unpacker(max_buffer_size=MAX_HEAD, max_array_len=256, max_map_len=MAX_KEYS)
    unpacker.feed(data[:MAX_HEAD])
    pairs: list[tuple[object, object]] = []
    try:
        count = unpacker.read_map_header()
        while not pairs or pairs[-1][0] != "head_crc32":
            key = unpacker.unpack()
            key_end = unpacker.tell()
            pairs.append((key, unpacker.unpack()))
            if len(pairs) == 2:
                _check_version(*pairs[1])
    except msgpack.exceptions.OutOfData:
        raise _out_of_data(data) from None
    except (msgpack.exceptions.UnpackException, ValueError, TypeError) as error:
        if isinstance(error, VersionError):
            raise
        raise DamagedTableError(f"the head is not one of a table ({error})") from None
    if pairs[-1][1] != crc32(data[:key_end]):
        raise DamagedTableError("the head's checksum does not match: some bytes have changed")
    return count, pairs, unpacker.tell()


def _check_version(key: object, version: object) -> None:
    if key == "version" and type(version) is int and version > GRAVITY_VERSION:
        raise VersionError(
            f"its version is {version}, and this reader knows {GRAVITY_VERSION}: update ttt-table"
        )


def _out_of_data(data: Buffer) -> TruncatedTableError | DamagedTableError:
    """Tell a head cut short from one with a wrong length in it: a cut one has lost its end."""
    start = bytes(data[:MAX_HEAD])
    end = start.find(b"head_crc32")
    complete = 0 <= end <= len(data) - len(b"head_crc32") - 5  # the longest number takes 5 bytes
    if complete or b"masks" in start or len(data) > MAX_HEAD:
        return DamagedTableError("a length in the head is wrong: some bytes have changed")
    return _truncated(data, "a longer head")


def _checked_head(count: int, pairs: Sequence[tuple[object, object]]) -> dict[str, Any]:
    """The head as a dictionary: its version's keys in their order, and perhaps unknown ones."""
    version = pairs[1][1] if len(pairs) > 1 else None
    if type(version) is not int or version not in HEAD_KEYS:
        raise InconsistentTableError(f"there is no version {version!r}")
    wanted = HEAD_KEYS[version]
    keys = [key for key, _ in pairs]
    known = (*keys[: len(wanted)], *keys[-len(CHECKSUM_KEYS) :])
    texts = [key for key in keys if isinstance(key, str)]
    if known != wanted + CHECKSUM_KEYS or len({*texts}) < len(keys):
        raise InconsistentTableError(f"the head's keys are not those of version {version}")
    if count != len(pairs) + len(BODY_KEYS):
        raise InconsistentTableError(f"the map claims {count} keys")
    head = dict(zip(texts, (value for _, value in pairs), strict=True))
    if version == GRAVITY_VERSION and head["gravity"] is not True:
        raise InconsistentTableError(f"version {version} is for games with gravity")
    if type(head["positions"]) is not int or head["positions"] < 1:
        raise InconsistentTableError(f"positions is {head['positions']!r}")
    return head


def _checked_tiers(game: Game, described: object) -> list[tuple[int, Palette]]:
    """Blocks and palette of each tier, as the head has them."""
    if not isinstance(described, list) or len(described) != game.cells + 1:
        raise InconsistentTableError(f"the head does not describe {game.cells + 1} tiers")
    for stones, tier in enumerate(described):
        if not isinstance(tier, list) or len(tier) != 2 or not isinstance(tier[1], list):
            raise InconsistentTableError(f"tier {stones} is not blocks and palette")
        blocks, palette = tier
        if type(blocks) is not int or not 1 <= blocks <= BINOMIAL[game.cells][stones]:
            raise InconsistentTableError(f"tier {stones} cannot have {blocks!r} blocks")
        if not is_possible_palette(game, stones, palette):
            raise InconsistentTableError(f"tier {stones} has an impossible palette")
    return [(blocks, palette) for blocks, palette in described]


def is_possible_palette(game: Game, stones: int, palette: list[Any]) -> bool:
    """True for scores of positions with so many stones, ascending, and perhaps None behind them."""
    scores = palette[:-1] if palette[-1:] == [None] else palette
    longest = game.cells - stones
    possible = [0, *range(game.cells + 1 - longest, game.cells + 2)]
    return (
        bool(palette)
        and all(type(score) is int and abs(score) in possible for score in scores)
        and scores == sorted({*scores})
    )


def _laid_out(
    game: Game, described: Sequence[tuple[int, Palette]], head_end: int
) -> tuple[list[tuple[int, bytes]], list[Tier]]:
    """The headers in the body with their places, and where each tier stands between them."""
    width = mask_width(game.cells)
    sizes = [
        slots_size(blocks * slots_per_block(stones), bits_for(palette))
        for stones, (blocks, palette) in enumerate(described)
    ]
    if max(sizes) > MAX_BINARY:
        raise InconsistentTableError("a tier is larger than a file can hold")
    masks_size = sum(blocks for blocks, _ in described) * width
    headers = _body_headers(masks_size, sizes)
    placed = [(head_end, headers[0])]
    masks_at = head_end + len(headers[0])
    end = masks_at + masks_size
    tiers = []
    for (blocks, palette), size, header in zip(described, sizes, headers[1:], strict=True):
        placed.append((end, header))
        slots_at = end + len(header)
        end = slots_at + size
        tiers.append(Tier(blocks, palette, bits_for(palette), masks_at, slots_at, end))
        masks_at += blocks * width
    return placed, tiers


def _check_padding(tiers: Sequence[Tier], data: Buffer) -> None:
    for stones, tier in enumerate(tiers):
        used = tier.blocks * slots_per_block(stones) * tier.bits % 8
        if used and data[tier.slots_end - 1] >> used:
            raise InconsistentTableError(f"tier {stones} has bits set behind its last slot")
