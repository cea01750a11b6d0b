"""What the bytes of a table file mean, in both directions (docs/format.md)."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from zlib import crc32

from ttt_table.errors import BadTableError, GameError
from ttt_table.rules.game import Game, lines, supports, symmetries
from ttt_table.rules.records import NamedTuple
from ttt_table.table.head import MAX_HEAD, damaged_error, read_value, truncated_error
from ttt_table.table.packing import (
    Buffer,
    PackedTier,
    Palette,
    bits_for,
    mask_width,
    slots_size,
)
from ttt_table.table.slots import (
    BINOMIAL,
    blocks_by_tier,
    most_positions,
    slots_per_block,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ttt_table.table.filebytes import FileBytes

Symmetries = tuple[tuple[int, ...], ...]
FORMAT = "ttt-table"
# The versions of the format: each kind of game has the oldest one that can describe it.
# The last two are for Maker-Breaker games: a header that lists lines has no room for
# one more key.
PLAIN_VERSION = 1
GRAVITY_VERSION = 2
LINES_VERSION = 3
BREAKER_VERSION = 4
LATEST_VERSION = 5
_KEYS_OF_RULES = {
    PLAIN_VERSION: ("k", "misere"),
    GRAVITY_VERSION: ("k", "misere", "gravity"),
    LINES_VERSION: ("misere", "gravity", "name", "lines", "symmetries"),
    BREAKER_VERSION: ("k", "misere", "gravity"),
    LATEST_VERSION: ("misere", "gravity", "name", "lines", "symmetries"),
}
HEAD_KEYS = {
    version: ("format", "version", "rows", "cols", *keys, "positions", "tiers")
    for version, keys in _KEYS_OF_RULES.items()
}
"""By version, the keys before the checksums."""
CHECKSUM_KEYS = ("body_crc32", "head_crc32")
BODY_KEYS = ("masks", "slots")
MAX_KEYS = 15
"""Of later minor versions too, so that the header of the map stays one byte."""
MAX_BINARY = (1 << 32) - 1
"""Bytes of a msgpack binary, and so of a tier's slots."""
VERIFIED_AT_ONCE = 1 << 20
FIRST_CELL = ord("0")
"""Stands for cell 0 in the text that lists symmetries."""

_FEWEST_KEYS = len(HEAD_KEYS[PLAIN_VERSION] + CHECKSUM_KEYS + BODY_KEYS)
_MAP_HEADERS = range(0x80 + _FEWEST_KEYS, 0x80 + MAX_KEYS + 1)
_MAGIC = b"\xa6format\xa9ttt-table"


class Tier(NamedTuple):
    """One tier of a file; its places are in bytes from the file's start."""

    blocks: int
    """How many blocks, and so masks, it has."""
    palette: Palette
    """The scores that its slots refer to."""
    bits: int
    """How many bits a slot takes."""
    masks_at: int
    """Where its masks start."""
    slots_at: int
    """Where its slots start."""
    slots_end: int
    """Where its slots end."""


class Contents(NamedTuple):
    """A decoded file, whose masks and slots stay where they are."""

    game: Game
    """The game that the table is of."""
    positions: int
    """How many positions play can reach."""
    tiers: Sequence[Tier]
    """The tiers, by the number of stones."""
    data: Buffer | FileBytes
    """The whole file: in memory, or on the disk if it is large."""
    symmetries: Symmetries
    """The symmetries by which the file's masks are canonical."""

    @property
    def slots(self) -> int:
        """How many slots there are in all tiers."""
        return sum(
            tier.blocks * slots_per_block(stones)
            for stones, tier in enumerate(self.tiers)
        )

    def check_blocks(self) -> None:
        """Check that each tier has as many blocks as in its game.

        Raises:
            BadTableError: It has another number of blocks.
        """
        blocks = [tier.blocks for tier in self.tiers]
        if blocks != blocks_by_tier(self.game, self.symmetries):
            raise BadTableError(f"the table does not have the blocks of {self.game}")

    def masks(self, tier: Tier) -> Sequence[int]:
        """Return the masks of a tier's blocks."""
        width = mask_width(self.game.cells)
        stored = self.data[tier.masks_at : tier.masks_at + tier.blocks * width]
        if sys.byteorder == "little":  # as they are stored, so they need no copy
            return memoryview(stored).cast("H" if width == 2 else "I")
        starts = range(0, len(stored), width)
        return [
            int.from_bytes(stored[start : start + width], "little") for start in starts
        ]

    def score(self, tier: Tier, slot: int) -> int | None:
        """Return the score in a slot of a tier; None if it is unreachable.

        Raises:
            BadTableError: The slot's number is beyond the tier's palette.
        """
        bit = slot * tier.bits
        byte = self.data[tier.slots_at + (bit >> 3)]
        number = byte >> (bit & 7) & (1 << tier.bits) - 1
        if number >= len(tier.palette):
            raise BadTableError(
                f"slot {slot} of a tier holds number {number} "
                f"of a palette of {len(tier.palette)}"
            )
        return tier.palette[number]


def encode(game: Game, positions: int, tiers: Sequence[PackedTier]) -> Iterator[Buffer]:
    """Yield the bytes of a table file, in pieces; slots are not copied.

    Args:
        game: The game.
        positions: How many positions play can reach.
        tiers: Its tiers, by the number of stones.
    """
    # The body's checksum stands before the body, which is therefore read twice: a large
    # one is never in memory.
    yield _encode_head(game, positions, tiers, _checksum(_encode_body(tiers)))
    yield from _encode_body(tiers)


def _version_of(game: Game) -> int:
    if game.lines is not None:
        return LATEST_VERSION if game.breaker else LINES_VERSION
    if game.breaker:
        return BREAKER_VERSION
    return GRAVITY_VERSION if game.gravity else PLAIN_VERSION


def _encode_head(
    game: Game, positions: int, tiers: Sequence[PackedTier], body_crc32: int
) -> bytes:
    import msgpack  # a reader does without it

    version = _version_of(game)
    width = mask_width(game.cells)
    values = game._asdict()
    values["format"] = FORMAT
    values["version"] = version
    values["positions"] = positions
    values["tiers"] = [[len(tier.masks) // width, tier.palette] for tier in tiers]
    values["body_crc32"] = body_crc32
    if game.lines is not None:
        values["symmetries"] = _encode_symmetries(symmetries(game))

    keys = HEAD_KEYS[version]
    map_size = len(keys + CHECKSUM_KEYS + BODY_KEYS)
    head: bytes = msgpack.Packer().pack_map_header(map_size)
    for key in (*keys, "body_crc32"):
        head += msgpack.packb(key) + msgpack.packb(values[key])
    head += msgpack.packb("head_crc32")
    return head + bytes(msgpack.packb(crc32(head)))


def _encode_symmetries(symmetries: Symmetries) -> str:
    """Return one character for each goal of each symmetry."""
    return "".join(
        chr(FIRST_CELL + goal) for symmetry in symmetries for goal in symmetry
    )


def _decode_symmetries(text: object, cells: int) -> Symmetries:
    """Return symmetries as the header lists them, unchecked."""
    if not isinstance(text, str):
        return ()
    goals = [ord(character) - FIRST_CELL for character in text]
    starts = range(0, len(goals), cells)
    return tuple(tuple(goals[start : start + cells]) for start in starts)


def _encode_body(tiers: Sequence[PackedTier]) -> Iterator[Buffer]:
    masks_size = sum(len(tier.masks) for tier in tiers)
    slots_sizes = [len(tier.slots) for tier in tiers]
    masks_header, *slots_headers = _body_headers(masks_size, slots_sizes)
    yield masks_header
    for tier in tiers:
        yield tier.masks
    for header, tier in zip(slots_headers, tiers, strict=True):
        yield header
        yield tier.slots


def _body_headers(masks_size: int, slots_sizes: Sequence[int]) -> list[bytes]:
    """Return what stands before the masks, and before the slots of each tier."""
    masks_key, slots_key = (
        bytes([0xA0 + len(key)]) + key.encode() for key in BODY_KEYS
    )
    tiers = len(slots_sizes)
    if tiers < 16:
        array_header = bytes([0x90 + tiers])
    else:
        array_header = b"\xdc" + tiers.to_bytes(2, "big")
    first, *following = map(_binary_header, slots_sizes)
    return [
        masks_key + _binary_header(masks_size),
        slots_key + array_header + first,
        *following,
    ]


def _binary_header(size: int) -> bytes:
    if size < 1 << 8:
        return b"\xc4" + size.to_bytes(1, "big")
    if size < 1 << 16:
        return b"\xc5" + size.to_bytes(2, "big")
    return b"\xc6" + size.to_bytes(4, "big")


def decode(data: Buffer | FileBytes, *, verify: bool = True) -> Contents:
    """Read a table file's header, and find where the parts of its body are.

    The checks are in the order of docs/format.md, so that each fault has one name.

    Args:
        data: The whole file.
        verify: Whether to verify the body's checksum and padding too, which reads every
            byte.

    Raises:
        BadTableError: The file is not a table, or a bad one.
    """
    pairs, head_end = _read_head(data)
    head = _check_head(pairs, keys_claimed=data[0] - 0x80)
    game = _game_of(head)
    symmetries = _symmetries_of(game, head)
    tiers = _lay_out(game, _check_tiers(game, head["tiers"]), head_end)
    if head["positions"] > most_positions(game):
        raise BadTableError(f"{game} cannot have {head['positions']} positions")
    end = tiers[-1].slots_end
    if len(data) < end:
        raise truncated_error(len(data), f"{end} bytes")
    if len(data) > end:
        raise BadTableError(
            f"{len(data) - end} bytes follow the table's end", "damaged"
        )
    if verify:
        starts = range(head_end, end, VERIFIED_AT_ONCE)
        pieces = (data[start : start + VERIFIED_AT_ONCE] for start in starts)
        if _checksum(pieces) != head["body_crc32"]:
            raise damaged_error("the body's checksum does not match")
    _check_body_headers(game, tiers, data)
    if verify:
        _check_padding(tiers, data)
    return Contents(game, head["positions"], tiers, data, symmetries)


def _game_of(head: Mapping[str, Any]) -> Game:
    """Return the game that a header describes."""
    try:
        if "k" in HEAD_KEYS[head["version"]]:
            return _game_in_a_row(head)
        return _game_of_lines(head)
    except GameError as error:
        raise BadTableError(f"the head describes no game: {error}") from None


def _game_in_a_row(head: Mapping[str, Any]) -> Game:
    if head["k"] is None:  # for a game it would stand for the default
        raise GameError("k must be a whole number, not nil")
    gravity = head["version"] != PLAIN_VERSION and head["gravity"]
    breaker = head["version"] >= BREAKER_VERSION
    return Game(
        head["rows"], head["cols"], head["k"], head["misere"], gravity, breaker=breaker
    )


def _game_of_lines(head: Mapping[str, Any]) -> Game:
    lines = head["lines"]
    if not isinstance(lines, list) or not all(type(line) is int for line in lines):
        raise GameError("its lines are no list of sets of cells")
    game = Game(
        head["rows"],
        head["cols"],
        misere=head["misere"],
        gravity=head["gravity"],
        lines=lines,
        name=head["name"],
        breaker=head["version"] >= BREAKER_VERSION,
    )
    # So that one game has one file, its lines ascend and it has a name.
    if game.lines != tuple(lines) or game.name != head["name"]:
        raise BadTableError("the head does not list its lines as a game has them")
    return game


def _symmetries_of(game: Game, head: Mapping[str, Any]) -> Symmetries:
    if game.lines is None:
        return symmetries(game)
    from ttt_table.rules.automorphisms import are_symmetries

    listed = _decode_symmetries(head["symmetries"], game.cells)
    if not are_symmetries(listed, lines(game), supports(game)):
        raise BadTableError(
            "the head lists symmetries that are none, or not all of them"
        )
    return listed


def _checksum(pieces: Iterable[Buffer]) -> int:
    checksum = 0
    for piece in pieces:
        checksum = crc32(piece, checksum)
    return checksum


def _read_head(
    data: Buffer | FileBytes,
) -> tuple[list[tuple[object, object]], int]:
    """Read a header up to its checksum, and verify that.

    Returns:
        Its keys and values, otherwise unchecked, and where it ends.
    """
    # A header is cut short if it takes more bytes than the file has; if it takes more
    # than a header may, it is damaged.
    head = bytes(data[:MAX_HEAD])
    place = 1 + len(_MAGIC)
    if head and (head[0] not in _MAP_HEADERS or not _MAGIC.startswith(head[1:place])):
        raise BadTableError(
            "this is not a table: it does not start like one", "not-a-table"
        )
    if len(head) < place:
        raise truncated_error(len(data), "a longer head")

    pairs: list[tuple[object, object]] = [("format", FORMAT)]
    key: object = "format"
    value: object = FORMAT
    key_end = place
    while key != "head_crc32":
        key, key_end = read_value(head, place)
        value, place = read_value(head, key_end)
        pairs.append((key, value))
        if key == "version" and len(pairs) == 2:
            _check_version(value)
    if type(value) is not int or value != crc32(head[:key_end]):
        raise damaged_error("the head's checksum does not match")
    return pairs, place


def _check_version(version: object) -> None:
    """Refuse a later version before anything else, as it may have any contents."""
    if type(version) is int and version > LATEST_VERSION:
        raise BadTableError(
            f"its version is {version}, and this reader knows {LATEST_VERSION}: "
            "update ttt-table",
            "version",
        )


def _check_head(
    pairs: Sequence[tuple[object, object]], keys_claimed: int
) -> dict[str, Any]:
    """Return the values of a header by key, with all keys of its version.

    Args:
        pairs: The header's keys and values.
        keys_claimed: How many keys the file's map claims to have.
    """
    version = pairs[1][1] if len(pairs) > 1 else None
    if type(version) is not int or version not in HEAD_KEYS:
        raise BadTableError(f"there is no version {version!r}")
    _check_keys([key for key, _ in pairs], version)
    if keys_claimed != len(pairs) + len(BODY_KEYS):
        raise BadTableError(f"the map claims {keys_claimed} keys")

    head: dict[str, Any] = {str(key): value for key, value in pairs}
    if version == GRAVITY_VERSION and head["gravity"] is not True:
        raise BadTableError(f"version {version} is for games with gravity")
    if type(head["positions"]) is not int or head["positions"] < 1:
        raise BadTableError(f"positions is {head['positions']!r}")
    if type(head["body_crc32"]) is not int or not 0 <= head["body_crc32"] < 1 << 32:
        raise BadTableError(f"body_crc32 is {head['body_crc32']!r}")
    return head


def _check_keys(keys: Sequence[object], version: int) -> None:
    """Check the order of known keys, and that all are different texts."""
    expected = HEAD_KEYS[version]
    texts = {key for key in keys if isinstance(key, str)}
    # A key that occurs twice, or again in the body, might count differently for
    # readers.
    all_different = len(texts.union(BODY_KEYS)) == len(keys) + len(BODY_KEYS)
    starts_right = tuple(keys[: len(expected)]) == expected
    ends_right = tuple(keys[-len(CHECKSUM_KEYS) :]) == CHECKSUM_KEYS
    if not (starts_right and ends_right and all_different):
        raise BadTableError(f"the head's keys are not those of version {version}")


def _check_tiers(game: Game, described: object) -> list[tuple[int, Palette]]:
    """Return the numbers of blocks and the palettes that a header describes."""
    if not isinstance(described, list) or len(described) != game.cells + 1:
        raise BadTableError(f"the head does not describe {game.cells + 1} tiers")
    tiers: list[tuple[int, Palette]] = []
    for stones, tier in enumerate(described):
        if not isinstance(tier, list) or len(tier) != 2:
            raise BadTableError(f"tier {stones} is not blocks and palette")
        blocks, palette = tier
        if not isinstance(palette, list):
            raise BadTableError(f"tier {stones} is not blocks and palette")
        if type(blocks) is not int or not 1 <= blocks <= BINOMIAL[game.cells][stones]:
            raise BadTableError(f"tier {stones} cannot have {blocks!r} blocks")
        if not is_possible_palette(game, stones, palette):
            raise BadTableError(f"tier {stones} has an impossible palette")
        tiers.append((blocks, palette))
    return tiers


def is_possible_palette(game: Game, stones: int, palette: list[Any]) -> bool:
    """Tell whether a palette has scores of a tier, ascending, then None or not."""
    if not palette:
        return False
    scores = palette[:-1] if palette[-1] is None else palette
    longest = game.cells - stones
    possible = [0, *range(game.cells + 1 - longest, game.cells + 2)]
    for score in scores:
        if type(score) is not int or abs(score) not in possible:
            return False
    return scores == sorted(set(scores))


def _lay_out(
    game: Game, described: Sequence[tuple[int, Palette]], head_end: int
) -> list[Tier]:
    """Find where the masks and the slots of each tier are."""
    width = mask_width(game.cells)
    all_bits = [bits_for(palette) for _, palette in described]
    sizes = [
        slots_size(blocks * slots_per_block(stones), all_bits[stones])
        for stones, (blocks, _) in enumerate(described)
    ]
    if max(sizes) > MAX_BINARY:
        raise BadTableError("a tier is larger than a file can hold")

    masks_size = sum(blocks for blocks, _ in described) * width
    masks_header, *slots_headers = _body_headers(masks_size, sizes)
    masks_at = head_end + len(masks_header)
    end = masks_at + masks_size
    tiers = []
    for stones, (blocks, palette) in enumerate(described):
        slots_at = end + len(slots_headers[stones])
        end = slots_at + sizes[stones]
        tiers.append(Tier(blocks, palette, all_bits[stones], masks_at, slots_at, end))
        masks_at += blocks * width
    return tiers


def _check_body_headers(
    game: Game, tiers: Sequence[Tier], data: Buffer | FileBytes
) -> None:
    """Check what stands before the masks, and before the slots of each tier.

    It follows from the file's header, so it is compared and never parsed.
    """
    masks_size = sum(tier.blocks for tier in tiers) * mask_width(game.cells)
    slots_sizes = [tier.slots_end - tier.slots_at for tier in tiers]
    headers = _body_headers(masks_size, slots_sizes)
    ends = [tiers[0].masks_at, *(tier.slots_at for tier in tiers)]
    for header, end in zip(headers, ends, strict=True):
        if data[end - len(header) : end] != header:
            raise BadTableError("the body is not laid out as the head says")


def _check_padding(tiers: Sequence[Tier], data: Buffer | FileBytes) -> None:
    """Check the bits after each tier's last slot: with others a game had two files."""
    for stones, tier in enumerate(tiers):
        used = tier.blocks * slots_per_block(stones) * tier.bits % 8
        if used and data[tier.slots_end - 1] >> used:
            raise BadTableError(f"tier {stones} has bits set after its last slot")
