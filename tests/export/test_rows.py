"""Rows for other tools: complete, exact, and streamed."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable
from pathlib import Path
from zipfile import ZipFile

import pytest

from ttt_table import Game, Table, open_table
from ttt_table.build import build_table
from ttt_table.cli import main
from ttt_table.errors import ArgumentError, MissingExtraError, SizeError, TableAccessError
from ttt_table.export.rows import NO_SCORE, row_pieces, rows, write_rows

TableOf = Callable[[Game], Table]


@pytest.mark.parametrize(
    "game",
    [Game(2, 3, 2, misere=True)],
    ids=str,
)
def test_every_format_has_the_same_rows(game: Game, table_of: TableOf, tmp_path: Path) -> None:
    """CSV as text, JSON as objects, npz as arrays."""
    numpy = pytest.importorskip("numpy")
    table = table_of(game)
    due = list(rows(table))
    for to in ("csv", "jsonl", "npz"):
        assert write_rows(table, tmp_path / f"rows.{to}", to) == len(due)
    objects = [json.loads(line) for line in (tmp_path / "rows.jsonl").read_text().splitlines()]
    assert objects == [row._asdict() for row in due]
    with open(tmp_path / "rows.csv", newline="") as file:
        for row, read in zip(due, csv.DictReader(file), strict=True):
            assert (read["board"], read["mover"]) == (row.board, row.mover)
            assert (int(read["value"]), int(read["plies"])) == (row.value, row.plies)
            assert [int(cell) for cell in read["best"].split()] == row.best
            assert [int(cell) for cell in read["keeping"].split()] == row.keeping
            scores = [read[f"score_{cell}"] for cell in range(game.cells)]
            assert [int(one) if one else None for one in scores] == row.scores
    arrays = numpy.load(tmp_path / "rows.npz", allow_pickle=False)
    signs = {"X": 1, "O": -1, ".": 0}
    every = range(game.cells)
    for at, row in enumerate(due):
        assert {name: arrays[name][at].tolist() for name in arrays} == {
            "boards": [signs[mark] for mark in row.board],
            "movers": signs[row.mover],
            "values": row.value,
            "plies": row.plies,
            "best": [cell in row.best for cell in every],
            "keeping": [cell in row.keeping for cell in every],
            "scores": [NO_SCORE if score is None else score for score in row.scores],
        }


@pytest.mark.parametrize("game", [Game(1, 1, 1), Game(2, 2, 2)], ids=str)
def test_npz_has_its_documented_shapes_and_no_date(
    table_of: TableOf, tmp_path: Path, game: Game
) -> None:
    """Also of a single cell; and the same rows give the same bytes on every day."""
    numpy = pytest.importorskip("numpy")
    count = write_rows(table_of(game), tmp_path / "it.npz", "npz")
    arrays = numpy.load(tmp_path / "it.npz", allow_pickle=False)
    assert {name: (arrays[name].shape, str(arrays[name].dtype)) for name in arrays} == {
        **dict.fromkeys(("movers", "values", "plies"), ((count,), "int8")),
        **dict.fromkeys(("boards", "scores"), ((count, game.cells), "int8")),
        **dict.fromkeys(("best", "keeping"), ((count, game.cells), "bool")),
    }
    dates = {one.date_time for one in ZipFile(tmp_path / "it.npz").infolist()}
    assert dates == {(1980, 1, 1, 0, 0, 0)}


def test_what_cannot_be_written_is_refused(
    table: Table, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another format, a folder, npz without numpy, a large board; nothing is left behind."""
    with pytest.raises(ArgumentError, match="no such format"):
        write_rows(table, tmp_path / "it", "parquet")
    with pytest.raises(TableAccessError):
        write_rows(table, tmp_path, "csv")
    monkeypatch.setitem(__import__("sys").modules, "numpy", None)
    with pytest.raises(MissingExtraError, match="numpy"):
        write_rows(table, tmp_path / "it", "npz")
    monkeypatch.setattr("ttt_table.export.rows.MOST_CELLS", 8)
    with pytest.raises(SizeError, match="9 cells"):
        write_rows(table, tmp_path / "it", "csv")
    assert list(tmp_path.iterdir()) == []
    assert bytes(next(row_pieces(table, "csv", force=True))).startswith(b"board,")


# The command


@pytest.mark.usefixtures("in_an_empty_folder")
def test_the_command_writes_a_file_or_prints(capsys: pytest.CaptureFixture[str]) -> None:
    """The same lines; with -o it says how many rows."""
    build_table(Game(2, 3, 3), "t")
    count = len(list(rows(open_table("t"))))
    assert main(["export", "--to", "csv", "t", "-o", "it.csv"]) == 0
    assert capsys.readouterr().out == f"it.csv: {count:,} rows\n"
    assert main(["export", "--to", "csv", "t"]) == 0
    assert capsys.readouterr().out == Path("it.csv").read_text()
    assert main(["export", "--to", "jsonl", "t", "-o", "it", "--json"]) == 0
    said = json.loads(capsys.readouterr().out)
    assert said == {"file": "it", "format": "jsonl", "rows": count}


def test_the_command_writes_a_table_for_c(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], shipped: bytes
) -> None:
    """All of its bytes, in an array with the game's name."""
    assert main(["export", "--to", "c", "-o", str(tmp_path / "it.h"), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["name"] == "ttt_3x3k3"
    text = (tmp_path / "it.h").read_text()
    assert f"ttt_3x3k3[{len(shipped)}]" in text
    assert text.count("0x") == len(shipped)
    assert main(["export", "--to", "c"]) == 0
    assert capsys.readouterr().out == text


@pytest.mark.parametrize(
    ("arguments", "status"),
    [
        ([], 2),
        (["--to", "parquet"], 2),
        (["--to", "npz"], 2),
        (["--to", "csv", "--json"], 2),
        (["--to", "csv", "none.msgpack"], 3),
    ],
)
def test_the_command_refuses_what_it_cannot_do(
    arguments: list[str], status: int, capsys: pytest.CaptureFixture[str]
) -> None:
    """In a line."""
    assert main(["export", *arguments]) == status
    printed = capsys.readouterr()
    assert printed.out == ""
    assert "error" in printed.err
    assert "Traceback" not in printed.err
