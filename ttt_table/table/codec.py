"""What the bytes of a table file mean, both directions; docs/format.md tells it in full."""

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
# In the last two X is a Maker: a head has no room for one more key where it lists
# lines.
PLAIN_VERSION, GRAVITY_VERSION, LINES_VERSION, BREAKER_VERSION, LATEST_VERSION = range(
    1, 6
)
HEAD_KEYS = {
    version: ("format", "version", "rows", "cols", *keys, "positions", "tiers")
    for version, keys in (
        (PLAIN_VERSION, ("k", "misere")),
        (GRAVITY_VERSION, ("k", "misere", "gravity")),
        (LINES_VERSION, ("misere", "gravity", "name", "lines", "symmetries")),
        (BREAKER_VERSION, ("k", "misere", "gravity")),
        (LATEST_VERSION, ("misere", "gravity", "name", "lines", "symmetries")),
    )
}
CHECKSUM_KEYS = ("body_crc32", "head_crc32")
BODY_KEYS = ("masks", "slots")
MAX_KEYS = 15  # of later minor versions too: the map's header stays one byte
MAX_BINARY = (1 << 32) - 1  # bytes of a msgpack binary, and so of a tier's slots
VERIFIED_AT_ONCE = 1 << 20
FIRST_CELL = ord("0")  # stands for cell 0 in the text that lists symmetries

_FEWEST_KEYS = len(HEAD_KEYS[PLAIN_VERSION] + CHECKSUM_KEYS + BODY_KEYS)
_MAP_HEADERS = range(0x80 + _FEWEST_KEYS, 0x80 + MAX_KEYS + 1)
_MAGIC = b"\xa6format\xa9ttt-table"


class Tier(NamedTuple):
    """One tier of a file, and where it stands, in bytes from the file's start."""

    blocks: int
    palette: Palette
    bits: int
    masks_at: int
    slots_at: int
    slots_end: int


class Contents(NamedTuple):
    """A decoded file; its bulk stays in ``data``: in memory, or on the disk if it is large."""

    game: Game
    positions: int
    tiers: Sequence[Tier]
    data: Buffer | FileBytes
    symmetries: Symmetries
    """By which the file's masks are canonical."""

    @property
    def slots(self) -> int:
        """How many there are."""
        return sum(
            tier.blocks * slots_per_block(stones)
            for stones, tier in enumerate(self.tiers)
        )

    def check_blocks(self) -> None:
        """Raise `BadTableError` unless each tier has as many blocks as in its game."""
        if [tier.blocks for tier in self.tiers] != blocks_by_tier(
            self.game, self.symmetries
        ):
            raise BadTableError(f"the table does not have the blocks of {self.game}")

    def masks(self, tier: Tier) -> Sequence[int]:
        """The masks of a tier's blocks."""
        width = mask_width(self.game.cells)
        stored = self.data[tier.masks_at : tier.masks_at + tier.blocks * width]
        if sys.byteorder == "little":  # as they are stored, so they need no copy
            return memoryview(stored).cast("H" if width == 2 else "I")
        at = range(0, len(stored), width)
        return [int.from_bytes(stored[i : i + width], "little") for i in at]

    def score(self, tier: Tier, slot: int) -> int | None:
        """The score in a slot of a tier; None where it is unreachable."""
        bit = slot * tier.bits
        number = (
            self.data[tier.slots_at + (bit >> 3)] >> (bit & 7) & (1 << tier.bits) - 1
        )
        if number >= len(tier.palette):
            holds = f"slot {slot} of a tier holds number {number}"
            raise BadTableError(f"{holds} of a palette of {len(tier.palette)}")
        return tier.palette[number]


def encode(game: Game, positions: int, tiers: Sequence[PackedTier]) -> Iterator[Buffer]:
    """The bytes of a table file, in pieces; slots are passed on, not copied."""
    # The checksum stands before the body, which is gone through twice and never held in
    # memory.
    yield _encode_head(game, positions, tiers, _checksum(_encode_body(tiers)))
    yield from _encode_body(tiers)


def _encode_head(
    game: Game, positions: int, tiers: Sequence[PackedTier], body_crc32: int
) -> bytes:
    import msgpack  # a reader does without it

    width = mask_width(game.cells)
    values = game._asdict()
    if game.lines is None:
        version = GRAVITY_VERSION if game.gravity else PLAIN_VERSION
        version = BREAKER_VERSION if game.breaker else version
    else:
        version = LATEST_VERSION if game.breaker else LINES_VERSION
        goals = (chr(FIRST_CELL + cell) for one in symmetries(game) for cell in one)
        values["symmetries"] = "".join(goals)
    values |= {
        "format": FORMAT,
        "version": version,
        "positions": positions,
        "tiers": [[len(tier.masks) // width, tier.palette] for tier in tiers],
        "body_crc32": body_crc32,
    }
    keys = HEAD_KEYS[version]
    head: bytes = msgpack.Packer().pack_map_header(
        len(keys + CHECKSUM_KEYS + BODY_KEYS)
    )
    for key in (*keys, "body_crc32"):
        head += msgpack.packb(key) + msgpack.packb(values[key])
    head += msgpack.packb("head_crc32")
    return head + bytes(msgpack.packb(crc32(head)))


def _encode_body(tiers: Sequence[PackedTier]) -> Iterator[Buffer]:
    masks_size = sum(len(tier.masks) for tier in tiers)
    masks_header, *slots_headers = _body_headers(
        masks_size, [len(tier.slots) for tier in tiers]
    )
    yield masks_header
    yield from (tier.masks for tier in tiers)
    for header, tier in zip(slots_headers, tiers, strict=True):
        yield header
        yield tier.slots


def _body_headers(masks_size: int, slots_sizes: Sequence[int]) -> list[bytes]:
    """What stands before the masks, and before the slots of each tier."""
    count = len(slots_sizes)
    array = bytes([0x90 + count]) if count < 16 else b"\xdc" + count.to_bytes(2, "big")
    masks, slots = (bytes([0xA0 + len(key)]) + key.encode() for key in BODY_KEYS)
    masks, slots = masks + _binary_header(masks_size), slots + array
    first, *others = map(_binary_header, slots_sizes)
    return [masks, slots + first, *others]


def _binary_header(size: int) -> bytes:
    code, width = (
        (0xC4, 1) if size < 1 << 8 else (0xC5, 2) if size < 1 << 16 else (0xC6, 4)
    )
    return bytes([code]) + size.to_bytes(width, "big")


def decode(data: Buffer | FileBytes, *, verify: bool = True) -> Contents:
    """Read a table file's head, and find where the parts of its body stand.

    With ``verify`` the body's checksum and padding are verified too, which reads every
    byte. Raises
    `BadTableError`: the checks are in the order of docs/format.md, so each fault has
        one name.
    """
    count, pairs, head_end = _read_head(data)
    head = _check_head(count, pairs)
    game = _game_of(head)
    alike = _symmetries_of(game, head)
    headers, tiers = _lay_out(game, _check_tiers(game, head["tiers"]), head_end)
    if head["positions"] > most_positions(game):
        raise BadTableError(f"{game} cannot have {head['positions']} positions")
    end = tiers[-1].slots_end
    if len(data) < end:
        raise truncated_error(len(data), f"{end} bytes")
    if len(data) > end:
        raise BadTableError(
            f"{len(data) - end} bytes follow the table's end", "damaged"
        )
    starts = range(head_end, end, VERIFIED_AT_ONCE)
    pieces = (data[start : start + VERIFIED_AT_ONCE] for start in starts)
    if verify and _checksum(pieces) != head["body_crc32"]:
        raise damaged_error("the body's checksum does not match")
    # What the headers must be follows from the head, so they are compared and never
    # parsed.
    if any(data[at : at + len(header)] != header for at, header in headers):
        raise BadTableError("the body is not laid out as the head says")
    if verify:
        _check_padding(tiers, data)
    return Contents(game, head["positions"], tiers, data, alike)


def _game_of(head: Mapping[str, Any]) -> Game:
    size, misere = (head["rows"], head["cols"]), head["misere"]
    try:
        breaker = head["version"] >= BREAKER_VERSION
        if "k" in HEAD_KEYS[head["version"]]:
            if (
                head["k"] is None
            ):  # a game would take it for the k that nobody has given
                raise GameError("k must be a whole number, not nil")
            gravity = head["version"] != PLAIN_VERSION and head["gravity"]
            return Game(*size, head["k"], misere, gravity, breaker=breaker)
        lines, name = head["lines"], head["name"]
        if not isinstance(lines, list) or not all(type(line) is int for line in lines):
            raise GameError("its lines are no list of sets of cells")
        game = Game(*size, None, misere, head["gravity"], lines, name, breaker)
    except GameError as error:
        raise BadTableError(f"the head describes no game: {error}") from None
    # One game has one file: its lines ascend, and it has a name.
    if game.lines != tuple(lines) or game.name != name:
        raise BadTableError("the head does not list its lines as a game has them")
    return game


def _symmetries_of(game: Game, head: Mapping[str, Any]) -> Symmetries:
    if game.lines is None:
        return symmetries(game)
    from ttt_table.rules.automorphisms import are_symmetries

    cells, text = game.cells, head["symmetries"]
    goals = [ord(goal) - FIRST_CELL for goal in text] if isinstance(text, str) else []
    listed = tuple(tuple(goals[at : at + cells]) for at in range(0, len(goals), cells))
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
) -> tuple[int, list[tuple[object, object]], int]:
    """How many pairs the map has, the head's pairs, and where the head ends."""
    # A head is cut short if it takes more bytes than the file has, but no more than a
    # head may.
    head = bytes(data[:MAX_HEAD])
    at = 1 + len(_MAGIC)
    if head and (head[0] not in _MAP_HEADERS or not _MAGIC.startswith(head[1:at])):
        raise BadTableError(
            "this is not a table: it does not start like one", "not-a-table"
        )
    if len(head) < at:
        raise truncated_error(len(data), "a longer head")
    pairs: list[tuple[object, object]] = [("format", FORMAT)]
    while pairs[-1][0] != "head_crc32":
        key, key_end = read_value(head, at)
        value, at = read_value(head, key_end)
        pairs.append((key, value))
        if (
            len(pairs) == 2
            and key == "version"
            and type(value) is int
            and value > LATEST_VERSION
        ):
            raise BadTableError(
                f"its version is {value}, and this reader knows {LATEST_VERSION}: update ttt-table",
                "version",
            )
    if type(value) is not int or value != crc32(head[:key_end]):
        raise damaged_error("the head's checksum does not match")
    return head[0] - 0x80, pairs, at


def _check_head(count: int, pairs: Sequence[tuple[object, object]]) -> dict[str, Any]:
    """The head's values by key, those of its version among them."""
    version = pairs[1][1] if len(pairs) > 1 else None
    if type(version) is not int or version not in HEAD_KEYS:
        raise BadTableError(f"there is no version {version!r}")
    wanted = HEAD_KEYS[version]
    keys = [key for key, _ in pairs]
    known = (*keys[: len(wanted)], *keys[-len(CHECKSUM_KEYS) :])
    texts = [key for key in keys if isinstance(key, str)]
    # No key twice, and none of the body's: else readers could differ about which one
    # counts.
    if known != wanted + CHECKSUM_KEYS or len({*texts, *BODY_KEYS}) < len(keys) + len(
        BODY_KEYS
    ):
        raise BadTableError(f"the head's keys are not those of version {version}")
    if count != len(pairs) + len(BODY_KEYS):
        raise BadTableError(f"the map claims {count} keys")
    head = dict(zip(texts, (value for _, value in pairs), strict=True))
    if version == GRAVITY_VERSION and head["gravity"] is not True:
        raise BadTableError(f"version {version} is for games with gravity")
    if type(head["positions"]) is not int or head["positions"] < 1:
        raise BadTableError(f"positions is {head['positions']!r}")
    if type(head["body_crc32"]) is not int or not 0 <= head["body_crc32"] < 1 << 32:
        raise BadTableError(f"body_crc32 is {head['body_crc32']!r}")
    return head


def _check_tiers(game: Game, described: object) -> list[tuple[int, Palette]]:
    if not isinstance(described, list) or len(described) != game.cells + 1:
        raise BadTableError(f"the head does not describe {game.cells + 1} tiers")
    for stones, tier in enumerate(described):
        if (
            not isinstance(tier, list)
            or len(tier) != 2
            or not isinstance(tier[1], list)
        ):
            raise BadTableError(f"tier {stones} is not blocks and palette")
        blocks, palette = tier
        if type(blocks) is not int or not 1 <= blocks <= BINOMIAL[game.cells][stones]:
            raise BadTableError(f"tier {stones} cannot have {blocks!r} blocks")
        if not is_possible_palette(game, stones, palette):
            raise BadTableError(f"tier {stones} has an impossible palette")
    return [(blocks, palette) for blocks, palette in described]


def is_possible_palette(game: Game, stones: int, palette: list[Any]) -> bool:
    """True for scores of a tier, ascending, and perhaps None behind them."""
    scores = palette[:-1] if palette[-1:] == [None] else palette
    longest = game.cells - stones
    possible = [0, *range(game.cells + 1 - longest, game.cells + 2)]
    return (
        bool(palette)
        and all(type(score) is int and abs(score) in possible for score in scores)
        and scores == sorted({*scores})
    )


def _lay_out(
    game: Game, described: Sequence[tuple[int, Palette]], head_end: int
) -> tuple[list[tuple[int, bytes]], list[Tier]]:
    """The body's headers with their places, and the tiers between them."""
    width = mask_width(game.cells)
    bits = [bits_for(palette) for _, palette in described]
    slots = (
        blocks * slots_per_block(stones) for stones, (blocks, _) in enumerate(described)
    )
    sizes = [slots_size(many, bits[stones]) for stones, many in enumerate(slots)]
    if max(sizes) > MAX_BINARY:
        raise BadTableError("a tier is larger than a file can hold")
    masks_size = sum(blocks for blocks, _ in described) * width
    headers = _body_headers(masks_size, sizes)
    placed = [(head_end, headers[0])]
    masks_at = head_end + len(headers[0])
    end = masks_at + masks_size
    tiers = []
    for stones, (blocks, palette) in enumerate(described):
        header = headers[stones + 1]
        placed.append((end, header))
        slots_at = end + len(header)
        end = slots_at + sizes[stones]
        tiers.append(Tier(blocks, palette, bits[stones], masks_at, slots_at, end))
        masks_at += blocks * width
    return placed, tiers


def _check_padding(tiers: Sequence[Tier], data: Buffer | FileBytes) -> None:
    # With other bits there the same game would have two files, and two digests.
    for stones, tier in enumerate(tiers):
        used = tier.blocks * slots_per_block(stones) * tier.bits % 8
        if used and data[tier.slots_end - 1] >> used:
            raise BadTableError(f"tier {stones} has bits set after its last slot")
