"""``ttt-table audit``: check every slot of a table, and compare its counts."""

from __future__ import annotations

from ttt_table.audit.counts import FIRST_MOVES, POSITION_ROWS, RESULT_ROWS
from ttt_table.audit.published import COMPUTED, COUNTED
from ttt_table.cli.drawing import columns, grid, label
from ttt_table.cli.info import add_table, table_path
from ttt_table.cli.terminal import FINE, WRONG, print_json

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from collections.abc import Mapping, Sequence

    from ttt_table.audit.report import Count, Report, Wrong
    from ttt_table.rules.game import Game
    from ttt_table.rules.outcome import Outcome


def describe(audit: argparse.ArgumentParser) -> None:
    """Give the command its options."""
    audit.add_argument("-q", "--quiet", action="store_true", help="show no progress")
    add_table(audit)


def run(options: argparse.Namespace) -> int:
    """Audit the table; returns 1 if a slot is wrong or a count differs."""
    from ttt_table.audit import audit

    path = table_path(options)
    report = audit(path, quiet=options.quiet)
    if options.json:
        print_json(audit_record(path, report))
    else:
        print(report_drawing(path, report))
    return FINE if report.passed else WRONG


def audit_record(path: str, report: Report) -> dict[str, object]:
    """An audit's report: did it pass, the wrong slots, and the counts beside published ones."""
    return {
        "file": path,
        "game": str(report.game),
        "passed": report.passed,
        "slots": report.slots,
        "wrong_slots": report.wrong_slots,
        "wrong": [
            {"board": board, "stored": _optional(stored), "due": _optional(due)}
            for board, stored, due in report.wrong
        ],
        "counts": [{**count._asdict(), "agrees": count.agrees} for count in report.counts],
    }


def _optional(outcome: Outcome | None) -> dict[str, object] | None:
    return None if outcome is None else outcome._asdict()


def report_drawing(path: str, report: Report) -> str:
    """An audit's report: the wrong positions first, then the counts beside the published ones."""
    parts = [f"{path}: {report.game}"]
    if report.wrong_slots:
        parts.append(f"{report.wrong_slots:,} of {report.slots:,} slots are WRONG, such as these:")
        parts += [wrong_drawing(report.game, wrong) for wrong in report.wrong]
    else:
        parts.append(f"all {report.slots:,} slots are right")
    marks = _source_marks(report.counts)
    parts.append(_single_counts(report.counts, marks))
    for names in (POSITION_ROWS, RESULT_ROWS):
        parts.append(_rows_by_ply([report.count_of(name) for name in names], marks))
    parts.append(_first_moves(report.game, report.count_of(FIRST_MOVES)))
    parts.append("\n".join(f"{mark}: {source}" for source, mark in marks.items()))
    if list(marks) == [COUNTED]:
        parts.append("no published numbers are known for this game")
    return "\n\n".join(parts)


def _source_marks(counts: Sequence[Count]) -> dict[str | None, str]:
    """A short mark for each source: a word for those that are no publications, else a number."""
    marks: dict[str | None, str] = {COUNTED: "counted", COMPUTED: "computed"}
    sources = list(dict.fromkeys(count.source for count in counts if count.source))
    numbered = [source for source in sources if source not in marks]
    marks |= {source: f"[{number}]" for number, source in enumerate(numbered, start=1)}
    return {source: marks[source] for source in (COUNTED, COMPUTED, *numbered) if source in sources}


def wrong_drawing(game: Game, wrong: Wrong) -> str:
    """A wrong position, with what stands in its slot and what should."""
    stored, due = (
        "unreachable" if one is None else label(one) for one in (wrong.stored, wrong.due)
    )
    drawn = grid(game, list(wrong.board.replace(".", " ")))
    return f"{wrong.board}  stored: {stored}, should be: {due} (for the mover)\n\n{drawn}"


def _single_counts(counts: Sequence[Count], marks: Mapping[str | None, str]) -> str:
    rows = [("", "this table", "published", "")]
    for count in counts:
        if not isinstance(count.found, tuple):
            mark = marks.get(count.source, "") + _differs(count)
            rows.append((count.name, _text(count.found), _text(count.expected), mark))
    return columns(rows)


def _rows_by_ply(counts: Sequence[Count], marks: Mapping[str | None, str]) -> str:
    """One line a ply; what is published stands to the right of what the table has."""
    titles = ["ply"]
    series: list[Sequence[object]] = []
    for count in counts:
        for title, numbers in (
            (count.name.removesuffix(" per ply"), count.found),
            (marks.get(count.source, "") + _differs(count), count.expected),
        ):
            if isinstance(numbers, tuple):
                titles.append(title)
                series.append(numbers)
    rows = [(str(ply), *map(_text, row)) for ply, row in enumerate(zip(*series, strict=True))]
    return columns([titles, *rows])


def _first_moves(game: Game, count: Count) -> str:
    names = {1: "X wins", 0: "draw", -1: "O wins"}
    values = count.found if isinstance(count.found, tuple) else ()
    return f"first moves{_differs(count)}\n\n{grid(game, [names[value] for value in values])}"


def _differs(count: Count) -> str:
    return "" if count.agrees else " DIFFERS"


def _text(value: object) -> str:
    return "" if value is None else f"{value:,}" if isinstance(value, int) else str(value)
