"""The format of the boards that a file's parts take and return."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from ttt_table.homework.spec import EMPTY_BOARD
from ttt_table.players.boards import (
    FREE_CELL_NUMBERS,
    LAYOUTS,
    BoardFormat,
    flat_cells,
)
from ttt_table.players.protocol import Record

# The formats that one board can have; `batch` is one of many boards.
ONE_BOARD_FORMATS = tuple(name for name in LAYOUTS if name != "batch")

# The formats in which the first cell has the number 1.
FORMATS_FROM_ONE = ("list1", "dict1")


@dataclass(frozen=True, slots=True)
class BoardForm:
    """The format of a board, in the terms of `players.adapter.Adapter`.

    Attributes:
        board: A key of `LAYOUTS`, but not "batch".
        empty: What a free cell holds, or a key of `FREE_CELL_NUMBERS`.
        marks: The marks of X and O.
    """

    board: str
    empty: object
    marks: tuple[object, object]

    def as_json(self) -> Record:
        """Return a record that `from_json` reads."""
        return {"board": self.board, "empty": self.empty, "marks": list(self.marks)}

    @classmethod
    def from_json(cls, record: Record) -> BoardForm:
        """Return the form of a record that `as_json` has made.

        Raises:
            KeyError, TypeError: The record is something else.
        """
        board = record["board"]
        empty = record["empty"]
        marks = record["marks"]
        if board not in ONE_BOARD_FORMATS or len(marks) != 2:
            raise TypeError("the format of a board is expected")
        if not all(map(is_cell_value, (empty, *marks))):
            raise TypeError("a cell holds a number, a text or None")
        return cls(board, empty, (marks[0], marks[1]))

    @property
    def text(self) -> str:
        """The form in words: ``rows of 'X', 'O' and None``."""
        x_mark, o_mark = self.marks
        empty = repr(self.empty)
        if self.number_of_cell is not None:
            empty = f"numbers from {self.number_of_cell(0)!r}"
        return f"{self.board} of {x_mark!r}, {o_mark!r} and {empty}"

    @property
    def first_index(self) -> int:
        """The number of the first cell, where a move is a number."""
        return 1 if self.board in FORMATS_FROM_ONE else 0

    @property
    def number_of_cell(self) -> Callable[[int], object] | None:
        """The function that numbers free cells; None if they all hold the same."""
        return FREE_CELL_NUMBERS.get(self.empty)

    def board_format(self, first: str) -> BoardFormat:
        """Return the format of boards on which X moves first, as this player's."""
        x_mark, o_mark = self.marks
        if first == "O":
            x_mark, o_mark = o_mark, x_mark
        return BoardFormat(self.board, self.empty, (x_mark, o_mark))


def is_cell_value(value: object) -> bool:
    """Return True for what a cell of a board may hold."""
    return value is None or isinstance(value, int | float | str)


DEFAULT_FORM = BoardForm("rows", None, ("X", "O"))


def form_of_empty_board(
    own_board: Any, marks: tuple[object, object] | None = None
) -> BoardForm | None:
    """Return the form of an empty board that a file has made; None if it has none.

    Args:
        own_board: The file's board.
        marks: The file's marks of X and O; by default those that are usual in the
            format.

    >>> form_of_empty_board([["-"] * 3] * 3)
    BoardForm(board='rows', empty='-', marks=('X', 'O'))
    >>> form_of_empty_board([1, 2, 3, 4, 5, 6, 7, 8, 9])
    BoardForm(board='list', empty='index1', marks=('X', 'O'))
    """
    cells = flat_cells(own_board)
    if not cells:
        return None
    last_cell = cells[-1]
    contents = [last_cell] if is_cell_value(last_cell) else []
    for board in _likely_formats(own_board):
        for empty in (*contents, *FREE_CELL_NUMBERS):
            form = BoardForm(board, empty, marks or LAYOUTS[board].marks)
            if empty not in form.marks and _has_form(own_board, form):
                return form
    return None


def _likely_formats(own_board: Any) -> tuple[str, ...]:
    if hasattr(own_board, "tolist"):
        return ("array",)
    if isinstance(own_board, dict):
        return ("dict1",)
    if isinstance(own_board, str):
        return ("text",)
    return ("rows", "list", "list1")


def _has_form(own_board: Any, form: BoardForm) -> bool:
    empty_board = as_lists(form.board_format("X").render(EMPTY_BOARD, 3))
    own_board = as_lists(own_board)
    if form.board == "list1" and isinstance(own_board, list):
        # The first of ten cells is not used, and may hold anything.
        return len(own_board) == 10 and bool(own_board[1:] == empty_board[1:])
    return bool(own_board == empty_board)


def as_lists(value: Any) -> Any:
    """Return arrays and tuples as lists, at any depth."""
    if isinstance(value, str | int | None):  # as most values are
        return value
    if hasattr(value, "tolist"):
        value = value.tolist()
    if isinstance(value, list | tuple):
        return [as_lists(item) for item in value]
    return value
