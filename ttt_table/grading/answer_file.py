"""Files of answers, JSON lines or CSV, with a board and an answer in each row."""

import csv
import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path as FilePath
from typing import Any, BinaryIO, TypeAlias

from ttt_table.errors import PlayerError, access_error, quoted
from ttt_table.grading.answer_reading import (
    LAST_NUMBER,
    PLAIN_FORM,
    AnswerFormat,
    AnswerParser,
    FoundCell,
)
from ttt_table.players.answer_forms import LARGEST_CELL, MOST_DIGITS
from ttt_table.progress import show_bar
from ttt_table.table.files import Path, path_text

MOST_BYTES_OF_ROW = 1 << 20
BYTES_PER_SECOND = 1.5e6  # that are judged: an estimate for the progress bar

# The row's name for messages, its board, and its cell: None for no answer.
Row: TypeAlias = tuple[object, Any, int | None]


@dataclass(slots=True)
class AnswerRow:
    """A row of a file of answers, as it was written and as it is read.

    Attributes:
        name: What messages call it: its file and line.
        board: The board, as it was written.
        answer: The answer, as it was written.
        cells: The cell that was found in it, by the file's format and then by each of
            the others with which this is easily confused.
        model: The model that answered; empty if the row does not say it.

    """

    name: object
    board: Any
    answer: Any
    cells: tuple[FoundCell, ...]
    model: str = ""


def answer_rows(
    path: Path,
    cols: int,
    pattern: str = LAST_NUMBER,
    base: int = 0,
    *,
    answer: str = PLAIN_FORM,
    quiet: bool = False,
) -> Iterator[Row]:
    """Yield the rows of a file of answers, named by their lines.

    Args:
        path: The file: CSV if its name ends so, else JSON lines. Each row has a
            ``board`` and an ``answer``.
        cols: How many columns the board has.
        pattern: Finds the cell in prose, as for `cell_reader`.
        base: The number of the first cell, row and column: 0 or 1.
        answer: Where the move is within an answer, as for `cell_reader`.
        quiet: Show no progress.

    Returns:
        For each row its name, its board, and its cell, or None for no answer.

    Raises:
        ArgumentError: The pattern, the base or the form is bad.
        PlayerError: A line is not such a row.
        TableAccessError: The file cannot be read.

    """
    parser = AnswerParser(cols, [AnswerFormat(pattern, base, answer)])
    for row in read_rows(path, parser, quiet=quiet):
        yield row.name, row.board, row.cells[0]


def read_rows(
    path: Path, parser: AnswerParser, *, quiet: bool = False
) -> Iterator[AnswerRow]:
    """Yield the rows of a file of answers, as the parser reads them.

    Raises:
        PlayerError: A line is not such a row.
        TableAccessError: The file cannot be read.

    """
    file_name = path_text(path)
    lines = _Lines()
    try:
        size = FilePath(file_name).stat().st_size
        bar = show_bar("judging", size, size / BYTES_PER_SECOND, quiet=quiet)
        with FilePath(file_name).open("rb") as file, bar as advance:
            texts = lines.read(file, advance)
            rows = _csv_rows(texts) if _is_csv(file_name) else _json_rows(texts)
            for row in rows:
                name = f"{file_name}, line {lines.number}"
                yield row_of_mapping(row, name, parser)
    except OSError as error:
        raise access_error(error, "read", file_name) from None
    except (ValueError, csv.Error, RecursionError) as error:
        message = f"{file_name}, line {lines.number}: {_reason(error)}"
        raise PlayerError(message) from None


def row_of_mapping(row: Any, name: object, parser: AnswerParser) -> AnswerRow:
    """Return the row that a line of a file or a dictionary is.

    Raises:
        ValueError: It has no board or no answer, or its model is not a name.

    """
    if not isinstance(row, Mapping):
        raise ValueError(f'a row needs a "board" and an "answer", but is {quoted(row)}')
    for key in ("board", "answer"):
        if key not in row:
            keys = ", ".join(quoted(each) for each in list(row)[:10])
            raise ValueError(
                f'a row needs a "board" and an "answer", but has only {keys}'
            )
    if row["board"] is None:
        raise ValueError("the board is missing")
    answer = row["answer"]
    cells = parser.cells(answer)
    return AnswerRow(name, row["board"], answer, cells, _model_of(row))


def _model_of(row: Mapping[str, Any]) -> str:
    model = row.get("model")
    if model is None:
        return ""
    if not isinstance(model, str):
        raise ValueError(f'the "model" must be text, not {quoted(model)}')
    return model


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


def _is_csv(file_name: str) -> bool:
    return file_name.lower().endswith(".csv")


def _csv_rows(lines: Iterable[str]) -> Iterator[Any]:
    csv.field_size_limit(MOST_BYTES_OF_ROW)
    return csv.DictReader(lines, strict=True)


def _json_rows(lines: Iterable[str]) -> Iterator[Any]:
    for line in lines:
        if line.strip():
            yield _json_value(line)


def _json_value(text: str) -> Any:
    try:
        return json.loads(text)
    except json.JSONDecodeError:
        raise
    except ValueError:  # Python refuses integers of more than 4,300 digits
        return json.loads(text, parse_int=_integer)


def _integer(digits: str) -> int:
    """Return an integer; one that is too large for any board is cut to such a one."""
    if len(digits) <= MOST_DIGITS:
        return int(digits)
    return -LARGEST_CELL if digits.startswith("-") else LARGEST_CELL


def _reason(error: Exception) -> str:
    if isinstance(error, json.JSONDecodeError):
        return f"it is not JSON: {error.msg}"
    if isinstance(error, UnicodeDecodeError):
        return "it is not in UTF-8"
    if isinstance(error, RecursionError):
        return "it is nested too deeply"
    return str(error)
