"""Rows for other tools: complete, exact, and streamed."""

from __future__ import annotations

import csv
import json
import os
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from ttt_table import Game, Table, open_table
from ttt_table.build import build_table
from ttt_table.cli import main
from ttt_table.errors import ArgumentError, MissingExtraError, SizeError, TableAccessError
from ttt_table.export.rows import FORMATS, Export, rows
from ttt_table.export.scratch import scratch_folder

TableOf = Callable[[Game], Table]

SIGNS = {"X": 1, "O": -1, ".": 0}
NO_SCORE = -128
FLAGS, ONE_A_ROW = ("best", "keeping"), ("movers", "values", "plies")


@pytest.mark.parametrize(
    ("tiers", "unfinished", "few"),
    [(None, True, 1 << 13), (None, False, 0), ([1, 0, 1], True, 0), ([], True, 0)],
)
@pytest.mark.parametrize("game", [Game(2, 3, 2, misere=True)], ids=str)
def test_every_format_has_the_same_rows(
    game: Game,
    tiers: list[int] | None,
    unfinished: bool,
    few: int,
    table_of: TableOf,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """CSV as text, JSON as objects, arrays in a file and in a folder: all rows, some or none.

    Text is written row by row, or in arrays. An npz has the same bytes on every day.
    """
    monkeypatch.setattr("ttt_table.export.rows.FEW", few)
    numpy = pytest.importorskip("numpy")
    table = table_of(game)
    due = list(rows(table, tiers, unfinished=unfinished))
    assert {row.plies == 0 for row in due} == {*[False] * (tiers != []), *[True] * (not unfinished)}
    for to in ("csv", "jsonl", "npz", "npy"):
        export = Export(table, to, tiers, unfinished=unfinished)
        assert export.write(tmp_path / f"rows.{to}") == export.count == len(due)
    assert len(list(tmp_path.iterdir())) == 4
    objects = [json.loads(line) for line in (tmp_path / "rows.jsonl").read_text().splitlines()]
    assert objects == [row._asdict() for row in due]
    with open(tmp_path / "rows.csv", newline="") as file:
        for row, read in zip(due, csv.DictReader(file), strict=True):
            lists = [" ".join(map(str, cells)) for cells in (row.best, row.keeping)]
            scores = ["" if score is None else str(score) for score in row.scores]
            assert [*read.values()] == [*map(str, row[:4]), *lists, *scores]
    with numpy.load(tmp_path / "rows.npz", allow_pickle=False) as arrays:
        assert set(arrays) == {path.stem for path in (tmp_path / "rows.npy").iterdir()}
        found = {
            name: numpy.load(tmp_path / f"rows.npy/{name}.npy", mmap_mode="r") for name in arrays
        }
        for name, mapped in found.items():
            assert mapped.dtype == arrays[name].dtype == (bool if name in FLAGS else "int8")
            assert mapped.shape == (len(due), *[game.cells] * (name not in ONE_A_ROW))
            assert (mapped == arrays[name]).all()
        assert {one.date_time for one in arrays.zip.infolist()} == {(1980, 1, 1, 0, 0, 0)}
    every = range(game.cells)
    for at, row in enumerate(due):
        assert {name: mapped[at].tolist() for name, mapped in found.items()} == {
            "boards": [SIGNS[mark] for mark in row.board],
            "movers": SIGNS[row.mover],
            "values": row.value,
            "plies": row.plies,
            "best": [cell in row.best for cell in every],
            "keeping": [cell in row.keeping for cell in every],
            "scores": [NO_SCORE if score is None else score for score in row.scores],
        }


@pytest.mark.parametrize("game", [Game(2, 2, 2)], ids=str)
def test_parquet_has_the_same_rows(game: Game, table_of: TableOf, tmp_path: Path) -> None:
    """With lists of cells and of scores, in which None is null."""
    parquet = pytest.importorskip("pyarrow.parquet")
    table = table_of(game)
    Export(table, "parquet", unfinished=False).write(tmp_path / "it")
    read = parquet.read_table(tmp_path / "it")
    assert read.to_pylist() == [row._asdict() for row in rows(table, unfinished=False)]
    kinds = ["string", "string", "int8", "int8"]
    lists = ["list<element: int8>"] * 2 + [f"fixed_size_list<element: int8>[{game.cells}]"]
    assert [str(kind) for kind in read.schema.types] == kinds + lists


def test_what_cannot_be_written_is_refused(
    table: Table, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another format, no such tier, a folder, too many rows, no library; nothing is left behind."""
    (tmp_path / "notes").mkdir()
    for to, tiers, message in (("xml", None, "no such format"), ("csv", [9, 10], "tiers are")):
        with pytest.raises(ArgumentError, match=message):
            Export(table, to, tiers)
    with pytest.raises(TableAccessError, match="a folder"):
        Export(table, "csv").write(tmp_path)
    (tmp_path / "notes" / "boards.txt").touch()
    with pytest.raises(TableAccessError, match="something else than exported arrays"):
        Export(table, "npy").write(tmp_path / "notes")
    monkeypatch.setattr("ttt_table.export.rows.MOST_ROWS", 1_000)
    with pytest.raises(SizeError, match="up to 5,478 rows"):
        Export(table, "csv")
    Export(table, "csv", range(4))
    for library, to in (("pyarrow", "parquet"), ("numpy", "npz"), ("numpy", "npy")):
        monkeypatch.setitem(sys.modules, library, None)
        monkeypatch.delitem(sys.modules, "ttt_table.export.columns", raising=False)
        monkeypatch.delattr("ttt_table.export.columns", raising=False)
        with pytest.raises(MissingExtraError, match=library):
            Export(table, to, force=True).write(tmp_path / "it")
    assert len(list(Export(table, "csv", force=True).pieces())) == 4_521
    assert [path.name for path in tmp_path.rglob("*")] == ["notes", "boards.txt"]


def test_a_folder_of_arrays_is_replaced_whole(
    table_of: TableOf, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By the next export; where the system refuses at the last moment the old one is back."""
    pytest.importorskip("numpy")
    export = Export(table_of(Game(2, 2, 2)), "npy")
    for _ in range(2):
        export.write(tmp_path / "it")
    rename = os.rename

    def refused(old: str, new: str) -> None:
        rename(old, "none/none" if old.endswith("made") else new)

    monkeypatch.setattr(os, "rename", refused)
    with pytest.raises(TableAccessError, match="cannot be written"):
        export.write(tmp_path / "it")
    assert len(list((tmp_path / "it").iterdir())) == 7
    assert len(list(tmp_path.iterdir())) == 1


@pytest.mark.skipif(os.name == "nt", reason="there are no such locks")
@pytest.mark.parametrize("to", FORMATS[:4])
def test_the_next_export_removes_what_a_killed_one_left(
    table_of: TableOf, tmp_path: Path, to: str
) -> None:
    """But nothing of one that is under way, and nobody else's."""
    pytest.importorskip("numpy")
    for name in (".ttt-export-left", ".ttt-export-file", ".other"):
        (tmp_path / name).mkdir()
    (tmp_path / ".ttt-export-left" / "boards.npy").touch()
    (tmp_path / ".ttt-export-file").rmdir()
    (tmp_path / ".ttt-export-file").touch()
    with scratch_folder(str(tmp_path)) as under_way:
        Export(table_of(Game(2, 2, 2)), to).write(tmp_path / "it")
        names = {path.name for path in tmp_path.iterdir()}
        assert names == {"it", ".other", ".ttt-export-file", os.path.basename(under_way)}


# The command


@pytest.mark.usefixtures("in_an_empty_folder")
def test_the_command_writes_a_file_or_prints(capsys: pytest.CaptureFixture[str]) -> None:
    """The same lines; with -o it says how many rows. The table is named in either way."""
    build_table(Game(2, 3, 3), "t")
    count = len(list(rows(open_table("t"))))
    assert main(["export", "--to", "csv", "--table", "t"]) == 0
    printed = capsys.readouterr().out
    assert printed.count("\n") == count + 1
    assert main(["export", "--to", "csv", "t", "-o", "it.csv"]) == 0
    assert capsys.readouterr().out == f"it.csv: {count:,} rows\n"
    assert main(["export", "--to", "csv", "t"]) == 0
    assert capsys.readouterr().out == Path("it.csv").read_text() == printed
    for options, due in (("--all", 265), ("--tier 2", 30), ("--tier 0..1 --unfinished", 7)):
        assert main(["export", "--to", "csv", "t", *options.split()]) == 0
        assert capsys.readouterr().out.count("\n") == due + 1
    assert main(["export", "--to", "csv", "t", "--tier", "0", "-o", "one"]) == 0
    assert capsys.readouterr().out == "one: 1 row\n"
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
        (["--to", "npy", "-o", "-"], 2),
        (["--to", "csv", "--json"], 2),
        (["--to", "csv", "--tier", "3..2"], 2),
        (["--to", "csv", "--tier", "3-4"], 2),
        (["--to", "csv", "--tier", f"0..{10**17}"], 2),
        (["--to", "csv", "--all", "--unfinished"], 2),
        (["--to", "c", "--tier", "3"], 2),
        (["--to", "csv", "one.msgpack", "--table", "another.msgpack"], 2),
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
