"""Each pattern of docs/answers.md reads what it is listed for."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from support.games import TableOf

from ttt_table import Game, open_table
from ttt_table.answers import cell_reader

PAGE = Path(__file__).parents[2] / "docs" / "answers.md"
_, _, LISTED = PAGE.read_text().partition("| written | `--pattern` |\n|---|---|\n")
PATTERN_OF_FORM = {
    form: pattern.replace(r"\|", "|")
    for form, pattern in re.findall(r"^\| (.*?) \| `(.*)` \|$", LISTED, re.MULTILINE)
}
COLUMNS_AS_CELLS = "a cell, with gravity"

# What is written of cell 5 on 3x3, and whether it is counted from 1.
WRITTEN = {
    "`[4]` in a text": ("I take [5].", False),
    r"`\boxed{4}` in a text": (r"So it is $\boxed{(1, 2)}$.", False),
    "`<answer>4</answer>`": ("<move>1, 2</move>", False),
    "`#### 4`": ("So. #### 6", True),
    "`Move: 4`": ("**Move**: 5\nIt blocks.", False),
    '`{"move": 4}` in a text': ('I play {"move": 5} now.', False),
    "`Row 1, Column 1`": ("Row 2, column 3", True),
    "`B2`": ("C2", True),
}


def test_all_patterns_are_tried() -> None:
    assert PATTERN_OF_FORM.keys() == WRITTEN.keys() | {COLUMNS_AS_CELLS}


@pytest.mark.parametrize("form", WRITTEN)
def test_a_pattern_reads_its_form(form: str) -> None:
    text, one_based = WRITTEN[form]
    read = cell_reader(open_table(), PATTERN_OF_FORM[form], one_based=one_based)
    assert read(".........", text) == 5


def test_with_gravity_a_pattern_reads_cells(table_of: TableOf) -> None:
    table = table_of(Game(3, 4, 3, gravity=True))
    read = cell_reader(table, PATTERN_OF_FORM[COLUMNS_AS_CELLS])
    assert read("............", "I take 9.") == 9


HOSTILE = (
    "[1 " * 30_000,
    r"\boxed{" * 14_000,
    "<answer>" * 12_000,
    "#### " * 20_000,
    "\n" * 100_000 + "move" + " " * 50_000,
    "{" * 100_000,
    "row1" * 25_000,
    "B" + "2" * 100_000 + "_",
)


@pytest.mark.parametrize("form", WRITTEN)
def test_no_pattern_takes_long_on_a_text_that_was_made_for_one(form: str) -> None:
    """It would take minutes if a step were quadratic."""
    for text in HOSTILE:
        re.findall(PATTERN_OF_FORM[form], text[:100_000])
