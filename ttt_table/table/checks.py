"""Checks of what callers pass: a table, a move on it, a number."""

from fractions import Fraction

from ttt_table.errors import ArgumentError
from ttt_table.rules import board as rules
from ttt_table.table.reader import Table

MAX_NUMBER_LENGTH = 1000
"""The most digits of a number: enough for every float, and for a sum of fractions."""


def checked_table(table: Table) -> Table:
    """Return the table.

    Raises:
        ArgumentError: It is not a table.
    """
    check_kind("table", table, Table, "one from open_table")
    return table


def check_kind(name: str, value: object, kind: type, needed: str) -> None:
    """Raise `ArgumentError` for an argument that is not of a class.

    Args:
        name: The name of the argument.
        value: What was passed.
        kind: The class.
        needed: What must be passed, in words.
    """
    if not isinstance(value, kind):
        raise ArgumentError.of(name, value, needed)


def checked_cell(table: Table, board: str, cell: object, column: object = None) -> int:
    """Return the cell where the mover plays.

    Args:
        table: The table of the game.
        board: The board, as `board_text` returns it.
        cell: The cell, or None with a column.
        column: With gravity, the column in place of a cell.

    Raises:
        MoveError: The mover cannot play there.
        ArgumentError: A column is given without gravity, or beside a cell.
    """
    occupied = sum(1 << cell for cell, mark in enumerate(board) if mark != ".")
    legal = table.legal_moves(board)
    return rules.checked_move(table.game, occupied, legal, cell, column)


def why_illegal(board: str, cell: int) -> str:
    """Return why a cell cannot be played on an unfinished board."""
    is_taken = 0 <= cell < len(board) and board[cell] != "."
    return rules.why_not(cell, len(board), is_taken=is_taken)


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
