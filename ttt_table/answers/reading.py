"""How recorded answers are read: by one convention, or by a pattern of the user's own.

The answer is the whole text, or what follows the last line that begins with
``ANSWER:``, the convention of inspect_ai (https://inspect.aisi.org.uk) and of
simple-evals (https://github.com/openai/simple-evals). With a pattern it is the
pattern's last match instead.

An answer must be nothing but a cell, a pair or an object. Everything else is not
readable: no other place is searched, and no other form is tried.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from math import isnan

from ttt_table.answers.places import (
    MAX_WRAPPERS,
    PlaceReader,
    WrittenPlace,
    bare,
)
from ttt_table.answers.rows import LARGE, AnswerRow
from ttt_table.errors import ArgumentError, quoted
from ttt_table.grading.answers import OFF_BOARD, cell_of
from ttt_table.rules.board import Board, board_text
from ttt_table.runtime import check_flags
from ttt_table.table.checks import checked_table, why_illegal
from ttt_table.table.reader import Table

NOT_READABLE = -2
UNREADABLE_ANSWER = "not readable"

OTHER_ANSWER = "another answer before"
MORE_TEXT = "more text after"
BARE_PAIR = "two numbers without brackets"

MAX_READ = 100_000
"""The most characters of a text that are read: those at its end."""

MAX_ANSWER_LINES = 100
"""The most lines with an answer that are compared: the last ones."""

MAX_TEXTS_KEPT = 1 << 14  # short texts whose meaning is remembered
MAX_KEPT_LENGTH = 32  # characters of such a text

_NO_ANSWER = {"", "none", "null", "nan"}

_ANSWER_LINE = re.compile(
    r"^[ \t>#*_`|+\u2022-]*(?:\d+[.)][ \t*_`]*)?(?:final[ \t]+)?answer[*_` \t]*:(.*)$",
    re.IGNORECASE | re.MULTILINE,
)
_THOUGHTS = re.compile(r".*</think(?:ing)?>", re.IGNORECASE | re.DOTALL)
_START_OF_THOUGHTS = re.compile(r"^[ \t]*<think(?:ing)?>", re.IGNORECASE | re.MULTILINE)
# The tokens with which a local model ends, such as </s>, <|im_end|>, <end_of_turn>.
_LAST_TOKEN = re.compile(r"(?:<\|\w{1,30}\|>|</s>|<eos>|<end_of_turn>)\Z")

# "\uff08\uff11\uff0c\u3000\uff11\uff09" is "(1, 1)" from a keyboard of East Asia.
_ASCII_OF = {0xFF01 + offset: chr(0x21 + offset) for offset in range(94)}
_ASCII_OF |= {0x3000: " ", 0x00A0: " ", 0x202F: " ", 0x2212: "-"}
_ASCII_OF |= {0x200B: "", 0xFEFF: ""}  # no width: a joint of words, a byte order mark

_GROUPS = ({"cell"}, {"column"}, {"column", "row"})
"""The groups that a pattern may name together; `col` stands for `column`."""


@dataclass(frozen=True, slots=True)
class Reading:
    """What was read in an answer.

    Attributes:
        cell: The cell; `OFF_BOARD`, `NOT_READABLE`, or None for no answer.
        doubt: What speaks against it: `OTHER_ANSWER`, `MORE_TEXT` or `BARE_PAIR`; else
            empty.
    """

    cell: int | None
    doubt: str = ""


@dataclass(frozen=True, slots=True)
class TextReading:
    """The answers in a text, whatever the board is.

    Attributes:
        places: The answers, in order; None for one that is not readable.
        has_more: Whether more text follows the last one.
    """

    places: Sequence[WrittenPlace | None]
    has_more: bool = False


_UNREADABLE = TextReading((None,))


class AnswerReader:
    """Reads answers.

    Args:
        table: The game's table.
        pattern: A regular expression, whose last match in a text is the answer. It has
            one group, for a cell or any other form of an answer; two groups, for row
            and column; or groups that are named ``cell``, ``row`` and ``column``.
        one_based: Whether cells, rows and columns are counted from 1 instead of 0.

    Raises:
        ArgumentError: The pattern is not a regular expression with such groups,
            ``one_based`` is not a truth value, or ``table`` is not a table.
    """

    def __init__(
        self, table: Table, pattern: str | None = None, *, one_based: bool = False
    ) -> None:
        self._table = checked_table(table)
        self._game = table.game
        check_flags(one_based=one_based)
        self._places = PlaceReader(table.game, one_based=one_based)
        self._pattern: re.Pattern[str] | None = None
        if pattern is not None:
            self._pattern = _checked_pattern(pattern, has_gravity=self._game.gravity)
        # Most answers of a file are among a few short ones, to boards that come again.
        self._read_short_text = lru_cache(MAX_TEXTS_KEPT)(self._read_whole_text)
        self._legal_cells = lru_cache(MAX_TEXTS_KEPT)(table.legal_moves)

    def read(self, board: str, answer: object) -> Reading:
        """Read an answer to a board: a number is a cell, also with gravity."""
        if answer is None or (isinstance(answer, float) and isnan(answer)):
            return Reading(None)
        if isinstance(answer, str):
            return self._read_text(board, answer)
        return Reading(
            self._cell(board, self._places.place_of_value(answer, is_column=False))
        )

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
        if last is not None and last.is_bare_pair:
            return Reading(cell, BARE_PAIR)
        return Reading(cell)

    def _cell(self, board: str, place: WrittenPlace | None) -> int:
        """Return the cell of a place on a board."""
        if place is None:
            return NOT_READABLE
        legal = self._legal_cells(board) if self._game.gravity else ()
        return cell_of(place.place, legal, self._game)

    def _read_whole_text(self, text: str) -> TextReading | None:
        """Return what is found in a text; None if it is no answer."""
        text = _without_json(text)
        if not text.isascii():
            text = text.translate(_ASCII_OF)
        text = _without_last_tokens(text)
        if text.strip().lower() in _NO_ANSWER:
            return None
        if thoughts := _THOUGHTS.match(text):
            text = text[thoughts.end() :]
        if _START_OF_THOUGHTS.search(text):  # they were cut off
            return _UNREADABLE
        if self._pattern is not None:
            matches = list(self._pattern.finditer(text[-MAX_READ:]))[-MAX_ANSWER_LINES:]
            places = [self._places.place_of_match(match) for match in matches]
            if not places:
                return _UNREADABLE
            return TextReading(places)
        text = text.strip()
        if len(text) > MAX_READ:  # the first line may be cut in the middle
            _, _, text = text[-MAX_READ:].partition("\n")
            return self._read_lines(text)
        place = self._places.place_of_text(text, is_column=self._game.gravity)
        if place is not None:
            return TextReading((place,))
        return self._read_lines(text)

    def _read_lines(self, text: str) -> TextReading:
        """Return what follows the lines that begin with ``ANSWER:``."""
        lines = list(_ANSWER_LINE.finditer(text))[-MAX_ANSWER_LINES:]
        if not lines:
            return _UNREADABLE
        ends = [*(line.start() for line in lines[1:]), len(text)]
        places = []
        text_below = ""
        for line, end in zip(lines, ends, strict=True):
            answer = line[1]
            text_below = text[line.end() : end]
            if not bare(answer):  # it is in the lines below
                answer = text_below
                text_below = ""
            places.append(
                self._places.place_of_text(answer, is_column=self._game.gravity)
            )
        return TextReading(places, has_more=bool(bare(text_below)))


def _without_json(text: str) -> str:
    """Return the text that a string of JSON stands for; some services wrap replies."""
    stripped = text.strip()
    if len(stripped) > 1 and stripped[0] == stripped[-1] == '"':
        with suppress(ValueError):
            return str(json.loads(stripped))
    return text


def _without_last_tokens(text: str) -> str:
    """Return a text without the special tokens at its end; there are few."""
    for _ in range(MAX_WRAPPERS):
        text = text.rstrip()
        token = _LAST_TOKEN.search(text, max(0, len(text) - MAX_KEPT_LENGTH - 4))
        if token is None:
            break
        text = text[: token.start()]
    return text


def cell_reader(
    table: Table, pattern: str | None = None, *, one_based: bool = False
) -> Callable[[Board, object], int | None]:
    r"""Return a function that reads the cell in an answer to a board.

    A text is read as ``ttt-table answers`` reads it; the rules are in
    docs/answers.md. With gravity a number in a text is a column. A number of Python is
    a cell, as for `judge`.

    Args:
        table: The game's table.
        pattern: A regular expression, whose last match in a text is the answer. It has
            one group, for a cell or any other form of an answer; two groups, for row
            and column; or groups that are named ``cell``, ``row`` and ``column``.
        one_based: Whether cells, rows and columns are counted from 1 instead of 0.

    Returns:
        The function of a board and an answer. It returns a cell, -1 if the answer is
        off the board, -2 if it is not readable, and None for no answer.

    Raises:
        ArgumentError: The pattern is not a regular expression with such groups,
            ``one_based`` is not a truth value, or ``table`` is not a table.

    >>> from ttt_table import open_table
    >>> read = cell_reader(open_table())
    >>> read("X...O....", "O threatens nothing yet.\nANSWER: (0, 2)")
    2
    >>> read("X...O....", "I would play 2"), read("X...O....", 2)
    (-2, 2)
    """
    reader = AnswerReader(table, pattern, one_based=one_based)

    def read_cell(board: Board, answer: object) -> int | None:
        return reader.read(board_text(board, table.game), answer).cell

    return read_cell


def illegal_reason(board: str, cell: int) -> str:
    """Say why a cell, or what was read instead of one, cannot be played."""
    if cell == NOT_READABLE:
        return UNREADABLE_ANSWER
    if cell == OFF_BOARD:
        return "a cell outside the board"
    return why_illegal(board, cell)


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


def _text_of_number(number: float) -> float | str:
    """Return the text of an integer; any other number, which is no cell, as it is."""
    if isinstance(number, bool):
        return number
    if isinstance(number, float):
        if not number.is_integer():
            return number
        number = int(number)
    return str(max(-LARGE, min(number, LARGE)))
