"""The cell that was read in each row of answers, as CSV for people to check."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from tempfile import SpooledTemporaryFile

from ttt_table.cli.output.csv_cells import csv_line
from ttt_table.cli.output.terminal import printable
from ttt_table.grading.answer_file import AnswerRow
from ttt_table.grading.verdict import Verdict

HEADER = ("row", "model", "board", "answer", "cell", "legal", "keeps", "cause")
UNANSWERED = "unanswered"

MAX_TEXT = 1000  # characters of an answer; a longer one is cut in the middle
MAX_IN_MEMORY = 1 << 26  # bytes; more lines are kept in a temporary file
BYTES_AT_ONCE = 1 << 20


class ParsedAnswers:
    """Lines of CSV, one for each answer, kept until all rows have been judged.

    A file is only written once the last row has turned out to be good.
    """

    def __init__(self) -> None:
        self._lines = SpooledTemporaryFile(MAX_IN_MEMORY)  # noqa: SIM115  # see close
        self._write(HEADER)

    def close(self) -> None:
        """Free the memory, and delete the temporary file."""
        self._lines.close()

    def add(self, row: AnswerRow, verdict: Verdict | None) -> None:
        """Add a row with the verdict on its answer; None if it gives none."""
        if verdict is None:
            results = ["", "", "", UNANSWERED]
        else:
            results = [
                str(verdict.cell) if verdict.cell >= 0 else "",
                _yes_or_no(verdict.legal),
                _yes_or_no(verdict.keeps),
                _cause_text(verdict),
            ]
        texts = [str(row.name), row.model, row.board, _text_of(row.answer), *results]
        self._write([printable(text, MAX_TEXT) for text in texts])

    def pieces(self) -> Iterator[bytes]:
        """Yield the bytes of the whole file."""
        self._lines.seek(0)
        while piece := self._lines.read(BYTES_AT_ONCE):
            yield piece

    def _write(self, texts: Sequence[str]) -> None:
        self._lines.write(f"{csv_line(texts)}\n".encode())


def _yes_or_no(verdict: bool) -> str:
    return "yes" if verdict else "no"


def _cause_text(verdict: Verdict) -> str:
    if verdict.cause is None:
        return ""
    if not verdict.reason or verdict.reason == verdict.cause:
        return verdict.cause
    return f"{verdict.cause}: {verdict.reason}"


def _text_of(answer: object) -> str:
    """Return an answer as the file has it: a text as it is, anything else as JSON."""
    if answer is None:
        return ""
    return answer if isinstance(answer, str) else json.dumps(answer, ensure_ascii=False)
