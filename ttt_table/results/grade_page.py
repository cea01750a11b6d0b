"""A grade as a page: what ``ttt-table grade --report`` and a notebook show."""

from __future__ import annotations

from collections.abc import Iterator

from ttt_table.export import report
from ttt_table.grading.causes import PLURALS, Cause, causes
from ttt_table.grading.grades import Grade, Mistake
from ttt_table.results import count_text, printable
from ttt_table.results.graded import (
    Fault,
    cause_rows,
    fault_kinds,
    fault_text,
    loss_text,
    note_texts,
    result_rows,
    rounding_text,
    sides_of,
    verdict_text,
)
from ttt_table.table.reader import Table


def grade_page(grade: Grade, table: Table, max_shown: int) -> str:
    """Return a grade as a page, with at most that many mistakes of each kind."""
    listed_causes = causes(grade)
    tables = [cause_rows(listed_causes), result_rows(grade)]
    words = [*note_texts(grade), verdict_text(grade, listed_causes)]
    if grade.error:
        words.append(rounding_text(grade))
    sections: dict[str, list[report.Fault]] = {}
    for side in sides_of(grade):
        sections.update(_fault_sections(side, table, max_shown))
    return report.make_report(
        table,
        title=f"{printable(grade.player)} on {grade.game}",
        words=words,
        results=[rows for rows in tables if len(rows) > 1],
        sections=sections,
    )


def cause_page(cause: Cause, max_shown: int) -> str:
    """Return the blunders of one cause as a page, at most that many."""
    first_blunders = [_drawn_fault(blunder) for blunder in cause.blunders[:max_shown]]
    return report.make_report(
        cause.blunders[0].table,
        title=PLURALS[cause.name].capitalize(),
        words=[],
        results=[cause_rows([cause])],
        sections={f"The first {max_shown:,}": first_blunders},
    )


def _fault_sections(
    side: Grade, table: Table, max_shown: int
) -> Iterator[tuple[str, list[report.Fault]]]:
    """Yield the shortest loss of a side, its blunders by cause, and other faults."""
    if side.shortest_loss is not None:
        empty_board = "." * table.game.cells
        film = report.Fault(empty_board, loss_text(side, table), side.shortest_loss)
        yield f"As {side.side}: the shortest game it loses", [film]

    for cause in causes(side):
        title = f"As {side.side}: {PLURALS[cause.name]}"
        boards = count_text(len(cause.blunders))
        details = [boards, f"{cause.classes:,} up to symmetry"]
        details += _first_shown(len(cause.blunders), max_shown)
        shown = [_drawn_fault(blunder) for blunder in cause.blunders[:max_shown]]
        yield f"{title} ({', '.join(details)})", shown

    for kind, faults in fault_kinds(side).items():
        if faults and kind != "Blunders":
            title = f"As {side.side}: {kind.lower()}"
            details = [count_text(len(faults)), *_first_shown(len(faults), max_shown)]
            shown = [_drawn_fault(fault) for fault in faults[:max_shown]]
            yield f"{title} ({', '.join(details)})", shown


def _first_shown(count: int, max_shown: int) -> list[str]:
    return [f"the first {max_shown:,} shown"] if count > max_shown else []


def _drawn_fault(fault: Fault) -> report.Fault:
    """Return a fault with its board, as a page draws it."""
    text = fault_text(fault)
    if not isinstance(fault, Mistake):
        return report.Fault(fault.board, text)
    return report.Fault(
        fault.board, text, fault.continuation, fault.best, fault.before, fault.after
    )
