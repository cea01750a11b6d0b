"""What callers may give, checked."""

from fractions import Fraction
from operator import index

from ttt_table.errors import ArgumentError, BoardError, quoted
from ttt_table.rules.board import chosen_cell
from ttt_table.table.reader import Table

LONGEST_NUMBER = 1000  # digits: enough for every float, and for a summed fraction


def checked_table(table: Table) -> Table:
    """The table. Raises `ArgumentError` for anything else."""
    if not isinstance(table, Table):
        raise ArgumentError(
            f"table is {quoted(table)}, but it must be one from open_table"
        )
    return table


def checked_number(asked: object, kind: str = "cell") -> int:
    """A cell's or column's number. Raises `ArgumentError` for no whole number."""
    try:
        return index(None if isinstance(asked, bool) else asked)  # type: ignore[arg-type]
    except Exception:  # whatever its class does there, it is no number
        raise ArgumentError(
            f"a {kind} is a whole number, not {quoted(asked)}"
        ) from None


def checked_cell(
    table: Table, board: str, cell: int | None, column: int | None = None
) -> int:
    """A cell as a number, or with gravity that of a column.

    Raises `BoardError` where the mover cannot play it, `ArgumentError` for no whole number.
    """
    number = (
        checked_number(cell) if column is None else checked_number(column, "column")
    )
    legal = table.legal_moves(board)
    if not legal:
        raise BoardError("the game is finished: there is no move")
    if column is not None:
        known = table.game.gravity and 0 <= number < table.game.cols
        if known and number not in table.columns(board):
            raise BoardError(f"column {number} is full")
        return chosen_cell(table.game, legal, cell, number)
    if number not in legal:
        on_board = 0 <= number < len(board)
        numbers = "" if on_board else f": they are numbered 0 to {len(board) - 1}"
        # A person who names a column for a cell means one of the top row.
        if number in table.columns(board):
            numbers = f"; for the column, say column={number}"
        raise BoardError(
            f"{why_not(board, number)}{numbers}", (number,) if on_board else ()
        )
    return number


def why_not(board: str, cell: int) -> str:
    """Why a cell cannot be played on an unfinished board."""
    if not 0 <= cell < len(board):
        return f"there is no cell {quoted(cell)}"
    return f"cell {cell} {'cannot be played yet' if board[cell] == '.' else 'is taken'}"


def exact_number(text: str) -> Fraction:
    """The number that a text means, where 0.1 is a tenth and not the float beside it.

    Raises `ValueError` or `ZeroDivisionError` where it is none or too long.
    """
    # Before it is made: a short text such as 1e999999999 is a number that fills the memory.
    _, _, exponent = text.lower().partition("e")
    if len(text) > LONGEST_NUMBER or abs(int(exponent or 0)) > LONGEST_NUMBER:
        raise ValueError("a number that would fill the memory")
    return Fraction(text)
