"""The size of a board, checked."""

from ttt_table.errors import GameError, quoted
from ttt_table.runtime import MAX_CELLS


def check_board(rows: int, cols: int) -> None:
    """Raise `GameError` for a board that a table cannot have."""
    check_integer("rows", rows)
    check_integer("cols", cols)
    # Either number may have thousands of digits.
    board = f"a board of {quoted(rows)}x{quoted(cols)}"
    if rows < 1 or cols < 1:
        raise GameError(f"{board} has no cells: rows and cols start at 1")
    if rows * cols > MAX_CELLS:
        cells = quoted(rows * cols)
        raise GameError(
            f"{board} has {cells} cells, but a table can have at most {MAX_CELLS}"
        )


def check_integer(name: str, number: object) -> None:
    """Raise `GameError` for a number of rows, say, that is not an integer."""
    if type(number) is not int:  # True is not a number of rows
        raise GameError(f"{name} must be an integer, not {quoted(number)}")
