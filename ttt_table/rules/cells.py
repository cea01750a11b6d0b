"""The size of a board, checked, and the numbers that people write."""

from ttt_table.errors import GameError, quoted
from ttt_table.runtime import MAX_CELLS

MAX_DIGITS = 18
"""No integer of a user needs as many, and Python refuses to parse 5,000."""


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


def number_in(word: str) -> int | None:
    """Parse an integer, such as 4 or -1; return None for any other word, and for -0."""
    digits = word.removeprefix("-")
    is_number = digits.isascii() and digits.isdecimal() and len(digits) <= MAX_DIGITS
    number = int(word) if is_number else None
    return None if number == 0 and digits != word else number
