"""Rows by way of the batches of `Table.arrays`: one by one, or packed into a file of numpy's."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from functools import lru_cache, partial
from shutil import copyfileobj
from tempfile import TemporaryFile
from zipfile import ZIP_DEFLATED, ZipFile

import numpy as np
from numpy.lib import format as npy

from ttt_table.rules.game import cells_in
from ttt_table.rules.outcome import NO_SCORE
from ttt_table.table.batch import Batch
from ttt_table.table.reader import Table

COLUMNS = (
    *("boards", "movers", "values", "plies", "canonical", "erring"),
    *("best", "keeping", "scores"),
)
# How hard npz is packed. The usual 6 takes four times as long, for a tenth less.
LEVEL = 4
DECIMALS = 4  # of a share
AT_ONCE = 1 << 20  # bytes of the finished file that are read at once

_cells = lru_cache(1 << 16)(cells_in)  # a board of 16 cells has no more sets of cells


def fields(batch: Batch) -> Iterator[tuple[object, ...]]:
    """What a `Row` has of each board."""
    cells = batch.boards.shape[1]
    # Characters that lie side by side are looked at as one text a board.
    boards, canonical = (
        np.take(["O", ".", "X"], marks + 1).view(f"U{cells}").ravel().tolist()
        for marks in (batch.boards, batch.canonical)
    )
    scores = batch.scores.astype(object)
    scores[batch.scores == NO_SCORE] = None
    bits = 1 << np.arange(cells)
    flags = batch.best, batch.keeping
    best, keeping = (
        [[*_cells(mask)] for mask in (one @ bits).tolist()] for one in flags
    )
    return zip(
        boards,
        np.take(["O", "", "X"], batch.movers + 1).tolist(),
        batch.values.tolist(),
        batch.plies.tolist(),
        canonical,
        batch.erring.astype(float).round(DECIMALS).tolist(),
        best,
        keeping,
        scores.tolist(),
        strict=True,
    )


def some_of(batch: Batch, table: Table, classes: bool, decidable: bool) -> Batch:
    """Those of a batch that stand for their class, and those at which some legal move errs."""
    if classes:
        batch = table.batch(batch.boards[(batch.boards == batch.canonical).all(axis=1)])
    return table.batch(batch.boards[batch.erring > 0]) if decidable else batch


def npz(batches: Iterable[Batch], folder: str | None) -> Iterator[bytes]:
    """The bytes of a file of arrays, the same for the same rows on every day."""
    # Each array stands behind a whole one, so they wait in files that vanish however this ends.
    with ExitStack() as opened:
        packed, *files = (
            opened.enter_context(TemporaryFile(dir=folder))
            for _ in ("packed", *COLUMNS)
        )
        count = 0
        for batch in batches:
            count += len(batch)
            for name, file in zip(COLUMNS, files, strict=True):
                file.write(getattr(batch, name).tobytes())
        with ZipFile(packed, "w", ZIP_DEFLATED, compresslevel=LEVEL) as whole:
            for name, file in zip(COLUMNS, files, strict=True):
                column = getattr(
                    batch, name
                )  # the last: the empty board always makes one
                head = npy.header_data_from_array_1_0(column)
                head |= {"fortran_order": False, "shape": (count, *column.shape[1:])}
                # What is opened by its name is dated 1980, the earliest that a zip file can tell.
                with whole.open(f"{name}.npy", "w", force_zip64=True) as member:
                    npy.write_array_header_1_0(member, head)
                    file.seek(0)
                    copyfileobj(file, member)
        packed.seek(0)
        yield from iter(partial(packed.read, AT_ONCE), b"")
