"""The runtime copied alone: it answers and refuses every vector as the package does."""

import ast
import os
import shutil
import subprocess
import sys
from importlib import import_module
from itertools import islice, zip_longest
from pathlib import Path
from types import ModuleType

import pytest
from check_reader import VECTORS, rows_of, table_bytes, unpacked_files
from support import vector_answers
from support.cases import exhaustive

import ttt_table
from ttt_table import runtime

SOURCE = Path(runtime.__file__)
EVERY = [2000, *exhaustive([4])]
"""One vector in so many is asked; in the long tests, one in four."""


@pytest.fixture
def copied(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """A copy of the runtime, under another name."""
    shutil.copy(SOURCE, tmp_path / "copied_runtime.py")
    monkeypatch.syspath_prepend(tmp_path)
    module = import_module("copied_runtime")
    monkeypatch.delitem(sys.modules, "copied_runtime")
    return module


@pytest.mark.parametrize("every", EVERY)
def test_a_copy_alone_answers_every_vector_as_the_package_does(
    every: int, tmp_path: Path, unpacked: Path
) -> None:
    """Values, scores and moves, or the class of the error, its code and its cells.

    The copy runs without the package, and without any other that is installed.
    """
    shutil.copy(SOURCE, tmp_path / "copied_runtime.py")
    program = Path(vector_answers.__file__)
    expected = list(vector_answers.answer_lines(ttt_table, unpacked, every))
    assert len(expected) > 50
    arguments = ["-S", str(program), "copied_runtime", str(every), str(unpacked)]
    done = subprocess.run(
        [sys.executable, *arguments],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=True,
    )
    pairs = zip_longest(done.stdout.splitlines(), expected)
    assert next((pair for pair in pairs if pair[0] != pair[1]), None) is None


@pytest.mark.parametrize("every", EVERY)
def test_a_copy_refuses_each_vector_with_its_code_and_cells(
    every: int, copied: ModuleType, unpacked: Path
) -> None:
    """The vectors say which; an error of a file has the class of a bad table."""
    tables = {}
    for row in rows_of(VECTORS / "bad-boards.tsv", every):
        key = row["table"], row["first"]
        if key not in tables:
            data = table_bytes(row["table"])
            tables[key] = copied.open_table(data, first=row["first"])
        table = tables[key]
        with pytest.raises(copied.BoardError) as caught:
            table[row["board"]]
        cells = " ".join(map(str, caught.value.cells))
        assert (caught.value.code, cells) == (row["code"], row["cells"])
        assert row["board"] not in table
    files = unpacked_files(unpacked)
    for row in rows_of(VECTORS / "files.tsv", max(1, every // 100)):
        if not row["code"]:
            continue
        with pytest.raises(copied.BadTableError) as caught:
            vector_answers.opened(copied, files / row["file"], row["board"])
        assert caught.value.code in (row["code"], row["may"])
    for row, place in islice(vector_answers.mutations(), 0, None, every):
        data = vector_answers.mutated_bytes(row, place)
        if not row["code"]:
            copied.open_table(data)
            continue
        with pytest.raises(copied.BadTableError) as caught:
            copied.open_table(data)
        assert caught.value.code == row["code"]


def test_it_imports_the_standard_library_alone() -> None:
    """Nothing of the package, so that one file can be copied."""
    imported = set()
    for node in ast.walk(ast.parse(SOURCE.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom):
            assert node.level == 0
            imported.add((node.module or "").partition(".")[0])
        elif isinstance(node, ast.Import):
            imported |= {name.name.partition(".")[0] for name in node.names}
    assert "os" in imported
    assert imported <= {*sys.stdlib_module_names}


def test_the_example_at_its_top_is_true(
    copied: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Beside a copy of the shipped table."""
    shutil.copy(SOURCE.parents[1] / "data" / "tictactoe.msgpack", tmp_path)
    monkeypatch.chdir(tmp_path)
    assert copied.__doc__ is not None
    assert 'with open_table("tictactoe.msgpack") as table:' in copied.__doc__
    with copied.open_table("tictactoe.msgpack") as table:
        assert table["XX.OO...."] == (1, 1)
        assert table.moves("XX.OO....")[0].cell == 2
        assert table.winner("XXXOO....") == "X"


@pytest.mark.parametrize(
    ("board", "code", "cells"),
    [
        (None, "not-a-board", ()),
        (b".........", "not-a-board", ()),
        (list("........."), "not-a-board", ()),
        ("x........", "strange-character", (0,)),
        ("X..|.O.|...", "strange-character", (3,)),
        ("X...O...", "wrong-length", ()),
        ("", "wrong-length", ()),
    ],
)
def test_a_copy_takes_a_board_as_plain_text_only(
    board: object, code: str, cells: tuple[int, ...], copied: ModuleType
) -> None:
    """The package reads more forms; the codes are those of the format's definition."""
    table = copied.open_table(table_bytes("3x3k3"))
    assert board not in table
    with pytest.raises(copied.BoardError) as caught:
        table.moves(board)
    assert (caught.value.code, caught.value.cells) == (code, cells)


def test_a_copy_refuses_any_other_first_player(copied: ModuleType) -> None:
    """Small letters are not players."""
    with pytest.raises(copied.ArgumentError, match='must be "X" or "O"'):
        copied.open_table(table_bytes("3x3k3"), first="x")


def test_a_copy_knows_the_rules_of_a_game(copied: ModuleType) -> None:
    """As the vectors list them."""
    for row in rows_of(VECTORS / "tables.tsv"):
        if not row["table"].startswith(("1", "2")):
            continue
        game = copied.open_table(table_bytes(row["table"])).game
        assert str(game) == row["table"]
        assert (game.rows, game.cols) == (int(row["rows"]), int(row["cols"]))
        assert (str(game.k or ""), game.name or "") == (row["k"], row["name"])
        for flag in ("misere", "gravity", "breaker"):
            assert getattr(game, flag) == (row[flag] == "1")


def test_a_large_file_that_is_cut_short_is_an_error_and_no_crash(
    copied: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """To read a mapped file would kill the process."""
    monkeypatch.setattr(copied, "LARGE_FROM", 0)
    path = tmp_path / "large"
    path.write_bytes(table_bytes("3x4k3"))
    with copied.open_table(path) as table:
        assert table["." * 12].value == 1
        os.truncate(path, 1000)
        with pytest.raises(copied.BadTableError, match=r"changed .* open it again"):
            table["X..........."]


def test_the_errors_of_a_copy_are_those_that_callers_would_guess(
    copied: ModuleType, tmp_path: Path
) -> None:
    """As in the package; the text has no quotes around it."""
    assert issubclass(copied.BoardError, KeyError | ValueError)
    assert issubclass(copied.BadTableError, ValueError)
    assert str(copied.BoardError("a board is text")) == "a board is text"
    with pytest.raises(FileNotFoundError, match="no such file"):
        copied.open_table(tmp_path / "missing")
