"""How the `minimax` of a file plays: as it is, and among corrected parts."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from ttt_table.errors import PlayerError
from ttt_table.grading import Grade, Mistake, grade
from ttt_table.homework.asking import PartsFile
from ttt_table.homework.findings import MAX_EXAMPLES, Example, Finding, State
from ttt_table.homework.runs import FirstRun, broken_rules, without_examples
from ttt_table.players.answers import Forfeit
from ttt_table.rules.outcome import Sides
from ttt_table.table.reader import open_table


def minimax_findings(
    file: PartsFile, run: FirstRun, *, side: Sides, quiet: bool
) -> list[Finding]:
    """Return how `minimax` plays, and which rules it breaks.

    If it is not sound in the file as it is, it is graded again among corrected parts.

    Args:
        file: The file's process, which does nothing else from then on.
        run: The first run of the other parts.
        side: The side as which it is graded, "X", "O" or "both".
        quiet: Show no progress.
    """
    first = run.asked.first
    # It may be slow on finished boards, about which the first run asked it.
    file.silent.pop("minimax", None)
    finding = _graded(file, first, side=side, quiet=quiet)
    noted = file.noted
    is_right = finding.state is State.RIGHT and not noted.changed and not noted.kinds
    if is_right or not run.suspects:
        return [finding, *broken_rules("minimax", noted, None, first, run.form.kind)]

    with PartsFile(run.asked, file.silent) as corrected:
        corrected.correct(run.suspects)
        again = _graded(corrected, first, side=side, quiet=quiet)
        noted_again = corrected.noted
    if finding.state is not State.RIGHT and again.state is State.RIGHT:
        finding = replace(finding, state=State.OTHERS, examples=())
    rules = broken_rules("minimax", noted, noted_again, first, run.form.kind)
    return [finding, *map(without_examples, rules)]


def _graded(file: PartsFile, first: str, *, side: Sides, quiet: bool) -> Finding:
    """Return the finding of how `minimax` plays."""
    try:
        table = open_table(first="O" if first == "O" else "X")
        result = grade(file, table=table, side=side, as_is=True, quiet=quiet)
    except PlayerError as error:
        return Finding("minimax", "minimax", State.UNCHECKED, reason=str(error))
    return _finding_of(result)


def _finding_of(result: Grade) -> Finding:
    counts = result.counts
    state = State.RIGHT  # perhaps as far as seen
    if result.sound is False or result.mistakes.forfeits:
        state = State.WRONG
    return Finding(
        "minimax",
        "minimax",
        state,
        tested=counts.decisions,
        wrong=counts.blunders + counts.forfeits,
        reason=_reason_of(result),
        examples=list(_examples(result))[:MAX_EXAMPLES],
    )


def _reason_of(result: Grade) -> str:
    """Return what went wrong, and what else there is to know, in words."""
    counts = result.counts
    clauses = []
    if counts.blunders:
        clauses.append(
            f"{_count(counts.blunders, 'move gives', 'moves give')} value away"
        )
    if counts.forfeits:
        clauses.append(
            f"{_count(counts.forfeits, 'answer is', 'answers are')} no legal move"
        )
    if counts.unstable:
        clauses.append(
            f"{_count(counts.unstable, 'board has', 'boards have')} different answers"
        )
    if result.sound is None and not result.mistakes.forfeits:
        clauses.append("as far as seen: it plays at random")
    return "; ".join(clauses)


def _count(number: int, singular: str, plural: str) -> str:
    if number == 1:
        return f"1 {singular}"
    return f"{number:,} {plural}"


def _examples(result: Grade) -> Iterator[Example]:
    """Yield what went wrong: illegal answers, then moves that give value away."""
    mistakes = result.mistakes
    for forfeit in sorted(mistakes.forfeits, key=_stones):
        yield Example(forfeit.board, forfeit.reason, "a legal move")
    for blunder in sorted(mistakes.blunders, key=_stones):
        right = " or ".join(map(str, blunder.right))
        yield Example(blunder.board, f"cell {blunder.move}", f"cell {right}")


def _stones(mistake: Forfeit | Mistake) -> int:
    return 9 - mistake.board.count(".")
