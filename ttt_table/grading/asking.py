"""A player as the grader asks it: what it sees, and what its answers mean.

Whatever it does besides answering, or saying None for no answer, is a `Forfeit`.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from time import monotonic, perf_counter, process_time
from typing import TYPE_CHECKING, Any, TypeAlias, cast

from ttt_table.errors import ArgumentError, quoted
from ttt_table.players.answers import (
    Answer,
    Forfeit,
    Slowest,
    Unanswered,
    cell_number,
    read_answer,
    split_by,
)
from ttt_table.players.arguments import check_view
from ttt_table.players.calling import as_function
from ttt_table.players.draws import DRAWS
from ttt_table.players.observations import Observations
from ttt_table.players.programs import FAR, FaultError, LateError, Program, unfaulted
from ttt_table.players.pythonfile import PythonFile
from ttt_table.players.runner import array_of, fault, on_a_line, reply_line
from ttt_table.players.shapes import WITHIN, cell_at
from ttt_table.players.weights import Distribution
from ttt_table.table.reader import Table

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Player: TypeAlias = Callable[[Any], object] | Program


NOTHING = (
    "type",
    "None is not a cell",
)  # whoever gives it has said that it has no answer


class Seat:
    """A player at the board: asked by key, it answers in one form, and is timed."""

    _called: Any

    def __init__(self, player: Player, table: Table, view: str = "text") -> None:
        check_view(view)
        self.slowest: Slowest | None = None
        self._player = player
        self._shape = view, table.game.cols, table.first
        if isinstance(player, Program):
            self.name, called = player.name, player.called
        elif callable(player):
            self.name = str(getattr(player, "__qualname__", player))
            self._called, called = as_function(player, *self._shape)
        else:
            raise ArgumentError(
                f"a player is a function of a board, not {quoted(player)}"
            )
        self._told, self._lots = (
            dict.fromkeys([called] if called else []),
            random.getstate(),
        )

    @property
    def observations(self) -> Observations:
        """What was seen of the player so far, besides its answers."""
        drew = not isinstance(self._player, Program) and random.getstate() != self._lots
        return observations_from_notes([*self._told, *([DRAWS] if drew else [])])

    def spent(self) -> tuple[float, ...]:
        """How many seconds the player has used so far, by two clocks."""
        if isinstance(self._player, Program):
            return self._player.spent()
        return process_time(), monotonic() / FAR

    def answer(self, board: str, legal: Collection[int]) -> Answer:
        """What the player does at a board with these legal cells."""
        try:
            said, seconds = self._ask(board)
        except LateError:
            return Unanswered(board, getattr(self._player, "limit", None))
        except FaultError as fault:
            return (
                Unanswered(board, None)
                if fault.args == NOTHING
                else Forfeit(board, *fault.args)
            )
        if seconds is not None and (
            self.slowest is None or seconds > self.slowest.seconds
        ):
            self.slowest = Slowest(board, seconds)
        return self._legal(said, board, legal)

    def _ask(self, board: str) -> tuple[int | str, float | None]:
        """What the player says, and for how many seconds it thought, if known."""
        if isinstance(self._player, Program):
            return self._player.ask(board), self._player.seconds
        started = perf_counter()
        with as_faults():
            said = self._called(board)
            line = said if type(said) is int else reply_line(said, board, *self._shape)
        seconds = perf_counter() - started
        return line if isinstance(line, int) else unfaulted(line), seconds

    def weights(self, boards: NDArray[np.int8]) -> NDArray[Any]:
        """What the player answers to a batch; `FaultError` where that is no array."""
        if isinstance(self._player, Program):
            said, weights = cast(PythonFile, self._player).ask_batch(boards)
            self._noted(said)
            return weights
        with as_faults():
            return cast("NDArray[Any]", array_of(self._called(boards)))

    def _legal(self, said: int | str, board: str, legal: Collection[int]) -> Answer:
        """The answer, as far as its cells may be played."""
        if said in legal:
            return cast(int, said)
        answer = self._read(said)
        if answer is None:
            several = f"({said.replace(',', ', ')})" if isinstance(said, str) else ""
            thing = several if "," in several else on_a_line(said)
            return Forfeit(board, "type", f"{thing} is not a cell")
        return split_by(legal, board, answer)

    def _read(self, said: int | str) -> int | Distribution | None:
        """What an answer says; None where it says nothing."""
        if isinstance(said, int):
            return said
        said = self._noted(said)
        if "," not in said:
            return read_answer(said)
        numbers = [cell_number(one) for one in said.split(",")]
        if len(numbers) != 2 or None in numbers:
            return None
        return cell_at(self._shape[1], *cast("list[int]", numbers))

    def _noted(self, said: str) -> str:
        """What was said, without the notes on it."""
        said, *notes = said.split(WITHIN)
        self._told |= dict.fromkeys(notes)
        return said


def observations_from_notes(notes: Sequence[str]) -> Observations:
    """What a player's process has noted in words, as a record."""
    stops = [note for note in notes if "only what stands before that is used" in note]
    return Observations(
        draws_random_numbers=DRAWS in notes,
        draws_when_loaded=any(f"{DRAWS} when it is loaded" in note for note in notes),
        loaded_until=stops[0] if stops else "",
    )


@contextmanager
def as_faults() -> Iterator[None]:
    """What a player raises becomes what it has done."""
    try:
        yield
    except (Exception, SystemExit) as error:  # its own: no Ctrl-C, or other signal
        raise FaultError(*fault(error).split(" ", 1)) from None
