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
    masks = {_mask_of(line, cells, f"line {number}") for number, line in numbered}
    return _without_longer(masks)


def least_lines_of_o(
    lines: Iterable[Iterable[int] | int], cells: int
) -> tuple[int, ...]:
    """Return the lines of O as `least_lines` does, where X has others.

    Raises:
        GameError: As of `least_lines`, or there are no lines.
    """
    try:
        numbered = list(enumerate(lines, start=1))
    except TypeError:
        raise GameError(
            f"O's lines are {quoted(lines)}, not a list of lists of cells"
        ) from None
    if not numbered:
        raise GameError(
            "O's lines are an empty list; use breaker for an O without lines"
        )
    masks = {_mask_of(line, cells, f"O's line {number}") for number, line in numbered}
    return _without_longer(masks)


def _without_longer(masks: Iterable[int]) -> tuple[int, ...]:
    """Return the sets that contain no other, in increasing order."""
    least: list[int] = []
    for mask in sorted(masks, key=int.bit_count):
        if any(mask & shorter == shorter for shorter in least):
            continue
        least.append(mask)
        if len(least) > MAX_LINES:
            raise GameError(TOO_MANY_LINES)
    return tuple(sorted(least))


def _mask_of(line: Iterable[int] | int, cells: int, label: str) -> int:
    """Return one line as a set of cells; ``label`` names it in messages."""
    if type(line) is int and 0 < line < 1 << cells:
        return line
    try:
        listed = list(line)  # type: ignore[arg-type]  # any other int raises TypeError
    except TypeError:
        raise GameError(f"{label} is {quoted(line)}, and not a list of cells") from None
    if not listed:
        raise GameError(f"{label} has no cells")

    mask = 0
    for cell in listed:
        if type(cell) is not int or not 0 <= cell < cells:
            raise GameError(
                f"{label} has {quoted(cell)}, which is not a cell: "
                f"they are integers from 0 to {cells - 1}"
            )
        mask |= 1 << cell
    return mask


def check_name(
    name: str | None, masks: tuple[int, ...], o_masks: tuple[int, ...] | None = None
) -> str:
    """Return the name of a game of lines; without one, a name from the lines' checksum.

    Args:
        name: The name, unchecked.
        masks: The lines.
        o_masks: The lines of O, if they differ.

    Raises:
        GameError: The name does not fit into a file's name, or ends like the name of a
            rule.
    """
    if name is None:
        every_line: object = masks if o_masks is None else (masks, o_masks)
        return f"lines-{crc32(repr(every_line).encode()):08x}"
    if not _fits_a_file_name(name):
        raise GameError(
            f"{quoted(name)} cannot name a game: up to {MAX_NAME_LENGTH} letters, "
            "digits, _ and -, a letter or digit first"
        )
    if name.lower().endswith(RULE_SUFFIXES):
        raise GameError(
            f"{quoted(name)} cannot name a game: "
            "its end is reserved for games with that rule"
        )
    return name


def _fits_a_file_name(name: object) -> bool:
    if not isinstance(name, str) or len(name) > MAX_NAME_LENGTH:
        return False
    letters = name.replace("_", "").replace("-", "")
    return letters.isascii() and letters.isalnum() and name[0].isalnum()
