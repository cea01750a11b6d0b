"""A file's own parts, corrected: only their wrong answers are replaced.

A part that is wrong may be so only through another one that it calls. Among corrected
parts it shows whether it is wrong by itself. A right part from elsewhere would not do:
files have conventions of their own, such as a `winner` that returns "Tie", or a
`utility` that returns None before the end, and other parts rely on them.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from itertools import islice
from types import ModuleType
from typing import Any, TypeAlias

from ttt_table.homework.form import MAX_ACTIONS, Form, NoBoardError
from ttt_table.homework.game import (
    EMPTY_BOARD,
    RESULT_OF_WINNER,
    TIED_BOARD,
    board_after,
    free_cells,
    is_finished,
    mover,
    winner,
)
from ttt_table.homework.part_tests import ARGUMENTS, TEST_OF_NAME
from ttt_table.players.records import NOT_THE_PLAYERS

PartFunction: TypeAlias = Callable[..., Any]

STRANGERS_ERRORS = (Exception, SystemExit)
"""What a part may raise that another part could catch."""


class Corrected:
    """A part of a file whose wrong answers are replaced by right ones.

    An answer of its own is passed on where it is right, and where courses accept any
    answer, with exceptions that would lead others astray: before the end, `utility` may
    not announce a victory; after the end, `actions` may return no other cells than free
    ones, and `player` not the other player; and `result` always returns a new board.

    Args:
        part: The part.
        own: The file's own function; None if it gives no answer, and is never called.
        form: How the file writes boards, players and moves.
    """

    def __init__(self, part: str, own: PartFunction | None, form: Form) -> None:
        self._part = part
        self._own = own
        self._form = form
        self._answers: dict[str, Any] = {}

    def __call__(self, *arguments: Any, **named_arguments: Any) -> Any:
        """Return the part's answer, or the right one in place of a wrong one."""
        if self._part == "initial_state":
            return self._form.board(EMPTY_BOARD)
        values = (*arguments, *named_arguments.values())
        try:
            board = self._form.text(values[0])
            is_usual = len(values) == ARGUMENTS[self._part]
        except (NoBoardError, IndexError):
            is_usual = False
        if not is_usual:  # a call of which we know nothing
            if self._own is None:
                raise ValueError(f"{self._part} was called without a board")
            return self._own(*arguments, **named_arguments)
        if self._part == "result":
            return self._result(board, values[1])
        if self._part == "actions":  # the caller may change what it gets
            return self._answer(board)
        if board not in self._answers:
            self._answers[board] = self._answer(board)
        return self._answers[board]

    def _result(self, board: str, move: Any) -> Any:
        cell = self._form.moves.cell(move)
        if board[cell] != ".":
            if self._own is not None:  # it may have an exception of its own for this
                self._own(self._form.board(board), move)
            raise ValueError("the cell is taken")
        return self._form.board(board_after(board, cell))

    def _answer(self, board: str) -> Any:
        if self._own is None:
            return self._right_answer(board)
        try:
            value = self._own(self._form.board(board))
            is_iterator = isinstance(value, Iterator)
            if is_iterator:  # reading it would use it up
                value = list(islice(value, MAX_ACTIONS))
        except STRANGERS_ERRORS:
            return self._right_answer(board)
        if is_iterator:
            if not self._may_pass(board, value):
                value = self._right_answer(board)
            return iter(value)
        if not self._may_pass(board, value):
            return self._right_answer(board)
        return value

    def _may_pass(self, board: str, value: Any) -> bool:
        """Return True if the part's own answer is right, or as good as any."""
        test = TEST_OF_NAME[self._part]
        answer = self._form.read(self._part, value, board)
        if test.is_asked(board):
            return bool(answer == test.right(board))
        if self._part == "utility":
            return answer not in (1, -1)
        if self._part == "player":
            return answer not in ("X", "O") or answer == mover(board)
        if self._part == "actions":
            return answer in ([], free_cells(board))
        return True

    def _right_answer(self, board: str) -> Any:
        form = self._form
        match self._part:
            case "player":
                return form.marks[mover(board)]
            case "actions":
                moves = [form.moves.move(cell) for cell in free_cells(board)]
                return form.moves.container(moves)
            case "winner":
                won = winner(board)
                if won is None:
                    return self._nobody(board)
                return form.marks[won]
            case "terminal":
                return is_finished(board)
        if not is_finished(board) and board != EMPTY_BOARD:
            return self(form.board(EMPTY_BOARD))  # perhaps None, as it is for all these
        return form.utility(RESULT_OF_WINNER[winner(board)])

    def _nobody(self, board: str) -> Any:
        """Return what `winner` returns in this file where nobody has won."""
        similar_board = EMPTY_BOARD if "." in board else TIED_BOARD
        if self._own is not None:
            try:
                value = self._own(self._form.board(similar_board))
            except STRANGERS_ERRORS:
                return None
            if self._form.read("winner", value, similar_board) is None:
                return value
        return None


def replace_function(module: ModuleType, own: PartFunction, new: PartFunction) -> None:
    """Let a file and the modules that it imports find a new function for one of theirs.

    Args:
        module: The file, loaded.
        own: The function, which has one name or more in them.
        new: The function that takes its place.
    """
    for own_module in _own_modules(module):
        for name, value in list(vars(own_module).items()):
            if value is own:
                setattr(own_module, name, new)


def _own_modules(module: ModuleType) -> Iterator[ModuleType]:
    """Yield a file's module, and all loaded ones that are no libraries."""
    yield module
    for loaded in list(sys.modules.values()):
        if not isinstance(loaded, ModuleType) or loaded is module:
            continue
        path = vars(loaded).get("__file__")
        if isinstance(path, str) and not _is_library(path):
            yield loaded


def _is_library(path: str) -> bool:
    is_installed = "site-packages" in path or "dist-packages" in path
    return is_installed or path.startswith(NOT_THE_PLAYERS)
