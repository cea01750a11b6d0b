"""Boards in arrays: what may be given for them, and the sets of cells that stand for them."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ttt_table.errors import BoardError, quoted
from ttt_table.rules.board import board_text
from ttt_table.rules.game import Game
from ttt_table.table.numbering import Array

Marks = NDArray[np.int8]
"""By board and cell: 1 for X, -1 for O, 0 for an empty cell."""

AT_ONCE = 1 << 16
"""Boards are checked so many at a time, so what is made on the way takes little memory."""


def marks_of(boards: Any, game: Game) -> Marks:
    """The marks of boards that come as an array, or as a sequence of boards as people write them.

    Raises `BoardError`, with the index of the first board at fault if the fault is a board's.
    """
    if isinstance(boards, str | bytes):
        raise BoardError("this is one board, and a batch is a sequence of them: put it into a list")
    given = _as_array(boards, game)
    kind = given.dtype.kind if isinstance(given, np.ndarray) else "O"
    if kind not in "iufOUST":
        raise BoardError(f"boards are integers, floats or text, not an array of {given.dtype}")
    if kind in "OUST" or given.shape == (0,):
        texts = "".join(_text(index, board, game) for index, board in enumerate(given))
        codes = np.frombuffer(texts.encode(), np.uint8).reshape(-1, game.cells)
        marks: Marks = (codes == ord("X")).view(np.int8) - (codes == ord("O")).view(np.int8)
        return marks
    _check_shape(given.shape, game)
    return _checked(given.reshape(len(given), game.cells))


def _as_array(boards: Any, game: Game) -> Any:
    """The boards as an array, or as a list where one of them is text."""
    try:
        if hasattr(boards, "__array__"):
            return np.atleast_1d(np.asarray(boards))
        if hasattr(boards, "__dlpack__"):
            return np.from_dlpack(boards)
        listed = [*boards]
    except Exception as error:  # whatever its class raises there
        raise BoardError(f"numpy cannot read these boards: {quoted(error)}") from None
    if any(isinstance(board, str) for board in listed):
        return listed
    try:
        return np.asarray(listed)
    except (ValueError, OverflowError):  # they are not all of one length
        lengths = (game.cells, game.rows)
        for index, board in enumerate(listed):
            if not hasattr(board, "__len__") or len(board) not in lengths:
                raise _at(index, BoardError(_wanted(game), code="wrong-length")) from None
        raise BoardError(f"these are not boards: {_wanted(game)}") from None


def _wanted(game: Game) -> str:
    return f"a board has {game.cells} cells, or {game.rows} rows of {game.cols}"


def _at(index: int, error: BoardError) -> BoardError:
    """The error of one board among many."""
    return BoardError(f"board {index}: {error}", error.cells, error.code, index)


def _text(index: int, board: Any, game: Game) -> str:
    try:
        return board_text(board, game)
    except BoardError as error:
        raise _at(index, error) from None


def _check_shape(shape: tuple[int, ...], game: Game) -> None:
    if shape[1:] in ((game.cells,), (game.rows, game.cols)):
        return
    if shape in ((game.cells,), (game.rows, game.cols)):
        raise BoardError("this is one board, and a batch is an array of them: boards[None]")
    turned = shape[1:] == (game.cols, game.rows)
    code = "turned" if turned else "wrong-rows" if len(shape) == 3 else "wrong-length"
    raise BoardError(f"boards of shape {shape[1:]}: {_wanted(game)}", code=code)


def _checked(given: NDArray[Any]) -> Marks:
    """A copy of the marks, so that nobody can change them under a batch."""
    marks = np.empty(given.shape, np.int8)
    for at in range(0, len(given), AT_ONCE):
        some = given[at : at + AT_ONCE]
        fine = (some == 0) | (some == 1) | (some == -1)
        if not fine.all():
            row, cell = map(int, np.argwhere(~fine)[0])
            raise _at(
                at + row,
                BoardError(
                    f"cell {cell} holds {quoted(some[row, cell].item())}: 1 is X, -1 is O, 0 is an "
                    "empty cell",
                    (cell,),
                    "strange-character",
                ),
            )
        marks[at : at + AT_ONCE] = some
    return marks


def sets_of(marks: Marks, mark: int) -> Array:
    """The cells of each board that hold a mark, as a set."""
    wide = np.zeros((len(marks), 32), bool)
    np.equal(marks, mark, out=wide[:, : marks.shape[1]])
    return np.packbits(wide.ravel(), bitorder="little").view("<u4").astype(np.int64)


def marks_in(sets: Array, cells: int) -> Marks:
    """1 for each cell of these sets, and 0 for the others."""
    wide = sets.astype("<u4").view(np.uint8).reshape(-1, 4)
    return np.unpackbits(wide, axis=1, count=cells, bitorder="little").view(np.int8)
