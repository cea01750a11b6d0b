"""How a file writes boards, players and moves, and how its answers are read."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice
from numbers import Integral, Real
from typing import Any

from ttt_table.homework.part_tests import OFF_BOARD
from ttt_table.players.records import on_one_line

TIES = frozenset({"t", "d", "-", "tie", "tied", "draw", "drawn", "empate", "remis"})
SHARED_ROWS = "rows that are one and the same list"


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
        first_mark, second_mark = reversed(marks) if self._has_o_first else marks
        self.marks = {"X": first_mark, "O": second_mark}
        self.kind = kind_of(template)
        self._template = template
        self._free = cells_of(template)
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
        first = self._free[0]
        return first if all(cell == first for cell in self._free) else None

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
                return {"odd": SHARED_ROWS} if _shares_rows(value) else self.text(value)
            case "player" | "winner":
                return self._read_player(value, board)
            case "actions":
                moves = islice(value, MAX_ACTIONS)
                return sorted(self.moves.cell(move) for move in moves)
            case "terminal":
                return odd(value) if is_unfinished_call(value) else bool(value)
            case "utility":
                number = plain(value)
                if isinstance(number, int | float) and number in (-1, 0, 1):
                    return self.utility(int(number))
                return odd(value)
        return None if value is None else self.moves.cell(value)

    def utility(self, result: int) -> int:
        """Translate a result for the player who moves first into one for X.

        Results of a file are those of its X, whoever moves first there. The same
        function translates them back.
        """
        return -result if self._has_o_first else result

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
        free = "numbers" if self.free_cell is None else quoted(self.free_cell)
        if self._free[0] is None:
            free = "None"
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
    return value.tolist() if hasattr(value, "tolist") else value


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
    start, found, end = text.partition(" at 0x")
    while found:
        text = start + end.lstrip("0123456789abcdefABCDEF")
        start, found, end = text.partition(" at 0x")
    return text if len(text) <= 60 else f"{text[:57]}..."


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
