"""A function that is called as its adapter says, and whose answers are read so."""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import ModuleType
from typing import Any

from ttt_table.players.answer_forms import (
    AnswerReader,
    Reading,
    UnreadableAnswerError,
)
from ttt_table.players.boards import OTHER, BoardLook, mover_of, put_board
from ttt_table.players.call_style import Argument, CallStyle


class AdaptedFunction:
    """A player's function, called with a board such as ``X...O....``.

    Args:
        function: The player's own function.
        style: How it is called; any board format but "batch".
        cols: The number of columns of a board.
        first: The player who moves first, "X" or "O".
        module: The module of which a variable holds the board; by default that of the
            function.

    Raises:
        LookupError: The module has no such variable.

    """

    def __init__(
        self,
        function: Callable[..., Any],
        style: CallStyle,
        cols: int,
        first: str,
        module: ModuleType | None = None,
    ) -> None:
        self._function = function
        self._style = style
        self._first = first
        self._gets_board_alone = style.arguments == (Argument("board"),)
        self._look = BoardLook(style.board, style.free_cell, style.mark_of, cols)
        self._reader = AnswerReader(cols, style.answer, style.first_index)
        self._module = module or sys.modules.get(function.__module__)
        if style.kept_in and not hasattr(self._module, style.kept_in):
            raise LookupError(_missing_variable(style.kept_in, self._module))

    def __call__(self, board: str) -> Reading:
        """Return what the player answers to a board: a cell, weights by cell, or None.

        Raises:
            UnreadableAnswerError: The answer is not of the form that the adapter names.
            BaseException: Whatever the player raises.

        """
        shown = self._look.draw(board)
        if self._style.kept_in:
            shown = self._put_into_variable(shown)
        if self._style.answer == "board":
            return self._added_stone(board, shown)
        answer = self._call(board, shown)
        try:
            return self._reader.read(answer)
        except UnreadableAnswerError:
            raise UnreadableAnswerError(answer) from None

    def _call(self, board: str, shown: Any) -> Any:
        arguments = self._arguments(board, shown)
        try:
            return self._function(*arguments)
        except TypeError as error:
            # Without a further frame the call itself has failed.
            trace = error.__traceback__
            if trace is not None and trace.tb_next is None:
                self._explain_arguments(error)
            raise

    def _arguments(self, board: str, shown: Any) -> list[object]:
        if self._gets_board_alone:
            return [shown]
        mover = mover_of(board, self._first)
        mark_of = self._style.mark_of
        values: dict[str, object] = {
            "board": shown,
            "mark": mark_of[mover],
            "opponent": mark_of[OTHER[mover]],
            "x-to-move": mover == "X",
            "depth": board.count("."),
            "-inf": -float("inf"),
            "inf": float("inf"),
            "true": True,
        }
        return [
            values[argument.name] if argument.name else argument.value
            for argument in self._style.arguments
        ]

    def _explain_arguments(self, error: TypeError) -> None:
        """Name the function's own arguments in the error of a failed call."""
        names = argument_names(self._function)
        if names is None:
            return
        names += keyword_names(self._function)
        declared = [
            argument.name or repr(argument.value) for argument in self._style.arguments
        ]
        name = getattr(self._function, "__name__", "it")
        error.args = (
            f"{name} takes {', '.join(names) or 'no arguments'};"
            f" --args gives it {', '.join(declared) or 'none'}",
        )

    def _put_into_variable(self, shown: Any) -> Any:
        """Put a board where the player keeps its own; return what then holds it."""
        name = self._style.kept_in
        kept = getattr(self._module, name)
        if put_board(kept, shown):
            return kept
        setattr(self._module, name, shown)
        return shown

    def _added_stone(self, board: str, shown: Any) -> int:
        """Return the cell of the stone that a player has added."""
        before = self._look.cells(board)
        answer = self._call(board, shown)
        if self._style.kept_in:
            shown = getattr(self._module, self._style.kept_in)
        for after in (answer, shown):
            cell = self._look.added_stone(before, after, mover_of(board, self._first))
            if cell is not None:
                return cell
        raise UnreadableAnswerError(answer)


def argument_names(function: Callable[..., Any]) -> list[str] | None:
    """Return the names of a function's arguments; None for a builtin function."""
    code = getattr(function, "__code__", None)
    if code is None:
        return None
    names = list(code.co_varnames[: code.co_argcount])
    if getattr(function, "__self__", None) is not None:  # it has its object
        names = names[1:]
    return names


def keyword_names(function: Callable[..., Any]) -> list[str]:
    """Return the arguments that a function takes by name alone, after a star."""
    code = function.__code__
    end = code.co_argcount + code.co_kwonlyargcount
    names = list(code.co_varnames[code.co_argcount : end])
    return ["*", *names] if names else []


def _missing_variable(name: str, module: Any) -> str:
    """Say that a variable is missing, and name those that could hold a board."""
    boards = [
        variable
        for variable, value in vars(module).items()
        if isinstance(value, list | dict) or hasattr(value, "tolist")
        if not variable.startswith("__")
    ]
    missing = f"it has no variable {name} (--board-in)"
    if boards:
        return f"{missing}; its lists, dictionaries and arrays are {', '.join(boards)}"
    return f"{missing}; none of its variables holds a list, a dictionary or an array"
