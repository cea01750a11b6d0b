"""Looking up boards on which stones fall: columns have numbers, and a drop its value."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from ttt_table import Game
from ttt_table.build import build_table
from ttt_table.cli import main


@pytest.fixture(scope="module")
def falling(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The table of 3x3 with gravity."""
    folder: Path = tmp_path_factory.mktemp("gravity")
    return build_table(Game(3, 3, 3, gravity=True), folder / "table")


def test_the_drawing_shows_columns_and_the_value_of_each_drop(
    falling: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Only the cells that a stone can fall to have a value."""
    assert main(["lookup", "--table", falling, "...O..XXO"]) == 0
    assert capsys.readouterr().out == (
        "...O..XXO  X to move: X wins in 5 plies; best: 4 (column 1)\n\n"
        "    0          1          2\n"
        " 0 loss 4 |          |\n"
        "----------+----------+----------\n"
        "    O     | 4 win 5* |  5 draw\n"
        "----------+----------+----------\n"
        "    X     |    X     |    O\n\n"
    )


def test_json_has_cells_and_columns(falling: str, capsys: pytest.CaptureFixture[str]) -> None:
    """A column beside each cell, and those of the best moves."""
    assert main(["lookup", "--json", "--table", falling, "...O..XXO"]) == 0
    record = json.loads(capsys.readouterr().out)
    assert all(move["column"] == move["cell"] % 3 for move in record["moves"])
    assert record["best_columns"] == [cell % 3 for cell in record["best"]]


def test_a_floating_stone_is_refused(falling: str, capsys: pytest.CaptureFixture[str]) -> None:
    """With its cell."""
    assert main(["lookup", "--table", falling, "X........"]) == 2
    assert "cell 0 holds a stone with nothing below" in capsys.readouterr().err
