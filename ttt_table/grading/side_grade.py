"""The grade of one side, from the traversal of what the player meets there."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from ttt_table.errors import PlayerError
from ttt_table.grading.answer_source import AnswerSource
from ttt_table.grading.grades import SideGrade
from ttt_table.grading.mistake_lists import MistakeLists
from ttt_table.grading.records import (
    Bounds,
    Chances,
    Counts,
    Mistakes,
    Results,
)
from ttt_table.grading.sums import (
    DRAWS,
    NO_OPPONENT,
    OPTIMISTIC,
    PESSIMISTIC,
    ChancePair,
    SideSums,
    SingleSums,
    tier_factors,
)
from ttt_table.grading.traversal import SingleTraversal, Traversal
from ttt_table.players.answers import Answer, Unanswered, more_time
from ttt_table.rules.outcome import value_of


def grade_of_traversal(
    traversal: SingleTraversal,
    source: AnswerSource,
    opponent: AnswerSource | None = None,
) -> SideGrade:
    """Return the grade of a side whose boards were asked one by one.

    Args:
        traversal: The side's traversal, after all its boards were asked.
        source: What has answered.
        opponent: Another player: the chances against it are summed up too.

    Raises:
        PlayerError: The opponent leaves a board without an answer.

    """
    mistakes = MistakeLists(traversal.positions)
    sums, chances = _sum_up(traversal, mistakes=mistakes)
    error = sums.error
    if opponent is not None:
        answers = _answers_of_opponent(opponent, traversal)
        sums_against, chances_against = _sum_up(traversal, opponent=answers)
        chances = chances.against(chances_against)
        error = max(error, sums_against.error)

    bounds = Bounds(
        lower=chances.lower,
        upper=chances.upper,
        error=error,
        doubtful=_doubtful_boards(traversal, mistakes),
    )
    return side_grade(
        traversal, source, sums, mistakes, chances=chances.guaranteed, bounds=bounds
    )


def side_grade(
    traversal: Traversal,
    source: AnswerSource,
    sums: SideSums,
    mistakes: MistakeLists,
    *,
    chances: Chances,
    bounds: Bounds,
) -> SideGrade:
    """Return the grade of a side from all that is known of it."""
    start = sums.start
    value = value_of(start.score)
    if not traversal.is_own_turn(0):
        value = -value
    totals = traversal.totals
    unanswered = [*traversal.unanswered, *traversal.late]
    counts = Counts(
        boards=traversal.boards,
        decisions=traversal.decisions,
        games=Results(start.games_won, start.games_drawn, start.games_lost),
        blunders=totals.get("blunders", len(mistakes.blunders)),
        slips=totals.get("slips", len(mistakes.slips)),
        forfeits=totals.get("forfeits", len(traversal.forfeits)),
        unanswered=len(unanswered),
        unstable=totals.get("unstable", len(traversal.unstable)),
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
            shortest_loss=traversal.shortest_loss() if start.games_lost else None,
            slowest=source.slowest,
        ),
        observations=source.observations,
    )


def chances_of(sums: SideSums) -> Chances:
    """Return the chances that a pessimistic sum comes to."""
    return Chances(
        vs_random=_results_of(sums.vs_random),
        vs_perfect=_results_of(sums.vs_perfect),
        worst=sums.worst,
    )


def _results_of(pair: ChancePair) -> Results:
    won = pair.lower
    lost = pair.upper
    drawn = 1 - won - lost
    if drawn < 0:  # by rounding, or as these bounds are not reached together
        drawn -= drawn
    return Results(won, drawn, lost)


@dataclass(frozen=True, slots=True)
class _ChanceRange:
    """The chances of a side, and their bounds.

    Attributes:
        guaranteed: The least chance to win, the greatest to lose, and the rest.
        lower: Each chance at its least.
        upper: Each chance at its greatest.

    """

    guaranteed: Chances
    lower: Chances
    upper: Chances

    def against(self, opponent: _ChanceRange) -> _ChanceRange:
        """Return the same with the chances against an opponent, from its range."""
        return _ChanceRange(
            replace(self.guaranteed, against=opponent.guaranteed.vs_random),
            replace(self.lower, against=opponent.lower.vs_random),
            replace(self.upper, against=opponent.upper.vs_random),
        )


def _sum_up(
    traversal: SingleTraversal,
    *,
    opponent: Mapping[int, Answer] = NO_OPPONENT,
    mistakes: MistakeLists | None = None,
) -> tuple[SingleSums, _ChanceRange]:
    """Sum up the traversal: three times if answers are missing, else once."""
    factors = tier_factors(traversal, opponent)
    pessimistic = SingleSums(
        traversal,
        goal=PESSIMISTIC,
        opponent=opponent,
        mistakes=mistakes,
        factors=factors,
    )
    guaranteed = chances_of(pessimistic)
    if not traversal.unanswered:
        return pessimistic, _ChanceRange(guaranteed, guaranteed, guaranteed)

    optimistic = SingleSums(
        traversal, goal=OPTIMISTIC, opponent=opponent, factors=factors
    )
    draws = SingleSums(traversal, goal=DRAWS, opponent=opponent, factors=factors)
    lower = Chances(
        vs_random=Results(
            won=pessimistic.vs_random.lower,
            drawn=draws.vs_random.lower,
            lost=optimistic.vs_random.lower,
        ),
        vs_perfect=Results(
            won=pessimistic.vs_perfect.lower,
            drawn=draws.vs_perfect.lower,
            lost=optimistic.vs_perfect.lower,
        ),
        worst=pessimistic.worst,
    )
    upper = Chances(
        vs_random=Results(
            won=optimistic.vs_random.upper,
            drawn=draws.vs_random.upper,
            lost=pessimistic.vs_random.upper,
        ),
        vs_perfect=Results(
            won=optimistic.vs_perfect.upper,
            drawn=draws.vs_perfect.upper,
            lost=pessimistic.vs_perfect.upper,
        ),
        worst=optimistic.worst,
    )
    return pessimistic, _ChanceRange(guaranteed, lower, upper)


def _doubtful_boards(traversal: SingleTraversal, mistakes: MistakeLists) -> list[str]:
    """Return the boards with faults to which perhaps only a missing answer leads."""
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
