"""A scorer for inspect_ai: whether a model's move keeps the value, judged by the table.

Each sample's input holds a board in its metadata, ``{"board": "X...O...."}``. Wants inspect-ai,
which writes logs where it runs unless told otherwise: ``inspect_ai.eval(task, log_dir=...)``.
"""

from inspect_ai.scorer import Score, Scorer, Target, accuracy, scorer, stderr
from inspect_ai.solver import TaskState

from ttt_table import open_table
from ttt_table.grading import cell_reader, judge


@scorer(metrics=[accuracy(), stderr()])
def keeps_the_value(pattern: str = r"\d+", base: int = 0) -> Scorer:
    """1 for a move that keeps the value, else 0, and why; the target is not looked at."""
    table = open_table()
    cell_in = cell_reader(table.game.cols, pattern, base)

    async def score(state: TaskState, target: Target) -> Score:  # noqa: ARG001  # by name
        verdict = judge(
            table, state.metadata["board"], cell_in(state.output.completion)
        )
        return Score(
            value=int(verdict.keeps),
            answer=str(verdict.cell),
            explanation=verdict.reason or verdict.cause,
        )

    return score
