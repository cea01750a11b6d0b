"""The reader of one file: on the vectors it answers as the package does, or refuses."""

import gzip
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from itertools import islice
from pathlib import Path

import pytest
import ttt_reader
from check_reader import VECTORS, mutated, rows_of
from support.cases import exhaustive
from support.readers import READERS
from ttt_reader import BoardError, Outcome, TableError

from ttt_table import open_table

SOURCE = READERS / "python" / "ttt_reader.py"
TABLES = [row["table"] for row in rows_of(VECTORS / "tables.tsv")]
SMALL = ["2x2k2", "3x3k3", "2x3-hex", "2x4-own-gravity-misere", "1x7-fano-breaker"]
LARGE = [name for name in TABLES if name not in SMALL]
EVERY = [500, *exhaustive([1])]
"""How many questions are left out; the long tests ask all."""


@cache
def bytes_of(name: str) -> bytes:
    path = VECTORS / "tables" / f"{name}.msgpack"
    if path.exists():
        return path.read_bytes()
    return gzip.decompress(path.with_name(f"{path.name}.gz").read_bytes())


@cache
def table_of(name: str) -> ttt_reader.Table:
    return ttt_reader.open(bytes_of(name))


@pytest.mark.parametrize("name", [*SMALL, *exhaustive(LARGE)])
def test_it_opens_every_good_table(name: str) -> None:
    """And knows its game."""
    table = table_of(name)
    rows = {row["table"]: row for row in rows_of(VECTORS / "tables.tsv")}
    row = rows[name]
    size = (table.rows, table.cols, table.positions)
    assert size == (int(row["rows"]), int(row["cols"]), int(row["positions"]))
    assert (str(table.k or ""), table.name or "") == (row["k"], row["name"])
    for flag in ("misere", "gravity", "breaker"):
        assert getattr(table, flag) == (row[flag] == "1")


@pytest.mark.parametrize("every", EVERY)
@pytest.mark.parametrize("name", [*SMALL, *exhaustive(LARGE)])
def test_it_says_of_a_board_and_its_moves_what_the_vectors_say(
    name: str, every: int
) -> None:
    """The best moves first, equals in the order of their cells."""
    table = table_of(name)
    for row in rows_of(VECTORS / "boards" / f"{name}.tsv", every):
        board = row["board"]
        assert table[board] == Outcome(int(row["value"]), int(row["plies"]))
        scores = {}
        for pair in row["scores"].split():
            cell, score = map(int, pair.split(":"))
            scores[cell] = score
        moves = table.moves(board)
        assert [move.cell for move in moves] == sorted(
            scores, key=lambda cell: (-scores[cell], cell)
        )
        for cell, (value, plies) in moves:
            expected = value * (table.cells + 1 - plies)
            assert scores[cell] == expected


@pytest.mark.parametrize("every", [20, *exhaustive([1])])
def test_it_refuses_every_invalid_board(every: int) -> None:
    """X moves first here, so colours are exchanged where O does in the vectors."""
    invalid = [
        (row, row["board"]) for row in rows_of(VECTORS / "bad-boards.tsv", every)
    ]
    for row in rows_of(VECTORS / "spellings.tsv"):
        if row["code"]:
            invalid.append((row, row["spelling"]))
    for row, board in invalid:
        if row["first"] == "O":
            board = board.translate(str.maketrans("XO", "OX"))
        with pytest.raises(BoardError):
            table_of(row["table"])[board]
        assert board not in table_of(row["table"])


@pytest.mark.parametrize("board", [None, 4, b".........", list("........."), ("X",)])
def test_what_is_no_text_is_no_board(board: object) -> None:
    """It is refused as any other."""
    table = table_of("3x3k3")
    with pytest.raises(BoardError):
        table.moves(board)  # type: ignore[arg-type]
    assert board not in table


def test_it_opens_or_refuses_each_crafted_file_as_the_vectors_say() -> None:
    """A few open, and contradict themselves where a board is looked up."""
    for row in rows_of(VECTORS / "files.tsv"):
        path = VECTORS / "files" / row["file"]
        if row["code"]:
            with pytest.raises(TableError):
                ttt_reader.open(path)[row["board"]]
        else:
            ttt_reader.open(path)


def test_a_file_that_contradicts_itself_opens() -> None:
    """The look-up alone can tell."""
    for row in rows_of(VECTORS / "files.tsv"):
        if row["board"]:
            table = ttt_reader.open(VECTORS / "files" / row["file"])
            with pytest.raises(TableError):
                table.moves(row["board"])


def mutations(every: int) -> Iterator[tuple[dict[str, str], int]]:
    places = (
        (row, place)
        for row in rows_of(VECTORS / "mutations.tsv")
        for place in range(int(row["from"]), int(row["to"]) + 1)
    )
    return islice(places, 0, None, every)


@pytest.mark.parametrize("every", [40, *exhaustive([1])])
def test_it_refuses_every_damaged_file(every: int) -> None:
    """Truncated ones, and ones with a flipped bit, also where checksums are mended."""
    for row, place in mutations(every):
        is_mended = row["mend"] == "yes"
        data = bytes(mutated(bytes_of(row["table"]), row["action"], place, is_mended))
        if row["code"]:
            with pytest.raises(TableError):
                ttt_reader.open(data)
        else:
            ttt_reader.open(data)


def test_a_large_file_is_read_where_it_is_needed(tmp_path: Path) -> None:
    """By its path, as text or not, and with the answers of the package."""
    large = VECTORS / "tables" / "13x2k3-gravity.msgpack.gz"
    unpacked = tmp_path / "large"
    unpacked.write_bytes(gzip.decompress(large.read_bytes()))
    assert unpacked.stat().st_size > ttt_reader.LARGE_FROM
    start = "." * 26
    expected = [tuple(move) for move in open_table(unpacked).moves(start)]
    for source in (unpacked, str(unpacked)):
        assert [
            tuple(move) for move in ttt_reader.open(source).moves(start)
        ] == expected


def test_a_file_that_is_missing_raises_the_error_of_the_system(tmp_path: Path) -> None:
    """It is not the table that is at fault."""
    with pytest.raises(FileNotFoundError):
        ttt_reader.open(tmp_path / "missing")


def test_its_errors_are_those_that_callers_would_guess() -> None:
    """As in the package; the text has no quotes around it."""
    assert issubclass(BoardError, KeyError)
    assert issubclass(BoardError, ValueError)
    assert issubclass(TableError, ValueError)
    assert str(BoardError("a board is text")) == "a board is text"


def test_it_imports_nothing_but_the_standard_library() -> None:
    """One file to copy."""
    text = SOURCE.read_text(encoding="utf-8")
    imported = re.findall(r"^(?:import|from) (\w+)", text, re.MULTILINE)
    assert imported
    assert {*imported} <= {*sys.stdlib_module_names}


def test_the_copied_file_runs_alone(tmp_path: Path) -> None:
    """Its own example, without the package."""
    copied = tmp_path / SOURCE.name
    copied.write_bytes(SOURCE.read_bytes())
    program = (
        "import ttt_reader, sys;"
        "table = ttt_reader.open(sys.argv[1]);"
        'print(table["XX.OO...."], table.moves("XX.OO....")[0].cell)'
    )
    data = READERS.parent / "data" / "tictactoe.msgpack"
    done = subprocess.run(
        [sys.executable, "-S", "-c", program, data],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == "Outcome(value=1, plies=1) 2\n"
