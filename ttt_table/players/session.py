"""A player that is asked about the boards of one game, and timed."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import TYPE_CHECKING, TypeAlias

from ttt_table.players.answers import (
    Answer,
    Forfeit,
    Observations,
    Slowest,
    Unanswered,
    answer_of,
)
from ttt_table.players.process import LateError, Spent
from ttt_table.players.programs import FileProcess, Program
from ttt_table.players.records import FaultError
from ttt_table.rules.game import Game

if TYPE_CHECKING:
    from ttt_table.players.functions import FunctionPlayer

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
            from ttt_table.players.functions import FunctionPlayer  # most are files

            self.player = FunctionPlayer(player)
        self.name = self.player.name
        self.slowest: Slowest | None = None
        self._game = game

    def observations(self) -> Observations:
        """Return the observations of the player so far."""
        return self.player.observations()

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
