"""How the `minimax` of a file plays."""

from __future__ import annotations

from ttt_table.errors import PlayerError
from ttt_table.grading import grade
from ttt_table.homework.answers import Question, RuleAnswers
from ttt_table.homework.ask import PartsOfFile
from ttt_table.homework.findings import MinimaxReport
from ttt_table.table.reader import open_table


def grade_minimax(
    file: PartsOfFile, question: Question, *, side: str, quiet: bool
) -> MinimaxReport:
    """Grade the `minimax` of a file; its process answers nothing else from then on.

    Args:
        file: The file.
        question: A question about `minimax`, which has the format of its boards.
        side: The side as which it is graded, "X", "O" or "both".
        quiet: Show no progress.
    """
    try:
        file.start_play(question)
        table = open_table(first="O" if file.first == "O" else "X")
        return MinimaxReport(grade(file, table=table, side=side, quiet=quiet))
    except PlayerError as error:
        return MinimaxReport(None, str(error), is_unknown=True)


def reason_against_grading(answers: RuleAnswers) -> MinimaxReport | None:
    """Return a report without a grade, if a grade would say nothing about moves.

    Args:
        answers: What was answered about the rule that `minimax` returns an action.
    """
    for answer in answers.values():
        if answer.failure is not None and answer.failure.is_unknown:
            return MinimaxReport(None, answer.failure.text, is_unknown=True)
    without_move = [board for board, answer in answers.items() if not answer.is_move]
    if 2 * len(without_move) <= len(answers):
        return None
    board = without_move[0]
    return MinimaxReport(
        None,
        f"most of its answers are not moves, such as {answers[board].breach} on"
        f" {board}: name the function that returns a move, --map minimax=NAME",
    )
