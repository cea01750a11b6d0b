"""What was read in each row of answers, with its verdict, as CSV."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from tempfile import SpooledTemporaryFile

from ttt_table.answers.counting import NO_ANSWER, ReadRow, text_of_answer
from ttt_table.answers.verdict import Verdict
from ttt_table.cli.output.csv_cells import csv_line
from ttt_table.cli.output.terminal import printable
from ttt_table.table.reader import Table

HEADER = (
    "row",
    "model",
    "board",
    "canonical",
    "stones",
    "answer",
    "cell",
    "legal",
    "keeps",
    "matters",
    "cause",
    "doubt",
)

MAX_TEXT = 1000  # characters of an answer; a longer one is cut in the middle
MAX_IN_MEMORY = 1 << 26  # bytes; more lines are kept in a temporary file
BYTES_AT_ONCE = 1 << 20


class RowLines:
    """Lines of CSV, one for each answer, kept until all rows have been judged.

    A file is only written once the last row has turned out to be good.
    """

    def __init__(self, table: Table) -> None:
        self._lines = SpooledTemporaryFile(MAX_IN_MEMORY)  # noqa: SIM115  # see close
        self._canonical = cache(table.canonical)
        self._write(HEADER)

    def close(self) -> None:
        """Free the memory, and delete the temporary file."""
        self._lines.close()

    def add(self, read: ReadRow) -> None:
        """Add a row that was judged."""
        row = read.row
        board = row.board
        texts = [
            row.name,
            row.model,
            board,
            self._canonical(board),
            str(len(board) - board.count(".")),
            text_of_answer(row.answer),
            *_results(read.verdict),
            _yes_or_no(read.matters),
            NO_ANSWER if read.verdict is None else _cause_text(read.verdict),
            read.reading.doubt,
        ]
        self._write([printable(text, MAX_TEXT) for text in texts])

    def pieces(self) -> Iterator[bytes]:
        """Yield the bytes of the whole file."""
        self._lines.seek(0)
        while piece := self._lines.read(BYTES_AT_ONCE):
            yield piece

    def _write(self, texts: Sequence[str]) -> None:
        self._lines.write(f"{csv_line(texts)}\n".encode())


def _results(verdict: Verdict | None) -> tuple[str, str, str]:
    """Return the cell, if it is one of the board, whether it is legal, and keeps."""
    if verdict is None:
        return "", "no", "no"
    cell = str(verdict.cell) if verdict.cell >= 0 else ""
    return cell, _yes_or_no(verdict.legal), _yes_or_no(verdict.keeps)


def _yes_or_no(verdict: bool) -> str:
    return "yes" if verdict else "no"


def _cause_text(verdict: Verdict) -> str:
    if verdict.cause is None:
        return ""
    if not verdict.reason or verdict.reason == verdict.cause:
        return verdict.cause
    return f"{verdict.cause}: {verdict.reason}"
