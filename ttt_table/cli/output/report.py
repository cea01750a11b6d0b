"""The report of a grade, from its records: what ``ttt-table grade --report`` writes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain

from ttt_table.cli.output import graded as told
from ttt_table.cli.output.drawing import count_text
from ttt_table.cli.output.terminal import printable
from ttt_table.export.report import Fault, make_report
from ttt_table.grading.causes import PLURALS, Cause, causes
from ttt_table.grading.grades import Grade, Mistake
from ttt_table.table.reader import Table


def report_of(found: Grade, table: Table, most: int) -> str:
    """A grade as a page to read or print, with so many mistakes of each kind at most."""
    why = causes(found)
    figures = [told.cause_rows(why), told.figure_rows(found)]
    sections = (_sections(one, table, most) for one in found.sides.values() or [found])
    return make_report(
        table,
        title=f"{printable(found.player)} on {found.game}",
        words=[
            told.judgement(found, why),
            *told.readings(found),
            *told.provisos(found),
        ],
        figures=[rows for rows in figures if len(rows) > 1],
        sections=dict(chain.from_iterable(sections)),
    )


def report_of_cause(cause: Cause, most: int) -> str:
    return make_report(
        cause.blunders[0].table,
        title=PLURALS[cause.name].capitalize(),
        words=[],
        figures=[told.cause_rows([cause])],
        sections={f"The first {most:,}": [*map(_drawn, cause.blunders[:most])]},
    )


def _sections(one: Grade, table: Table, most: int) -> Iterator[tuple[str, list[Fault]]]:
    """What went wrong on a side: its soonest loss, the blunders by cause, then the rest."""
    if one.shortest_loss is not None:
        start = Fault(
            "." * one.game.cells, told.loss_text(one, table), one.shortest_loss
        )
        yield f"As {one.side}: the shortest game it loses", [start]
    kinds: list[tuple[str, str, Sequence[told.Fault]]] = [
        (PLURALS[cause.name], f", {cause.classes:,} up to symmetry", cause.blunders)
        for cause in causes(one)
    ]
    kinds += [
        (name.lower(), "", faults) for name, faults in told.faults_of(one)[1:] if faults
    ]
    for name, more, faults in kinds:
        few = f", the first {most:,} shown" if len(faults) > most else ""
        title = f"As {one.side}: {name} ({count_text(len(faults))}{more}{few})"
        yield title, [*map(_drawn, faults[:most])]


def _drawn(fault: told.Fault) -> Fault:
    words = told.fault_text(fault)
    if not isinstance(fault, Mistake):
        return Fault(fault.board, words)
    return Fault(fault.board, words, fault.line, fault.right, fault.was, fault.became)
