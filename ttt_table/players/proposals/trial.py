"""Try out how a function wants to be called, on boards whose best moves are known.

Each way of calling it is given up at its first answer that is of no use. One that makes
every answer of a side legal fits. Of several that fit, the one that takes most of the
best moves is right in all likelihood, above all if it takes nearly all of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from types import ModuleType
from typing import Any

from ttt_table.players.calls import TELL_THE_SIDE, Argument, Call
from ttt_table.players.proposals.board_candidates import USUAL_MARKS
from ttt_table.players.proposals.call_candidates import (
    SAME_FOR_BOTH_SIDES,
    CallCandidates,
)
from ttt_table.players.proposals.call_clock import CallClock, LateCallError
from ttt_table.players.proposals.caller import Caller, CallResults
from ttt_table.players.proposals.fits import (
    AnswerCounts,
    Fit,
    TrialResult,
    fits_agree,
)
from ttt_table.players.proposals.thresholds import SAME_EARLIER, SIDES_ALIKE_EARLIER
from ttt_table.players.proposals.trial_board import TrialBoard, TrialBoards

# Seconds of a call; those that are late are tried again when all others have been.
LIMITS = (0.02, 0.2, 2.0)

SEARCH_SHARE = 0.7  # of the budget; after it no further ways are tried
MOST_CONFIRMED = 12  # of several ways that take equally many best moves

# In place of what tells the side: the other side, or one value for both.
EXCHANGED: Mapping[Argument, Argument] = {
    "mark": "opponent",
    "opponent": "mark",
    "x-to-move": "true",
}


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
        self._boards = boards
        self._clock = clock
        self._caller = Caller(function, module, boards.rows, boards.cols, clock)
        self._candidates = CallCandidates(function, module, boards.rows, boards.cols)
        self._fits: list[Fit] = []

    def run(self) -> TrialResult:
        """Return what is found in the end."""
        *_, conclusion = self.results()
        return conclusion

    def results(self) -> Iterator[TrialResult]:
        """Yield what is found, the best so far, whenever it changes."""
        most_best_moves = -1
        with self._clock.ticking():
            for fit in self._search():
                if self._takes_side_for_something_else(fit):
                    continue
                if fit.best_moves > most_best_moves:
                    most_best_moves = fit.best_moves
                    yield TrialResult(fit)
                if self._takes_every_best_move(fit):
                    fit = self._confirmed(fit)
                self._fits.append(fit)
                if self._is_flawless(fit):
                    break
            yield self._conclusion()

    def _search(self) -> Iterator[Fit]:
        """Yield every fit, the commonest first, until the budget is used up."""
        untried: Iterable[tuple[int, Call]] = enumerate(self._calls())
        for limit in LIMITS:
            late = []
            for order, call in untried:
                if self._clock.used > SEARCH_SHARE:
                    return
                try:
                    yield from self._fits_of(call, limit, order)
                except LateCallError:
                    late.append((order, call))
            untried = late

    def _calls(self) -> Iterator[Call]:
        """Yield the ways of calling; rare ones if no common one seems to be right."""
        yield from self._candidates.common()
        if not any(map(self._takes_every_best_move, self._fits)):
            yield from self._candidates.rare()

    def _fits_of(self, call: Call, limit: float, order: int = 0) -> list[Fit]:
        """Return the fits of a call, one for each form in which its answers are legal.

        Raises:
            LateCallError: A call takes longer than the limit.

        """
        self._caller.begin_afresh()
        results = CallResults(call, self._boards, order)
        for trial in self._boards.near:
            if results.can_fit(trial.mover):
                results.add(trial, self._caller.cells(call, trial, limit))
            elif not results.can_fit_a_side:
                return []
        return results.fits()

    def _takes_side_for_something_else(self, fit: Fit) -> bool:
        """Whether the function plays one side, and gets what tells the side.

        That is then constant, and may be taken for a depth, or a level of difficulty.
        """
        plays_one_side = len(fit.played_sides) == 1 and len(self._boards.counts()) == 2
        return plays_one_side and fit.has_argument_among(TELL_THE_SIDE)

    def _takes_every_best_move(self, fit: Fit) -> bool:
        return fit.best_moves == len(self._boards.near)

    def _is_flawless(self, fit: Fit) -> bool:
        """Whether it takes every best move, so that no other fit can be better."""
        if not self._takes_every_best_move(fit):
            return False
        return fit.early.best == fit.early.asked

    def _confirmed(self, fit: Fit) -> Fit:
        """Return the fit with its answers on boards that have more free cells."""
        if fit.early.asked:
            return fit
        self._caller.begin_afresh()
        asked = legal = best = 0
        begins = True
        for trial in self._early_boards_for(fit):
            if self._clock.used > 1:
                break
            try:
                cells = self._caller.cells(fit.call, trial, LIMITS[-1])
            except LateCallError:
                break
            cell = cells.get(fit.answer_form)
            if trial.is_empty:
                begins = cell in trial.legal
                continue
            asked += 1
            if cell in trial.legal:
                legal += 1
            if cell in trial.best:
                best += 1
        return replace(fit, early=AnswerCounts(asked, legal, best), begins=begins)

    def _early_boards_for(self, fit: Fit) -> Iterator[TrialBoard]:
        """Yield the boards with more free cells that can tell if a fit is right."""
        for trial in self._boards.early:
            if trial.mover not in (fit.played_sides or fit.sides):
                continue
            # Openings take long, and only tell what numbers and flags are taken for.
            if trial.is_opening and not fit.has_argument_among(SAME_FOR_BOTH_SIDES):
                continue
            yield trial

    def _conclusion(self) -> TrialResult:
        returns_scores = self._caller.has_seen_scores
        if not self._fits:
            return TrialResult(returns_scores=returns_scores)
        best = self._best_fit()
        rivals = self._fits
        if not (best.played_sides or best.plays_all_sides):
            best, *rivals = self._fits_where_forced(best)
        return TrialResult(best, fits_agree(rivals, best), returns_scores)

    def _fits_where_forced(self, best: Fit) -> list[Fit]:
        """Return the fits of a weak player that are legal also where moves are forced.

        Its best moves do not show which fit is right. One that takes the players for
        each other is left out if the same is legal with their usual order.

        Args:
            best: What seems to be the best fit, which also comes first here.

        """
        ranked = sorted(self._fits, key=_rank)
        candidates = [best, *(fit for fit in ranked if fit.sides == best.sides)]
        legal = list(filter(self._is_legal_where_forced, candidates)) or [best]
        calls = [fit.call for fit in legal]
        return [fit for fit in legal if _with_usual_order(fit.call) not in calls]

    def _is_legal_where_forced(self, fit: Fit) -> bool:
        for trial in self._boards.forced:
            if trial.mover not in fit.sides:
                continue
            if self._clock.used > 1:
                return True  # it is not known
            try:
                cells = self._caller.cells(fit.call, trial, LIMITS[-1])
            except LateCallError:
                return False
            if cells.get(fit.answer_form) not in trial.legal:
                return False
        return True

    def _best_fit(self) -> Fit:
        """Return the fit with most best moves, the simplest of several."""
        ranked = sorted(self._fits, key=_rank)
        by_sides: dict[tuple[str, ...], list[Fit]] = {}
        for fit in ranked:
            if _merit(fit) == _merit(ranked[0]):
                by_sides.setdefault(fit.played_sides, []).append(fit)

        # A program that only plays O also plays X if the marks are exchanged: both are
        # right. But the boards differ, so that one of them looks a little better.
        best_of_sides = [self._best_of_equals(fits) for fits in by_sides.values()]
        best_share = max(fit.early.best_share for fit in best_of_sides)
        good = [
            fit
            for fit in best_of_sides
            if fit.early.best_share > best_share - SIDES_ALIKE_EARLIER
        ]
        best = min(good, key=_rank)
        unreversed = self._unreversed(best)
        if unreversed is not None:
            return unreversed
        return self._without_idle_mark(best)

    def _best_of_equals(self, ranked: Sequence[Fit]) -> Fit:
        """Return the simplest fit, or one that is better with more free cells."""
        best = self._confirmed(ranked[0])
        for fit in ranked[1:MOST_CONFIRMED]:
            confirmed = self._confirmed(fit)
            if confirmed.early.best_share > best.early.best_share + SAME_EARLIER:
                best = confirmed
        return best

    def _unreversed(self, fit: Fit) -> Fit | None:
        """Return a fit with the players in their usual order, if it may be right.

        A player that blocks before it wins seems to win first if it is taken for its
        opponent. Only boards on which nobody threatens to win tell these apart.
        """
        call = _with_usual_order(fit.call)
        if call is None:
            return None
        for other in self._fits_at_last(call):
            if other.answer_form != fit.answer_form or other.sides != fit.sides:
                continue
            confirmed = self._confirmed(other)
            if confirmed.early.best_share >= self._confirmed(fit).early.best_share:
                return confirmed
        return None

    def _without_idle_mark(self, fit: Fit) -> Fit:
        """Replace a mark that does not matter to the player by the constant that does.

        A function may take its second argument for a level of difficulty, and a mark
        for one of these. If no value matters of those that are tried, the mark stays.
        """
        telling = [
            argument for argument in fit.call.arguments if argument in TELL_THE_SIDE
        ]
        if len(telling) != 1:
            return fit
        (mark,) = telling
        if not self._is_answered_alike(fit, _with(fit.call, {mark: EXCHANGED[mark]})):
            return fit
        constant_calls = [
            _with(fit.call, {mark: constant}) for constant in SAME_FOR_BOTH_SIDES
        ]
        alike = [call for call in constant_calls if self._is_answered_alike(fit, call)]
        if not alike or len(alike) == len(constant_calls):
            return fit
        return replace(fit, call=alike[0])

    def _is_answered_alike(self, fit: Fit, call: Call) -> bool:
        return any(
            other.answer_form == fit.answer_form and other.cells == fit.cells
            for other in self._fits_at_last(call)
        )

    def _fits_at_last(self, call: Call) -> list[Fit]:
        """Return the fits of a call, and none if it is late even by the last limit."""
        try:
            return self._fits_of(call, LIMITS[-1])
        except LateCallError:
            return []


def _with(call: Call, exchanged: Mapping[Argument, Argument]) -> Call:
    """Return the same call in which some arguments get something else."""
    arguments = [exchanged.get(argument, argument) for argument in call.arguments]
    return call._replace(arguments=tuple(arguments))


def _with_usual_order(call: Call) -> Call | None:
    """Return the same call with its players exchanged, if that is more usual.

    The marks of X and of the player to move usually come first.
    """
    telling = [argument for argument in call.arguments if argument in TELL_THE_SIDE]
    if telling[:1] == ["opponent"]:
        return _with(call, EXCHANGED)
    if telling and telling != ["x-to-move"]:
        return None
    x_mark, o_mark = call.board_format.marks
    if (o_mark, x_mark) not in USUAL_MARKS:
        return None
    board_format = call.board_format._replace(marks=(o_mark, x_mark))
    return call._replace(board_format=board_format)


def _merit(fit: Fit) -> tuple[int, int]:
    """Return what makes a fit better: its best moves on the sides that it plays.

    If it plays none, they only count if they are enough.
    """
    on_played_sides = sum(fit.near[side].best for side in fit.played_sides)
    if on_played_sides or not fit.plays_all_sides:
        return on_played_sides, 0
    return 0, fit.best_moves


def _rank(fit: Fit) -> tuple[int, ...]:
    """Return a sort key by which the best fit comes first, the simplest of equals."""
    on_played_sides, on_all_sides = _merit(fit)
    option_count = len(fit.adapter_fields())
    return -on_played_sides, -on_all_sides, -len(fit.sides), option_count, fit.order
