"""Boards in the formats that players want, and the stones that players add."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from sys import intern
from types import ModuleType
from typing import Any, NamedTuple


class Layout(NamedTuple):
    """How a board's cells are arranged, and what they hold if nothing is declared."""

    description: str
    free_cell: object
    marks: tuple[object, object]  # of X and of O


OTHER = {"X": "O", "O": "X"}
LETTERS = ("X", "O")
SIGNS = (1, -1)

LAYOUTS = {
    "text": Layout("a text such as X...O....", ".", LETTERS),
    "list": Layout("a flat list", None, LETTERS),
    "rows": Layout("a list of rows", None, LETTERS),
    "array": Layout("a numpy array of rows", 0, SIGNS),
    "list1": Layout("a flat list, the first item unused", None, LETTERS),
    "dict1": Layout("a dictionary, cells from 1", None, LETTERS),
    "batch": Layout("many boards at once, an (n, cells) array", 0, SIGNS),
}

# Free cells may hold their own numbers.
FREE_CELL_NUMBERS: Mapping[object, Callable[[int], object]] = {
    "index": lambda cell: cell,
    "index1": lambda cell: cell + 1,
    "digit": str,
    "digit1": lambda cell: str(cell + 1),
}


class BoardFormat(NamedTuple):
    """The format of a player's boards."""

    layout: str  # a key of `LAYOUTS`
    free_cell: object  # what a free cell holds, or a key of `FREE_CELL_NUMBERS`
    marks: tuple[object, object]  # of X and of O

    @property
    def mark_of(self) -> dict[str, object]:
        """The marks by player: ``{"X": 1, "O": -1}``."""
        x_mark, o_mark = self.marks
        return {"X": x_mark, "O": o_mark}

    def cells(self, board: str) -> list[object]:
        """Return what each cell of a board such as ``X...O....`` holds."""
        x_mark, o_mark = self.marks
        contents = {"X": _interned(x_mark), "O": _interned(o_mark)}
        number = FREE_CELL_NUMBERS.get(self.free_cell)
        if number is None:
            contents["."] = _interned(self.free_cell)
            return [contents[player] for player in board]
        return [
            number(cell) if player == "." else contents[player]
            for cell, player in enumerate(board)
        ]

    def render(self, board: str, cols: int) -> Any:
        """Return a new board in this format.

        Args:
            board: The board, such as ``X...O....``.
            cols: The number of its columns.

        >>> BoardFormat("rows", None, ("X", "O")).render("X...O....", cols=3)
        [['X', None, None], [None, 'O', None], [None, None, None]]
        """
        if self == PLAIN_TEXT:
            return board
        cells = self.cells(board)
        if self.layout == "text":
            return "".join(map(str, cells))
        if self.layout == "list":
            return cells
        if self.layout == "list1":
            # Not what a free cell holds: players may look for free cells in all items.
            unused = " " if self.free_cell == "" else ""
            return [unused, *cells]
        if self.layout == "dict1":
            return dict(enumerate(cells, 1))
        rows = [cells[start : start + cols] for start in range(0, len(cells), cols)]
        if self.layout == "rows":
            return rows
        return _array(rows, cells)

    def added_stone(
        self, before: Sequence[object], board: Any, player: str
    ) -> int | None:
        """Return the one cell in which a board has changed to this player's mark.

        Args:
            before: The cells of the board as it was given.
            board: The board that the player's function has returned or changed.
            player: The player to move, "X" or "O".
        """
        cells = flat_cells(board)
        if cells is not None and self.layout == "list1":
            cells = cells[1:]
        if cells is None or len(cells) != len(before):
            return None
        changed = [cell for cell, old in enumerate(before) if cells[cell] != old]
        if len(changed) != 1 or cells[changed[0]] != self.mark_of[player]:
            return None
        return changed[0]


PLAIN_TEXT = BoardFormat("text", ".", LETTERS)  # as within this package


def _interned(value: object) -> object:
    """Return an equal text that is always one object, as some compare by ``is``."""
    return intern(value) if isinstance(value, str) else value


def _array(rows: Sequence[Sequence[object]], cells: Sequence[object]) -> Any:
    import numpy

    if all(type(cell) is int and abs(cell) < 128 for cell in cells):
        return numpy.array(rows, dtype=numpy.int8)
    kinds = {type(cell) for cell in cells}
    # Without a type, numpy would make texts of numbers among texts.
    is_mixed = str in kinds and len(kinds) > 1
    return numpy.array(rows, dtype=object if is_mixed else None)


def mover_of(board: str, first: str) -> str:
    """Return the player whose turn it is, by the stones on a board."""
    if board.count("X") == board.count("O"):
        return first
    return OTHER[first]


def flat_cells(board: Any) -> list[object] | None:
    """Return the cells of a board in any layout, or None if it is not a board.

    >>> flat_cells([["X", None], [None, "O"]]), flat_cells({1: "X", 2: " "})
    (['X', None, None, 'O'], ['X', ' '])
    """
    if hasattr(board, "tolist"):
        board = board.tolist()
    if isinstance(board, dict):
        board = list(board.values())
    if not isinstance(board, list | tuple | str):
        return None
    cells: list[object] = []
    for row in board:
        if isinstance(row, list | tuple):
            cells += row
        else:
            cells.append(row)
    return cells


def put_in_variable(module: ModuleType | None, name: str, board: Any) -> Any:
    """Put a board into a variable of a module; return the object that then holds it.

    The object that the variable holds stays if it can hold the board.
    """
    present = getattr(module, name, None)
    if overwrite_board(present, board):
        return present
    setattr(module, name, board)
    return board


def overwrite_board(present: Any, board: Any) -> bool:
    """Write a board over an object that holds one; return False if their kinds differ.

    The object itself changes, so every name by which the player knows it sees the
    board.
    """
    if isinstance(present, dict) and isinstance(board, dict):
        present.clear()
        present.update(board)
        return True
    if isinstance(present, list) and isinstance(board, list):
        _overwrite_list(present, board)
        return True
    has_shapes = hasattr(present, "shape") and hasattr(board, "shape")
    if has_shapes and present.shape == board.shape:
        present[...] = board
        return True
    return False


def _overwrite_list(present: list[Any], board: list[Any]) -> None:
    """Write a list over another; its rows stay the same objects where they can."""
    rows_stay = len(present) == len(board) and all(
        isinstance(row, list) and isinstance(new_row, list)
        for row, new_row in zip(present, board, strict=True)
    )
    if not rows_stay:
        present[:] = board
        return
    for row, new_row in zip(present, board, strict=True):
        row[:] = new_row
