"""A player that is asked about the boards of one game, and timed."""

from __future__ import annotations

from collections.abc import Callable, Collection
from contextlib import nullcontext
from time import monotonic, perf_counter, process_time
from typing import Any, TypeAlias

from ttt_table.errors import ArgumentError, quoted
from ttt_table.players.answers import (
    Answer,
    Forfeit,
    Slowest,
    Unanswered,
    answer_of,
)
from ttt_table.players.file_process import FileProcess
from ttt_table.players.generators import generator_states, seeded_generators
from ttt_table.players.moves import Move, read_move
from ttt_table.players.observations import Observations
from ttt_table.players.process import WALL_SECONDS_PER_IDLE_SECOND, LateError, Spent
from ttt_table.players.programs import Program
from ttt_table.players.records import FaultError, fault_of
from ttt_table.rules.game import Game

Player: TypeAlias = Callable[..., object] | Program | FileProcess

SLOW_FROM = 0.1
"""Seconds from which on an answer's time is that of the player.

What is quicker is mostly the time in which the system switches between processes.
"""


class Session:
    """A player that is asked about the boards of one game.

    A fault is returned as a `Forfeit`; None, or no answer in time, as `Unanswered`.

    Args:
        player: A function, a `Program` or a `PythonFile`.
        game: The game.

    Attributes:
        player: The player: one of the last two, or a `FunctionPlayer`.
        name: The player's name in messages.
        slowest: The answer that took longest so far.

    Raises:
        ArgumentError: The player is none of these.
    """

    def __init__(self, player: Player, game: Game) -> None:
        self.player: FunctionPlayer | Program | FileProcess
        if isinstance(player, Program | FileProcess):
            self.player = player
        else:
            self.player = FunctionPlayer(player)
        self.name = self.player.name
        self.slowest: Slowest | None = None
        self._game = game

    def observations(self) -> Observations:
        """Return the observations of the player so far."""
        if isinstance(self.player, Program):
            return Observations()  # nobody sees into a program
        draws = self.player.draws()
        if isinstance(self.player, FunctionPlayer):
            return Observations(draws_random_numbers=draws)
        return Observations(
            draws_random_numbers=draws,
            draws_when_loaded=self.player.ready.get("draws_when_loaded") is True,
            loaded_until=self.player.loaded_until,
        )

    def spent(self) -> Spent:
        """Return the time that the player has spent until now."""
        return self.player.spent()

    def answer(
        self, board: str, legal: Collection[int], seed: int | None = None
    ) -> Answer:
        """Return the player's answer to a board.

        Args:
            board: The board.
            legal: Its legal cells.
            seed: A seed for the usual generators of random numbers, for this answer.
        """
        try:
            move = self.player.answer(board, seed)
        except LateError as error:
            return Unanswered(board, error.seconds)
        except FaultError as fault:
            return Forfeit(board, fault.kind, fault.reason)
        if move is None:
            return Unanswered(board, None)
        self._note_time(board)
        return answer_of(move, board, legal, self._game)

    def _note_time(self, board: str) -> None:
        seconds = self.player.seconds
        if seconds is None or seconds < SLOW_FROM:
            return
        if self.slowest is None or seconds > self.slowest.seconds:
            self.slowest = Slowest(board, seconds)


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

    def draws(self) -> bool:
        """Return whether random numbers were used since this object was made."""
        return generator_states() != self._states

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
