"""Functions of this process as players."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import nullcontext
from time import monotonic, perf_counter, process_time
from typing import Any

from ttt_table.errors import ArgumentError, quoted
from ttt_table.players.answers import Observations
from ttt_table.players.generators import generator_states, seeded_generators
from ttt_table.players.moves import Move, read_move
from ttt_table.players.process import WALL_SECONDS_PER_IDLE_SECOND, Spent
from ttt_table.players.records import fault_of


class FunctionPlayer:
    """A function of this process.

    Args:
        function: The function.

    Attributes:
        name: Its name in messages.
        seconds: How long the last answer took.

    Raises:
        ArgumentError: It is not a function of a board.
    """

    def __init__(self, function: Any) -> None:
        if isinstance(function, type):
            raise ArgumentError(
                f"{function.__name__} is a class: a player is a function of a board,"
                f" such as a method of {function.__name__}()"
            )
        if not callable(function):
            raise ArgumentError(
                f"a player must be a function of a board, not {quoted(function)}"
            )
        self.name = str(getattr(function, "__qualname__", function))
        self.seconds: float | None = None
        self._function: Callable[[str], object] = function
        self._states = generator_states()

    def observations(self) -> Observations:
        """Return whether random numbers were used since this object was made."""
        has_drawn = generator_states() != self._states
        return Observations(draws_random_numbers=has_drawn)

    def spent(self) -> Spent:
        """Return the time that this process has spent."""
        return Spent(process_time(), monotonic() / WALL_SECONDS_PER_IDLE_SECOND)

    def answer(self, board: str, seed: int | None = None) -> Move:
        """Return the move at a board; raises `FaultError`.

        Args:
            board: The board.
            seed: A seed for the usual generators, which are then set back.
        """
        with nullcontext() if seed is None else seeded_generators(seed):
            started = perf_counter()
            try:
                move = read_move(self._function(board))
            except (Exception, SystemExit) as error:  # no Ctrl-C, or other signal
                raise fault_of(error) from None
            self.seconds = perf_counter() - started
        return move
