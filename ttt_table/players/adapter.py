"""How a player is called: what its boards look like, what it gets, how it answers.

An `Adapter` is declared by the user who grades a player, and never guessed. Its fields
are the options ``--board``, ``--empty``, ``--marks``, ``--args``, ``--board-in``,
``--answer`` and ``--from`` of the command line; `Adapter.from_options` reads these,
`Adapter.options` writes them.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, fields
from enum import Enum
from math import isfinite

from ttt_table.errors import ArgumentError, MissingExtraError, quoted
from ttt_table.players.answer_forms import ANSWER_FORMS, KEY_FORM, AnswerForm
from ttt_table.players.boards import FREE_CELL_NUMBERS, LAYOUTS, BoardFormat
from ttt_table.players.calls import (
    ARGUMENTS,
    Argument,
    Call,
    Constant,
    argument_text,
)
from ttt_table.rules.cells import MAX_CELLS


class Default(Enum):
    """Stands for a value that depends on the board's layout."""

    DEFAULT = "default"

    def __repr__(self) -> str:
        return self.name


DEFAULT = Default.DEFAULT

# What stands between two commas, where a text in quotes may hold commas too.
PART = re.compile(r"""\s*('(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|[^,]*)\s*(?:,|$)""")


@dataclass(frozen=True, slots=True)
class Adapter:
    """How a player's function is called and how its answers are read.

    Attributes:
        board: The layout of the board: a key of `LAYOUTS`.
        empty: What a free cell holds: a text, a number or None, or one of
            `FREE_CELL_NUMBERS` for the cell's own number. By default "." in text, 0 in
            arrays, None elsewhere.
        marks: The marks of X and O. By default 1 and -1 in arrays, "X" and "O"
            elsewhere.
        arguments: What each argument gets, in order: a key of `ARGUMENTS`, a number,
            True, False or None, or a text as ``Constant("easy")``. By default the board
            alone, and nothing if the board is kept in a variable.
        kept_in: The variable of the player's file that holds the board, if no argument
            does.
        answer: How the answer is read: a key of `ANSWER_FORMS`, or "key:NAME".
        first_index: The number of the first cell, row and column in answers: 0 or 1.

    Raises:
        ArgumentError: A field has an unknown value; the message lists the known ones.
        MissingExtraError: The board is an array, and numpy is not installed.
    """

    board: str = "text"
    empty: object = DEFAULT
    marks: Sequence[object] | None = None
    arguments: Sequence[object] | None = None
    kept_in: str | None = None
    answer: str = "move"
    first_index: int = 0

    def __post_init__(self) -> None:
        _check_layout(self.board)
        _check_marks(self.marks)
        _check_arguments(self.arguments)
        # Lists become tuples, so that equal adapters compare equal.
        if self.marks is not None:
            object.__setattr__(self, "marks", tuple(self.marks))
        if self.arguments is not None:
            object.__setattr__(self, "arguments", tuple(self.arguments))
        _check_cells(self.board_format)
        _check_variable(self.kept_in)
        _check_place_of_board(self)
        _check_answer(self.answer)
        check_first_index(self.first_index)
        _check_batch(self)

    @property
    def board_format(self) -> BoardFormat:
        """The format of boards, with the defaults of their layout filled in."""
        layout = LAYOUTS[self.board]
        free_cell = layout.free_cell if self.empty is DEFAULT else self.empty
        x_mark, o_mark = layout.marks if self.marks is None else self.marks
        return BoardFormat(self.board, free_cell, (x_mark, o_mark))

    @property
    def call(self) -> Call:
        """How the function is called, with all defaults filled in."""
        arguments: tuple[Argument, ...]
        if self.arguments is not None:
            arguments = tuple(map(_as_argument, self.arguments))
        elif self.kept_in is None:
            arguments = ("board",)
        else:
            arguments = ()
        return Call(self.board_format, arguments, self.kept_in)

    @property
    def answer_form(self) -> AnswerForm:
        """How the answers are read."""
        return AnswerForm(self.answer, self.first_index)

    @classmethod
    def from_options(  # noqa: PLR0913  # one for each option
        cls,
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
            empty: The text after ``--empty``: a Python literal, or else the text
                itself.
            marks: The text after ``--marks``: two such values with a comma between
                them.
            args: The text after ``--args``: names and literals with commas between
                them.
            board_in: The text after ``--board-in``.
            answer: The text after ``--answer``.
            first_index: The number after ``--from``.

        Raises:
            ArgumentError: A value is not known, or not a literal where one is needed.

        >>> Adapter.from_options(board="list", args="board,'easy'", first_index=1)
        ... # doctest: +NORMALIZE_WHITESPACE
        Adapter(board='list', empty=DEFAULT, marks=None,
                arguments=('board', Constant(value='easy')), kept_in=None,
                answer='move', first_index=1)
        """
        return cls(
            board="text" if board is None else board,
            empty=DEFAULT if empty is None else _literal_or_text("--empty", empty),
            marks=None if marks is None else _parse_marks(marks),
            arguments=None if args is None else _parse_arguments(args),
            kept_in=board_in,
            answer="move" if answer is None else answer,
            first_index=first_index,
        )

    def options(self) -> list[str]:
        """Return the words of the command line that declare this adapter.

        >>> Adapter("list", empty=" ", marks=(-1, 1)).options()
        ['--board', 'list', '--empty', ' ', '--marks=-1,1']
        """
        words: list[str] = []
        for option, text in self._option_texts():
            if text.startswith("-") or not text:
                words.append(f"{option}={text}")
            else:
                words += [option, text]
        return words

    def _option_texts(self) -> list[tuple[str, str]]:
        """Return each option that differs from its default, with the text after it."""
        texts = []
        if self.board != "text":
            texts.append(("--board", self.board))
        if self.empty is not DEFAULT:
            texts.append(("--empty", _value_text(self.empty)))
        if self.marks is not None:
            texts.append(("--marks", ",".join(map(_mark_text, self.marks))))
        if self.arguments is not None:
            arguments = map(_as_argument, self.arguments)
            texts.append(("--args", ",".join(map(argument_text, arguments))))
        if self.kept_in is not None:
            texts.append(("--board-in", self.kept_in))
        if self.answer != "move":
            texts.append(("--answer", self.answer))
        if self.first_index:
            texts.append(("--from", str(self.first_index)))
        return texts


def _as_argument(argument: object) -> Argument:
    """Return an item of `Adapter.arguments` as a name or a constant."""
    if isinstance(argument, str | Constant):
        return argument
    return Constant(argument)


def _parse_marks(text: str) -> tuple[object, ...]:
    return tuple(_literal_or_text("--marks", part) for part in _split_at_commas(text))


def _parse_arguments(text: str) -> tuple[object, ...]:
    if not text.strip():
        return ()
    return tuple(map(_parse_argument, _split_at_commas(text)))


def _parse_argument(text: str) -> object:
    """Return a name as it is, and the value of a literal; a text is a `Constant`."""
    if text in ARGUMENTS:
        return text
    value = _literal("--args", text)
    return Constant(value) if isinstance(value, str) else value


def _split_at_commas(text: str) -> list[str]:
    """Return the parts of a text that have commas between them.

    >>> _split_at_commas("board, 'a,b',3")
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
            f"{option}: {quoted(text)} is neither a number nor text, True, False"
            " or None"
        )
    return value


def _is_plain(value: object) -> bool:
    """Return True for what a cell may hold and JSON can carry."""
    if isinstance(value, float):
        return isfinite(value)
    return isinstance(value, int | str | None)


def _value_text(value: object) -> str:
    """Return a text from which `_literal_or_text` reads this value."""
    if not isinstance(value, str):
        return repr(value)
    try:
        reads_as_itself = _literal_or_text("", value) == value
    except ArgumentError:
        reads_as_itself = False
    return value if reads_as_itself else repr(value)


def _mark_text(mark: object) -> str:
    """Return a text from which `_parse_marks` reads this value between its commas."""
    if isinstance(mark, str) and (mark != mark.strip() or "," in mark or not mark):
        return repr(mark)
    if mark in ("'", '"'):
        return repr(mark)
    return _value_text(mark)


def _check_layout(board: object) -> None:
    if not isinstance(board, str) or board not in LAYOUTS:
        raise ArgumentError(
            f"unknown board format {quoted(board)} (--board); choose from"
            f" {', '.join(LAYOUTS)}"
        )
    if board in ("array", "batch"):
        try:
            import numpy  # noqa: F401  # only to see whether it works
        except Exception as error:  # it raises others if there is too little memory
            raise MissingExtraError.of("a board as an array", "numpy", error) from None


def _check_marks(marks: object) -> None:
    if marks is None:
        return
    is_sequence = isinstance(marks, Sequence) and not isinstance(marks, str)
    if not is_sequence or len(marks) != 2:  # type: ignore[arg-type]
        raise ArgumentError(
            "marks (--marks) are two values, those of X and of O, such as X,O or 1,-1;"
            f" not {quoted(marks)}"
        )


def _check_cells(board_format: BoardFormat) -> None:
    """Check that what cells hold can be told apart."""
    x_mark, o_mark = board_format.marks
    free_cell = board_format.free_cell
    for value in (x_mark, o_mark, free_cell):
        if not _is_plain(value):
            raise ArgumentError(
                f"a cell must hold text, a number or None, not {quoted(value)}"
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
    if board_format.layout == "text":
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
            "arguments (--args) is a sequence, such as ('board', 'mark'), not"
            f" {quoted(arguments)}"
        )
    for argument in arguments:
        if isinstance(argument, str):
            _check_argument_name(argument)
            continue
        value = argument.value if isinstance(argument, Constant) else argument
        if not _is_plain(value):
            raise ArgumentError(
                "an argument (--args) is a name, a number, True, False, None or a"
                f" Constant, not {quoted(argument)}"
            )


def _check_argument_name(name: str) -> None:
    if name not in ARGUMENTS:
        raise ArgumentError(
            f"unknown argument {quoted(name)} (--args); choose from"
            f" {', '.join(ARGUMENTS)}; a text itself is Constant({quoted(name)})"
        )


def _check_variable(name: object) -> None:
    if name is None:
        return
    if not isinstance(name, str) or not name.isidentifier():
        raise ArgumentError(
            "kept_in (--board-in) names a variable of the player's file, not"
            f" {quoted(name)}"
        )


def _check_place_of_board(adapter: Adapter) -> None:
    """Check that the player gets the board in one way."""
    if adapter.arguments is None:
        return
    is_argument = "board" in adapter.arguments
    if not is_argument and adapter.kept_in is None:
        raise ArgumentError(
            "no argument gets the board: name it in arguments (--args), or name the"
            " variable that holds it in kept_in (--board-in)"
        )
    if is_argument and adapter.kept_in is not None:
        raise ArgumentError(
            "the board is either one of the arguments (--args) or kept_in a variable"
            " (--board-in), not both"
        )


def _check_answer(answer: object) -> None:
    if isinstance(answer, str):
        if answer in ANSWER_FORMS:
            return
        if answer.startswith(KEY_FORM) and answer != KEY_FORM:
            return
        if answer == KEY_FORM:
            raise ArgumentError(f"{answer} needs a name, such as {answer}index")
    raise ArgumentError(
        f"unknown form of answers {quoted(answer)} (--answer); choose from"
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
    if adapter.board != "batch":
        return
    others = [field for field in fields(adapter) if field.name != "board"]
    if any(getattr(adapter, field.name) != field.default for field in others):
        raise ArgumentError(
            "the board format 'batch' takes no other options: a batch player gets"
            " an (n, cells) array and returns as many weights"
        )
