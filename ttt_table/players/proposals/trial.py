"""Find out how a function is to be called, on boards whose best moves are known.

The search goes through many calls: what the board looks like, and what the other
arguments are. It has three steps:

1. Call the function on boards near the end of a game. A call is given up as soon as
   each side has an answer that is not a legal move. If all answers of a side are legal,
   the call is a *fit* (`Fit`).
2. Compare the fits by their best moves. A wrong call makes the player misunderstand the
   board, so that it plays few best moves; a fit that plays nearly all is very likely
   right. Ties are decided on boards with more free cells, which is *confirming* a fit.
3. Simplify the best fit: put the marks of the players in their usual order, and replace
   a mark that makes no difference to the player by a constant.

The search ends at once when a fit plays every best move.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from types import ModuleType
from typing import Any

from ttt_table.players.calls import SIDE_ARGUMENTS, Argument, Call
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

# Seconds for each answer. Calls that exceed one limit are tried again with the next one
# when all others have been tried.
LIMITS = (0.02, 0.2, 2.0)

SEARCH_SHARE = 0.7  # of the budget; the rest is for confirming the fits
MAX_CONFIRMED = 12  # of the fits with equally many best moves

# Replacements that show whether a side argument matters.
EXCHANGED: Mapping[Argument, Argument] = {
    "mark": "opponent",
    "opponent": "mark",
    "x-to-move": "true",
}


class Trial:
    """The search for the way in which one function is to be called.

    Args:
        function: The player's own function.
        module: Its module, a variable of which may hold the board.
        boards: The boards on which the function is called.
        clock: The limit of each call, and the budget of the search.
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
        """Return the final result."""
        *_, conclusion = self.results()
        return conclusion

    def results(self) -> Iterator[TrialResult]:
        """Yield the best fit so far whenever there is a better one, then the result.

        The player may end the process, or hang; its last result then counts.
        """
        most_best_moves = -1
        with self._clock.ticking():
            for fit in self._search():
                if self._side_argument_is_ambiguous(fit):
                    continue
                if fit.best_moves > most_best_moves:
                    most_best_moves = fit.best_moves
                    yield TrialResult(fit)
                if not self._plays_every_best_move(fit):
                    self._fits.append(fit)
                    continue
                confirmed = self._confirmed(fit)
                self._fits.append(confirmed)
                if self._is_flawless(confirmed):
                    break
            yield self._conclusion()

    def _search(self) -> Iterator[Fit]:
        """Yield every fit, the commonest calls first, until the budget is used up."""
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
        """Yield the calls; rare ones only if no common one plays every best move."""
        yield from self._candidates.common()
        if not any(map(self._plays_every_best_move, self._fits)):
            yield from self._candidates.rare()

    def _fits_of(self, call: Call, limit: float, order: int = 0) -> list[Fit]:
        """Return the fits of a call, one for each answer form that makes them legal.

        Args:
            call: The call.
            limit: Seconds for each answer.
            order: The number of calls that were tried before.

        Raises:
            LateCallError: An answer takes longer than the limit.
        """
        self._caller.reset()
        results = CallResults(call, self._boards, order)
        for board in self._boards.near:
            if results.can_fit(board.mover):
                results.add(board, self._caller.cells(call, board, limit))
            elif not results.can_fit_a_side:
                return []
        return results.fits()

    def _side_argument_is_ambiguous(self, fit: Fit) -> bool:
        """Whether a side argument of the fit may mean something else to the function.

        A function that plays one side always gets the same side argument, so it may
        really be a depth or a difficulty.
        """
        plays_one_side = len(fit.played_sides) == 1 and len(self._boards.counts()) == 2
        return plays_one_side and fit.has_argument_among(SIDE_ARGUMENTS)

    def _plays_every_best_move(self, fit: Fit) -> bool:
        """Whether the fit plays a best move on every board near the end."""
        return fit.best_moves == len(self._boards.near)

    def _is_flawless(self, fit: Fit) -> bool:
        """Whether every answer is a best move, so that no other fit can be better."""
        if not self._plays_every_best_move(fit):
            return False
        return fit.early.best == fit.early.asked

    def _confirmed(self, fit: Fit) -> Fit:
        """Return the fit with the counts of its answers on boards with more free cells.

        It stops at the first late answer, and when the budget is used up.
        """
        if fit.early.asked:
            return fit
        self._caller.reset()
        asked = legal = best = 0
        answers_empty_board = True
        for board in self._early_boards_for(fit):
            if self._clock.used > 1:
                break
            try:
                cells = self._caller.cells(fit.call, board, LIMITS[-1])
            except LateCallError:
                break
            cell = cells.get(fit.answer_form)
            if board.is_empty:
                answers_empty_board = cell in board.legal
                continue
            asked += 1
            if cell in board.legal:
                legal += 1
            if cell in board.best:
                best += 1
        early = AnswerCounts(asked, legal, best)
        return replace(fit, early=early, answers_empty_board=answers_empty_board)

    def _early_boards_for(self, fit: Fit) -> Iterator[TrialBoard]:
        """Yield the boards with more free cells that can show if a fit is right."""
        for board in self._boards.early:
            if board.mover not in (fit.played_sides or fit.sides):
                continue
            # Openings take long. They matter only for a number or a flag, which may be
            # a depth or a difficulty: its effect is greatest there.
            if board.is_opening and not fit.has_argument_among(SAME_FOR_BOTH_SIDES):
                continue
            yield board

    def _conclusion(self) -> TrialResult:
        """Return the best fit, and whether the others agree with it."""
        returns_scores = self._caller.has_seen_scores
        if not self._fits:
            return TrialResult(returns_scores=returns_scores)
        best = self._best_fit()
        rivals = self._fits
        if not (best.played_sides or best.plays_all_sides):
            best, *rivals = self._fits_where_forced(best)
        return TrialResult(best, fits_agree(rivals, best), returns_scores)

    def _fits_where_forced(self, best: Fit) -> list[Fit]:
        """Return the fits that are also legal where a single cell is free.

        These count for a weak player, whose best moves do not show which fit is right.
        A fit whose marks are exchanged is left out if the same fit with the marks in
        their usual order is legal, too.

        Args:
            best: The fit that seems to be the best. If it is legal, it comes first.
        """
        ranked = sorted(self._fits, key=_rank)
        candidates = [best, *(fit for fit in ranked if fit.sides == best.sides)]
        legal = list(filter(self._is_legal_where_forced, candidates)) or [best]
        calls = [fit.call for fit in legal]
        return [fit for fit in legal if _with_usual_order(fit.call) not in calls]

    def _is_legal_where_forced(self, fit: Fit) -> bool:
        """Whether the fit plays the only free cell of each forced board."""
        for board in self._boards.forced:
            if board.mover not in fit.sides:
                continue
            if self._clock.used > 1:
                return True  # unknown, so nothing speaks against it
            try:
                cells = self._caller.cells(fit.call, board, LIMITS[-1])
            except LateCallError:
                return False
            if cells.get(fit.answer_form) not in board.legal:
                return False
        return True

    def _best_fit(self) -> Fit:
        """Return the fit with most best moves, the simplest of equals."""
        ranked = sorted(self._fits, key=_rank)
        by_sides: dict[tuple[str, ...], list[Fit]] = {}
        for fit in ranked:
            if _merit(fit) == _merit(ranked[0]):
                by_sides.setdefault(fit.played_sides, []).append(fit)

        # A program that only plays O also plays X if the marks are exchanged: both fits
        # are right. As their boards differ, one of them scores a little better.
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
        """Return the first fit, or a later one that is better with more free cells."""
        best = self._confirmed(ranked[0])
        for fit in ranked[1:MAX_CONFIRMED]:
            confirmed = self._confirmed(fit)
            if confirmed.early.best_share > best.early.best_share + SAME_EARLIER:
                best = confirmed
        return best

    def _unreversed(self, fit: Fit) -> Fit | None:
        """Return the fit with the marks in their usual order, if it is as good.

        Exchanging the marks makes a player that blocks before it wins seem to win
        first, which looks better near the end. The boards with more free cells, on some
        of which nobody threatens to win, decide.
        """
        call = _with_usual_order(fit.call)
        if call is None:
            return None
        for other in self._fits_within_longest_limit(call):
            if other.answer_form != fit.answer_form or other.sides != fit.sides:
                continue
            confirmed = self._confirmed(other)
            if confirmed.early.best_share >= self._confirmed(fit).early.best_share:
                return confirmed
        return None

    def _without_idle_mark(self, fit: Fit) -> Fit:
        """Replace a side argument that makes no difference by a constant that does.

        The function may read it as a level of difficulty. If the constants that are
        tried all make no difference, or all make one, the side argument stays.
        """
        side_arguments = [
            argument for argument in fit.call.arguments if argument in SIDE_ARGUMENTS
        ]
        if len(side_arguments) != 1:
            return fit
        (mark,) = side_arguments
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
        """Whether another call gets the same answers as a fit."""
        return any(
            other.answer_form == fit.answer_form and other.cells == fit.cells
            for other in self._fits_within_longest_limit(call)
        )

    def _fits_within_longest_limit(self, call: Call) -> list[Fit]:
        """Return the fits of a call; none if an answer exceeds the longest limit."""
        try:
            return self._fits_of(call, LIMITS[-1])
        except LateCallError:
            return []


def _with(call: Call, exchanged: Mapping[Argument, Argument]) -> Call:
    """Return the same call with some of its arguments exchanged."""
    arguments = [exchanged.get(argument, argument) for argument in call.arguments]
    return call._replace(arguments=tuple(arguments))


def _with_usual_order(call: Call) -> Call | None:
    """Return the same call with the players exchanged, if that order is more usual.

    Usually the mark of the player to move comes before that of the opponent, and the
    mark of X before that of O.
    """
    side_arguments = [
        argument for argument in call.arguments if argument in SIDE_ARGUMENTS
    ]
    if side_arguments[:1] == ["opponent"]:
        return _with(call, EXCHANGED)
    if side_arguments and side_arguments != ["x-to-move"]:
        return None
    x_mark, o_mark = call.board_format.marks
    if (o_mark, x_mark) not in USUAL_MARKS:
        return None
    board_format = call.board_format._replace(marks=(o_mark, x_mark))
    return call._replace(board_format=board_format)


def _merit(fit: Fit) -> tuple[int, int]:
    """Return a sort key by which better fits are greater.

    The best moves count on the sides that the fit plays. Those of a fit that plays
    neither side well count if they are enough together, but less.
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
