"""A table as rows, one a board: text for tools that read CSV or JSON lines, or numpy's arrays."""

from __future__ import annotations

import csv
import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from io import StringIO
from itertools import chain, islice
from json import JSONEncoder
from typing import Any, NamedTuple

from ttt_table.errors import ArgumentError, SizeError
from ttt_table.progress import show_bar
from ttt_table.rules.outcome import score_of
from ttt_table.table.files import Path, path_text, try_writing, write_atomically
from ttt_table.table.reader import Table

__all__ = ["FORMATS", "Export", "Row", "rows"]

# 4x4 has half as many, those of 4x5 would fill a disk.
MOST_ROWS = 20_000_000
# Up to here boards are read one by one, while numpy would still be loading: 3x3 has fewer.
FEW = 1 << 13
AT_ONCE = 1 << 10  # how many rows become text at a time
SECONDS_A_ROW = 7e-6


class Row(NamedTuple):
    """A board, seen by its mover."""

    board: str
    mover: str
    """``X`` or ``O``."""
    value: int
    plies: int
    canonical: str
    """The board that stands for its class."""
    erring: float
    """The share of the legal moves that give value away, to four decimals."""
    best: list[int]
    keeping: list[int]
    """The cells that keep the value; the best are among them."""
    scores: list[int | None]
    """The score of each cell for the mover; None where it cannot be played."""


def rows(table: Table, *, unfinished: bool = True) -> Iterator[Row]:
    """The boards of a table in its order, all or the ``unfinished`` ones.

    >>> from ttt_table import open_table
    >>> next(iter(rows(open_table())))  # doctest: +ELLIPSIS
    Row(board='.........', mover='X', value=0, plies=9, ..., scores=[0, 0, 0, 0, 0, 0, 0, 0, 0])
    """
    if len(table) > FEW:
        with suppress(ImportError):
            batches = table.arrays(unfinished=unfinished)
            from ttt_table.export.columns import fields

            return chain.from_iterable(
                map(Row._make, fields(batch)) for batch in batches
            )
    every = (_row(table, board) for board in table)
    return (row for row in every if row.best or not unfinished)


def _row(table: Table, board: str) -> Row:
    look, cells = table.look(board), table.game.cells
    scores = {cell: score_of(outcome, cells) for cell, outcome in look.moves}
    keeping = sorted(
        cell for cell, (value, _) in look.moves if value == look.outcome.value
    )
    return Row(
        board,
        look.mover,
        *look.outcome,
        table.canonical(board),
        round(1 - len(keeping) / len(scores), 4) if scores else 0.0,
        look.best,
        keeping,
        [scores.get(cell) for cell in range(cells)],
    )


def csv_text(some: Iterable[Row]) -> str:
    text = StringIO()
    csv.writer(text, lineterminator="\n").writerows(
        [
            *row[:-3],
            " ".join(map(str, row.best)),
            " ".join(map(str, row.keeping)),
            *row.scores,
        ]
        for row in some
    )
    return text.getvalue()


def jsonl_text(some: Iterable[Row]) -> str:
    encode = JSONEncoder().encode  # json.dumps would make an encoder for each row
    return "".join(f"{encode(row._asdict())}\n" for row in some)


TEXTS = {"csv": csv_text, "jsonl": jsonl_text}
FORMATS = (*TEXTS, "npz")


class Export:
    """The rows of a table, to be written in one of `FORMATS`.

    With ``classes`` these are canonical boards, with ``decidable`` those where some move errs.
    Raises `SizeError` for over 20 million rows without ``force``.
    """

    def __init__(
        self,
        table: Table,
        to: str,
        *,
        unfinished: bool = True,
        classes: bool = False,
        decidable: bool = False,
        force: bool = False,
    ) -> None:
        if to not in FORMATS:
            raise ArgumentError(
                f"no such format: {to!r}; choose from {', '.join(FORMATS)}"
            )
        if len(table) > MOST_ROWS and not force:
            how = "with --force (force=True), or go through them with table.arrays()"
            raise SizeError(
                f"{table.game} has up to {len(table):,} rows; write them all {how}"
            )
        self._table, self._to, self._unfinished = table, to, unfinished
        self._classes, self._decidable = classes, decidable
        self._advance: Callable[[int], object] = id
        self.count = 0
        """How many rows have been written so far."""

    def write(self, path: Path, *, quiet: bool = True) -> int:
        """Write a file, whole or not at all; returns the number of rows."""
        try_writing(path)
        most, title = len(self._table), f"export {self._table.game}"
        beside = os.path.dirname(os.path.realpath(path_text(path)))
        with show_bar(title, most, most * SECONDS_A_ROW, quiet=quiet) as self._advance:
            write_atomically(path, self.pieces(beside))
        return self.count

    def pieces(self, folder: str | None = None) -> Iterator[bytes]:
        """The bytes of the file; those of npz wait in this folder until it is whole."""
        self.count = 0
        if self._to == "npz":
            batches = self._table.arrays(
                unfinished=self._unfinished
            )  # says where numpy is missing
            from ttt_table.export.columns import npz, some_of

            asked = (
                some_of(one, self._table, self._classes, self._decidable)
                for one in batches
            )
            yield from npz(self._counted(asked), folder)
            return
        if self._to == "csv":
            scores = (f"score_{cell}" for cell in range(self._table.game.cells))
            yield (",".join([*Row._fields[:-1], *scores]) + "\n").encode()
        left = (
            row
            for row in rows(self._table, unfinished=self._unfinished)
            if (row.erring or not self._decidable)
            and (row.board == row.canonical or not self._classes)
        )
        for some in self._counted(iter(lambda: list(islice(left, AT_ONCE)), [])):
            yield TEXTS[self._to](some).encode()

    def _counted(self, parts: Iterable[Any]) -> Iterator[Any]:
        for part in parts:
            yield part
            self.count += len(part)
            self._advance(len(part))
