"""Boards in the formats that players want, and the stones that players add."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from sys import intern
from typing import Any, NamedTuple


class BoardFormat(NamedTuple):
    """What a board looks like, before its options say otherwise."""

    description: str
    free_cell: object  # what a free cell holds by default
    marks: tuple[object, object]  # those of X and O by default


OTHER = {"X": "O", "O": "X"}
LETTERS = ("X", "O")
SIGNS = (1, -1)
ITSELF = {"X": "X", "O": "O"}  # by player, the marks of the boards within this package

BOARD_FORMATS = {
    "text": BoardFormat("a text such as X...O....", ".", LETTERS),
    "list": BoardFormat("a flat list", None, LETTERS),
    "rows": BoardFormat("a list of rows", None, LETTERS),
    "array": BoardFormat("a numpy array of rows", 0, SIGNS),
    "list1": BoardFormat("a flat list, the first item unused", None, LETTERS),
    "dict1": BoardFormat("a dictionary, cells from 1", None, LETTERS),
    "batch": BoardFormat("many boards at once, an (n, cells) array", 0, SIGNS),
}

# Free cells may hold their own numbers.
FREE_CELL_NUMBERS: Mapping[object, Callable[[int], object]] = {
    "index": lambda cell: cell,
    "index1": lambda cell: cell + 1,
    "digit": str,
    "digit1": lambda cell: str(cell + 1),
}


class BoardLook(NamedTuple):
    """What a player's boards look like."""

    board: str  # a key of `BOARD_FORMATS`
    free_cell: object
    mark_of: Mapping[str, object]  # by player, "X" and "O"
    cols: int

    def cells(self, board: str) -> list[object]:
        """Return what each cell of a board such as ``X...O....`` holds."""
        contents = {player: _interned(mark) for player, mark in self.mark_of.items()}
        number = FREE_CELL_NUMBERS.get(self.free_cell)
        if number is None:
            contents["."] = _interned(self.free_cell)
            return [contents[player] for player in board]
        return [
            number(cell) if player == "." else contents[player]
            for cell, player in enumerate(board)
        ]

    def draw(self, board: str) -> Any:
        """Return a new board in this format.

        >>> look = BoardLook("rows", None, {"X": "X", "O": "O"}, 3)
        >>> look.draw("X...O....")
        [['X', None, None], [None, 'O', None], [None, None, None]]
        """
        if self.board == "text" and self.free_cell == "." and self.mark_of == ITSELF:
            return board
        cells = self.cells(board)
        if self.board == "text":
            return "".join(map(str, cells))
        if self.board == "list":
            return cells
        if self.board == "list1":
            # Not what a free cell holds: players may look for free cells in all items.
            unused = " " if self.free_cell == "" else ""
            return [unused, *cells]
        if self.board == "dict1":
            return dict(enumerate(cells, 1))
        rows = [
            cells[start : start + self.cols]
            for start in range(0, len(cells), self.cols)
        ]
        if self.board == "rows":
            return rows
        import numpy

        if all(type(cell) is int and abs(cell) < 128 for cell in cells):
            return numpy.array(rows, dtype=numpy.int8)
        kinds = {type(cell) for cell in cells}
        # Without a type, numpy would make texts of numbers among texts.
        is_mixed = str in kinds and len(kinds) > 1
        return numpy.array(rows, dtype=object if is_mixed else None)

    def flat(self, board: Any) -> list[object] | None:
        """Return the cells of a board in this format, or None if it is not a board."""
        cells = flat_cells(board)
        if cells is not None and self.board == "list1":
            return cells[1:]
        return cells

    def added_stone(
        self, before: Sequence[object], board: Any, player: str
    ) -> int | None:
        """Return the one cell in which a board has changed to this player's mark.

        Args:
            before: The cells of the board as it was given.
            board: The board that the player's function has returned or changed.
            player: The player to move, "X" or "O".

        """
        cells = self.flat(board)
        if cells is None or len(cells) != len(before):
            return None
        changed = [cell for cell, old in enumerate(before) if cells[cell] != old]
        if len(changed) != 1 or cells[changed[0]] != self.mark_of[player]:
            return None
        return changed[0]


def mover_of(board: str, first: str) -> str:
    """Return the player whose turn it is, by the stones on a board."""
    if board.count("X") == board.count("O"):
        return first
    return OTHER[first]


def _interned(value: object) -> object:
    """Return an equal text that is always one object, as some compare by ``is``."""
    return intern(value) if isinstance(value, str) else value


def flat_cells(board: Any) -> list[object] | None:
    """Return the cells of a board in any format, or None if it is not a board.

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


def put_board(kept: Any, board: Any) -> bool:
    """Put a board into an object that holds one; return False if their kinds differ.

    The object itself changes, so every name by which the player knows it sees the
    board.
    """
    if isinstance(kept, dict) and isinstance(board, dict):
        kept.clear()
        kept.update(board)
        return True
    if isinstance(kept, list) and isinstance(board, list):
        rows_stay = len(kept) == len(board) and all(
            isinstance(row, list) and isinstance(new_row, list)
            for row, new_row in zip(kept, board, strict=True)
        )
        if rows_stay:
            for row, new_row in zip(kept, board, strict=True):
                row[:] = new_row
        else:
            kept[:] = board
        return True
    if hasattr(kept, "shape") and hasattr(board, "shape") and kept.shape == board.shape:
        kept[...] = board
        return True
    return False
