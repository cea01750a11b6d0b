"""What was read in each row of answers, with its verdict, as CSV."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache

from ttt_table.answers.asked import keeping_moves
from ttt_table.answers.rows import text_of_answer
from ttt_table.answers.scores import NO_ANSWER, JudgedRow
from ttt_table.answers.verdict import Verdict
from ttt_table.results.csv_line import csv_line
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
    "asked",
    "cause",
    "doubt",
)


def row_lines(judged_rows: Iterable[JudgedRow], table: Table) -> Iterator[bytes]:
    """Yield a line of CSV for each row as it is judged, after a header."""
    canonical = cache(table.canonical)
    matters = cache(lambda board: not all(keeping_moves(table, board).values()))
    yield f"{csv_line(HEADER)}\n".encode()
    for judged in judged_rows:
        row = judged.row
        board = row.board
        texts = [
            row.name,
            row.model,
            board,
            canonical(board),
            str(len(board) - board.count(".")),
            text_of_answer(row.answer),
            *_results(judged.verdict),
            _yes_or_no(matters(board)),
            _yes_or_no(judged.is_asked),
            NO_ANSWER if judged.verdict is None else _cause_text(judged.verdict),
            judged.reading.doubt,
        ]
        yield f"{csv_line(texts)}\n".encode()


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
