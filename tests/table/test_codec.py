"""The file's bytes: what is written reads back, and nothing else is taken for a table."""

from __future__ import annotations

import tracemalloc
from zlib import crc32

import msgpack
import pytest
from hypothesis import given
from hypothesis import strategies as st
from repacked import pairs_of, sealed

from ttt_table import Game
from ttt_table.build import packed_tiers
from ttt_table.build.search import search
from ttt_table.errors import (
    DamagedTableError,
    InconsistentTableError,
    NotATableError,
    TableError,
    TruncatedTableError,
    VersionError,
)
from ttt_table.table.codec import decode, encode
from ttt_table.table.packing import PackedTier, bits_for, pack_slots

HEAD = ["format", "version", "rows", "cols", "k", "misere", "positions", "tiers"]


def test_the_first_slot_stands_in_the_lowest_bits() -> None:
    """As docs/format.md says."""
    assert pack_slots([1, 2, 3], 4) == bytes([0x21, 0x03])
    assert pack_slots([1, 0, 0, 1, 1], 1) == bytes([0b11001])


def test_palettes_take_the_fewest_bits() -> None:
    """One, two, four or eight."""
    sizes = {1: 1, 2: 1, 3: 2, 4: 2, 5: 4, 16: 4, 17: 8, 52: 8}
    assert {size: bits_for([0] * size) for size in sizes} == sizes


@pytest.fixture(params=[False, True], ids=["plain", "gravity"])
def file(request: pytest.FixtureRequest, shipped: bytes) -> bytes:
    """The shipped table, and that of the same board with gravity: files of both versions."""
    if not request.param:
        return shipped
    game = Game(gravity=True)
    scores = search(game)
    return b"".join(encode(game, len(scores), packed_tiers(game, scores)))


def test_the_file_is_one_msgpack_document_with_the_keys_in_order(shipped: bytes) -> None:
    """Any msgpack library reads it, and there are no dates, versions or machines in it."""
    document = msgpack.unpackb(shipped)
    assert list(document) == [*HEAD, "body_crc32", "head_crc32", "masks", "slots"]
    assert [document[key] for key in HEAD[:7]] == ["ttt-table", 1, 3, 3, 3, False, 5478]
    assert len(document["tiers"]) == len(document["slots"]) == 10
    assert len(document["masks"]) == 2 * 102


def test_checksums_cover_every_byte_but_their_own(file: bytes) -> None:
    """The head's covers what comes before its value, the body's what comes after."""
    document = msgpack.unpackb(file)
    at = file.index(b"head_crc32") + len("head_crc32")
    assert crc32(file[:at]) == document["head_crc32"]
    assert crc32(file[at + 5 :]) == document["body_crc32"]


@pytest.mark.parametrize(
    "game",
    [Game(1, 1, 1), Game(2, 3, 2), Game(3, 3, 3, misere=True)],
)
def test_what_is_encoded_decodes(game: Game) -> None:
    """Game, positions, masks and every slot."""
    scores = search(game)
    tiers = packed_tiers(game, scores)
    contents = decode(b"".join(encode(game, len(scores), tiers)))
    assert (contents.game, contents.positions) == (game, len(scores))
    for packed, tier in zip(tiers, contents.tiers, strict=True):
        masks = [contents.mask(tier, block) for block in range(tier.blocks)]
        assert b"".join(mask.to_bytes(2, "little") for mask in masks) == packed.masks
        assert contents.data[tier.slots_at : tier.slots_end] == packed.slots
        assert tier.palette == packed.palette


def test_every_truncation_is_refused_as_one(file: bytes) -> None:
    """Down to the empty file."""
    for size in range(len(file)):
        with pytest.raises(TruncatedTableError, match=f"ends after {size} bytes"):
            decode(file[:size])


@pytest.mark.parametrize("step", [11])
def test_every_flipped_bit_is_refused_with_the_right_error(step: int, file: bytes) -> None:
    """No table where the format stands, a wrong version where that stands, else damage."""
    version_at = file.index(b"\xa7version") + len(b"\xa7version")
    for at in range(0, len(file), step):
        for bit in range(8):
            damaged = bytearray(file)
            damaged[at] ^= 1 << bit
            with pytest.raises(TableError) as caught:
                decode(bytes(damaged))
            if at < file.index(b"\xa7version"):
                allowed: tuple[type, ...] = (NotATableError, DamagedTableError)
            elif at == version_at:
                allowed = (VersionError, DamagedTableError)
            else:
                allowed = (DamagedTableError,)
            assert type(caught.value) in allowed, (at, bit, caught.value)


def test_bytes_behind_the_end_are_refused(file: bytes) -> None:
    """A table is the whole file."""
    with pytest.raises(DamagedTableError, match="3 bytes follow"):
        decode(file + b"abc")


@pytest.mark.parametrize(
    "data", [b"\x00", b"hello, world", b"{}", b"\x80", b"\x81\xa3key\x01", b"\x93\x01\x02\x03"]
)
def test_other_files_are_no_tables(data: bytes) -> None:
    """Whatever they hold."""
    with pytest.raises(NotATableError):
        decode(data)


def changed(shipped: bytes, key: str, value: object) -> bytes:
    """The shipped table with another value, and true checksums."""
    return sealed([(name, value if name == key else old) for name, old in pairs_of(shipped)])


def test_a_sealed_copy_is_the_table_itself(file: bytes) -> None:
    """So that the tests below change only what they mean to."""
    assert sealed(pairs_of(file)) == file


@pytest.mark.parametrize("version", [3, 4, 1000, 2**63])
def test_a_version_from_the_future_is_told_from_damage(file: bytes, version: int) -> None:
    """The reader asks for its own update."""
    with pytest.raises(VersionError, match=f"version is {version}.*update"):
        decode(changed(file, "version", version))


def test_unknown_keys_of_a_later_minor_change_are_ignored(shipped: bytes) -> None:
    """Up to three more keys may stand before the checksums."""
    pairs = pairs_of(shipped)
    extended = sealed(
        [*pairs[:-2], ("later", [-1, [None, [2**64 - 1, [True]]]]), ("more", "x"), *pairs[-2:]]
    )
    assert decode(extended).positions == 5478


TIERS_KEY = "tiers"


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("version", 0),
        ("version", -1),
        ("version", "1"),
        ("version", True),
        ("version", None),
        ("rows", 0),
        ("rows", 4),
        ("rows", 26),
        ("rows", "3"),
        ("rows", None),
        ("cols", 2),
        ("cols", 2**64 - 1),
        ("k", 0),
        ("misere", 0),
        ("misere", None),
        ("positions", 0),
        ("positions", True),
        ("positions", 6047),
        ("positions", 2**64 - 1),
        ("positions", "5478"),
        ("tiers", None),
        ("tiers", []),
        ("tiers", [[1, [0]]] * 9),
        ("tiers", [[1, [0]]] * 11),
        ("tiers", [[1]] * 10),
        ("tiers", [[1, None]] * 10),
        ("tiers", [[1, []]] * 10),
        ("tiers", [[0, [0]]] * 10),
        ("tiers", [[True, [0]]] * 10),
        ("tiers", [[1000, [0]]] * 10),
        ("tiers", [[1, [1, 0]]] * 10),
        ("tiers", [[1, [0, 0]]] * 10),
        ("tiers", [[1, [None, 0]]] * 10),
        ("tiers", [[1, ["0"]]] * 10),
        ("tiers", [[1, [11]]] * 10),
        ("tiers", [[1, [False]]] * 10),
        ("masks", b""),
        ("masks", None),
        ("masks", "text"),
        ("slots", []),
        ("slots", None),
        ("slots", [b""] * 10),
    ],
)
def test_a_head_that_contradicts_itself_is_refused(file: bytes, key: str, value: object) -> None:
    """The checksums hold, so it is neither damaged nor cut short by accident."""
    with pytest.raises(TableError) as caught:
        decode(changed(file, key, value))
    wrong_length = (TruncatedTableError, DamagedTableError) if key in ("masks", "slots") else ()
    assert type(caught.value) in (InconsistentTableError, *wrong_length)


def test_a_score_further_away_than_the_board_allows_is_refused(shipped: bytes) -> None:
    """The last tier is finished: its scores are the ends of the game or a draw."""
    pairs = dict(pairs_of(shipped))
    pairs["tiers"][-1][1][0] = -5
    with pytest.raises(InconsistentTableError, match="tier 9 has an impossible palette"):
        decode(sealed(list(pairs.items())))


def test_duplicate_missing_and_misplaced_keys_are_refused(file: bytes) -> None:
    """A map that two readers could read differently is no table."""
    pairs = pairs_of(file)
    for keys in (
        [*pairs[:3], pairs[2], *pairs[3:]],
        [*pairs[:8], ("later", 1), ("later", 2), *pairs[8:]],
        [*pairs[:8], (5, 1), *pairs[8:]],
        [*pairs[:8], ([1], 1), *pairs[8:]],
        [*pairs[:4], pairs[5], pairs[4], *pairs[6:]],
        [*pairs[:4], *pairs[5:]],
    ):
        with pytest.raises((InconsistentTableError, DamagedTableError, NotATableError)):
            decode(sealed(keys))


def test_set_padding_is_refused(file: bytes) -> None:
    """One slot of one bit leaves seven bits of its byte, and they are zero."""
    pairs = dict(pairs_of(file))
    pairs["slots"][0] = bytes([pairs["slots"][0][0] | 0x80])
    with pytest.raises(InconsistentTableError, match="tier 0 has bits set behind"):
        decode(sealed(list(pairs.items())))


def test_a_number_outside_the_palette_is_refused_when_it_is_met(shipped: bytes) -> None:
    """No look-up takes it for a score."""
    contents = decode(shipped)
    tier = next(tier for tier in contents.tiers if len(tier.palette) == 3)
    pairs = dict(pairs_of(shipped))
    pairs["slots"][contents.tiers.index(tier)] = b"\xff" * (tier.slots_end - tier.slots_at)
    with pytest.raises(InconsistentTableError, match="palette of 3"):
        hostile = decode(sealed(list(pairs.items())))
        hostile.score(hostile.tiers[contents.tiers.index(tier)], 0)


def with_extra(shipped: bytes, *extra: bytes) -> bytes:
    """The shipped table with further packed pairs before its checksums, and true checksums."""
    pairs = pairs_of(shipped)
    body = b"".join(msgpack.packb(key) + msgpack.packb(value) for key, value in pairs[-2:])
    head: bytes = bytes([0x80 + len(pairs) + 2 + len(extra)])
    head += b"".join(msgpack.packb(key) + msgpack.packb(value) for key, value in pairs[:-2])
    head += b"".join(extra)
    body_crc32 = msgpack.packb("body_crc32") + msgpack.packb(crc32(body))
    head += body_crc32 + msgpack.packb("head_crc32")
    checksum: bytes = msgpack.packb(crc32(head))
    return head + checksum + body


def test_unknown_values_may_be_all_that_a_reader_can_skip(shipped: bytes) -> None:
    """Of each kind the greatest, and in encodings that are not the shortest."""
    values = [
        *(b"\xc0", b"\xc2", b"\xc3", b"\x7f", b"\xe0", b"\xcf" + b"\xff" * 8),
        *(b"\xd3\x80" + b"\0" * 7, b"\xcd\x00\x01", b"\xd0\x01", b"\xd9\x00", b"\xdc\x00\x00"),
        *(b"\xbf" + b"\xff" * 31, b"\xd9\xff" + b"t" * 255, b"\xdc\x01\x00" + b"\xa0" * 256),
        *(
            b"\x91" * 3 + b"\x90",
            b"\x92" + b"\xd9\xff" + b"u" * 255 + b"\x93\xc0\xc0\x9f" + b"\x01" * 15,
        ),
        b"\xdc\x00\x3f" + (b"\xd9\xff" + b"u" * 255) * 0x3E + b"\xc0",
    ]
    for value in values:
        extended = with_extra(shipped, b"\xa1a\xc0", b"\xd9\x05later" + value, b"\xa2\xff\xfe\x01")
        assert decode(extended).positions == 5478, value[:8]


@pytest.mark.parametrize(
    "value",
    [
        *(b"\xca" + b"\0" * 4, b"\xcb" + b"\0" * 8, b"\x80", b"\x81\x01\x01", b"\xde\x00\x00"),
        *(b"\xdf" + b"\0" * 4, b"\xc4\x00", b"\xc5\x00\x00", b"\xc6" + b"\0" * 4, b"\xc1"),
        *(b"\xda\x40\x00", b"\xdb\xff\xff\xff\xff", b"\xdd\x00\x00\x01\x01", b"\xd4\x01\x01"),
        *(b"\xc7\x00\x01", b"\xc8\x00\x00\x01", b"\xc9" + b"\0" * 5, b"\xd8" + b"\0" * 17),
        *(b"\xdc\x01\x01" + b"\xc0" * 257, b"\x91" * 4 + b"\x90"),
        b"\xdc\x00\x40" + (b"\xd9\xff" + b"u" * 255) * 0x40,
    ],
    ids=lambda value: value[:6].hex(),
)
def test_unknown_values_of_other_kinds_make_a_head_damaged(file: bytes, value: bytes) -> None:
    """Although its checksum holds: a reader cannot know where they end."""
    with pytest.raises(DamagedTableError):
        decode(with_extra(file, b"\xa5later" + value))
    known = file.replace(b"\xa1k\x03", b"\xa1k" + value, 1)
    with pytest.raises(DamagedTableError):
        decode(known)


@pytest.mark.parametrize(
    "pairs",
    [
        [b"\x05\xc0"],
        [b"\xc0\xc0"],
        [b"\x91\xa1a\xc0"],
        [b"\xa1a\xc0", b"\xa1a\xc0"],
        [b"\xa1a\xc0", b"\xd9\x01a\xc0"],
        [b"\xa1k\xc0"],
        [b"\xa5masks\xc0"],
        [b"\xa5slots\xc0"],
        [b"\xaabody_crc32\x01"],
    ],
    ids=str,
)
def test_keys_that_are_no_text_or_stand_twice_are_inconsistent(
    file: bytes, pairs: list[bytes]
) -> None:
    """Two readers could read them differently."""
    with pytest.raises(InconsistentTableError):
        decode(with_extra(file, *pairs))


def test_a_map_has_as_many_pairs_as_it_says(shipped: bytes) -> None:
    """Fifteen at most; where the head says otherwise, its checksum decides what is wrong."""
    extended = with_extra(shipped, b"\xa1a\xc0", b"\xa1b\xc0", b"\xa1c\xc0")
    assert decode(extended).positions == 5478
    at = extended.index(b"head_crc32") + len("head_crc32")
    for count in (12, 13, 14):
        head = bytes([0x80 + count]) + extended[1:at]
        with pytest.raises(InconsistentTableError, match=f"the map claims {count} keys"):
            decode(head + msgpack.packb(crc32(head)) + extended[at + 5 :])
    more = with_extra(shipped, *[b"\xa1" + bytes([97 + key]) + b"\xc0" for key in range(3)])
    four = more.replace(b"\xa1c\xc0", b"\xa1c\xc0\xa1d\xc0", 1)
    at = four.index(b"head_crc32") + len("head_crc32")
    four = four[:at] + msgpack.packb(crc32(four[:at])) + four[at + 5 :]
    with pytest.raises(InconsistentTableError, match="the map claims 15 keys"):
        decode(four)


@pytest.mark.parametrize("value", [None, True, -1, 2**32, "0", [1]])
def test_a_body_checksum_that_is_none_is_inconsistent(file: bytes, value: object) -> None:
    """A large file's is not verified at once, but it is looked at."""
    at = file.index(b"body_crc32") + len("body_crc32")
    end = file.index(b"head_crc32") - 1
    head = file[:at] + msgpack.packb(value) + b"\xaahead_crc32"
    body = file[end + len("head_crc32") + 6 :]
    assert body.startswith(b"\xa5masks")
    for verify in (True, False):
        with pytest.raises(InconsistentTableError, match="body_crc32 is"):
            decode(head + msgpack.packb(crc32(head)) + body, verify=verify)


def test_a_long_head_is_cut_short_or_damaged_by_one_rule(file: bytes) -> None:
    """If it needs bytes behind 16 KiB it is damaged, else if behind the file's end, cut short."""
    long = b"\xdc\x00\xff" + (b"\xd9\xff" + b"u" * 255) * 0xFF
    extended = with_extra(file, b"\xa5later" + long)
    assert len(extended) > 1 << 16
    for size in (200, 1000, 16_000):
        with pytest.raises(TruncatedTableError, match=f"ends after {size} bytes"):
            decode(extended[:size])
    for size in (16_384, 16_385, len(extended)):
        with pytest.raises(DamagedTableError, match="more than 16384 bytes"):
            decode(extended[:size])


START = b"\x8c\xa6format\xa9ttt-table\xa7version\x01"


@pytest.mark.parametrize(
    "hostile",
    [
        START + b"\xa4rows\xdd\xff\xff\xff\xff",
        START + b"\xa4rows\xdf\xff\xff\xff\xff",
        START + b"\xa4rows\xc6\xff\xff\xff\xff",
        START + b"\xa4rows\xdb\xff\xff\xff\xff",
        START + b"\xa4rows\xc9\xff\xff\xff\xff\x01",
        START + b"\xa4rows" + b"\x91" * 100_000,
        START + b"\xa4rows" + b"\xdd\x00\x00\x00\xff" * 5_000,
        START + b"\xa4rows" + b"\xdc\x00\xff" * 200_000,
        START + b"\xa4rows" + b"\x81" * 100_000,
        START + b"\xa4rows\x81\x90\x01",
        START + b"\xa4rows\xc1",
        START + b"\xa4rows\xd7\xff" + b"\xff" * 8,
        START + b"\xc0" * 1_000_000,
        START + b"\xa3k\xff\xfe\x01" * 10,
    ],
    ids=lambda data: data[len(START) : len(START) + 12].hex(),
)
def test_hostile_msgpack_costs_little_memory(hostile: bytes) -> None:
    """Huge declared lengths, deep nesting, extension types, bytes that are no text."""
    tracemalloc.start()
    with pytest.raises((DamagedTableError, TruncatedTableError)):
        decode(hostile)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 4_000_000


@given(st.binary(max_size=200))
def test_no_bytes_raise_anything_but_our_errors(tail: bytes) -> None:
    """Anything at all, after a good beginning or none."""
    for data in (tail, START + tail, START + b"\xa4rows" + tail):
        with pytest.raises(TableError):
            decode(data)


def test_large_slots_are_passed_on_not_copied() -> None:
    """A writer of big boards hands in mapped files."""
    slots = memoryview(bytes(1))
    pieces = list(encode(Game(1, 1, 1), 2, [PackedTier(b"\0\0", [1], slots)] * 2))
    assert sum(piece is slots for piece in pieces) == 2
