"""Files of answers, JSON lines or CSV, with a board and an answer in each row."""

import csv
import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path as FilePath
from typing import Any, BinaryIO, TypeAlias

from ttt_table.errors import ArgumentError, PlayerError, access_error, quoted
from ttt_table.players.answers import NOT_FOUND, cell_number
from ttt_table.players.shapes import cell_at
from ttt_table.progress import show_bar
from ttt_table.table.files import Path, path_text

LAST_NUMBER = r"\d+"  # in prose: the last match is the answer
MOST_BYTES_OF_ROW = 1 << 20
BYTES_PER_SECOND = 1.5e6  # that are judged: an estimate for the progress bar

# The row's name for messages, its board, and its cell: None for no answer.
Row: TypeAlias = tuple[object, Any, int | None]


def answer_rows(
    path: Path,
    cols: int,
    pattern: str = LAST_NUMBER,
    base: int = 0,
    *,
    quiet: bool = False,
) -> Iterator[Row]:
    """Yield the rows of a file of answers, named by their lines.

    Args:
        path: The file: CSV if its name ends so, else JSON lines. Each row has a
            ``board`` and an ``answer``.
        cols: How many columns the board has.
        pattern: Finds the cell in prose, as for `cell_reader`.
        base: The number of the first cell, row and column: 0 or 1.
        quiet: Show no progress.

    Raises:
        ArgumentError: The pattern or the base is bad.
        PlayerError: A line is not such a row.
        TableAccessError: The file cannot be read.

    """
    cell_in = cell_reader(cols, pattern, base)
    name = path_text(path)
    lines = _Lines()
    try:
        size = FilePath(name).stat().st_size
        bar = show_bar("judging", size, size / BYTES_PER_SECOND, quiet=quiet)
        with FilePath(name).open("rb") as file, bar as advance:
            if name.lower().endswith(".csv"):
                csv.field_size_limit(MOST_BYTES_OF_ROW)
                rows: Iterator[Any] = csv.DictReader(
                    lines.read(file, advance), strict=True
                )
            else:
                texts = (text for text in lines.read(file, advance) if text.strip())
                rows = map(json.loads, texts)
            for row in rows:
                board, answer = _board_and_answer(row)
                cell = None if answer is None else cell_in(answer)
                yield f"{name}, line {lines.number}", board, cell
    except OSError as error:
        raise access_error(error, "read", name) from None
    except (ValueError, csv.Error, RecursionError) as error:
        raise PlayerError(f"{name}, line {lines.number}: {_reason(error)}") from None


class _Lines:
    """The lines of a file, of which the last one read has a number."""

    def __init__(self) -> None:
        self.number = 0

    def read(self, file: BinaryIO, advance: Callable[[int], object]) -> Iterator[str]:
        """Yield the lines and report their bytes; `ValueError` for a bad line."""
        while line := file.readline(MOST_BYTES_OF_ROW + 1):
            self.number += 1
            if len(line) > MOST_BYTES_OF_ROW:
                raise ValueError(f"it has more than {MOST_BYTES_OF_ROW:,} bytes")
            # A byte order mark may come before the first line.
            yield line.decode("utf-8" if self.number > 1 else "utf-8-sig")
            advance(len(line))


def _board_and_answer(row: Any) -> tuple[Any, Any]:
    if not isinstance(row, dict) or row.get("board") is None or "answer" not in row:
        raise ValueError('a row has a "board" and an "answer"')
    return row["board"], row["answer"]


def _reason(error: Exception) -> str:
    if isinstance(error, json.JSONDecodeError):
        return f"it is not JSON: {error.msg}"
    if isinstance(error, UnicodeDecodeError):
        return "it is not in UTF-8"
    return str(error)


def cell_reader(
    cols: int, pattern: str = LAST_NUMBER, base: int = 0
) -> Callable[[object], int]:
    """Return a function that finds the cell in an answer.

    An answer is a number, a pair (row, column), or prose. In prose the last match of
    the pattern counts: its one group is the cell, or its two groups are the row and the
    column.

    Args:
        cols: How many columns the board has.
        pattern: A regular expression.
        base: The number of the first cell, row and column: 0 or 1.

    Returns:
        The function. It returns -1 for a cell or pair off the board, and `NOT_FOUND` if
        there is no cell in the answer.

    Raises:
        ArgumentError: The pattern is not a regular expression, or the base is not 0 or
            1.

    >>> read = cell_reader(3, base=1)
    >>> read("Blocking first, so I play 5."), read(5), read([2, 2]), read("the corner")
    (4, 4, 4, -2)

    """
    try:
        find = re.compile(pattern).finditer
        find("")  # a pattern of bytes fails only here
    except (re.error, TypeError, OverflowError, RecursionError) as error:
        raise ArgumentError(f"the pattern {quoted(pattern)}: {error}") from None
    if base not in (0, 1):
        raise ArgumentError(
            f"cells are numbered from 0 or from 1, not from {quoted(base)}"
        )

    def numbers_in(answer: object) -> list[Any]:
        if isinstance(answer, (list, tuple)):
            return list(answer)
        if not isinstance(answer, str):
            return [answer]
        matches = list(find(answer))
        if not matches:
            return []
        last = matches[-1]
        texts = last.groups() or (last.group(),)
        return [cell_number(text) for text in texts if text]

    def cell_in(answer: object) -> int:
        numbers = numbers_in(answer)
        if not numbers or len(numbers) > 2:
            return NOT_FOUND
        if any(type(number) is not int for number in numbers):  # True is not a number
            return NOT_FOUND
        return max(cell_at(cols, *(number - base for number in numbers)), -1)

    return cell_in
