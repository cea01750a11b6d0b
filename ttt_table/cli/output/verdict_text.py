"""The verdict of a grade, and what to know about it, in sentences."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from ttt_table.cli.output.drawing import count_text
from ttt_table.cli.output.terminal import printable
from ttt_table.grading.causes import Cause, main_cause
from ttt_table.grading.grades import Grade, SideGrade
from ttt_table.players.answers import more_time

MAX_OF_A_REASON = 300  # characters of what a player's file has raised

DIFFERENT_ANSWERS = """\
Some boards got different answers, so the player is random or has a state. The results
hold for the answers that were seen, and are not exact. Return probabilities instead."""
MISSING_ANSWERS = """\
Ranges are bounds that hold whatever the missing answers are. In general not all of
them are reached by the same answers."""


def verdict_text(grade: Grade, causes: Sequence[Cause]) -> str:
    """Return what a grade comes to, in a few words.

    Args:
        grade: The grade.
        causes: The causes of its blunders; without any, no cause is named.
    """
    clauses = [_main_clause(grade, causes)]
    if grade.mistakes.unstable:
        boards = count_text(grade.counts.unstable)
        clause = f"it answers {boards} in more than one way"
        if not grade.observations.draws_random_numbers:
            clause += ", without random numbers: it may have a state"
        clauses.append(clause)
    if grade.mistakes.unanswered:
        clauses.append(unanswered_text(grade))
    return "; ".join(clauses)


def unanswered_text(grade: Grade) -> str:
    """Return how many boards are unanswered, and what to do; empty if none are."""
    unanswered = grade.mistakes.unanswered
    if not unanswered:
        return ""
    boards = count_text(len(unanswered))
    return f"{boards} unanswered {more_time(unanswered[0])}".rstrip()


def most_telling(grade: Grade, causes: Sequence[Cause]) -> str:
    """Return the main cause of all blunders, or of those that are listed."""
    if not causes:
        return ""
    listed = len(grade.mistakes.blunders)
    if listed == grade.counts.blunders:
        return main_cause(causes)
    return f"of the first {listed:,}: {main_cause(causes)}"


def notes(grade: Grade) -> list[str]:
    """Return what to know before the verdict, if there is something."""
    return [f"note: {grade.note}"] if grade.note else []


def observation_texts(grade: Grade) -> list[str]:
    """Return what the player was seen to do, besides answering."""
    observations = grade.observations
    texts = []
    if observations.draws_random_numbers:
        texts.append("it draws random numbers")
    if observations.draws_when_loaded:
        texts.append("it uses random numbers when it is loaded")
    if observations.loaded_until:
        reason = printable(observations.loaded_until, MAX_OF_A_REASON)
        texts.append(f"it was loaded only until {reason}")
    return texts


def provisos(grade: Grade) -> list[str]:
    """Return why the results are not exact, if they are not."""
    texts = []
    bounds = grade.bounds
    if bounds.error:
        texts.append(
            f"counted in {bounds.arithmetic}: "
            f"each chance is within {bounds.error:.1e} of exact"
        )
    if grade.mistakes.unstable:
        texts.append(DIFFERENT_ANSWERS)
    if bounds.lower != bounds.upper:
        texts.append(MISSING_ANSWERS)
    return texts


def _main_clause(grade: Grade, causes: Sequence[Cause]) -> str:
    played = {name: side for name, side in grade.sides.items() if side.played}
    if not played:
        boards = count_text(grade.counts.forfeits)
        return f"not played: every answer is a forfeit, on {boards}"
    if len(played) == len(grade.sides):
        return _clause_of_played_sides(grade, causes)
    (side,) = played
    (unplayed_side,) = set(grade.sides) - set(played)
    grade_of_side = Grade(grade.player, grade.game, played)
    clause = _clause_of_played_sides(grade_of_side, causes)
    return (
        f"as {side} {clause}; not played as {unplayed_side}, where every answer "
        f"is a forfeit: {_advice_on_side(side)}"
    )


def _clause_of_played_sides(grade: Grade, causes: Sequence[Cause]) -> str:
    """Return the verdict of a player that has made a legal move on each side."""
    one_sided = _one_sided_text(grade, causes)
    if one_sided:
        return one_sided
    return _soundness_text(grade, causes) + _beaten_text(grade)


def _one_sided_text(grade: Grade, causes: Sequence[Cause]) -> str:
    """Return the verdicts of a player that errs on one of two sides; else nothing."""
    good_sides = [side for side in grade.sides.values() if _is_without_faults(side)]
    bad_sides = [side for side in grade.sides.values() if side.sound is False]
    if len(good_sides) != 1 or len(bad_sides) != 1:
        return ""
    (good,) = good_sides
    (bad,) = bad_sides
    faults = _faults_text(grade, without=grade.bounds.doubtful)
    if not faults:
        return ""
    return (
        f"sound as {good.side}{_where(good)}; as {bad.side} it {faults}"
        f"{_cause_in_brackets(grade, causes)}: {_advice_on_side(good.side)}"
    )


def _advice_on_side(side: str) -> str:
    return f"add --as {side} if it plays {side} only"


def _is_without_faults(side: SideGrade) -> bool:
    mistakes = side.mistakes
    has_answered = len(mistakes.unanswered) < side.counts.decisions
    return has_answered and not (mistakes.blunders or mistakes.forfeits)


def _soundness_text(grade: Grade, causes: Sequence[Cause]) -> str:
    mistakes = grade.mistakes
    where = _where(grade)
    sure_faults = _faults_text(grade, without=grade.bounds.doubtful)
    if sure_faults:
        return f"not sound: it {sure_faults}{_cause_in_brackets(grade, causes)}"
    faults = _faults_text(grade)
    if faults and grade.sound is False:
        return f"not sound: it {faults}, whatever the missing answers are"
    if faults:
        return (
            f"not shown to be sound: it {faults}, "
            "which can perhaps be reached only through a missing answer"
        )
    if grade.sound is False:
        return "not sound, whatever the missing answers are"
    if mistakes.slips:
        return f"sound{where}: it gives nothing away, but {_slips_text(grade)}"
    if not mistakes.unanswered:
        return f"perfect{where}: no move is ever better than its own"
    if len(mistakes.unanswered) < grade.counts.decisions:
        return f"sound{where}"
    return "it answers nothing"


def _beaten_text(grade: Grade) -> str:
    is_open = grade.unbeatable is None and grade.mistakes.unanswered
    if grade.value < 0 or is_open:
        return ""
    if grade.unbeatable is False:
        return ", can be beaten"
    return f", unbeatable{_where(grade)}"


def _where(grade: Grade | SideGrade) -> str:
    """Return how far a verdict without a fault goes."""
    if grade.mistakes.unanswered:
        return " wherever it answered"
    return "" if grade.exact else " as far as seen"


def _cause_in_brackets(grade: Grade, causes: Sequence[Cause]) -> str:
    # Of doubtful blunders nobody knows which are really met.
    if not causes or grade.bounds.doubtful:
        return ""
    return f" ({most_telling(grade, causes)})"


def _faults_text(grade: Grade, without: Collection[str] = ()) -> str:
    """Return on how many boards it blunders and forfeits, apart from some boards."""
    left_out = set(without)
    mistakes = grade.mistakes
    blunders = grade.counts.blunders
    blunders -= sum(blunder.board in left_out for blunder in mistakes.blunders)
    forfeits = grade.counts.forfeits
    forfeits -= sum(forfeit.board in left_out for forfeit in mistakes.forfeits)
    texts = []
    if blunders:
        texts.append(f"blunders on {count_text(blunders)}")
    if forfeits:
        texts.append(f"forfeits on {count_text(forfeits)}")
    return " and ".join(texts)


def _slips_text(grade: Grade) -> str:
    """Return whether it wins later than it must, or loses sooner, and how often."""
    values = {slip.was.value for slip in grade.mistakes.slips}
    texts = []
    if 1 in values:
        texts.append("wins later")
    if -1 in values:
        texts.append("loses sooner")
    return f"{' or '.join(texts)} than it must on {count_text(grade.counts.slips)}"
