"""Boards in every format that players want."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from ttt_table.players.adapted import AdaptedFunction
from ttt_table.players.adapter import Adapter
from ttt_table.players.boards import flat_cells, overwrite_board

BOARD = "X...O...."


def shown(adapter: Adapter, board: str = BOARD, cols: int = 3) -> Any:
    """Return the board that a function gets."""
    boards: list[Any] = []
    player = AdaptedFunction(
        boards.append, adapter.call, adapter.answer_form, cols=cols, first="X"
    )
    player(board)
    return boards[0]


@pytest.mark.parametrize(
    ("adapter", "board"),
    [
        (Adapter(), "X...O...."),
        (Adapter(empty="_", marks=("x", "o")), "x___o____"),
        (Adapter(empty="digit1"), "X234O6789"),
        (Adapter(empty=0, marks=(1, 2)), "100020000"),
        (Adapter("list"), ["X", None, None, None, "O", None, None, None, None]),
        (Adapter("list", " "), ["X", " ", " ", " ", "O", " ", " ", " ", " "]),
        (Adapter("list", "index"), ["X", 1, 2, 3, "O", 5, 6, 7, 8]),
        (Adapter("list", "index1"), ["X", 2, 3, 4, "O", 6, 7, 8, 9]),
        (Adapter("list", "digit"), ["X", "1", "2", "3", "O", "5", "6", "7", "8"]),
        (Adapter("list", 0, (1, -1)), [1, 0, 0, 0, -1, 0, 0, 0, 0]),
        (Adapter("rows"), [["X", None, None], [None, "O", None], [None, None, None]]),
        (Adapter("rows", ""), [["X", "", ""], ["", "O", ""], ["", "", ""]]),
        (Adapter("list1", "-"), ["", "X", "-", "-", "-", "O", "-", "-", "-", "-"]),
        (Adapter("list1", "digit1"), ["", "X", *"234", "O", *"6789"]),
        (
            Adapter("dict1", " "),
            {1: "X", 2: " ", 3: " ", 4: " ", 5: "O", 6: " ", 7: " ", 8: " ", 9: " "},
        ),
    ],
    ids=str,
)
def test_a_board_is_drawn_as_it_is_declared(adapter: Adapter, board: Any) -> None:
    assert shown(adapter) == board


@pytest.mark.parametrize(
    ("adapter", "dtype", "row"),
    [
        (Adapter("array"), np.int8, [1, 0, 0]),
        (Adapter("array", -1, (1, 0)), np.int8, [1, -1, -1]),
        (Adapter("array", " ", ("X", "O")), np.dtype("<U1"), ["X", " ", " "]),
        (Adapter("array", 0.5, (1, 0)), np.float64, [1, 0.5, 0.5]),
        (Adapter("array", None, ("X", "O")), np.object_, ["X", None, None]),
    ],
    ids=str,
)
def test_an_array_has_the_type_of_its_cells(
    adapter: Adapter, dtype: Any, row: list[object]
) -> None:
    array = shown(adapter)
    assert array.dtype == dtype
    assert array.shape == (3, 3)
    assert array[0].tolist() == row


def test_rows_are_as_long_as_the_board_is_wide() -> None:
    rows = shown(Adapter("rows"), board="X....O", cols=2)
    assert rows == [["X", None], [None, None], [None, "O"]]


def test_each_board_is_a_new_one() -> None:
    """A player may write on what it is given."""
    boards: list[list[object]] = []

    def writes(board: list[object]) -> int:
        board[8] = "X"
        boards.append(board)
        return 1

    adapter = Adapter("list")
    player = AdaptedFunction(
        writes, adapter.call, adapter.answer_form, cols=3, first="X"
    )
    player(BOARD)
    player(BOARD)
    assert boards[0] is not boards[1]


def test_equal_texts_are_one_object() -> None:
    """As some players compare them by `is`."""
    empty = "".join(["fr", "ee"])
    cells = shown(Adapter("list", empty))
    assert cells[1] is cells[2]
    assert cells[0] is "".join(["X"])


@pytest.mark.parametrize("board", [4, None, {1, 2}, object()])
def test_what_is_not_a_board_has_no_cells(board: object) -> None:
    assert flat_cells(board) is None


@pytest.mark.parametrize(
    ("kept", "board"),
    [
        ([None] * 4, [1, 2, 3, 4]),
        ([[None] * 2, [None] * 2], [[1, 2], [3, 4]]),
        ({1: None}, {1: 1, 2: 2}),
        ([], [[1, 2], [3, 4]]),
    ],
)
def test_an_object_that_holds_a_board_stays_the_same_object(
    kept: Any, board: Any
) -> None:
    """So that every name by which a player knows it sees the new board."""
    assert overwrite_board(kept, board)
    assert kept == board


def test_the_rows_of_a_board_stay_the_same_objects() -> None:
    row = [None, None]
    kept: list[Any] = [row, [None, None]]
    assert overwrite_board(kept, [[1, 2], [3, 4]])
    assert row == [1, 2]


def test_an_array_that_holds_a_board_stays_the_same_object() -> None:
    kept = np.zeros((2, 2))
    assert overwrite_board(kept, np.array([[1, 2], [3, 4]]))
    assert kept.tolist() == [[1, 2], [3, 4]]


@pytest.mark.parametrize("kept", [None, "....", {1: 2}, (0, 0), np.zeros((3, 3))])
def test_a_board_is_not_put_into_an_object_of_another_kind(kept: Any) -> None:
    assert not overwrite_board(kept, [0, 0, 0, 0])
