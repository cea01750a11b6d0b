"""A table as rows, one an unfinished board, for tools that read CSV, JSON lines or numpy's npz.

Text is written as its rows are read from the table, so memory does not grow with their number;
npz is put together in memory.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from itertools import count
from typing import NamedTuple

from ttt_table.errors import ArgumentError, SizeError
from ttt_table.rules.outcome import value_of
from ttt_table.table.files import Path, write_atomically
from ttt_table.table.reader import Table

FORMATS = ("csv", "jsonl", "npz")
MOST_CELLS = 12
"""Boards with more cells are written only when told to: 4x4 has millions of rows."""


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
        raise ArgumentError(f"no such format: {to!r}; there are {', '.join(FORMATS)}")
    if table.game.cells > MOST_CELLS and not force:
        raise SizeError(
            f"{table.game} has {table.game.cells} cells and up to {len(table):,} rows; "
            "force (--force) writes them"
        )
    found = rows(table) if found is None else found
    if to == "npz":
        from ttt_table.export.npz import npz_pieces

        return npz_pieces(found, table.game.cells)
    lines = _csv(found, table.game.cells) if to == "csv" else _jsonl(found)
    return (line.encode() for line in lines)


def _csv(found: Iterable[Row], cells: int) -> Iterator[str]:
    """Nothing needs quotes: a list has spaces between its cells, no score is an empty field."""
    scores = (f"score_{cell}" for cell in range(cells))
    yield ",".join([*Row._fields[:-1], *scores]) + "\n"
    for row in found:
        lists = (" ".join(map(str, listed)) for listed in (row.best, row.keeping))
        numbers = ("" if score is None else score for score in row.scores)
        fields = (row.board, row.mover, row.value, row.plies, *lists, *numbers)
        yield ",".join(map(str, fields)) + "\n"


def _jsonl(found: Iterable[Row]) -> Iterator[str]:
    for row in found:
        yield json.dumps(row._asdict()) + "\n"
