"""What an audit of a table has found: wrong slots, and counts beside known ones."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from ttt_table.audit import Count, Report, WrongPosition
from ttt_table.audit.counts import FIRST_MOVES, POSITION_ROWS, RESULT_ROWS
from ttt_table.audit.published import COMPUTED, PUBLISHED
from ttt_table.errors import shown_path
from ttt_table.results import (
    FINE,
    WRONG,
    Result,
    columns,
)
from ttt_table.results.boards import grid, label, lines_text
from ttt_table.rules.game import Game, playable
from ttt_table.rules.outcome import RESULTS, Outcome
from ttt_table.rules.recognition import lines_sha256, name_fits_lines

FIELDS = ("file", "game", "passed", "slots", "wrong_slots", "agreeing", "differing")


def audited(path: str, report: Report) -> Result:
    """Return what an audit has found.

    Args:
        path: The table file.
        report: The report of its audit.
    """
    expected = [count for count in report.counts if count.source is not None]
    differing = [count for count in report.counts if not count.agrees]
    row = {
        "file": path,
        "game": str(report.game),
        "passed": report.passed,
        "slots": report.slots,
        "wrong_slots": report.wrong_slots,
        "agreeing": sum(count.agrees for count in expected),
        "differing": len(differing),
    }
    return Result(
        row,
        lambda: _audit_text(path, report),
        lambda: _details(report),
        FINE if report.passed else WRONG,
    )


def _details(report: Report) -> dict[str, object]:
    counts = [
        {
            "name": count.name,
            "value": count.value,
            "expected": count.expected,
            "source": count.source,
            "basis": count.basis,
            "agrees": count.agrees,
        }
        for count in report.counts
    ]
    details: dict[str, object] = {"wrong": report.wrong, "counts": counts}
    if report.game.lines is not None:
        details["lines_sha256"] = lines_sha256(report.game)
        is_family = name_fits_lines(report.game)
        details["named_by"] = "family" if is_family else "builder"
    return details


def _audit_text(path: str, report: Report) -> str:
    """Draw the first wrong positions, then the counts; the last line is the verdict."""
    counts = report.counts
    sources = dict.fromkeys(count.source for count in counts if count.source)
    marks = {source: f"[{number}]" for number, source in enumerate(sources, start=1)}
    notes = [f"{mark} {source}" for source, mark in marks.items()]
    if not any(count.basis == PUBLISHED for count in counts):
        notes.append("no published numbers are known for this game")

    parts = [f"{shown_path(path)}: {report.game}"]
    if report.game.lines is not None:
        parts[0] += f"\n{_lines_and_origin(report.game)}"
    if report.wrong_slots:
        parts.append(
            f"{report.wrong_slots:,} of {report.slots:,} slots are WRONG; "
            "the first few:"
        )
        parts += [_wrong_drawing(report.game, wrong) for wrong in report.wrong]
    parts.append(_single_counts(counts, marks))
    parts.append(_rows_by_ply(counts, POSITION_ROWS, marks))
    parts.append(_rows_by_ply(counts, RESULT_ROWS, marks))
    parts.append(_first_moves(report.game, report.count_of(FIRST_MOVES), marks))
    parts.append("\n".join(notes))
    parts.append(_verdict(report))
    return "\n\n".join(filter(None, parts))


def _lines_and_origin(game: Game) -> str:
    """Say which lines a game has, and whether its name stands for them."""
    origin = "named by its builder"
    if name_fits_lines(game):
        origin = "those that its name stands for"
    return f"{lines_text(game)}, sha256 {lines_sha256(game)}, {origin}"


def _verdict(report: Report) -> str:
    """Say whether the table passed, and on what grounds."""
    if report.passed:
        bases = Counter(count.basis for count in report.counts)
        agreeing = ", ".join(
            f"{bases[basis]} {basis}" for basis in (PUBLISHED, COMPUTED) if bases[basis]
        )
        text = f"PASSED: all {report.slots:,} slots are right"
        if agreeing:
            text += f"; counts that agree: {agreeing}"
        return text

    if report.wrong_slots:
        text = f"FAILED: {report.wrong_slots:,} of {report.slots:,} slots are wrong"
    else:
        text = f"FAILED: the {report.slots:,} slots agree with each other"
    differing = [count.name for count in report.counts if not count.agrees]
    if differing:
        text += f"; these counts differ: {', '.join(differing)}"
    return text


def _wrong_drawing(game: Game, wrong: WrongPosition) -> str:
    stored = _slot_text(wrong.stored)
    expected = _slot_text(wrong.expected)
    drawing = grid(game, wrong.board.replace(".", " "))
    return (
        f"{wrong.board}  stored: {stored}, should be: {expected} (for the mover)"
        f"\n\n{drawing}"
    )


def _slot_text(outcome: Outcome | None) -> str:
    return "unreachable" if outcome is None else label(outcome)


def _single_counts(counts: Sequence[Count], marks: Mapping[str, str]) -> str:
    """Draw the counts that are one number; the others have one for each ply or cell."""
    rows = [["", "this table", "expected", ""]]
    for count in counts:
        if not isinstance(count.value, tuple):
            own = _number_text(count.value)
            expected = _number_text(count.expected)
            rows.append([count.name, own, expected, _mark_of(count, marks)])
    if not marks:  # nothing is expected
        rows = [row[:2] for row in rows]
    return columns(rows)


def _rows_by_ply(
    counts: Sequence[Count], names: Sequence[str], marks: Mapping[str, str]
) -> str:
    """Draw one line per ply, with the expected numbers beside those of the table.

    Nothing if there are no such counts: of few symmetries no classes are counted.
    """
    series: list[tuple[object, ...]] = []
    for count in counts:
        if count.name not in names:
            continue
        title = count.name.removesuffix(" per ply")
        expected_title = f"expected {_mark_of(count, marks)}"
        if isinstance(count.value, tuple):
            series.append((title, *count.value))
        if isinstance(count.expected, tuple):
            series.append((expected_title, *count.expected))

    if not series:
        return ""
    plies = ("ply", *range(len(series[0]) - 1))
    rows = zip(plies, *series, strict=True)
    return columns([list(map(_number_text, row)) for row in rows])


def _first_moves(game: Game, count: Count, marks: Mapping[str, str]) -> str:
    """Draw what each first move leads to, and what is expected if that differs."""
    parts = [f"{count.name} {_mark_of(count, marks)}".rstrip()]
    for values in dict.fromkeys((count.value, count.expected)):
        if isinstance(values, tuple):
            labels = [""] * game.cells  # with gravity, few cells can be played first
            for cell, value in zip(playable(game, 0), values, strict=True):
                labels[cell] = RESULTS.get(value, "")
            parts.append(grid(game, labels))
    return "\n\n".join(parts)


def _mark_of(count: Count, marks: Mapping[str, str]) -> str:
    """Return the number of a count's source, and whether the table differs from it."""
    mark = marks.get(count.source or "", "")
    if not count.agrees:
        mark += " DIFFERS"
    return mark


def _number_text(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, int):
        return f"{value:,}"
    return str(value)
