"""The shipped table in a zip archive, from which Python imports the package."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from zipfile import ZipFile

import pytest

import ttt_table

PACKAGE = Path(ttt_table.__file__).parent
MAIN = "from ttt_table.cli import program\nprogram()\n"
TABLE = "ttt_table/data/tictactoe.msgpack"


def packaged_files() -> Iterator[tuple[Path, str]]:
    """Yield the files of an installed package, and their names in an archive."""
    for path in PACKAGE.rglob("*.py"):
        yield path, str(path.relative_to(PACKAGE.parent))
    yield PACKAGE.parent / "data" / "tictactoe.msgpack", TABLE


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The package as zipapp packs it."""
    path = tmp_path_factory.mktemp("archive") / "app.pyz"
    with ZipFile(path, "w") as packed:
        packed.writestr("__main__.py", MAIN)
        for file, name in packaged_files():
            packed.write(file, name)
    return path


def run(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run Python there; the package is not to be found elsewhere."""
    environment = {
        name: value for name, value in os.environ.items() if name != "PYTHONPATH"
    }
    return subprocess.run(
        [sys.executable, "-S", *arguments],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )


@pytest.mark.parametrize("by_its_whole_path", [False, True])
def test_a_zipapp_looks_boards_up(by_its_whole_path: bool, archive: Path) -> None:
    """In the table that is packed with it."""
    path = str(archive) if by_its_whole_path else archive.name
    done = run(archive.parent, path, "lookup", "XX.OO....")
    assert done.stderr == ""
    assert done.stdout.startswith("XX.OO....  X to move: X wins in 1 ply; best: 2\n")


def test_a_package_that_zipimport_finds_opens_its_table(archive: Path) -> None:
    """From Python too."""
    program = (
        "import sys; sys.path.insert(0, 'app.pyz'); import ttt_table;"
        "print(ttt_table.__file__, tuple(ttt_table.open_table()['X...O....']))"
    )
    done = run(archive.parent, "-c", program)
    assert done.stderr == ""
    file, _, outcome = done.stdout.partition(" ")
    assert Path(file) == Path("app.pyz/ttt_table/__init__.py")
    assert outcome == "(0, 7)\n"


def test_only_the_shipped_table_is_read_from_the_archive(archive: Path) -> None:
    """Other paths are those of files."""
    for path in (TABLE, f"app.pyz/{TABLE}x", "app.pyz"):
        done = run(archive.parent, "app.pyz", "lookup", "XX.OO....", "--table", path)
        assert done.returncode == 3, path
        assert "Traceback" not in done.stderr
        assert path in done.stderr


def test_an_archive_without_the_table_says_so(archive: Path) -> None:
    """By the path where it should be."""
    without = archive.with_name("without.pyz")
    with ZipFile(archive) as packed, ZipFile(without, "w") as other:
        for name in packed.namelist():
            if name != TABLE:
                other.writestr(name, packed.read(name))
    done = run(archive.parent, "without.pyz", "lookup", "XX.OO....")
    assert done.returncode == 3
    assert "without.pyz" in done.stderr
    assert "there is no such file" in done.stderr
