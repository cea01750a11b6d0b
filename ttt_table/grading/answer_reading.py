"""How answers in files are read: cells, pairs, objects and prose."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TypeAlias

from ttt_table.errors import ArgumentError, quoted
from ttt_table.players.adapter import check_first_index
from ttt_table.players.answer_forms import (
    KEY_FORM,
    PROGRAM_FORMS,
    AnswerReader,
    Reading,
    UnreadableAnswerError,
)
from ttt_table.players.answers import NOT_FOUND
from ttt_table.players.weights import distribution_of

# In prose the last match is the answer: an object, a pair in brackets, or a number. A
# minus sign belongs to the number unless it joins it to a word, as in "A-1". Braces
# after a letter are LaTeX, as in "\boxed{4}".
_NUMBER = r"\d+(?:\.\d+)?"
_OBJECT = r"(?<!\w)\{\s*[\"']?\w+[\"']?\s*:[^{}]*\}"
_PAIR = rf"[(\[{{]\s*[-\u2212]?{_NUMBER}\s*,\s*[-\u2212]?{_NUMBER}\s*[)\]}}]"
LAST_NUMBER = rf"{_OBJECT}|{_PAIR}|(?:(?<![\w)\]])[-\u2212])?{_NUMBER}"

PLAIN_FORM = "move"
EXCHANGED_FORM = "col,row"

MAX_KEPT = 1 << 14  # short answers whose cells are remembered
MAX_KEPT_LENGTH = 32  # characters of such an answer

# None for nothing, -1 for a cell off the board, `NOT_FOUND` for an answer without one.
FoundCell: TypeAlias = int | None


@dataclass(frozen=True, slots=True)
class AnswerFormat:
    """How the answers of a file are written.

    Attributes:
        pattern: A regular expression that finds the answer in prose. Its last match
            counts: its one group is the cell, or its two groups are the row and the
            column.
        first_index: The number of the first cell, row and column: 0 or 1.
        form: Where the move is within an answer: ``move``, a form of tuples such as
            ``col,row``, or ``key:NAME`` for a key of an object.
    """

    pattern: str = LAST_NUMBER
    first_index: int = 0
    form: str = PLAIN_FORM

    def others(self) -> list[AnswerFormat]:
        """Return the formats with which this one is easily confused.

        They count from the other number, or have rows and columns exchanged, or both.
        """
        other_start = replace(self, first_index=1 - self.first_index)
        if self.form == PLAIN_FORM:
            exchanged = replace(self, form=EXCHANGED_FORM)
        elif self.form == EXCHANGED_FORM:
            exchanged = replace(self, form=PLAIN_FORM)
        else:
            return [other_start]
        both = replace(exchanged, first_index=1 - self.first_index)
        return [other_start, exchanged, both]


class AnswerParser:
    """Finds the cells in the answers of a file.

    Args:
        cols: How many columns the board has.
        formats: How the answers may be written; all have the same pattern.

    Raises:
        ArgumentError: The pattern is not a regular expression, the first index is not 0
            or 1, or the form does not exist.
    """

    def __init__(self, cols: int, formats: Sequence[AnswerFormat]) -> None:
        self._readers = [_reader(cols, each) for each in formats]
        self._matches_in = _searcher(formats[0].pattern)
        # Most answers of a file are among few: numbers, and what is found in prose.
        self._cells_kept = lru_cache(MAX_KEPT, typed=True)(self._cells)
        self._cells_of_match = lru_cache(MAX_KEPT)(self._cells_of_texts)

    def cells(self, answer: object) -> tuple[FoundCell, ...]:
        """Return the cell that an answer is in each of the formats."""
        is_short = isinstance(answer, str) and len(answer) <= MAX_KEPT_LENGTH
        if is_short or isinstance(answer, int | float):
            return self._cells_kept(answer)
        return self._cells(answer)

    def _cells(self, answer: object) -> tuple[FoundCell, ...]:
        readings = [_reading(reader, answer) for reader in self._readers]
        if all(_is_read(reading) for reading in readings):
            return tuple(_cell_of(reading) for reading in readings)
        in_prose = self._cells_in_prose(answer)
        return tuple(
            _cell_of(reading) if _is_read(reading) else cell
            for reading, cell in zip(readings, in_prose, strict=True)
        )

    def _cells_in_prose(self, answer: object) -> tuple[FoundCell, ...]:
        """Return the cell of the pattern's last match, in each format."""
        match = None
        if isinstance(answer, str):
            for match in self._matches_in(answer):  # noqa: B007  # the last one counts
                pass
        if match is None:
            return (NOT_FOUND,) * len(self._readers)
        texts = tuple(text for text in match.groups() or (match.group(),) if text)
        return self._cells_of_match(texts)

    def _cells_of_texts(self, texts: tuple[str, ...]) -> tuple[FoundCell, ...]:
        answer = texts[0] if len(texts) == 1 else texts
        readings = [_reading(reader, answer) for reader in self._readers]
        return tuple(
            reading if isinstance(reading, int) else NOT_FOUND for reading in readings
        )


def cell_reader(
    cols: int,
    pattern: str = LAST_NUMBER,
    first_index: int = 0,
    answer: str = PLAIN_FORM,
) -> Callable[[object], FoundCell]:
    """Return a function that finds the cell in an answer.

    An answer is read like those of players, as docs/grading.md lists them, if it is a
    cell or nothing. Any other text is prose, in which the last match of the pattern
    counts: its one group is the cell, or its two groups are the row and the column. By
    default the last number counts, the last pair of numbers in brackets, or the last
    object in braces.

    Args:
        cols: How many columns the board has.
        pattern: A regular expression.
        first_index: The number of the first cell, row and column: 0 or 1.
        answer: Where the move is within an answer: ``move``, a form of tuples such as
            ``col,row``, or ``key:NAME`` for a key of an object.

    Returns:
        The function. It returns None for nothing, -1 for a cell or pair off the board,
        and -2 if there is no cell in the answer.

    Raises:
        ArgumentError: The pattern is not a regular expression, the first index is not 0
            or 1, or the form does not exist.

    >>> read = cell_reader(3, first_index=1)
    >>> read("Blocking first, so I play 5."), read(5), read("2,2"), read("the corner")
    (4, 4, 4, -2)
    """
    parser = AnswerParser(cols, [AnswerFormat(pattern, first_index, answer)])

    def cell_in(answer: object) -> FoundCell:
        (cell,) = parser.cells(answer)
        return cell

    return cell_in


def _reader(cols: int, answer_format: AnswerFormat) -> AnswerReader:
    check_first_index(answer_format.first_index)
    form = answer_format.form
    is_key = isinstance(form, str) and len(form) > len(KEY_FORM)
    if form not in PROGRAM_FORMS and not (is_key and form.startswith(KEY_FORM)):
        raise ArgumentError(
            f"answers in a file cannot have the form {quoted(form)}; choose from"
            f" {'; '.join(PROGRAM_FORMS)}; {KEY_FORM}NAME"
        )
    return AnswerReader(cols, form, answer_format.first_index)


def _searcher(pattern: str) -> Callable[[str], Iterable[re.Match[str]]]:
    try:
        matches_in = re.compile(pattern).finditer
        matches_in("")  # a pattern of bytes fails only here
    except (re.error, TypeError, OverflowError, RecursionError) as error:
        raise ArgumentError(f"the pattern {quoted(pattern)}: {error}") from None
    return matches_in


def _reading(reader: AnswerReader, answer: object) -> Reading:
    """Return an answer in one of the forms, or no weights for any other."""
    try:
        return reader.read(answer)
    except UnreadableAnswerError:
        return ()


def _is_read(reading: Reading) -> bool:
    """Return False if an answer can only be prose."""
    if reading is None or isinstance(reading, int):
        return True
    try:
        distribution_of(reading)
    except ValueError:
        return False
    return True


def _cell_of(reading: Reading) -> FoundCell:
    """Return the cell that was read; a distribution in a file is not an answer."""
    return NOT_FOUND if isinstance(reading, tuple) else reading
