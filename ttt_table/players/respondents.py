"""The kinds of players: a function, a program, or the subprocess of a file."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic, perf_counter, process_time
from typing import TYPE_CHECKING, Any, Protocol

from ttt_table.players.adapted import AdaptedFunction
from ttt_table.players.adapter import Adapter
from ttt_table.players.answer_forms import (
    AnswerReader,
    Reading,
    UnreadableAnswerError,
)
from ttt_table.players.answers import PlainAnswer, plain_answer
from ttt_table.players.batches import weights_array
from ttt_table.players.observations import Observations
from ttt_table.players.process import WALL_SECONDS_PER_IDLE_SECOND, Spent
from ttt_table.players.programs import Program
from ttt_table.players.protocol import fault_of

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


class Respondent(Protocol):
    """Answers boards such as ``X...O....``."""

    name: str
    """Its name in messages."""

    @property
    def seconds(self) -> float | None:
        """How long the last answer took; None if that is not known."""

    @property
    def observations(self) -> Observations:
        """The observations of it so far."""

    def answer(self, board: str) -> PlainAnswer:
        """Return the answer to a board.

        Raises:
            FaultError: It did something else.
            LateError: There was no answer within its limit.
        """

    def spent(self) -> Spent:
        """Return the time that it has spent until now."""


class BatchRespondent(Respondent, Protocol):
    """Answers many boards at once."""

    def answer_batch(self, boards: NDArray[np.int8]) -> NDArray[np.generic]:
        """Return weights for (n, cells) boards, in an array of the same shape.

        Raises:
            FaultError: It did something else.
            PlayerError: There was no answer within its limit.
        """


class FunctionRespondent:
    """A function of this process.

    Args:
        function: The function.
        adapter: How it is called.
        cols: The number of columns of a board.
        first: The player who moves first, "X" or "O".
    """

    def __init__(
        self, function: Callable[..., Any], adapter: Adapter, cols: int, first: str
    ) -> None:
        self.name = str(getattr(function, "__qualname__", function))
        self.seconds: float | None = None
        self._function = function
        self._random_state = random.getstate()
        self._adapted: Callable[[str], Reading] = function
        if adapter.board != "batch":
            self._adapted = AdaptedFunction(
                function, adapter.call, adapter.answer_form, cols=cols, first=first
            )

    @property
    def observations(self) -> Observations:
        """Whether Python's random numbers have been drawn since the beginning."""
        draws = random.getstate() != self._random_state
        return Observations(draws_random_numbers=draws)

    def spent(self) -> Spent:
        """Return the time that this process has spent."""
        return Spent(process_time(), monotonic() / WALL_SECONDS_PER_IDLE_SECOND)

    def answer(self, board: str) -> PlainAnswer:
        """Return the answer to a board; raises `FaultError`."""
        started = perf_counter()
        with _as_faults():
            reading = self._adapted(board)
        self.seconds = perf_counter() - started
        return plain_answer(reading)

    def answer_batch(self, boards: NDArray[np.int8]) -> NDArray[np.generic]:
        """Return weights for (n, cells) boards; raises `FaultError`."""
        count, cells = boards.shape
        with _as_faults():
            return weights_array(self._function(boards), (count, cells))


class ProgramRespondent:
    """A program, whose lines are read as it was declared.

    Args:
        program: The program.
        cols: The number of columns of a board.
    """

    observations = Observations()  # nobody sees into a program

    def __init__(self, program: Program, cols: int) -> None:
        self.name = program.name
        self.spent = program.spent
        self._program = program
        self._reader = AnswerReader(cols, *program.answer_form)

    @property
    def seconds(self) -> float | None:
        """How long the last answer took; None for the first one of a process."""
        return self._program.seconds

    def answer(self, board: str) -> PlainAnswer:
        """Return the answer to a board; raises `FaultError` and `LateError`."""
        line = self._program.ask(board)
        try:
            return plain_answer(self._reader.read(line))
        except UnreadableAnswerError as error:
            raise fault_of(error) from None


@contextmanager
def _as_faults() -> Iterator[None]:
    """Turn the exceptions of a player into `FaultError`."""
    try:
        yield
    except (Exception, SystemExit) as error:  # its own: no Ctrl-C, or other signal
        raise fault_of(error) from None
