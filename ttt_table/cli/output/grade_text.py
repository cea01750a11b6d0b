"""A grade as text: its verdict, its results, the causes, and what went wrong."""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import TypeAlias

from ttt_table.cli.output.drawing import cells_text, columns, film_of, label
from ttt_table.cli.output.numbers import expected_result, percent, rounded, span
from ttt_table.cli.output.terminal import printable
from ttt_table.cli.output.verdict_text import (
    notes,
    observation_texts,
    provisos,
    verdict_text,
)
from ttt_table.grading.causes import Cause, causes
from ttt_table.grading.grades import Grade, SideGrade
from ttt_table.grading.records import Mistake, Results, Unstable
from ttt_table.players.answers import Answer, Forfeit, Unanswered, moves_of
from ttt_table.table.reader import Table

Fault: TypeAlias = Mistake | Forfeit | Unanswered | Unstable

# How many mistakes of each kind are shown by default.
SHOWN_AS_TEXT = 3
SHOWN_IN_REPORT = 100

REASON_LENGTH = 100  # characters shown of an answer or exception


def max_shown_by(options: argparse.Namespace, default: int) -> int:
    """Return how many mistakes of each kind to show, according to ``--show``."""
    return default if options.show is None else max(0, options.show)


def grade_text(grade: Grade, table: Table, max_shown: int) -> str:
    """Return a grade as text, with at most that many mistakes of each kind."""
    listed_causes = causes(grade)
    verdict = verdict_text(grade, listed_causes)
    first_line = f"{printable(grade.player)} on {grade.game}: {verdict}"
    parts = ["\n".join([*notes(grade), first_line, *observation_texts(grade)])]
    parts.append(columns(result_rows(grade)))

    slowest = grade.mistakes.slowest
    if slowest is not None:
        milliseconds = 1000 * slowest.seconds
        parts.append(f"slowest answer: {milliseconds:,.2f} ms, at {slowest.board}")
    if listed_causes:
        parts.append(_causes_text(grade, listed_causes))
    for side in grade.sides.values():
        parts.extend(_fault_texts(side, table, max_shown))
    parts.extend(provisos(grade))
    return "\n\n".join(parts)


def _causes_text(grade: Grade, listed_causes: Sequence[Cause]) -> str:
    listed = len(grade.mistakes.blunders)
    title = "Blunders by cause"
    if listed < grade.counts.blunders:
        title += f", of the first {listed:,}"
    indented = [["", *row] for row in cause_rows(listed_causes)]
    return f"{title}:\n{columns(indented, left=6)}"


def cause_rows(listed_causes: Sequence[Cause]) -> list[list[str]]:
    """Return a row for each cause, with its commonest lines and numbers of stones."""
    rows = [["cause", "boards", "classes", "lines", "stones on the board"]]
    for cause in listed_causes:
        count_of_line = {
            cells_text(line): count for line, count in cause.by_line.items()
        }
        count_of_stones = {str(stones): count for stones, count in cause.by_ply.items()}
        rows.append(
            [
                cause.name,
                f"{len(cause.blunders):>6,}",
                f"{cause.classes:>7,}",
                _commonest(count_of_line),
                _commonest(count_of_stones),
            ]
        )
    return rows


def _commonest(counts: Mapping[str, int]) -> str:
    commonest = Counter(counts).most_common(SHOWN_AS_TEXT)
    texts = [f"{name} ({count:,})" for name, count in commonest]
    if len(counts) > SHOWN_AS_TEXT:
        texts.append(f"{len(counts) - SHOWN_AS_TEXT} more")
    return ", ".join(texts)


def result_rows(grade: Grade) -> list[list[str]]:
    """Return a table of results: a row for each, and a column for each side."""
    by_side = [_results_of(side) for side in grade.sides.values()]
    rows: list[list[str]] = []
    for results in zip(*by_side, strict=True):  # the same result of each side
        texts = [text for _, text in results]
        if any(texts):
            name, _ = results[0]
            rows.append([name, *texts])
    return rows


def _results_of(side: SideGrade) -> list[tuple[str, str]]:
    """Return the names of all results, with those of a side; empty if there is none."""
    counts = side.counts
    lower = side.bounds.lower
    upper = side.bounds.upper
    worst = (expected_result(chances.worst) for chances in (lower, upper))
    # A float may be a little below 0 by rounding.
    shortfalls = (max(0, side.value - chances.worst) for chances in (upper, lower))
    return [
        ("", f"as {side.side}"),
        ("boards met", f"{counts.boards:,}"),
        ("decisions", f"{counts.decisions:,}"),
        ("games won", f"{counts.games.won:,}"),
        ("games drawn", f"{counts.games.drawn:,}"),
        ("games lost", f"{counts.games.lost:,}"),
        *_chances_against("random play", lower.vs_random, upper.vs_random),
        *_chances_against("perfect play", lower.vs_perfect, upper.vs_perfect),
        *_chances_against("the opponent", lower.against, upper.against),
        ("worst expected result", span(worst)),
        ("exploitability", span(map(rounded, shortfalls))),
        ("blunders", f"{counts.blunders:,}"),
        ("slips", f"{counts.slips:,}"),
        # Most players have none of these, and are spared the rows.
        ("forfeits", _count_if_any(counts.forfeits)),
        ("unanswered", _count_if_any(counts.unanswered)),
        ("two answers", _count_if_any(counts.unstable)),
    ]


def _chances_against(
    opponent: str, lower: Results | None, upper: Results | None
) -> list[tuple[str, str]]:
    if lower is None or upper is None:
        return []
    return [
        (f"against {opponent}: won", span(map(percent, (lower.won, upper.won)))),
        ("  drawn", span(map(percent, (lower.drawn, upper.drawn)))),
        ("  lost", span(map(percent, (lower.lost, upper.lost)))),
    ]


def _count_if_any(count: int) -> str:
    return f"{count:,}" if count else ""


@dataclass(frozen=True, slots=True)
class FaultKind:
    """All faults of one kind on a side.

    Attributes:
        title: What they are called.
        count: How many there are.
        faults: Those that are listed: of very many the first.
    """

    title: str
    count: int
    faults: Sequence[Fault]


def fault_kinds(side: SideGrade) -> list[FaultKind]:
    """Return the faults of a side by kind, blunders first."""
    counts = side.counts
    mistakes = side.mistakes
    return [
        FaultKind("Blunders", counts.blunders, mistakes.blunders),
        FaultKind("Slips", counts.slips, mistakes.slips),
        FaultKind("Forfeits", counts.forfeits, mistakes.forfeits),
        FaultKind("Unanswered", counts.unanswered, mistakes.unanswered),
        FaultKind("Two answers", counts.unstable, mistakes.unstable),
    ]


def _fault_texts(side: SideGrade, table: Table, max_shown: int) -> Iterator[str]:
    """Yield the shortest loss of a side, then some faults of each kind."""
    shortest_loss = side.mistakes.shortest_loss
    if shortest_loss is not None:
        title = f"As {side.side}, the shortest game it loses: {loss_text(side, table)}"
        empty_board = "." * table.game.cells
        yield f"{title}\n\n{film_of(table, empty_board, shortest_loss)}".rstrip()
    for kind in fault_kinds(side):
        if not kind.faults or not max_shown:
            continue
        title = f"{kind.title} as {side.side}"
        if len(kind.faults) > max_shown:
            title += f", the first {max_shown} of {kind.count:,}"
        shown = kind.faults[:max_shown]
        rows = [f"  {fault.board}  {fault_text(fault)}" for fault in shown]
        yield "\n".join([f"{title}:", *rows])


def loss_text(side: SideGrade, table: Table) -> str:
    """Return the cells of the shortest lost game, and a forfeit that ends it."""
    cells = side.mistakes.shortest_loss or ()
    boards = list(accumulate(cells, table.push, initial="." * table.game.cells))
    text = cells_text(cells) or "no move"
    for forfeit in side.mistakes.forfeits:
        if forfeit.board == boards[-1]:
            text += f", then a forfeit: {printable(forfeit.reason, REASON_LENGTH)}"
    return text


def fault_text(fault: Fault, max_length: int = REASON_LENGTH) -> str:
    """Return what went wrong on a board; a reason is cut to that many characters."""
    if isinstance(fault, Forfeit):
        share = "" if fault.share == 1 else f" ({percent(fault.share)})"
        return f"{fault.kind}{share}: {printable(fault.reason, max_length)}"
    if isinstance(fault, Unanswered):
        limit = f" within {fault.limit:g} s" if fault.limit else ""
        return f"no answer{limit}"
    if isinstance(fault, Unstable):
        return f"{_answer_text(fault.first)}, then {_answer_text(fault.second)}"
    return _mistake_text(fault)


def _mistake_text(mistake: Mistake) -> str:
    chance = mistake.moves[mistake.move]
    often = "" if chance == 1 else f" ({percent(chance)})"
    return (
        f"{mistake.move}{often}: "
        f"{label(mistake.was)} becomes {label(mistake.became)}, "
        f"by {cells_text(mistake.continuation)}; right: {cells_text(mistake.right)}"
    )


def _answer_text(answer: Answer) -> str:
    if isinstance(answer, Forfeit):
        return f"a forfeit ({printable(answer.reason, REASON_LENGTH)})"
    return " or ".join(map(str, moves_of(answer)))
