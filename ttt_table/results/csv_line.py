"""A line of CSV whose cells no spreadsheet takes for formulas.

A file may be called ``=1+1.py``, and an exception may say anything. A spreadsheet runs
a cell that begins with one of some characters as a formula, even between quotation
marks, so a single quote is put before it, as OWASP recommends
(https://owasp.org/www-community/attacks/CSV_Injection). Programs that read the CSV see
that quote too: those that need the texts as they are have --json.
"""

from __future__ import annotations

import csv
from collections.abc import Iterable
from io import StringIO

from ttt_table.results import printable

STARTS_OF_FORMULAS = ("=", "+", "-", "@", "\t", "\r", "\n")
# Some spreadsheets take the full-width forms of East Asian keyboards for the same.
FULL_WIDTH_STARTS = ("\uff1d", "\uff0b", "\uff0d", "\uff20")
MAX_CELL = 1000  # characters; a longer text is cut in the middle


def csv_line(cells: Iterable[str]) -> str:
    """Return a line of CSV, without its end.

    >>> print(csv_line(["=1+1.py", "-0.5", "two, or three"]))
    '=1+1.py,-0.5,"two, or three"
    """
    line = StringIO()
    csv.writer(line, lineterminator="").writerow(map(_safe_cell, cells))
    return line.getvalue()


def _safe_cell(cell: str) -> str:
    """Return a cell's text so that it stays text; numbers stay as they are."""
    text = printable(cell, MAX_CELL)
    if text.startswith((*STARTS_OF_FORMULAS, *FULL_WIDTH_STARTS)) and not _is_numeric(
        text
    ):
        return f"'{text}"
    return text


def _is_numeric(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return text.isascii()
