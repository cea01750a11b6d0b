"""How a player is called: what its boards look like, what it gets, how it answers.

An `Adapter` is declared by whoever grades a player, and never guessed. Its fields are the
options ``--board``, ``--empty``, ``--marks``, ``--args``, ``--board-in``, ``--answer`` and
``--from`` of the command line; `adapter_from_options` reads these, `Adapter.options` writes
them.
"""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Any

from ttt_table.errors import ArgumentError, MissingExtraError, quoted
from ttt_table.players.adapted import Argument, CallStyle
from ttt_table.players.answer_forms import ANSWER_FORMS, KEY_FORM
from ttt_table.players.boards import BOARD_FORMATS, FREE_CELL_NUMBERS

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


@dataclass(frozen=True, slots=True)
class Adapter:
    """How a player's function is called and how its answers are read.

    Raises:
        ArgumentError: A field has an unknown value; the message lists the known ones.
        MissingExtraError: The board is an array, and numpy is not installed.

    """

    # The format of the board: a key of `BOARD_FORMATS`.
    board: str = "text"

    # What a free cell holds: a text, a number or None, or one of `FREE_CELL_NUMBERS` for
    # the cell's own number. By default "." in text, 0 in arrays, None elsewhere.
    empty: object = BY_DEFAULT

    # The marks of X and O. By default 1 and -1 in arrays, "X" and "O" elsewhere.
    marks: Sequence[object] = ()

    # What each argument gets, in order: a key of `ARGUMENTS`, a number, True, False, None,
    # or a text in quotes of its own ("'easy'"). By default the board alone, and nothing if
    # the board is kept in a variable.
    arguments: Sequence[object] | None = None

    # The variable of the player's file that holds the board, if no argument does.
    kept_in: str = ""

    # How the answer is read: a key of `ANSWER_FORMS`, or "key:NAME".
    answer: str = "move"

    # The number of the first cell, row and column in answers: 0 or 1.
    first_index: int = 0

    def __post_init__(self) -> None:
        _check_board(self)
        _check_marks(self)
        _check_arguments(self)
        _check_answer(self)

    @property
    def free_cell(self) -> object:
        """What a free cell holds, or one of `FREE_CELL_NUMBERS`."""
        if self.empty != BY_DEFAULT:
            return self.empty
        return BOARD_FORMATS[self.board].free_cell

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
        return tuple(
            Argument(argument)
            if isinstance(argument, str) and argument in ARGUMENTS
            else Argument("", argument_literal(argument))
            for argument in self.arguments
        )

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
        if self.empty != BY_DEFAULT:
            texts.append(("--empty", _option_text(self.empty)))
        if self.marks:
            texts.append(("--marks", ",".join(map(_option_text, self.marks))))
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
        """Return the fields as JSON can hold them; `adapter_from_json` is the inverse."""
        record = {field.name: getattr(self, field.name) for field in fields(self)}
        record["marks"] = list(self.marks)
        if self.arguments is not None:
            record["arguments"] = list(self.arguments)
        return record


def adapter_from_json(record: dict[str, Any]) -> Adapter:
    """Return the adapter of which `Adapter.as_json` has made this record."""
    return Adapter(**record)


def adapter_from_options(  # one for each option
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
        board: The text after ``--board``, as of each other option; None if it is absent.
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
        kept_in=board_in or "",
        answer="move" if answer is None else answer,
        first_index=first_index,
    )


def _marks_in(text: str) -> tuple[object, ...]:
    return tuple(_literal_or_text("--marks", part) for part in text.split(","))


def _arguments_in(text: str) -> tuple[object, ...]:
    if not text.strip():
        return ()
    arguments: list[object] = []
    for part in text.split(","):
        word = part.strip()
        is_quoted = word[:1] in ("'", '"')
        if word in ARGUMENTS or is_quoted:
            arguments.append(word)
        else:
            arguments.append(_literal("--args", word))
    return tuple(arguments)


def _literal_or_text(option: str, text: str) -> object:
    """Return the value of a Python literal; any other text stands for itself."""
    if text[:1] in ("'", '"'):
        return _literal(option, text)
    try:
        return _literal(option, text)
    except ArgumentError:
        return text


def _literal(option: str, text: str) -> object:
    from ast import literal_eval  # few runs declare an adapter

    try:
        value = literal_eval(text.strip())
    except (ValueError, SyntaxError, MemoryError, RecursionError):
        known = f", and not one of {', '.join(ARGUMENTS)}" if option == "--args" else ""
        raise ArgumentError(
            f"{option}: {quoted(text)} is not a Python literal such as 0, True or 'X'"
            f"{known}"
        ) from None
    if not isinstance(value, int | float | str | None):
        raise ArgumentError(
            f"{option}: {quoted(text)} is neither a number nor a text, True, False or None"
        )
    return value


def _option_text(value: object) -> str:
    """Return a text from which `_literal_or_text` reads this value."""
    if not isinstance(value, str):
        return repr(value)
    try:
        reads_as_itself = "," not in value and _literal_or_text("", value) == value
    except ArgumentError:
        reads_as_itself = False
    return value if reads_as_itself else repr(value)


def _argument_text(argument: object) -> str:
    return argument if isinstance(argument, str) else repr(argument)


def argument_literal(argument: object) -> object:
    """Return the value of an argument that is not a key of `ARGUMENTS`.

    >>> argument_literal(0), argument_literal("'easy'")
    (0, 'easy')
    """
    if isinstance(argument, str):
        return _literal("--args", argument)
    return argument


def _check_board(adapter: Adapter) -> None:
    if adapter.board not in BOARD_FORMATS:
        raise ArgumentError(
            f"unknown board format {quoted(adapter.board)};"
            f" choose from {', '.join(BOARD_FORMATS)}"
        )
    if adapter.board in ("array", "batch"):
        try:
            import numpy  # noqa: F401  # only to see whether it is installed
        except ImportError as error:
            raise MissingExtraError.of("a board as an array", "numpy", error) from None
    if adapter.board == "batch":
        others = (adapter.empty != BY_DEFAULT, adapter.marks, adapter.arguments)
        if any(others) or adapter.kept_in or adapter.answer != "move":
            raise ArgumentError(
                "the board format 'batch' takes no other options: a player of batches gets"
                " an (n, cells) array and returns as many weights"
            )
    if not isinstance(adapter.kept_in, str):
        raise ArgumentError(
            f"kept_in is the name of a variable, not {quoted(adapter.kept_in)}"
        )
    if adapter.kept_in and not adapter.kept_in.isidentifier():
        raise ArgumentError(
            f"--board-in names a variable of the player's file, not {adapter.kept_in!r}"
        )


def _check_marks(adapter: Adapter) -> None:
    marks = adapter.marks
    if marks and (isinstance(marks, str) or len(marks) != 2):
        raise ArgumentError(
            f"marks are two values, those of X and of O, such as X,O or 1,-1;"
            f" not {quoted(marks)}"
        )
    x_mark, o_mark = adapter.mark_of.values()
    for value in (x_mark, o_mark, adapter.free_cell):
        if not isinstance(value, int | float | str | None):
            raise ArgumentError(
                f"a cell holds a text, a number or None, not {quoted(value)}"
            )
    if len({x_mark, o_mark, adapter.free_cell}) < 3:
        raise ArgumentError(
            f"the marks {x_mark!r} and {o_mark!r} and a free cell's {adapter.free_cell!r}"
            " must differ from each other"
        )
    if adapter.board == "text":
        for value in (x_mark, o_mark, adapter.free_cell):
            if value not in FREE_CELL_NUMBERS and len(str(value)) != 1:
                raise ArgumentError(
                    f"on a board of text each cell is one character, not {value!r}"
                )


def _check_arguments(adapter: Adapter) -> None:
    if adapter.arguments is None:
        return
    if isinstance(adapter.arguments, str):
        raise ArgumentError(
            "arguments is a sequence, such as ('board', 'mark'), not the text"
            f" {quoted(adapter.arguments)}"
        )
    for argument in adapter.arguments:
        if isinstance(argument, str):
            if argument not in ARGUMENTS:
                _literal("--args", argument)
        elif not isinstance(argument, int | float | None):
            raise ArgumentError(
                f"an argument is a name, a number, True, False, None or a text in quotes,"
                f" not {quoted(argument)}"
            )
    if "board" not in adapter.arguments and not adapter.kept_in:
        raise ArgumentError(
            "no argument gets the board: name it in --args, or name the variable that"
            " holds it with --board-in"
        )
    if "board" in adapter.arguments and adapter.kept_in:
        raise ArgumentError(
            "the board is either an argument (--args) or kept in a variable (--board-in),"
            " not both"
        )


def _check_answer(adapter: Adapter) -> None:
    answer = adapter.answer
    is_key = isinstance(answer, str) and answer.startswith(KEY_FORM)
    if not is_key and answer not in ANSWER_FORMS:
        raise ArgumentError(
            f"unknown form of answers {quoted(answer)}; choose from"
            f" {', '.join(ANSWER_FORMS)}, {KEY_FORM}NAME"
        )
    if is_key and not answer.removeprefix(KEY_FORM):
        raise ArgumentError(f"{KEY_FORM} wants a name after it, as in {KEY_FORM}index")
    if adapter.first_index not in (0, 1):
        raise ArgumentError(
            "cells are numbered from 0 or from 1, not from"
            f" {quoted(adapter.first_index)} (--from)"
        )
