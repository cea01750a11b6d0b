"""Many players graded, a line each: what ``ttt-table grade`` does with more than one."""

from __future__ import annotations

import csv
import os
from collections.abc import Callable, Sequence
from glob import escape, glob, has_magic
from io import StringIO
from time import perf_counter

from ttt_table.cli.graded import most_telling, unanswered
from ttt_table.cli.terminal import (
    FINE,
    MISUSED,
    MOST_SAID,
    WRONG,
    as_line,
    complain,
    printable,
    show,
)
from ttt_table.errors import ArgumentError, PlayerError, SizeError
from ttt_table.play.causes import causes
from ttt_table.play.grades import Grade

FIELDS = ("player", "sound", "beaten", "blunders", "slips", "forfeits", "seconds", "cause", "error")
"""What is told of each: how it was graded, or in ``error`` why it was not."""
AS_SEEN = "as far as seen"
_WIDTHS = (6, 7, 9, 6, 9, 8)

Row = dict[str, object]


def players_named(named: Sequence[str]) -> list[str]:
    """Each player that is meant, where a file may be a pattern, or a folder with all its files.

    Raises `ArgumentError` where no function is named, or no file fits a pattern.
    """
    found = []
    for one in named:
        path, _, name = one.rpartition(":")
        if not path or not name:
            form = f"{path or name}:move" if os.path.isdir(path or name) else "bot.py:move"
            raise ArgumentError(f"{one}: which function? Write FILE:NAME, as in {form}")
        pattern = os.path.join(escape(path), "*.py") if os.path.isdir(path) else path
        if os.path.exists(pattern) or not has_magic(pattern):
            found.append(one)
        elif files := sorted(glob(pattern)):
            found += [f"{file}:{name}" for file in files]
        else:
            raise ArgumentError(f"{one}: there are no such files")
    return found


def grade_each(
    players: Sequence[str],
    graded: Callable[[str], Grade],
    record: Callable[[Grade], Row],
    form: str,
) -> int:
    """Print a line for each player as soon as it is graded, as ``text``, ``csv`` or ``json``.

    One that cannot be graded is told in its place, and stops nobody else. Returns 0 if all are
    sound, 2 if none could be graded, else 1.
    """
    width = max(len(printable(one)) for one in players)
    if form != "json":
        show(_line(dict(zip(FIELDS, FIELDS, strict=True)), form, width))
    judged = sound = 0
    for one in players:
        row: Row = {"player": one}
        started = perf_counter()
        try:
            found = graded(one)
        except (PlayerError, SizeError) as error:
            row |= {"error": str(error), "code": error.code}
        else:
            judged += 1
            sound += bool(found.sound and found.exact)
            row |= {"seconds": round(perf_counter() - started, 2)}
            row |= record(found) if form == "json" else _figures(found)
        show(as_line(row) if form == "json" else _line(row, form, width))
    if judged < len(players):
        complain(f"{len(players) - judged} of {len(players)} players could not be graded")
    if sound == len(players):
        return FINE
    return WRONG if judged else MISUSED


def _figures(found: Grade) -> Row:
    """What a line tells of a grade."""
    said = {None: "open", True: "yes", False: "no"}
    first = found.forfeits[:1] if not found.blunders else ()
    return {
        "sound": said[found.sound]
        if found.sound is False or not (found.unstable or found.draws)
        else AS_SEEN,
        "beaten": said[None if found.unbeatable is None else not found.unbeatable],
        **{name: getattr(found.totals, name) for name in ("blunders", "slips", "forfeits")},
        "cause": "".join(f"{one.kind}: {one.reason}" for one in first)
        or most_telling(found, causes(found))
        or unanswered(found),
    }


def _line(row: Row, form: str, width: int) -> str:
    """A row as CSV, or in columns that end with the cause or the error."""
    if form == "csv":
        return csv_line(row, FIELDS)
    player, *figures = [str(row.get(name, "")) for name in FIELDS[:-2]]
    aligned = [one.rjust(size) for one, size in zip(figures, _WIDTHS, strict=True)]
    last = printable(str(row.get("cause") or row.get("error", "")), 200)
    return "".join([printable(player).ljust(width), *aligned, f"  {last}"]).rstrip()


def csv_line(row: Row, fields: Sequence[str]) -> str:
    """A row as CSV, with nothing that a terminal could not show."""
    line = StringIO()
    cells = [printable(str(row.get(name, "")), MOST_SAID) for name in fields]
    csv.writer(line, lineterminator="").writerow(cells)
    return line.getvalue()
