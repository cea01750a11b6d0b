"""Many players graded, or files checked, a line each."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from glob import escape, glob, has_magic
from time import perf_counter

from ttt_table.cli.output.csv_cells import csv_line
from ttt_table.cli.output.graded import most_telling, unanswered
from ttt_table.cli.output.terminal import (
    FINE,
    MISUSED,
    WRONG,
    as_line,
    complain,
    printable,
    show,
)
from ttt_table.errors import ArgumentError, PlayerError, SizeError
from ttt_table.grading.causes import causes
from ttt_table.grading.grades import Grade

FIELDS = (
    "player",
    "sound",
    "beaten",
    "blunders",
    "slips",
    "forfeits",
    "seconds",
    "cause",
    "error",
)
"""What is told of each: how it was graded, or in ``error`` why it was not."""
_WIDTHS = (6, 7, 9, 6, 9, 8)
_MOST_OF_A_CELL, _MOST_AT_THE_END = (
    1200,
    200,
)  # characters of a row of CSV, of one in columns

Row = dict[str, object]


def players_named(named: Sequence[str]) -> list[str]:
    """Each player that is meant, where a file may be a pattern, or a folder.

    Raises `ArgumentError` where no function is named, or no file fits a pattern.
    """
    found = []
    for one in named:
        path, _, name = one.rpartition(":")
        if not path or not name:
            raise ArgumentError(
                f"{one}: which function? Write FILE:NAME, as in bot.py:move"
            )
        found += [f"{file}:{name}" for file in files_named(path)]
    return found


def files_named(pattern: str) -> list[str]:
    """The files that fit a pattern, or are in a folder. Raises `ArgumentError` where none is."""
    if os.path.isdir(pattern):
        pattern = os.path.join(escape(pattern), "*.py")
    elif os.path.exists(pattern) or not has_magic(pattern):
        return [pattern]
    found = sorted(glob(pattern))
    if not found:
        raise ArgumentError(f"{pattern}: there are no such files")
    return found


def print_each(
    named: Sequence[str],
    judge: Callable[[str], tuple[bool, Row]],
    fields: Sequence[str],
    form: str,
) -> int:
    """Print a line for each as soon as it is judged, as ``text``, ``csv`` or ``json``.

    A judge says whether one is sound, and what there is to say of it. The first of the fields is
    what is judged, a player or a file. One that cannot be judged is told in its place, and stops
    nobody else. Returns 0 if all are sound, 2 if none could be judged, else 1.
    """
    kind = fields[0]
    width = max(len(printable(one)) for one in named)
    if form != "json":
        show(_line(dict(zip(fields, fields, strict=True)), fields, form, width))
    judged = sound = 0
    for one in named:
        row: Row = {kind: one}
        started = perf_counter()
        try:
            is_sound, said = judge(one)
        except (PlayerError, SizeError) as error:
            row |= {"error": str(error), "code": error.code}
        else:
            judged += 1
            sound += is_sound
            row |= {"seconds": round(perf_counter() - started, 2), **said}
        show(as_line(row) if form == "json" else _line(row, fields, form, width))
    if judged < len(named):
        complain(f"{len(named) - judged} of {len(named)} {kind}s could not be judged")
    if sound == len(named):
        return FINE
    return WRONG if judged else MISUSED


def figures_of(found: Grade) -> Row:
    """What a line tells of a grade."""
    said = {None: "open", True: "yes", False: "no"}
    first = found.forfeits[:1] if not found.blunders else ()
    seen = found.sound is None and not found.unanswered
    return {
        "sound": "as far as seen" if seen else said[found.sound],
        "beaten": said[None if found.unbeatable is None else not found.unbeatable],
        **{
            name: getattr(found.totals, name)
            for name in ("blunders", "slips", "forfeits")
        },
        "cause": "".join(f"{one.kind}: {one.reason}" for one in first)
        or most_telling(found, causes(found))
        or unanswered(found),
    }


def _line(row: Row, fields: Sequence[str], form: str, width: int) -> str:
    """A row as CSV, or in columns that end with the cause or the error."""
    if form == "csv":
        cells = [printable(str(row.get(name, "")), _MOST_OF_A_CELL) for name in fields]
        return csv_line(cells)
    player, *figures = [str(row.get(name, "")) for name in fields[:-2]]
    aligned = [one.rjust(size) for one, size in zip(figures, _WIDTHS, strict=True)]
    last = printable(str(row.get("cause") or row.get("error", "")), _MOST_AT_THE_END)
    return "".join([printable(player).ljust(width), *aligned, f"  {last}"]).rstrip()
