"""Call a player's function as its adapter declares, and read its answers."""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import ModuleType
from typing import Any

from ttt_table.players.answer_forms import (
    AnswerForm,
    AnswerReader,
    Reading,
    UnreadableAnswerError,
)
from ttt_table.players.boards import mover_of
from ttt_table.players.calls import Call, argument_text


class AdaptedFunction:
    """A player's function, called with a board such as ``X...O....``.

    Args:
        function: The player's own function.
        call: How it is called, with any layout of boards but "batch".
        answer_form: How its answers are read.
        cols: The number of columns of a board.
        first: The player who moves first, "X" or "O".
        module: The module of which a variable holds the board; by default that of the
            function.

    Raises:
        LookupError: The module has no such variable.
    """

    def __init__(  # the call, the answer, and what both depend on
        self,
        function: Callable[..., Any],
        call: Call,
        answer_form: AnswerForm,
        *,
        cols: int,
        first: str,
        module: ModuleType | None = None,
    ) -> None:
        self._function = function
        self._call = call
        self._cols = cols
        self._first = first
        self._gets_board_alone = call.arguments == ("board",)
        self._returns_board = answer_form.form == "board"
        self._reader = AnswerReader(cols, *answer_form)
        self._module = module or sys.modules.get(function.__module__)
        if call.kept_in is not None and not hasattr(self._module, call.kept_in):
            raise LookupError(_missing_variable(call.kept_in, self._module))

    def __call__(self, board: str) -> Reading:
        """Return what the player answers to a board: a cell, weights by cell, or None.

        Raises:
            UnreadableAnswerError: The answer is not of the form that the adapter names.
            BaseException: Whatever the player raises.
        """
        shown = self._call.shown_board(board, self._cols, self._module)
        if self._returns_board:
            return self._added_stone(board, shown)
        return self._reader.read(self._answer(board, shown))

    def _answer(self, board: str, shown: Any) -> Any:
        if self._gets_board_alone:  # as most do, so this saves time
            arguments = [shown]
        else:
            mover = mover_of(board, self._first)
            arguments = self._call.argument_values(shown, board, mover)
        try:
            return self._function(*arguments)
        except TypeError as error:
            # Without a further frame the call itself has failed.
            trace = error.__traceback__
            if trace is not None and trace.tb_next is None:
                self._explain_arguments(error)
            raise

    def _explain_arguments(self, error: TypeError) -> None:
        """Name the function's own arguments in the error of a failed call."""
        names = argument_names(self._function)
        if names is None:
            return
        names += keyword_names(self._function)
        declared = map(argument_text, self._call.arguments)
        name = getattr(self._function, "__name__", "it")
        error.args = (
            f"{name} takes {', '.join(names) or 'no arguments'};"
            f" --args gives it {', '.join(declared) or 'none'}",
        )

    def _added_stone(self, board: str, shown: Any) -> int:
        """Return the cell of the stone that a player has added."""
        board_format = self._call.board_format
        before = board_format.cells(board)
        answer = self._answer(board, shown)
        if self._call.kept_in is not None:
            shown = getattr(self._module, self._call.kept_in)
        mover = mover_of(board, self._first)
        for after in (answer, shown):
            cell = board_format.added_stone(before, after, mover)
            if cell is not None:
                return cell
        raise UnreadableAnswerError(answer)


def argument_names(function: object) -> list[str] | None:
    """Return the names of a function's arguments; None for a builtin function."""
    code = getattr(function, "__code__", None)
    if code is None:
        return None
    names = list(code.co_varnames[: code.co_argcount])
    is_bound = getattr(function, "__self__", None) is not None
    return names[1:] if is_bound else names


def required_names(function: object) -> list[str]:
    """Return those of a function's arguments that have no default."""
    names = argument_names(function) or []
    defaults = getattr(function, "__defaults__", None) or ()
    return names[: len(names) - len(defaults)]


def keyword_names(function: Callable[..., Any]) -> list[str]:
    """Return the arguments that a function takes by name alone, after a star."""
    code = function.__code__
    end = code.co_argcount + code.co_kwonlyargcount
    names = list(code.co_varnames[code.co_argcount : end])
    return ["*", *names] if names else []


def _missing_variable(name: str, module: ModuleType | None) -> str:
    """Say that a variable is missing, and name those that could hold a board."""
    boards = [
        variable
        for variable, value in vars(module).items()
        if not variable.startswith("__") and _may_hold_board(value)
    ]
    missing = f"it has no variable {name} (--board-in)"
    if boards:
        return f"{missing}; its lists, dictionaries and arrays are {', '.join(boards)}"
    return f"{missing}; none of its variables holds a list, a dictionary or an array"


def _may_hold_board(value: object) -> bool:
    return isinstance(value, list | dict) or hasattr(value, "tolist")
