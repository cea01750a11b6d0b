"""How a file writes boards, players and moves, and how its answers are read."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import chain, combinations, islice
from numbers import Integral, Real
from typing import Any

from ttt_table.homework.part_tests import OFF_BOARD
from ttt_table.players.records import fault_of, on_one_line

TIES = frozenset({"t", "d", "-", "tie", "tied", "draw", "drawn", "empate", "remis"})
MAX_QUOTED = 60  # characters of a stranger's value
SHARED_ROWS = "rows that are one and the same list"


_ADDRESS = re.compile(" at 0x[0-9a-fA-F]*")


class NoBoardError(ValueError):
    """A value is not a board."""


class Form:
    """How a file writes boards, players and moves.

    In this package X moves first. Where O does so in the file, its O is our X.

    Args:
        template: The empty board: three rows, or nine cells, in lists, tuples or arrays
            of numpy.
        marks: The file's marks of X and of O.
        first: The player who moves first in the file, "X" or "O".

    Attributes:
        marks: The marks by player, "X" for the one who moves first.
        kind: The types of which its boards are made, such as ``list of list``.
        moves: How it writes moves: as courses do, until more is known.

    Raises:
        NoBoardError: The template is not an empty board.
    """

    def __init__(self, template: Any, marks: Sequence[Any], first: str = "X") -> None:
        self._own_marks = marks
        self._has_o_first = first == "O"
        x_mark, o_mark = marks
        self.marks = {"X": x_mark, "O": o_mark}
        if self._has_o_first:
            self.marks = {"X": o_mark, "O": x_mark}
        self.kind = kind_of(template)
        self._template = template
        self._free = cells_of(template)
        self._is_numbered = any(cell != self._free[0] for cell in self._free)
        if self._is_numbered and any(x == y for x, y in combinations(self._free, 2)):
            raise NoBoardError("its free cells are neither all equal nor all different")
        self._player_of = {mark: player for player, mark in self.marks.items()}
        if len(self._player_of) < 2 or any(
            cell in self._player_of for cell in self._free
        ):
            raise NoBoardError("a free cell and both marks must differ")
        self._text_of: dict[tuple[Any, ...], str] = {}
        self.moves = Moves(tuple if self.shape == "rows" else None)

    @property
    def shape(self) -> str:
        """What a board is made of: "rows", or a "list" of nine cells."""
        return "rows" if len(self._template) == 3 else "list"

    @property
    def free_cell(self) -> Any:
        """The content of a free cell; None if each has its own, such as its number."""
        if self._is_numbered:
            return None
        return self._free[0]

    def board(self, text: str) -> Any:
        """Return a new board of the file's."""
        cells = [
            self.marks.get(mark, free)
            for mark, free in zip(text, self._free, strict=True)
        ]
        template = self._template
        if hasattr(template, "tolist"):
            board = template.copy()
            board.flat = cells
            return board
        if self.shape == "list":
            return made_like(template, cells)
        rows = [cells[0:3], cells[3:6], cells[6:9]]
        return made_like(template, map(made_like, template, rows))

    def text(self, board: Any) -> str:
        """Return one of the file's boards as text.

        Raises:
            NoBoardError: It is not a board.
        """
        cells = cells_of(board)
        try:
            if cells not in self._text_of:
                self._text_of[cells] = self._read(cells)
            return self._text_of[cells]
        except TypeError:  # a list or the like, in a cell
            raise NoBoardError("a cell holds something else") from None

    def _read(self, cells: tuple[Any, ...]) -> str:
        text = ""
        for cell, free in zip(cells, self._free, strict=True):
            if cell in self._player_of:
                text += self._player_of[cell]
            elif cell == free:
                text += "."
            else:
                raise NoBoardError("a cell holds something else")
        return text

    def read(self, part: str, value: Any, board: str) -> Any:
        """Return a part's answer to a board as JSON can hold it.

        It has the form of `PartTest.right`; of `result` it is one board, and of
        `minimax` a cell or None. A value of another kind becomes ``{"odd": text}``.
        """
        try:
            return self._read_value(part, value, board)
        except Exception:  # a stranger's class may raise anything
            return odd(value)

    def _read_value(self, part: str, value: Any, board: str) -> Any:
        match part:
            case "initial_state" | "result":
                if _shares_rows(value):
                    return {"odd": SHARED_ROWS}
                return self.text(value)
            case "player" | "winner":
                return self._read_player(value, board)
            case "actions":
                return self._read_actions(value)
            case "terminal":
                if is_unfinished_call(value):
                    return odd(value)
                return bool(value)
            case "utility":
                number = plain(value)
                if isinstance(number, int | float) and number in (-1, 0, 1):
                    return self.utility(int(number))
                return odd(value)
        if value is None:
            return None
        return self.moves.cell(value)

    def _read_actions(self, value: Any) -> Any:
        """Return the cells of actions, which may come from a generator."""
        try:
            moves = list(islice(value, MAX_ACTIONS))
        except Exception as error:  # whatever a stranger's generator raises
            if hasattr(value, "gi_code"):
                return {"raised": fault_of(error).reason}
            raise
        try:
            return sorted(map(self.moves.cell, moves))
        except Exception:  # or a stranger's class
            return odd(moves if isinstance(value, Iterator) else value)

    def utility(self, result: int) -> int:
        """Translate a result for the player who moves first into one for X.

        Results of a file are those of its X, whoever moves first there. The same
        function translates them back.
        """
        if self._has_o_first:
            return -result
        return result

    def _read_player(self, value: Any, board: str) -> str | None:
        """Return the player whom a value stands for; None for nobody.

        Nobody is None, False, an empty text or the content of a free cell. On a full
        board it is also a word such as "tie".
        """
        value = plain(value)
        for player, mark in self.marks.items():
            if _is_same(value, mark):
                return player
        if value is None or value is False or value == "":
            return None
        if _is_same(value, self.free_cell):
            return None
        if isinstance(value, str) and value.lower() in TIES and "." not in board:
            return None
        raise ValueError("it is neither a player nor nobody")

    def in_words(self) -> str:
        """Return the form of boards for people, such as ``rows of 'X', 'O', None``."""
        shape = "rows" if self.shape == "rows" else "nine cells"
        x_mark, o_mark = map(quoted, self._own_marks)
        free = "numbers" if self._is_numbered else quoted(self.free_cell)
        return f"{shape} ({self.kind}) of {x_mark}, {o_mark} and {free}"


def cells_of(board: Any) -> tuple[Any, ...]:
    """Return the nine cells of a board.

    Raises:
        NoBoardError: It has not three rows of three cells, nor nine cells.
    """
    rows = plain(board)
    if isinstance(rows, list | tuple):
        if len(rows) == 9:
            return tuple(map(plain, rows))
        if len(rows) == 3:
            cells: list[Any] = []
            for row in map(plain, rows):
                if not isinstance(row, list | tuple) or len(row) != 3:
                    break
                cells += row
            if len(cells) == 9:
                return tuple(map(plain, cells))
    raise NoBoardError("it has neither three rows of three cells nor nine cells")


def kind_of(board: Any) -> str:
    """Return the types of which a board is made, such as ``list of list``."""
    name = type(board).__name__
    if not isinstance(board, list | tuple) or len(board) != 3:
        return name
    return " of ".join([name, *sorted({type(row).__name__ for row in board})])


def made_like(template: Any, items: Iterable[Any]) -> Any:
    """Return a list, tuple or array of the type of a template, with other items."""
    if not hasattr(template, "tolist"):
        return type(template)(items)
    array = template.copy()
    array[...] = items
    return array


def plain(value: Any) -> Any:
    """Return numpy's values as Python's."""
    if hasattr(value, "tolist"):
        return value.tolist()
    return value


def odd(value: Any) -> dict[str, str]:
    """Return what stands in JSON for a value that is not of the kind of an answer."""
    if not is_unfinished_call(value):
        return {"odd": quoted(value)}
    with suppress(Exception):
        value.close()  # or Python warns that nobody awaits it
    if hasattr(value, "cr_code"):
        return {"odd": "a coroutine: remove async from the definition"}
    return {"odd": "a generator: write return in place of yield"}


def is_unfinished_call(value: Any) -> bool:
    """Return True for what a function with ``async`` or ``yield`` returns."""
    return hasattr(value, "cr_code") or hasattr(value, "gi_code")


def _shares_rows(board: Any) -> bool:
    """Return True if a stone in one row would be in another one too."""
    if not isinstance(board, list) or len(board) != 3:
        return False
    rows = [id(row) for row in board if isinstance(row, list)]
    return len(set(rows)) < len(rows)


def quoted(value: Any) -> str:
    """Return a stranger's value as short text, without addresses of memory."""
    text = on_one_line(value, length=200)
    text = _ADDRESS.sub("", text)
    if len(text) > MAX_QUOTED:
        return f"{text[: MAX_QUOTED - 3]}..."
    return text


def _is_same(value: Any, mark: Any) -> bool:
    """Return True if a value is a mark; True and False are not the numbers 1 and 0."""
    is_equal = bool(value == mark)
    return is_equal and isinstance(value, bool) == isinstance(mark, bool)


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
    container = _container_of(actions)
    if all(isinstance(move, Integral) for move in moves):
        return _numbered_as_in(moves, 9, Moves(None, container=container))

    numbers = list(chain.from_iterable(moves))
    are_numbers = all(isinstance(number, Real) for number in numbers)
    if not are_numbers or any(len(move) != 2 for move in moves):
        raise ValueError("they are not pairs of numbers")
    kind = type(moves[0])
    if issubclass(kind, list | tuple):
        pair = getattr(kind, "_make", kind)  # of a named tuple
        pairs = Moves(pair, is_type_known=True, container=container)
    else:
        pairs = Moves(tuple, container=container)
    return _numbered_as_in(numbers, 3, pairs)


def _numbered_as_in(numbers: Sequence[Any], last_number: int, moves: Moves) -> Moves:
    """Return moves that are numbered from 0 or 1, as these numbers are.

    Args:
        numbers: The numbers in the actions of a file.
        last_number: The greatest one, if they count from 1.
        moves: The moves, numbered from 0.
    """
    if 0 in numbers:
        return moves
    if last_number in numbers:
        return replace(moves, first_number=1)
    return replace(moves, may_be_shifted=True)


def _container_of(actions: Any) -> Callable[[list[Any]], Any]:
    if isinstance(actions, Iterator):
        return iter
    kind = type(actions)
    if kind in (list, tuple, set, frozenset):
        return kind
    return list
