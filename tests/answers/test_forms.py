"""The advice on reading: which documented form would read a file."""

from __future__ import annotations

import re
from itertools import islice
from pathlib import Path

import pytest
from support.cases import exhaustive
from support.games import TableOf
from support.known import shipped_prompts

from ttt_table import Game, open_table
from ttt_table.answers import Advice, score_models
from ttt_table.answers.forms import COLUMNS_AS_CELLS, PATTERN_OF_FORM
from ttt_table.export.prompts import prompts

TABLE = open_table()
PAGE = Path(__file__).parents[2] / "docs" / "answers.md"

WRITTEN = {
    "ANSWER: {cell1}": ("`ANSWER: 4`", True),
    "I take [{cell}].": ("`[4]` in a text", False),
    r"So it is $\boxed{{({row}, {col})}}$.": (r"`\boxed{4}` in a text", False),
    "<move>{row}, {col}</move>": ("`<answer>4</answer>`", False),
    "So. #### {cell1}": ("`#### 4`", True),
    "**Move**: {cell}\nIt blocks.": ("`Move: 4`", False),
    'I play {{"move": {cell}}} now.': ('`{"move": 4}` in a text', False),
    "Row {row1}, column {col1}": ("`Row 1, Column 1`", True),
    "{letter}{row1}": ("`B2`", True),
}


def advice_on(text: str, *, one_based: bool = False) -> Advice | None:
    rows = []
    for prompt in shipped_prompts()[::4]:
        cell = prompt.keeping[0]
        row, col = divmod(cell, 3)
        places = {"cell": cell, "row": row, "col": col}
        from_1 = {f"{name}1": number + 1 for name, number in places.items()}
        written = text.format(letter="ABC"[col], **places, **from_1)
        rows.append((prompt.board, written))
    (score,) = score_models(TABLE, {"m": rows}, one_based=one_based)
    return score.advice


@pytest.mark.parametrize("text", [*list(WRITTEN)[:2], *exhaustive(list(WRITTEN)[2:])])
def test_the_form_that_reads_a_file_is_named(text: str) -> None:
    form, one_based = WRITTEN[text]
    advice = advice_on(text)
    assert advice is not None
    assert (advice.pattern, advice.one_based) == (PATTERN_OF_FORM[form], one_based)
    assert advice.boards == advice.better_fit.on_board == advice.better_fit.legal == 108


@pytest.mark.parametrize(
    ("text", "one_based"), [("ANSWER: {cell}", False), ("ANSWER: {cell1}", True)]
)
def test_a_file_that_is_read_needs_no_advice(text: str, one_based: bool) -> None:
    assert advice_on(text, one_based=one_based) is None


def test_an_option_that_should_not_be_there_is_noticed() -> None:
    advice = advice_on("ANSWER: {cell}", one_based=True)
    assert advice is not None
    assert (advice.pattern, advice.one_based) == (None, False)


def test_moves_that_are_often_illegal_are_no_reason_to_read_otherwise() -> None:
    """Of these a fifth is illegal, but no other form makes more of them legal."""
    rows = [
        (prompt.board, prompt.board.index("X") if number % 5 == 0 else prompt.best[0])
        for number, prompt in enumerate(shipped_prompts()[::4])
    ]
    (score,) = score_models(TABLE, {"m": rows})
    assert score.illegal > 0.2
    assert score.advice is None


def test_with_gravity_cells_that_are_read_as_columns_are_noticed(
    table_of: TableOf,
) -> None:
    table = table_of(Game(3, 4, 3, gravity=True))
    rows = [
        (each.board, f"ANSWER: {each.best[0]}") for each in islice(prompts(table), 100)
    ]
    (score,) = score_models(table, {"m": rows})
    assert score.advice is not None
    assert score.advice.pattern == PATTERN_OF_FORM[COLUMNS_AS_CELLS]


def test_the_documented_forms_are_those_that_are_tried() -> None:
    _, _, table = PAGE.read_text().partition("| written | `--pattern` |\n|---|---|\n")
    rows = re.findall(r"^\| (.*?) \| (?:`(.*)`)? \|$", table, re.MULTILINE)
    documented = {form: pattern.replace(r"\|", "|") or None for form, pattern in rows}
    assert documented == PATTERN_OF_FORM


HOSTILE = {
    "`[4]` in a text": "[1 " * 30_000,
    r"`\boxed{4}` in a text": r"\boxed{" * 14_000,
    "`<answer>4</answer>`": "<answer>" * 12_000,
    "`#### 4`": "#### " * 20_000,
    "`Move: 4`": "\n" * 100_000 + "move" + " " * 50_000,
    '`{"move": 4}` in a text': "{" * 100_000,
    "`Row 1, Column 1`": "row1" * 25_000,
    "`B2`": "B" + "2" * 100_000 + "_",
}


@pytest.mark.parametrize("form", HOSTILE)
def test_no_pattern_takes_long_on_a_text_that_was_made_for_it(form: str) -> None:
    """It would take minutes if a step were quadratic."""
    pattern = PATTERN_OF_FORM[form]
    assert pattern is not None
    for text in HOSTILE.values():
        re.findall(pattern, text[:100_000])
