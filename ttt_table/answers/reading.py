"""How recorded answers are read: by one convention, or by a pattern of the user's own.

The answer is the whole text, or what follows the last line that begins with
``ANSWER:``, the convention of inspect_ai (https://inspect.aisi.org.uk) and of
simple-evals (https://github.com/openai/simple-evals). With a pattern it is the
pattern's last match instead.

An answer must be nothing but a cell, a pair or an object. Everything else is not
readable: no other place is searched, and no other form is tried.
"""

from __future__ import annotations

import ast
import json
import re
import warnings
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import isnan
from typing import Any

from ttt_table.answers.rows import LARGE, AnswerRow, clipped
from ttt_table.arguments import checked_table
from ttt_table.errors import ArgumentError, MoveError, quoted
from ttt_table.rules.board import Board, board_text, checked_number
from ttt_table.table.reader import Table

OFF_BOARD = -1
NOT_READABLE = -2

MORE_TEXT = "more text after"
OTHER_ANSWER = "another answer before"

MAX_READ = 100_000
"""The most characters of a text that are read: those at its end."""

MAX_LINES = 100
"""The most lines with an answer that are compared: the last ones."""

MAX_LENGTH = 100
"""The most characters of a cell or a pair."""

MAX_OBJECT_IN_PYTHON = 1_000
"""The most characters of an object in Python's notation."""

MAX_WRAPPERS = 10
"""How many marks may enclose each other, as in ``**\\boxed{4}**``."""

MAX_KEPT = 1 << 14  # short texts whose meaning is remembered
MAX_KEPT_LENGTH = 32  # characters of such a text

_NO_ANSWER = {"", "none", "null", "nan"}

_INTEGER = r"-?(?:0|[1-9][0-9]*)"  # 01 may be row 0, column 1
_CELL = re.compile(rf"\(\s*({_INTEGER})\s*\)|({_INTEGER})(?:\.0+)?")
_PAIR = re.compile(
    rf"\(\s*({_INTEGER})\s*,\s*({_INTEGER})\s*\)|"
    rf"\[\s*({_INTEGER})\s*,\s*({_INTEGER})\s*\]"
)
_PAIR_WITHOUT_BRACKETS = re.compile(rf"({_INTEGER})\s*,\s*({_INTEGER})")
_LETTER = re.compile(r"[A-Za-z]")

_ANSWER_LINE = re.compile(
    r"^[ \t>#*_`]*(?:final[ \t]+)?answer[*_` \t]*:(.*)$", re.IGNORECASE | re.MULTILINE
)
_THOUGHTS = re.compile(r".*</think(?:ing)?>", re.IGNORECASE | re.DOTALL)
_START_OF_THOUGHTS = re.compile(r"<think(?:ing)?>", re.IGNORECASE)

# Marks that may enclose an answer: Markdown, LaTeX and quotation marks.
_MARKS = " \t\r\n*_`$'\"\u201c\u201d\u2018\u2019"
_FENCE = "```"
_LATEX_SPACE = re.compile(r"\\(?:left|right|[,;! ])")
_LATEX = re.compile(
    r"\\(?:boxed|fbox|text|textbf|mathbf|mathrm)\{(.*)\}|\\\((.*)\\\)|\\\[(.*)\\\]",
    re.DOTALL,
)

# "\uff08\uff11\uff0c\u3000\uff11\uff09" is "(1, 1)" from a keyboard of East Asia.
_ASCII_OF = {0xFF01 + offset: 0x21 + offset for offset in range(94)}
_ASCII_OF |= {0x3000: ord(" "), 0x2212: ord("-")}

_CELL_KEYS = ("cell", "index")
_MOVE_KEYS = ("move", "answer")  # of a column, with gravity
_COLUMN_KEYS = ("col", "column")
_KEYS = {*_CELL_KEYS, *_MOVE_KEYS, *_COLUMN_KEYS, "row"}

_GROUPS = ({"cell"}, {"column"}, {"column", "row"})
"""The groups that a pattern may name together; `col` stands for `column`."""


@dataclass(frozen=True, slots=True)
class Reading:
    """What was read in an answer.

    Attributes:
        cell: The cell; `OFF_BOARD`, `NOT_READABLE`, or None for no answer.
        doubt: What speaks against it: `MORE_TEXT` or `OTHER_ANSWER`; else empty.
    """

    cell: int | None
    doubt: str = ""


@dataclass(frozen=True, slots=True)
class Place:
    """A place on the board, as an answer names it.

    Attributes:
        number: The number of a cell or of a column, counted from 0.
        is_column: Whether it is a column, of which the lowest free cell is meant.
    """

    number: int
    is_column: bool = False


@dataclass(frozen=True, slots=True)
class TextReading:
    """The answers in a text, whatever the board is.

    Attributes:
        places: The answers, in order; None for one that is not readable.
        has_more: Whether more text follows the last one.
    """

    places: Sequence[Place | None]
    has_more: bool = False


_UNREADABLE = TextReading((None,))


class AnswerReader:
    """Reads answers.

    Args:
        table: The game's table.
        pattern: A regular expression, whose last match in a text is the answer. It has
            one group, for a cell or any other form of an answer; two groups, for row
            and column; or groups that are named ``cell``, ``row`` and ``column``.
        first_index: The number of the first cell, row and column: 0 or 1.
        wants_pairs: Whether a row and a column are asked for: they then need no
            brackets, and a number alone is not readable.

    Raises:
        ArgumentError: The pattern is not a regular expression with such groups, the
            first index is not 0 or 1, or `table` is not a table.
    """

    def __init__(
        self,
        table: Table,
        pattern: str | None = None,
        first_index: int = 0,
        *,
        wants_pairs: bool = False,
    ) -> None:
        self._table = checked_table(table)
        self._game = table.game
        self._first_index = _checked_first_index(first_index)
        self._wants_pairs = wants_pairs
        self._pattern: re.Pattern[str] | None = None
        if pattern is not None:
            self._pattern = _checked_pattern(pattern, has_gravity=self._game.gravity)
        # Most answers of a file are among a few short ones, to boards that come again.
        self._read_short_text = lru_cache(MAX_KEPT)(self._read_whole_text)
        self._landing_cells = lru_cache(MAX_KEPT)(table.columns)

    def read(self, board: str, answer: object) -> Reading:
        """Read an answer to a board: a number is a cell, also with gravity."""
        if answer is None or (isinstance(answer, float) and isnan(answer)):
            return Reading(None)
        if isinstance(answer, str):
            return self._read_text(board, answer)
        return Reading(self._cell(board, self._place(answer, is_column=False)))

    def read_row(self, row: AnswerRow) -> Reading:
        """Read the answer of a row: a number in a file is what its text would be."""
        answer = row.answer
        if row.in_file and isinstance(answer, int | float):
            answer = _text_of_number(answer)
        return self.read(row.board, answer)

    def _read_text(self, board: str, text: str) -> Reading:
        if len(text) <= MAX_KEPT_LENGTH:
            reading = self._read_short_text(text)
        else:
            reading = self._read_whole_text(text)
        if reading is None:
            return Reading(None)
        *earlier, last = reading.places
        cell = self._cell(board, last)
        if cell == NOT_READABLE:
            return Reading(cell)
        if any(self._cell(board, place) != cell for place in earlier):
            return Reading(cell, OTHER_ANSWER)
        if reading.has_more:
            return Reading(cell, MORE_TEXT)
        return Reading(cell)

    def _cell(self, board: str, place: Place | None) -> int:
        """Return the cell of a place on a board."""
        if place is None:
            return NOT_READABLE
        if place.is_column:
            if not 0 <= place.number < self._game.cols:
                return OFF_BOARD
            # If the column is full, its top cell is as illegal as any other.
            return self._landing_cells(board).get(place.number, place.number)
        if not 0 <= place.number < self._game.cells:
            return OFF_BOARD
        return place.number

    # --- Texts -----------------------------------------------------------------------

    def _read_whole_text(self, text: str) -> TextReading | None:
        """Return what is found in a text; None if it is no answer."""
        if text.strip().lower() in _NO_ANSWER:
            return None
        if not text.isascii():
            text = text.translate(_ASCII_OF)
        if thoughts := _THOUGHTS.match(text):
            text = text[thoughts.end() :]
        if _START_OF_THOUGHTS.search(text):  # they were cut off
            return _UNREADABLE
        if self._pattern is not None:
            matches = list(self._pattern.finditer(text[-MAX_READ:]))[-MAX_LINES:]
            places = [self._place_of_match(match) for match in matches]
            if not places:
                return _UNREADABLE
            return TextReading(places)
        text = text.strip()
        if len(text) > MAX_READ:  # the first line may be cut in the middle
            _, _, text = text[-MAX_READ:].partition("\n")
            return self._read_lines(text)
        place = self._place_of_text(text, is_column=self._game.gravity)
        if place is not None:
            return TextReading((place,))
        return self._read_lines(text)

    def _read_lines(self, text: str) -> TextReading:
        """Return what follows the lines that begin with ``ANSWER:``."""
        lines = list(_ANSWER_LINE.finditer(text))[-MAX_LINES:]
        if not lines:
            return _UNREADABLE
        ends = [*(line.start() for line in lines[1:]), len(text)]
        places = []
        text_below = ""
        for line, end in zip(lines, ends, strict=True):
            answer = line[1]
            text_below = text[line.end() : end]
            if not _bare(answer):  # it is in the lines below
                answer = text_below
                text_below = ""
            places.append(self._place_of_text(answer, is_column=self._game.gravity))
        return TextReading(places, has_more=bool(_bare(text_below)))

    def _place_of_text(self, text: str, *, is_column: bool) -> Place | None:
        """Return the place that a text is, if it is nothing but that.

        Args:
            text: The text.
            is_column: Whether a number is that of a column.
        """
        text = _bare(text)
        if text.startswith("{"):
            return self._place_of_object(_object_in(text))
        if len(text) > MAX_LENGTH:
            return None
        if match := _CELL.fullmatch(text):
            return self._place_of_number(
                clipped(match[1] or match[2]), is_column=is_column
            )
        match = _PAIR.fullmatch(text)
        if match is None and self._wants_pairs:
            match = _PAIR_WITHOUT_BRACKETS.fullmatch(text)
        if match is None:
            return None
        row, column = (clipped(part) for part in match.groups() if part is not None)
        return self._place_of_pair(row, column)

    def _place_of_match(self, match: re.Match[str]) -> Place | None:
        """Return the place in the groups of a pattern's match."""
        named = match.groupdict()
        if not named and len(match.groups()) == 1:
            return self._place_of_text(match[1] or "", is_column=self._game.gravity)
        if not named:
            row, column = match.groups()
            return self._place_of_pair(_number(row), self._column_number(column))
        if "cell" in named:
            return self._place_of_text(named["cell"] or "", is_column=False)
        column = self._column_number(named.get("column", named.get("col")))
        if "row" in named:
            return self._place_of_pair(_number(named["row"]), column)
        return self._place_of_column(column)

    def _column_number(self, text: str | None) -> int | None:
        """Return the number of a column, which may be a letter, from a on."""
        if text is not None and _LETTER.fullmatch(text):
            return ord(text.lower()) - ord("a") + self._first_index
        return _number(text)

    # --- Values ----------------------------------------------------------------------

    def _place(self, value: object, *, is_column: bool) -> Place | None:
        """Return the place that a value is: a number, a pair, an object or a text."""
        if isinstance(value, str):
            return self._place_of_text(value, is_column=is_column)
        if isinstance(value, Mapping):
            return self._place_of_object(value)
        if isinstance(value, list | tuple):
            if len(value) != 2:
                return None
            return self._place_of_pair(*map(_number, value))
        number = _number(value)
        if number is None:
            return None
        return self._place_of_number(number, is_column=is_column)

    def _place_of_number(self, number: int, *, is_column: bool) -> Place | None:
        if self._wants_pairs:
            return None
        return Place(number - self._first_index, is_column)

    def _place_of_column(self, column: int | None) -> Place | None:
        """Return a column's place; only with gravity it is one."""
        if column is None or not self._game.gravity:
            return None
        return Place(column - self._first_index, is_column=True)

    def _place_of_pair(self, row: int | None, column: int | None) -> Place | None:
        if row is None or column is None:
            return None
        row -= self._first_index
        column -= self._first_index
        if 0 <= row < self._game.rows and 0 <= column < self._game.cols:
            return Place(row * self._game.cols + column)
        return Place(OFF_BOARD)

    def _place_of_object(
        self, record: Mapping[Any, Any] | None, *, is_inner: bool = False
    ) -> Place | None:
        """Return the place that an object's keys name.

        Args:
            record: The object; None for a text that is none.
            is_inner: Whether it is itself the ``answer`` of another one.
        """
        if record is None:
            return None
        items = [(str(key).lower(), value) for key, value in record.items()]
        items = [(key, value) for key, value in items if key in _KEYS]
        values = dict(items)
        if len(values) < len(items):  # "move" and "Move"
            return None

        match sorted(values):
            case [key] if key in _CELL_KEYS and not isinstance(values[key], Mapping):
                return self._place(values[key], is_column=False)
            case ["answer"] if isinstance(values["answer"], Mapping):
                if is_inner:
                    return None
                return self._place_of_object(values["answer"], is_inner=True)
            case [key] if key in _MOVE_KEYS and not isinstance(values[key], Mapping):
                return self._place(values[key], is_column=self._game.gravity)
            case [key] if key in _COLUMN_KEYS:
                return self._place_of_column(_number(values[key]))
            case [key, "row"] if key in _COLUMN_KEYS:
                return self._place_of_pair(_number(values["row"]), _number(values[key]))
        return None


def cell_reader(
    table: Table, pattern: str | None = None, first_index: int = 0
) -> Callable[[Board, object], int | None]:
    r"""Return a function that reads the cell in an answer to a board.

    A text is read as `Answers` reads it; the rules are on
    https://ttt-table.github.io/ttt-table/answers.html. With gravity a number in a text
    is a column. A number of Python is a cell, as for `judge`.

    Args:
        table: The game's table.
        pattern: A regular expression, whose last match in a text is the answer. It has
            one group, for a cell or any other form of an answer; two groups, for row
            and column; or groups that are named ``cell``, ``row`` and ``column``.
        first_index: The number of the first cell, row and column: 0 or 1.

    Returns:
        The function of a board and an answer. It returns a cell, -1 if the answer is
        off the board, -2 if it is not readable, and None for no answer.

    Raises:
        ArgumentError: The pattern is not a regular expression with such groups, the
            first index is not 0 or 1, or `table` is not a table.

    >>> from ttt_table import open_table
    >>> read = cell_reader(open_table())
    >>> read("X...O....", "O threatens nothing yet.\nANSWER: (0, 2)")
    2
    >>> read("X...O....", "I would play 2"), read("X...O....", 2)
    (-2, 2)
    """
    reader = AnswerReader(table, pattern, first_index)

    def read_cell(board: Board, answer: object) -> int | None:
        return reader.read(board_text(board, table.game), answer).cell

    return read_cell


def _checked_first_index(first_index: object) -> int:
    if isinstance(first_index, bool) or first_index not in (0, 1):
        raise ArgumentError(f"the first index is 0 or 1, not {quoted(first_index)}")
    return checked_number(first_index)


def _checked_pattern(pattern: str, *, has_gravity: bool) -> re.Pattern[str]:
    """Compile a pattern whose groups say what they are.

    Raises:
        ArgumentError: It is not a regular expression, or has other groups.
    """
    try:
        compiled = re.compile(pattern)
        compiled.search("")  # a pattern of bytes fails only here
    except (re.error, TypeError, OverflowError, RecursionError) as error:
        raise ArgumentError(f"the pattern {quoted(pattern)}: {error}") from None
    names = {"column" if name == "col" else name for name in compiled.groupindex}
    if not names and compiled.groups in (1, 2):
        return compiled
    if len(names) == compiled.groups and names in _GROUPS:
        if names != {"column"} or has_gravity:
            return compiled
        raise ArgumentError(
            f"the pattern {quoted(pattern)} finds a column, which is a move only with"
            " gravity: it needs a group named row too"
        )
    raise ArgumentError(
        f"the pattern {quoted(pattern)} needs one group for the cell, as in"
        r" 'Move: (\d+)', two for row and column, or groups named cell, row and column,"
        r" as in '(?P<column>[A-C])(?P<row>\d)'; write other groups as (?:...)"
    )


def _bare(text: str) -> str:
    """Return a text without the marks that enclose it, and without a full stop."""
    for _ in range(MAX_WRAPPERS):
        before = text
        text = _without_fence(text).strip(_MARKS)
        if not text.startswith("{"):
            text = text.removesuffix(".")
            if "\\" in text:
                text = _LATEX_SPACE.sub("", text)
        if match := _LATEX.fullmatch(text):
            text = next(part for part in match.groups() if part is not None)
        if text == before:
            break
    return text


def _without_fence(text: str) -> str:
    """Return what a code fence encloses, if it encloses all of a text."""
    text = text.strip()
    if not (text.startswith(_FENCE) and text.endswith(_FENCE)):
        return text
    language, line_end, enclosed = text[len(_FENCE) : -len(_FENCE)].partition("\n")
    language = language.strip()
    if not line_end or (language and not language.isalnum()):
        return text
    return enclosed


def _object_in(text: str) -> Mapping[Any, Any] | None:
    """Return the object that a text is, in JSON or in Python; None if it is none."""
    try:
        value = json.loads(text, object_pairs_hook=_object, parse_int=clipped)
    except json.JSONDecodeError:
        value = _object_in_python(text)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, Mapping) else None


def _object_in_python(text: str) -> object:
    if len(text) > MAX_OBJECT_IN_PYTHON:
        return None
    try:
        with warnings.catch_warnings(action="ignore"):  # about a backslash, for one
            return ast.literal_eval(text)
    except (ValueError, SyntaxError, TypeError, MemoryError, RecursionError):
        return None


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    record = dict(pairs)
    if len(record) < len(pairs):
        raise ValueError("a key comes twice")
    return record


def _number(value: object) -> int | None:
    """Return a number, or the one that a text is; None if it is neither."""
    if isinstance(value, str):
        text = value.strip()
        is_number = re.fullmatch(_INTEGER, text)
        return clipped(text) if is_number else None
    if isinstance(value, float):
        return int(value) if value.is_integer() else None
    try:
        return checked_number(value)
    except MoveError:
        return None


def _text_of_number(number: float) -> float | str:
    """Return the text of an integer; any other number, which is no cell, as it is."""
    if isinstance(number, bool):
        return number
    if isinstance(number, float):
        if not number.is_integer():
            return number
        number = int(number)
    return str(max(-LARGE, min(number, LARGE)))
