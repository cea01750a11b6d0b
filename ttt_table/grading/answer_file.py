"""Files of answers, JSON lines or CSV, with a board and an answer in each row."""

import csv
import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path as FilePath
from typing import Any, BinaryIO, TypeAlias

from ttt_table.errors import ArgumentError, PlayerError, access_error, quoted
from ttt_table.players.adapter import check_first_index
from ttt_table.players.answer_forms import (
    AnswerReader,
    Reading,
    UnreadableAnswerError,
)
from ttt_table.players.answers import NOT_FOUND
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
                yield f"{name}, line {lines.number}", board, cell_in(answer)
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
) -> Callable[[object], int | None]:
    """Return a function that finds the cell in an answer.

    An answer is read like those of players, as docs/grading.md lists them, if it is a
    cell or nothing. Any other text is prose, in which the last match of the pattern
    counts: its one group is the cell, or its two groups are the row and the column.

    Args:
        cols: How many columns the board has.
        pattern: A regular expression.
        base: The number of the first cell, row and column: 0 or 1.

    Returns:
        The function. It returns None for nothing, -1 for a cell or pair off the board,
        and `NOT_FOUND` if there is no cell in the answer.

    Raises:
        ArgumentError: The pattern is not a regular expression, or the base is not 0 or
            1.

    >>> read = cell_reader(3, base=1)
    >>> read("Blocking first, so I play 5."), read(5), read("2,2"), read("the corner")
    (4, 4, 4, -2)

    """
    try:
        find = re.compile(pattern).finditer
        find("")  # a pattern of bytes fails only here
    except (re.error, TypeError, OverflowError, RecursionError) as error:
        raise ArgumentError(f"the pattern {quoted(pattern)}: {error}") from None
    check_first_index(base)
    reader = AnswerReader(cols, first_index=base)

    def cell_in(answer: object) -> int | None:
        reading = _reading(reader, answer)
        if reading is None or isinstance(reading, int):
            return reading
        if not isinstance(answer, str):
            return NOT_FOUND
        matches = list(find(answer))
        if not matches:
            return NOT_FOUND
        return _cell_in_match(reader, matches[-1])

    return cell_in


def _reading(reader: AnswerReader, answer: object) -> Reading:
    """Return an answer in one of the forms, or no weights for any other."""
    try:
        return reader.read(answer)
    except UnreadableAnswerError:
        return ()


def _cell_in_match(reader: AnswerReader, match: re.Match[str]) -> int:
    texts = [text for text in match.groups() or (match.group(),) if text]
    try:
        reading = reader.read(texts[0] if len(texts) == 1 else texts)
    except UnreadableAnswerError:
        return NOT_FOUND
    return reading if isinstance(reading, int) else NOT_FOUND
