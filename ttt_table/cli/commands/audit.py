"""``ttt-table audit``: check every slot of a table, and compare its counts."""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Mapping, Sequence

from ttt_table.audit import Count, Report, Wrong, audit
from ttt_table.audit.counts import FIRST_MOVES, POSITION_ROWS, RESULT_ROWS
from ttt_table.audit.published import COMPUTED
from ttt_table.cli.commands.info import add_table
from ttt_table.cli.options.executors import add_workers, workers_for
from ttt_table.cli.output.drawing import columns, grid, label
from ttt_table.cli.output.terminal import (
    FINE,
    MOST_OF_A_PATH,
    WRONG,
    as_line,
    printable,
    show,
)
from ttt_table.rules.game import Game, playable


def describe(command: argparse.ArgumentParser) -> None:
    add_workers(command)
    command.add_argument("-q", "--quiet", action="store_true", help="show no progress")
    add_table(command)


def run(options: argparse.Namespace) -> int:
    """Audit the table; returns 1 unless it passes."""
    path = options.table
    with workers_for(options) as (jobs, executor):
        report = audit(path, quiet=options.quiet, jobs=jobs, executor=executor)
    status = FINE if report.passed else WRONG
    if not options.json:
        return show(_drawing(path, report), status)
    counts = [
        {**one._asdict(), "basis": _basis_of(one), "agrees": one.agrees}
        for one in report.counts
    ]
    record = {
        "file": path,
        "passed": report.passed,
        **report._asdict(),
        "counts": counts,
    }
    return show(as_line({**record, "game": str(report.game)}), status)


def _basis_of(count: Count) -> str | None:
    """What a count is compared with, if anything."""
    if count.source is None:
        return None
    return "computed" if count.source == COMPUTED else "published"


def _drawing(path: str, report: Report) -> str:
    """The wrong positions first, then the counts, and in the last line the verdict."""
    parts = [f"{printable(path, MOST_OF_A_PATH)}: {report.game}"]
    if report.wrong_slots:
        parts.append(
            f"{report.wrong_slots:,} of {report.slots:,} slots are WRONG; the first few:"
        )
        parts += [_wrong_drawing(report.game, wrong) for wrong in report.wrong]
    counts = report.counts
    sources = dict.fromkeys(count.source for count in counts if count.source)
    marks = {source: f"[{number}]" for number, source in enumerate(sources, start=1)}
    notes = [f"{mark} {source}" for source, mark in marks.items()]
    if not sources.keys() - {COMPUTED}:
        notes.append("no published numbers are known for this game")
    single = [one for one in counts if not isinstance(one.found, tuple)]
    parts.append(_single_counts(single, marks))
    for names in (POSITION_ROWS, RESULT_ROWS):
        rows = [count for count in counts if count.name in names]  # gravity has not all
        parts.append(_rows_by_ply(rows, marks))
    parts.append(_first_moves(report.game, report.count_of(FIRST_MOVES), marks))
    return "\n\n".join([*parts, "\n".join(notes), _verdict_on(report)])


def _verdict_on(report: Report) -> str:
    """Whether the table passed, and on what grounds."""
    if report.passed:
        bases = Counter(filter(None, map(_basis_of, report.counts)))
        agreeing = ", ".join(f"{count} {basis}" for basis, count in bases.most_common())
        grounds = f"; counts that agree: {agreeing}" if agreeing else ""
        return f"PASSED: all {report.slots:,} slots are right{grounds}"
    slots = f"the {report.slots:,} slots agree with each other"
    if report.wrong_slots:
        slots = f"{report.wrong_slots:,} of {report.slots:,} slots are wrong"
    differing = ", ".join(count.name for count in report.counts if not count.agrees)
    differ = f"; these differ: {differing}" if differing else ""
    return f"FAILED: {slots}{differ}"


def _wrong_drawing(game: Game, wrong: Wrong) -> str:
    held = (
        "unreachable" if one is None else label(one)
        for one in (wrong.stored, wrong.due)
    )
    drawn = grid(game, wrong.board.replace(".", " "))
    return f"{wrong.board}  stored: {', should be: '.join(held)} (for the mover)\n\n{drawn}"


def _single_counts(counts: Sequence[Count], marks: Mapping[str, str]) -> str:
    rows = [("", "this table", "expected", "")]
    for count in counts:
        numbers = _text(count.found), _text(count.expected)
        rows.append((count.name, *numbers, _mark_of(count, marks)))
    return columns(rows if marks else [row[:2] for row in rows])


def _rows_by_ply(counts: Sequence[Count], marks: Mapping[str, str]) -> str:
    """One line a ply; what is expected stands to the right of what the table has."""
    series: list[tuple[object, ...]] = []
    for count in counts:
        for title, numbers in (
            (count.name.removesuffix(" per ply"), count.found),
            (f"expected {_mark_of(count, marks)}", count.expected),
        ):
            if isinstance(numbers, tuple):
                series.append((title, *numbers))
    plies = ("ply", *range(len(series[0]) - 1))
    return columns([[*map(_text, row)] for row in zip(plies, *series, strict=True)])


def _first_moves(game: Game, count: Count, marks: Mapping[str, str]) -> str:
    """What each first move leads to, and below it what is expected, if that differs."""
    names = {1: "X wins", 0: "draw", -1: "O wins"}
    parts = [f"{count.name} {_mark_of(count, marks)}".rstrip()]
    for values in dict.fromkeys((count.found, count.expected)):
        if isinstance(values, tuple):
            # With gravity not every cell can be played first, and the others stay empty.
            by_cell = dict(zip(playable(game, 0), map(names.get, values), strict=True))
            parts.append(
                grid(game, [by_cell.get(cell) or "" for cell in range(game.cells)])
            )
    return "\n\n".join(parts)


def _mark_of(count: Count, marks: Mapping[str, str]) -> str:
    """Where an expected number is from, and whether the table's is another."""
    return marks.get(count.source or "", "") + ("" if count.agrees else " DIFFERS")


def _text(value: object) -> str:
    return (
        "" if value is None else f"{value:,}" if isinstance(value, int) else str(value)
    )
