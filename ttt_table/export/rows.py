"""A table as rows, one a board, for tools that read CSV, JSON lines, numpy's arrays or Parquet.

Rows are read and written some thousands at a time, in arrays (`export/columns`), so memory does not
grow with their number. Text of a small table, or where there is no numpy, comes row by row.
"""

from __future__ import annotations

import os
from collections.abc import Collection, Iterator
from contextlib import nullcontext
from functools import partial
from typing import Any, NamedTuple

from ttt_table.errors import ArgumentError, MissingExtraError, SizeError, refused
from ttt_table.export.scratch import scratch_folder
from ttt_table.progress import Advance, watched
from ttt_table.rules.game import symmetries
from ttt_table.rules.outcome import value_of
from ttt_table.table.files import Path, path_text, try_writing, write_atomically
from ttt_table.table.reader import Table
from ttt_table.table.slots import masks_left, slots_per_block, tiers_named

__all__ = ["FORMATS", "Export", "Row", "rows"]

FORMATS = ("csv", "jsonl", "npz", "npy", "parquet")
MOST_ROWS = 20_000_000
"""More are written only when told to: 4x4 has half as many, those of 4x5 would fill a disk."""
FEW = 1 << 13
"""Text of a table of so many boards is written while numpy would still be loading: 3x3 fits."""
ONE_BY_ONE, IN_ARRAYS = 5e-5, 2e-6
"""Seconds a row."""
AT_ONCE = 1 << 20
"""Bytes of a finished file that are read at once."""


class Row(NamedTuple):
    """A board, seen by its mover."""

    board: str
    mover: str
    """``X`` or ``O``."""
    value: int
    """1 the mover wins, 0 draw, -1 the mover loses."""
    plies: int
    """Moves by both to the end; 0 if the game is finished."""
    best: list[int]
    """The cells of the best moves, in order."""
    keeping: list[int]
    """The cells that keep the value, in order; the best are among them."""
    scores: list[int | None]
    """The score of each cell for the mover; None where it cannot be played."""


TEXTS = {
    "csv": ("%s,%s,%s,%s,%s,%s,%s\n", " ", ",", ""),  # nothing needs quotes
    "jsonl": (
        '{"board": "%s", "mover": "%s", "value": %s, "plies": %s, '
        '"best": [%s], "keeping": [%s], "scores": [%s]}\n',
        *(", ", ", ", "null"),
    ),
}
"""A row as a line of text, with a %s for each field of a `Row`; what stands between the cells of a
list, what between scores, and what for a score that is None."""


def rows(
    table: Table, tiers: Collection[int] | None = None, *, unfinished: bool = True
) -> Iterator[Row]:
    """The boards of a table, in its order: by number of stones, mask and pattern, ascending.

    Only those of some ``tiers``, if they are given; unless ``unfinished``, the finished ones too.

    >>> from ttt_table import open_table
    >>> list(rows(open_table()))[-1]  # doctest: +ELLIPSIS
    Row(board='.OOOXXOXX', mover='X', value=1, plies=1, best=[0], keeping=[0], scores=[9, ...])
    """
    for board in table:
        stones = len(board) - board.count(".")
        if tiers is not None and stones not in tiers:
            if stones > max(tiers, default=-1):
                return
            continue
        scores = table.scores(board)
        if unfinished and not scores:
            continue
        best = max(scores.values(), default=0)
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


class Export:
    """The rows of a table, all or some, to be written in one of `FORMATS`.

    ``tiers`` and ``unfinished`` choose them, as in `rows`. Raises `ArgumentError` for a format or a
    tier that there is not, `SizeError` for more than 20 million rows unless ``force`` is given, and
    `MissingExtraError` where the format's library is missing: at the latest when writing begins.
    """

    def __init__(
        self,
        table: Table,
        to: str,
        tiers: Collection[int] | None = None,
        *,
        unfinished: bool = True,
        force: bool = False,
    ) -> None:
        if to not in FORMATS:
            raise ArgumentError(f"no such format: {to!r}; choose from {', '.join(FORMATS)}")
        self.table, self.to, self.unfinished = table, to, unfinished
        self.cells = table.game.cells
        self.tiers = tiers_named(tiers, table.game)
        masks = masks_left(table.game, symmetries(table.game)[0])
        most = sum(masks[stones] * slots_per_block(stones) for stones in self.tiers)
        self.most = min(most, len(table))
        """At least as many as there are rows."""
        if self.most > MOST_ROWS and not force:
            raise SizeError(
                f"{table.game} has up to {self.most:,} rows; choose some tiers (--tier, tiers=), "
                "or write them all with --force (force=True)"
            )
        self._columns = _columns(to, few=len(table) <= FEW)
        self._advance: Advance = id
        self.count = 0
        """How many rows have been written so far."""

    def write(self, path: Path, *, quiet: bool = True) -> int:
        """Write a file, or for npy a folder of arrays; returns how many rows there are.

        Unless ``quiet``, a long export shows its progress. Raises `TableAccessError` where the
        system refuses, or npy is to replace something else than such a folder.
        """
        name, self.count = path_text(path), 0
        seconds = self.most * (ONE_BY_ONE if self._columns is None else IN_ARRAYS)
        title = f"export {self.table.game}"
        if self.to != "npy":
            try_writing(name)
        try:
            with (
                scratch_folder(os.path.dirname(os.path.realpath(name))) as within,
                watched(title, self.most, seconds, quiet=quiet) as self._advance,
            ):
                if self.to == "npy":
                    self._columns.write_folder(self._arrays(), self.cells, name, within)
                else:
                    write_atomically(name, self.pieces(within), within)
        except OSError as error:
            raise refused(error, "written", name) from None
        return self.count

    def pieces(self, within: str | None = None) -> Iterator[bytes]:
        """The bytes of the file, piece by piece.

        What is no text waits ``within`` a folder until it is whole, or in a temporary one.
        """
        if self.to == "csv":
            scores = (f"score_{cell}" for cell in range(self.cells))
            yield (",".join([*Row._fields[:-1], *scores]) + "\n").encode()
        if self._columns is None:
            yield from self._lines(*TEXTS[self.to])
        elif self.to in TEXTS:
            yield from self._columns.lines(self._arrays(), self.cells, *TEXTS[self.to])
        else:
            from tempfile import gettempdir

            with nullcontext(within) if within else scratch_folder(gettempdir()) as folder:
                path = getattr(self._columns, self.to)(self._arrays(), self.cells, folder)
                with open(path, "rb") as file:
                    yield from iter(partial(file.read, AT_ONCE), b"")

    def _lines(self, line: str, between: str, apart: str, none: str) -> Iterator[bytes]:
        for row in rows(self.table, self.tiers, unfinished=self.unfinished):
            lists = (between.join(map(str, cells)) for cells in (row.best, row.keeping))
            scores = apart.join(none if score is None else str(score) for score in row.scores)
            yield (line % (*row[:4], *lists, scores)).encode()
            self._told(1)

    def _arrays(self) -> Iterator[Any]:
        for piece in self.table.arrays(tiers=self.tiers, unfinished=self.unfinished):
            yield piece
            self._told(len(piece.boards))

    def _told(self, more: int) -> None:
        self.count += more
        self._advance(more)


def _columns(to: str, *, few: bool) -> Any:
    """The room that writes arrays, or None where rows are to be written one by one."""
    if to in TEXTS and few:
        return None
    try:
        from ttt_table.export import columns
    except ImportError as error:
        if to in TEXTS:
            return None
        raise MissingExtraError.of(to, "numpy", error) from None
    return columns
