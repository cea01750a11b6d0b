"""A page, or only its picture, about the recorded answers of models."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import cast

from ttt_table.answers.comparison import ComparedModel, Comparison
from ttt_table.answers.counting import BoardTally
from ttt_table.answers.model import Answers
from ttt_table.answers.shares import Share
from ttt_table.answers.verdict import verdict_of
from ttt_table.cli.output.answers_text import (
    MAX_NAME,
    common_boards_text,
    models_table,
    notes_above,
    notes_below,
    play_table,
    share_with_interval,
)
from ttt_table.cli.output.drawing import count_text
from ttt_table.cli.output.grade_text import verdict_text
from ttt_table.cli.output.report import drawn_fault
from ttt_table.cli.output.terminal import printable
from ttt_table.export import report
from ttt_table.export.pictures import shares
from ttt_table.grading.causes import causes
from ttt_table.grading.grades import Grade, Mistake
from ttt_table.rules.outcome import Outcome
from ttt_table.table.reader import Table

MAX_BOARDS = 100  # that a page shows, which models share: a browser is slow with more
MIN_BOARDS = 5  # that it shows of each model


def report_of(
    models: Mapping[str, Answers],
    comparison: Comparison,
    grades: Mapping[str, Grade],
    path: str,
) -> str:
    """Return the page, or the picture if the path ends so.

    Args:
        models: The answers by model.
        comparison: The models compared.
        grades: The grades of players that draw from the answers; may be empty.
        path: The path of the file.
    """
    table = next(iter(models.values())).table
    lines = comparison.lines
    title = f"{printable(lines[0].model, MAX_NAME)} on {table.game}"
    if len(models) > 1:
        title = f"{count_text(len(models), 'model')} on {table.game}"
    bars = [_bar(line) for line in lines]
    if path.lower().endswith(".svg"):
        return str(shares.draw(title, _words_of_picture(models, comparison), bars))

    words = [" ".join(_words_of_picture(models, comparison)), *notes_above(models)]
    # The picture has the share where it matters.
    tables = [[[*row[:-2], row[-1]] for row in models_table(comparison)]]
    if grades:
        tables.append(play_table(grades))
    max_boards = max(MIN_BOARDS, MAX_BOARDS // len(models))
    parts = [
        _part(line.model, models[line.model], grades.get(line.model), max_boards)
        for line in lines
    ]
    return report.make_comparison(table, title, words, bars, tables, parts)


def _words_of_picture(
    models: Mapping[str, Answers], comparison: Comparison
) -> list[str]:
    """Return what the dots and the intervals are."""
    where = ""
    if any(line.matters.asked for line in comparison.lines):
        where = " where some legal move gives value away"
    return [
        f"How often a move keeps the value of the game{where},",
        f"{common_boards_text(models, comparison)}. Lines: 95 % intervals over boards.",
    ]


def _bar(line: ComparedModel) -> shares.Bar:
    share = _shown_share(line)
    return shares.Bar(
        name=printable(line.model, MAX_NAME),
        share=share.value if share.asked else 0.0,
        low=share.low,
        high=share.high,
        text=share_with_interval(share),
    )


def _shown_share(line: ComparedModel) -> Share:
    return line.matters if line.matters.asked else line.right


def _part(
    name: str, answers: Answers, grade: Grade | None, max_boards: int
) -> report.Part:
    words = list(notes_below({name: answers}))
    if grade is not None:
        words.append(f"Play: {verdict_text(grade, causes(grade))}")
    wrong = {board: tally for board, tally in answers.boards.items() if tally.wrong}
    most_wrong = sorted(
        wrong, key=lambda board: (-wrong[board].wrong, -board.count("."), board)
    )
    sections = {}
    if wrong:
        title = f"Moves that give value away, on {count_text(len(wrong))}"
        if len(wrong) > max_boards:
            title += f", the {max_boards:,} with the most such answers"
        sections[title] = [
            _fault(board, wrong[board], answers.table)
            for board in most_wrong[:max_boards]
        ]
    return report.Part(printable(name, MAX_NAME), words, sections)


def _fault(board: str, tally: BoardTally, table: Table) -> report.Fault:
    """Return the commonest wrong move on a board."""
    scores = table.scores(board)
    verdicts = [
        verdict_of(table, board, cell, scores) for cell in tally.cells if cell in scores
    ]
    wrong = [verdict for verdict in verdicts if not verdict.keeps]
    verdict = min(wrong, key=lambda each: (-tally.cells[each.cell], each.cell))
    moves = {verdict.cell: Fraction(tally.cells[verdict.cell], tally.asked)}
    outcomes = (verdict.before, cast("Outcome", verdict.after))
    return drawn_fault(Mistake(board, verdict.cell, moves, *outcomes, table))
