"""Files of answers, a row for each: JSON lines or CSV, of boards and what was said to them."""

import csv
import json
import os
import re
from collections.abc import Callable, Iterator
from typing import Any, BinaryIO, TypeAlias

from ttt_table.errors import ArgumentError, PlayerError, access_error, quoted
from ttt_table.players.answers import NOT_FOUND, cell_number
from ttt_table.players.shapes import cell_at
from ttt_table.progress import show_bar
from ttt_table.table.files import Path, path_text

LAST_NUMBER = r"\d+"  # in prose: the last match is the answer
LONGEST_ROW = 1 << 20  # bytes: whoever has said more has not answered
SPEED = 1.5e6  # bytes that are judged in a second
Row: TypeAlias = tuple[
    object, Any, int | None
]  # its name, a board, a cell; None for no answer


def answer_rows(
    path: Path,
    cols: int,
    pattern: str = LAST_NUMBER,
    base: int = 0,
    *,
    quiet: bool = False,
) -> Iterator[Row]:
    """The rows of a file, JSON lines or CSV, each with a ``board`` and an ``answer``.

    They are named by their lines; their cells are read as `cell_reader` does. Raises what it does,
    `PlayerError` for what is no row, `TableAccessError` for a file that cannot be read.
    """
    name, number, cell_in = path_text(path), 0, cell_reader(cols, pattern, base)

    def lines(file: BinaryIO) -> Iterator[str]:
        nonlocal number
        while line := file.readline(LONGEST_ROW + 1):
            number += 1
            if len(line) > LONGEST_ROW:
                raise ValueError(f"it has more than {LONGEST_ROW:,} bytes")
            yield line.decode("utf-8" if number > 1 else "utf-8-sig")
            advance(len(line))

    try:
        size = os.path.getsize(name)
        bar = show_bar("judging", size, size / SPEED, quiet=quiet)
        with open(name, "rb") as file, bar as advance:
            rows: Iterator[Any] = map(json.loads, filter(str.strip, lines(file)))
            if name.lower().endswith(".csv"):
                csv.field_size_limit(LONGEST_ROW)
                rows = csv.DictReader(lines(file), strict=True)
            for row in rows:
                if (
                    not isinstance(row, dict)
                    or row.get("board") is None
                    or "answer" not in row
                ):
                    raise ValueError('a row has a "board" and an "answer"')
                board, answer = row["board"], row["answer"]
                yield (
                    f"{name}, line {number}",
                    board,
                    None if answer is None else cell_in(answer),
                )
    except OSError as error:
        raise access_error(error, "read", name) from None
    except (ValueError, csv.Error, RecursionError) as error:
        why = (
            f"it is no JSON: {error.msg}"
            if isinstance(error, json.JSONDecodeError)
            else error
        )
        why = "it is not in UTF-8" if isinstance(error, UnicodeDecodeError) else why
        raise PlayerError(f"{name}, line {number}: {why}") from None


def cell_reader(
    cols: int, pattern: str = LAST_NUMBER, base: int = 0
) -> Callable[[object], int]:
    """What makes a cell of an answer: a number, a row and a column, or prose.

    In prose the last match of the pattern counts, its one group or its two, a row and a column.
    Cells, rows and columns are numbered from ``base``. `NOT_FOUND` stands for no answer. Raises
    `ArgumentError` for anything but a pattern and 0 or 1.

    >>> read = cell_reader(3, base=1)
    >>> read("Blocking first, so I play 5."), read(5), read([2, 2]), read("the corner")
    (4, 4, 4, -2)
    """
    try:
        find = re.compile(pattern).finditer
        find("")  # where a pattern of bytes finds nothing
    except (re.error, TypeError, OverflowError, RecursionError) as error:
        raise ArgumentError(f"the pattern {quoted(pattern)}: {error}") from None
    if base not in (0, 1):
        raise ArgumentError(
            f"cells are numbered from 0 or from 1, not from {quoted(base)}"
        )

    def cell_in(answer: object) -> int:
        parts: Any = answer if type(answer) in (list, tuple) else [answer]
        if isinstance(answer, str):
            last = [*find(answer)][-1:]
            texts = [
                text for one in last for text in one.groups() or [one.group()] if text
            ]
            parts = [*map(cell_number, texts)]
        if {*map(type, parts)} != {int} or len(parts) > 2:
            return NOT_FOUND
        return max(cell_at(cols, *(part - base for part in parts)), -1)

    return cell_in
