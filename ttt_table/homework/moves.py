"""How a file writes moves: as pairs or numbers, in lists or sets."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from numbers import Integral, Real
from typing import Any

from ttt_table.homework.part_tests import OFF_BOARD

MAX_ACTIONS = 20  # a generator of actions may have no end
OFF_PAIRS = dict(zip(OFF_BOARD, ((3, 3), (-1, -1), (0, 3)), strict=True))


@dataclass(frozen=True, slots=True)
class Moves:
    """How a file writes moves.

    Attributes:
        pair: Makes a move of a row and a column; None if a move is a number.
        first_number: The number of the first cell, or of the first row and column.
        is_type_known: Whether a pair of another type is not an action.
        container: Makes what `actions` returns of a list of moves.
        may_be_shifted: Whether the first number is a guess, as some are missing.
    """

    pair: Callable[[Iterable[int]], Any] | None
    first_number: int = 0
    is_type_known: bool = False
    container: Callable[[list[Any]], Any] = set
    may_be_shifted: bool = False

    def move(self, cell: int) -> Any:
        """Return the move to a cell, or to one off the board, of `OFF_BOARD`."""
        if self.pair is None:
            return cell + self.first_number
        row, column = OFF_PAIRS.get(cell) or divmod(cell, 3)
        return self.pair((row + self.first_number, column + self.first_number))

    def cell(self, move: Any) -> int:
        """Return the cell of a move.

        Raises:
            ValueError, TypeError: It is not a move to a cell of the board.
        """
        if self.pair is None:
            return range(9).index(move - self.first_number)
        row, column = move
        row_index = range(3).index(row - self.first_number)
        return 3 * row_index + range(3).index(column - self.first_number)

    def is_action(self, move: Any, cell: int) -> bool:
        """Return False for a move that differs from the action to the same cell.

        The list [1, 1] is not among the actions of a file where they are tuples.
        """
        if self.pair is None or not self.is_type_known:
            return True
        try:
            return bool(move == self.move(cell))
        except Exception:  # of an array, or whatever a stranger's class raises
            return False


def learned_moves(actions: Any) -> Moves:
    """Return how a file writes moves, from its `actions` of the empty board.

    Raises:
        ValueError, TypeError: They are neither numbers nor pairs.
    """
    moves = list(islice(actions, MAX_ACTIONS))
    if not moves:
        raise ValueError("there is no action")
    pair: Callable[[Iterable[int]], Any] | None = None
    numbers = moves
    if not all(isinstance(move, Integral) for move in moves):
        numbers = [number for move in moves for number in move]
        are_numbers = all(isinstance(number, Real) for number in numbers)
        if not are_numbers or any(len(move) != 2 for move in moves):
            raise ValueError("they are not pairs of numbers")
        kind = type(moves[0])
        pair = getattr(kind, "_make", kind)  # of a named tuple
    is_type_known = pair is not None and issubclass(type(moves[0]), list | tuple)
    last_number = 9 if pair is None else 3
    return Moves(
        pair if is_type_known or pair is None else tuple,
        1 if last_number in numbers and 0 not in numbers else 0,
        is_type_known,
        _container_of(actions),
        may_be_shifted=0 not in numbers and last_number not in numbers,
    )


def _container_of(actions: Any) -> Callable[[list[Any]], Any]:
    if isinstance(actions, Iterator):
        return iter
    kind = type(actions)
    return kind if kind in (list, tuple, set, frozenset) else list
