"""The lines and the name of a game of lines, checked and normalized."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice
from zlib import crc32

from ttt_table.errors import GameError, quoted
from ttt_table.runtime import (
    MAX_ELEMENTS,
    MAX_NAME_LENGTH,
    is_plain_name,
    is_reserved_name,
)

MAX_LINES = MAX_ELEMENTS
"""The number of lines that every reader can hold."""
MAX_CELLS_LISTED = 1 << 20
"""The most cells of all lines that are read: some list a line several times."""
TOO_MANY_LINES = f"there are more than {MAX_LINES} lines, and a table holds no more"


def minimal_lines(
    lines: Iterable[Iterable[int] | int], cells: int, owner: str = ""
) -> tuple[int, ...]:
    """Return the lines as sets of cells, without those that contain another line.

    Args:
        lines: Each a sequence of cells, or already a set of cells.
        cells: How many cells the board has.
        owner: Whose lines they are, where messages must say it: ``"O"``.

    Returns:
        At most `MAX_LINES` sets in increasing order.

    Raises:
        GameError: A line is empty or has an invalid cell, or there are too many lines
            or cells.
    """
    all_lines = "the lines"
    one_line = "line"
    if owner:
        all_lines = f"{owner}'s lines"
        one_line = f"{owner}'s line"
    try:
        numbered = enumerate(lines, start=1)
    except TypeError:
        raise GameError(
            f"{all_lines} are {quoted(lines)}, not a list of lists of cells"
        ) from None
    masks = set()
    left = MAX_CELLS_LISTED
    for number, line in numbered:
        mask, listed = _mask_of(line, cells, f"{one_line} {number}", left)
        masks.add(mask)
        left -= listed
        if left < 0:
            raise GameError(f"{all_lines} list more than {MAX_CELLS_LISTED:,} cells")

    minimal: list[int] = []
    for mask in sorted(masks, key=int.bit_count):
        if any(mask & shorter == shorter for shorter in minimal):
            continue
        minimal.append(mask)
        if len(minimal) > MAX_LINES:
            raise GameError(TOO_MANY_LINES)
    return tuple(sorted(minimal))


def _mask_of(
    line: Iterable[int] | int, cells: int, label: str, left: int
) -> tuple[int, int]:
    """Return one line as a set of cells, and how many cells it lists.

    Args:
        line: The line.
        cells: How many cells the board has.
        label: What messages call the line.
        left: How many cells are read at most, and one more.
    """
    listed = 1
    if type(line) is not int:
        mask, listed = _mask_of_list(line, cells, label, left)
    elif 0 <= line < 1 << cells:
        mask = line
    else:
        raise GameError(f"{label} is {quoted(line)}, a set with cells off the board")
    if not mask:
        raise GameError(f"{label} has no cells")
    return mask, listed


def _mask_of_list(
    line: Iterable[int] | int, cells: int, label: str, left: int
) -> tuple[int, int]:
    try:
        listed = iter(line)  # type: ignore[arg-type]  # a bool raises TypeError
    except TypeError:
        raise GameError(f"{label} is {quoted(line)}, and not a list of cells") from None
    mask = 0
    count = 0
    for cell in islice(listed, left + 1):
        if type(cell) is not int or not 0 <= cell < cells:
            raise GameError(
                f"{label} has {quoted(cell)}, which is not a cell: "
                f"they are integers from 0 to {cells - 1}"
            )
        mask |= 1 << cell
        count += 1
    return mask, count


def checksum_name(
    masks: tuple[int, ...], o_masks: tuple[int, ...] | None = None
) -> str:
    """Return the name of a game of lines that was given none: one with a checksum.

    Args:
        masks: The lines.
        o_masks: The lines of O, if they differ.
    """
    every_line: object = masks if o_masks is None else (masks, o_masks)
    return f"lines-{crc32(repr(every_line).encode()):08x}"


def checked_name(name: str) -> str:
    """Return the name of a game of lines, once it is checked.

    Raises:
        GameError: The name does not fit into a file's name, or reads as a rule or a
            size in a game's text.
    """
    if not is_plain_name(name):
        raise GameError(
            f"{quoted(name)} cannot name a game: up to {MAX_NAME_LENGTH} letters, "
            "digits, _ and -, a letter or digit first"
        )
    if is_reserved_name(name):
        raise GameError(
            f"{quoted(name)} cannot name a game: it reads as a rule or a size, "
            "or ends in a rule"
        )
    return name
