"""Boards in arrays: checked, and as the sets of cells that stand for them."""

from collections.abc import Iterator, Mapping, Set
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ttt_table.errors import BoardError, quoted
from ttt_table.rules.board import board_text
from ttt_table.rules.game import Game
from ttt_table.table.sets import Array, Flags, popcount

Marks = NDArray[np.int8]  # by board and cell: 1 for X, -1 for O, 0 for an empty cell

MARK_OF = np.zeros(256, np.int8)  # by character
MARK_OF[[ord("X"), ord("O")]] = 1, -1
AT_ONCE = 1 << 17  # boards that are sorted by tier at a time, so that memory is bounded
MASKED = "a masked array hides cells of its boards: fill it first"


def marks_of(boards: Any, game: Game) -> Marks:
    """The marks of an array, or of a sequence of boards; or `BoardError` with the first's index."""
    if isinstance(boards, str | bytes):
        raise BoardError("this is one board: put it into a list")
    if isinstance(boards, Set | Mapping):
        raise BoardError(
            f"a {type(boards).__name__} has no order: put the boards into a list"
        )
    if isinstance(boards, np.ma.MaskedArray):
        raise BoardError(MASKED)
    try:
        if hasattr(boards, "__array__"):
            boards = np.atleast_1d(np.asarray(boards))
        if not isinstance(boards, np.ndarray):
            boards = [*boards]
    except Exception as error:  # whatever its class raises there
        raise BoardError(f"numpy cannot read these boards: {quoted(error)}") from None
    if not (
        isinstance(boards, np.ndarray) and fits(boards.dtype, boards.shape[1:], game)
    ):
        rows = [_row(index, board, game) for index, board in enumerate(boards)]
        boards = np.stack(rows) if rows else np.empty((0, game.cells), np.int8)
    return _check_marks(boards.reshape(len(boards), game.cells))


def fits(dtype: np.dtype[Any], shape: tuple[int, ...], game: Game) -> bool:
    """True for numbers in the shape of a board."""
    return dtype.kind in "iuf" and shape in ((game.cells,), (game.rows, game.cols))


def _row(index: int, board: Any, game: Game) -> NDArray[Any]:
    """One board's cells: unchecked numbers, or the marks of text."""
    try:
        if isinstance(board, np.ma.MaskedArray):
            raise BoardError(MASKED)
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
        raise BoardError(
            f"board {index}: {error}", error.cells, error.code, index
        ) from None
    except Exception:
        raise BoardError(f"board {index} is none", index=index) from None
    return MARK_OF[codes]


def _check_marks(given: NDArray[Any]) -> Marks:
    # Always a copy, so that nobody changes them under a batch.
    with np.errstate(
        invalid="ignore"
    ):  # of what is no number, which is none of its marks either
        marks: Marks = np.sign(given.astype(np.int8))
    wrong = np.argwhere(marks != given)
    if len(wrong):
        row, cell = wrong[0].tolist()
        held = f"cell {cell} holds {given[row, cell]}; 1 is X, -1 is O, 0 an empty cell"
        raise BoardError(f"board {row}: {held}", (cell,), "strange-character", row)
    return marks


def by_tier(
    marks: Marks, first: int, wanted: Flags, at_once: int
) -> Iterator[tuple[int, Array, Array, Array]]:
    """Of boards wanted, in turn, some of a tier: its stones, which they are, cells of X and O."""
    bits = 1 << np.arange(marks.shape[1])
    for at in range(0, len(marks), AT_ONCE):
        some = np.flatnonzero(wanted[at : at + AT_ONCE]) + at
        x, o = ((marks[some] == mark) @ bits for mark in (first, -first))
        counts = popcount(x | o)
        order = np.argsort(counts, kind="stable")
        order = order[(popcount(x) == counts - counts // 2)[order]]
        ends = np.cumsum(np.bincount(counts[order]))
        for stones, together in enumerate(np.split(order, ends[:-1])):
            for start in range(0, len(together), at_once):
                few = together[start : start + at_once]
                yield stones, some[few], x[few], o[few]
