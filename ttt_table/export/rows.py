"""A table as rows, one per board: CSV or JSON lines, or a file of numpy arrays."""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterable, Iterator, Sized
from contextlib import suppress
from io import StringIO
from itertools import chain, islice
from json import JSONEncoder
from typing import NamedTuple, TypeVar

from ttt_table.rules.outcome import value_of
from ttt_table.runtime import best_of, check_flags
from ttt_table.table.checks import checked_table
from ttt_table.table.reader import Table

__all__ = ["Row", "rows"]

# A smaller table, such as 3x3, is read faster than numpy is imported.
FEW_ROWS = 1 << 13
ROWS_AT_ONCE = 1 << 10  # rows that become text at a time

RowChunk = TypeVar("RowChunk", bound=Sized)


class Row(NamedTuple):
    """A board and its values, from the mover's point of view.

    It is a tuple, since millions of rows are made from columns.

    Attributes:
        board: The text of the board.
        mover: ``"X"`` or ``"O"``.
        value: +1 the mover wins, 0 draw, -1 the mover loses.
        plies: The number of plies to the end of the game.
        canonical: The board that represents its symmetry class.
        blunder_share: The share of the legal moves that give value away, rounded to
            four decimals.
        best: The cells of the best moves.
        keeping: The cells of all moves that keep the value, the best ones included.
        scores: The score of each cell; None if it cannot be played.
    """

    board: str
    mover: str
    value: int
    plies: int
    canonical: str
    blunder_share: float
    best: list[int]
    keeping: list[int]
    scores: list[int | None]


def rows(table: Table, *, unfinished: bool = False) -> Iterator[Row]:
    """Return the boards of a table, in its order.

    Args:
        table: The table.
        unfinished: Whether to give unfinished boards only.

    Raises:
        ArgumentError: An argument is invalid.

    >>> from ttt_table import open_table
    >>> next(rows(open_table()))  # doctest: +ELLIPSIS
    Row(board='.........', mover='X', value=0, plies=9, ..., scores=[0, 0, ..., 0])
    """
    check_flags(unfinished=unfinished)
    if len(checked_table(table)) > FEW_ROWS:
        with suppress(ImportError):  # without numpy the boards are read one by one
            batches = table.arrays(unfinished=unfinished)
            from ttt_table.export.columns import rows_of_batch

            return chain.from_iterable(
                map(Row._make, rows_of_batch(batch)) for batch in batches
            )
    all_rows = (_row_of_board(table, board) for board in table)
    return (row for row in all_rows if row.best or not unfinished)


def _row_of_board(table: Table, board: str) -> Row:
    value, plies = table[board]
    scores = table.scores(board)
    keeping = [cell for cell, score in scores.items() if value_of(score) == value]
    blunder_share = 0.0
    if scores:
        blunder_share = round(1 - len(keeping) / len(scores), 4)
    return Row(
        board=board,
        mover=table.mover(board),
        value=value,
        plies=plies,
        canonical=table.canonical(board),
        blunder_share=blunder_share,
        best=best_of(scores),
        keeping=keeping,
        scores=[scores.get(cell) for cell in range(table.game.cells)],
    )


def csv_text(rows: Iterable[Row]) -> str:
    """Return rows as lines of CSV, with blanks between the cells of a list."""
    text = StringIO()
    writer = csv.writer(text, lineterminator="\n")
    for row in rows:
        *values, best, keeping, scores = row
        best_text = " ".join(map(str, best))
        keeping_text = " ".join(map(str, keeping))
        writer.writerow([*values, best_text, keeping_text, *scores])
    return text.getvalue()


def csv_header(cells: int) -> str:
    """Return the first line of CSV, for boards of this many cells."""
    scores = [f"score_{cell}" for cell in range(cells)]
    return ",".join([*Row._fields[:-1], *scores]) + "\n"


def jsonl_text(rows: Iterable[Row]) -> str:
    """Return rows as lines of JSON."""
    encode = JSONEncoder().encode  # json.dumps would make an encoder for each row
    return "".join(f"{encode(row._asdict())}\n" for row in rows)


def _chunks(rows: Iterator[Row]) -> Iterator[list[Row]]:
    """Yield the rows in lists of `ROWS_AT_ONCE`; the last one may have fewer."""
    while True:
        chunk = list(islice(rows, ROWS_AT_ONCE))
        if not chunk:
            return
        yield chunk


TEXT_FORMATS = {"csv": csv_text, "jsonl": jsonl_text}
FORMATS = (*TEXT_FORMATS, "npz")


def export_pieces(
    table: Table,
    to: str,
    count: Callable[[int], object],
    *,
    unfinished: bool,
    folder: str | None = None,
) -> Iterator[bytes]:
    """Yield the bytes of a file of the rows of a table.

    Args:
        table: The table.
        to: The format, one of `FORMATS`.
        count: Called with how many more rows have been written.
        unfinished: Whether to give unfinished boards only.
        folder: The folder for the temporary files of npz; the system's by default.

    Raises:
        MissingExtraError: The format needs numpy, which is not installed.
        TableAccessError: The temporary files cannot be written.
    """
    if to == "npz":
        batches = table.arrays(unfinished=unfinished)
        from ttt_table.export.columns import npz_pieces  # it needs numpy

        yield from npz_pieces(_counted(batches, count), folder)
        return
    if to == "csv":
        yield csv_header(table.game.cells).encode()
    to_text = TEXT_FORMATS[to]
    chunks = _chunks(rows(table, unfinished=unfinished))
    for chunk in _counted(chunks, count):
        yield to_text(chunk).encode()


def _counted(
    chunks: Iterable[RowChunk], count: Callable[[int], object]
) -> Iterator[RowChunk]:
    """Yield chunks of rows, and count each once the caller has written it."""
    for chunk in chunks:
        yield chunk
        count(len(chunk))
