"""A function that is called as its adapter says, and whose answers are read so."""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import ModuleType
from typing import Any

from ttt_table.players.adapter import ARGUMENTS, Adapter, argument_literal
from ttt_table.players.answer_forms import (
    AnswerReader,
    Reading,
    UnreadableAnswerError,
)
from ttt_table.players.boards import BoardLook, put_board

OTHER = {"X": "O", "O": "X"}


class AdaptedFunction:
    """A player's function, called with a board such as ``X...O....``.

    Args:
        function: The player's own function.
        adapter: How it is called; any board format but "batch".
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
        adapter: Adapter,
        cols: int,
        first: str,
        module: ModuleType | None = None,
    ) -> None:
        self._function = function
        self._adapter = adapter
        self._first = first
        self._look = BoardLook(adapter.board, adapter.free_cell, adapter.mark_of, cols)
        self._reader = AnswerReader(cols, adapter.answer, adapter.first_index)
        self._given = [
            argument if argument in ARGUMENTS else argument_literal(argument)
            for argument in adapter.given
        ]
        self._names = [
            argument if argument in ARGUMENTS else "" for argument in adapter.given
        ]
        self._module = module or sys.modules.get(function.__module__)
        if adapter.kept_in and not hasattr(self._module, adapter.kept_in):
            raise LookupError(f"it has no variable {adapter.kept_in} (--board-in)")

    def __call__(self, board: str) -> Reading:
        """Return what the player answers to a board: a cell, weights by cell, or None.

        Raises:
            UnreadableAnswerError: The answer is not of the form that the adapter names. Its
                argument is the answer.
            BaseException: Whatever the player raises.

        """
        shown = self._look.draw(board)
        if self._adapter.kept_in:
            shown = self._put_into_variable(shown)
        before = self._look.flat(shown)
        answer = self._function(*self._arguments(board, shown))
        if self._adapter.answer == "board":
            return self._added_stone(before, shown, answer, self._mover(board))
        try:
            return self._reader.read(answer)
        except UnreadableAnswerError:
            raise UnreadableAnswerError(answer) from None

    def _mover(self, board: str) -> str:
        if board.count("X") == board.count("O"):
            return self._first
        return OTHER[self._first]

    def _arguments(self, board: str, shown: Any) -> list[object]:
        mover = self._mover(board)
        mark_of = self._adapter.mark_of
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
            values[name] if name else literal
            for name, literal in zip(self._names, self._given, strict=True)
        ]

    def _put_into_variable(self, shown: Any) -> Any:
        """Put a board where the player keeps its own; return the object that holds it then."""
        name = self._adapter.kept_in
        kept = getattr(self._module, name)
        if put_board(kept, shown):
            return kept
        setattr(self._module, name, shown)
        return shown

    def _added_stone(
        self, before: list[object] | None, given: Any, answer: Any, mover: str
    ) -> int:
        """Return the cell of the stone that is new on the board returned, or on the given one."""
        assert before is not None  # the board is one of ours
        if self._adapter.kept_in:
            given = getattr(self._module, self._adapter.kept_in)
        for board in (answer, given):
            cell = self._look.added_stone(before, board, mover)
            if cell is not None:
                return cell
        raise UnreadableAnswerError(answer)
