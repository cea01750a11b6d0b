"""Call a stranger's function in a given way, and collect the fits of the call."""

from __future__ import annotations

import random
import sys
from collections.abc import Callable, Mapping
from types import ModuleType
from typing import Any

from ttt_table.players.answer_forms import (
    KEY_FORM,
    TUPLE_FORMS,
    AnswerForm,
    AnswerReader,
    Reading,
    UnreadableAnswerError,
)
from ttt_table.players.boards import flat_cells
from ttt_table.players.calls import Call
from ttt_table.players.proposals.call_clock import CallClock, LateCallError
from ttt_table.players.proposals.fits import AnswerCounts, Fit
from ttt_table.players.proposals.trial_board import TrialBoard, TrialBoards


class Caller:
    """Calls one function.

    Args:
        function: The player's own function.
        module: Its module, a variable of which may hold the board.
        rows: The number of rows of a board.
        cols: The number of its columns.
        clock: Limits the calls.

    Attributes:
        has_seen_scores: Whether an answer was a number for each cell.
    """

    def __init__(
        self,
        function: Callable[..., Any],
        module: ModuleType | None,
        rows: int,
        cols: int,
        clock: CallClock,
    ) -> None:
        self.has_seen_scores = False
        self._function = function
        self._module = module
        self._rows = rows
        self._cols = cols
        self._clock = clock
        self._caches = _empty_containers(module)

    def reset(self) -> None:
        """Reset the random numbers, and empty what may be caches of the function."""
        random.seed(0)
        numpy = sys.modules.get("numpy")
        if numpy is not None:
            numpy.random.seed(0)
        for cache in self._caches:
            cache.clear()

    def cells(
        self, call: Call, board: TrialBoard, limit: float
    ) -> dict[AnswerForm, int]:
        """Ask about a board, and return the cell of the answer in each possible form.

        Returns:
            The cells, legal or not; none if the function raises an exception, or if its
            answer has no form.

        Raises:
            LateCallError: The call takes longer than the limit, in seconds.
        """
        shown = call.shown_board(board.text, self._cols, self._module)
        before = call.board_format.cells(board.text)
        arguments = call.argument_values(shown, board.text, board.mover)
        try:
            answer = self._clock.call(self._function, arguments, limit)
            if _is_number_for_each_cell(answer, self._rows * self._cols):
                self.has_seen_scores = True
            cells = cells_by_form(answer, self._cols)
            if call.kept_in is not None:
                shown = getattr(self._module, call.kept_in)
            for after in (answer, shown):
                cell = call.board_format.added_stone(before, after, board.mover)
                if cell is not None:
                    cells.setdefault(AnswerForm("board"), cell)
        except (LateCallError, KeyboardInterrupt):
            raise
        except BaseException:  # whatever a stranger's code raises
            return {}
        return cells


def _empty_containers(module: ModuleType | None) -> list[Any]:
    """Return the empty containers of a module, which may be caches."""
    if module is None:
        return []
    return [
        value
        for name, value in vars(module).items()
        if isinstance(value, dict | list | set)
        and not value
        and not name.startswith("__")
    ]


def _is_number_for_each_cell(answer: object, count: int) -> bool:
    if isinstance(answer, str):
        return False
    values = flat_cells(answer)
    if values is None or len(values) != count:
        return False
    are_numbers = all(isinstance(value, int | float) for value in values)
    return are_numbers and any(isinstance(value, float) for value in values)


def cells_by_form(answer: object, cols: int) -> dict[AnswerForm, int]:
    """Return the cell of an answer in each form that it may have, except "board"."""
    cells: dict[AnswerForm, int] = {}
    if answer is None or isinstance(answer, bool):
        return cells
    for form in _forms_of(answer):
        for first_index in (0, 1):
            try:
                reading = AnswerReader(cols, form, first_index).read(answer)
            except UnreadableAnswerError:
                break
            cell = _likeliest_cell(reading)
            if cell is not None:
                cells[AnswerForm(form, first_index)] = cell
    return cells


def _forms_of(answer: object) -> list[str]:
    """Return the forms that an answer may have, the plainest first."""
    if isinstance(answer, list | tuple):
        return ["move", *_tuple_forms(len(answer))]
    if isinstance(answer, str):
        return ["move", *_tuple_forms(answer.count(",") + 1)]
    if hasattr(answer, "__index__"):
        return ["move"]
    names = answer if isinstance(answer, dict) else getattr(answer, "__dict__", {})
    keys = [f"{KEY_FORM}{name}" for name in names if isinstance(name, str)]
    return ["move", *keys]


def _tuple_forms(length: int) -> list[str]:
    return [form for form, places in TUPLE_FORMS.items() if places.length == length]


def _likeliest_cell(reading: Reading) -> int | None:
    """Return the cell of an answer, or the one with the greatest weight."""
    if reading is None or isinstance(reading, int):
        return reading
    from ttt_table.players.weights import weight_of  # few players have weights

    cell, _ = max(reading, key=lambda pair: weight_of(pair[1]))
    return cell


class CallResults:
    """The answers to one call, from which its fits follow.

    Args:
        call: How the player is called.
        boards: The boards about which it is asked.
        order: The number of calls that were tried before.
    """

    def __init__(self, call: Call, boards: TrialBoards, order: int = 0) -> None:
        self._call = call
        self._order = order
        self._sides = {side: _SideResults() for side in boards.counts()}

    def can_fit(self, side: str) -> bool:
        """Whether all answers of a side so far are legal in at least one form."""
        return self._sides[side].can_fit

    @property
    def can_fit_a_side(self) -> bool:
        """Whether there is a side for which `can_fit` holds."""
        return any(side.can_fit for side in self._sides.values())

    def add(self, board: TrialBoard, cells: Mapping[AnswerForm, int]) -> None:
        """Add an answer: its cell in each form that it may have."""
        self._sides[board.mover].add(board, cells)

    def fits(self) -> list[Fit]:
        """Return the fit of each form in which all answers of a side are legal."""
        forms: set[AnswerForm] = set()
        for side in self._sides.values():
            forms |= side.best_moves.keys()
        plainest_first = sorted(forms, key=lambda form: (form.form != "move", form))
        return [self._fit(form) for form in plainest_first]

    def _fit(self, form: AnswerForm) -> Fit:
        cells: list[int] = []
        near = {}
        for side, results in self._sides.items():
            if form in results.best_moves:
                cells += [answer[form] for answer in results.answers]
                near[side] = results.counts(form)
        return Fit(self._call, form, tuple(cells), near, order=self._order)


class _SideResults:
    """The answers of one side.

    Attributes:
        answers: The cell of each answer, by form.
        best_moves: For each form in which all answers so far are legal, how many of
            them are best moves.
    """

    def __init__(self) -> None:
        self.answers: list[Mapping[AnswerForm, int]] = []
        self.best_moves: dict[AnswerForm, int] = {}

    @property
    def can_fit(self) -> bool:
        return not self.answers or bool(self.best_moves)

    def add(self, board: TrialBoard, cells: Mapping[AnswerForm, int]) -> None:
        is_first = not self.answers
        self.answers.append(cells)
        best_moves = {}
        for form, cell in cells.items():
            if cell not in board.legal:
                continue
            if is_first or form in self.best_moves:
                is_best = cell in board.best
                best_moves[form] = self.best_moves.get(form, 0) + int(is_best)
        self.best_moves = best_moves

    def counts(self, form: AnswerForm) -> AnswerCounts:
        """Return how good the answers are in a form in which all are legal."""
        count = len(self.answers)
        return AnswerCounts(count, count, self.best_moves[form])
