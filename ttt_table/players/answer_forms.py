"""The formats of answers, from functions, programs and files of answers.

An answer in the plain form, ``move``, is one of

* a cell: ``4``, ``4.0``, or the same as text;
* a row and a column: ``(1, 1)``, ``[1, 1]``, or as text also without brackets,
  ``1,1``, or as numpy prints it, ``[1 1]``;
* an object with the key ``cell``, ``move`` or ``index``, or with ``row`` and ``col``,
  as text in JSON or as Python prints a dictionary;
* a distribution, cells with weights: ``{0: 0.25, (1, 1): 0.75}``, or as text
  ``0:1/4 4:3/4``;
* nothing: None, an empty text, NaN. The board is then unanswered.

Other forms say where the move is within an answer. Numbers of thousands of digits are
cells off the board, like any other number that is too large.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from operator import index
from typing import Any, NamedTuple, TypeAlias

KEY_FORM = "key:"  # and a name, which the move has in a dictionary or an object
CELL_KEYS = ("cell", "move", "index")
ROW_KEY = "row"
COL_KEY = "col"

OFF_BOARD = -1  # stands for numbers that are too small or large for any board
MAX_CELL = 10**18
MAX_DIGITS = 18

# Cells, each with the text of its weight: ((0, "0.25"), (4, "3/4")). A cell may come
# twice. `weights.distribution_of` adds them up, which a player's subprocess leaves to
# the grader.
WeightTexts: TypeAlias = tuple[tuple[int, str], ...]

# A cell; cells with weights; or None for nothing.
Reading: TypeAlias = int | WeightTexts | None


class UnreadableAnswerError(ValueError):
    """An answer that has none of the forms that it may have.

    Attributes:
        answer: What was answered.
        reason: What is wrong with it, in words for people; empty if it is just not a
            cell.
    """

    def __init__(self, answer: Any = None, reason: str = "") -> None:
        super().__init__(answer)
        self.answer = answer
        self.reason = reason


class TuplePlaces(NamedTuple):
    """Which items of a tuple are the move."""

    length: int
    cell: int | None = None
    row: int | None = None
    col: int | None = None
    pair: int | None = None  # an item that is itself a row and a column


PAIR = TuplePlaces(2, row=0, col=1)
TUPLE_FORMS = {
    "col,row": TuplePlaces(2, row=1, col=0),
    "score,cell": TuplePlaces(2, cell=1),
    "cell,score": TuplePlaces(2, cell=0),
    "score,row,col": TuplePlaces(3, row=1, col=2),
    "row,col,score": TuplePlaces(3, row=0, col=1),
    "score,(row,col)": TuplePlaces(2, pair=1),
}

ANSWER_FORMS = {
    "move": "a cell, (row, col), a distribution, or None for no answer",
    **{form: f"({form.replace(',', ', ')})" for form in TUPLE_FORMS},
    "board": "the board with one stone more, a new one or the given one",
}

PROGRAM_FORMS = ("move", *TUPLE_FORMS)  # those that fit on a line


class AnswerForm(NamedTuple):
    """How a player answers: two fields of an `Adapter`."""

    form: str = "move"  # a key of `ANSWER_FORMS`, or "key:NAME"
    first_index: int = 0  # the number of the first cell, row and column


class AnswerReader(NamedTuple):
    """Reads the answers of one player."""

    cols: int
    form: str = "move"  # a key of `ANSWER_FORMS` but "board", or "key:NAME"
    first_index: int = 0  # the number of the first cell, row and column

    def read(self, answer: object) -> Reading:
        """Return the cell, the weights by cell, or None for nothing.

        Cells are numbered from 0. One that is too large for this board is returned as
        it is, a negative or very large one as `OFF_BOARD`.

        Raises:
            UnreadableAnswerError: The answer does not have this reader's form.

        >>> reader = AnswerReader(cols=3)
        >>> reader.read(4), reader.read("[1, 1]"), reader.read({"cell": 4.0})
        (4, 4, 4)
        >>> AnswerReader(3, "score,cell", 1).read((0.5, 5)), reader.read(None)
        (4, None)
        """
        if is_nothing(answer):
            return None
        try:
            if self.form in TUPLE_FORMS:
                return self._tuple_move(answer, TUPLE_FORMS[self.form])
            if self.form.startswith(KEY_FORM):
                return self._move_under_key(answer)
            return self._move(answer)
        except UnreadableAnswerError:  # of a part of the answer
            raise UnreadableAnswerError(answer) from None

    def _move_under_key(self, answer: object) -> Reading:
        value = _named_value(answer, self.form.removeprefix(KEY_FORM))
        if value is _MISSING:
            raise UnreadableAnswerError
        return None if is_nothing(value) else self._move(value)

    def _move(self, answer: object) -> Reading:
        """Read an answer in the plain form."""
        number = whole_number(answer)
        if number is not None:
            return self._cell(number)
        if _is_named_tuple(answer):
            return self._named_move(answer)
        if _items(answer) is not None:
            return self._tuple_move(answer, PAIR)
        if isinstance(answer, str):
            return self._text_move(answer)
        if isinstance(answer, dict) and not _has_text_keys(answer):
            return self._weights(answer.items())
        return self._named_move(answer)

    def _text_move(self, text: str) -> Reading:
        if ":" in text and "{" not in text:
            parts = [part.partition(":") for part in text.split()]
            return self._weights([(cell, weight) for cell, _, weight in parts])
        if text.lstrip().startswith("{"):
            return self._named_move(_json_object(text))
        raise UnreadableAnswerError

    def _named_move(self, answer: object) -> Reading:
        """Read an object with named parts, such as ``cell``, or ``row`` and ``col``."""
        row = whole_number(_named_value(answer, ROW_KEY))
        col = whole_number(_named_value(answer, COL_KEY))
        if row is not None and col is not None:
            return self._cell_at(row, col)
        values = [_named_value(answer, key) for key in CELL_KEYS]
        present = [value for value in values if value is not _MISSING]
        if len(present) != 1:
            raise UnreadableAnswerError
        (value,) = present
        if is_nothing(value):
            return None
        return self._cell_or_pair(value)

    def _cell_or_pair(self, answer: object) -> int:
        number = whole_number(answer)
        if number is not None:
            return self._cell(number)
        return self._tuple_move(answer, PAIR)

    def _tuple_move(self, answer: object, places: TuplePlaces) -> int:
        items = _items(answer)
        if items is None or len(items) != places.length:
            raise UnreadableAnswerError
        if places.pair is not None:
            return self._tuple_move(items[places.pair], PAIR)
        if places.cell is not None:
            cell = whole_number(items[places.cell])
            if cell is None:
                raise UnreadableAnswerError
            return self._cell(cell)
        assert places.row is not None and places.col is not None
        row = whole_number(items[places.row])
        col = whole_number(items[places.col])
        if row is None or col is None:
            raise UnreadableAnswerError
        return self._cell_at(row, col)

    def _weights(self, pairs: Iterable[tuple[object, object]]) -> WeightTexts:
        return tuple(
            (self._cell_or_pair(answer), weight_text(weight))
            for answer, weight in pairs
        )

    def _cell(self, number: int) -> int:
        cell = number - self.first_index
        return cell if 0 <= cell < MAX_CELL else OFF_BOARD

    def _cell_at(self, row: int, col: int) -> int:
        row_index = row - self.first_index
        col_index = col - self.first_index
        if 0 <= row_index < MAX_CELL and 0 <= col_index < self.cols:
            return row_index * self.cols + col_index
        return OFF_BOARD


_MISSING = object()


def weight_text(weight: Any) -> str:
    """Return a number's text; `weights.weight_of` is the inverse."""
    if isinstance(weight, str):
        return weight
    if isinstance(weight, bool):
        raise UnreadableAnswerError
    try:
        is_exact = hasattr(weight, "__index__") or hasattr(weight, "numerator")
        # The text of a float is the shortest decimal that is read as this float.
        return str(weight) if is_exact else repr(float(weight))
    except Exception:  # a stranger's class may raise anything here
        raise UnreadableAnswerError from None


def is_nothing(answer: object) -> bool:
    """True for None, an empty text, NaN and pandas' NA: there is no answer."""
    answer = _plain(answer)
    if answer is None:
        return True
    if isinstance(answer, str):
        return answer.strip().lower() in ("", "none", "null", "nan")
    if isinstance(answer, float):
        return answer != answer
    return type(answer).__name__ == "NAType"


def whole_number(value: object) -> int | None:
    """Return the integer that a value or its text is, ``4``, ``4.0`` or "4"; else None.

    A number of more than `MAX_DIGITS` digits is returned as one that is off any board.
    """
    value = _plain(value)
    if isinstance(value, bool):
        return None
    if isinstance(value, str):
        return _whole_number_in(value.strip())
    if isinstance(value, float):
        return int(value) if value.is_integer() else None
    try:
        return index(value)  # type: ignore[arg-type]  # whatever a player has answered
    except Exception:  # a stranger's class may raise anything here
        return None


def _plain(value: object) -> object:
    """Return a number of numpy as one of Python, and an array as a list."""
    if type(value).__module__ == "builtins":  # as most answers are
        return value
    try:
        return value.tolist()  # type: ignore[attr-defined]  # whatever a player answers
    except Exception:  # a stranger's class may raise anything here
        return value


def _whole_number_in(text: str) -> int | None:
    text = text.replace("\N{MINUS SIGN}", "-")
    is_negative = text.startswith("-")
    digits, point, zeros = text.removeprefix("-").partition(".")
    if not (digits.isascii() and digits.isdecimal()):
        return None
    if point and (not zeros or zeros.strip("0")):
        return None
    if len(digits) > MAX_DIGITS:
        return MAX_CELL
    return -int(digits) if is_negative else int(digits)


def _is_named_tuple(answer: object) -> bool:
    """True for a tuple whose names say where the move is."""
    names = getattr(answer, "_fields", ())
    return isinstance(names, tuple) and any(
        name in (*CELL_KEYS, ROW_KEY) for name in names
    )


def _items(answer: object) -> Sequence[object] | None:
    """Return the items of a pair or triple, or of its text; None for anything else."""
    answer = _plain(answer)
    if isinstance(answer, list | tuple):
        return answer
    if not isinstance(answer, str) or ":" in answer:
        return None
    text = answer.strip()
    has_brackets = text.startswith(("(", "[", "{")) or text.endswith((")", "]", "}"))
    if has_brackets:
        if text[0] + text[-1] not in ("()", "[]", "{}"):
            return None
        text = text[1:-1]
    if "," in text:
        return text.split(",")
    return text.split() if has_brackets else None  # as numpy prints an array


def _named_value(answer: object, name: str) -> object:
    """Return what an object, a dictionary or its JSON has under a name."""
    if isinstance(answer, str):
        answer = _json_object(answer)
    if isinstance(answer, dict):
        return answer.get(name, _MISSING)
    # A tuple, a list and a text have methods of these names.
    if isinstance(answer, list | str | bytes) or type(answer) is tuple:
        return _MISSING
    return getattr(answer, name, _MISSING)


def _json_object(text: str) -> object:
    import json

    if '"' not in text:
        text = text.replace("'", '"')  # as Python prints a dictionary
    try:
        return json.loads(text, object_pairs_hook=_unambiguous)
    except (ValueError, RecursionError):
        raise UnreadableAnswerError from None


def _unambiguous(pairs: list[tuple[str, object]]) -> dict[str, object]:
    record = dict(pairs)
    if len(record) < len(pairs):
        raise UnreadableAnswerError  # the same key comes twice
    return record


def _has_text_keys(answer: dict[Any, Any]) -> bool:
    """True for a record with named fields, False for cells with their weights."""
    return all(
        isinstance(key, str) and whole_number(key) is None and "," not in key
        for key in answer
    )
