"""Try out how a function wants to be called, on boards whose best moves are known.

Each way of calling it is given up at its first answer that is of no use. One that makes
every answer legal fits. Of several that fit, the one that takes most of the best moves
is right in all likelihood, above all if it takes nearly all of them.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from types import ModuleType
from typing import Any, NamedTuple

from ttt_table.players.boards import BoardLook, put_board
from ttt_table.players.proposals.answer_readings import AnswerReadings
from ttt_table.players.proposals.argument_lists import CONSTANTS, OF_THE_SIDE
from ttt_table.players.proposals.call_clock import CallClock, LateCallError
from ttt_table.players.proposals.calls import Call, calls_of
from ttt_table.players.proposals.fits import Finding, Fit, Reading, TrialBoard

# Seconds of a call; those that are late are tried again when all others have been.
LIMITS = (0.02, 0.2, 2.0)

SEARCH = 0.7  # the part of the budget after which no further ways are tried
TOLERANCE = 0.25  # between parts of best moves on boards with more free cells
MOST_CONFIRMED = 12  # of several ways that take equally many best moves
OTHER = {"X": "O", "O": "X"}
EXCHANGED = {"mark": "opponent", "opponent": "mark", "x-to-move": "true"}


class TrialBoards(NamedTuple):
    """The boards of a trial."""

    near: Sequence[TrialBoard]  # near the end, the sides in turn
    early: Sequence[TrialBoard]  # with more free cells
    rows: int
    cols: int

    @property
    def sides(self) -> tuple[str, ...]:
        """The players to move on these boards."""
        return tuple(dict.fromkeys(trial.mover for trial in self.near))


class Trial:
    """The trial of one function.

    Args:
        function: The player's own function.
        module: Its module, a variable of which may hold the board.
        boards: The boards on which it is tried.
        clock: Limits the calls.

    """

    def __init__(
        self,
        function: Callable[..., Any],
        module: ModuleType | None,
        boards: TrialBoards,
        clock: CallClock,
    ) -> None:
        self._function = function
        self._module = module
        self._boards = boards
        self._sides = boards.sides
        self._clock = clock
        self._readings = AnswerReadings(boards.rows, boards.cols)
        self._caches = _empty_containers(module)
        self._fits: list[Fit] = []

    def findings(self) -> Iterator[Finding]:
        """Yield what is found, the best so far, whenever it changes."""
        most_hits = -1
        with self._clock.ticking():
            for fit in self._fitting():
                if self._gets_its_only_side(fit):
                    continue
                self._fits.append(fit)
                if fit.all_hits > most_hits:
                    most_hits = fit.all_hits
                    yield Finding(fit)
                if self._is_flawless(fit):
                    break
            yield self._conclusion()

    def _fitting(self) -> Iterator[Fit]:
        """Yield every fit, the commonest first, until the budget is used up."""
        shape = self._boards.rows, self._boards.cols
        untried: Iterable[tuple[int, Call]] = enumerate(
            calls_of(self._function, self._module, shape, self._takes_every_best_move)
        )
        for limit in LIMITS:
            late = []
            for order, call in untried:
                if self._clock.used > SEARCH:
                    return
                try:
                    fits = self._fits_of(call, limit)
                except LateCallError:
                    late.append((order, call))
                else:
                    yield from (replace(fit, order=order) for fit in fits)
            untried = late

    def _takes_every_best_move(self) -> bool:
        return any(fit.all_hits == len(self._boards.near) for fit in self._fits)

    def _gets_its_only_side(self, fit: Fit) -> bool:
        """Whether the function plays one side, and gets a mark that is then constant.

        It may take that for something else: a depth, or a level of difficulty.
        """
        plays_one_side = len(fit.played_sides) == 1 and len(self._sides) == 2
        return plays_one_side and fit.call.gets(OF_THE_SIDE)

    def _is_flawless(self, fit: Fit) -> bool:
        """Whether it takes every best move, so that no other fit can be better."""
        if fit.all_hits < len(self._boards.near):
            return False
        confirmed = self._confirmed(fit)
        if confirmed.early_hits < len(self._boards.early):
            return False
        self._fits[-1] = confirmed
        return True

    def _conclusion(self) -> Finding:
        returns_scores = self._readings.has_seen_scores
        if not self._fits:
            return Finding(returns_scores=returns_scores)
        best = self._best_fit()
        is_alike = all(
            fit.cells == best.cells and fit.call.arguments == best.call.arguments
            for fit in self._fits
            if fit.sides == self._sides
        )
        return Finding(best, is_alike, returns_scores)

    def _best_fit(self) -> Fit:
        """Return the fit with most best moves, the simplest of several."""
        ranked = sorted(self._fits, key=_rank)
        equals = [fit for fit in ranked if _merit(fit) == _merit(ranked[0])]
        by_sides: dict[tuple[str, ...], list[Fit]] = {}
        for fit in equals:
            by_sides.setdefault(fit.played_sides, []).append(fit)
        # A program that plays O alone also plays X, if the marks are exchanged: both are
        # right. But their boards differ, so that chance makes them a little better or worse.
        best_of_sides = [self._best_of_equals(fits) for fits in by_sides.values()]
        best_share = max(fit.early_share for fit in best_of_sides)
        good = [
            fit for fit in best_of_sides if fit.early_share > best_share - TOLERANCE
        ]
        return self._without_idle_mark(min(good, key=_rank))

    def _best_of_equals(self, ranked: Sequence[Fit]) -> Fit:
        """Return the fit that takes most best moves on boards with more free cells."""
        best = self._confirmed(ranked[0])
        for fit in ranked[1:MOST_CONFIRMED]:
            confirmed = self._confirmed(fit)
            if confirmed.early_hits > best.early_hits:
                best = confirmed
        return best

    def _confirmed(self, fit: Fit) -> Fit:
        """Return the fit with its best moves on boards that have more free cells."""
        if fit.early_asked:
            return fit
        self._begin_afresh()
        asked = legal = hits = 0
        for trial in self._boards.early:
            if trial.mover not in (fit.played_sides or fit.sides):
                continue
            if self._clock.used > 1:
                break
            try:
                cell = self._cells(fit.call, trial, LIMITS[-1]).get(fit.reading)
            except LateCallError:
                break
            asked += 1
            legal += cell in trial.legal
            hits += cell in trial.best
        return replace(fit, early_asked=asked, early_legal=legal, early_hits=hits)

    def _without_idle_mark(self, fit: Fit) -> Fit:
        """Replace a mark that does not matter to the player by the constant that does.

        A function may take its second argument for a level of difficulty, and a mark
        for one of these. If no value matters of those that are tried, the mark may
        stay.
        """
        arguments = fit.call.arguments
        places = [
            place for place, argument in enumerate(arguments) if argument in OF_THE_SIDE
        ]
        if len(places) != 1:
            return fit
        (place,) = places
        exchanged = fit.call.with_argument(place, EXCHANGED[str(arguments[place])])
        if not self._is_answered_alike(fit, exchanged):
            return fit
        constant_calls = [
            fit.call.with_argument(place, constant) for constant in CONSTANTS
        ]
        alike = [call for call in constant_calls if self._is_answered_alike(fit, call)]
        if not alike or len(alike) == len(CONSTANTS):
            return fit
        return replace(fit, call=alike[0])

    def _is_answered_alike(self, fit: Fit, call: Call) -> bool:
        try:
            others = self._fits_of(call, LIMITS[-1])
        except LateCallError:
            return False
        return any(
            other.reading == fit.reading and other.cells == fit.cells
            for other in others
        )

    def _fits_of(self, call: Call, limit: float) -> list[Fit]:
        """Return the readings with which every answer of a side is legal.

        Raises:
            LateCallError: A call takes longer than the limit.

        """
        self._begin_afresh()
        answers: list[dict[Reading, int]] = []
        # The readings that have been legal so far, by side; None before the first
        # board.
        alive: dict[str, set[Reading] | None] = dict.fromkeys(self._sides)
        for trial in self._boards.near:
            readings = alive[trial.mover]
            if readings is not None and not readings:
                answers.append({})
                continue
            cells = self._cells(call, trial, limit)
            answers.append(cells)
            legal = {reading for reading, cell in cells.items() if cell in trial.legal}
            alive[trial.mover] = legal if readings is None else readings & legal
            if all(side is not None and not side for side in alive.values()):
                return []
        return [
            self._fit(call, reading, alive, answers)
            for reading in _plainest_first(alive.values())
        ]

    def _fit(
        self,
        call: Call,
        reading: Reading,
        alive: dict[str, set[Reading] | None],
        answers: Sequence[dict[Reading, int]],
    ) -> Fit:
        sides = tuple(side for side in self._sides if reading in (alive[side] or ()))
        hits = dict.fromkeys(sides, 0)
        cells = []
        for trial, answer in zip(self._boards.near, answers, strict=True):
            if trial.mover in sides:
                cells.append(answer[reading])
                hits[trial.mover] += answer[reading] in trial.best
        boards = len(self._boards.near) // len(self._sides)
        return Fit(call, reading, sides, tuple(cells), hits, boards)

    def _cells(self, call: Call, trial: TrialBoard, limit: float) -> dict[Reading, int]:
        """Return the cells that an answer may name, by how it is read.

        Raises:
            LateCallError: The call takes longer than the limit.

        """
        x_mark, o_mark = call.look.marks
        mark_of = {"X": x_mark, "O": o_mark}
        look = BoardLook(call.look.board, call.look.empty, mark_of, self._boards.cols)
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

    def _begin_afresh(self) -> None:
        """Reset random numbers, and what the function has remembered."""
        random.seed(0)
        numpy = sys.modules.get("numpy")
        if numpy is not None:
            numpy.random.seed(0)
        for cache in self._caches:
            cache.clear()


def _merit(fit: Fit) -> tuple[int, int]:
    """Return what makes a fit better: its best moves on the sides that it plays."""
    settled = sum(fit.hits[side] for side in fit.played_sides)
    if settled:
        return settled, 0
    return 0, fit.all_hits


def _rank(fit: Fit) -> tuple[int, ...]:
    """Return a sort key by which the best fit comes first, the simplest of equals."""
    settled, others = _merit(fit)
    options = len(fit.adapter_fields())
    return -settled, -others, -len(fit.sides), options, fit.order


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


def _plainest_first(alive: Iterable[set[Reading] | None]) -> list[Reading]:
    readings: set[Reading] = set()
    for side in alive:
        readings |= side or set()
    return sorted(readings, key=lambda reading: (reading.form != "move", reading))


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
