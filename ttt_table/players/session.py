"""A player that is asked about the boards of one game, and timed."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import TYPE_CHECKING, Any, TypeAlias, cast

from ttt_table.errors import ArgumentError, quoted
from ttt_table.players.adapter import Adapter
from ttt_table.players.answers import (
    Answer,
    Forfeit,
    Slowest,
    Unanswered,
    split_by,
)
from ttt_table.players.file_process import FileProcess as NewFileProcess
from ttt_table.players.observations import Observations
from ttt_table.players.old_file_process import FileProcess
from ttt_table.players.process import LateError, Spent
from ttt_table.players.programs import Program
from ttt_table.players.protocol import FaultError
from ttt_table.players.respondents import (
    BatchRespondent,
    FunctionRespondent,
    ProgramRespondent,
    Respondent,
)
from ttt_table.table.reader import Table

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Player: TypeAlias = Callable[..., object] | Program | FileProcess


class PlayerSession:
    """A player that is asked about the boards of one game.

    A fault is returned as a `Forfeit`; None, or no answer in time, as `Unanswered`.

    Args:
        player: A function, a `Program` or a `PythonFile`.
        table: The game.
        adapter: How the function is called; None for the default, and for programs and
            files, which have their own.

    Attributes:
        name: The player's name in messages.
        slowest: The answer that took longest so far.

    Raises:
        ArgumentError: The player is none of these, or has an adapter of its own.
    """

    def __init__(
        self, player: Player, table: Table, adapter: Adapter | None = None
    ) -> None:
        self._respondent = _respondent_of(player, table, adapter)
        self._limit = getattr(player, "limit", None)
        self.name = self._respondent.name
        self.slowest: Slowest | None = None

    @property
    def observations(self) -> Observations:
        """The observations of the player so far."""
        return self._respondent.observations

    def spent(self) -> Spent:
        """Return the time that the player has spent until now."""
        return self._respondent.spent()

    def answer(self, board: str, legal: Collection[int]) -> Answer:
        """Return the player's answer to a board with these legal cells."""
        try:
            answer = self._respondent.answer(board)
        except LateError:
            return Unanswered(board, self._limit)
        except FaultError as fault:
            return Forfeit(board, fault.kind, fault.reason)
        if answer is None:
            return Unanswered(board, None)
        self._note_time(board)
        return split_by(legal, board, answer)

    def weights(self, boards: NDArray[np.int8]) -> NDArray[np.generic]:
        """Return the player's weights for a batch of (n, cells) boards.

        Raises:
            FaultError: It did something else.
            PlayerError: There was no answer within its limit.
        """
        return cast(BatchRespondent, self._respondent).answer_batch(boards)

    def _note_time(self, board: str) -> None:
        seconds = self._respondent.seconds
        if seconds is None:
            return
        if self.slowest is None or seconds > self.slowest.seconds:
            self.slowest = Slowest(board, seconds)


def adapter_of(player: Player, adapter: Adapter | None) -> Adapter:
    """Return the adapter of a player: the given one, its own, or the default."""
    if adapter is None:
        own: Any = getattr(player, "adapter", None)
        return own if isinstance(own, Adapter) else Adapter()
    return adapter


def _respondent_of(player: Any, table: Table, adapter: Adapter | None) -> Respondent:
    if isinstance(player, FileProcess | Program) and adapter is not None:
        raise ArgumentError(
            f"{player.name} was declared when it was opened, so it takes no adapter"
        )
    if isinstance(player, FileProcess | NewFileProcess):
        return cast(Respondent, player)
    if isinstance(player, Program):
        return ProgramRespondent(player, table.game.cols)
    if isinstance(player, type):
        raise ArgumentError(
            f"{player.__name__} is a class: a player is a method of one of its objects,"
            f" such as {player.__name__}().move"
        )
    if not callable(player):
        raise ArgumentError(
            f"a player must be a function of a board, not {quoted(player)}"
        )
    return FunctionRespondent(
        player, adapter or Adapter(), table.game.cols, table.first
    )
