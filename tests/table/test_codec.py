"""The bytes of a file: no others pass for a table, and docs/format.md is true."""

import json
import re
import tracemalloc
from itertools import product
from pathlib import Path
from typing import Any

import msgpack
import pytest
from crafted import Parts
from support.cases import exhaustive
from support.games import FALLING as FALLING_GAMES
from support.games import LINES, OWN_LINES, TableOf, fano

from ttt_table import Game, runtime
from ttt_table.build import build_table
from ttt_table.errors import BadTableError
from ttt_table.runtime import is_possible_palette
from ttt_table.table.contents import Contents
from ttt_table.table.writer import PackedTier, encode

PAGE = (Path(__file__).parents[2] / "docs" / "format.md").read_text()
HEADER_KEYS = ["format", "version", "rows", "cols", "k", "misere", "positions", "tiers"]


def test_the_file_is_one_msgpack_document_with_the_keys_in_order(
    shipped: bytes,
) -> None:
    """Any msgpack library reads it; it has no dates, versions or machines."""
    document = msgpack.unpackb(shipped)
    assert list(document) == [
        *HEADER_KEYS,
        "body_crc32",
        "head_crc32",
        "masks",
        "slots",
    ]
    assert [document[key] for key in HEADER_KEYS[:7]] == [
        "ttt-table",
        1,
        3,
        3,
        3,
        False,
        5478,
    ]
    assert len(document["tiers"]) == len(document["slots"]) == 10
    assert len(document["masks"]) == 2 * 102


def test_a_version_from_the_future_asks_for_an_update(shipped: bytes) -> None:
    """It is not called damaged; other oddities are in readers/vectors."""
    parts = Parts.of(shipped)
    assert parts.file() == shipped
    with pytest.raises(BadTableError, match=r"version is 1000.*update"):
        Contents(parts.file(version=1000))


FALLING = Game(2, 2, 2, gravity=True)


@pytest.fixture
def falling(tmp_path: Path) -> Parts:
    """The parts of a file of version 2."""
    return Parts.of(Path(build_table(FALLING, tmp_path / "falling")).read_bytes())


@pytest.mark.parametrize("game", [*FALLING_GAMES, *LINES, *OWN_LINES], ids=str)
def test_a_file_of_version_2_has_the_rules_in_order(game: Game, tmp_path: Path) -> None:
    """Each game has either k or lines, and all have the three flags."""
    document = msgpack.unpackb(Path(build_table(game, tmp_path / "table")).read_bytes())
    keys = [*runtime.HEADER_KEYS[2], *runtime.CHECKSUM_KEYS, *runtime.BODY_KEYS]
    assert list(document) == keys
    assert document["version"] == 2
    rules = document["rules"]
    expected = runtime.RULES_IN_A_ROW if game.lines is None else runtime.RULES_OF_LINES
    assert list(rules) == list(expected)
    flags = [game.misere, game.gravity, game.breaker]
    assert [rules[flag] for flag in runtime.FLAGS] == flags
    if game.lines is None:
        assert rules["k"] == game.k
    else:
        assert rules["name"] == game.name
        assert tuple(rules["lines"]) == game.lines
        assert rules["o_lines"] == (game.o_lines and list(game.o_lines))


def test_a_rule_that_nobody_knows_is_named(falling: Parts) -> None:
    """So a file of a later release says what an older one lacks."""
    with pytest.raises(BadTableError, match=r"the rule 'diagonal'.*update") as caught:
        Contents(falling.file_with_rules(("diagonal", True)))
    assert caught.value.code == "version"


def test_a_version_2_without_rules_is_not_one_that_this_reader_knows(
    falling: Parts,
) -> None:
    """It has the keys of version 1."""
    old = {**falling.header, "k": 2, "misere": False}
    header = {key: old[key] for key in HEADER_KEYS}
    with pytest.raises(BadTableError, match=r"no rules: build .* again") as caught:
        Contents(Parts(header, falling.body).file())
    assert caught.value.code == "version"


@pytest.fixture
def long_header(shipped: bytes) -> bytes:
    """A file whose header takes more bytes than a header may."""
    file = Parts.of(shipped).file(("later", ["u" * 255] * 255))
    assert len(file) > 1 << 16
    return file


@pytest.mark.parametrize("size", [200, 1000, 16_000])
def test_a_head_that_needs_bytes_beyond_the_files_end_is_cut_short(
    size: int, long_header: bytes
) -> None:
    """As long as these bytes could be in a header."""
    with pytest.raises(BadTableError, match=f"ends after {size} bytes"):
        Contents(long_header[:size])


@pytest.mark.parametrize("size", [32_768, 32_769, 1 << 16])
def test_a_head_that_needs_bytes_beyond_32_kib_is_damaged(
    size: int, long_header: bytes
) -> None:
    """However long the file is."""
    with pytest.raises(BadTableError, match="more than 32768 bytes"):
        Contents(long_header[:size])


START = b"\x8c\xa6format\xa9ttt-table\xa7version\x01"


@pytest.mark.parametrize(
    "hostile",
    [
        START + b"\xa4rows\xdd\xff\xff\xff\xff",
        START + b"\xa4rows\xc6\xff\xff\xff\xff",
        START + b"\xa4rows\xdb\xff\xff\xff\xff",
        START + b"\xa4rows\xc9\xff\xff\xff\xff\x01",
        START + b"\xa4rows" + b"\x91" * 100_000,
        START + b"\xa4rows" + b"\xdd\x00\x00\x00\xff" * 5_000,
        START + b"\xa4rows\x81\x90\x01",
        START + b"\xa4rows\xc1",
        START + b"\xc0" * 1_000_000,
        START + b"\xa3k\xff\xfe\x01" * 10,
    ],
    ids=lambda data: data[len(START) : len(START) + 12].hex(),
)
def test_hostile_msgpack_costs_little_memory(hostile: bytes) -> None:
    """Huge declared lengths, deep nesting, extension types, bytes that are not text."""
    tracemalloc.start()
    with pytest.raises(BadTableError) as caught:
        Contents(hostile)
    assert caught.value.code in ("damaged", "truncated")
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 4_000_000


def test_slots_are_not_copied() -> None:
    """A writer of large boards passes mapped files."""
    slots = memoryview(bytes(1))
    pieces = list(encode(Game(1, 1, 1), 2, [PackedTier(b"\0\0", [1], slots)] * 2))
    assert sum(piece is slots for piece in pieces) == 2


def test_the_bytes_of_the_example_stand_where_it_says(shipped: bytes) -> None:
    """Every row of the table, in order and without overlap."""
    rows = re.findall(r"^\| (\d+) \| `([0-9a-f ]+)` \|", PAGE, re.MULTILINE)
    assert len(rows) > 20
    end = 0
    for place, hexadecimal in rows:
        start = int(place)
        stored = bytes.fromhex(hexadecimal)
        assert start >= end
        end = start + len(stored)
        assert shipped[start:end] == stored, place


@pytest.mark.parametrize(
    "step",
    [51, *exhaustive([1])],
)
@pytest.mark.parametrize(
    "game",
    [
        Game(2, 4, 3),
        Game(1, 6, 2, misere=True),
        Game(4, 2, 3, gravity=True),
        *LINES[-2:],
        fano(),
        *exhaustive([Game(), Game(gravity=True)]),
    ],
    ids=str,
)
def test_the_reader_on_the_page_reads_other_boards(
    game: Game, step: int, tmp_path: Path, table_of: TableOf
) -> None:
    """Not square, misère, with gravity, of lines; None for unreachable boards."""
    code = re.findall(r"^```python\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)[-1]
    assert "ttt_table" not in code
    names: dict[str, Any] = {}
    exec(code, names)  # the page's own text
    path = build_table(game, tmp_path / "table")
    texts = ["".join(marks) for marks in product("XO.", repeat=game.cells)][::step]
    table = table_of(game)
    assert all(names["look_up"](path, text) == table.get(text) for text in texts)


FLAT_PAGE = " ".join(PAGE.split())


def test_the_rules_on_the_page_are_those_of_a_file(tmp_path: Path) -> None:
    """As JSON, whose order is that of the file."""
    path = Path(build_table(Game(gravity=True), tmp_path / "table"))
    rules = json.dumps(msgpack.unpackb(path.read_bytes())["rules"])
    assert f"`{rules}`" in FLAT_PAGE


@pytest.mark.parametrize(
    "sentence",
    [
        f"An array has at most {runtime.MAX_ELEMENTS} elements",
        f"nested at most {runtime.MAX_DEPTH} deep",
        f"its value is a number above {runtime.RULES_VERSION}",
        f"A header has at most {runtime.MAX_HEADER:,} bytes",
        f"CRC-32 of every byte after the value of `{runtime.CHECKSUM_KEYS[1]}`",
    ],
)
def test_the_limits_on_the_page_are_those_of_the_code(sentence: str) -> None:
    """Each figure of the page."""
    assert sentence in FLAT_PAGE


@pytest.mark.parametrize("version", runtime.HEADER_KEYS)
def test_the_page_lists_every_key(version: int) -> None:
    """In its table of keys, whose first column has nothing else but bytes."""
    first_columns = re.findall(r"^\| (`.*?) \|", PAGE, re.MULTILINE)
    listed = {*re.findall(r"`(\w+)`", "".join(first_columns))}
    assert listed.issuperset(runtime.HEADER_KEYS[version])
    assert listed.issuperset(runtime.CHECKSUM_KEYS + runtime.BODY_KEYS)
    assert listed.issuperset(runtime.RULES_IN_A_ROW + runtime.RULES_OF_LINES)


@pytest.mark.parametrize(
    ("palette", "is_possible"),
    [
        ([0], True),
        ([-10, 0, 5], True),
        ([-10, 0, 5, None], True),
        ([None], True),
        ([], False),
        ([5, 0], False),
        ([0, 0], False),
        ([4], False),
        ([0, 4, None], False),
        ([0, 11, None], False),
        ([0, True], False),
        ([0, "5"], False),
        ([None, 0], False),
    ],
)
def test_a_palette_has_the_scores_of_its_tier_in_order(
    palette: list[object], is_possible: bool
) -> None:
    """After 4 stones a player wins at once, in 2 or 4 plies more, or loses so."""
    assert is_possible_palette(palette, cells=9, stones=4) is is_possible
