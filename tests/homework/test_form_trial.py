"""Formats of boards are tried on a file that declares none, and one is proposed."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from contextlib import contextmanager
from types import ModuleType, SimpleNamespace
from typing import Any, cast

import pytest
from support.cases import exhaustive_rows
from support.course import WITH_LOOPS
from support.interview import part_answers, rule_answers

from ttt_table.errors import ArgumentError, PlayerError
from ttt_table.homework.answers import PartAnswers, Question, RuleAnswers
from ttt_table.homework.ask import OwnForm, PartsOfFile
from ttt_table.homework.board_form import DEFAULT_FORM, BoardForm
from ttt_table.homework.course_file import CourseFile
from ttt_table.homework.form_trial import FormFit, FormTrial
from ttt_table.homework.forms import DeclaredForm, choose_form, options_of
from ttt_table.homework.spec import Part

WINNER = """\
LINES = (0,1,2), (3,4,5), (6,7,8), (0,3,6), (1,4,7), (2,5,8), (0,4,8), (2,4,6)
def winner(board):
    cells = {cells}
    for a, b, c in LINES:
        if cells[a] == cells[b] == cells[c] and cells[a] in {marks}:
            return cells[a]
"""
MINIMAX = """\
def minimax(board):
    assert all(isinstance(cell, str) for cell in board)
    return board.index("-") if "-" in board else None
"""
UNKNOWN = OwnForm(None, has_marks=False)
UPPER = ("X", "O")


class FileHere:
    """A file whose parts are asked in this process."""

    path = "game.py"

    def __init__(self, source: str) -> None:
        module = ModuleType("game")
        exec(source, vars(module))
        self._file = CourseFile(module, {}, "X")
        self.parts = list(self._file.parts)
        self.part_names = {part: part.value for part in Part}
        self.cpu_seconds = 0.0

    def part_answers(self, question: Question) -> PartAnswers:
        return part_answers(self._file, question)

    def rule_answers(self, question: Question) -> RuleAnswers:
        return rule_answers(self._file, question)

    def spent(self) -> SimpleNamespace:
        return SimpleNamespace(cpu_seconds=self.cpu_seconds, idle_seconds=0.0)

    @contextmanager
    def in_another_process(self) -> Iterator[FileHere]:
        yield self


def file_of(source: str) -> PartsOfFile:
    return cast(PartsOfFile, FileHere(source))


def chosen(source: str, **declared: Any) -> BoardForm:
    command = ["ttt-table", "check", "game.py"]
    return choose_form(file_of(source), DeclaredForm(**declared), UNKNOWN, command)


def refusal(source: str) -> str:
    with pytest.raises(PlayerError) as caught:
        chosen(source)
    return str(caught.value)


@pytest.mark.exhaustive
def test_boards_that_fit_as_they_usually_are_need_no_declaration() -> None:
    assert chosen(WITH_LOOPS) == DEFAULT_FORM


FLAT, ROWS = "list(board)", "[cell for row in board for cell in row]"
FROM_ONE = "[dict(board)[number] for number in range(1, 10)]"


@pytest.mark.parametrize(
    ("cells", "free_cell", "form"),
    [
        (FLAT, "' '", BoardForm("list", " ", UPPER)),
        (ROWS, "None", BoardForm("rows", None, ("x", "o"))),
        (FLAT, "at", BoardForm("list", "index", UPPER)),
        *exhaustive_rows(
            [
                (ROWS, "0", BoardForm("rows", 0, (1, -1))),
                (FLAT, "0", BoardForm("list", 0, (1, 2))),
                (FLAT, "str(at + 1)", BoardForm("list", "digit1", UPPER)),
                (FROM_ONE, "'_'", BoardForm("dict1", "_", UPPER)),
            ]
        ),
    ],
    ids=["spaces", "small", "index", "numbers", "1 and 2", "digits", "dictionary"],
)
def test_the_format_is_proposed_that_the_answers_fit(
    cells: str, free_cell: str, form: BoardForm
) -> None:
    """With the command that declares it, and one that declares the usual one."""
    known = f"""\
    for at, cell in enumerate(cells):
        assert cell in {form.marks} or cell == {free_cell}
    for a"""
    source = WINNER.format(cells=cells, marks=form.marks).replace("    for a", known)
    text = refusal(source)
    proposed = shlex.join(["ttt-table", "check", "game.py", *options_of(form)])
    assert f"try: {proposed} (or declare the others: " in text
    assert text.startswith("game.py: its answers do not fit boards as rows of 'X'")


def test_a_minimax_alone_shows_its_format() -> None:
    text = refusal(MINIMAX)
    assert "try: ttt-table check game.py --board list --empty=- (or" in text


@pytest.mark.parametrize(
    ("source", "failure"),
    [
        (
            "def winner(board):\n    raise KeyError('no')",
            "`winner` raises KeyError: no",
        ),
        ("def player(board):\n    return 7", "`player` gives 7 on ........."),
        ("def minimax(board):\n    return 'x'", "`minimax` gives x on XOXOXO.X."),
    ],
)
def test_where_no_format_fits_it_is_said_what_a_part_did(
    source: str, failure: str
) -> None:
    text = refusal(source)
    assert "most answers are unusable on boards as rows of 'X', 'O' and None" in text
    assert failure in text.replace("'x'", "x").replace("'no'", "no")
    assert text.endswith(
        "if they are such boards: ttt-table check game.py --board rows"
    )


def test_what_is_declared_is_taken_even_if_it_does_not_fit() -> None:
    source = "def winner(board):\n    raise KeyError"
    assert chosen(source, empty=" ") == BoardForm("rows", " ", UPPER)


def test_another_format_is_declared_with_its_usual_cells() -> None:
    declared = DeclaredForm(board="list1")
    rows_of_spaces = BoardForm("rows", " ", ("x", "o"))
    assert declared.fill_in_from(rows_of_spaces).marks == UPPER
    same = DeclaredForm(board="rows").fill_in_from(rows_of_spaces)
    assert same == rows_of_spaces
    marks = DeclaredForm(marks=("A", "B")).fill_in_from(rows_of_spaces)
    assert marks == BoardForm("rows", " ", ("A", "B"))


def test_a_part_gets_no_batch() -> None:
    with pytest.raises(ArgumentError, match="cannot be batch"):
        DeclaredForm(board="batch").fill_in_from(DEFAULT_FORM)


def test_a_trial_is_over_when_its_time_is_spent() -> None:
    file = FileHere(WITH_LOOPS)
    trial = FormTrial(cast(PartsOfFile, file), file.parts)
    assert not trial.is_over()
    file.cpu_seconds = 10.5
    assert trial.is_over()


def test_a_fit_is_better_with_more_useful_and_right_answers() -> None:
    fit = FormFit(asked=10, useful=6, right=3)
    assert fit.is_better_than(FormFit(10, 5, 3))
    assert not fit.is_better_than(FormFit(10, 5, 4))
    assert not fit.is_useless
    assert FormFit(10, 5, 5).is_useless
    assert FormFit(10, 10, 10).is_perfect
    assert not FormFit(10, 10, 9).is_perfect
    assert fit + FormFit(1, 1, 1, "it fails") == FormFit(11, 7, 4, "it fails")
