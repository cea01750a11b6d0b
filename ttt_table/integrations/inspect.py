"""An evaluation for inspect_ai: a prompt for each board, judged by the table.

``inspect eval ttt_table/best_moves --model ...`` runs it. The answers of a log become
`Samples`, which grade the model as a player::

    rows = [(each.metadata["board"], each.output.completion) for each in log.samples]
    Samples(table, rows).grade()
"""

from __future__ import annotations

from dataclasses import asdict

from ttt_table.errors import MissingExtraError
from ttt_table.export.prompts import prompts
from ttt_table.grading.answer_reading import LAST_NUMBER, cell_reader
from ttt_table.grading.verdict import judge
from ttt_table.table.reader import Table, open_table

try:
    from inspect_ai import Task, task
    from inspect_ai.dataset import MemoryDataset, Sample
    from inspect_ai.scorer import (
        Score,
        Scorer,
        Target,
        accuracy,
        scorer,
        stderr,
    )
    from inspect_ai.solver import TaskState, generate
except ImportError as missing:
    raise MissingExtraError.of("an evaluation", "inspect_ai", missing) from None


UNANSWERED = "unanswered"


@task
def best_moves(
    table: str | None = None,
    notation: str = "rows",
    classes: bool = True,
    pattern: str = LAST_NUMBER,
) -> Task:
    """Ask for a move on each board on which some legal move gives value away.

    Args:
        table: The path of a table; the shipped tic-tac-toe by default.
        notation: How the board is shown: ``text``, ``rows`` or ``coordinates``.
        classes: Whether to ask only one board of each symmetry class: 431 on 3x3,
            where all boards are 3,188.
        pattern: A regular expression, whose last match in the prose is the answer.
    """
    opened = open_table(table)
    return Task(
        dataset=board_dataset(opened, notation, classes=classes),
        solver=generate(),
        scorer=keeps_the_value(table, pattern),
    )


def board_dataset(
    table: Table, notation: str = "rows", *, classes: bool = True
) -> MemoryDataset:
    """Return a sample for each board on which some legal move gives value away.

    The target of a sample has the cells that keep the value, its metadata the board.

    Args:
        table: The table.
        notation: How the board is shown: ``text``, ``rows`` or ``coordinates``.
        classes: Whether to ask only one board of each symmetry class.
    """
    samples = []
    for prompt in prompts(table, notation, classes=classes, matters=True):
        metadata = asdict(prompt)
        question = metadata.pop("prompt")
        samples.append(
            Sample(
                id=prompt.board,
                input=question,
                target=[str(cell) for cell in prompt.keeping],
                metadata=metadata,
            )
        )
    return MemoryDataset(samples, name=f"boards of {table.game}")


# Answers to one board depend on each other if it is asked in several epochs.
@scorer(metrics=[accuracy(), stderr(cluster="board")])
def keeps_the_value(
    table: str | None = None, pattern: str = LAST_NUMBER, first_index: int = 0
) -> Scorer:
    """Score 1 for a move that keeps the value, else 0 with the cause.

    The metadata of each sample has its ``board``; its target is ignored.

    Args:
        table: The path of a table; the shipped tic-tac-toe by default.
        pattern: A regular expression that finds the answer, as in `cell_reader`.
        first_index: The number of the first cell, row and column: 0 or 1.
    """
    opened = open_table(table)
    read_cell = cell_reader(opened.game.cols, pattern, first_index)

    # inspect_ai passes the target by name, so it must be a parameter.
    async def score(state: TaskState, target: Target) -> Score:  # noqa: ARG001
        cell = read_cell(state.output.completion)
        if cell is None:
            return Score(value=0, answer="", explanation=UNANSWERED)
        verdict = judge(opened, state.metadata["board"], cell)
        return Score(
            value=int(verdict.keeps),
            answer=str(cell) if cell >= 0 else "",
            explanation=verdict.reason or verdict.cause,
        )

    return score
