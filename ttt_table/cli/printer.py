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
    as_text,
    printable,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from ttt_table.results import Result

TEXT = "text"
CSV = "csv"
JSON = "json"
WORST_FIRST = (INTERRUPTED, UNUSABLE, MISUSED, WRONG, OPEN, FINE)
ERROR = ("error", "code")  # the last columns of CSV
MAX_LINE = 1 << 17  # characters of a line of text
MAX_FACT = 1000
NAME_WIDTH = 20  # of the first column at least: later names may be longer
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
            draw = _drawing_of(form, fields, result, whole=whole or is_only)
        text = draw(result)
        # Of results that belong together, the first has the text of all.
        if text and not _show_any(text, _worst(statuses)):
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


def _show_any(text: str, status: int) -> bool:
    """Print text; return False if it is lost, but the status reports something worse.

    Raises:
        OSError: The text is lost, and all was well.
    """
    try:
        show(text)
    except OSError as error:
        if status == FINE:
            raise
        if not is_unread(error):
            complain(f"cannot print the answer: {error.strerror or error}")
        discard("stdout")
        return False
    return True


def _drawing_of(
    form: str, fields: Sequence[str], first: Result, *, whole: bool
) -> Callable[[Result], str]:
    """Return what draws each result; a table's head is printed already."""
    if form == JSON:
        return _json_line
    if form == CSV:
        return lambda result: _csv_line(
            as_text(result.row.get(field)) for field in (*fields, *ERROR)
        )
    if whole:
        return _safe_text
    return _table_line(fields, first)


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


def _table_line(fields: Sequence[str], first: Result) -> Callable[[Result], str]:
    """Print the head of a table, and return what draws its lines.

    A column is as wide as its name and its first fact, since other results may come
    much later. Numbers are aligned to the right.
    """
    width_of = {}
    for field in fields:
        width_of[field] = max(len(field), len(as_text(first.row.get(field))))
    width_of[fields[0]] = max(width_of[fields[0]], NAME_WIDTH)
    numbers = {field for field in fields if type(first.row.get(field)) in (int, float)}

    def line(facts: dict[str, object]) -> str:
        cells = []
        for field in fields:
            align = str.rjust if field in numbers else str.ljust
            text = printable(as_text(facts[field]), MAX_FACT)
            cells.append(align(text, width_of[field]))
        return GAP.join(cells).rstrip()

    def line_of(result: Result) -> str:
        if "error" not in result.row:
            return line({field: result.row.get(field) for field in fields})
        name = printable(str(result.row[fields[0]]), MAX_FACT)
        reason = printable(str(result.row["error"]), MAX_FACT)
        return f"{name.ljust(width_of[fields[0]])}{GAP}{reason}"

    show(line(dict(zip(fields, fields, strict=True))))
    return line_of
