"""docs/format.md is true: its bytes stand in the file, and its reader reads it."""

import re
from collections.abc import Callable
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from games import LINES, fano

from ttt_table import Game, Table
from ttt_table.build import build_table
from ttt_table.table import codec, head

PAGE = (Path(__file__).parents[2] / "docs" / "format.md").read_text()


def test_the_bytes_of_the_example_stand_where_it_says(shipped: bytes) -> None:
    """Every row of the table, in order and without overlap."""
    rows = re.findall(r"^\| (\d+) \| `([0-9a-f ]+)` \|", PAGE, re.MULTILINE)
    assert len(rows) > 20
    end = 0
    for at, hexadecimal in rows:
        stored = bytes.fromhex(hexadecimal)
        assert int(at) >= end
        assert shipped[int(at) : int(at) + len(stored)] == stored, at
        end = int(at) + len(stored)


@pytest.fixture
def look_up() -> Callable[[str, str], tuple[int, int] | None]:
    """The reader that the page shows, which knows nothing of the package."""
    code = re.findall(r"^```python\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)[-1]
    assert "ttt_table" not in code
    names: dict[str, Any] = {}
    exec(code, names)  # the page's own text
    found: Callable[[str, str], tuple[int, int] | None] = names["look_up"]
    return found


@pytest.mark.parametrize("step", [51])
@pytest.mark.parametrize(
    "game",
    [Game(2, 4, 3), Game(1, 6, 2, misere=True), Game(4, 2, 3, gravity=True), *LINES[-2:], fano()],
    ids=str,
)
def test_its_reader_reads_other_boards(
    look_up: Callable[[str, str], tuple[int, int] | None],
    game: Game,
    step: int,
    tmp_path: Path,
    table_of: Callable[[Game], Table],
) -> None:
    """Not square, not normal, with gravity, of lines; and every text out of reach is None."""
    path = build_table(game, tmp_path / "table")
    texts = ["".join(marks) for marks in product("XO.", repeat=game.cells)][::step]
    table = table_of(game)
    assert all(look_up(path, text) == table.get(text) for text in texts)


def test_the_limits_are_those_of_the_code() -> None:
    """Each figure of the page."""
    flat = " ".join(PAGE.split())
    assert f"No array has more than {head.MAX_ELEMENTS} elements" in flat
    assert f"none stands more than {head.MAX_DEPTH} deep" in flat
    assert f"{codec.MAX_KEYS - 2} pairs and {head.MAX_HEAD:,} bytes" in flat
    assert f"a map of 12 to {codec.MAX_KEYS} pairs" in flat
    assert f"CRC-32 of every byte after the value of `{codec.CHECKSUM_KEYS[1]}`" in flat
    keys = re.findall(r"`(\w+)`", "".join(re.findall(r"^\| (`.*?) \|", PAGE, re.MULTILINE)))
    listed = [key for key in keys if not re.fullmatch("[0-9a-f]{2}", key)]
    for version, wanted in codec.HEAD_KEYS.items():
        assert {*wanted, *codec.CHECKSUM_KEYS, *codec.BODY_KEYS} <= {*listed}, version
