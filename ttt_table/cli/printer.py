"""The one printer: shows results as text, as CSV and as JSON, for every command."""

from __future__ import annotations

from ttt_table.cli.streams import (
    complain,
    discard,
    is_unread,
    print_to_stderr,
    show,
)
from ttt_table.results import (
    FINE,
    INTERRUPTED,
    MISUSED,
    OPEN,
    UNUSABLE,
    WRONG,
    NamedResults,
    as_text,
    printable,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from ttt_table.results import Result

TEXT = "text"
CSV = "csv"
JSON = "json"
WORST_FIRST = (INTERRUPTED, UNUSABLE, MISUSED, WRONG, OPEN, FINE)
ERROR = ("error", "code")  # the last columns of CSV
MAX_LINE = 1 << 17  # characters of a line of text
MAX_FACT = 1000
NAME_WIDTH = 20  # of the first column, and that of games, at least
MAX_NAME_WIDTH = 60  # for a longer name, the first column is not made wider
GAME = "game"  # the column of a game's name
GAP = "  "  # between columns


def print_results(
    results: Iterable[Result], fields: Sequence[str], form: str, *, whole: bool = False
) -> int:
    """Print each result as soon as it comes, and return the exit status.

    As text a single result is drawn whole, and several are a line each. A single one
    that failed is a message on standard error.

    Args:
        results: The results; a list of one if it is the only one.
        fields: The facts of a row, in order. The first is the name of what is judged.
        form: `TEXT`, `CSV` or `JSON`.
        whole: Whether also several results are drawn whole.

    Returns:
        The worst status of a result: something could not be judged, else was wrong,
        else is open.
    """
    is_only = form == TEXT and isinstance(results, list) and len(results) == 1
    if form == CSV:
        show(_csv_line((*fields, *ERROR)))
    draw: Callable[[Result], str] | None = None
    statuses: list[int] = []
    failed = 0
    for result in results:
        statuses.append(result.status)
        failed += "error" in result.row
        if is_only and "error" in result.row:
            _complain_about(result)
            continue
        if draw is None:
            if form == TEXT and not (whole or is_only):
                draw = _table_line(fields, result, _names_of(results))
            else:
                draw = _drawing_of(form, fields)
        text = draw(result)
        # Of results that belong together, the first has the text of all.
        if text and not _is_shown(text, _worst(statuses)):
            break  # nobody reads what would follow
    if failed and not is_only:
        complain(f"{failed} of {len(statuses)} {fields[0]}s failed")
    return _worst(statuses)


def _complain_about(result: Result) -> None:
    """Print why there is no result, and what to do, on standard error."""
    complain(str(result.row["error"]))
    for line in str(result.more().get("advice", "")).splitlines():
        print_to_stderr(printable(line, MAX_FACT))


def _worst(statuses: Sequence[int]) -> int:
    return next((status for status in WORST_FIRST if status in statuses), FINE)


def _is_shown(text: str, status: int) -> bool:
    """Print text; return False if nobody reads it, but the status reports a failure.

    Raises:
        OSError: The text cannot be written, or nobody reads it and all was well.
    """
    try:
        show(text)
    except OSError as error:
        if status == FINE or not is_unread(error):
            raise
        discard("stdout")
        return False
    return True


def _names_of(results: Iterable[Result]) -> Sequence[str]:
    """Return the names of all results, if they are known before the results are."""
    return results.names if isinstance(results, NamedResults) else ()


def _drawing_of(form: str, fields: Sequence[str]) -> Callable[[Result], str]:
    """Return what draws each result by itself, or as a line of CSV."""
    if form == JSON:
        return _json_line
    if form == CSV:
        return lambda result: _csv_line(
            as_text(result.row.get(field)) for field in (*fields, *ERROR)
        )
    return _safe_text


def _json_line(result: Result) -> str:
    import json  # most results are for people

    return json.dumps(result.record())


def _csv_line(cells: Iterable[str]) -> str:
    from ttt_table.results.csv_line import csv_line  # most results are for people

    return csv_line(cells)


def _safe_text(result: Result) -> str:
    """Return a result's text without control characters."""
    text = str(result)
    if text.replace("\n", "").isprintable():
        return text
    return "\n".join(printable(line, MAX_LINE) for line in text.split("\n"))


def _table_line(
    fields: Sequence[str], first: Result, names: Sequence[str]
) -> Callable[[Result], str]:
    """Print the head of a table, and return what draws its lines.

    The first column has room for all names that are known. Other columns are as wide as
    their name and their first fact, since other results may come much later. Numbers
    are aligned to the right.
    """
    width_of = {}
    for field in fields:
        width_of[field] = max(len(field), len(as_text(first.row.get(field))))
    for field in {fields[0], GAME} & {*fields}:
        width_of[field] = max(width_of[field], NAME_WIDTH)
    lengths = [len(printable(name, MAX_FACT)) for name in names]
    fitting = [length for length in lengths if length <= MAX_NAME_WIDTH]
    width_of[fields[0]] = max(width_of[fields[0]], *fitting, 0)

    def line(facts: Mapping[str, object], row: Mapping[str, object]) -> str:
        cells = []
        for field in fields:
            is_number = type(row.get(field)) in (int, float)
            align = str.rjust if is_number else str.ljust
            text = printable(as_text(facts.get(field)), MAX_FACT)
            cells.append(align(text, width_of[field]))
        return GAP.join(cells).rstrip()

    def line_of(result: Result) -> str:
        if "error" not in result.row:
            return line(result.row, result.row)
        name = printable(str(result.row[fields[0]]), MAX_FACT)
        reason = printable(str(result.row["error"]), MAX_FACT)
        return f"{name.ljust(width_of[fields[0]])}{GAP}{reason}"

    show(line(dict(zip(fields, fields, strict=True)), first.row))
    return line_of
