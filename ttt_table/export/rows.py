"""A table as rows, one an unfinished board, for tools that read CSV, JSON lines or numpy's npz.

Text is written as its rows are read from the table, so memory does not grow with their number;
npz, whose arrays docs/training.md explains, is put together in memory.
"""

from __future__ import annotations

import io
import json
from collections.abc import Iterable, Iterator
from itertools import count
from typing import Any, NamedTuple

from ttt_table.errors import ArgumentError, MissingExtraError, SizeError
from ttt_table.rules.outcome import value_of
from ttt_table.table.files import Path, write_atomically
from ttt_table.table.reader import Table

FORMATS = ("csv", "jsonl", "npz")
MOST_CELLS = 12
"""Boards with more cells are written only when told to: 4x4 has millions of rows."""
NO_SCORE = -128
"""What stands in an npz for the score of a cell that cannot be played."""
_SIGNS = {"X": 1, "O": -1, ".": 0}


class Row(NamedTuple):
    """An unfinished board, seen by its mover."""

    board: str
    mover: str
    """``X`` or ``O``."""
    value: int
    """1 the mover wins, 0 draw, -1 the mover loses."""
    plies: int
    """Moves by both to the end."""
    best: list[int]
    """The cells of the best moves, in order."""
    keeping: list[int]
    """The cells that keep the value, in order; the best are among them."""
    scores: list[int | None]
    """The score of each cell for the mover; None where it cannot be played."""


def rows(table: Table) -> Iterator[Row]:
    """The unfinished boards of a table, in its order: by tier, mask and pattern.

    >>> from ttt_table import open_table
    >>> list(rows(open_table()))[-1]  # doctest: +ELLIPSIS
    Row(board='.OOOXXOXX', mover='X', value=1, plies=1, best=[0], keeping=[0], scores=[9, ...])
    """
    for board in table:
        scores = table.scores(board)
        if not scores:
            continue
        best = max(scores.values())
        value, plies = table[board]
        yield Row(
            board,
            table.mover(board),
            value,
            plies,
            [cell for cell, score in scores.items() if score == best],
            [cell for cell, score in scores.items() if value_of(score) == value],
            [scores.get(cell) for cell in range(table.game.cells)],
        )


def write_rows(table: Table, path: Path, to: str, *, force: bool = False) -> int:
    """Write the rows of a table to a file, in one of `FORMATS`; returns how many there are.

    Raises `ArgumentError` for another format, `SizeError` for a board of more than 12 cells unless
    ``force`` is given, `MissingExtraError` where npz lacks numpy, and `TableAccessError` where the
    file cannot be written: the path then holds what it held.
    """
    counter = count()
    # A row is asked for before its number: the end of the rows takes none.
    numbered = zip(rows(table), counter, strict=False)
    pieces = row_pieces(table, to, (row for row, _ in numbered), force=force)
    write_atomically(path, pieces)
    return next(counter)


def row_pieces(
    table: Table, to: str, found: Iterable[Row] | None = None, *, force: bool = False
) -> Iterator[bytes | memoryview]:
    """The bytes of a file of rows, all of the table's or those ``found``, piece by piece.

    Raises what `write_rows` says of its arguments.
    """
    if to not in FORMATS:
        raise ArgumentError(f"no such format: {to!r}; choose from {', '.join(FORMATS)}")
    if table.game.cells > MOST_CELLS and not force:
        raise SizeError(
            f"{table.game} has {table.game.cells} cells and up to {len(table):,} rows; "
            "--force (force=True) writes them"
        )
    found = rows(table) if found is None else found
    if to == "jsonl":
        return (f"{json.dumps(row._asdict())}\n".encode() for row in found)
    return _csv(found, table.game.cells) if to == "csv" else _npz(found, table.game.cells)


def _csv(found: Iterable[Row], cells: int) -> Iterator[bytes]:
    """Nothing needs quotes: a list has spaces between its cells, no score is an empty field."""
    scores = (f"score_{cell}" for cell in range(cells))
    yield (",".join([*Row._fields[:-1], *scores]) + "\n").encode()
    for row in found:
        lists = (" ".join(map(str, listed)) for listed in (row.best, row.keeping))
        numbers = ("" if score is None else score for score in row.scores)
        fields = (row.board, row.mover, row.value, row.plies, *lists, *numbers)
        yield (",".join(map(str, fields)) + "\n").encode()


def _npz(found: Iterable[Row], cells: int) -> Iterator[memoryview]:
    """An array a column: some 4 bytes a cell of each row, until it is packed."""
    try:
        import numpy as np
    except ImportError as error:
        raise MissingExtraError.of("npz", "numpy", error) from None
    every, by_cell = range(cells), (cells,)
    columns: list[Any] = [("boards", "i1", by_cell)]
    columns += [("movers", "i1"), ("values", "i1"), ("plies", "i1")]
    columns += [("best", "?", by_cell), ("keeping", "?", by_cell), ("scores", "i1", by_cell)]

    def record(row: Row) -> tuple[object, ...]:
        return (
            [_SIGNS[mark] for mark in row.board],
            _SIGNS[row.mover],
            row.value,
            row.plies,
            [cell in row.best for cell in every],
            [cell in row.keeping for cell in every],
            [NO_SCORE if score is None else score for score in row.scores],
        )

    table = np.fromiter(map(record, found), columns)
    file = io.BytesIO()
    # numpy dates what it packs 1980, the earliest that a zip file can tell: the same rows give the
    # same bytes on every day.
    np.savez_compressed(file, **{name: table[name] for name, *_ in columns})
    yield file.getbuffer()
