"""The shapes of boards and answers, for a player's process too: what it sees, where a move is."""

from collections.abc import Callable
from functools import cache
from sys import intern
from typing import Any, NamedTuple

VIEWS = ("text", "list", "rows", "list1", "dict", "array", "state", "batch")
# names of the move, in an answer with named parts
PLACES = (
    "index",
    "move",
    "cell",
    "position",
    "action",
    "square",
    "row col",
    "row column",
)
WITHIN = "\x1f"  # between a move and where it was: nobody prints it by chance
LARGEST_CELL = 10**18  # a larger number has perhaps no text, and is off any board too
TURN = str.maketrans("XO", "OX")
# rows, columns and diagonals of 3x3
LINES = (
    (0, 1, 2),
    (3, 4, 5),
    (6, 7, 8),
    (0, 3, 6),
    (1, 4, 7),
    (2, 5, 8),
    (0, 4, 8),
    (2, 4, 6),
)


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
    # Interned, as who names them compares with `is`.
    free: Any = (
        intern(more[0])
        if more and more[0] != "None"
        else " "
        if kind == "state"
        else None
    )
    marks: list[Any] = [*map(intern, more[1])] if more[1:] else ["X", "O"]
    if kind == "text":
        free = free or "."
    elif kind == "array" or free in ("0", "-1"):
        free = -1 if free == "-1" else 0
        usual = [1, 0 if free else -1]
        marks = (
            [int(one) if one.isdecimal() else one for one in marks]
            if more[1:]
            else usual
        )
    return View(kind, {"X": marks[0], "O": marks[1], ".": free}, NUMBERED.get(free))


def shown_board(board: str, view: str, cols: int) -> Any:
    """The board as a player sees it, in a view of docs/grading.md; new each time.

    >>> shown_board("X...O....", "rows", 3), shown_board("X...O....", "list:cell", 3)[:3]
    ([['X', None, None], [None, 'O', None], [None, None, None]], ['X', 1, 2])
    """
    kind, marks, number = view_of(view)
    cells = [marks[mark] for mark in board]
    if number:
        cells = [
            number(at) if board[at] == "." else cell for at, cell in enumerate(cells)
        ]
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
    if not isinstance(cells, str | list | dict):
        return ""
    if isinstance(cells, list) and len(cells) == 10:  # whose first is not used
        return view_of_empty(cells[1:]).replace("list", "list1")
    last = [
        one
        for one in flat_cells(cells)[-1:]
        if type(one) in (int, str) and len(str(one)) < 3
    ]
    signs = ["", *(f":{one}" for one in (*NUMBERED, *last))]
    kinds = ["array"] if hasattr(drawn, "tolist") else ["rows", "list", "text", "dict"]
    views = [f"{kind}{sign}" for kind in kinds for sign in signs]
    return next(
        (one for one in views if as_lists(shown_board("." * 9, one, 3)) == cells), ""
    )


def mover(board: str, first: str) -> str:
    """Whose turn it is, by the stones."""
    return first if board.count("X") == board.count("O") else "XO"[first == "X"]


def free(board: str) -> list[int]:
    """The free cells."""
    return [cell for cell, mark in enumerate(board) if mark == "."]


def played(board: str, cell: int, mark: str) -> str:
    """The board with that mark there."""
    return f"{board[:cell]}{mark}{board[cell + 1 :]}"


class Placed(NamedTuple):
    """The move of a player who returns nothing and moves on its board."""

    cell: int
    mine: bool  # it has placed the mover's mark


def stone_placed(before: list[Any], after: list[Any], mark: Any) -> Placed | None:
    """The one cell in which a flat board has changed; None for none or several."""
    changed = [
        at
        for at, (old, new) in enumerate(zip(before, after, strict=False))
        if old != new
    ]
    found = [Placed(at - (len(before) == 10), after[at] == mark) for at in changed]
    return found[0] if len(found) == 1 else None


def one_less(answer: Any) -> Any:
    """An answer counted from 1 as one from 0, be it a cell alone or within a list."""
    if type(answer) in (list, tuple) and len(answer) < 4:
        return type(answer)(map(one_less, answer))
    return answer - 1 if type(answer) is int else answer


def flat_cells(board: Any) -> list[Any]:
    """The cells of a board in any view."""
    cells = board.board if isinstance(board, State) else as_lists(board)
    rows = cells.values() if isinstance(cells, dict) else cells or ()
    return [one for row in rows for one in (row if isinstance(row, list) else [row])]


def move_within(
    answer: Any, board: str, view: str, cols: int, first: str
) -> tuple[Any, str]:
    """The move within an answer, and where it stood; any other answer as it is."""
    weights = type(answer) is dict and set(map(type, answer)) == {int}
    if (weights and len(answer) < len(board)) or (
        type(answer) is tuple and is_pair(answer)
    ):
        return answer, ""
    if type(answer) is Placed:
        other = "" if answer.mine else ", though it is the other player's"
        return answer.cell, f"the stone that it has placed{other}"
    answer, mark = as_lists(answer), mover(board, first)
    if isinstance(answer, str | list | dict | State):
        for cell in free(board):
            if flat_cells(
                shown_board(played(board, cell, mark), view, cols)
            ) == flat_cells(answer):
                return cell, "the stone that its new board has more"
    if (
        isinstance(answer, list)
        and list(map(is_pair, answer)).count(True) == 1 == len(answer) - 1
    ):
        return next(filter(is_pair, answer)), "the pair in its answer"
    named = answer if isinstance(answer, dict) else getattr(answer, "__dict__", {})
    if hasattr(answer, "_asdict"):
        named = answer._asdict()
    found = [
        names
        for names in map(str.split, PLACES)
        if all(name in named for name in names)
    ]
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
    return isinstance(thing, list | tuple) and [*map(type, thing)] == [int, int]


def cell_at(cols: int, row: int, col: int | None = None) -> int:
    """The cell there, or the one of a lone number; -1 for a pair outside the board or too large."""
    if col is None:
        return row
    return row * cols + col if 0 <= row < LARGEST_CELL and 0 <= col < cols else -1
