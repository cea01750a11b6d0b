"""A player as the grader asks it: what it sees, what its answers mean, and what is none.

Whatever it does besides answering, or saying None for no answer, is a `Forfeit`.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from time import monotonic, perf_counter, process_time
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias, cast

from ttt_table.errors import ArgumentError, quoted
from ttt_table.grading.positions import Positions
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
from ttt_table.players.programs import FAR, FaultError, LateError, Program, unfaulted
from ttt_table.players.pythonfile import PythonFile
from ttt_table.players.runner import array_of, fault, on_a_line, reply_line
from ttt_table.players.shapes import WITHIN, cell_at
from ttt_table.players.weights import Distribution

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Player: TypeAlias = Callable[[Any], object] | Program


class Reading(NamedTuple):
    """Which numbers of an answer are the cell, or its row and column, and from where they count."""

    words: str = ""
    sizes: tuple[int, ...] = (1, 2)  # how many numbers there may be
    at: slice = slice(None)
    base: int = 0

    def cell(self, said: int | str, cols: int) -> int | None:
        """The cell of ``4``, ``1,1`` or ``0.5,1,1``; -1 for a pair outside, None for no cell."""
        parts = (
            [said]
            if isinstance(said, int)
            else [cell_number(one) for one in said.split(",")]
        )
        numbers = parts[self.at] if len(parts) in self.sizes else []
        whole = [number - self.base for number in numbers if number is not None]
        if not whole or len(whole) < len(numbers):
            return None
        return cell_at(cols, *whole)


AS_SAID = Reading()
NOTHING = (
    "type",
    "None is not a cell",
)  # whoever gives it has said that it has no answer


class Seat:
    """A player at the board: asked by key, it answers in one form, and is timed."""

    _called: Any

    def __init__(
        self,
        player: Player,
        positions: Positions,
        view: str = "text",
        reading: Reading = AS_SAID,
    ) -> None:
        check_view(view)
        self.slowest: Slowest | None = None
        self.took: dict[
            int, float
        ] = {}  # seconds for the last boards of so many stones
        self._player, self._positions, self._reading = player, positions, reading
        self._shape = view, positions.game.cols, positions.table.first
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
    def told(self) -> dict[str, None]:
        """What its answers are taken for, and that it draws random numbers here, if it does."""
        drew = not isinstance(self._player, Program) and random.getstate() != self._lots
        return self._told | ({DRAWS: None} if drew else {})

    def answers(self, keys: Sequence[int]) -> Iterator[Answer]:
        """What the player does at each of these, in order."""
        started = self._spent()
        for key in keys:
            yield self._answer(key, self._positions.text(key))
        if keys:
            spent = (
                now - then for now, then in zip(self._spent(), started, strict=True)
            )
            self.took[keys[0].bit_count()] = max(spent)

    def _spent(self) -> tuple[float, float]:
        if isinstance(self._player, Program):
            return self._player.spent()
        return process_time(), monotonic() / FAR

    def _answer(self, key: int, board: str) -> Answer:
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
        return self._legal(said, key, board)

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
        """What the player answers to a batch of boards; `FaultError` where that is no array."""
        if isinstance(self._player, Program):
            said, weights = cast(PythonFile, self._player).ask_batch(boards)
            self._noted(said)
            return weights
        with as_faults():
            return cast("NDArray[Any]", array_of(self._called(boards)))

    def _legal(self, said: int | str, key: int, board: str) -> Answer:
        """The answer, as far as its cells may be played."""
        legal = self._positions.legal(key)
        if said in legal and self._reading is AS_SAID:
            return said
        answer = self._read(said)
        if answer is None:
            several = f"({said.replace(',', ', ')})" if isinstance(said, str) else ""
            thing = several if "," in several else on_a_line(said)
            return Forfeit(board, "type", f"{thing} is not a cell")
        return split_by(legal, board, answer)

    def _read(self, said: int | str) -> int | Distribution | None:
        """What an answer says, as this seat reads it; None where it says nothing."""
        if isinstance(said, str):
            said = self._noted(said)
            if "," not in said:
                answer = read_answer(said)
                if not isinstance(answer, int):
                    return answer
                said = answer
        return self._reading.cell(said, self._positions.game.cols)

    def _noted(self, said: str) -> str:
        """What was said, without the notes on it."""
        said, *notes = said.split(WITHIN)
        self._told |= dict.fromkeys(notes)
        return said


@contextmanager
def as_faults() -> Iterator[None]:
    """What a player raises becomes what it has done."""
    try:
        yield
    except (Exception, SystemExit) as error:  # its own: no Ctrl-C, or other signal
        raise FaultError(*fault(error).split(" ", 1)) from None
