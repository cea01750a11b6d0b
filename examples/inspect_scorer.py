"""A scorer for inspect_ai: whether a model's move keeps the value, judged by the table.

The metadata of each sample has its board: ``{"board": "X...O...."}``. It needs
inspect-ai, whose logs go to ``inspect_ai.eval(task, log_dir=...)``.
"""

from inspect_ai.scorer import Score, Scorer, Target, accuracy, scorer, stderr
from inspect_ai.solver import TaskState

from ttt_table import open_table
from ttt_table.answers import cell_reader
from ttt_table.grading import cause_of
from ttt_table.play import judge


@scorer(metrics=[accuracy(), stderr(cluster="board")])
def keeps_the_value(pattern: str | None = None, *, one_based: bool = False) -> Scorer:
    """Score 1 for a move that keeps the value, else 0 with the cause.

    The target of a sample is ignored.
    """
    table = open_table()
    read_cell = cell_reader(table, pattern, one_based=one_based)

    # It is called with the target by name.
    async def score(state: TaskState, target: Target) -> Score:  # noqa: ARG001
        board = state.metadata["board"]
        cell = read_cell(board, state.output.completion)
        if cell is None:
            return Score(value=0, answer="", explanation="no answer")
        verdict = judge(table, board, cell)
        explanation = verdict.kind
        if explanation == "blunder":
            explanation = cause_of(table, verdict)
        return Score(
            value=int(verdict.keeps), answer=str(verdict.cell), explanation=explanation
        )

    return score
