"""How the answers of a file's parts are read, and how its moves are written."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy
import pytest

from ttt_table.homework.answers import SHARED_ROWS, Unreadable
from ttt_table.homework.board_form import DEFAULT_FORM, BoardForm
from ttt_table.homework.file_form import CoroutineError, FileForm
from ttt_table.homework.spec import Part

ROWS = DEFAULT_FORM
NUMBERS = BoardForm("list", 0, (1, -1))
FROM_ONE = BoardForm("list1", " ", ("X", "O"))
TEXT = BoardForm("text", " ", ("X", "O"))
UNFINISHED, FULL = "XO.......", "XOXXOOOXX"
UNREADABLE = "not readable"
"""Stands for any answer that is shown as it was given."""


def read(
    form: BoardForm, part: Part, answer: object, board: str, first: str = "X"
) -> object:
    found = FileForm(form, first).read(part, answer, board)
    return UNREADABLE if isinstance(found, Unreadable) else found


@pytest.mark.parametrize(
    ("form", "answer", "player"),
    [
        (ROWS, "X", "X"),
        (ROWS, "O", "O"),
        (ROWS, None, None),
        (ROWS, False, None),
        (ROWS, "", None),
        (ROWS, True, UNREADABLE),
        (ROWS, "x", UNREADABLE),
        (ROWS, 0, UNREADABLE),
        (NUMBERS, 1, "X"),
        (NUMBERS, -1, "O"),
        (NUMBERS, 1.0, "X"),
        (NUMBERS, 0, None),
        (NUMBERS, False, None),
        (NUMBERS, True, UNREADABLE),
        (NUMBERS, 2, UNREADABLE),
        (NUMBERS, numpy.int8(-1), "O"),
        (TEXT, " ", None),
        (TEXT, ".", UNREADABLE),
    ],
)
@pytest.mark.parametrize("part", [Part.PLAYER, Part.WINNER])
def test_a_player_is_read_by_its_mark(
    part: Part, form: BoardForm, answer: object, player: str | None
) -> None:
    """Nobody is None, False, an empty text, or what a free cell holds."""
    assert read(form, part, answer, UNFINISHED) == player


@pytest.mark.parametrize("answer", ["Tie", "draw", "D", "-"])
def test_on_a_full_board_words_for_a_tie_are_nobody(answer: str) -> None:
    assert read(ROWS, Part.WINNER, answer, FULL) is None
    assert read(ROWS, Part.WINNER, answer, UNFINISHED) == UNREADABLE


@pytest.mark.parametrize(
    ("answer", "is_over"), [(True, True), (1, True), (None, False), ([], False)]
)
def test_a_game_is_over_if_python_takes_the_answer_for_true(
    answer: object, is_over: bool
) -> None:
    assert read(ROWS, Part.TERMINAL, answer, FULL) is is_over


@pytest.mark.parametrize(
    ("answer", "result"),
    [
        (1, 1),
        (-1.0, -1),
        (numpy.float32(0), 0),
        (True, 1),
        (2, UNREADABLE),
        (0.5, UNREADABLE),
        ("1", UNREADABLE),
        (None, UNREADABLE),
    ],
)
def test_a_result_is_one_of_three_numbers(answer: object, result: object) -> None:
    assert read(ROWS, Part.UTILITY, answer, FULL) == result


def test_where_o_moves_first_a_result_is_turned_round_and_a_mark_is_the_other() -> None:
    """A file's results are those of X; ours are those of the player who began."""
    assert read(ROWS, Part.UTILITY, 1, FULL, first="O") == -1
    assert read(ROWS, Part.PLAYER, "O", UNFINISHED, first="O") == "X"


@pytest.mark.parametrize(
    ("form", "answer", "cells"),
    [
        (ROWS, {(2, 1), (0, 0)}, [0, 7]),
        (ROWS, [[1, 2]], [5]),
        (ROWS, [], []),
        (ROWS, [(3, 0)], UNREADABLE),
        (ROWS, [(0, -1)], UNREADABLE),
        (ROWS, [(0, 0), 4], UNREADABLE),
        (ROWS, [(0, 0, 1)], UNREADABLE),
        (ROWS, None, UNREADABLE),
        (NUMBERS, [8, 0], [0, 8]),
        (NUMBERS, [9], UNREADABLE),
        (NUMBERS, [-1], UNREADABLE),
        (FROM_ONE, (1, 9), [0, 8]),
        (FROM_ONE, [0], UNREADABLE),
    ],
)
def test_moves_are_read_in_the_order_of_their_cells(
    form: BoardForm, answer: object, cells: object
) -> None:
    assert read(form, Part.ACTIONS, answer, UNFINISHED) == cells


@pytest.mark.parametrize(
    ("form", "answer", "cell"),
    [
        (ROWS, None, None),
        (ROWS, (1, 1), 4),
        (ROWS, (1.0, 2), 5),
        (ROWS, (1, 3), UNREADABLE),
        (ROWS, 4, UNREADABLE),
        (NUMBERS, 8, 8),
        (FROM_ONE, 9, 8),
        (FROM_ONE, "9", UNREADABLE),
    ],
)
def test_a_move_is_a_cell_or_none(
    form: BoardForm, answer: object, cell: object
) -> None:
    assert read(form, Part.MINIMAX, answer, UNFINISHED) == cell


@pytest.mark.parametrize(
    ("form", "answer", "board"),
    [
        (ROWS, [["X", None, None], [None, "O", None], [None] * 3], "X...O...."),
        (ROWS, [["X", None, None], [None, "O", None]], UNREADABLE),
        (ROWS, [["X", None, None], [None, "O", None], [None, 7, None]], UNREADABLE),
        (ROWS, [["X", None], ["O", None, None], [None] * 4], UNREADABLE),
        (ROWS, "X...O....", UNREADABLE),
        (NUMBERS, [1, 0, 0, 0, -1, 0, 0, 0, 0], "X...O...."),
        (NUMBERS, numpy.array([1, 0, 0, 0, -1, 0, 0, 0, 0]), "X...O...."),
        (NUMBERS, [1, 0, 0, 0, -1, 0, 0, 0], UNREADABLE),
        (FROM_ONE, ["?", "X", *"   ", "O", *"    "], "X...O...."),
        (TEXT, "X   O    ", "X...O...."),
        (TEXT, "X   O   ", UNREADABLE),
    ],
)
@pytest.mark.parametrize("part", [Part.INITIAL_STATE, Part.RESULT])
def test_a_board_is_read_in_the_format_of_the_file(
    part: Part, form: BoardForm, answer: object, board: str
) -> None:
    assert read(form, part, answer, UNFINISHED) == board


def test_rows_that_are_one_list_are_no_board() -> None:
    """A stone in one row would be in all of them."""
    form = FileForm(ROWS, "X")
    assert form.read(Part.RESULT, [[None] * 3] * 3, UNFINISHED) is SHARED_ROWS


@pytest.mark.parametrize("part", Part)
def test_a_part_that_must_be_awaited_is_an_error(part: Part) -> None:
    async def answer() -> int:
        return 1

    with pytest.raises(CoroutineError):
        FileForm(ROWS, "X").read(part, answer(), UNFINISHED)


def raising(_: object) -> Any:
    raise SystemExit


@pytest.mark.parametrize(
    ("form", "own_actions", "move", "container"),
    [
        (ROWS, None, (1, 2), set),
        (ROWS, raising, (1, 2), set),
        (ROWS, lambda _: [], (1, 2), set),
        (ROWS, lambda _: [[0, 0]], [1, 2], list),
        (ROWS, lambda _: frozenset([(0, 0)]), (1, 2), frozenset),
        (ROWS, lambda _: (0, 1), 5, tuple),
        (NUMBERS, None, 5, set),
        (NUMBERS, lambda _: {(0, 0)}, (1, 2), set),
        (FROM_ONE, None, 6, set),
        (FROM_ONE, lambda _: [1, 2], 6, list),
    ],
)
def test_moves_are_written_as_the_file_writes_them(
    form: BoardForm,
    own_actions: Callable[[Any], Any] | None,
    move: object,
    container: type,
) -> None:
    """As its own `actions` does on the empty board, else as courses do."""
    moves = FileForm(form, "X", own_actions).moves
    assert moves.move(5) == move
    assert type(moves.move(5)) is type(move)
    assert moves.container is container
