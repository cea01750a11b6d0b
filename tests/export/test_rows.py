"""Rows for other tools: complete, exact, and streamed."""

import csv
import io
import json
import os
import re
import sys
from pathlib import Path
from typing import Any

import pytest
from support.commands import Run
from support.games import TableOf

from ttt_table import Game, Table, open_table
from ttt_table.build import build_table
from ttt_table.cli import main
from ttt_table.errors import (
    ArgumentError,
    MissingExtraError,
    SizeError,
    TableAccessError,
)
from ttt_table.export.rows import Export, rows

SIGNS = {"X": 1, "O": -1, ".": 0}
NO_SCORE = -128


def text_of(table: Table, to: str, unfinished: bool = False) -> str:
    """What an export writes."""
    return b"".join(Export(table, to, unfinished=unfinished).pieces()).decode()


@pytest.mark.parametrize("unfinished", [True, False])
@pytest.mark.parametrize(
    ("game", "first"), [(Game(2, 3, 2, misere=True), "X")], ids=str
)
def test_text_has_the_rows(
    game: Game,
    first: str,
    unfinished: bool,
    table_of: TableOf,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """CSV and JSON lines, from rows read one by one and by way of arrays, which are equal."""
    table = Table(table_of(game)._contents, first)
    due = list(rows(table, unfinished=unfinished))
    assert {row.plies == 0 for row in due} == {False, not unfinished}
    for few in (1 << 20, 0):
        monkeypatch.setattr("ttt_table.export.rows.FEW", few)
        assert list(rows(table, unfinished=unfinished)) == due
        objects = map(json.loads, text_of(table, "jsonl", unfinished).splitlines())
        assert list(objects) == [row._asdict() for row in due]
        read = csv.DictReader(io.StringIO(text_of(table, "csv", unfinished)))
        for row, columns in zip(due, read, strict=True):
            lists = [" ".join(map(str, cells)) for cells in (row.best, row.keeping)]
            scores = ["" if score is None else str(score) for score in row.scores]
            assert [*columns.values()] == [*map(str, row[:-3]), *lists, *scores]


@pytest.mark.parametrize("game", [Game(2, 3, 2, misere=True)], ids=str)
def test_a_file_of_arrays_has_the_rows(
    game: Game, table_of: TableOf, tmp_path: Path
) -> None:
    """In the types that the documents name, and with no date: the same bytes on every day."""
    numpy = pytest.importorskip("numpy")
    due = list(rows(table_of(game), unfinished=False))
    export = Export(table_of(game), "npz", unfinished=False)
    assert export.write(tmp_path / "it") == export.count == len(due)
    assert os.listdir(tmp_path) == ["it"]
    with numpy.load(tmp_path / "it", allow_pickle=False) as arrays:
        assert {one.date_time for one in arrays.zip.infolist()} == {
            (1980, 1, 1, 0, 0, 0)
        }
        for name, array in arrays.items():
            kinds = {"best": "bool", "keeping": "bool", "erring": "float32"}
            assert array.dtype == kinds.get(name, "int8")
            array = array.astype(float).round(4) if name == "erring" else array
            assert array.tolist() == [expected(row)[name] for row in due]


def expected(row: Any) -> dict[str, object]:
    """A row as it stands in arrays."""
    cells = range(len(row.board))
    return {
        "boards": [SIGNS[mark] for mark in row.board],
        "movers": SIGNS[row.mover],
        "values": row.value,
        "plies": row.plies,
        "canonical": [SIGNS[mark] for mark in row.canonical],
        "erring": row.erring,
        "best": [cell in row.best for cell in cells],
        "keeping": [cell in row.keeping for cell in cells],
        "scores": [NO_SCORE if score is None else score for score in row.scores],
    }


def test_what_cannot_be_written_is_refused(
    table: Table, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another format, a folder, too many rows, no numpy; nothing is left behind."""
    for to in ("npy", "parquet"):
        with pytest.raises(ArgumentError, match="no such format"):
            Export(table, to)
    with pytest.raises(TableAccessError, match="a folder"):
        Export(table, "csv").write(tmp_path)
    monkeypatch.setattr("ttt_table.export.rows.MOST_ROWS", 1_000)
    with pytest.raises(SizeError, match="up to 5,478 rows"):
        Export(table, "csv")
    for loaded in ("table.batch", "export.columns"):
        monkeypatch.delitem(sys.modules, f"ttt_table.{loaded}", raising=False)
    monkeypatch.setitem(sys.modules, "numpy", None)
    monkeypatch.setattr(table, "_kept_finder", None)
    with pytest.raises(MissingExtraError, match="numpy"):
        Export(table, "npz", force=True).write(tmp_path / "it")
    monkeypatch.setattr("ttt_table.export.rows.FEW", 0)
    assert next(rows(Table(table._contents, "X"))).board == "." * 9
    assert os.listdir(tmp_path) == []


# The command


@pytest.mark.usefixtures("in_an_empty_folder")
def test_the_command_writes_a_file_or_prints(run: Run) -> None:
    """The same lines; with -o it says how many rows. The table is named in either way."""
    build_table(Game(2, 3, 3), "t")
    count = len(list(rows(open_table("t"))))
    printed = run(["export", "--to", "csv", "--table", "t"]).out
    assert printed.count("\n") == count + 1
    assert (
        run(["export", "--to", "csv", "t", "-o", "it.csv"]).out
        == f"it.csv: {count:,} rows\n"
    )
    assert (
        run(["export", "--to", "csv", "t"]).out == Path("it.csv").read_text() == printed
    )
    assert run(["export", "--to", "csv", "t", "--all"]).out.count("\n") == 265 + 1
    build_table(Game(1, 1, 1), "one")
    assert run(["export", "--to", "csv", "one", "-o", "it"]).out == "it: 1 row\n"


def test_the_command_writes_a_table_for_c(run: Run, shipped: bytes) -> None:
    """All of its bytes, in an array with the game's name."""
    text = run(["export", "--to", "c"]).out
    assert f"ttt_3x3k3[{len(shipped)}]" in text
    assert bytes(int(byte, 16) for byte in re.findall(r"\b0x(..)\b", text)) == shipped
    assert max(map(len, text.splitlines())) <= 100


@pytest.mark.parametrize(
    ("game", "options", "count"),
    [(Game(2, 3, 2), ["--classes", "--decidable"], 7)],
    ids=str,
)
def test_one_board_of_each_class_can_be_exported(
    game: Game, options: list[str], count: int, tmp_path: Path
) -> None:
    """As many as are published; and those of them at which it matters what is played."""
    path = build_table(game, tmp_path / "table")
    for to in ("jsonl", "npz"):
        line = [
            "export",
            "--to",
            to,
            "-o",
            str(tmp_path / to),
            *options,
            "--table",
            path,
        ]
        assert main(line) == 0
    records = [
        json.loads(line) for line in (tmp_path / "jsonl").read_text().splitlines()
    ]
    assert len(records) == count
    canonical = open_table(path).canonical
    assert all(
        one["board"] == one["canonical"] == canonical(one["board"]) for one in records
    )
    with pytest.importorskip("numpy").load(tmp_path / "npz") as arrays:
        marks = [[SIGNS[mark] for mark in one["board"]] for one in records]
        assert arrays["boards"].tolist() == arrays["canonical"].tolist() == marks
        erring = arrays["erring"].astype(float).round(4).tolist()
        assert erring == [one["erring"] for one in records]
