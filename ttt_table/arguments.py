"""Checks of what callers pass: a table, a cell or a column, a number."""

from contextlib import suppress
from fractions import Fraction
from operator import index

from ttt_table.errors import ArgumentError, BoardError, quoted
from ttt_table.rules.board import chosen_cell
from ttt_table.table.reader import Table

MAX_NUMBER_LENGTH = 1000
"""The most digits of a number: enough for every float, and for a sum of fractions."""


def checked_table(table: Table) -> Table:
    """Return the table.

    Raises:
        ArgumentError: It is not a table.
    """
    if not isinstance(table, Table):
        raise ArgumentError(
            f"table is {quoted(table)}, but it must be one from open_table"
        )
    return table


def checked_number(value: object, kind: str = "cell") -> int:
    """Return a cell's or a column's number.

    Args:
        value: What the caller passed.
        kind: ``"cell"`` or ``"column"``, for messages.

    Raises:
        ArgumentError: It is not an integer.
    """
    # If the value's class raises anything in ``__index__``, it is not an integer.
    with suppress(Exception):
        if not isinstance(value, bool):
            return index(value)  # type: ignore[arg-type]
    raise ArgumentError(f"a {kind} is an integer, not {quoted(value)}")


def checked_cell(
    table: Table, board: str, cell: int | None, column: int | None = None
) -> int:
    """Return the cell where the mover plays.

    Args:
        table: The table of the game.
        board: An unfinished board.
        cell: The cell, or None with a column.
        column: With gravity, the column in place of a cell.

    Raises:
        BoardError: The mover cannot play there.
        ArgumentError: It is not an integer.
    """
    if column is None:
        number = checked_number(cell)
    else:
        number = checked_number(column, "column")
    legal = table.legal_moves(board)
    if not legal:
        raise BoardError("the game is over, so there is no move")
    if column is not None:
        is_column = table.game.gravity and 0 <= number < table.game.cols
        if is_column and number not in table.columns(board):
            raise BoardError(f"column {number} is full")
        return chosen_cell(table.game, legal, cell, number)
    if number not in legal:
        raise _illegal_error(table, board, number)
    return number


def _illegal_error(table: Table, board: str, cell: int) -> BoardError:
    on_board = 0 <= cell < len(board)
    hint = ""
    if cell in table.columns(board):  # the number may be meant as a column's
        hint = f"; for the column, say column={cell}"
    elif not on_board:
        hint = f": they are numbered 0 to {len(board) - 1}"
    cells = (cell,) if on_board else ()
    return BoardError(f"{why_not(board, cell)}{hint}", cells)


def why_not(board: str, cell: int) -> str:
    """Return why a cell cannot be played on an unfinished board."""
    if not 0 <= cell < len(board):
        return f"there is no cell {quoted(cell)}"
    if board[cell] == ".":
        return f"cell {cell} cannot be played yet"
    return f"cell {cell} is taken"


def exact_number(text: str) -> Fraction:
    """Return the number that a text means: 0.1 is a tenth, not the float beside it.

    Raises:
        ValueError: It is not a number, or too long.
        ZeroDivisionError: It is a fraction with the denominator 0.
    """
    # This is checked before parsing, because the number of a short text such as
    # 1e999999999 would fill the memory.
    _, _, exponent = text.lower().partition("e")
    if len(text) > MAX_NUMBER_LENGTH or abs(int(exponent or 0)) > MAX_NUMBER_LENGTH:
        raise ValueError("the number is too large for the memory")
    return Fraction(text)
