"""Rows for other tools: complete, exact, and streamed."""

import csv
import io
import json
import re
import sys
from pathlib import Path
from zipfile import ZipFile

import pytest
from support.cases import exhaustive, exhaustive_rows
from support.commands import Run, names_in
from support.games import TableOf, on_surface
from support.repacked import packed, written

from ttt_table import Game, Table, open_table
from ttt_table.build import build_table
from ttt_table.export.rows import Row, export_pieces, rows
from ttt_table.rules.outcome import Side
from ttt_table.table.contents import Contents

SIGNS = {"X": 1, "O": -1, ".": 0}
NO_SCORE = -128


def text_of(table: Table, to: str, unfinished: bool = False) -> str:
    """What an export writes."""
    return b"".join(export_pieces(table, to, bool, unfinished=unfinished)).decode()


@pytest.mark.parametrize("unfinished", [True, False])
@pytest.mark.parametrize("few", [1 << 20, 0], ids=["one by one", "by arrays"])
@pytest.mark.parametrize(
    ("game", "first"),
    [
        (Game(2, 3, 2, misere=True), "X"),
        *exhaustive_rows(
            [
                (Game(1, 1, 1), "X"),
                (Game(3, 3, 3, gravity=True), "X"),
                (Game(6, 2, 4, gravity=True), "O"),  # scores and cells of two digits
                (on_surface(2, 4, 3, "torus"), "O"),
            ]
        ),
    ],
    ids=str,
)
def test_text_has_the_rows(  # two of them are fixtures
    game: Game,
    first: Side,
    unfinished: bool,
    few: int,
    table_of: TableOf,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """CSV and JSON lines; ``few`` decides whether boards are read one by one."""
    table = Table(table_of(game)._contents, first)
    expected = list(rows(table, unfinished=unfinished))
    assert {row.plies == 0 for row in expected} == {False, not unfinished}

    monkeypatch.setattr("ttt_table.export.rows.FEW_ROWS", few)
    assert list(rows(table, unfinished=unfinished)) == expected
    objects = map(json.loads, text_of(table, "jsonl", unfinished).splitlines())
    assert list(objects) == [row._asdict() for row in expected]
    lines = csv.DictReader(io.StringIO(text_of(table, "csv", unfinished)))
    for row, line in zip(expected, lines, strict=True):
        assert [*line.values()] == csv_fields(row)


def csv_fields(row: Row) -> list[str]:
    """Return the fields of a row's line."""
    *values, best, keeping, scores = row
    fields = [str(value) for value in values]
    fields.append(" ".join(map(str, best)))
    fields.append(" ".join(map(str, keeping)))
    for score in scores:
        fields.append("" if score is None else str(score))
    return fields


@pytest.mark.parametrize(
    "game",
    [
        Game(2, 3, 2, misere=True),
        *exhaustive([Game(1, 1, 1), Game(3, 3, 3, gravity=True)]),
    ],
    ids=str,
)
def test_a_file_of_arrays_has_the_rows(
    game: Game, table_of: TableOf, tmp_path: Path
) -> None:
    """In the types that the documents name."""
    numpy = pytest.importorskip("numpy")
    types = {"best": "bool", "keeping": "bool", "blunder_share": "float32"}
    all_rows = list(rows(table_of(game), unfinished=False))
    expected = [in_arrays(row) for row in all_rows]
    file = npz_file(table_of(game), tmp_path)
    with numpy.load(file, allow_pickle=False) as arrays:
        for name, array in arrays.items():
            assert array.dtype == types.get(name, "int8")
            if name == "blunder_share":
                array = array.astype(float).round(4)
            assert array.tolist() == [fields[name] for fields in expected]


def npz_file(table: Table, folder: Path) -> io.BytesIO:
    """Return a file of all arrays, of which nothing is left in a folder."""
    pieces = export_pieces(table, "npz", bool, unfinished=False, folder=str(folder))
    file = io.BytesIO(b"".join(pieces))
    assert names_in(str(folder)) == []
    return file


def test_a_file_of_arrays_has_no_date(table: Table, tmp_path: Path) -> None:
    """It has the same bytes on every day; a zip file can tell no earlier one."""
    with ZipFile(npz_file(table, tmp_path)) as archive:
        dates = {member.date_time for member in archive.infolist()}
    assert dates == {(1980, 1, 1, 0, 0, 0)}


def in_arrays(row: Row) -> dict[str, object]:
    """Return a row as it is in arrays."""
    cells = range(len(row.board))
    return {
        "boards": marks_of(row.board),
        "movers": SIGNS[row.mover],
        "values": row.value,
        "plies": row.plies,
        "canonical": marks_of(row.canonical),
        "blunder_share": row.blunder_share,
        "best": [cell in row.best for cell in cells],
        "keeping": [cell in row.keeping for cell in cells],
        "scores": [NO_SCORE if score is None else score for score in row.scores],
    }


@pytest.fixture
def without_numpy(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("table.batch", "export.columns"):
        monkeypatch.delitem(sys.modules, f"ttt_table.{name}", raising=False)
    monkeypatch.setitem(sys.modules, "numpy", None)
    monkeypatch.setattr(table, "_kept_finder", None)


@pytest.mark.usefixtures("without_numpy", "in_an_empty_folder")
def test_arrays_need_numpy(run: Run) -> None:
    """Nothing is left behind."""
    printed = run(["export", "-o", "it.npz"], 2)
    assert "needs numpy: pip install 'ttt-table[boards]'" in printed.err
    assert names_in(".") == []


@pytest.mark.usefixtures("without_numpy")
def test_rows_of_a_large_table_do_without_numpy(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They are read one by one."""
    monkeypatch.setattr("ttt_table.export.rows.FEW_ROWS", 0)
    assert next(rows(Table(table._contents, "X"))).board == "." * 9


# The command


@pytest.fixture
def small(in_an_empty_folder: None) -> int:  # noqa: ARG001  # a fixture
    """A table named t in the current folder; returns the number of its rows."""
    build_table(Game(2, 3, 3), "t")
    return len(list(rows(open_table("t"), unfinished=True)))


def test_the_command_prints_rows(run: Run, small: int) -> None:
    """On standard output, if no file is named."""
    printed = run(["export", "--to", "csv", "t"]).out
    assert printed.count("\n") == 1 + small


def test_too_many_rows_are_refused(
    run: Run, small: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Unless they are wanted all the same."""
    monkeypatch.setattr("ttt_table.cli.commands.export.MAX_ROWS", small)
    for to in ("csv", "npz", "prompts"):
        assert "has up to 265 rows" in run(["export", "--to", to, "t"], 2).err
    printed = run(["export", "--to", "csv", "t", "--force"]).out
    assert printed.count("\n") == 1 + small


def test_the_command_writes_rows(run: Run, small: int) -> None:
    """It says how many."""
    printed = run(["export", "--to", "csv", "t"]).out
    written = run(["export", "--to", "csv", "t", "-o", "it.csv"]).out
    assert written == f"it.csv: {small:,} rows\n"
    assert Path("it.csv").read_text() == printed


@pytest.mark.usefixtures("small")
def test_the_command_exports_finished_boards_too(run: Run) -> None:
    """If all are wanted."""
    printed = run(["export", "--to", "csv", "t", "--all"]).out
    assert printed.count("\n") == 1 + 265


@pytest.mark.usefixtures("in_an_empty_folder")
def test_one_row_is_one_row(run: Run) -> None:
    """Not one rows."""
    build_table(Game(1, 1, 1), "one")
    assert (
        run(["export", "--to", "csv", "one", "-o", "it.csv"]).out == "it.csv: 1 row\n"
    )


def test_the_command_writes_a_table_for_c(run: Run, shipped: bytes) -> None:
    """All of its bytes, in an array with the game's name."""
    text = run(["export", "--to", "c"]).out
    assert f"ttt_3x3k3[{len(shipped)}]" in text
    assert bytes(int(byte, 16) for byte in re.findall(r"\b0x(..)\b", text)) == shipped
    assert max(map(len, text.splitlines())) <= 100


@pytest.mark.parametrize(
    "command", ["export t --to csv", "export t --to c", "page t -o t.html"]
)
@pytest.mark.usefixtures("in_an_empty_folder")
def test_a_file_without_the_blocks_of_its_game_is_named(
    command: str, run: Run, shipped: bytes
) -> None:
    contents = Contents(shipped)
    tiers = packed(contents)
    tiers[1] = tiers[1]._replace(masks=tiers[1].masks[:2], slots=tiers[1].slots[:1])
    written(Path("t"), contents, tiers)
    assert run(command.split(), 3).err == (
        "ttt-table: error: t: the table does not have the blocks of 3x3k3\n"
    )


def marks_of(board: str) -> list[int]:
    return [SIGNS[mark] for mark in board]
