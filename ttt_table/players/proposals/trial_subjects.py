"""Players before they are graded: how else each kind of them may be called."""

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
from typing import Any, Protocol

from ttt_table.players.adapted import argument_names
from ttt_table.players.boards import BOARD_FORMATS, LETTERS, put_board
from ttt_table.players.file_process import FileProcess
from ttt_table.players.process import LateError
from ttt_table.players.programs import Program
from ttt_table.players.proposals.answer_readings import AnswerReadings
from ttt_table.players.proposals.call_clock import CallClock
from ttt_table.players.proposals.calls import Call
from ttt_table.players.proposals.fits import (
    Finding,
    TrialBoard,
    TrialBoards,
    are_alike,
    finding_from_json,
)
from ttt_table.players.proposals.kept_boards import kept_looks
from ttt_table.players.proposals.looks import Look
from ttt_table.players.proposals.trial import Trial
from ttt_table.players.proposals.way import Way
from ttt_table.players.proposals.wrapper import (
    WrappedFunction,
    Wrapper,
    wrapper_of,
)
from ttt_table.players.protocol import FaultError
from ttt_table.players.pythonfile import PythonFile
from ttt_table.players.session import Player
from ttt_table.table.reader import Table

BUDGET = 10.0  # seconds of processor time for the trial of a player
PATIENCE = 2.0  # more seconds, after which its process is ended


class TrialSubject(Protocol):
    """A player that is asked about a few boards before it is graded."""

    argument_names: Sequence[str]
    """The names of its function's arguments, if they are known."""

    def note_answer(self) -> None:
        """Keep the last answer, if that can be read in other ways."""

    def try_other_ways(
        self, near: Sequence[TrialBoard], early: Sequence[TrialBoard]
    ) -> Finding:
        """Return what is found when the player is called in other ways.

        Args:
            near: The boards about which it was asked, near the end.
            early: Boards with more free cells.

        """

    def begin_afresh(self) -> None:
        """Undo what the questions have changed, as far as the grade depends on it."""

    def wrapper(self) -> Wrapper | None:
        """Return a file that calls the player; None if it is not in a file."""


class FunctionSubject:
    """A function of this process."""

    def __init__(self, function: Callable[..., Any], table: Table) -> None:
        self.argument_names: Sequence[str] = argument_names(function) or ()
        self._function = function
        self._module = sys.modules.get(getattr(function, "__module__", ""))
        self._shape = table.game.rows, table.game.cols
        self._random_numbers = RandomNumbers()

    def note_answer(self) -> None:
        """Keep nothing: a function can be asked again."""

    def try_other_ways(
        self, near: Sequence[TrialBoard], early: Sequence[TrialBoard]
    ) -> Finding:
        """Call the function in this process, and print nothing of what it prints."""
        if not CallClock.works_here():
            return Finding()  # a call that hangs could not be interrupted
        boards = TrialBoards(near, early, *self._shape)
        random_numbers = RandomNumbers()
        with _kept_boards_restored(self._module, self._shape), _quiet():
            trial = Trial(self._function, self._module, boards, CallClock(BUDGET))
            *_, finding = trial.findings()  # the last one counts
        random_numbers.restore()
        return finding

    def begin_afresh(self) -> None:
        """Let the function draw the random numbers that it would have drawn."""
        self._random_numbers.restore()

    def wrapper(self) -> Wrapper | None:
        """Return None, as there is no file."""
        return None


class FileSubject:
    """A function of a Python file, which is tried in a subprocess of its own."""

    def __init__(self, player: PythonFile, table: Table) -> None:
        self.argument_names: Sequence[str] = ()
        self._player = player
        self._table = table
        self._is_of_class = False

    def note_answer(self) -> None:
        """Keep nothing: a function can be asked again."""

    def try_other_ways(
        self, near: Sequence[TrialBoard], early: Sequence[TrialBoard]
    ) -> Finding:
        """Load the file in another process, and call its function there."""
        settings = {"name": self._player.function, "budget": BUDGET}
        question = {
            "near": [asdict(trial) for trial in near],
            "early": [asdict(trial) for trial in early],
            "rows": self._table.game.rows,
            "cols": self._table.game.cols,
        }
        finding = Finding()
        with FileProcess(
            self._player.path,
            "players.proposals.child",
            settings,
            limit=BUDGET + PATIENCE,
        ) as process:
            self.argument_names = list(process.ready.get("argument_names", ()))
            self._is_of_class = process.ready.get("is_of_class") is True
            # The player may end its process, or hang where it cannot be interrupted, or
            # write where the findings are read: what was found before counts.
            with suppress(FaultError, LateError, LookupError, TypeError, ValueError):
                record = process.ask(question)
                while "finding" in record:
                    finding = finding_from_json(record["finding"])
                    record = process.next_answer()
        return finding

    def begin_afresh(self) -> None:
        """Start the process again if the player has drawn random numbers."""
        if self._player.observations.draws_random_numbers:
            self._player.close()

    def wrapper(self) -> Wrapper | None:
        """Return a file that calls the function."""
        function = WrappedFunction(
            path=self._player.path,
            name=self._player.function,
            argument_names=self.argument_names,
            is_of_class=self._is_of_class,
        )
        return wrapper_of(function, self._table.game.cols, self._table.first)


class ProgramSubject:
    """A program, of which only the answers can be read in other ways."""

    def __init__(self, program: Program, table: Table) -> None:
        self.argument_names: Sequence[str] = ()
        self._program = program
        self._table = table
        self._lines: list[str] = []

    def note_answer(self) -> None:
        """Keep the line that was the last answer."""
        self._lines.append(self._program.last_line)

    def try_other_ways(
        self, near: Sequence[TrialBoard], early: Sequence[TrialBoard]
    ) -> Finding:
        """Read the same lines in other ways, without asking again."""
        if len(self._lines) < len(near):
            return Finding()
        boards = TrialBoards(near, early, self._table.game.rows, self._table.game.cols)
        readings = AnswerReadings(boards.rows, boards.cols)
        look = Look("text", BOARD_FORMATS["text"].free_cell, LETTERS)
        way = Way(Call(look, ("board",)), boards)
        for trial, line in zip(near, self._lines, strict=True):
            way.add(trial, readings.cells(line))
        fits = way.fits()
        if not fits:
            return Finding()
        best = max(fits, key=lambda fit: (len(fit.sides), fit.all_hits))
        return Finding(best, are_alike(fits, best))

    def begin_afresh(self) -> None:
        """Ask the program on: nobody knows what it remembers."""

    def wrapper(self) -> Wrapper | None:
        """Return None, as the program may be in any language."""
        return None


def trial_subject_of(player: Player, table: Table) -> TrialSubject | None:
    """Return a player as a subject of a trial; None for one that is not to be tried.

    That is a file which another module serves, and calls as only that module knows.
    """
    if isinstance(player, PythonFile):
        return FileSubject(player, table)
    if isinstance(player, Program):
        return ProgramSubject(player, table)
    if isinstance(player, FileProcess):
        return None
    return FunctionSubject(player, table)


class RandomNumbers:
    """The state of the random numbers of this process."""

    def __init__(self) -> None:
        self._state = random.getstate()
        self._numpy: Any = sys.modules.get("numpy")
        if self._numpy is not None:
            self._numpy_state = self._numpy.random.get_state()

    def restore(self) -> None:
        """Let the same numbers be drawn again."""
        random.setstate(self._state)
        if self._numpy is not None:
            self._numpy.random.set_state(self._numpy_state)


@contextmanager
def _kept_boards_restored(
    module: ModuleType | None, shape: tuple[int, int]
) -> Iterator[None]:
    """Put back the boards that a module keeps, and on which a trial has written."""
    kept = {}
    if module is not None:
        names = {name for name, _ in kept_looks(module, *shape)}
        kept = {name: copy.deepcopy(getattr(module, name)) for name in names}
    try:
        yield
    finally:
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
