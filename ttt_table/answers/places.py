"""How a move is written: a cell, a pair of row and column, or an object.

A text is a move only if it is nothing but that, apart from the marks that enclose it.
"""

from __future__ import annotations

import ast
import json
import re
import warnings
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from ttt_table.answers.rows import clipped
from ttt_table.errors import MoveError
from ttt_table.grading.child import Place
from ttt_table.rules.board import checked_number
from ttt_table.rules.game import Game

MAX_LENGTH = 100
"""The most characters of a cell or a pair."""

MAX_OBJECT_IN_PYTHON = 1_000
"""The most characters of an object in Python's notation."""

MAX_WRAPPERS = 10
"""How many marks may enclose each other, as in ``**\\boxed{4}**``."""

_INTEGER = r"(?:0|-?[1-9][0-9]*)"  # 01 may be row 0, column 1; -0 is no cell
_CELL = re.compile(rf"({_INTEGER})(?:\.0+)?")
_PAIR = re.compile(rf"({_INTEGER})\s*,\s*({_INTEGER})")
_BRACKETS = re.compile(r"\((.*)\)|\[(.*)\]", re.DOTALL)  # (4) and [1, 1]
_LETTER = re.compile(r"[A-Za-z]")

# Marks that may enclose an answer: Markdown, a table's bars, LaTeX, quotation marks.
_ENCLOSING = " \t\r\n*_`$|'\"\u201c\u201d\u2018\u2019"
_STOPS = ".,;!"
_FENCE = "```"
_LATEX_SPACE = re.compile(r"\\(?:left|right|[,;! ])")
_LATEX = re.compile(
    r"\\(?:boxed|fbox|text|textbf|mathbf|mathrm)\{(.*)\}|\\\((.*)\\\)|\\\[(.*)\\\]",
    re.DOTALL,
)

_CELL_KEYS = ("cell", "index")
_MOVE_KEYS = ("move", "answer", "action", "position")  # of a column, with gravity
_COLUMN_KEYS = ("col", "column")
_KEYS = {*_CELL_KEYS, *_MOVE_KEYS, *_COLUMN_KEYS, "row"}


@dataclass(frozen=True, slots=True)
class WrittenPlace:
    """A place on the board, as an answer writes it.

    Attributes:
        place: A cell, with gravity a column; or a row and a column. `cell_of` returns
            its cell.
        is_bare_pair: Whether it was written as two numbers without brackets, which
            may also be two cells.
    """

    place: Place
    is_bare_pair: bool = False


class PlaceReader:
    """Reads the places that answers name.

    Args:
        game: The game.
        one_based: Whether cells, rows and columns are counted from 1 instead of 0.
    """

    def __init__(self, game: Game, *, one_based: bool) -> None:
        self._game = game
        self._lowest = int(one_based)

    def place_of_text(self, text: str, *, is_column: bool) -> WrittenPlace | None:
        """Return the place that a text is, if it is nothing but that.

        Args:
            text: The text.
            is_column: Whether a number is that of a column.
        """
        text = bare(text)
        if text.startswith("{"):
            return self._place_of_object(_object_in(text))
        if len(text) > MAX_LENGTH:
            return None
        brackets = _BRACKETS.fullmatch(text)
        if brackets is not None:
            text = next(part for part in brackets.groups() if part is not None).strip()
        if match := _CELL.fullmatch(text):
            return self._place_of_number(clipped(match[1]), is_column=is_column)
        if match := _PAIR.fullmatch(text):
            place = self._place_of_pair(clipped(match[1]), clipped(match[2]))
            return replace(place, is_bare_pair=brackets is None)
        return None

    def place_of_match(self, match: re.Match[str]) -> WrittenPlace | None:
        """Return the place in the groups of a pattern's match."""
        named = match.groupdict()
        if not named and len(match.groups()) == 1:
            return self.place_of_text(match[1] or "", is_column=self._game.gravity)
        if not named:
            row, column = match.groups()
            return self._place_of_numbers(_number(row), self._column_number(column))
        if "cell" in named:
            return self.place_of_text(named["cell"] or "", is_column=False)
        column = self._column_number(named.get("column", named.get("col")))
        if "row" in named:
            return self._place_of_numbers(_number(named["row"]), column)
        return self._place_of_column(column)

    def _column_number(self, text: str | None) -> int | None:
        """Return the number of a column, which may be a letter, from a on."""
        if text is not None and _LETTER.fullmatch(text):
            return ord(text.lower()) - ord("a") + self._lowest
        return _number(text)

    def place_of_value(self, value: object, *, is_column: bool) -> WrittenPlace | None:
        """Return the place that a value is: a number, a pair, an object or a text."""
        if isinstance(value, str):
            return self.place_of_text(value, is_column=is_column)
        if isinstance(value, Mapping):
            return self._place_of_object(value)
        if isinstance(value, list | tuple):
            numbers = [_number(item) for item in value]
            if len(numbers) == 2:
                return self._place_of_numbers(*numbers)
            if len(numbers) != 1:
                return None
            number = numbers[0]
        else:
            number = _number(value)
        if number is None:
            return None
        return self._place_of_number(number, is_column=is_column)

    def _place_of_number(self, number: int, *, is_column: bool) -> WrittenPlace:
        number -= self._lowest
        if self._game.gravity and not is_column:
            return WrittenPlace(divmod(number, self._game.cols))
        return WrittenPlace(number)

    def _place_of_column(self, column: int | None) -> WrittenPlace | None:
        """Return a column's place; only with gravity it is one."""
        if column is None or not self._game.gravity:
            return None
        return WrittenPlace(column - self._lowest)

    def _place_of_numbers(
        self, row: int | None, column: int | None
    ) -> WrittenPlace | None:
        if row is None or column is None:
            return None
        return self._place_of_pair(row, column)

    def _place_of_pair(self, row: int, column: int) -> WrittenPlace:
        return WrittenPlace((row - self._lowest, column - self._lowest))

    def _place_of_object(
        self, record: Mapping[Any, Any] | None, *, is_inner: bool = False
    ) -> WrittenPlace | None:
        """Return the place that an object's keys name.

        Args:
            record: The object; None for a text that is none.
            is_inner: Whether it is itself the ``answer`` or ``move`` of another one.
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
                return self.place_of_value(values[key], is_column=False)
            case [key] if key in _MOVE_KEYS and isinstance(values[key], Mapping):
                if is_inner:
                    return None
                return self._place_of_object(values[key], is_inner=True)
            case [key] if key in _MOVE_KEYS:
                return self.place_of_value(values[key], is_column=self._game.gravity)
            case [key] if key in _COLUMN_KEYS:
                return self._place_of_column(_number(values[key]))
            case [key, "row"] if key in _COLUMN_KEYS:
                row = _number(values["row"])
                return self._place_of_numbers(row, _number(values[key]))
        return None


def bare(text: str) -> str:
    """Return a text without the marks that enclose it and the stops at its end."""
    for _ in range(MAX_WRAPPERS):
        before = text
        text = _without_fence(text).strip(_ENCLOSING)
        if not text.startswith("{"):
            text = text.rstrip(_STOPS)
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
