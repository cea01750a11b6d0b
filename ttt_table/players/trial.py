"""Try out how a function wants to be called: on boards of which it is known what is right.

Each way of calling it is given up at its first answer that is of no use. One that makes every
answer legal fits; of several that fit, the one that takes most of the best moves is right in
all likelihood, above all if it takes nearly all of them.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from operator import attrgetter
from types import ModuleType
from typing import Any, NamedTuple

from ttt_table.players.answer_forms import (
    KEY_FORM,
    TUPLE_FORMS,
    AnswerReader,
    UnreadableAnswerError,
)
from ttt_table.players.boards import (
    BOARD_FORMATS,
    BoardLook,
    flat_cells,
    put_board,
)
from ttt_table.players.call_clock import CallClock, LateCallError
from ttt_table.players.combinations import (
    Call,
    Look,
    argument_counts,
    argument_lists,
    array_looks,
    common_looks,
    extra_lists,
    kept_looks,
    looks,
    looks_of_values,
    values_in,
)

# Seconds that a call may take: calls that are late are tried again when all others have been.
LIMITS = (0.02, 0.2, 2.0)

# The part of the best moves that a player takes on a side that it plays.
MOSTLY = 0.75

MOST_CONFIRMED = 12  # of several ways that take equally many best moves
OTHER = {"X": "O", "O": "X"}
EXCHANGED = {"mark": "opponent", "opponent": "mark"}
CONSTANTS = (0, "true", "depth")
OF_THE_SIDE = ("mark", "opponent", "x-to-move")


@dataclass(frozen=True, slots=True)
class TrialBoard:
    """A board that players are asked about, and which of its moves are right."""

    # Such as "X...O....".
    board: str

    # The player to move, "X" or "O".
    mover: str

    # The cells that may be played, in order.
    legal: tuple[int, ...]

    # Those of them that keep the value of the board.
    best: tuple[int, ...]

    # Whether `best` is one cell, which wins at once and is neither the first nor the last
    # legal one: few players find it by chance.
    is_decisive: bool = False

    # Whether the opponent, if it were its turn, could win at once in another cell.
    is_threatened: bool = False


class Reading(NamedTuple):
    """How an answer is read: two fields of an `Adapter`."""

    form: str
    first_index: int


@dataclass(frozen=True, slots=True)
class Fit:
    """A way of calling the function that makes every answer of a side legal."""

    # How the function was called.
    call: Call

    # How its answers were read.
    reading: Reading

    # The sides of which every answer is legal.
    sides: tuple[str, ...]

    # What was answered to the boards of these sides, in order.
    cells: tuple[int, ...]

    # By side, how many of these cells are best moves.
    hits: dict[str, int]

    # How many boards with more free cells were answered by a best move.
    early_hits: int = 0

    # How many of those boards were asked.
    early_asked: int = 0

    # How many boards of each side there are in the trial.
    boards: int = 0

    @property
    def all_hits(self) -> int:
        """The number of best moves that it takes."""
        return sum(self.hits.values())

    @property
    def played_sides(self) -> tuple[str, ...]:
        """The sides on which it takes most best moves.

        Many programs only play one side. As the other they answer with legal moves for the
        wrong player, and take no more than the boards on which these are the same.
        """
        return tuple(
            side for side in self.sides if self.hits[side] >= MOSTLY * self.boards
        )

    @property
    def settled_hits(self) -> int:
        """The number of best moves on the sides that it plays."""
        return sum(self.hits[side] for side in self.played_sides)

    def option_count(self) -> int:
        """Return how many options of the command line declare it."""
        return len(self.adapter_fields())

    def adapter_fields(self) -> dict[str, Any]:
        """Return the fields of an `Adapter` that are not as they are by default."""
        board, empty, marks = self.call.look
        default = BOARD_FORMATS[board]
        default_arguments = () if self.call.kept_in else ("board",)
        fields: dict[str, Any] = {}
        if board != "text":
            fields["board"] = board
        if repr(empty) != repr(default.free_cell):
            fields["empty"] = empty
        if marks != default.marks:
            fields["marks"] = list(marks)
        if self.call.arguments != default_arguments:
            fields["arguments"] = list(self.call.arguments)
        if self.call.kept_in:
            fields["kept_in"] = self.call.kept_in
        if self.reading.form != "move":
            fields["answer"] = self.reading.form
        if self.reading.first_index:
            fields["first_index"] = self.reading.first_index
        return fields

    def as_json(self) -> dict[str, Any]:
        """Return it as JSON can hold it; `fit_from_json` is the inverse."""
        record = asdict(self)
        record["call"] = [list(self.call.look), self.call.arguments, self.call.kept_in]
        return record


def fit_from_json(record: dict[str, Any]) -> Fit:
    """Return the fit of which `Fit.as_json` has made this record."""
    (board, empty, marks), arguments, kept_in = record["call"]
    look = Look(board, empty, tuple(marks))
    return Fit(
        **{
            **record,
            "call": Call(look, tuple(arguments), kept_in),
            "reading": Reading(*record["reading"]),
            "sides": tuple(record["sides"]),
            "cells": tuple(record["cells"]),
        }
    )


@dataclass(frozen=True, slots=True)
class Finding:
    """What a trial has found so far."""

    # The best way of calling the function, if one fits.
    fit: Fit | None

    # Whether all ways that fit both sides answer every board alike, and differ in nothing
    # but the board's format.
    is_alike: bool = False

    # Whether the function returns a number for each cell, as a network does.
    returns_scores: bool = False

    def as_json(self) -> dict[str, Any]:
        """Return it as JSON can hold it; `finding_from_json` is the inverse."""
        fit = None if self.fit is None else self.fit.as_json()
        return {**asdict(self), "fit": fit}


def finding_from_json(record: dict[str, Any]) -> Finding:
    """Return the finding of which `Finding.as_json` has made this record."""
    fit = record["fit"]
    return Finding(**{**record, "fit": None if fit is None else fit_from_json(fit)})


class Trial:
    """The trial of one function.

    Args:
        function: The player's own function.
        module: Its module, a variable of which may hold the board.
        near: Boards near the end, the sides in turn.
        early: Boards with more free cells.
        shape: The number of rows and columns.
        clock: Limits the calls.

    """

    def __init__(
        self,
        function: Callable[..., Any],
        module: ModuleType | None,
        near: Sequence[TrialBoard],
        early: Sequence[TrialBoard],
        shape: tuple[int, int],
        clock: CallClock,
    ) -> None:
        self._function = function
        self._module = module
        self._near = near
        self._early = early
        self._rows, self._cols = shape
        self._sides = tuple(dict.fromkeys(trial.mover for trial in near))
        self._boards = len(near) // max(len(self._sides), 1)
        self._clock = clock
        self._fits: list[Fit] = []
        self._returns_scores = False

    def findings(self) -> Iterator[Finding]:
        """Yield what is found whenever it is better than before; the last one counts."""
        most_hits = -1
        with self._clock.ticking():
            for fit in self._fitting():
                if self._is_told_its_only_side(fit):
                    continue
                self._fits.append(fit)
                if fit.all_hits > most_hits:
                    most_hits = fit.all_hits
                    yield Finding(fit)
                if self._is_flawless(fit):
                    break
            yield self._conclusion()

    def _fitting(self) -> Iterator[Fit]:
        """Yield every fit, the simplest first, until the budget is used up."""
        untried: Iterable[Call] = self._calls()
        for limit in LIMITS:
            late = []
            for call in untried:
                if self._clock.is_over:
                    return
                try:
                    yield from self._fits_of(call, limit)
                except LateCallError:
                    late.append(call)
            untried = late

    def _is_told_its_only_side(self, fit: Fit) -> bool:
        """Whether a function gets a mark that is always the same on the side that it plays.

        It may take that for something else: a depth, or a level of difficulty.
        """
        plays_one_side = len(fit.played_sides) == 1 and len(self._sides) == 2
        is_told = any(argument in OF_THE_SIDE for argument in fit.call.arguments)
        return plays_one_side and is_told

    def _is_flawless(self, fit: Fit) -> bool:
        """Whether no other fit can be better: it takes every best move on every board."""
        if fit.all_hits < len(self._near):
            return False
        confirmed = self._confirmed(fit)
        if confirmed.early_hits < len(self._early):
            return False
        self._fits[-1] = confirmed
        return True

    def _conclusion(self) -> Finding:
        if not self._fits:
            return Finding(None, returns_scores=self._returns_scores)
        best = self._best_fit()
        whole = [fit for fit in self._fits if fit.sides == self._sides]
        is_alike = all(
            fit.cells == best.cells and fit.call.arguments == best.call.arguments
            for fit in whole
        )
        return Finding(best, is_alike, self._returns_scores)

    def _best_fit(self) -> Fit:
        """Return the fit with most best moves, the simplest of several."""
        ranked = sorted(self._fits, key=_rank)
        simplest = ranked[0]
        # Early boards of different sides do not compare.
        equals = [
            fit
            for fit in ranked
            if _merit(fit) == _merit(simplest)
            and fit.played_sides == simplest.played_sides
        ]
        confirmed = [
            fit if fit.early_asked else self._confirmed(fit)
            for fit in equals[:MOST_CONFIRMED]
        ]
        best = max(confirmed, key=attrgetter("early_hits"))  # the first of several
        return self._without_idle_mark(best)

    def _confirmed(self, fit: Fit) -> Fit:
        """Return the fit with its best moves on boards that have more free cells."""
        self._reset_random_numbers()
        asked = hits = 0
        for trial in self._early:
            if trial.mover not in (fit.played_sides or fit.sides):
                continue
            if self._clock.is_over:
                break
            try:
                cell = self._cells(fit.call, trial, LIMITS[-1]).get(fit.reading)
            except LateCallError:
                break
            asked += 1
            hits += cell in trial.best
        return replace(fit, early_hits=hits, early_asked=asked)

    def _without_idle_mark(self, fit: Fit) -> Fit:
        """Replace a mark that does not matter to the player by the constant that does.

        A function may take its second argument for a level of difficulty, and a mark for one
        of these. Where no value of those that are tried matters, the mark may stay.
        """
        arguments = fit.call.arguments
        sided = [argument for argument in arguments if argument in OF_THE_SIDE]
        if len(sided) != 1:
            return fit
        place = arguments.index(sided[0])
        if sided[0] in EXCHANGED:
            other: object = EXCHANGED[str(sided[0])]
        else:
            other = "true"
        if not self._answers_alike(fit, place, other):
            return fit
        alike = [
            constant
            for constant in CONSTANTS
            if self._answers_alike(fit, place, constant)
        ]
        if not alike or len(alike) == len(CONSTANTS):
            return fit
        return self._with_argument(fit, place, alike[0])

    def _answers_alike(self, fit: Fit, place: int, value: object) -> bool:
        changed = self._with_argument(fit, place, value)
        try:
            fits = self._fits_of(changed.call, LIMITS[-1])
        except LateCallError:
            return False
        return any(
            each.reading == fit.reading and each.cells == fit.cells for each in fits
        )

    @staticmethod
    def _with_argument(fit: Fit, place: int, value: object) -> Fit:
        arguments = list(fit.call.arguments)
        arguments[place] = value
        return replace(fit, call=fit.call._replace(arguments=tuple(arguments)))

    def _calls(self) -> Iterator[Call]:
        """Yield the ways of calling the function, the commonest first."""
        counts = argument_counts(self._function)
        numpy_is_loaded = "numpy" in sys.modules
        common = list(common_looks())
        if numpy_is_loaded:
            common += array_looks()
        kept = []
        if self._module is not None:
            kept = list(kept_looks(self._module, self._rows, self._cols))

        for count in counts:
            for arguments in argument_lists(count):
                for look in common:
                    yield Call(look, arguments)
            for arguments in extra_lists(count):
                for name, look in kept:
                    yield Call(look, arguments, name)
        if any(fit.all_hits == len(self._near) for fit in self._fits):
            return  # what is rarer cannot take more of the best moves
        rarer = [look for look in looks() if look not in common]
        if self._module is not None:
            in_file = looks_of_values(values_in(self._module))
            rarer += [look for look in in_file if look not in (*common, *rarer)]
        for count in counts:
            for arguments in argument_lists(count):
                for look in rarer:
                    yield Call(look, arguments)

    def _fits_of(self, call: Call, limit: float) -> list[Fit]:
        """Return the readings with which every answer of a side is legal.

        Raises:
            LateCallError: A call takes longer than the limit.

        """
        self._reset_random_numbers()
        answers: list[dict[Reading, int] | None] = []
        alive: dict[str, set[Reading] | None] = dict.fromkeys(self._sides)
        for trial in self._near:
            readings = alive[trial.mover]
            if readings is not None and not readings:
                answers.append(None)
                continue
            cells = self._cells(call, trial, limit)
            legal = {reading for reading, cell in cells.items() if cell in trial.legal}
            alive[trial.mover] = legal if readings is None else readings & legal
            if not any(side is None or side for side in alive.values()):
                return []
            answers.append(cells)
        return [
            self._fit(call, reading, alive, answers)
            for reading in _in_order(alive.values())
        ]

    def _fit(
        self,
        call: Call,
        reading: Reading,
        alive: dict[str, set[Reading] | None],
        answers: Sequence[dict[Reading, int] | None],
    ) -> Fit:
        sides = tuple(
            side for side, readings in alive.items() if reading in (readings or ())
        )
        hits = dict.fromkeys(sides, 0)
        cells = []
        for trial, answer in zip(self._near, answers, strict=True):
            if trial.mover in sides and answer is not None:
                cell = answer[reading]
                cells.append(cell)
                hits[trial.mover] += cell in trial.best
        return Fit(call, reading, sides, tuple(cells), hits, boards=self._boards)

    def _cells(self, call: Call, trial: TrialBoard, limit: float) -> dict[Reading, int]:
        """Return the cells that an answer may name, by how it is read.

        Raises:
            LateCallError: The call takes longer than the limit.

        """
        x_mark, o_mark = call.look.marks
        look = BoardLook(
            call.look.board, call.look.empty, {"X": x_mark, "O": o_mark}, self._cols
        )
        shown = look.draw(trial.board)
        if call.kept_in:
            shown = self._put_into_variable(call.kept_in, shown)
        before = look.flat(shown)
        arguments = _argument_values(call, trial, shown)
        try:
            answer = self._clock.call(self._function, arguments, limit)
            after = shown
            if call.kept_in:
                after = getattr(self._module, call.kept_in, None)
            return self._read(answer, look, before, after, trial.mover)
        except (
            Exception,
            SystemExit,
            GeneratorExit,
        ):  # whatever a stranger's code raises
            return {}

    def _read(
        self,
        answer: object,
        look: BoardLook,
        before: list[object] | None,
        after: object,
        mover: str,
    ) -> dict[Reading, int]:
        cells = dict(self._readings(answer))
        if before is None:
            return cells
        for board in (answer, after):
            cell = look.added_stone(before, board, mover)
            if cell is not None:
                cells[Reading("board", 0)] = cell
                break
        return cells

    def _readings(self, answer: object) -> Iterator[tuple[Reading, int]]:
        if answer is None or isinstance(answer, bool):
            return
        for form in _forms_of(answer):
            for first_index in (0, 1):
                try:
                    cell = AnswerReader(self._cols, form, first_index).read(answer)
                except UnreadableAnswerError:
                    break
                heaviest = _heaviest_cell(cell)
                if heaviest is not None:
                    yield Reading(form, first_index), heaviest
        if _is_score_of_each_cell(answer, self._rows * self._cols):
            self._returns_scores = True

    def _put_into_variable(self, name: str, shown: Any) -> Any:
        kept = getattr(self._module, name, None)
        if put_board(kept, shown):
            return kept
        setattr(self._module, name, shown)
        return shown

    @staticmethod
    def _reset_random_numbers() -> None:
        """Let each way of calling the function draw the same random numbers."""
        random.seed(0)
        numpy = sys.modules.get("numpy")
        if numpy is not None:
            numpy.random.seed(0)


def _merit(fit: Fit) -> tuple[int, int]:
    """Return what tells a better fit: hits on the sides that it plays, if it plays one."""
    if fit.settled_hits:
        return fit.settled_hits, 0
    return 0, fit.all_hits


def _rank(fit: Fit) -> tuple[int, int, int, int]:
    """Return the key by which the best fit is the first, the simplest of equal ones."""
    settled, other = _merit(fit)
    return -settled, -other, -len(fit.sides), fit.option_count()


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


def _forms_of(answer: object) -> Iterable[str]:
    """Return the forms that an answer may have, the commonest first."""
    if isinstance(answer, list | tuple):
        lengths = {form: places.length for form, places in TUPLE_FORMS.items()}
        fitting = [form for form, length in lengths.items() if length == len(answer)]
        return ["move", *fitting]
    if isinstance(answer, int | str) or hasattr(answer, "__index__"):
        return ["move"]
    if isinstance(answer, dict):
        names = [name for name in answer if isinstance(name, str)]
    else:
        names = list(getattr(answer, "__dict__", {}))
    return ["move", *(KEY_FORM + name for name in names)]


def _heaviest_cell(answer: Any) -> int | None:
    """Return an answer's cell, or the one that a distribution most often plays."""
    if answer is None or isinstance(answer, int):
        return answer
    from ttt_table.players.weights import weight_of  # few players have weights

    weights = {cell: weight_of(weight) for cell, weight in dict(answer).items()}
    return max(weights, key=lambda cell: weights[cell])


def _is_score_of_each_cell(answer: object, cells: int) -> bool:
    values = flat_cells(answer)
    if values is None or isinstance(answer, str) or len(values) != cells:
        return False
    return all(isinstance(value, int | float) for value in values) and any(
        isinstance(value, float) for value in values
    )


def _in_order(alive: Iterable[set[Reading] | None]) -> list[Reading]:
    """Return all readings, the plainest first."""
    readings: set[Reading] = set()
    for side in alive:
        readings |= side or set()
    return sorted(readings, key=lambda reading: (reading.form != "move", reading))
