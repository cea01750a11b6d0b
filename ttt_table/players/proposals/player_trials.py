"""Try out in which other way a player may be called, each kind of player in its way.

What makes a trial is imported when one is made: most players are understood as they are
declared, and do not need one.
"""

from __future__ import annotations

import copy
import io
import os
import random
import sys
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, redirect_stderr, redirect_stdout, suppress
from dataclasses import asdict
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

from ttt_table.players.adapted import argument_names
from ttt_table.players.boards import PLAIN_TEXT, put_in_variable
from ttt_table.players.calls import Call
from ttt_table.players.file_process import FileProcess
from ttt_table.players.process import LateError
from ttt_table.players.programs import Program
from ttt_table.players.proposals.trial_board import TrialBoards
from ttt_table.players.protocol import FaultError
from ttt_table.players.pythonfile import PythonFile
from ttt_table.players.session import Player
from ttt_table.table.reader import Table

if TYPE_CHECKING:
    from ttt_table.players.proposals.fits import TrialResult
    from ttt_table.players.proposals.wrapper import Wrapper

BUDGET = 10.0  # seconds of processor time for the trial of a player
PATIENCE = 2.0  # more seconds, after which its process is ended


class PlayerTrial(ABC):
    """The trial of a player that was asked about a few boards as it is declared.

    Attributes:
        argument_names: The names of its function's arguments, if they are known.

    """

    argument_names: Sequence[str] = ()

    def __init__(self, table: Table) -> None:
        self._table = table

    def note_answer(self) -> None:  # noqa: B027  # few players need it
        """Keep the last answer as declared, where that is to be read in other ways."""

    @abstractmethod
    def run(self, boards: TrialBoards) -> TrialResult:
        """Return what is found when the player is called in other ways.

        Args:
            boards: The boards on which it is tried. About those near the end of a game
                it was already asked as it is declared.

        """

    def begin_afresh(self) -> None:  # noqa: B027  # few players need it
        """Undo what the questions have changed, as far as the grade depends on it."""

    def wrapper(self) -> Wrapper | None:
        """Return a file that calls the player; None if it is not in a Python file."""
        return None


class FunctionTrial(PlayerTrial):
    """The trial of a function of this process."""

    def __init__(self, function: Callable[..., Any], table: Table) -> None:
        super().__init__(table)
        self.argument_names = argument_names(function) or ()
        self._function = function
        self._module = sys.modules.get(getattr(function, "__module__", ""))
        self._random_numbers = RandomNumbers()

    def run(self, boards: TrialBoards) -> TrialResult:
        """Call the function in this process, and print nothing of what it prints."""
        from ttt_table.players.proposals.call_clock import CallClock
        from ttt_table.players.proposals.fits import TrialResult
        from ttt_table.players.proposals.trial import Trial

        if not CallClock.works_here():
            return TrialResult()  # a call that hangs could not be interrupted
        random_numbers = RandomNumbers()
        with _boards_put_back(self._module, boards.rows, boards.cols), _quiet():
            clock = CallClock(BUDGET)
            result = Trial(self._function, self._module, boards, clock).run()
        random_numbers.restore()
        return result

    def begin_afresh(self) -> None:
        """Let the function draw the random numbers that it would have drawn."""
        self._random_numbers.restore()


class FileTrial(PlayerTrial):
    """The trial of a function of a Python file, in a subprocess of its own."""

    def __init__(self, player: PythonFile, table: Table) -> None:
        super().__init__(table)
        self._player = player
        self._is_of_class = False

    def run(self, boards: TrialBoards) -> TrialResult:
        """Load the file in another process, and call its function there."""
        from ttt_table.players.proposals.fits import TrialResult

        settings = {"function": self._player.function, "budget": BUDGET}
        result = TrialResult()
        with FileProcess(
            self._player.path,
            "players.proposals.child",
            settings,
            limit=BUDGET + PATIENCE,
        ) as process:
            self.argument_names = list(process.ready.get("argument_names", ()))
            self._is_of_class = process.ready.get("is_of_class") is True
            # The player may end its process, or hang where it cannot be interrupted, or
            # write to the channel of the results: what was found before counts.
            with suppress(FaultError, LateError, LookupError, TypeError, ValueError):
                record = process.ask({"boards": asdict(boards)})
                while "result" in record:
                    result = TrialResult.from_json(record["result"])
                    record = process.next_answer()
        return result

    def begin_afresh(self) -> None:
        """Start the process again if the player has drawn random numbers."""
        if self._player.observations.draws_random_numbers:
            self._player.close()

    def wrapper(self) -> Wrapper | None:
        """Return a file that calls the function."""
        from ttt_table.players.proposals.wrapper import WrappedFunction, wrapper_of

        function = WrappedFunction(
            path=self._player.path,
            name=self._player.function,
            argument_names=self.argument_names,
            class_arguments=[] if self._is_of_class else None,
        )
        return wrapper_of(function, self._table.game.cols, self._table.first)


class ProgramTrial(PlayerTrial):
    """The trial of a program, of which only the answers can be read in other ways.

    It is not asked again, and is graded as it is: nobody knows what it remembers.
    """

    def __init__(self, program: Program, table: Table) -> None:
        super().__init__(table)
        self._program = program
        self._lines: list[str] = []

    def note_answer(self) -> None:
        """Keep the line that was the last answer."""
        self._lines.append(self._program.last_line)

    def run(self, boards: TrialBoards) -> TrialResult:
        """Read the same lines in other ways."""
        from ttt_table.players.proposals.caller import CallResults, cells_by_form
        from ttt_table.players.proposals.fits import TrialResult, fits_agree

        if len(self._lines) < len(boards.near):
            return TrialResult()
        results = CallResults(Call(PLAIN_TEXT, ("board",)), boards)
        for trial, line in zip(boards.near, self._lines, strict=True):
            results.add(trial, cells_by_form(line, boards.cols))
        fits = results.fits()
        if not fits:
            return TrialResult()
        best = max(fits, key=lambda fit: (len(fit.sides), fit.best_moves))
        return TrialResult(best, fits_agree(fits, best))


def player_trial_of(player: Player, table: Table) -> PlayerTrial | None:
    """Return the trial of a player; None for one that is not to be tried.

    That is a file which another module serves, and calls as only that module knows.
    """
    if isinstance(player, PythonFile):
        return FileTrial(player, table)
    if isinstance(player, Program):
        return ProgramTrial(player, table)
    if isinstance(player, FileProcess):
        return None
    return FunctionTrial(player, table)


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
def _boards_put_back(module: ModuleType | None, rows: int, cols: int) -> Iterator[None]:
    """Put back the boards that a module keeps, and on which a trial has written."""
    from ttt_table.players.proposals.board_candidates import variables_with_boards

    boards = {}
    if module is not None:
        names = {name for name, _ in variables_with_boards(module, rows, cols)}
        boards = {name: copy.deepcopy(getattr(module, name)) for name in names}
    try:
        yield
    finally:
        for name, board in boards.items():
            put_in_variable(module, name, board)


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
