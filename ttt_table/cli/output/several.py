"""Many players graded, or files checked, with a line for each."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from glob import escape, glob, has_magic
from pathlib import Path
from time import perf_counter

from ttt_table.cli.output.csv_cells import csv_line
from ttt_table.cli.output.terminal import (
    FINE,
    MISUSED,
    WRONG,
    as_line,
    complain,
    printable,
    show,
)
from ttt_table.cli.output.verdict_text import most_telling, unanswered_text
from ttt_table.errors import ArgumentError, PlayerError, SizeError
from ttt_table.grading.causes import causes
from ttt_table.grading.grades import Grade

# The columns: how a player was graded, or in ``error`` why it was not.
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

# The width of each column in a terminal, but for the first and the last, which have
# none.
_WIDTHS = (6, 7, 9, 6, 9, 8)
_MOST_IN_CSV = 1200  # characters of a cell
_MOST_AT_THE_END = 200  # characters of the last column in a terminal

Row = dict[str, object]


def players_named(names: Sequence[str]) -> list[str]:
    """Return each player that is meant; its file may be a pattern or a folder.

    Args:
        names: ``FILE:NAME`` each.

    Raises:
        ArgumentError: No function is named, or no file fits a pattern.

    """
    players = []
    for name in names:
        path, _, function = name.rpartition(":")
        if not path or not function:
            raise ArgumentError(
                f"{name}: which function? Write FILE:NAME, as in bot.py:move"
            )
        players += [f"{file}:{function}" for file in files_named(path)]
    return players


def files_named(pattern: str) -> list[str]:
    """Return the files that fit a pattern, or are in a folder.

    Raises:
        ArgumentError: There are no such files.

    """
    path = Path(pattern)
    if path.is_dir():
        pattern = str(Path(escape(pattern)) / "*.py")
    elif path.exists() or not has_magic(pattern):
        return [pattern]
    files = sorted(glob(pattern))  # noqa: PTH207  # a pattern may be absolute
    if not files:
        raise ArgumentError(f"{pattern}: there are no such files")
    return files


def print_each(
    names: Sequence[str],
    judge: Callable[[str], tuple[bool, Row]],
    fields: Sequence[str],
    form: str,
) -> int:
    """Print a line for each player or file as soon as it is judged.

    One that cannot be judged gets its line with an error, and the others go on.

    Args:
        names: What is judged.
        judge: Returns whether one is sound, and its row.
        fields: The columns; the first is what is judged, a player or a file.
        form: ``text``, ``csv`` or ``json``.

    Returns:
        The exit status: 0 if all are sound, 2 if none could be judged, else 1.

    """
    kind = fields[0]
    width = max(len(printable(name)) for name in names)
    if form != "json":
        header: Row = dict(zip(fields, fields, strict=True))
        show(_line(header, fields, form, width))

    judged = 0
    sound = 0
    for name in names:
        row: Row = {kind: name}
        started = perf_counter()
        try:
            is_sound, results = judge(name)
        except (PlayerError, SizeError) as error:
            row |= {"error": str(error), "code": error.code}
        else:
            judged += 1
            sound += is_sound
            row |= {"seconds": round(perf_counter() - started, 2), **results}
        show(as_line(row) if form == "json" else _line(row, fields, form, width))

    if judged < len(names):
        failed = len(names) - judged
        complain(f"{failed} of {len(names)} {kind}s could not be judged")
    if sound == len(names):
        return FINE
    return WRONG if judged else MISUSED


def row_of(grade: Grade) -> Row:
    """Return what the line of a player says of its grade."""
    beaten = None if grade.unbeatable is None else not grade.unbeatable
    return {
        "sound": _sound_text(grade),
        "beaten": _verdict_text(beaten),
        "blunders": grade.counts.blunders,
        "slips": grade.counts.slips,
        "forfeits": grade.counts.forfeits,
        "cause": _cause_text(grade),
    }


def _sound_text(grade: Grade) -> str:
    if grade.sound is False:
        return "no"
    played = [side for side in grade.sides.values() if side.played]
    if not played:
        return "not played"
    if len(played) < len(grade.sides) and played[0].sound:
        return f"as {played[0].side}"
    if grade.sound is None and not grade.mistakes.unanswered:
        return "as far as seen"
    return _verdict_text(grade.sound)


def _verdict_text(verdict: bool | None) -> str:
    if verdict is None:
        return "open"
    return "yes" if verdict else "no"


def _cause_text(grade: Grade) -> str:
    mistakes = grade.mistakes
    if mistakes.forfeits and not mistakes.blunders:
        forfeit = mistakes.forfeits[0]
        return f"{forfeit.kind}: {forfeit.reason}"
    return most_telling(grade, causes(grade)) or unanswered_text(grade)


def _line(row: Row, fields: Sequence[str], form: str, width: int) -> str:
    """Return a row as CSV, or in columns that end with the cause or the error."""
    texts = [str(row.get(name, "")) for name in fields]
    if form == "csv":
        return csv_line([printable(text, _MOST_IN_CSV) for text in texts])

    name, *results = texts[:-2]
    cause, error = texts[-2:]
    columns = [printable(name).ljust(width)]
    for text, column_width in zip(results, _WIDTHS, strict=True):
        columns.append(text.rjust(column_width))
    columns.append(f"  {printable(cause or error, _MOST_AT_THE_END)}")
    return "".join(columns).rstrip()
