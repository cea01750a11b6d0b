"""docs/format.md is true: its bytes stand in the file, and its reader reads it."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from ttt_table import Game, Table
from ttt_table.build import build_table
from ttt_table.table.files import shipped_path

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


@pytest.fixture(scope="module")
def look_up() -> Callable[[str, str], tuple[int, int] | None]:
    """The reader that the page shows, which knows nothing of the package."""
    code = re.findall(r"^```python\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)[-1]
    assert "ttt_table" not in code
    names: dict[str, Any] = {}
    exec(code, names)  # the page's own text
    found: Callable[[str, str], tuple[int, int] | None] = names["look_up"]
    return found


def test_its_reader_finds_every_position(
    look_up: Callable[[str, str], tuple[int, int] | None], table: Table
) -> None:
    """Of the shipped table, and says which are out of reach."""
    for board in list(table)[::7]:
        assert look_up(shipped_path(), board) == table[board]
    assert look_up(shipped_path(), ".....O..X") == (1, 5)
    assert look_up(shipped_path(), "XXXOOO...") is None


@pytest.mark.parametrize("game", [Game(2, 4, 3), Game(1, 6, 2, misere=True)], ids=str)
def test_its_reader_reads_other_boards(
    look_up: Callable[[str, str], tuple[int, int] | None],
    game: Game,
    tmp_path: Path,
    table_of: Callable[[Game], Table],
) -> None:
    """Not square, not normal."""
    path = build_table(game, tmp_path / "table")
    for board, outcome in list(table_of(game).items())[::5]:
        assert look_up(path, board) == outcome
