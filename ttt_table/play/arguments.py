"""What callers may give, checked: a table, a cell to play, a number that is meant exactly."""

from __future__ import annotations

from fractions import Fraction
from operator import index

from ttt_table.errors import ArgumentError, BoardError, quoted
from ttt_table.table.reader import Table

LONGEST_NUMBER = 1000
"""Digits of a number: enough for every float, and for a fraction that was summed up."""


def checked_table(table: Table) -> Table:
    """The table. Raises `ArgumentError` for what is none."""
    if not isinstance(table, Table):
        raise ArgumentError(f"table is {quoted(table)}, but it must be one that open_table gives")
    return table


def checked_cell(table: Table, board: str, cell: int) -> int:
    """A cell as a number. Raises `BoardError`, with the reason, where the mover cannot play it.

    Raises `ArgumentError` for what is no whole number.
    """
    try:
        number = None if isinstance(cell, bool) else index(cell)
    except TypeError:
        number = None
    if number is None:
        raise ArgumentError(f"a cell is a whole number, not {quoted(cell)}")
    legal = table.legal_moves(board)
    if not legal:
        raise BoardError("the game is over: there is no move")
    if number not in legal:
        on_board = 0 <= number < len(board)
        numbers = "" if on_board else f": they are numbered 0 to {len(board) - 1}"
        raise BoardError(f"{why_not(board, number)}{numbers}", (number,) if on_board else ())
    return number


def why_not(board: str, cell: int) -> str:
    """Why a cell cannot be played on an unfinished board."""
    if not 0 <= cell < len(board):
        return f"there is no cell {quoted(cell)}"
    return f"cell {cell} {'cannot be played yet' if board[cell] == '.' else 'is taken'}"


def exact_number(text: str) -> Fraction:
    """The number that a text means, where 0.1 is a tenth and not the float beside it.

    Raises `ValueError` or `ZeroDivisionError` where it is none, and for one of too many digits.
    """
    # Before it is made: a short text such as 1e999999999 is a number that fills the memory.
    _, _, exponent = text.lower().partition("e")
    if len(text) > LONGEST_NUMBER or abs(int(exponent or 0)) > LONGEST_NUMBER:
        raise ValueError("a number that would fill the memory")
    return Fraction(text)
