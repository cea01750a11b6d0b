"""Boards and moves as other packages write them: OpenSpiel, PettingZoo, networks.

A single board is text. Many boards have any form that `Table.batch` takes.
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
    """A package's representation of a game's boards and moves.

    A method that takes one board or move returns one; for an array of them it returns
    an array.

    Attributes:
        game: The game.
        planes: The mark that each plane shows: 1 for X, -1 for O, 0 for the empty
            cells.
        grid: The cells in the order in which they lie in a plane.
        action_of: The action that plays each cell.
        relative_planes: Whether 1 in ``planes`` means the viewer's stones, not X's.
        axis: The axis of an observation along which the planes lie.
        dtype: The type of an observation's numbers.
        relative_boards: Whether 1 in arrays of boards means the mover's stones and -1
            the opponent's.
    """

    game: Game
    planes: tuple[int, ...]
    grid: NDArray[np.int64]
    action_of: NDArray[np.int64]
    relative_planes: bool = False
    axis: int = 0
    dtype: str = "float32"
    relative_boards: bool = False

    @property
    def shape(self) -> tuple[int, ...]:
        """The shape of one observation."""
        rows_and_cols = self.grid.shape
        plane_count = len(self.planes)
        return (*rows_and_cols[: self.axis], plane_count, *rows_and_cols[self.axis :])

    def observations(self, boards: object, viewer: str | None = None) -> NDArray[Any]:
        """Return the observation of a board, or of each of many.

        Args:
            boards: The text of a board, or many boards.
            viewer: ``"X"`` or ``"O"``; the mover of each board by default.

        Returns:
            An array of `shape`, or one more axis before it for many boards.

        Raises:
            BoardError: A board is invalid, or its numbers of stones are uneven.
            ArgumentError: There is no such viewer.
        """
        marks = self._marks(boards)
        marks_in_planes = (marks * self._sign_of_viewer(marks, viewer))[:, self.grid]
        planes = [marks_in_planes == mark for mark in self.planes]
        observations = np.stack(planes, self.axis + 1).astype(self.dtype)
        return observations[0] if isinstance(boards, str) else observations

    def boards(self, observations: object, viewer: str | None = None) -> Any:
        """Return the board of an observation, or of each of many.

        Args:
            observations: An array of `shape`, or many of them; each may be flat.
            viewer: ``"X"`` or ``"O"``; the mover of each board by default.

        Returns:
            The text of one board, or an array of marks with one row per board.

        Raises:
            BoardError: An observation shows no board.
            ArgumentError: There is no such viewer.
        """
        array = _as_array(observations, BoardError)
        shapes = {self.shape, (prod(self.shape),)}
        is_single = array.shape in shapes
        is_numeric = array.dtype.kind in "biuf"
        if not is_numeric or not (is_single or array.shape[1:] in shapes):
            raise BoardError(
                f"an observation is an array {self.shape}, not {quoted(observations)}"
            )
        array = array.reshape(-1, *self.shape)

        marks = self._marks_shown(array, viewer)
        boards = marks
        if self.relative_boards:
            boards = marks * _mover_sign(marks)
        # An observation is valid if it is the observation of its board.
        is_wrong = (self.observations(boards, viewer) != array).any(axis=(1, 2, 3))
        _check_each(
            is_wrong,
            "each cell must be 1 in at most one plane, and 0 in the others",
            "strange-character",
        )
        if is_single:
            return "".join(".XO"[mark] for mark in marks[0])
        return boards

    def _marks_shown(self, observations: NDArray[Any], viewer: str | None) -> Marks:
        """Return the marks of X and O that observations show, unchecked."""
        marks = np.zeros((len(observations), self.game.cells), np.int8)
        by_plane = np.moveaxis(observations, self.axis + 1, 0)
        for mark, plane in zip(self.planes, by_plane, strict=True):
            marks[:, self.grid] += np.int8(mark) * (plane == 1)
        return marks * self._sign_of_viewer(marks, viewer)

    def actions(self, cells: object) -> Any:
        """Return the action that plays a cell, or each of many.

        Args:
            cells: A cell, or an array of cells.

        Raises:
            ArgumentError: A number is not that of a cell.
        """
        numbers = _checked_numbers(cells, self.game.cells, "cell")
        return _plain(self.action_of[numbers])

    def cells(self, actions: object, boards: object = None) -> Any:
        """Return the cell that an action plays, or each of many.

        Args:
            actions: An action, or an array of actions.
            boards: The board on which it is played, or one for each action. They are
                needed with gravity, where an action is a column.

        Raises:
            BoardError: A board is invalid.
            ArgumentError: An action cannot be played, or boards are missing.
        """
        count = int(self.action_of.max()) + 1
        numbers = _checked_numbers(actions, count, "action")
        is_playable = self.action_of == numbers[..., None]  # for each action and cell
        if boards is not None:
            marks = self._marks(boards)
            if len(marks) != numbers.size:
                raise ArgumentError(f"{len(marks)} boards for {numbers.size} actions")
            is_playable &= marks.reshape(is_playable.shape) == 0
        elif self.game.gravity:
            raise ArgumentError(
                "with gravity an action is a column, and needs its board"
            )
        if not is_playable.any(axis=-1).all():
            raise ArgumentError(f"{quoted(actions)}: no cell is free for that action")
        # With gravity, the lowest free cell of a column has the largest number.
        last_playable = self.game.cells - 1 - is_playable[..., ::-1].argmax(axis=-1)
        return _plain(last_playable)

    def _marks(self, boards: object) -> Marks:
        """Return the marks of a board, or of many: 1 for X, -1 for O, one row each."""
        marks = marks_of([boards] if isinstance(boards, str) else boards, self.game)
        if self.relative_boards and hasattr(boards, "shape"):
            marks = marks * _mover_sign(marks)
        lead = marks.sum(axis=1)  # X has as many stones as O, or one more
        _check_each(
            (lead != 0) & (lead != 1),
            "X moves first and they take turns: count the stones",
            "uneven-counts",
        )
        return marks

    def _sign_of_viewer(self, marks: Marks, viewer: str | None) -> Marks | int:
        """Return the mark in ``planes`` of X's stones, on each board: 1 or -1."""
        if viewer not in (None, "X", "O"):
            raise ArgumentError(
                f'viewer is {quoted(viewer)}, but a player is "X" or "O"'
            )
        if not self.relative_planes or viewer == "X":
            return 1
        if viewer == "O":
            return -1
        return _mover_sign(marks)


def openspiel(game: Game) -> Encoding:
    """Return OpenSpiel's encoding of a game.

    It is that of ``tic_tac_toe`` and ``mnk``, and with gravity that of a
    ``connect_four`` of the game's size.

    Args:
        game: The game, such as ``table.game``.

    Raises:
        ArgumentError: ``game`` is not a `Game`.
    """
    grid = _grid(game)
    if game.gravity:
        # Rows are listed from the bottom, and an action is a column.
        columns = grid.ravel() % game.cols
        return Encoding(game, (1, -1, 0), grid[::-1], columns)
    return Encoding(game, (0, -1, 1), grid, grid.ravel())


def pettingzoo() -> Encoding:
    """Return the encoding of PettingZoo's ``tictactoe_v3``.

    It numbers cells by columns, and its ``player_1`` is X.
    """
    game = Game()
    by_column = _grid(game).T
    return Encoding(
        game,
        planes=(1, -1),
        grid=by_column,
        action_of=by_column.ravel(),
        relative_planes=True,
        axis=2,
        dtype="int8",
    )


def planes(
    game: Game, *, empty: bool = False, relative_boards: bool = False
) -> Encoding:
    """Return an encoding for networks: the mover's stones and the opponent's.

    Args:
        game: The game.
        empty: Whether there is a third plane, of the empty cells.
        relative_boards: Whether arrays of boards are given as a batch player receives
            them, with 1 for the mover's stones.

    Raises:
        ArgumentError: ``game`` is not a `Game`.
    """
    grid = _grid(game)
    marks = (1, -1, 0) if empty else (1, -1)
    return Encoding(
        game,
        marks,
        grid,
        grid.ravel(),
        relative_planes=True,
        relative_boards=relative_boards,
    )


def _mover_sign(marks: Marks) -> Marks:
    """Return the mover of each board: 1 for X, -1 for O."""
    is_odd: Marks = (marks != 0).sum(axis=1, keepdims=True, dtype=np.int8) % 2
    return 1 - 2 * is_odd


def _grid(game: Game) -> NDArray[np.int64]:
    """Return the numbers of the cells, in rows and columns."""
    if not isinstance(game, Game):
        raise ArgumentError(f"a game is a Game, such as table.game, not {quoted(game)}")
    return np.arange(game.cells).reshape(game.rows, game.cols)


def _check_each(is_wrong: NDArray[np.bool_], message: str, code: str) -> None:
    """Raise `BoardError` for the first board that is wrong."""
    if is_wrong.any():
        index = int(is_wrong.argmax())
        raise BoardError(f"board {index}: {message}", code=code, index=index)


def _checked_numbers(values: object, count: int, noun: str) -> NDArray[np.int64]:
    """Return integers from 0 to ``count - 1`` as an array, or raise `ArgumentError`."""
    numbers = _as_array(values, ArgumentError)
    is_integer = numbers.dtype.kind in "iu" or numbers.size == 0
    if not is_integer or not np.isin(numbers, range(count)).all():
        raise ArgumentError(
            f"{quoted(values)}: {noun}s are integers from 0 to {count - 1}"
        )
    return numbers.astype(np.int64)


def _plain(numbers: NDArray[np.int64]) -> Any:
    """Return an array as it is; without axes, as a plain number."""
    return numbers if numbers.ndim else numbers.item()


def _as_array(values: object, error: type[BoardError | ArgumentError]) -> NDArray[Any]:
    if isinstance(values, np.ma.MaskedArray):
        raise error("a masked array has no number in some places; fill it first")
    try:
        return np.asarray(values)
    except Exception as reason:  # a foreign class may raise anything
        raise error(f"numpy cannot read {quoted(values)}: {reason}") from None
