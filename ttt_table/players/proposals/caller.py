"""Call a stranger's function in one way or another, and read what it answers."""

from __future__ import annotations

import random
import sys
from collections.abc import Callable
from types import ModuleType
from typing import Any

from ttt_table.players.boards import BoardLook, put_board
from ttt_table.players.proposals.answer_readings import AnswerReadings
from ttt_table.players.proposals.call_clock import CallClock, LateCallError
from ttt_table.players.proposals.calls import Call
from ttt_table.players.proposals.fits import Reading, TrialBoard

OTHER = {"X": "O", "O": "X"}


class Caller:
    """Calls one function.

    Args:
        function: The player's own function.
        module: Its module, a variable of which may hold the board.
        shape: The number of rows and columns of a board.
        clock: Limits the calls.

    """

    def __init__(
        self,
        function: Callable[..., Any],
        module: ModuleType | None,
        shape: tuple[int, int],
        clock: CallClock,
    ) -> None:
        self._function = function
        self._module = module
        self._cols = shape[1]
        self._clock = clock
        self._readings = AnswerReadings(*shape)
        self._caches = _empty_containers(module)

    @property
    def has_seen_scores(self) -> bool:
        """Whether an answer was a number for each cell."""
        return self._readings.has_seen_scores

    def begin_afresh(self) -> None:
        """Reset random numbers, and what the function has remembered."""
        random.seed(0)
        numpy = sys.modules.get("numpy")
        if numpy is not None:
            numpy.random.seed(0)
        for cache in self._caches:
            cache.clear()

    def cells(self, call: Call, trial: TrialBoard, limit: float) -> dict[Reading, int]:
        """Return the cells that the function's answer may name, by how it is read.

        Raises:
            LateCallError: The call takes longer than the limit, in seconds.

        """
        x_mark, o_mark = call.look.marks
        mark_of = {"X": x_mark, "O": o_mark}
        look = BoardLook(call.look.board, call.look.empty, mark_of, self._cols)
        shown = look.draw(trial.board)
        if call.kept_in:
            shown = self._put_into_variable(call.kept_in, shown)
        before = look.cells(trial.board)
        arguments = _argument_values(call, trial, shown)
        try:
            answer = self._clock.call(self._function, arguments, limit)
            cells = self._readings.cells(answer)
            after = shown
            if call.kept_in:
                after = getattr(self._module, call.kept_in)
            for board in (answer, after):
                cell = look.added_stone(before, board, trial.mover)
                if cell is not None:
                    cells.setdefault(Reading("board", 0), cell)
        except (LateCallError, KeyboardInterrupt):
            raise
        except BaseException:  # whatever a stranger's code raises
            return {}
        return cells

    def _put_into_variable(self, name: str, shown: Any) -> Any:
        """Put a board into a variable of the module; return what holds it then."""
        kept = getattr(self._module, name, None)
        if put_board(kept, shown):
            return kept
        setattr(self._module, name, shown)
        return shown


def _argument_values(call: Call, trial: TrialBoard, shown: object) -> list[object]:
    x_mark, o_mark = call.look.marks
    mark_of = {"X": x_mark, "O": o_mark}
    values: dict[object, object] = {
        "board": shown,
        "mark": mark_of[trial.mover],
        "opponent": mark_of[OTHER[trial.mover]],
        "x-to-move": trial.mover == "X",
        "depth": trial.board.count("."),
        "-inf": -float("inf"),
        "inf": float("inf"),
        "true": True,
    }
    return [values.get(argument, argument) for argument in call.arguments]


def _empty_containers(module: ModuleType | None) -> list[Any]:
    """Return the variables in which a module may keep what it has computed."""
    if module is None:
        return []
    return [
        value
        for name, value in vars(module).items()
        if isinstance(value, dict | list | set)
        if not value and not name.startswith("__")
    ]
