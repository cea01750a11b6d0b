"""Try out how a function wants to be called, on boards whose best moves are known.

Each way of calling it is given up at its first answer that is of no use. One that makes
every answer legal fits. Of several that fit, the one that takes most of the best moves
is right in all likelihood, above all if it takes nearly all of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from types import ModuleType
from typing import Any

from ttt_table.players.proposals.argument_lists import CONSTANTS, OF_THE_SIDE
from ttt_table.players.proposals.call_clock import CallClock, LateCallError
from ttt_table.players.proposals.caller import Caller
from ttt_table.players.proposals.calls import Call, calls_of
from ttt_table.players.proposals.fits import Finding, Fit, TrialBoards, are_alike
from ttt_table.players.proposals.way import Way

# Seconds of a call; those that are late are tried again when all others have been.
LIMITS = (0.02, 0.2, 2.0)

SEARCH = 0.7  # the part of the budget after which no further ways are tried
CHANCE = 0.1  # by which a random player differs from itself, in parts of best moves
TOLERANCE = 0.4  # between parts of best moves on boards with more free cells
MOST_CONFIRMED = 12  # of several ways that take equally many best moves
EXCHANGED = {"mark": "opponent", "opponent": "mark", "x-to-move": "true"}


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
        shape = boards.rows, boards.cols
        self._boards = boards
        self._clock = clock
        self._caller = Caller(function, module, shape, clock)
        self._calls = calls_of(function, module, shape, self._takes_every_best_move)
        self._fits: list[Fit] = []

    def findings(self) -> Iterator[Finding]:
        """Yield what is found, the best so far, whenever it changes."""
        most_hits = -1
        with self._clock.ticking():
            for fit in self._search():
                if self._gets_its_only_side(fit):
                    continue
                self._fits.append(fit)
                if fit.all_hits > most_hits:
                    most_hits = fit.all_hits
                    yield Finding(fit)
                if self._is_flawless(fit):
                    break
            yield self._conclusion()

    def _search(self) -> Iterator[Fit]:
        """Yield every fit, the commonest first, until the budget is used up."""
        untried: Iterable[tuple[int, Call]] = enumerate(self._calls)
        for limit in LIMITS:
            late = []
            for order, call in untried:
                if self._clock.used > SEARCH:
                    return
                try:
                    yield from self._fits_of(call, limit, order)
                except LateCallError:
                    late.append((order, call))
            untried = late

    def _fits_of(self, call: Call, limit: float, order: int = 0) -> list[Fit]:
        """Return the readings with which every answer of a side is legal.

        Raises:
            LateCallError: A call takes longer than the limit.

        """
        self._caller.begin_afresh()
        way = Way(call, self._boards, order)
        for trial in self._boards.near:
            if way.can_fit(trial.mover):
                way.add(trial, self._caller.cells(call, trial, limit))
            elif way.is_hopeless:
                return []
        return way.fits()

    def _takes_every_best_move(self) -> bool:
        return any(fit.all_hits == len(self._boards.near) for fit in self._fits)

    def _gets_its_only_side(self, fit: Fit) -> bool:
        """Whether the function plays one side, and gets a mark that is then constant.

        It may take that for something else: a depth, or a level of difficulty.
        """
        plays_one_side = len(fit.played_sides) == 1 and len(self._boards.counts()) == 2
        return plays_one_side and fit.call.gets(OF_THE_SIDE)

    def _is_flawless(self, fit: Fit) -> bool:
        """Whether it takes every best move, so that no other fit can be better."""
        if fit.all_hits < len(self._boards.near):
            return False
        confirmed = self._confirmed(fit)
        if confirmed.early_hits < confirmed.early_asked:
            return False
        self._fits[-1] = confirmed
        return True

    def _conclusion(self) -> Finding:
        returns_scores = self._caller.has_seen_scores
        if not self._fits:
            return Finding(returns_scores=returns_scores)
        best = self._best_fit()
        return Finding(best, are_alike(self._fits, best), returns_scores)

    def _best_fit(self) -> Fit:
        """Return the fit with most best moves, the simplest of several."""
        ranked = sorted(self._fits, key=_rank)
        equals = [fit for fit in ranked if _merit(fit) == _merit(ranked[0])]
        by_sides: dict[tuple[str, ...], list[Fit]] = {}
        for fit in equals:
            by_sides.setdefault(fit.played_sides, []).append(fit)
        # A program that only plays O also plays X if the marks are exchanged: both are
        # right. But the boards differ, so that one of them looks a little better.
        best_of_sides = [self._best_of_equals(fits) for fits in by_sides.values()]
        best_share = max(fit.early_share for fit in best_of_sides)
        good = [
            fit for fit in best_of_sides if fit.early_share > best_share - TOLERANCE
        ]
        return self._without_idle_mark(min(good, key=_rank))

    def _best_of_equals(self, ranked: Sequence[Fit]) -> Fit:
        """Return the simplest fit, or one that is better with more free cells."""
        best = self._confirmed(ranked[0])
        for fit in ranked[1:MOST_CONFIRMED]:
            confirmed = self._confirmed(fit)
            if confirmed.early_share > best.early_share + CHANCE:
                best = confirmed
        return best

    def _confirmed(self, fit: Fit) -> Fit:
        """Return the fit with its best moves on boards that have more free cells."""
        if fit.early_asked:
            return fit
        self._caller.begin_afresh()
        asked = legal = hits = 0
        for trial in self._boards.early:
            if trial.mover not in (fit.played_sides or fit.sides):
                continue
            # Openings take long. They only tell what numbers and flags are taken for.
            if trial.is_opening and not fit.call.gets(CONSTANTS):
                continue
            if self._clock.used > 1:
                break
            try:
                cells = self._caller.cells(fit.call, trial, LIMITS[-1])
            except LateCallError:
                break
            cell = cells.get(fit.reading)
            asked += 1
            legal += cell in trial.legal
            hits += cell in trial.best
        return replace(fit, early_asked=asked, early_legal=legal, early_hits=hits)

    def _without_idle_mark(self, fit: Fit) -> Fit:
        """Replace a mark that does not matter to the player by the constant that does.

        A function may take its second argument for a level of difficulty, and a mark
        for one of these. If no value matters of those that are tried, the mark stays.
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


def _merit(fit: Fit) -> tuple[int, int]:
    """Return what makes a fit better: its best moves on the sides that it plays.

    If it plays none, they only count if they are enough.
    """
    played = sum(fit.hits[side] for side in fit.played_sides)
    if played or not fit.is_fair:
        return played, 0
    return 0, fit.all_hits


def _rank(fit: Fit) -> tuple[int, ...]:
    """Return a sort key by which the best fit comes first, the simplest of equals."""
    played, fair = _merit(fit)
    option_count = len(fit.adapter_fields())
    return -played, -fair, -len(fit.sides), option_count, fit.order
