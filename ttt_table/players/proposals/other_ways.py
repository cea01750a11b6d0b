"""The other ways of calling a player: a function in this process, or in a file."""

from __future__ import annotations

import copy
import io
import os
import random
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, redirect_stderr, redirect_stdout, suppress
from dataclasses import asdict
from pathlib import Path
from types import ModuleType
from typing import Any

from ttt_table.players.adapted import argument_names
from ttt_table.players.boards import put_board
from ttt_table.players.file_process import FileProcess
from ttt_table.players.process import LateError
from ttt_table.players.proposals.call_clock import CallClock
from ttt_table.players.proposals.fits import Finding, TrialBoard, finding_from_json
from ttt_table.players.proposals.kept_boards import kept_looks
from ttt_table.players.proposals.trial import Trial, TrialBoards
from ttt_table.players.proposals.wrapper import Wrapper, wrapper_of
from ttt_table.players.protocol import FaultError

BUDGET = 10.0  # seconds of processor time for the trial of a player
PATIENCE = 2.0  # more seconds, after which its process is ended


class WaysOfFunction:
    """The ways of calling a function that is in this process.

    Args:
        function: The player's own function.
        shape: The number of rows and columns of its boards.

    """

    def __init__(self, function: Callable[..., Any], shape: tuple[int, int]) -> None:
        self.argument_names = tuple(argument_names(function) or ())
        self._function = function
        self._module = sys.modules.get(getattr(function, "__module__", ""))
        self._shape = shape

    def try_them(
        self, near: Sequence[TrialBoard], early: Sequence[TrialBoard]
    ) -> Finding:
        """Return what is found, and leave the function's module as it was."""
        finding = Finding()
        if not CallClock.works_here():
            return finding  # a call that hangs could not be interrupted
        boards = TrialBoards(near, early, *self._shape)
        with _state_restored(self._module, self._shape), _quiet():
            trial = Trial(self._function, self._module, boards, CallClock(BUDGET))
            *_, finding = trial.findings()  # the last one counts
        return finding

    def wrapper(self) -> Wrapper | None:
        """Return None, as there is no file."""
        return None


class WaysOfFile:
    """The ways of calling a function of a Python file, in a subprocess of its own.

    Args:
        path: The file.
        name: The function's name, ``best_move`` or ``Bot.reply``.
        shape: The number of rows and columns of its boards.

    """

    def __init__(self, path: str, name: str, shape: tuple[int, int]) -> None:
        self.argument_names: tuple[str, ...] = ()
        self._path = path
        self._name = name
        self._shape = shape

    def try_them(
        self, near: Sequence[TrialBoard], early: Sequence[TrialBoard]
    ) -> Finding:
        """Return what is found within the budget."""
        rows, cols = self._shape
        settings = {"name": self._name, "rows": rows, "cols": cols, "budget": BUDGET}
        boards = {
            "near": [asdict(trial) for trial in near],
            "early": [asdict(trial) for trial in early],
        }
        finding = Finding()
        limit = BUDGET + PATIENCE
        with FileProcess(
            self._path, "players.proposals.child", settings, limit=limit
        ) as process:
            self.argument_names = tuple(process.ready.get("argument_names", ()))
            # A player may end its process, or hang in a way that cannot be interrupted:
            # what was found before counts.
            with suppress(FaultError, LateError):
                record = process.ask(boards)
                while "finding" in record:
                    finding = finding_from_json(record["finding"])
                    record = process.next_answer()
        return finding

    def wrapper(self) -> Wrapper | None:
        """Return a file that calls the function."""
        return wrapper_of(self._path, self._name, self.argument_names, self._shape[1])


@contextmanager
def _state_restored(
    module: ModuleType | None, shape: tuple[int, int]
) -> Iterator[None]:
    """Put back the boards that a module keeps, and the state of random numbers."""
    random_state = random.getstate()
    kept = {}
    if module is not None:
        names = {name for name, _ in kept_looks(module, *shape)}
        kept = {name: copy.deepcopy(getattr(module, name)) for name in names}
    try:
        yield
    finally:
        random.setstate(random_state)
        for name, board in kept.items():
            if not put_board(getattr(module, name), board):
                setattr(module, name, board)


@contextmanager
def _quiet() -> Iterator[None]:
    """Let a function print nothing, and find no input."""
    terminal = sys.stdin
    sys.stdin = io.StringIO()
    try:
        with (
            Path(os.devnull).open("w") as nothing,
            redirect_stdout(nothing),
            redirect_stderr(nothing),
        ):
            yield
    finally:
        sys.stdin = terminal
