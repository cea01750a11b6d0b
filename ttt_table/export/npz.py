"""Rows as numpy's npz: an array a column, each grown in a file of its own and then zipped.

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

import os
from itertools import islice

from ttt_table.errors import MissingExtraError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Any

    from ttt_table.export.rows import Row

BY_CELL = ("boards", "best", "keeping", "scores")
"""The arrays with a column a cell; the others have one number a row."""
NO_SCORE = -128
"""What stands for the score of a cell that cannot be played."""
ROWS_AT_A_TIME = 4096
PIECE = 1 << 20
"""Bytes that are copied at a time."""
NO_DATE = (1980, 1, 1, 0, 0, 0)
"""The earliest that a zip file can tell: the same rows give the same bytes."""
_SIGNS = {"X": 1, "O": -1, ".": 0}


def npz_pieces(found: Iterable[Row], cells: int) -> Iterator[bytes]:
    """The bytes of the file, in order. Raises `MissingExtraError` where numpy is missing."""
    try:
        import numpy
    except ImportError as error:
        raise MissingExtraError.of_numpy("npz", error) from None
    return _pieces(found, cells, numpy)


def _pieces(found: Iterable[Row], cells: int, numpy: Any) -> Iterator[bytes]:
    from tempfile import TemporaryDirectory

    with TemporaryDirectory() as folder:
        shapes = _grown(found, cells, folder, numpy)
        zipped = os.path.join(folder, "rows.npz")
        _zip(shapes, folder, zipped, numpy)
        with open(zipped, "rb") as file:
            while piece := file.read(PIECE):
                yield piece


def _grown(found: Iterable[Row], cells: int, folder: str, numpy: Any) -> dict[str, Any]:
    """Write each array's numbers to a file of its name; returns dtype and shape of each."""
    rows = iter(found)
    count = 0
    shapes: dict[str, Any] = {}
    while True:
        some = list(islice(rows, ROWS_AT_A_TIME))
        count += len(some)
        for name, numbers in _columns(some, cells).items():
            dtype = numpy.dtype("bool" if name in ("best", "keeping") else "int8")
            array = numpy.array(numbers, dtype)
            with open(os.path.join(folder, name), "ab") as file:
                file.write(array.tobytes())
            shapes[name] = dtype, (count, cells) if name in BY_CELL else (count,)
        if len(some) < ROWS_AT_A_TIME:
            return shapes


def _columns(some: list[Row], cells: int) -> dict[str, list[Any]]:
    every = range(cells)
    return {
        "boards": [[_SIGNS[mark] for mark in row.board] for row in some],
        "movers": [_SIGNS[row.mover] for row in some],
        "values": [row.value for row in some],
        "plies": [row.plies for row in some],
        "best": [[cell in row.best for cell in every] for row in some],
        "keeping": [[cell in row.keeping for cell in every] for row in some],
        "scores": [[NO_SCORE if one is None else one for one in row.scores] for row in some],
    }


def _zip(shapes: dict[str, Any], folder: str, zipped: str, numpy: Any) -> None:
    from shutil import copyfileobj
    from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

    with ZipFile(zipped, "w") as archive:
        for name, (dtype, shape) in shapes.items():
            member = ZipInfo(f"{name}.npy", NO_DATE)
            member.compress_type = ZIP_DEFLATED
            header = {"descr": dtype.str, "fortran_order": False, "shape": shape}
            with (
                archive.open(member, "w", force_zip64=True) as goal,
                open(os.path.join(folder, name), "rb") as numbers,
            ):
                numpy.lib.format.write_array_header_1_0(goal, header)
                copyfileobj(numbers, goal, PIECE)
