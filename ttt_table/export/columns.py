"""Rows from the arrays of `Table.arrays`: one by one, or as an npz file."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack
from functools import lru_cache, partial
from shutil import copyfileobj
from tempfile import TemporaryFile, gettempdir
from typing import IO
from zipfile import ZIP_DEFLATED, ZipFile

import numpy as np
from numpy.lib import format as npy
from numpy.typing import NDArray

from ttt_table.errors import access_error
from ttt_table.rules.outcome import NO_SCORE
from ttt_table.runtime import cells_in
from ttt_table.table.batch import Batch

COLUMNS = (
    "boards",
    "movers",
    "values",
    "plies",
    "canonical",
    "blunder_share",
    "best",
    "keeping",
    "scores",
)
# Of the npz file. The usual level, 6, takes four times as long and saves a tenth.
COMPRESSION_LEVEL = 4
SHARE_DECIMALS = 4
PIECE_SIZE = 1 << 20  # bytes of the finished file that are read at once

# A board of 16 cells has no more sets of cells than this.
_cells_in_mask = lru_cache(1 << 16)(cells_in)


def rows_of_batch(batch: Batch) -> Iterator[tuple[object, ...]]:
    """Yield the fields of a `Row` for each board of a batch."""
    scores = batch.scores.astype(object)
    scores[batch.scores == NO_SCORE] = None
    return zip(
        _board_texts(batch.boards),
        np.take(["O", "", "X"], batch.movers + 1).tolist(),
        batch.values.tolist(),
        batch.plies.tolist(),
        _board_texts(batch.canonical),
        batch.blunder_share.astype(float).round(SHARE_DECIMALS).tolist(),
        _cell_lists(batch.best),
        _cell_lists(batch.keeping),
        scores.tolist(),
        strict=True,
    )


def _board_texts(boards: NDArray[np.int8]) -> list[str]:
    """Return boards of marks 1, 0 and -1 as text."""
    cells = boards.shape[1]
    characters = np.take(["O", ".", "X"], boards + 1)
    # Characters that lie side by side in memory are viewed as one text per board.
    texts: list[str] = characters.view(f"U{cells}").ravel().tolist()
    return texts


def _cell_lists(flags: NDArray[np.bool_]) -> list[list[int]]:
    """Return for each board the cells that are flagged."""
    bits = 1 << np.arange(flags.shape[1])
    masks = (flags @ bits).tolist()
    return [list(_cells_in_mask(mask)) for mask in masks]


def npz_pieces(batches: Iterable[Batch], folder: str | None) -> Iterator[bytes]:
    """Yield the bytes of a file of arrays; the same rows always give the same bytes.

    A zip file holds one array after the other, while batches have a part of each. So
    the columns wait in temporary files in ``folder``, which vanish even if the process
    is killed.

    Raises:
        TableAccessError: The system refuses them.
    """
    with ExitStack() as stack:
        try:
            columns = [stack.enter_context(TemporaryFile(dir=folder)) for _ in COLUMNS]
            packed = stack.enter_context(TemporaryFile(dir=folder))
        except (OSError, ValueError) as error:
            raise access_error(error, "written", folder or gettempdir()) from None
        headers = _write_columns(batches, columns)
        with ZipFile(
            packed, "w", ZIP_DEFLATED, compresslevel=COMPRESSION_LEVEL
        ) as archive:
            for name, header, column in zip(COLUMNS, headers, columns, strict=True):
                # A member that is opened by its name is dated 1980, not today.
                with archive.open(f"{name}.npy", "w", force_zip64=True) as member:
                    npy.write_array_header_1_0(member, header)
                    column.seek(0)
                    copyfileobj(column, member)
        packed.seek(0)
        yield from iter(partial(packed.read, PIECE_SIZE), b"")


def _write_columns(
    batches: Iterable[Batch], columns: Sequence[IO[bytes]]
) -> list[dict[str, object]]:
    """Write each column of all batches to its file, and return the columns' headers."""
    count = 0
    headers: list[dict[str, object]] = []
    for batch in batches:
        count += len(batch)
        arrays = [getattr(batch, name) for name in COLUMNS]
        for array, file in zip(arrays, columns, strict=True):
            file.write(array.tobytes())
        # The headers of the last batch are those of all: only the count differs.
        headers = [
            {
                **npy.header_data_from_array_1_0(array),
                "fortran_order": False,
                "shape": (count, *array.shape[1:]),
            }
            for array in arrays
        ]
    return headers
