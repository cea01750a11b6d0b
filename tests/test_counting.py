"""What the audit counts in a table is what a program counts that has neither table nor solver."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from count_positions import counts

from ttt_table import Game
from ttt_table.audit import audit
from ttt_table.audit.published import published
from ttt_table.build import build_table

PAGE = Path(__file__).parents[1] / "docs" / "counts.md"


@pytest.mark.parametrize(
    "game",
    [Game(3, 3, 1), Game(), Game(misere=True), Game(1, 5, 3), Game(2, 4, 3, misere=True)],
    ids=str,
)
def test_the_audit_counts_the_same(game: Game, tmp_path: Path) -> None:
    """Positions, classes, finished ones and whole games, by ply and altogether."""
    report = audit(build_table(game, tmp_path / "table"))
    counted = counts(game.rows, game.cols, game.k or 0, misere=game.misere)
    for name, value in counted.items():
        found = report.count_of(name).found
        assert (list(found) if isinstance(found, tuple) else found) == value, name
    assert report.passed
    assert len(counted) == 19


def test_the_page_says_what_the_audit_knows() -> None:
    """Each number of docs/counts.md, in the tables that have a column for each k."""
    known = {k: published(Game(5, 5, k)) for k in (3, 4, 5)}
    compared = 0
    for heading, rows in tables(PAGE.read_text()):
        for label, *numbers in rows:
            name = f"{heading} per ply" if label.isdecimal() else label
            for k, number in zip(known, numbers, strict=True):
                if name in known[k]:
                    value = known[k][name].value
                    shown = value[int(label)] if isinstance(value, tuple) else value
                    assert number == (f"{shown:,}" if isinstance(shown, int) else shown), name
                    compared += 1
    assert compared == 3 * (7 + 4 + 26 + 26) + 1


def test_the_page_says_what_the_encyclopedia_lacks() -> None:
    """The first two rows that it would have."""
    known = published(Game(5, 5, 5))
    (rows,) = (rows for header, rows in all_tables(PAGE.read_text()) if "A317575" in header[1])
    for place, name in enumerate(("classes per ply", "finished classes per ply"), start=1):
        counts = known[name].value
        assert isinstance(counts, tuple)
        assert [row[place] for row in rows] == [f"{count:,}" for count in counts]


def tables(page: str) -> Iterator[tuple[str, list[list[str]]]]:
    """The tables with a column for each k: what the first column is headed by, and the rows."""
    for header, rows in all_tables(page):
        if header[1:] == ["k = 3", "k = 4", "k = 5"]:
            yield header[0].removeprefix("ply, "), rows


def all_tables(page: str) -> Iterator[tuple[list[str], list[list[str]]]]:
    """The header and the rows of each table."""
    for table in re.findall(r"(?:^\|.*\n)+", page, re.MULTILINE):
        header, _, *rows = (line.strip("| ").split(" | ") for line in table.splitlines())
        yield header, rows
