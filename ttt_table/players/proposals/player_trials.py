"""Trials of players: other ways of calling a player that is not understood.

There is a class for each kind of player. It imports the modules of the search only when
a trial runs, as most players are understood as they are declared.
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
from ttt_table.players.old_file_process import FileProcess
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
EXTRA_SECONDS = 2.0  # after the budget, until the subprocess is killed


class PlayerTrial(ABC):
    """The trial of a player, after it was asked about a few boards as declared.

    Attributes:
        argument_names: The names of its function's arguments, if they are known.
    """

    argument_names: Sequence[str] = ()

    def __init__(self, table: Table) -> None:
        self._table = table

    def note_answer(self) -> None:  # noqa: B027  # few players need it
        """Keep the last answer, for players whose answers can be read in other ways."""

    @abstractmethod
    def run(self, boards: TrialBoards) -> TrialResult:
        """Call the player in other ways, and return the result.

        Args:
            boards: The boards. The player was already asked about those near the end of
                a game, as declared.
        """

    def restore_player(self) -> None:  # noqa: B027  # few players need it
        """Undo the effects of the trial on which the grade could depend."""

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
        """Call the function in this process, and suppress what it prints."""
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

    def restore_player(self) -> None:
        """Let the function draw the random numbers that it would have drawn."""
        self._random_numbers.restore()


class FileTrial(PlayerTrial):
    """The trial of a function of a Python file, in a separate subprocess."""

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
            limit=BUDGET + EXTRA_SECONDS,
        ) as process:
            self.argument_names = list(process.ready.get("argument_names", ()))
            self._is_of_class = process.ready.get("is_of_class") is True
            # The player may end its process, hang where it cannot be interrupted, or
            # write to the channel of the results. The last result before that counts.
            with suppress(FaultError, LateError, LookupError, TypeError, ValueError):
                record = process.ask({"boards": asdict(boards)})
                while "result" in record:
                    result = TrialResult.from_json(record["result"])
                    record = process.next_answer()
        return result

    def restore_player(self) -> None:
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
    """The trial of a program: its recorded answers are read in other ways.

    It is not asked again, since it may remember earlier questions.
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
        for board, line in zip(boards.near, self._lines, strict=True):
            results.add(board, cells_by_form(line, boards.cols))
        fits = results.fits()
        if not fits:
            return TrialResult()
        best = max(fits, key=lambda fit: (len(fit.sides), fit.best_moves))
        return TrialResult(best, fits_agree(fits, best))


def player_trial_of(player: Player, table: Table) -> PlayerTrial | None:
    """Return the trial of a player; None for a kind that has none.

    That is a file served by another module, which alone knows how to call it.
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
    """Restore the boards in a module's variables, on which a trial may write."""
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
    """Suppress the output of a function, and give it no input."""
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
