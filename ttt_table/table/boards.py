"""Boards in arrays: those that are given, checked; and the sets of cells that stand for them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ttt_table.errors import BoardError, quoted
from ttt_table.rules.board import board_text
from ttt_table.rules.game import Game
from ttt_table.table.numbering import Array, Flags, popcount

Marks = NDArray[np.int8]
"""By board and cell: 1 for X, -1 for O, 0 for an empty cell."""

CHECKED = 1 << 19
"""Boards are gone through so many at a time, so what is made on the way takes bounded memory."""


def marks_of(boards: Any, game: Game) -> Marks:
    """The marks of an array of boards, or of a sequence of boards as people write them.

    Raises `BoardError`, with the index of the first board at fault.
    """
    if isinstance(boards, str | bytes):
        raise BoardError("this is one board: put it into a list")
    try:
        if hasattr(boards, "__array__"):
            boards = np.atleast_1d(np.asarray(boards))
        elif hasattr(boards, "__dlpack__"):
            boards = np.from_dlpack(boards)
        if not isinstance(boards, np.ndarray):
            boards = [*boards]
    except Exception as error:  # whatever its class raises there
        raise BoardError(f"numpy cannot read these boards: {quoted(error)}") from None
    if not (isinstance(boards, np.ndarray) and fits(boards.dtype, boards.shape[1:], game)):
        rows = [_row(index, board, game) for index, board in enumerate(boards)]
        boards = np.stack(rows) if rows else np.empty((0, game.cells), np.int8)
    return _checked(boards.reshape(len(boards), game.cells))


def fits(dtype: np.dtype[Any], shape: tuple[int, ...], game: Game) -> bool:
    """True for numbers in the shape of a board."""
    return dtype.kind in "iuf" and shape in ((game.cells,), (game.rows, game.cols))


def _row(index: int, board: Any, game: Game) -> NDArray[Any]:
    """One board's cells: numbers, which are not checked yet, or the marks of text."""
    try:
        if not isinstance(board, str):
            numbers = np.asarray(board)
            if fits(numbers.dtype, numbers.shape, game):
                return numbers.ravel()
            if numbers.dtype.kind in "iuf":
                wanted = f"({game.cells},) or ({game.rows}, {game.cols})"
                hint = "" if numbers.ndim else " (one board alone goes into a list)"
                shape = f"its shape is {numbers.shape}, not {wanted}{hint}"
                raise BoardError(shape, code="wrong-length")
        codes = np.frombuffer(board_text(board, game).encode(), np.uint8)
    except BoardError as error:
        raise BoardError(f"board {index}: {error}", error.cells, error.code, index) from None
    except Exception:  # lists of different lengths, or whatever
        raise BoardError(f"board {index} is none", index=index) from None
    return np.where(codes == ord("X"), 1, np.where(codes == ord("O"), -1, 0))


def _checked(given: NDArray[Any]) -> Marks:
    """A copy of the marks, so that nobody changes them under a batch."""
    marks = np.empty(given.shape, np.int8)
    for at in range(0, len(given), CHECKED):
        some = given[at : at + CHECKED]
        wrong = (some != 0) & (some != 1) & (some != -1)
        if wrong.any():
            row, cell = np.argwhere(wrong)[0].tolist()
            held = f"cell {cell} holds {some[row, cell]}; 1 is X, -1 is O, 0 an empty cell"
            code = "strange-character"
            raise BoardError(f"board {at + row}: {held}", (cell,), code, at + row)
        marks[at : at + CHECKED] = some
    return marks


def sets_of(marks: Marks, mark: int) -> Array:
    """The cells of each board that hold a mark, as a set."""
    wide = np.zeros((len(marks), 32), bool)
    np.equal(marks, mark, out=wide[:, : marks.shape[1]])
    return np.packbits(wide.ravel(), bitorder="little").view("<u4").astype(np.int64)


def marks_from(x: Array, o: Array, game: Game) -> Marks:
    """The boards on which X and O hold these cells."""
    by_player = []
    for sets in (x, o):
        wide = sets.astype("<u4").view(np.uint8).reshape(-1, 4)
        bits = np.unpackbits(wide, axis=1, count=game.cells, bitorder="little")
        by_player.append(bits.view(np.int8))
    marks: Marks = by_player[0] - by_player[1]
    return marks


def by_tier(
    marks: Marks, first: int, wanted: Flags, at_once: int
) -> Iterator[tuple[int, Array, Array, Array]]:
    """The boards wanted, some of a tier at a time: its stones, which they are, both players' cells.

    The first player's marks are ``first``. Where they have not taken turns boards are left out.
    """
    for at in range(0, len(marks), CHECKED):
        some = np.flatnonzero(wanted[at : at + CHECKED]) + at
        x, o = sets_of(marks[some], first), sets_of(marks[some], -first)
        counts = popcount(x | o)
        order = np.argsort(counts, kind="stable")
        order = order[(popcount(x) == counts - counts // 2)[order]]
        ends = np.cumsum(np.bincount(counts[order]))
        for stones, together in enumerate(np.split(order, ends[:-1])):
            for start in range(0, len(together), at_once):
                few = together[start : start + at_once]
                yield stones, some[few], x[few], o[few]
