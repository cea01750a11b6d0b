"""The grade of one side, from the traversal of what the player meets there."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from ttt_table.errors import PlayerError
from ttt_table.grading.grades import (
    Bounds,
    Chances,
    Counts,
    MistakeLists,
    Mistakes,
    Number,
    Results,
    SideGrade,
)
from ttt_table.grading.sums import (
    LEAST_AND_MOST_DRAWN,
    LEAST_LOST_MOST_WON,
    NO_OPPONENT,
    ChancePair,
    SideSums,
    sum_up,
    tier_factors,
)
from ttt_table.grading.traversal import (
    AnswerSource,
    FaultCounts,
    SingleTraversal,
    Traversal,
)
from ttt_table.players.answers import (
    Answer,
    Observations,
    Slowest,
    Unanswered,
    more_time,
)
from ttt_table.rules.outcome import value_of

NOTHING_OBSERVED = Observations()


def grade_of_traversal(
    traversal: SingleTraversal,
    opponent: AnswerSource | None = None,
    *,
    observations: Observations = NOTHING_OBSERVED,
    slowest: Slowest | None = None,
) -> SideGrade:
    """Return the grade of a side whose boards were asked one by one.

    Args:
        traversal: The side's traversal, after all its boards were asked.
        opponent: Another player: the chances against it are summed up too.
        observations: What was observed of the player besides its answers.
        slowest: The answer that took longest, if times are known.

    Raises:
        PlayerError: The opponent leaves a board without an answer.
    """
    mistakes = MistakeLists(traversal.positions)
    passes = _sum_up(traversal, mistakes=mistakes)
    error = passes.certain.error
    vs_random = passes.results_range(_vs_weighted)
    vs_perfect = passes.results_range(_vs_perfect)
    worst = passes.certain.worst
    chances = Chances(vs_random.certain, vs_perfect.certain, worst)
    lower = Chances(vs_random.lower, vs_perfect.lower, worst)
    upper = Chances(vs_random.upper, vs_perfect.upper, passes.greatest_worst)
    if opponent is not None:
        answers = _answers_of_opponent(opponent, traversal)
        passes_against = _sum_up(traversal, opponent=answers)
        against = passes_against.results_range(_vs_weighted)
        chances = replace(chances, against=against.certain)
        lower = replace(lower, against=against.lower)
        upper = replace(upper, against=against.upper)
        error = max(error, passes_against.certain.error)

    doubtful = _doubtful_boards(traversal, mistakes)
    bounds = Bounds(lower=lower, upper=upper, error=error, doubtful=doubtful)
    return side_grade(
        traversal,
        passes.certain,
        mistakes,
        chances=chances,
        bounds=bounds,
        observations=observations,
        slowest=slowest,
    )


def side_grade(  # noqa: PLR0913  # all that a grade is made of
    traversal: Traversal,
    sums: SideSums,
    mistakes: MistakeLists,
    *,
    chances: Chances,
    bounds: Bounds,
    observations: Observations,
    slowest: Slowest | None = None,
) -> SideGrade:
    """Return the grade of a side from all that is known of it."""
    start = sums.start
    value = value_of(start.score)
    if not traversal.is_own_turn(0):
        value = -value
    faults = traversal.fault_counts
    if faults is None:
        faults = FaultCounts(
            blunders=len(mistakes.blunders),
            slips=len(mistakes.slips),
            forfeits=len(traversal.forfeits),
            unstable=len(traversal.unstable),
        )
    unanswered = [*traversal.unanswered, *traversal.late]
    shortest_loss = None
    if start.games_lost:
        shortest_loss = traversal.shortest_loss()
    counts = Counts(
        boards=traversal.boards,
        decisions=traversal.decisions,
        games=Results(start.games_won, start.games_drawn, start.games_lost),
        blunders=faults.blunders,
        slips=faults.slips,
        forfeits=faults.forfeits,
        unanswered=len(unanswered),
        unstable=faults.unstable,
    )
    return SideGrade(
        side=traversal.side,
        value=Fraction(value),
        counts=counts,
        chances=chances,
        bounds=bounds,
        mistakes=Mistakes(
            blunders=mistakes.blunders,
            slips=mistakes.slips,
            forfeits=traversal.forfeits,
            unanswered=unanswered,
            unstable=traversal.unstable,
            shortest_loss=shortest_loss,
            slowest=slowest,
        ),
        observations=observations,
    )


def chances_of(sums: SideSums) -> Chances:
    """Return the chances of a player that has answered every board."""
    return Chances(
        vs_random=_certain_results(sums.vs_weighted),
        vs_perfect=_certain_results(sums.vs_perfect),
        worst=sums.worst,
    )


def _certain_results(pair: ChancePair) -> Results:
    """Return the least chance to win, the greatest to lose, and the rest as drawn."""
    won = pair.least
    lost = pair.greatest
    drawn = 1 - won - lost
    if drawn < 0:  # by rounding, or as the two are not reached together
        drawn = type(drawn)(0)
    return Results(won, drawn, lost)


@dataclass(frozen=True, slots=True)
class _ResultsRange:
    """The results against one opponent, and their bounds.

    Attributes:
        certain: The least chance to win, the greatest to lose, and the rest.
        lower: Each chance at its least.
        upper: Each chance at its greatest.
    """

    certain: Results
    lower: Results
    upper: Results


def _vs_weighted(sums: SideSums) -> ChancePair:
    """Return the chances against random play, or against a named opponent."""
    return sums.vs_weighted


def _vs_perfect(sums: SideSums) -> ChancePair:
    """Return the chances against perfect play."""
    return sums.vs_perfect


@dataclass(frozen=True, slots=True)
class _Passes:
    """The sums of a traversal, by passes with different aims.

    Attributes:
        certain: The pass for the least chance to win and the greatest to lose.
        hopeful: The pass for the greatest chance to win and the least to lose; None if
            no answer is missing, so that both are the same.
        drawn: The pass for the least and the greatest chance to draw, or None.
    """

    certain: SideSums
    hopeful: SideSums | None = None
    drawn: SideSums | None = None

    @property
    def greatest_worst(self) -> Number:
        """The greatest expected result against the best exploiting opponent."""
        if self.hopeful is None:
            return self.certain.worst
        return self.hopeful.worst

    def results_range(
        self, chances_against: Callable[[SideSums], ChancePair]
    ) -> _ResultsRange:
        """Return the results against one opponent.

        Args:
            chances_against: Takes the chances against that opponent from a pass.
        """
        certain = chances_against(self.certain)
        results = _certain_results(certain)
        if self.hopeful is None or self.drawn is None:
            return _ResultsRange(results, results, results)
        hopeful = chances_against(self.hopeful)
        drawn = chances_against(self.drawn)
        return _ResultsRange(
            certain=results,
            lower=Results(won=certain.least, drawn=drawn.least, lost=hopeful.least),
            upper=Results(
                won=hopeful.greatest, drawn=drawn.greatest, lost=certain.greatest
            ),
        )


def _sum_up(
    traversal: SingleTraversal,
    *,
    opponent: Mapping[int, Answer] = NO_OPPONENT,
    mistakes: MistakeLists | None = None,
) -> _Passes:
    """Sum up the traversal: three times if answers are missing, else once."""
    factors = tier_factors(traversal, opponent)
    certain = sum_up(traversal, factors, opponent=opponent, mistakes=mistakes)
    if not traversal.unanswered:
        return _Passes(certain)
    return _Passes(
        certain,
        hopeful=sum_up(traversal, factors, aim=LEAST_LOST_MOST_WON, opponent=opponent),
        drawn=sum_up(traversal, factors, aim=LEAST_AND_MOST_DRAWN, opponent=opponent),
    )


def _doubtful_boards(traversal: SingleTraversal, mistakes: MistakeLists) -> list[str]:
    """Return the boards with faults that perhaps only a missing answer leads to."""
    if not traversal.unanswered:
        return []
    boards = {forfeit.board for forfeit in traversal.forfeits}
    for mistake in (*mistakes.blunders, *mistakes.slips):
        boards.add(mistake.board)
    met = traversal.surely_met()
    key = traversal.positions.key
    return sorted(board for board in boards if key(board) not in met)


def _answers_of_opponent(
    opponent: AnswerSource, traversal: SingleTraversal
) -> dict[int, Answer]:
    """Return what the opponent answers wherever the two of them can come, by key.

    Raises:
        PlayerError: It leaves a board without an answer.
    """
    answers: dict[int, Answer] = {}
    met = {0}
    for stones, tier in enumerate(traversal.unfinished):
        keys = [key for key in tier if key in met]
        if not traversal.is_own_turn(stones):
            answers.update(zip(keys, opponent.answers(keys), strict=True))
        for key in keys:
            answer = answers.get(key, tier[key])
            met.update(reply for _, reply in traversal.replies(key, answer))

    for key, answer in answers.items():
        if isinstance(answer, Unanswered):
            board = traversal.positions.text(key)
            message = f"{opponent.name}, the opponent, has no answer at {board}"
            raise PlayerError(f"{message} {more_time(answer)}".rstrip())
    return answers
