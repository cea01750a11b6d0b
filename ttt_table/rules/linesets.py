"""The lines and the name of a game of lines, checked and normalized."""

from __future__ import annotations

from collections.abc import Iterable
from zlib import crc32

from ttt_table.errors import GameError, quoted

MAX_LINES = 512
"""The number of lines that every reader can hold."""
TOO_MANY_LINES = f"there are more than {MAX_LINES} lines, and a table holds no more"
MAX_NAME_LENGTH = 40
RULE_SUFFIXES = ("-gravity", "-misere", "-breaker")
"""The endings of the text of games with these rules; a name must not end like them."""


def least_lines(lines: Iterable[Iterable[int] | int], cells: int) -> tuple[int, ...]:
    """Return the lines as sets of cells, without those that contain another line.

    Args:
        lines: Each a sequence of cells, or already a set of cells.
        cells: How many cells the board has.

    Returns:
        At most `MAX_LINES` sets in increasing order.

    Raises:
        GameError: A line is empty or has an invalid cell, or there are too many lines.
    """
    try:
        numbered = list(enumerate(lines, start=1))
    except TypeError:
        raise GameError(
            f"the lines are {quoted(lines)}, not a list of lists of cells"
        ) from None
    masks = {_mask_of(line, cells, number) for number, line in numbered}

    least: list[int] = []
    for mask in sorted(masks, key=int.bit_count):
        if any(mask & shorter == shorter for shorter in least):
            continue
        least.append(mask)
        if len(least) > MAX_LINES:
            raise GameError(TOO_MANY_LINES)
    return tuple(sorted(least))


def _mask_of(line: Iterable[int] | int, cells: int, number: int) -> int:
    """Return one line as a set of cells; ``number`` names it in messages."""
    if type(line) is int and 0 < line < 1 << cells:
        return line
    try:
        listed = list(line)  # type: ignore[arg-type]  # any other int raises TypeError
    except TypeError:
        raise GameError(
            f"line {number} is {quoted(line)}, and not a list of cells"
        ) from None
    if not listed:
        raise GameError(f"line {number} has no cells")

    mask = 0
    for cell in listed:
        if type(cell) is not int or not 0 <= cell < cells:
            raise GameError(
                f"line {number} has {quoted(cell)}, which is not a cell: "
                f"they are whole numbers from 0 to {cells - 1}"
            )
        mask |= 1 << cell
    return mask


def check_name(name: str | None, masks: tuple[int, ...]) -> str:
    """Return the name of a game of lines; without one, a name from the lines' checksum.

    Raises:
        GameError: The name does not fit into a file's name, or ends like the name of a
            rule.
    """
    if name is None:
        return f"lines-{crc32(repr(masks).encode()):08x}"
    if not _fits_a_file_name(name):
        raise GameError(
            f"{quoted(name)} cannot name a game: up to {MAX_NAME_LENGTH} letters, "
            "digits, _ and -, a letter or digit first"
        )
    if name.lower().endswith(RULE_SUFFIXES):
        raise GameError(
            f"{quoted(name)} cannot name a game: "
            "it ends like the name of one with that rule"
        )
    return name


def _fits_a_file_name(name: object) -> bool:
    if not isinstance(name, str) or len(name) > MAX_NAME_LENGTH:
        return False
    letters = name.replace("_", "").replace("-", "")
    return letters.isascii() and letters.isalnum() and name[0].isalnum()
