"""Rows as numpy's npz, an array a column.

==========  ==============  =====  ============================================================
name        shape           dtype  meaning
==========  ==============  =====  ============================================================
boards      (rows, cells)   int8   1 for X, -1 for O, 0 for an empty cell
movers      (rows,)         int8   1 for X, -1 for O
values      (rows,)         int8   1 the mover wins, 0 draw, -1 the mover loses
plies       (rows,)         int8   moves by both to the end
best        (rows, cells)   bool   the best moves
keeping     (rows, cells)   bool   the moves that keep the value
scores      (rows, cells)   int8   a move's score for the mover; -128 where there is none
==========  ==============  =====  ============================================================
"""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from ttt_table.errors import MissingExtraError

if TYPE_CHECKING:  # rows come here for npz, and to import them would be a circle
    from ttt_table.export.rows import Row

NO_SCORE = -128
"""What stands for the score of a cell that cannot be played."""
_SIGNS = {"X": 1, "O": -1, ".": 0}


def npz_pieces(found: Iterable[Row], cells: int) -> Iterator[memoryview]:
    """The bytes of the file. They take memory: some 4 bytes a cell of each row, until it is packed.

    Raises `MissingExtraError` where numpy is missing.
    """
    try:
        import numpy as np
    except ImportError as error:
        raise MissingExtraError.of("npz", "numpy", error) from None
    by_cell = (cells,)
    columns = np.dtype(
        [
            ("boards", "i1", by_cell),
            ("movers", "i1"),
            ("values", "i1"),
            ("plies", "i1"),
            ("best", "?", by_cell),
            ("keeping", "?", by_cell),
            ("scores", "i1", by_cell),
        ]
    )
    rows = np.fromiter((_record(row) for row in found), columns)
    arrays: dict[str, Any] = {name: rows[name] for name in columns.names or ()}
    file = io.BytesIO()
    # numpy dates what it packs 1980, the earliest that a zip file can tell: the same rows give the
    # same bytes on every day.
    np.savez_compressed(file, **arrays)
    yield file.getbuffer()


def _record(row: Row) -> tuple[object, ...]:
    every = range(len(row.board))
    return (
        [_SIGNS[mark] for mark in row.board],
        _SIGNS[row.mover],
        row.value,
        row.plies,
        [cell in row.best for cell in every],
        [cell in row.keeping for cell in every],
        [NO_SCORE if score is None else score for score in row.scores],
    )
