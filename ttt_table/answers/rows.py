"""Rows of recorded answers, each with a board and an answer: from files and Python."""

from __future__ import annotations

import csv
import json
import os
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO, TypeAlias

from ttt_table.errors import (
    ArgumentError,
    PlayerError,
    access_error,
    quoted,
    shown_path,
)
from ttt_table.progress import show_bar
from ttt_table.table.files import AnyPath, path_text

NEEDED = ("board", "answer")
"""The keys of a row; it may also have a ``model``."""

MAX_BYTES_OF_ROW = 1 << 20
LARGE_DIGITS = 9  # of an integer
LARGE = 1_000_000_000  # no board has a cell with such a number
BYTES_PER_SECOND = 1.5e6  # that are judged: an estimate for the progress bar

# The path of a file; or rows, each of them a board and an answer, as a pair or in a
# dictionary.
Rows: TypeAlias = AnyPath | Iterable[tuple[Any, Any] | Mapping[str, Any]]


@dataclass(slots=True)
class AnswerRow:
    """A recorded answer, as it was written.

    Attributes:
        name: What messages call it: its file and line.
        board: The board.
        answer: The answer.
        model: The model that answered; empty if the row does not say it.
        in_file: Whether it is from a file, where a number is what its text would be.
    """

    name: str
    board: Any
    answer: Any
    model: str = ""
    in_file: bool = False


def rows_in(rows: Rows) -> Iterator[AnswerRow]:
    """Yield rows from a file, or from Python, and show no progress.

    Raises:
        ArgumentError: `rows` is neither a path nor an iterable.
        PlayerError: A row has no board or no answer.
        TableAccessError: The file cannot be read.
    """
    if isinstance(rows, str | os.PathLike):
        yield from read_rows(rows, quiet=True)
        return
    try:
        remaining = iter(rows)
    except TypeError:
        raise ArgumentError(
            "answers are the path of a file, or rows of a board and an answer, not"
            f" {quoted(rows)}"
        ) from None
    for number, row in enumerate(remaining, 1):
        yield _row_of_python(row, f"row {number}")


def _row_of_python(row: Any, name: str) -> AnswerRow:
    if isinstance(row, list | tuple) and len(row) == 2:
        board, answer = row
        return AnswerRow(name, board, answer)
    try:
        return _row_of_mapping(row, name, NEEDED)
    except ValueError as error:
        raise PlayerError(f"{name}: {error}") from None


def read_rows(
    path: AnyPath, *, quiet: bool, has_answers: bool = True
) -> Iterator[AnswerRow]:
    """Yield the rows of a file of answers or prompts, CSV or JSON lines.

    Args:
        path: The path of the file; it is CSV if its name ends so.
        quiet: Show no progress.
        has_answers: Whether each row needs an answer; prompts need only a board.

    Raises:
        PlayerError: A line is not such a row.
        TableAccessError: The file cannot be read.
    """
    file_name = path_text(path)
    is_csv = file_name.lower().endswith(".csv")
    lines = _Lines()
    needed = NEEDED if has_answers else NEEDED[:1]
    try:
        size = Path(file_name).stat().st_size
        bar = show_bar("judging", size, size / BYTES_PER_SECOND, quiet=quiet)
        with Path(file_name).open("rb") as file, bar as advance:
            texts = lines.read(file, advance)
            if is_csv:
                records = _csv_rows(texts, lines, needed)
            else:
                records = _json_rows(texts, lines)
            for record in records:
                name = f"{shown_path(file_name)}, line {lines.first_of_row}"
                row = _row_of_mapping(record, name, needed)
                row.in_file = True
                yield row
    except OSError as error:
        raise access_error(error, "read", file_name) from None
    except (ValueError, csv.Error, RecursionError) as error:
        reason = _reason(error, lines)
        place = f"{shown_path(file_name)}, line {lines.first_of_row}"
        raise PlayerError(f"{place}: {reason}") from None


def _row_of_mapping(row: Any, name: str, needed: Sequence[str]) -> AnswerRow:
    """Return the row that a line of a file or a dictionary is.

    Args:
        row: What should be one.
        name: What messages call it.
        needed: The keys that it must have.

    Raises:
        ValueError: It has no board or no answer, or its model is not a name.
    """
    if not isinstance(row, Mapping):
        raise ValueError(f"a row needs {_needed_keys(needed)}, but is {quoted(row)}")
    if not all(key in row for key in needed):
        keys = ", ".join(quoted(name) for name in list(row)[:10]) or "nothing"
        raise ValueError(f"a row needs {_needed_keys(needed)}, but has only {keys}")
    board = row["board"]
    if board is None or (isinstance(board, str) and not board):
        raise ValueError("the board is missing")
    return AnswerRow(name, board, row.get("answer"), _model_of(row))


def _model_of(row: Mapping[str, Any]) -> str:
    model = row.get("model")
    if model is None:
        return ""
    if not isinstance(model, str):
        raise ValueError(f'the "model" must be text, not {quoted(model)}')
    return model


def text_of_answer(answer: object) -> str:
    """Return an answer as the file has it: a text as it is, anything else as JSON."""
    if answer is None:
        return ""
    if isinstance(answer, str):
        return answer
    try:
        return json.dumps(answer, ensure_ascii=False, default=quoted)
    except (TypeError, ValueError, RecursionError):  # a list in itself, for example
        return quoted(answer)


class _Lines:
    """The lines of a file.

    Attributes:
        first_of_row: The number of the first line of the row that is being read.
        number: The number of the last line that was read.
        all_read: Whether the file has no more lines.
    """

    def __init__(self) -> None:
        self.first_of_row = 0
        self.number = 0
        self.all_read = False

    def begin_row(self) -> None:
        """Note that the next line is the first of a row."""
        self.first_of_row = self.number + 1

    def read(self, file: BinaryIO, advance: Callable[[int], object]) -> Iterator[str]:
        """Yield the lines and report their bytes; `ValueError` for a bad line."""
        while line := file.readline(MAX_BYTES_OF_ROW + 1):
            self.number += 1
            if len(line) > MAX_BYTES_OF_ROW:
                raise ValueError(f"it has more than {MAX_BYTES_OF_ROW:,} bytes")
            # A byte order mark may come before the first line.
            yield line.decode("utf-8" if self.number > 1 else "utf-8-sig")
            advance(len(line))
        self.all_read = True


def _csv_rows(
    texts: Iterator[str], lines: _Lines, needed: Sequence[str]
) -> Iterator[dict[str, str]]:
    """Yield the rows by column; `ValueError` for one that does not fit the columns."""
    csv.field_size_limit(MAX_BYTES_OF_ROW)
    rows = csv.reader(texts, strict=True)
    lines.begin_row()
    columns = next(rows, None)
    if columns is None:
        return
    _check_columns(columns, needed)
    while True:
        lines.begin_row()
        fields = next(rows, None)
        if fields is None:
            return
        if len(fields) == len(columns):
            yield dict(zip(columns, fields, strict=True))
        elif any(field.strip() for field in fields):  # else the line is blank
            raise ValueError(
                f"it has {_count(len(fields), 'field')}, and the first line names"
                f" {_count(len(columns), 'column')}: write an answer with a comma"
                ' between quotation marks, as in "1,1"'
            )


def _check_columns(columns: Sequence[str], needed: Sequence[str]) -> None:
    for key in ("board", "answer", "model"):
        if columns.count(key) > 1:
            raise ValueError(f'two columns are named "{key}"')
    if not all(key in columns for key in needed):
        names = ", ".join(quoted(name) for name in columns[:10])
        raise ValueError(
            f"the first line names the columns, {_needed_keys(needed)}, with commas"
            f" between them; here it is {names}"
        )


def _needed_keys(keys: Sequence[str]) -> str:
    """Return the keys that a row needs as words."""
    return 'a "board" and an "answer"' if "answer" in keys else 'a "board"'


def _count(number: int, name: str) -> str:
    return f"{number} {name}" if number == 1 else f"{number:,} {name}s"


def _json_rows(texts: Iterator[str], lines: _Lines) -> Iterator[Any]:
    lines.begin_row()
    for text in texts:
        if text.strip():
            yield _json_value(text)
        lines.begin_row()


def _json_value(text: str) -> Any:
    try:
        return _JSON.decode(text)
    except (json.JSONDecodeError, _RepeatedKeyError):
        raise
    except ValueError:  # Python refuses integers of more than 4,300 digits
        return _JSON_OF_LARGE_INTEGERS.decode(text)


class _RepeatedKeyError(ValueError):
    """An object has the same key twice, and it is not known which of them counts."""


def _checked_object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    record = dict(pairs)
    if len(record) < len(pairs):
        count_of_key = Counter(key for key, _ in pairs)
        repeated = next(key for key, count in count_of_key.items() if count > 1)
        raise _RepeatedKeyError(f"the key {quoted(repeated)} comes twice")
    return record


def clipped(digits: str) -> int:
    """Return an integer; one that is too large for any board becomes another such.

    Python refuses to read an integer of more than 4,300 digits, or to write one.
    """
    if len(digits) <= LARGE_DIGITS:
        return int(digits)
    return -LARGE if digits.startswith("-") else LARGE


_JSON = json.JSONDecoder(object_pairs_hook=_checked_object)
_JSON_OF_LARGE_INTEGERS = json.JSONDecoder(
    object_pairs_hook=_checked_object, parse_int=clipped
)


def _reason(error: Exception, lines: _Lines) -> str:
    if isinstance(error, json.JSONDecodeError):
        reason = f"it is not JSON: {error.msg}"
        if lines.number == 1 and not error.doc.lstrip().startswith(("{", "[")):
            reason += "; a file of CSV needs a name that ends in .csv"
        return reason
    if isinstance(error, UnicodeDecodeError):
        return "it is not in UTF-8"
    if isinstance(error, RecursionError):
        return "it is nested too deeply"
    if isinstance(error, csv.Error):
        if lines.all_read:
            return "it is not CSV: a quotation mark is not closed"
        problem, _, _ = str(error).partition(" - ")  # advice for callers of Python
        return f"it is not CSV: {problem}"
    return str(error)
