"""readers/vectors/ is what its script writes, and readers are put through it."""

import sys
from pathlib import Path

import pytest
import vectors
from check_reader import FILES_ARCHIVE, VECTORS, Check, rows_of
from support.cases import exhaustive
from support.readers import PythonReader, check_reader, contents_of


def test_a_sample_of_what_the_script_writes_stands_there(tmp_path: Path) -> None:
    """The smallest tables with all their boards, and the crafted files."""
    for game in vectors.GAMES[:2]:
        table = vectors.build_tables(game, tmp_path, tmp_path)
        vectors.write(
            tmp_path / "boards" / f"{game}.tsv",
            vectors.BOARDS,
            vectors.boards_rows(table),
        )
    vectors.write(
        tmp_path / "files.tsv", vectors.FILES, vectors.files_rows(tmp_path, tmp_path)
    )
    kept = contents_of(VECTORS)
    written = {
        name: data for name, data in contents_of(tmp_path).items() if name in kept
    }
    assert {"files.tsv", FILES_ARCHIVE} < written.keys()
    for name, data in written.items():
        assert data == kept[name], name


@pytest.mark.parametrize(
    "every",
    [2000, *exhaustive([20])],
)
def test_the_python_reader_passes(every: int, unpacked: Path) -> None:
    """It answers one question in 2,000.

    They are about cut and changed files, spellings, depths, and boards that cannot be.
    """
    for section in Check(PythonReader(), VECTORS, unpacked, every).run():
        assert section.right > 0, section.name
        assert not section.wrong, section.name


def test_a_reader_that_ends_is_named() -> None:
    """One that answers nothing."""
    checked = check_reader(f"{sys.executable} -c pass")
    assert checked.returncode == 1
    assert "the reader ended" in checked.stderr


def test_every_code_is_asked_for() -> None:
    """The vectors have each kind of refusal that text can bring about."""
    boards = {row["code"] for row in rows_of(VECTORS / "bad-boards.tsv")}
    assert boards == {
        *("uneven-counts", "both-have-lines", "moved-after-end", "lines-apart"),
        *("floating", "no-order"),
    }
    spellings = {row["code"] for row in rows_of(VECTORS / "spellings.tsv")}
    assert spellings == {
        "",
        "strange-character",
        "wrong-length",
        "wrong-rows",
        "turned",
    }
    kinds = {"", "not-a-table", "version", "truncated", "damaged", "inconsistent"}
    for name in ("files.tsv", "mutations.tsv"):
        assert {row["code"] for row in rows_of(VECTORS / name)} == kinds
