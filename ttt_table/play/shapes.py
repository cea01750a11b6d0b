"""The shapes of boards and answers, for a player's process too: what it sees, where a move is."""

from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

VIEWS = ("text", "list", "rows", "list1", "dict", "array", "state", "batch")
# names of the move, in an answer with named parts
PLACES = ("index", "move", "cell", "position", "action", "square", "row col", "row column")
WITHIN = "\x1f"  # between a move and where it was: nobody prints it by chance
LONGEST_CELL = 10**18  # a larger number has perhaps no text, and is off any board too
# rows, columns and diagonals of 3x3
LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


class State:
    """A game as an object, as well-known tutorials have it; ``board`` is a flat list."""

    def __init__(self, board: list[Any]) -> None:
        self.board = board
        self.current_winner: Any = None

    def available_moves(self) -> list[int]:
        """The free cells."""
        return [cell for cell, mark in enumerate(self.board) if mark == " "]

    def empty_squares(self) -> bool:
        """True where a cell is free."""
        return " " in self.board

    def num_empty_squares(self) -> int:
        """How many cells are free."""
        return self.board.count(" ")

    def winner(self, square: int, letter: Any) -> bool:
        """True where that mark has a line through that cell of 3x3."""
        through = (line for line in LINES if square in line and len(self.board) == 9)
        return any(all(self.board[cell] == letter for cell in line) for line in through)

    def make_move(self, square: int, letter: Any) -> bool:
        """Place a mark; False where the cell is taken."""
        if self.board[square] != " ":
            return False
        self.board[square] = letter
        if self.winner(square, letter):
            self.current_winner = letter
        return True


class View(NamedTuple):
    """What a board looks like: what stands for ``X``, ``O`` and ``.``, or numbers free cells."""

    kind: str
    marks: dict[str, Any]
    number: Callable[[int], Any] | None


# by their names in a view, what free cells hold
NUMBERED: dict[str, Callable[[int], Any]] = {
    "cell": lambda at: at,
    "cell1": lambda at: at + 1,
    "digit": str,
    "digit1": lambda at: str(at + 1),
}
FROM_ONE = ("list1", "dict")  # views with cells numbered from 1, and so the answers


@cache
def view_of(view: str) -> View:
    """The parts of a view's name: its kind, what a free cell holds, the marks.

    >>> view_of("rows:_:xo").marks, view_of("list:0").marks
    ({'X': 'x', 'O': 'o', '.': '_'}, {'X': 1, 'O': -1, '.': 0})
    """
    kind, *more = view.split(":", 2)
    free: Any = more[0] if more and more[0] != "None" else " " if kind == "state" else None
    marks: list[Any] = list(more[1]) if len(more) > 1 else ["X", "O"]
    if kind == "text":
        free = free or "."
    elif kind == "array" or free == "0":
        free = 0
        marks = [int(one) if one.isdecimal() else one for one in marks] if more[1:] else [1, -1]
    return View(kind, {"X": marks[0], "O": marks[1], ".": free}, NUMBERED.get(free))


def shown_board(board: str, view: str, cols: int) -> Any:
    """The board as a player sees it, in a view of docs/grading.md; new each time.

    >>> shown_board("X...O....", "rows", 3), shown_board("X...O....", "list:cell", 3)[:3]
    ([['X', None, None], [None, 'O', None], [None, None, None]], ['X', 1, 2])
    """
    kind, marks, number = view_of(view)
    cells = [marks[mark] for mark in board]
    if number:
        cells = [number(at) if board[at] == "." else cell for at, cell in enumerate(cells)]
    rows = [cells[at : at + cols] for at in range(0, len(cells), cols)]
    if kind == "array":
        import numpy

        return numpy.array(rows, dtype=numpy.int8)
    if kind == "text":
        return "".join(map(str, cells))
    if kind in FROM_ONE:
        return dict(enumerate(cells, 1)) if kind == "dict" else [marks["."], *cells]
    return State(cells) if kind == "state" else rows if kind == "rows" else cells


def view_of_empty(drawn: Any) -> str:
    """The view in which an empty board of 3x3 looks so; empty where none does."""
    cells = as_lists(drawn)
    if hasattr(drawn, "tolist"):
        return "array" if cells == [[0] * 3] * 3 else ""
    if not isinstance(cells, str | list | dict):
        return ""
    signs = ["", ":0", *(f":{one}" for one in (*NUMBERED, *flat_cells(cells)[-1:]))]
    views = [f"{kind}{sign}" for kind in ("rows", "list", "text", *FROM_ONE) for sign in signs]
    return next((view for view in views if shown_board("." * 9, view, 3) == cells), "")


def mover(board: str, first: str) -> str:
    """Whose turn it is, by the stones."""
    return first if board.count("X") == board.count("O") else "XO"[first == "X"]


class Placed(NamedTuple):
    """The move of a player who returns nothing and moves on its board."""

    cell: int


def flat_cells(board: Any) -> list[Any]:
    """The cells of a board in any view."""
    cells = board.board if isinstance(board, State) else as_lists(board)
    rows = cells.values() if isinstance(cells, dict) else cells or ()
    return [one for row in rows for one in (row if isinstance(row, list) else [row])]


def move_within(answer: Any, board: str, view: str, cols: int, first: str) -> tuple[Any, str]:
    """The move within an answer, and where it stood; any other answer as it is."""
    if type(answer) is dict and set(map(type, answer)) == {int} and len(answer) < len(board):
        return answer, ""
    if type(answer) is tuple and is_pair(answer):
        return answer, ""
    if type(answer) is Placed:
        return answer.cell, "the stone that it has placed"
    answer, mark = as_lists(answer), mover(board, first)
    if isinstance(answer, str | list | dict | State):
        for cell in [at for at, one in enumerate(board) if one == "."]:
            text = f"{board[:cell]}{mark}{board[cell + 1 :]}"
            if flat_cells(shown_board(text, view, cols)) == flat_cells(answer):
                return cell, "the stone that its new board has more"
    if isinstance(answer, list) and list(map(is_pair, answer)).count(True) == 1 == len(answer) - 1:
        return next(filter(is_pair, answer)), "the pair in its answer"
    named = answer if isinstance(answer, dict) else getattr(answer, "__dict__", {})
    if hasattr(answer, "_asdict"):
        named = answer._asdict()
    found = [names for names in map(str.split, PLACES) if all(name in named for name in names)]
    if len(found) == 1:
        values = [named[name] for name in found[0]]
        where = f"the {' and '.join(found[0])} of its answer"
        return values[0] if len(values) == 1 else values, where
    return answer, ""


def as_lists(thing: Any) -> Any:
    """Arrays and tuples without names as lists, at any depth."""
    if hasattr(thing, "tolist"):
        thing = thing.tolist()
    plain = isinstance(thing, list | tuple) and not hasattr(thing, "_fields")
    return [as_lists(one) for one in thing] if plain else thing


def is_pair(thing: Any) -> bool:
    """True for two whole numbers, such as a row and a column."""
    if not isinstance(thing, list | tuple) or len(thing) != 2:
        return False
    return type(thing[0]) is type(thing[1]) is int


def cell_at(row: int, col: int, cols: int) -> int:
    """The cell there; -1 for a pair outside the board, or a huge number."""
    return row * cols + col if 0 <= row < LONGEST_CELL and 0 <= col < cols else -1
