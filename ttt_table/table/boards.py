"""Boards in arrays: checked, and as the sets of cells that stand for them."""

from collections.abc import Iterator, Mapping, Set
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ttt_table.errors import BoardError, quoted
from ttt_table.rules.board import board_text
from ttt_table.rules.game import Game
from ttt_table.table.sets import Array, Flags, popcount

Marks = NDArray[np.int8]
"""By board and cell: 1 for X, -1 for O, 0 for an empty cell."""

MARK_OF = np.zeros(256, np.int8)
"""By character."""
MARK_OF[ord("X")] = 1
MARK_OF[ord("O")] = -1
SORTED_AT_ONCE = 1 << 17
"""The boards sorted by tier at a time, so that memory is bounded."""
MASKED = "a masked array hides cells of its boards: fill it first"


class TierBoards(NamedTuple):
    """Some boards with the same number of stones."""

    stones: int
    """The number of stones of each of them."""
    indices: Array
    """Their numbers among all boards."""
    x: Array
    """The cells of X, where X has moved first."""
    o: Array
    """The cells of O."""


def marks_of(boards: Any, game: Game) -> Marks:
    """Return the marks of many boards.

    Args:
        boards: An array (n, cells) or (n, rows, cols) of marks, or a sequence of
            boards.
        game: The game whose boards they are.

    Raises:
        BoardError: One of them is not a board, with its index; or all of them are not
            boards in an order.
    """
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
    except Exception as error:  # whatever the array's class raises
        raise BoardError(f"numpy cannot read these boards: {quoted(error)}") from None
    is_marks = isinstance(boards, np.ndarray) and fits(
        boards.dtype, boards.shape[1:], game
    )
    if not is_marks:
        rows = [_row_of(index, board, game) for index, board in enumerate(boards)]
        boards = np.stack(rows) if rows else np.empty((0, game.cells), np.int8)
    return _check_marks(boards.reshape(len(boards), game.cells))


def fits(dtype: np.dtype[Any], shape: tuple[int, ...], game: Game) -> bool:
    """Return whether an array holds numbers in the shape of a board."""
    return dtype.kind in "iuf" and shape in ((game.cells,), (game.rows, game.cols))


def _row_of(index: int, board: Any, game: Game) -> NDArray[Any]:
    """Return one board's cells: unchecked numbers, or the marks of text."""
    try:
        if isinstance(board, np.ma.MaskedArray):
            raise BoardError(MASKED)
        if not isinstance(board, str):
            numbers = np.asarray(board)
            if fits(numbers.dtype, numbers.shape, game):
                return numbers.ravel()
            if numbers.dtype.kind in "iuf":
                raise _shape_error(numbers.shape, game)
        text = board_text(board, game)
    except BoardError as error:
        raise BoardError(
            f"board {index}: {error}", error.cells, error.code, index
        ) from None
    except Exception:  # whatever the board's class raises
        raise BoardError(
            f"board {index} could not be read as a board", index=index
        ) from None
    return MARK_OF[np.frombuffer(text.encode(), np.uint8)]


def _shape_error(shape: tuple[int, ...], game: Game) -> BoardError:
    hint = "" if shape else " (one board alone goes into a list)"
    return BoardError(
        f"its shape is {shape}, "
        f"not ({game.cells},) or ({game.rows}, {game.cols}){hint}",
        code="wrong-length",
    )


def _check_marks(numbers: NDArray[Any]) -> Marks:
    """Return numbers as marks: a copy, so that a caller cannot change them later."""
    with np.errstate(invalid="ignore"):  # of NaN, which is refused below
        marks: Marks = np.sign(numbers.astype(np.int8))
    wrong = np.argwhere(marks != numbers)
    if len(wrong):
        index, cell = wrong[0].tolist()
        raise BoardError(
            f"board {index}: cell {cell} holds {numbers[index, cell]}; "
            "1 is X, -1 is O, 0 an empty cell",
            (cell,),
            "strange-character",
            index,
        )
    return marks


def by_tier(
    marks: Marks, first: int, wanted: Flags, at_once: int
) -> Iterator[TierBoards]:
    """Sort boards by their number of stones; leave out those with uneven stones.

    Args:
        marks: The boards.
        first: The mark of the player who moves first.
        wanted: Which boards to sort.
        at_once: How many to yield at most at a time.
    """
    bits = 1 << np.arange(marks.shape[1])
    for start in range(0, len(marks), SORTED_AT_ONCE):
        indices = np.flatnonzero(wanted[start : start + SORTED_AT_ONCE]) + start
        x = (marks[indices] == first) @ bits
        o = (marks[indices] == -first) @ bits
        counts = popcount(x | o)
        order = np.argsort(counts, kind="stable")
        takes_turns = popcount(x) == counts - counts // 2
        order = order[takes_turns[order]]
        ends = np.cumsum(np.bincount(counts[order]))
        for stones, in_tier in enumerate(np.split(order, ends[:-1])):
            for begin in range(0, len(in_tier), at_once):
                part = in_tier[begin : begin + at_once]
                yield TierBoards(stones, indices[part], x[part], o[part])
