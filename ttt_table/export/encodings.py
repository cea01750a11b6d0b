"""Boards and moves as other packages write them: OpenSpiel, PettingZoo, planes for a network.

One board is text; many are what `Table.batch` takes.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import prod
from typing import Any

from ttt_table.errors import ArgumentError, BoardError, MissingExtraError, quoted
from ttt_table.rules.game import Game

try:
    import numpy as np
    from numpy.typing import NDArray
except ImportError as missing:
    raise MissingExtraError.of("an encoding", "numpy", missing) from None

from ttt_table.table.boards import Marks, marks_of

__all__ = ["Encoding", "openspiel", "pettingzoo", "planes"]


@dataclass(frozen=True, eq=False)
class Encoding:
    """How a package shows the boards of a game, and numbers its moves.

    Its methods give one thing for one, an array for many, and raise `BoardError` or `ArgumentError`
    for what is none.
    """

    game: Game
    planes: tuple[int, ...]
    """What each plane shows: 1 for X, -1 for O, 0 for the empty cells."""
    grid: NDArray[np.int64]
    """The cells as they lie in a plane."""
    action_of: NDArray[np.int64]
    """The action that plays each cell."""
    viewed: bool = False
    """Whether 1 and -1 are the viewer's stones and the other's instead of X and O."""
    axis: int = 0
    """Which axis of an observation has the planes."""
    dtype: str = "float32"
    own: bool = False
    """Whether in arrays of boards 1 and -1 are the mover's stones and the other's."""

    @property
    def shape(self) -> tuple[int, ...]:
        """That of one observation."""
        return tuple(np.insert(self.grid.shape, self.axis, len(self.planes)).tolist())

    def observations(self, boards: object, own: str | None = None) -> NDArray[Any]:
        """What a board, or each of many, looks like to the mover or to ``own``."""
        marks = self._marks(boards)
        seen = (marks * self._own(marks, own))[:, self.grid]
        shown = np.stack([seen == one for one in self.planes], self.axis + 1).astype(
            self.dtype
        )
        return shown[0] if isinstance(boards, str) else shown

    def boards(self, observations: object, own: str | None = None) -> Any:
        """The board that looks so to the mover or to ``own``, or each of many; flat or not."""
        given = _array(observations, BoardError)
        forms = self.shape, (prod(self.shape),)
        if given.dtype.kind not in "biuf" or not {given.shape, given.shape[1:]} & {
            *forms
        }:
            raise BoardError(
                f"an observation is an array {self.shape}, not {quoted(observations)}"
            )
        single, given = given.shape in forms, given.reshape(-1, *self.shape)
        marks = np.zeros((len(given), self.game.cells), np.int8)
        for one, shown in zip(
            self.planes, np.moveaxis(given, self.axis + 1, 0), strict=True
        ):
            marks[:, self.grid] += np.int8(one) * (shown == 1)
        marks *= self._own(marks, own)
        theirs = marks * _turn(marks) if self.own else marks
        wrong = (self.observations(theirs, own) != given).any(axis=(1, 2, 3))
        _refuse(
            wrong,
            "each cell is a 1 in one plane at most, and else 0",
            "strange-character",
        )
        return "".join(".XO"[mark] for mark in marks[0]) if single else theirs

    def actions(self, cells: object) -> Any:
        """The action that plays a cell, or those of an array of cells."""
        return _plain(self.action_of[_numbers(cells, self.game.cells, "cell")])

    def cells(self, actions: object, boards: object = None) -> Any:
        """The cell that an action plays, or those of many; with gravity each needs its board."""
        numbers = _numbers(actions, int(self.action_of.max()) + 1, "action")
        free = self.action_of == numbers[..., None]
        if boards is not None:
            marks = self._marks(boards)
            if len(marks) != numbers.size:
                raise ArgumentError(f"{len(marks)} boards for {numbers.size} actions")
            free &= marks.reshape(free.shape) == 0
        elif self.game.gravity:
            raise ArgumentError(
                "with gravity an action is a column, and needs its board"
            )
        if not free.any(axis=-1).all():
            raise ArgumentError(f"{quoted(actions)}: no cell is free for that action")
        # The lowest free cell of a column has the greatest number.
        return _plain(self.game.cells - 1 - free[..., ::-1].argmax(axis=-1))

    def _marks(self, boards: object) -> Marks:
        marks = marks_of([boards] if isinstance(boards, str) else boards, self.game)
        if self.own and hasattr(boards, "shape"):
            marks = marks * _turn(marks)
        wrong = marks.sum(axis=1) // 2 != 0  # X has as many stones as O, or one more
        _refuse(
            wrong,
            "X moves first and they take turns: count the stones",
            "uneven-counts",
        )
        return marks

    def _own(self, marks: Marks, own: str | None) -> Marks | int:
        """Whose stones are seen as 1 on each board: 1 for X, -1 for O."""
        if own not in (None, "X", "O"):
            raise ArgumentError(f'own is {quoted(own)}, but a player is "X" or "O"')
        if own is None and self.viewed:
            return _turn(marks)
        return -1 if own == "O" and self.viewed else 1


def openspiel(game: Game) -> Encoding:
    """OpenSpiel's ``tic_tac_toe`` and ``mnk``; with gravity ``connect_four`` of the game's size."""
    grid = _grid(game)
    if game.gravity:  # rows from the bottom, and an action is a column
        return Encoding(game, (1, -1, 0), grid[::-1], grid.ravel() % game.cols)
    return Encoding(game, (0, -1, 1), grid, grid.ravel())


def pettingzoo() -> Encoding:
    """PettingZoo's ``tictactoe_v3``, which counts by columns; ``player_1`` is X."""
    by_column = _grid(Game()).T
    return Encoding(Game(), (1, -1), by_column, by_column.ravel(), True, 2, "int8")


def planes(game: Game, *, empty: bool = False, own: bool = False) -> Encoding:
    """The mover's stones, the other's and, if wanted, the empty cells: what a network sees.

    With ``own`` boards come as a player of batches gets them, its own stones 1.
    """
    grid, shown = _grid(game), (1, -1, 0) if empty else (1, -1)
    return Encoding(game, shown, grid, grid.ravel(), viewed=True, own=own)


def _turn(marks: Marks) -> Marks:
    """Whose turn it is on each board: 1 for X, -1 for O."""
    odd: Marks = (marks != 0).sum(axis=1, keepdims=True, dtype=np.int8) % 2
    return 1 - 2 * odd


def _grid(game: Game) -> NDArray[np.int64]:
    if not isinstance(game, Game):
        raise ArgumentError(f"a game is a Game, such as table.game, not {quoted(game)}")
    return np.arange(game.cells).reshape(game.rows, game.cols)


def _refuse(wrong: NDArray[np.bool_], message: str, code: str) -> None:
    if wrong.any():
        first = int(wrong.argmax())
        raise BoardError(f"board {first}: {message}", (), code, first)


def _numbers(given: object, most: int, what: str) -> NDArray[np.int64]:
    numbers = _array(given, ArgumentError)
    if numbers.size and (
        numbers.dtype.kind not in "iu" or not np.isin(numbers, range(most)).all()
    ):
        raise ArgumentError(
            f"{quoted(given)}: {what}s are whole numbers from 0 to {most - 1}"
        )
    return numbers.astype(np.int64)


def _plain(found: NDArray[np.int64]) -> Any:
    return found if found.ndim else found.item()


def _array(given: object, error: type[BoardError | ArgumentError]) -> NDArray[Any]:
    if isinstance(given, np.ma.MaskedArray):
        raise error("a masked array hides some of its numbers: fill it first")
    try:
        return np.asarray(given)
    except Exception as reason:  # whatever a class does there
        raise error(f"numpy cannot read {quoted(given)}: {reason}") from None
