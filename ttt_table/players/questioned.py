"""Players as `propose` asks them: functions in this process, and files in one of their own."""

from __future__ import annotations

import copy
import io
import os
import random
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from pathlib import Path
from types import ModuleType
from typing import Any

from ttt_table.players.adapted import AdaptedFunction, argument_names
from ttt_table.players.adapter import Adapter
from ttt_table.players.answer_forms import Reading
from ttt_table.players.boards import put_board
from ttt_table.players.call_clock import CallClock
from ttt_table.players.combinations import kept_looks
from ttt_table.players.protocol import fault_of
from ttt_table.players.fits import Finding, TrialBoard
from ttt_table.players.trial import Trial, TrialBoards
from ttt_table.table.reader import Table

BUDGET = 10.0  # seconds of processor time for the trial of a player


class FunctionInThisProcess:
    """A function that the caller has given to be graded."""

    def __init__(
        self, function: Callable[..., Any], adapter: Adapter, table: Table
    ) -> None:
        self.name = str(getattr(function, "__qualname__", function))
        self.argument_names = tuple(argument_names(function) or ())
        self._function = function
        self._shape = table.game.rows, table.game.cols
        self._adapted = AdaptedFunction(function, adapter, table.game.cols, table.first)
        self._random_state = random.getstate()

    def answer(self, board: str) -> Reading:
        try:
            return self._adapted(board)
        except (Exception, SystemExit) as error:  # its own: no Ctrl-C
            raise fault_of(error) from None

    def try_others(
        self, near: Sequence[TrialBoard], early: Sequence[TrialBoard]
    ) -> Finding:
        if not CallClock.works_here():
            return Finding(None)  # a call that hangs could not be interrupted
        module = sys.modules.get(getattr(self._function, "__module__", ""))
        finding = Finding(None)
        with _boards_restored(module, self._shape), _quiet():
            clock = CallClock(BUDGET)
            trial = Trial(self._function, module, near, early, self._shape, clock)
            for finding in trial.findings():
                pass
        return finding

    def begin_afresh(self) -> None:
        random.setstate(self._random_state)

    def wrapper(self) -> str:
        return ""

    def wrapper_path(self) -> str:
        return ""


@contextmanager
def _boards_restored(
    module: ModuleType | None, shape: tuple[int, int]
) -> Iterator[None]:
    """Put back what a module keeps its boards in, after a trial has written there."""
    if module is None:
        yield
        return
    names = {name for name, _ in kept_looks(module, *shape)}
    before = {name: copy.deepcopy(getattr(module, name)) for name in names}
    try:
        yield
    finally:
        for name, board in before.items():
            if not put_board(getattr(module, name), board):
                setattr(module, name, board)


@contextmanager
def _quiet() -> Iterator[None]:
    """Let a function print nothing, and find no input."""
    terminal = sys.stdin
    sys.stdin = io.StringIO()
    try:
        with Path(os.devnull).open("w") as nothing:
            with redirect_stdout(nothing), redirect_stderr(nothing):
                yield
    finally:
        sys.stdin = terminal
