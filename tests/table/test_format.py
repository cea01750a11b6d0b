"""docs/format.md is true: its bytes stand in the file, and its reader reads it."""

from __future__ import annotations

import io
import re
from collections.abc import Callable
from itertools import product
from pathlib import Path
from typing import Any

import msgpack
import pytest

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


@pytest.mark.slow
@pytest.mark.parametrize("game", [Game(), Game(gravity=True)], ids=str)
def test_its_reader_is_right_about_every_text(
    look_up: Callable[[str, str], tuple[int, int] | None],
    game: Game,
    tmp_path: Path,
    table_of: Callable[[Game], Table],
) -> None:
    """All 19,683 of nine cells: the outcome of 5,478, or 694, and None for those out of reach."""
    document = msgpack.unpackb(Path(build_table(game, tmp_path / "table")).read_bytes())
    table = table_of(game)
    # The page's reader reads its file for every board; here it is read once.
    names = look_up.__globals__
    names["open"], names["msgpack"] = lambda *_: io.BytesIO(), Unpacked(document)
    texts = ["".join(marks) for marks in product("XO.", repeat=9)]
    answers = {text: look_up("", text) for text in texts}
    assert answers == {text: table.get(text) for text in texts}
    assert sum(answer is not None for answer in answers.values()) == document["positions"]
    assert answers[".....O..X"] == (1, 7 if game.gravity else 5)
    assert (answers["...X..O.."] is None) == game.gravity  # the page says why


class Unpacked:
    """Stands in for msgpack where the document is unpacked already."""

    def __init__(self, document: object) -> None:
        self.document = document

    def unpackb(self, _: bytes) -> object:
        return self.document


@pytest.mark.parametrize(
    "game", [Game(2, 4, 3), Game(1, 6, 2, misere=True), Game(4, 2, 3, gravity=True)], ids=str
)
def test_its_reader_reads_other_boards(
    look_up: Callable[[str, str], tuple[int, int] | None],
    game: Game,
    tmp_path: Path,
    table_of: Callable[[Game], Table],
) -> None:
    """Not square, not normal, with gravity; and every text out of reach is None."""
    path = build_table(game, tmp_path / "table")
    texts = ["".join(marks) for marks in product("XO.", repeat=game.cells)][::5]
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
    assert [*codec.HEAD_KEYS[codec.GRAVITY_VERSION], *codec.CHECKSUM_KEYS, *codec.BODY_KEYS] == [
        key for key in keys if not re.fullmatch("[0-9a-f]{2}", key)
    ]
