"""The readers that a game's author copies."""

import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from support.readers import compiled

from ttt_table import TttTableError
from ttt_table.errors import ArgumentError, TableAccessError
from ttt_table.export.readers import LICENCE, READERS, write_reader

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("language", READERS)
def test_a_reader_is_written_with_its_table_and_the_licence(
    language: str, tmp_path: Path
) -> None:
    """The same bytes as in the repository."""
    paths = write_reader(language, tmp_path / "game")
    assert [Path(path).name for path in paths] == [
        Path(name).name for name in (*READERS[language], LICENCE)
    ]
    for path, name in zip(paths, (*READERS[language], LICENCE), strict=True):
        assert Path(path).read_bytes() == (ROOT / name).read_bytes()


def test_the_wheel_carries_every_file_of_a_reader() -> None:
    """At the place where it is looked for."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    wheel = project["tool"]["hatch"]["build"]["targets"]["wheel"]
    names = {LICENCE, *(name for names in READERS.values() for name in names)}
    for name in names - {"ttt_table/runtime.py"}:
        assert wheel["force-include"][name] == f"ttt_table/{name}"


def test_the_runtime_answers_where_it_was_copied(tmp_path: Path) -> None:
    """Beside its table, without the package."""
    write_reader("python", tmp_path)
    code = (
        "import runtime; "
        "print(runtime.open_table('tictactoe.msgpack').best_moves('XX.OO....'))"
    )
    done = subprocess.run(
        [sys.executable, "-S", "-c", code],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == "[2]\n"


def test_the_reader_in_c_is_compiled_where_it_was_copied(tmp_path: Path) -> None:
    """Its example, with the two headers beside it."""
    write_reader("c", tmp_path)
    program = compiled(tmp_path / "example.c", tmp_path)
    done = subprocess.run([program], input="", capture_output=True, text=True)
    assert "Your cell: " in done.stdout


def test_a_file_that_differs_is_not_replaced(tmp_path: Path) -> None:
    """The second reader of the same version changes nothing; force replaces."""
    write_reader("c", tmp_path)
    write_reader("c", tmp_path)
    mine = tmp_path / "example.c"
    mine.write_text("mine", encoding="utf-8")
    with pytest.raises(ArgumentError, match=r"example\.c is there and differs"):
        write_reader("c", tmp_path)
    assert mine.read_text(encoding="utf-8") == "mine"
    write_reader("c", tmp_path, force=True)
    assert mine.read_bytes() == (ROOT / "readers" / "c" / "example.c").read_bytes()


def test_an_unknown_language_names_the_known_ones(tmp_path: Path) -> None:
    with pytest.raises(ArgumentError, match="python, js, c, not 'rust'"):
        write_reader("rust", tmp_path)


def test_a_folder_that_cannot_be_made_is_an_error_of_access(tmp_path: Path) -> None:
    """Here a file has its name."""
    taken = tmp_path / "taken"
    taken.write_text("", encoding="utf-8")
    with pytest.raises(TableAccessError) as caught:
        write_reader("c", taken)
    assert isinstance(caught.value, TttTableError)
