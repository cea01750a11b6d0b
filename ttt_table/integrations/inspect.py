"""An evaluation for inspect_ai: a prompt for each board, judged by the table.

``inspect eval ttt_table/best_moves --model ...`` runs it. The answers of a log are read
and judged as those of a file, for example to compare models::

    rows = [(each.metadata["board"], each.output.completion) for each in log.samples]
    score_models(table, {log.eval.model: rows})
"""

from __future__ import annotations

from dataclasses import asdict

from ttt_table.answers.reading import NOT_READABLE, AnswerReader, illegal_reason
from ttt_table.answers.scores import NO_ANSWER
from ttt_table.errors import MissingExtraError
from ttt_table.export.prompts import prompts
from ttt_table.grading.causes import cause_of
from ttt_table.play.judging import BLUNDER, ILLEGAL, judge
from ttt_table.table.reader import Table, open_table

try:
    from inspect_ai import Task, task
    from inspect_ai.dataset import MemoryDataset, Sample
    from inspect_ai.scorer import (
        Score,
        Scorer,
        Target,
        accuracy,
        mean,
        scorer,
        stderr,
    )
    from inspect_ai.solver import TaskState, generate
except ImportError as missing:
    raise MissingExtraError.of("an evaluation", "inspect_ai", missing) from None


# Answers to one board depend on each other if it is asked in several epochs.
_STDERR = stderr(cluster="board")
_METRICS = {
    "right": [accuracy(), mean(), _STDERR],
    "legal": [mean(), _STDERR],
    "readable": [mean(), _STDERR],
}


@task
def best_moves(
    table: str | None = None,
    notation: str = "rows",
    every: bool = False,
    pattern: str | None = None,
    one_based: bool = False,
) -> Task:
    """Ask for a move on the boards of the prompts: 431 on 3x3.

    Args:
        table: The path of a table; the shipped tic-tac-toe by default.
        notation: How the board is shown: ``text``, ``rows`` or ``coordinates``.
        every: Whether to ask every unfinished board: 4,520 on 3x3.
        pattern: A regular expression whose last match in a reply is the answer, as for
            `cell_reader`; by default what follows ``ANSWER:``.
        one_based: Whether cells, rows and columns are counted from 1 instead of 0.
    """
    opened = open_table(table)
    return Task(
        dataset=board_dataset(opened, notation, every=every),
        solver=generate(),
        scorer=keeps_the_value(table, pattern, one_based=one_based),
    )


def board_dataset(
    table: Table, notation: str = "rows", *, every: bool = False
) -> MemoryDataset:
    """Return a sample for each prompt of a table's game.

    The target of a sample has the cells that keep the value, its metadata the board.

    Args:
        table: The table.
        notation: How the board is shown: ``text``, ``rows`` or ``coordinates``.
        every: Whether to ask every unfinished board.
    """
    samples = []
    for prompt in prompts(table, notation, every=every):
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


@scorer(metrics=_METRICS)
def keeps_the_value(
    table: str | None = None,
    pattern: str | None = None,
    *,
    one_based: bool = False,
) -> Scorer:
    """Score whether a reply is right, legal and readable: 1 or 0 for each.

    It is right if the move keeps the value of the game. The metadata of each sample has
    its ``board``; its target is ignored.

    Args:
        table: The path of a table; the shipped tic-tac-toe by default.
        pattern: A regular expression whose last match in a reply is the answer, as for
            `cell_reader`; by default what follows ``ANSWER:``.
        one_based: Whether cells, rows and columns are counted from 1 instead of 0.
    """
    opened = open_table(table)
    reader = AnswerReader(opened, pattern, one_based=one_based)

    # inspect_ai passes the target by name, so it must be a parameter.
    async def score(state: TaskState, target: Target) -> Score:  # noqa: ARG001
        board = state.metadata["board"]
        reading = reader.read(board, state.output.completion)
        if reading.cell is None:
            return _score(explanation=NO_ANSWER)
        verdict = judge(opened, board, reading.cell)
        explanation = reading.doubt
        if verdict.kind == ILLEGAL:
            explanation = illegal_reason(verdict.board, verdict.cell)
        elif verdict.kind == BLUNDER:
            explanation = cause_of(opened, verdict)
        return _score(
            right=verdict.keeps,
            legal=verdict.kind != ILLEGAL,
            readable=reading.cell != NOT_READABLE,
            answer=str(reading.cell) if reading.cell >= 0 else "",
            explanation=explanation,
        )

    return score


def _score(
    *,
    right: bool = False,
    legal: bool = False,
    readable: bool = False,
    answer: str = "",
    explanation: str,
) -> Score:
    value = {"right": int(right), "legal": int(legal), "readable": int(readable)}
    return Score(value=value, answer=answer, explanation=explanation)
