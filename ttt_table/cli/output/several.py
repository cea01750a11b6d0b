"""Several players graded, or files checked, with a line for each."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from time import perf_counter
from typing import TypeAlias

from ttt_table.cli.output.csv_cells import csv_line
from ttt_table.cli.output.terminal import (
    FINE,
    MISUSED,
    WRONG,
    as_line,
    complain,
    message_of,
    printable,
    show,
)
from ttt_table.errors import PlayerError, SizeError

# The widths of the columns in a terminal. The first column, not listed here, is as wide
# as the longest name; the last one, with the cause or the error, is as long as it is.
_WIDTHS = {
    "sound": 6,
    "beaten": 7,
    "blunders": 9,
    "slips": 6,
    "forfeits": 9,
    "seconds": 8,
}
_MAX_IN_CSV = 1200  # characters of a cell
_MAX_AT_THE_END = 200  # characters of the last column in a terminal

Row: TypeAlias = Mapping[str, object]  # what is in each column, by its name


@dataclass(frozen=True, slots=True)
class Judged:
    """The result for one player or file.

    Attributes:
        is_sound: Whether the player is sound, or the file right.
        row: The columns of its line, without its name and the time that it took.
    """

    is_sound: bool
    row: Row


def print_each(
    names: Sequence[str],
    judge: Callable[[str], Judged],
    fields: Sequence[str],
    form: str,
) -> int:
    """Print a line for each player or file as soon as it is judged.

    One that cannot be judged gets its line with an error, and the others go on.

    Args:
        names: The players or files.
        judge: Judges the one of a name.
        fields: The names of the columns; the first is ``player`` or ``file``.
        form: ``text``, ``csv`` or ``json``.

    Returns:
        The exit status: 0 if all are sound, 2 if none could be judged, else 1.
    """
    kind = fields[0]
    width = max(len(printable(name)) for name in names)
    if form != "json":
        header = dict(zip(fields, fields, strict=True))
        if form == "text":
            header = {**header, "note": "", "error": ""}  # they share a column
        show(_line(header, fields, form, width))

    judged_count = 0
    sound_count = 0
    for name in names:
        row: Row
        started = perf_counter()
        try:
            judged = judge(name)
        except (PlayerError, SizeError) as error:
            reason, _, _ = message_of(error).partition("\n")
            row = {kind: name, "error": reason, "code": error.code}
        else:
            seconds = round(perf_counter() - started, 2)
            row = {kind: name, "seconds": seconds, **judged.row}
            judged_count += 1
            if judged.is_sound:
                sound_count += 1
        show(_line(row, fields, form, width))

    if judged_count < len(names):
        failed = len(names) - judged_count
        complain(f"{failed} of {len(names)} {kind}s could not be judged")
    if sound_count == len(names):
        return FINE
    return WRONG if judged_count else MISUSED


def _line(row: Row, fields: Sequence[str], form: str, width: int) -> str:
    """Return a row as JSON, as CSV, or in columns of a terminal."""
    if form == "json":
        return as_line(dict(row))
    if form == "csv":
        texts = [str(row.get(field, "")) for field in fields]
        return csv_line([printable(text, _MAX_IN_CSV) for text in texts])
    return _columns(row, fields[0], width)


def _columns(row: Row, kind: str, width: int) -> str:
    """Return a row in columns, of which the last has a note, the cause or the error."""
    columns = [printable(str(row[kind])).ljust(width)]
    for field, field_width in _WIDTHS.items():
        columns.append(str(row.get(field, "")).rjust(field_width))
    ends = [str(row.get(field) or "") for field in ("note", "cause", "error")]
    end = "; ".join(filter(None, ends))
    columns.append(f"  {printable(end, _MAX_AT_THE_END)}")
    return "".join(columns).rstrip()
