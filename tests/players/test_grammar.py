"""The grammar of answers, from functions and programs."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from support.grammar import (
    GRAMMAR,
    UNREADABLE,
    Row,
)

from ttt_table.players.adapter import Adapter
from ttt_table.players.programs import Program
from ttt_table.players.protocol import FaultError
from ttt_table.players.respondents import (
    FunctionRespondent,
    ProgramRespondent,
    Respondent,
)

ILLEGAL = "illegal"


@pytest.fixture(scope="module")
def echo() -> Iterator[Respondent]:
    """Yield a program that answers with what it is asked."""
    with Program(["cat"]) as program:
        yield ProgramRespondent(program, cols=3)


def meaning_of(respondent: Respondent, question: str = ".........") -> Any:
    try:
        return respondent.answer(question)
    except FaultError as fault:
        assert fault.kind == "type"
        return UNREADABLE


@pytest.mark.parametrize("row", GRAMMAR, ids=lambda row: repr(row.value)[:40])
def test_a_function_may_return_it(row: Row) -> None:
    player = FunctionRespondent(lambda _: row.value, Adapter(), cols=3, first="X")
    assert meaning_of(player) == row.meaning


@pytest.mark.parametrize("row", GRAMMAR, ids=lambda row: row.text[:40])
def test_a_program_may_print_it(row: Row, echo: Respondent) -> None:
    assert meaning_of(echo, row.text) == row.meaning


@pytest.mark.parametrize(
    ("form", "value", "cell"),
    [
        ("col,row", (2, 1), 5),
        ("score,cell", (0.5, 4), 4),
        ("cell,score", (4, -1), 4),
        ("score,row,col", (10, 1, 2), 5),
        ("row,col,score", [1, 2, None], 5),
        ("score,(row,col)", (0.5, (1, 2)), 5),
        ("key:best", {"best": 4, "score": 1}, 4),
        ("key:best", {"best": (1, 2), "cell": 0}, 5),
        ("key:real", 4 + 0j, 4),
    ],
)
def test_a_form_says_where_the_move_is(form: str, value: Any, cell: int) -> None:
    adapter = Adapter(answer=form)
    player = FunctionRespondent(lambda _: value, adapter, cols=3, first="X")
    assert player.answer(".........") == cell


@pytest.mark.parametrize(
    ("form", "value"),
    [
        ("col,row", 4),
        ("score,cell", (0.5, 1, 1)),
        ("score,(row,col)", (0.5, 4)),
        ("key:best", {"cell": 4}),
        ("key:best", 4),
    ],
)
def test_an_answer_without_its_form_is_unreadable(form: str, value: Any) -> None:
    adapter = Adapter(answer=form)
    player = FunctionRespondent(lambda _: value, adapter, cols=3, first="X")
    assert meaning_of(player) == UNREADABLE


@pytest.mark.parametrize("form", ["score,cell", "key:best"])
def test_none_is_no_answer_in_every_form(form: str) -> None:
    adapter = Adapter(answer=form)
    player = FunctionRespondent(lambda _: None, adapter, cols=3, first="X")
    assert player.answer(".........") is None


@pytest.mark.parametrize(
    ("value", "meaning"),
    [
        (5, 4),
        (0, -1),
        ((2, 3), 5),
        ({"row": 2, "col": 3}, 5),
        ({1: 0.25, 5: 0.75}, ((0, 1), (4, 3))),
        ("1,1", 0),
    ],
)
def test_cells_rows_and_columns_may_count_from_1(value: Any, meaning: Any) -> None:
    adapter = Adapter(first_index=1)
    player = FunctionRespondent(lambda _: value, adapter, cols=3, first="X")
    assert player.answer(".........") == meaning


@pytest.mark.parametrize(
    ("form", "first_index", "line", "cell"),
    [("col,row", 0, "2,1", 5), ("score,cell", 1, "(0.5, 5)", 4)],
)
def test_a_program_may_have_another_form(
    form: str, first_index: int, line: str, cell: int
) -> None:
    with Program(["cat"], answer=form, first_index=first_index) as program:
        assert ProgramRespondent(program, cols=3).answer(line) == cell


ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "grading.md").read_text(encoding="utf-8")
TABLE = PAGE.partition("\n## Answers\n")[2].partition("\n\nWeights need not")[0]
CODE = re.compile(r"`([^`]+)`")
EXAMPLES = [
    (returned, printed, meaning)
    for returned, printed, meaning in re.findall(
        r"^\| (.*?) \| (.*?) \| (.*?) \|$", TABLE, re.MULTILINE
    )
    if "`" in returned
]
MEANINGS = {
    "4": 4,
    "unanswered": None,
    "illegal": ILLEGAL,
    "type": UNREADABLE,
    "distribution": ((0, 1), (4, 3)),
}


def expected_in(meaning: str) -> Any:
    """Return what the last column of the page's table says."""
    code = CODE.search(meaning)
    return MEANINGS[code[1] if code else "distribution"]


def is_off_the_board(answer: object) -> bool:
    return isinstance(answer, int) and not 0 <= answer < 9


RETURNED = [
    (text, expected_in(meaning))
    for returned, _, meaning in EXAMPLES
    for text in CODE.findall(returned)
]
PRINTED = [
    (text, expected_in(meaning))
    for _, printed, meaning in EXAMPLES
    for text in CODE.findall(printed)
]


@pytest.mark.parametrize(("text", "expected"), RETURNED)
def test_the_page_says_what_functions_may_return(text: str, expected: Any) -> None:
    value = eval(text)
    player = FunctionRespondent(lambda _: value, Adapter(), cols=3, first="X")
    answer = meaning_of(player)
    assert answer == expected or (expected is ILLEGAL and is_off_the_board(answer))


@pytest.mark.parametrize(("text", "expected"), PRINTED)
def test_the_page_says_what_programs_may_print(
    text: str, expected: Any, echo: Respondent
) -> None:
    answer = meaning_of(echo, text)
    assert answer == expected or (expected is ILLEGAL and is_off_the_board(answer))


def test_the_page_has_a_row_for_each_kind_of_answer() -> None:
    assert {expected for _, expected in RETURNED} == set(MEANINGS.values())
    assert {expected for _, expected in PRINTED} == set(MEANINGS.values())
