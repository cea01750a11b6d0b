"""The format of table files, encoded and decoded.

https://ttt-table.github.io/ttt-table/format.html defines it.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from zlib import crc32

from ttt_table.errors import BadTableError, GameError, MissingExtraError, quoted
from ttt_table.rules.game import Game, lines_of_x, supports, symmetries
from ttt_table.rules.records import NamedTuple
from ttt_table.table.header import (
    MAX_HEADER,
    damaged_error,
    read_value,
    truncated_error,
)
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
PLAIN_VERSION = 1
"""The version of k in a row, in normal play and misère."""
RULES_VERSION = 2
"""The version of every other game, whose rules are a map in the header."""
LATEST_VERSION = RULES_VERSION
DEVELOPMENT_VERSIONS = range(3, 7)
"""Versions that no release has written; none will get these numbers."""
HEADER_KEYS = {
    PLAIN_VERSION: (
        *("format", "version", "rows", "cols", "k", "misere", "positions", "tiers"),
    ),
    RULES_VERSION: (
        *("format", "version", "rows", "cols", "rules", "positions", "tiers"),
    ),
}
"""By version, the keys before the checksums."""
CHECKSUM_KEYS = ("body_crc32", "head_crc32")
BODY_KEYS = ("masks", "slots")
FLAGS = ("misere", "gravity", "breaker")
RULES_IN_A_ROW = (*FLAGS, "k")
"""The keys of the rules of k in a row."""
RULES_OF_LINES = (*FLAGS, "lines", "o_lines", "name", "symmetries")
"""The keys of the rules of a game of lines."""
MAX_KEYS = 15
"""The most keys of a map whose size takes one byte."""
MAX_BINARY = (1 << 32) - 1
"""Bytes of a msgpack binary, and so of a tier's slots."""
VERIFIED_AT_ONCE = 1 << 20
CELL_0 = ord("0")
"""Stands for cell 0 in the text that lists symmetries."""

_MIN_KEYS = len(HEADER_KEYS[RULES_VERSION] + CHECKSUM_KEYS + BODY_KEYS)
_MAP_CODES = range(0x80 + _MIN_KEYS, 0x80 + MAX_KEYS + 1)
_MAGIC = b"\xa6format\xa9ttt-table"


class Tier(NamedTuple):
    """One tier of a file; its places are in bytes from the file's start."""

    blocks: int
    """The number of its blocks, and so of its masks."""
    palette: Palette
    """The scores that its slots refer to."""
    bits: int
    """The number of bits of a slot."""
    masks_at: int
    """The place of its first mask."""
    slots_at: int
    """The place of its first slot."""
    slots_end: int
    """The place after its last slot."""


class Contents(NamedTuple):
    """A decoded file, whose masks and slots stay where they are."""

    game: Game
    """The game that the table is of."""
    positions: int
    """The number of positions that play can reach."""
    tiers: Sequence[Tier]
    """The tiers, by the number of stones."""
    data: Buffer | FileBytes
    """The whole file: in memory, or on the disk if it is large."""
    symmetries: Symmetries
    """The symmetries by which the file's masks are canonical."""
    body_crc32: int
    """The checksum of the body, as the header has it."""

    @property
    def slots(self) -> int:
        """The number of slots in all tiers."""
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


def _encode_symmetries(symmetries: Symmetries) -> str:
    """Return a character for each cell's image, symmetry after symmetry."""
    images = chain.from_iterable(symmetries)
    return "".join(chr(CELL_0 + image) for image in images)


def _decode_symmetries(text: object, cells: int) -> Symmetries:
    """Return symmetries as the header lists them, unchecked."""
    if not isinstance(text, str):
        return ()
    images = [ord(character) - CELL_0 for character in text]
    starts = range(0, len(images), cells)
    return tuple(tuple(images[start : start + cells]) for start in starts)


def _encode_body(tiers: Sequence[PackedTier]) -> Iterator[Buffer]:
    masks_size = sum(len(tier.masks) for tier in tiers)
    slots_sizes = [len(tier.slots) for tier in tiers]
    masks_prefix, *slots_prefixes = _body_prefixes(masks_size, slots_sizes)
    yield masks_prefix
    for tier in tiers:
        yield tier.masks
    for prefix, tier in zip(slots_prefixes, tiers, strict=True):
        yield prefix
        yield tier.slots


def _body_prefixes(masks_size: int, slots_sizes: Sequence[int]) -> list[bytes]:
    """Return the bytes before the masks, and before the slots of each tier."""
    masks_key, slots_key = (
        bytes([0xA0 + len(key)]) + key.encode() for key in BODY_KEYS
    )
    tiers = len(slots_sizes)
    if tiers < 16:
        array_prefix = bytes([0x90 + tiers])
    else:
        array_prefix = b"\xdc" + tiers.to_bytes(2, "big")
    first, *following = map(_binary_prefix, slots_sizes)
    return [
        masks_key + _binary_prefix(masks_size),
        slots_key + array_prefix + first,
        *following,
    ]


def _binary_prefix(size: int) -> bytes:
    if size < 1 << 8:
        return b"\xc4" + size.to_bytes(1, "big")
    if size < 1 << 16:
        return b"\xc5" + size.to_bytes(2, "big")
    return b"\xc6" + size.to_bytes(4, "big")


def decode(data: Buffer | FileBytes, *, verify: bool = True) -> Contents:
    """Read a table file's header, and find where the parts of its body are.

    The checks are in the order of the format's definition, so that each fault has one
    name.

    Args:
        data: The whole file.
        verify: Whether to verify the body's checksum and padding too, which reads every
            byte.

    Raises:
        BadTableError: The file is not a table, or a bad one.
    """
    pairs, header_end = _read_header(data)
    header = _check_header(pairs, keys_claimed=data[0] - 0x80)
    rules = _rules_in(header)
    game = _game_of(header, rules)
    symmetries = _symmetries_of(game, rules)
    tiers = _lay_out(game, _check_tiers(game, header["tiers"]), header_end)
    if header["positions"] > most_positions(game):
        raise BadTableError(f"{game} cannot have {header['positions']} positions")
    end = tiers[-1].slots_end
    if len(data) < end:
        raise truncated_error(len(data), f"{end} bytes")
    if len(data) > end:
        raise BadTableError(
            f"{len(data) - end} bytes follow the table's end", "damaged"
        )
    if verify:
        starts = range(header_end, end, VERIFIED_AT_ONCE)
        pieces = (data[start : start + VERIFIED_AT_ONCE] for start in starts)
        if _checksum(pieces) != header["body_crc32"]:
            raise damaged_error("the body's checksum does not match")
    _check_body_prefixes(game, tiers, data)
    if verify:
        _check_padding(tiers, data)
    return Contents(
        game, header["positions"], tiers, data, symmetries, header["body_crc32"]
    )


def _game_of(header: Mapping[str, Any], rules: Mapping[str, Any]) -> Game:
    """Return the game that a header describes."""
    try:
        if "k" in rules:
            return _game_in_a_row(header, rules)
        return _game_of_lines(header, rules)
    except GameError as error:
        raise BadTableError(f"the header's rules are invalid: {error}") from None


def _game_in_a_row(header: Mapping[str, Any], rules: Mapping[str, Any]) -> Game:
    if rules["k"] is None:  # for a game it would stand for the default
        raise GameError("k must be an integer, not nil")
    game = Game(header["rows"], header["cols"], **rules)
    if _is_plain(game) and header["version"] != PLAIN_VERSION:
        raise BadTableError(f"version {header['version']} is not for {game}")
    return game


def _game_of_lines(header: Mapping[str, Any], rules: Mapping[str, Any]) -> Game:
    masks = _as_masks(rules["lines"])
    o_masks = None
    if rules["o_lines"] is not None:
        o_masks = _as_masks(rules["o_lines"])
    game = Game(
        header["rows"],
        header["cols"],
        misere=rules["misere"],
        gravity=rules["gravity"],
        lines=masks,
        name=rules["name"],
        breaker=rules["breaker"],
        o_lines=o_masks,
    )
    # Each game has exactly one file, so the header must be in the form to which `Game`
    # normalizes it.
    is_normalized = (
        game.lines == masks and game.o_lines == o_masks and game.name == rules["name"]
    )
    if not is_normalized:
        raise BadTableError(
            "the header's lines are not in increasing order, one contains another, "
            "X and O have the same, or the name is missing"
        )
    return game


def _as_masks(listed: object) -> tuple[int, ...]:
    """Return lines as sets of cells, if they are a list of integers."""
    if not isinstance(listed, list) or not all(type(mask) is int for mask in listed):
        raise GameError("the lines are not a list of sets of cells (integers)")
    return tuple(listed)


def _symmetries_of(game: Game, rules: Mapping[str, Any]) -> Symmetries:
    if game.lines is None:
        return symmetries(game)
    from ttt_table.rules.automorphisms import are_symmetries

    listed = _decode_symmetries(rules["symmetries"], game.cells)
    if not are_symmetries(listed, lines_of_x(game), supports(game), game.o_lines):
        raise BadTableError(
            "the header's symmetries are invalid or do not form a group"
        )
    return listed


def _checksum(pieces: Iterable[Buffer]) -> int:
    checksum = 0
    for piece in pieces:
        checksum = crc32(piece, checksum)
    return checksum


def _read_header(
    data: Buffer | FileBytes,
) -> tuple[list[tuple[object, object]], int]:
    """Read a header up to its checksum, and verify that.

    Returns:
        Its keys and values, otherwise unchecked, and where it ends. A map among the
        values is a tuple of its keys and values.
    """
    # A header is cut short if it takes more bytes than the file has; if it takes more
    # than a header may, it is damaged.
    header = bytes(data[:MAX_HEADER])
    place = 1 + len(_MAGIC)
    starts_like_a_table = not header or (
        header[0] in _MAP_CODES and _MAGIC.startswith(header[1:place])
    )
    if not starts_like_a_table:
        raise BadTableError("this is not a table file", "not-a-table")
    if len(header) < place:
        raise truncated_error(len(data), "a longer header")

    pairs: list[tuple[object, object]] = [("format", FORMAT)]
    key: object = "format"
    value: object = FORMAT
    key_end = place
    while key != "head_crc32":
        key, key_end = read_value(header, place)
        value, place = read_value(header, key_end)
        pairs.append((key, value))
        if key == "version" and len(pairs) == 2:
            _check_version(value)
    if type(value) is not int or value != crc32(header[:key_end]):
        raise damaged_error("the header's checksum does not match")
    return pairs, place


def _check_version(version: object) -> None:
    """Refuse a later version before anything else, as it may have any contents."""
    if type(version) is not int or version <= LATEST_VERSION:
        return
    if version in DEVELOPMENT_VERSIONS:
        raise _development_error()
    raise BadTableError(
        f"its version is {version}, and this reader knows {LATEST_VERSION}: "
        "update ttt-table",
        "version",
    )


def _development_error() -> BadTableError:
    return BadTableError(
        "it was made by a development version of ttt-table: build it again", "version"
    )


def _check_header(
    pairs: Sequence[tuple[object, object]], keys_claimed: int
) -> dict[str, Any]:
    """Return the values of a header by key, with the keys of its version.

    Args:
        pairs: The header's keys and values.
        keys_claimed: How many keys the file's map claims to have.
    """
    version = pairs[1][1] if len(pairs) > 1 else None
    if type(version) is not int or version not in HEADER_KEYS:
        raise BadTableError(f"there is no version {quoted(version)}")
    keys = [key for key, _ in pairs]
    if keys[1] == "version" and version == RULES_VERSION and "rules" not in keys:
        raise _development_error()
    if tuple(keys) != HEADER_KEYS[version] + CHECKSUM_KEYS:
        raise BadTableError(f"the header's keys are not those of version {version}")
    if keys_claimed != len(pairs) + len(BODY_KEYS):
        raise BadTableError(f"the map claims {keys_claimed} keys")

    header: dict[str, Any] = {str(key): value for key, value in pairs}
    if version == RULES_VERSION:
        _check_rules(header["rules"])
    if type(header["positions"]) is not int or header["positions"] < 1:
        raise BadTableError(f"positions is {quoted(header['positions'])}")
    if type(header["body_crc32"]) is not int or not 0 <= header["body_crc32"] < 1 << 32:
        raise BadTableError(f"body_crc32 is {quoted(header['body_crc32'])}")
    return header


def _check_rules(rules: object) -> None:
    """Check that rules are a map with the right keys in their order.

    A rule that this reader does not know is refused by its name.
    """
    if not isinstance(rules, tuple):
        raise BadTableError("the header's rules are not a map")
    keys = tuple(key for key, _ in rules)
    for key in keys:
        if isinstance(key, str) and key not in RULES_IN_A_ROW + RULES_OF_LINES:
            raise BadTableError(
                f"its game has the rule {quoted(key)}, which this reader does not "
                "know: update ttt-table",
                "version",
            )
    if keys not in (RULES_IN_A_ROW, RULES_OF_LINES):
        raise BadTableError("the header's rules are incomplete, or not in their order")


def _rules_in(header: Mapping[str, Any]) -> dict[str, Any]:
    """Return the rules of a checked header, by name."""
    if header["version"] == RULES_VERSION:
        return dict(header["rules"])
    rules = dict.fromkeys(FLAGS, False)
    return {**rules, "misere": header["misere"], "k": header["k"]}


def _check_tiers(game: Game, described: object) -> list[tuple[int, Palette]]:
    """Return the numbers of blocks and the palettes that a header describes."""
    if not isinstance(described, list) or len(described) != game.cells + 1:
        raise BadTableError(f"the header does not describe {game.cells + 1} tiers")
    tiers: list[tuple[int, Palette]] = []
    for stones, tier in enumerate(described):
        if not isinstance(tier, list) or len(tier) != 2:
            raise BadTableError(f"tier {stones} is not blocks and palette")
        blocks, palette = tier
        if not isinstance(palette, list):
            raise BadTableError(f"tier {stones} is not blocks and palette")
        if type(blocks) is not int or not 1 <= blocks <= BINOMIAL[game.cells][stones]:
            raise BadTableError(f"tier {stones} cannot have {quoted(blocks)} blocks")
        if not is_possible_palette(game, stones, palette):
            raise BadTableError(f"tier {stones} has an impossible palette")
        tiers.append((blocks, palette))
    return tiers


def is_possible_palette(game: Game, stones: int, palette: list[Any]) -> bool:
    """Return whether a palette has possible scores of a tier.

    They are in ascending order, with an optional None at the end.
    """
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
    game: Game, described: Sequence[tuple[int, Palette]], header_end: int
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
    masks_prefix, *slots_prefixes = _body_prefixes(masks_size, sizes)
    masks_at = header_end + len(masks_prefix)
    end = masks_at + masks_size
    tiers = []
    for stones, (blocks, palette) in enumerate(described):
        slots_at = end + len(slots_prefixes[stones])
        end = slots_at + sizes[stones]
        tiers.append(Tier(blocks, palette, all_bits[stones], masks_at, slots_at, end))
        masks_at += blocks * width
    return tiers


def _check_body_prefixes(
    game: Game, tiers: Sequence[Tier], data: Buffer | FileBytes
) -> None:
    """Check the bytes before the masks, and before the slots of each tier.

    They follow from the file's header, so they are compared and never parsed.
    """
    masks_size = sum(tier.blocks for tier in tiers) * mask_width(game.cells)
    slots_sizes = [tier.slots_end - tier.slots_at for tier in tiers]
    prefixes = _body_prefixes(masks_size, slots_sizes)
    ends = [tiers[0].masks_at, *(tier.slots_at for tier in tiers)]
    for prefix, end in zip(prefixes, ends, strict=True):
        if data[end - len(prefix) : end] != prefix:
            raise BadTableError("the body is not laid out as the header says")


def _check_padding(tiers: Sequence[Tier], data: Buffer | FileBytes) -> None:
    """Check that the bits after each tier's last slot are 0.

    With any others, there would be several files of one game.
    """
    for stones, tier in enumerate(tiers):
        used = tier.blocks * slots_per_block(stones) * tier.bits % 8
        if used and data[tier.slots_end - 1] >> used:
            raise BadTableError(f"tier {stones} has bits set after its last slot")
