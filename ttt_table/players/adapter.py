"""How a player is called: what its boards look like, what it gets, how it answers.

An `Adapter` is declared by the user who grades a player, and never guessed. Its fields
are the options ``--board``, ``--empty``, ``--marks``, ``--args``, ``--board-in``,
``--answer`` and ``--from`` of the command line; `adapter_from_options` reads these,
`Adapter.options` writes them.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Sequence
from dataclasses import dataclass, fields
from math import isfinite
from typing import Any

from ttt_table.errors import ArgumentError, MissingExtraError, quoted
from ttt_table.players.answer_forms import ANSWER_FORMS, KEY_FORM
from ttt_table.players.boards import BOARD_FORMATS, FREE_CELL_NUMBERS
from ttt_table.players.call_style import Argument, CallStyle
from ttt_table.rules.game import MAX_CELLS

BY_DEFAULT = "by default"  # an option that is not given; no real board holds this text

# What an argument of the player's function may get, by its name in --args.
ARGUMENTS = {
    "board": "the board",
    "mark": "the mark of the player to move",
    "opponent": "the mark of the other player",
    "x-to-move": "True if X is to move, else False",
    "depth": "the number of free cells",
    "-inf": "minus infinity",
    "inf": "infinity",
    "true": "True",
}

# What stands between two commas, where a text in quotes may hold commas too.
PART = re.compile(r"""\s*('(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|[^,]*)\s*(?:,|$)""")


@dataclass(frozen=True, slots=True)
class Adapter:
    """How a player's function is called and how its answers are read.

    Attributes:
        board: The format of the board: a key of `BOARD_FORMATS`.
        empty: What a free cell holds: a text, a number or None, or one of
            `FREE_CELL_NUMBERS` for the cell's own number. By default "." in text, 0 in
            arrays, None elsewhere.
        marks: The marks of X and O. By default 1 and -1 in arrays, "X" and "O"
            elsewhere.
        arguments: What each argument gets, in order: a key of `ARGUMENTS`, a number,
            True, False, None, or a text in quotes of its own ("'easy'"). By default the
            board alone, and nothing if the board is kept in a variable.
        kept_in: The variable of the player's file that holds the board, if no argument
            does.
        answer: How the answer is read: a key of `ANSWER_FORMS`, or "key:NAME".
        first_index: The number of the first cell, row and column in answers: 0 or 1.

    Raises:
        ArgumentError: A field has an unknown value; the message lists the known ones.
        MissingExtraError: The board is an array, and numpy is not installed.

    """

    board: str = "text"
    empty: object = BY_DEFAULT
    marks: Sequence[object] = ()
    arguments: Sequence[object] | None = None
    kept_in: str = ""
    answer: str = "move"
    first_index: int = 0

    def __post_init__(self) -> None:
        _check_board(self.board)
        _check_marks(self.marks)
        _check_arguments(self.arguments)
        # Lists, as JSON has them, become tuples, so that equal adapters compare equal.
        object.__setattr__(self, "marks", tuple(self.marks))
        if self.arguments is not None:
            object.__setattr__(self, "arguments", tuple(self.arguments))
        _check_cells(self)
        _check_place_of_board(self)
        _check_answer(self.answer)
        check_first_index(self.first_index)
        _check_batch(self)

    @property
    def free_cell(self) -> object:
        """What a free cell holds, or one of `FREE_CELL_NUMBERS`."""
        if self.has_default_empty:
            return BOARD_FORMATS[self.board].free_cell
        return self.empty

    @property
    def has_default_empty(self) -> bool:
        """True if it is not said what a free cell holds."""
        return isinstance(self.empty, str) and self.empty == BY_DEFAULT

    @property
    def mark_of(self) -> dict[str, object]:
        """The marks by player: ``{"X": 1, "O": -1}``."""
        x_mark, o_mark = self.marks or BOARD_FORMATS[self.board].marks
        return {"X": x_mark, "O": o_mark}

    def call_style(self) -> CallStyle:
        """Return the same with every default filled in, as a subprocess gets it."""
        return CallStyle(
            board=self.board,
            free_cell=self.free_cell,
            mark_of=self.mark_of,
            arguments=self._call_arguments(),
            kept_in=self.kept_in,
            answer=self.answer,
            first_index=self.first_index,
        )

    def _call_arguments(self) -> tuple[Argument, ...]:
        if self.arguments is None:
            return () if self.kept_in else (Argument("board"),)
        return tuple(map(_call_argument, self.arguments))

    def options(self) -> list[str]:
        """Return the words of the command line that declare this adapter."""
        words: list[str] = []
        for option, text in self._option_texts():
            if text.startswith("-") or not text:
                words.append(f"{option}={text}")
            else:
                words += [option, text]
        return words

    def command_line(self) -> str:
        """Return the same as one text, quoted for a shell."""
        return shlex.join(self.options())

    def _option_texts(self) -> list[tuple[str, str]]:
        texts = []
        if self.board != "text":
            texts.append(("--board", self.board))
        if not self.has_default_empty:
            texts.append(("--empty", _option_text(self.empty)))
        if self.marks:
            texts.append(("--marks", ",".join(map(_mark_text, self.marks))))
        if self.arguments is not None:
            texts.append(("--args", ",".join(map(_argument_text, self.arguments))))
        if self.kept_in:
            texts.append(("--board-in", self.kept_in))
        if self.answer != "move":
            texts.append(("--answer", self.answer))
        if self.first_index:
            texts.append(("--from", str(self.first_index)))
        return texts

    def as_json(self) -> dict[str, Any]:
        """Return the fields for JSON; `adapter_from_json` is the inverse."""
        record = {field.name: getattr(self, field.name) for field in fields(self)}
        record["marks"] = list(self.marks)
        if self.arguments is not None:
            record["arguments"] = list(self.arguments)
        return record


def adapter_from_json(record: dict[str, Any]) -> Adapter:
    """Return the adapter of which `Adapter.as_json` has made this record."""
    return Adapter(**record)


def adapter_from_options(  # noqa: PLR0913  # one for each option
    *,
    board: str | None = None,
    empty: str | None = None,
    marks: str | None = None,
    args: str | None = None,
    board_in: str | None = None,
    answer: str | None = None,
    first_index: int = 0,
) -> Adapter:
    """Return the adapter that options of the command line declare.

    Args:
        board: The text after ``--board``, as of each other option; None if it is
            absent.
        empty: The text after ``--empty``: a Python literal, or else the text itself.
        marks: The text after ``--marks``: two such values with a comma between them.
        args: The text after ``--args``: names and literals with commas between them.
        board_in: The text after ``--board-in``.
        answer: The text after ``--answer``.
        first_index: The number after ``--from``.

    Raises:
        ArgumentError: A value is not known, or not a literal where one is needed.

    >>> adapter_from_options(board="list", empty=" ", args="board,mark", first_index=1)
    ... # doctest: +NORMALIZE_WHITESPACE
    Adapter(board='list', empty=' ', marks=(), arguments=('board', 'mark'), kept_in='',
            answer='move', first_index=1)

    """
    return Adapter(
        board="text" if board is None else board,
        empty=BY_DEFAULT if empty is None else _literal_or_text("--empty", empty),
        marks=() if marks is None else _marks_in(marks),
        arguments=None if args is None else _arguments_in(args),
        kept_in="" if board_in is None else _variable_in(board_in),
        answer="move" if answer is None else answer,
        first_index=first_index,
    )


def _marks_in(text: str) -> tuple[object, ...]:
    return tuple(_literal_or_text("--marks", part) for part in _parts_in(text))


def _arguments_in(text: str) -> tuple[object, ...]:
    """Return names as they are, texts with their quotes, other literals as values."""
    if not text.strip():
        return ()
    arguments: list[object] = []
    for word in _parts_in(text):
        if word in ARGUMENTS or _is_quoted(word):
            arguments.append(word)
        else:
            arguments.append(_literal("--args", word))
    return tuple(arguments)


def _variable_in(text: str) -> str:
    if not text:
        raise ArgumentError("--board-in names a variable of the player's file")
    return text


def _parts_in(text: str) -> list[str]:
    """Return the parts of a text that have commas between them.

    >>> _parts_in("board, 'a,b',3")
    ['board', "'a,b'", '3']
    """
    parts = []
    place = 0
    while place <= len(text):
        match = PART.match(text, place)
        if match is None:  # a quote that is never closed, or text after one
            return text.split(",")
        parts.append(match[1].strip())
        if not match[0].endswith(","):
            return parts
        place = match.end()
    return [*parts, ""]


def _is_quoted(text: str) -> bool:
    return text.startswith(("'", '"'))


def _literal_or_text(option: str, text: str) -> object:
    """Return the value of a Python literal; any other text stands for itself."""
    try:
        return _literal(option, text)
    except ArgumentError:
        # A single quote may be what a free cell holds.
        if _is_quoted(text) and len(text) > 1:
            raise
        return text


def _literal(option: str, text: str) -> object:
    from ast import literal_eval  # few runs declare an adapter

    try:
        value = literal_eval(text.strip())
    except (ValueError, SyntaxError, MemoryError, RecursionError):
        names = ""
        if option == "--args":
            names = f", and not one of {', '.join(ARGUMENTS)}"
        raise ArgumentError(
            f"{option}: {quoted(text)} is not a Python literal such as 0, True or 'X'"
            f"{names}"
        ) from None
    if not _is_plain(value):
        raise ArgumentError(
            f"{option}: {quoted(text)} is neither a number nor a text, True, False"
            " or None"
        )
    return value


def _is_plain(value: object) -> bool:
    """Return True for what a cell may hold and JSON can carry."""
    if isinstance(value, float):
        return isfinite(value)
    return isinstance(value, int | str | None)


def _option_text(value: object) -> str:
    """Return a text from which `_literal_or_text` reads this value."""
    if not isinstance(value, str):
        return repr(value)
    try:
        reads_as_itself = _literal_or_text("", value) == value
    except ArgumentError:
        reads_as_itself = False
    return value if reads_as_itself else repr(value)


def _mark_text(mark: object) -> str:
    """Return a text from which `_marks_in` reads this value between its commas."""
    if isinstance(mark, str) and (mark != mark.strip() or "," in mark or not mark):
        return repr(mark)
    if mark in ("'", '"'):
        return repr(mark)
    return _option_text(mark)


def _argument_text(argument: object) -> str:
    return argument if isinstance(argument, str) else repr(argument)


def _call_argument(argument: object) -> Argument:
    if not isinstance(argument, str):
        return Argument("", argument)
    if argument in ARGUMENTS:
        return Argument(argument)
    return Argument("", _literal("--args", argument))


def _check_board(board: object) -> None:
    if not isinstance(board, str) or board not in BOARD_FORMATS:
        raise ArgumentError(
            f"unknown board format {quoted(board)};"
            f" choose from {', '.join(BOARD_FORMATS)}"
        )
    if board in ("array", "batch"):
        try:
            import numpy  # noqa: F401  # only to see whether it works
        except ImportError as error:
            raise MissingExtraError.of("a board as an array", "numpy", error) from None


def _check_marks(marks: object) -> None:
    is_sequence = isinstance(marks, Sequence) and not isinstance(marks, str)
    if not is_sequence or len(marks) not in (0, 2):  # type: ignore[arg-type]
        raise ArgumentError(
            "marks are two values, those of X and of O, such as X,O or 1,-1; not"
            f" {quoted(marks)}"
        )


def _check_cells(adapter: Adapter) -> None:
    """Check that what cells hold can be told apart."""
    x_mark, o_mark = adapter.mark_of.values()
    free_cell = adapter.free_cell
    for value in (x_mark, o_mark, free_cell):
        if not _is_plain(value):
            raise ArgumentError(
                f"a cell holds a text, a number or None, not {quoted(value)}"
            )
    number = FREE_CELL_NUMBERS.get(free_cell)
    free_cells = {free_cell}
    if number is not None:
        free_cells = {number(cell) for cell in range(MAX_CELLS)}
    if x_mark == o_mark or not free_cells.isdisjoint((x_mark, o_mark)):
        raise ArgumentError(
            f"the marks {x_mark!r} and {o_mark!r} and a free cell's {free_cell!r} must"
            " differ from each other"
        )
    if adapter.board == "text":
        _check_characters(x_mark, o_mark)
        if number is None:
            _check_characters(free_cell)


def _check_characters(*values: object) -> None:
    for value in values:
        if len(str(value)) != 1:
            raise ArgumentError(
                f"on a board of text each cell is one character, not {quoted(value)};"
                " other boards are --board list, --board rows and so on"
            )


def _check_arguments(arguments: object) -> None:
    if arguments is None:
        return
    if isinstance(arguments, str) or not isinstance(arguments, Sequence):
        raise ArgumentError(
            "arguments is a sequence, such as ('board', 'mark'), not"
            f" {quoted(arguments)}"
        )
    for argument in arguments:
        if isinstance(argument, str):
            _call_argument(argument)
        elif not _is_plain(argument):
            raise ArgumentError(
                "an argument is a name, a number, True, False, None or a text in"
                f" quotes, not {quoted(argument)}"
            )


def _check_place_of_board(adapter: Adapter) -> None:
    """Check that the player gets the board in one way."""
    variable = adapter.kept_in
    if not isinstance(variable, str):
        raise ArgumentError(
            f"kept_in is the name of a variable, not {quoted(variable)}"
        )
    if variable and not variable.isidentifier():
        raise ArgumentError(
            f"--board-in names a variable of the player's file, not {quoted(variable)}"
        )
    if adapter.arguments is None:
        return
    is_argument = "board" in adapter.arguments
    if not is_argument and not variable:
        raise ArgumentError(
            "no argument gets the board: name it in --args, or name the variable that"
            " holds it with --board-in"
        )
    if is_argument and variable:
        raise ArgumentError(
            "the board is either an argument (--args) or kept in a variable"
            " (--board-in), not both"
        )


def _check_answer(answer: object) -> None:
    if isinstance(answer, str):
        if answer in ANSWER_FORMS:
            return
        if answer.startswith(KEY_FORM) and answer != KEY_FORM:
            return
        if answer == KEY_FORM:
            raise ArgumentError(f"{answer} wants a name after it, as in {answer}index")
    raise ArgumentError(
        f"unknown form of answers {quoted(answer)}; choose from"
        f" {'; '.join(ANSWER_FORMS)}; {KEY_FORM}NAME"
    )


def check_first_index(first_index: object) -> None:
    """Raise `ArgumentError` unless cells can be numbered from this."""
    if type(first_index) is not int or first_index not in (0, 1):
        raise ArgumentError(
            "cells are numbered from 0 or from 1, not from"
            f" {quoted(first_index)} (--from)"
        )


def _check_batch(adapter: Adapter) -> None:
    if adapter.board == "batch" and len(adapter.options()) > len(("--board", "batch")):
        raise ArgumentError(
            "the board format 'batch' takes no other options: a player of batches gets"
            " an (n, cells) array and returns as many weights"
        )
