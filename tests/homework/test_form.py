"""How boards and moves are learned from a file, and how its answers are read."""

from __future__ import annotations

from typing import Any

import numpy
import pytest

from ttt_table.homework.corrected import Corrected
from ttt_table.homework.form import Form, NoBoardError, learned_moves

UNFINISHED, FULL = "XO.......", "XOXXOOOXX"
ODD = "odd"
"""Stands for any answer that is shown as it was given."""


def form_of(template: Any, marks: tuple[Any, Any] = ("X", "O"), **named: Any) -> Form:
    return Form(template, marks, **named)


def rows(cell: Any) -> list[list[Any]]:
    return [[cell] * 3 for _ in range(3)]


ROWS = form_of(rows(None))
NUMBERS = form_of([0] * 9, (1, -1))
BOOLEANS = form_of(rows(None), (True, False))
NUMBERED = form_of(list("123456789"))


def read(form: Form, part: str, answer: object, board: str) -> object:
    value = form.read(part, answer, board)
    return ODD if isinstance(value, dict) else value


@pytest.mark.parametrize(
    "template",
    [
        rows(None),
        tuple(map(tuple, rows(" "))),
        [" "] * 9,
        (0,) * 9,
        list(range(9)),
        numpy.zeros((3, 3)),
        numpy.full((3, 3), None),
        numpy.full(9, "_"),
    ],
)
def test_boards_are_made_like_the_empty_one_and_read_again(template: Any) -> None:
    holds_numbers = str(getattr(template, "dtype", "")).startswith("float")
    form = form_of(template, (1, -1) if holds_numbers else ("X", "O"))
    board = form.board("XO..X...O")
    assert type(board) is type(template)
    assert form.text(board) == "XO..X...O"
    assert form.text(template) == "........."


def test_a_board_is_a_new_one_each_time() -> None:
    board = ROWS.board(UNFINISHED)
    board[0][0] = None
    assert ROWS.text(ROWS.board(UNFINISHED)) == UNFINISHED


@pytest.mark.parametrize(
    "value",
    [
        None,
        "X...O....",
        ["X..", ".O.", "..."],
        rows(None)[:2],
        [[None] * 3, [None] * 2, [None] * 4],
        rows("x"),
        rows([]),
        range(9),
    ],
)
def test_what_is_not_a_board_is_refused(value: object) -> None:
    with pytest.raises(NoBoardError):
        ROWS.text(value)


@pytest.mark.parametrize("marks", [("X", "X"), (None, "O")])
def test_marks_and_free_cells_differ(marks: tuple[Any, Any]) -> None:
    with pytest.raises(NoBoardError):
        form_of(rows(None), marks)


def test_free_cells_are_all_equal_or_all_different() -> None:
    """One odd cell in an empty board is a mistake, not a form."""
    with pytest.raises(NoBoardError):
        form_of([[None] * 3, [None] * 3, [None, None, "None"]])


def test_a_silent_part_that_is_called_without_a_board_says_so() -> None:
    """Its caller is a stranger's, and may show this."""
    winner = Corrected("winner", None, ROWS)
    with pytest.raises(ValueError, match="winner was called without a board"):
        winner("X")


@pytest.mark.parametrize(
    ("form", "answer", "player"),
    [
        (ROWS, "X", "X"),
        (ROWS, "O", "O"),
        (ROWS, None, None),
        (ROWS, False, None),
        (ROWS, "", None),
        (ROWS, True, ODD),
        (ROWS, "x", ODD),
        (ROWS, 0, ODD),
        (NUMBERS, 1, "X"),
        (NUMBERS, -1, "O"),
        (NUMBERS, 1.0, "X"),
        (NUMBERS, 0, None),
        (NUMBERS, False, None),
        (NUMBERS, True, ODD),
        (NUMBERS, 2, ODD),
        (NUMBERS, numpy.int8(-1), "O"),
        (BOOLEANS, True, "X"),
        (BOOLEANS, False, "O"),
        (NUMBERED, None, None),
        (NUMBERED, "1", ODD),
    ],
)
@pytest.mark.parametrize("part", ["player", "winner"])
def test_a_player_is_read_by_its_mark(
    part: str, form: Form, answer: object, player: str | None
) -> None:
    """Nobody is None, False, an empty text, or what a free cell holds."""
    assert read(form, part, answer, UNFINISHED) == player


@pytest.mark.parametrize("answer", ["Tie", "draw", "D", "-"])
def test_on_a_full_board_words_for_a_tie_are_nobody(answer: str) -> None:
    assert read(ROWS, "winner", answer, FULL) is None
    assert read(ROWS, "winner", answer, UNFINISHED) == ODD


@pytest.mark.parametrize(
    ("part", "answer", "value"),
    [
        ("terminal", True, True),
        ("terminal", None, False),
        ("terminal", [], False),
        ("terminal", numpy.zeros(3), ODD),
        ("utility", 1, 1),
        ("utility", -1.0, -1),
        ("utility", numpy.float32(0), 0),
        ("utility", True, 1),
        ("utility", 2, ODD),
        ("utility", "1", ODD),
        ("utility", None, ODD),
        ("actions", {(2, 1), (0, 0)}, [0, 7]),
        ("actions", [], []),
        ("actions", [(3, 0)], ODD),
        ("actions", [(0, -1)], ODD),
        ("actions", [(0, 0), 4], ODD),
        ("actions", None, ODD),
        ("minimax", None, None),
        ("minimax", (1, 1), 4),
        ("minimax", numpy.array([1, 2]), 5),
        ("minimax", (1, 3), ODD),
        ("result", rows(None), "." * 9),
        ("result", None, ODD),
    ],
)
def test_answers_are_read(part: str, answer: object, value: object) -> None:
    assert read(ROWS, part, answer, FULL) == value


def test_rows_that_are_one_list_are_no_board() -> None:
    """A stone in one row would be in all of them."""
    value = ROWS.read("result", [[None] * 3] * 3, UNFINISHED)
    assert value == {"odd": "rows that are one and the same list"}


@pytest.mark.parametrize("part", ["terminal", "actions", "utility", "result"])
def test_a_part_that_must_be_awaited_is_told_what_to_remove(part: str) -> None:
    async def answer() -> int:
        return 1

    value = ROWS.read(part, answer(), UNFINISHED)
    assert value == {"odd": "a coroutine: remove async from the definition"}


def test_a_generator_is_true_of_no_board() -> None:
    value = ROWS.read("terminal", (cell for cell in "XO"), UNFINISHED)
    assert value == {"odd": "a generator: write return in place of yield"}


def test_where_o_moves_first_its_mark_is_our_x_and_results_are_turned_round() -> None:
    form = form_of(rows(None), first="O")
    assert form.board("X" + "." * 8)[0][0] == "O"
    assert form.read("player", "O", UNFINISHED) == "X"
    assert form.read("utility", 1, FULL) == -1
    assert form.in_words() == "rows (list of list) of 'X', 'O' and None"


@pytest.mark.parametrize(
    ("actions", "move", "container"),
    [
        ({(0, 0), (1, 2)}, (1, 2), set),
        ([[0, 0], [2, 2]], [1, 2], list),
        (frozenset([(1, 1), (3, 3)]), (2, 3), frozenset),
        ((0, 1, 8), 5, tuple),
        (range(1, 10), 6, list),
        (iter([(0, 0)]), (1, 2), iter),
        (numpy.argwhere(numpy.zeros((3, 3)) == 0), (1, 2), list),
    ],
)
def test_moves_are_written_as_actions_writes_them(
    actions: Any, move: object, container: object
) -> None:
    moves = learned_moves(actions)
    assert moves.move(5) == move
    assert type(moves.move(5)) is type(move)
    assert moves.cell(moves.move(5)) == 5
    assert moves.container is container


@pytest.mark.parametrize("actions", [[], ["a1"], [(0, 0, 0)], [None]])
def test_other_moves_are_not_learned(actions: Any) -> None:
    with pytest.raises((TypeError, ValueError)):
        learned_moves(actions)


def test_a_list_is_not_among_tuples() -> None:
    moves = learned_moves([(0, 0), (1, 1)])
    assert moves.is_action((1, 1), 4)
    assert not moves.is_action([1, 1], 4)
    assert not moves.is_action(numpy.array([1, 1]), 4)
