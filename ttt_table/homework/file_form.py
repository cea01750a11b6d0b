"""How a file writes boards, marks and moves, and how its answers are read."""

from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from inspect import iscoroutine
from typing import Any

from ttt_table.homework.answers import SHARED_ROWS, Unreadable
from ttt_table.homework.board_form import BoardForm, as_lists
from ttt_table.homework.spec import EMPTY_BOARD, Part
from ttt_table.players.protocol import on_one_line

TIES = frozenset({"t", "d", "-", "tie", "tied", "draw", "drawn", "empate", "remis"})


class CoroutineError(TypeError):
    """A part is an ``async def``, which returns a coroutine and has not run."""


@dataclass(frozen=True, slots=True)
class MoveForm:
    """How a file writes moves.

    Attributes:
        pair: Makes a move of a row and a column, `tuple` or `list`; None if a move is a
            number.
        container: What `actions` puts moves in.
        first_index: The number of the first cell, where a move is a number.
    """

    pair: Callable[[Iterable[int]], Any] | None
    container: Callable[[Iterable[Any]], Any] = set
    first_index: int = 0

    def move(self, cell: int) -> Any:
        """Return a cell as the file writes it."""
        if self.pair is None:
            return cell + self.first_index
        return self.pair(divmod(cell, 3))

    def cell(self, move: Any) -> int:
        """Return the cell of a move as the file writes it.

        Raises:
            ValueError, TypeError: It is not a move on this board.
        """
        if self.pair is not None:
            row, col = move
            return 3 * _index(row) + _index(col)
        return _index(move - self.first_index, 9)


def _index(number: Any, count: int = 3) -> int:
    """Return the index, below a count, that a number equals, as 1.0 equals 1."""
    return range(count).index(number)


class FileForm:
    """How a file writes boards, marks and moves, and how its answers are read.

    The boards that it takes and gives are those of `spec`, on which X moves first.

    Args:
        form: The format of the file's boards.
        first: The player who moves first in the file's game, "X" or "O".
        own_actions: The file's `actions`, from which the form of moves is learned once
            it is needed; None if there is none, or it gives no answers.
    """

    def __init__(
        self,
        form: BoardForm,
        first: str,
        own_actions: Callable[[Any], Any] | None = None,
    ) -> None:
        self._form = form
        self._own_actions = own_actions
        self._board_format = form.board_format(first)
        self._has_o_first = first == "O"
        self.mark_of = self._board_format.mark_of
        self.free_cell = None if form.number_of_cell else form.empty
        self._player_of: dict[str, str] = {}
        # The keys are the marks as Python writes them, since 1 equals True.
        for player, mark in self.mark_of.items():
            self._player_of[repr(mark)] = player
            self._player_of[f"{mark!r}.0"] = player  # 1 in an array of floats
        self._read_boards: dict[str, str | Unreadable] = {}

    @cached_property
    def moves(self) -> MoveForm:
        """How the file writes moves: as its `actions` does, else as courses do."""
        first_index = self._form.first_index
        if self._own_actions is not None:
            with suppress(BaseException):  # whatever a stranger's part raises
                moves = self._own_actions(self.board(EMPTY_BOARD))
                return _form_of_moves(moves, first_index)
        if self._form.board in ("rows", "array"):
            return MoveForm(tuple)
        return MoveForm(None, first_index=first_index)

    def board(self, board: str) -> Any:
        """Return a new board in the file's form."""
        return self._board_format.render(board, 3)

    def read_board(self, board: Any) -> str | Unreadable:
        """Return one of the file's boards as text."""
        # From memory: our parts may not be slower than those that they stand for.
        key = repr(board)
        if key not in self._read_boards:
            self._read_boards[key] = self._read_new_board(board)
        return self._read_boards[key]

    def _read_new_board(self, board: Any) -> str | Unreadable:
        text = ""
        for cell, content in enumerate(
            cells_of_board(board, self._board_format.layout)
        ):
            player = self._player_of.get(repr(content))
            if player is not None:
                text += player
            elif self._is_free(cell, content):
                text += "."
        return text if len(text) == 9 else unreadable(board)

    def _is_free(self, cell: int, content: Any) -> bool:
        if self._form.number_of_cell is not None:
            return bool(content == self._form.number_of_cell(cell))
        return bool(content == self.free_cell)

    def utility(self, result: int) -> int:
        """Translate a result for the player who moves first into one for X.

        A file's results are those of X, whoever moves first there. The same function
        translates them back.
        """
        return -result if self._has_o_first else result

    def read(self, part: Part, answer: Any, board: str) -> Any:
        """Return a part's answer to a board in the form of `spec.true_answer`.

        An answer that does not have that form becomes `Unreadable`. Of `result` this
        reads a single board, and of `minimax` a cell or None.

        Raises:
            CoroutineError: The part is an ``async def``.
        """
        if iscoroutine(answer):
            answer.close()  # or Python warns that nobody awaits it
            raise CoroutineError
        match part:
            case Part.INITIAL_STATE | Part.RESULT:
                return self._read_new_rows(answer)
            case Part.TERMINAL:
                return bool(answer)
            case Part.ACTIONS:
                return self._read_moves(answer)
            case Part.UTILITY:
                return self._read_utility(answer)
            case Part.PLAYER | Part.WINNER:
                return self._read_player(answer, board)
            case _:
                return self._read_move(answer)

    def _read_new_rows(self, board: Any) -> str | Unreadable:
        """Read a new board, of which no two rows may be one and the same list."""
        if isinstance(board, list) and all(isinstance(row, list) for row in board):
            different_rows = {id(row) for row in board}
            if len(different_rows) < len(board):
                return SHARED_ROWS
        return self.read_board(board)

    def _read_moves(self, moves: Any) -> list[int] | Unreadable:
        try:
            return sorted(self.moves.cell(move) for move in moves)
        except (TypeError, ValueError):
            return unreadable(moves)

    def _read_move(self, move: Any) -> int | Unreadable | None:
        if move is None:
            return None
        try:
            return self.moves.cell(move)
        except (TypeError, ValueError):
            return unreadable(move)

    def _read_utility(self, result: Any) -> int | Unreadable:
        number = as_lists(result)  # one of numpy's becomes one of Python's
        if isinstance(number, int | float) and number in (-1, 0, 1):
            return self.utility(int(number))
        return unreadable(result)

    def _read_player(self, answer: Any, board: str) -> str | Unreadable | None:
        value = as_lists(answer)
        player = self._player_of.get(repr(value))
        if player is not None:
            return player
        says_nobody = value is None or value is False or value == ""
        is_free_cell = not isinstance(value, bool) and value == self.free_cell
        if says_nobody or is_free_cell or self.is_tie(value, board):
            return None
        return unreadable(answer)

    @staticmethod
    def is_tie(answer: Any, board: str) -> bool:
        """Return True for "Tie", "draw" and the like on a full board."""
        return "." not in board and isinstance(answer, str) and answer.lower() in TIES


def _form_of_moves(moves: Any, first_index: int) -> MoveForm:
    """Return how these moves are written, which a file's `actions` has given."""
    container: Callable[[Iterable[Any]], Any] = set
    if isinstance(moves, list | tuple | frozenset):
        container = type(moves)
    move = next(iter(moves))
    if isinstance(as_lists(move), int):
        return MoveForm(None, container, first_index)
    return MoveForm(list if isinstance(move, list) else tuple, container)


def cells_of_board(board: Any, board_format: str) -> list[Any]:
    """Return the nine cells of a board, or nothing if it does not have the format.

    >>> cells_of_board([[1, 2, 3], [4, 5, 6], [7, 8, 9]], "rows")
    [1, 2, 3, 4, 5, 6, 7, 8, 9]
    >>> cells_of_board([1, 2, 3, 4, 5, 6, 7, 8, 9], "rows")
    []
    """
    if board_format == "dict1":
        if not isinstance(board, dict) or set(board) != set(range(1, 10)):
            return []
        return [board[number] for number in range(1, 10)]
    if board_format == "text":
        return list(board) if isinstance(board, str) and len(board) == 9 else []
    board = as_lists(board)
    if not isinstance(board, list):
        return []
    if board_format in ("list", "list1"):
        unused = 1 if board_format == "list1" else 0
        return board[unused:] if len(board) == unused + 9 else []
    has_rows = len(board) == 3 and all(isinstance(row, list) for row in board)
    if not has_rows or any(len(row) != 3 for row in board):
        return []
    return [cell for row in board for cell in row]


def unreadable(answer: Any) -> Unreadable:
    """Return a stranger's value as the text that messages show."""
    return Unreadable(on_one_line(answer))
