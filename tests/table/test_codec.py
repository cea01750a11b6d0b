"""The file's bytes: what is written reads back, and nothing else is taken for a table."""

import tracemalloc

import msgpack
import pytest
from crafted import Parts

from ttt_table import Game
from ttt_table.errors import BadTableError
from ttt_table.table.codec import decode, encode
from ttt_table.table.packing import PackedTier, bits_for

HEAD = ["format", "version", "rows", "cols", "k", "misere", "positions", "tiers"]


def test_palettes_take_the_fewest_bits() -> None:
    """One, two, four or eight."""
    sizes = {1: 1, 2: 1, 3: 2, 4: 2, 5: 4, 16: 4, 17: 8, 52: 8}
    assert {size: bits_for([0] * size) for size in sizes} == sizes


def test_the_file_is_one_msgpack_document_with_the_keys_in_order(shipped: bytes) -> None:
    """Any msgpack library reads it, and there are no dates, versions or machines in it."""
    document = msgpack.unpackb(shipped)
    assert list(document) == [*HEAD, "body_crc32", "head_crc32", "masks", "slots"]
    assert [document[key] for key in HEAD[:7]] == ["ttt-table", 1, 3, 3, 3, False, 5478]
    assert len(document["tiers"]) == len(document["slots"]) == 10
    assert len(document["masks"]) == 2 * 102


def test_a_version_from_the_future_asks_for_an_update(shipped: bytes) -> None:
    """It is told from damage; what is odd in other ways is in readers/vectors."""
    parts = Parts.of(shipped)
    assert parts.file() == shipped
    with pytest.raises(BadTableError, match=r"version is 1000.*update"):
        decode(parts.file(version=1000))


def test_a_long_head_is_cut_short_or_damaged_by_one_rule(shipped: bytes) -> None:
    """If it needs bytes behind 32 KiB it is damaged, else if behind the file's end, cut short."""
    extended = Parts.of(shipped).file(("later", ["u" * 255] * 255))
    assert len(extended) > 1 << 16
    for size in (200, 1000, 16_000):
        with pytest.raises(BadTableError, match=f"ends after {size} bytes"):
            decode(extended[:size])
    for size in (32_768, 32_769, len(extended)):
        with pytest.raises(BadTableError, match="more than 32768 bytes"):
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
    with pytest.raises(BadTableError) as caught:
        decode(hostile)
    assert caught.value.code in ("damaged", "truncated")
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 4_000_000


def test_large_slots_are_passed_on_not_copied() -> None:
    """A writer of big boards hands in mapped files."""
    slots = memoryview(bytes(1))
    pieces = list(encode(Game(1, 1, 1), 2, [PackedTier(b"\0\0", [1], slots)] * 2))
    assert sum(piece is slots for piece in pieces) == 2
