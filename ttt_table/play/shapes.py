"""The shapes that players come in: what they are shown, how they are called, where a move stands.

A player's process loads it too: it needs the standard library alone.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

VIEWS = ("text", "list", "rows", "list1", "dict", "array", "numbers", "state", "batch")
BOARDS = "boards.npy"  # a batch for a player's process, in the folder given as its board
MARKED = (
    *("player", "current_player", "mark", "symbol", "letter", "token", "piece"),
    *("turn", "side", "me", "color", "colour"),
    *(COMPUTERS := ("bot", "computer", "ai")),
)
OTHERS = ("opponent", "opp", "other", "enemy", "human")
HOLDERS = ("board", "state", "grid", "cells", "game")
"""Names under which a function asks for the mover's mark, the other mark, and the board."""
# a class plays by the one of these that it has
METHODS = ("move", "get_move", "choose", "play", "get_best_move", "best_move", "find_best_move")
# names of the move, in an answer with named parts
PLACES = (
    *(("index",), ("move",), ("cell",), ("position",), ("action",), ("square",)),
    *(("row", "col"), ("row", "column")),
)
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
        """True where that mark has a line through that cell."""
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
    elif kind in ("numbers", "array") or free == "0":
        free = 0
        marks = [int(one) if one.isdecimal() else one for one in marks[:2]] if more[1:] else [1, -1]
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
    if kind == "text":
        return "".join(map(str, cells))
    if kind in ("list", "state"):
        return State(cells) if kind == "state" else cells
    if kind in FROM_ONE:
        return dict(enumerate(cells, 1)) if kind == "dict" else [marks["."], *cells]
    rows = [cells[at : at + cols] for at in range(0, len(cells), cols)]
    if kind == "array":
        import numpy

        return numpy.array(rows, dtype=numpy.int8)
    return rows


def view_of_empty(drawn: Any) -> str:
    """The view in which an empty board of 3x3 looks so; empty where none does."""
    cells = as_lists(drawn)
    if hasattr(drawn, "tolist"):
        return "array" if cells == [[0] * 3] * 3 else ""
    while isinstance(cells, list | dict) and cells:
        cells = cells[max(cells)] if isinstance(cells, dict) else cells[-1]
    signs = [":0", *(f":{one}" for one in NUMBERED), f":{cells}" if cells else ":"]
    for kind in ("rows", "list", "text", *FROM_ONE):
        for view in (kind, *(f"{kind}{sign}" for sign in signs)):
            if shown_board("." * 9, view, 3) == as_lists(drawn):
                return view
    return ""


def mover(board: str, first: str) -> str:
    """Whose turn it is, by the stones."""
    return first if board.count("X") == board.count("O") else "XO"[first == "X"]


class Method(NamedTuple):
    """A method as a player, and the class of its objects."""

    owner: type
    name: str


class Placed(NamedTuple):
    """The move of a player who returns nothing and moves on its board."""

    cell: int


def as_function(player: Any, view: str, cols: int, first: str) -> tuple[Callable[[str], Any], str]:
    """A player as a function of a board's text, and in words what it is taken for.

    A ``batch`` is an array, or the folder of one.
    """
    if view == "batch":
        return lambda boards: player(_batch(boards)), ""
    methods = [name for name in METHODS if isinstance(player, type) and hasattr(player, name)]
    if len(methods) == 1:
        player = Method(player, methods[0])
    caller = _Caller(player, view, cols, first)
    if caller.words or view != "text":
        return caller, caller.words
    return player, ""  # whoever wants the plain text takes no detour


def _batch(boards: Any) -> Any:
    if not isinstance(boards, str):
        return boards
    import numpy

    return numpy.load(f"{boards}/{BOARDS}")


class _Caller:
    """A player that is called with what its arguments stand for."""

    def __init__(self, player: Any, view: str, cols: int, first: str) -> None:
        self._shape, self._first, self._marks = (view, cols), first, view_of(view).marks
        self._player, self._maximizer, self._from_zero = player, "X", False
        self._objects: dict[Any, Any] = {}
        name, self._made = getattr(player, "__name__", "player"), {}
        self._is_method = isinstance(player, Method)
        if self._is_method:
            self._made = self._arguments(player.owner)
            name = f"{player.owner.__name__}({', '.join(self._made)}).{player.name}"
            player = getattr(player.owner, player.name)
        self._taken = self._arguments(player)
        stands = self._taken.values()
        if stands and "board" not in stands and not self._is_method:
            self._taken |= {next(iter(self._taken)): "board"}
        if not {"maximizing", "depth"}.isdisjoint(stands):
            self._find_out()
        shown = ["board" if what == "board" else one for one, what in self._taken.items()]
        depth = "0" if self._from_zero else "how many cells are free"
        known = {"mark": "the mover's mark", "other": "the other's mark", "depth": depth}
        known |= {"maximizing": f"true for {self._maximizer}"}
        named = (self._made | self._taken).items()
        told = "".join(f"; {one} is {known[what]}" for one, what in named if what in known)
        plain = shown == ["board"] and not self._is_method
        self.words = "" if plain else f"called as {name}({', '.join(shown)}){told}"

    def __call__(self, board: str) -> Any:
        mark = mover(board, self._first)
        given = {
            "mark": self._marks[mark],
            "other": self._marks["XO"[mark == "X"]],
            "depth": 0 if self._from_zero else board.count("."),
            "maximizing": mark == self._maximizer,
            "alpha": -float("inf"),
            "beta": float("inf"),
            "board": shown_board(board, *self._shape),
        }
        call, here = self._player, given["board"]
        one = self._object(given) if self._is_method else sys.modules.get(call.__module__)
        call = getattr(one, call.name) if self._is_method else call
        if "board" not in self._taken.values():
            here = _hand_over(one, board, self._shape, given)
        before = flat_cells(here)
        answer = call(*(given[what] for what in self._taken.values()))
        if answer is None:
            pairs = zip(before, flat_cells(here), strict=False)
            changed = [at for at, (old, new) in enumerate(pairs) if old != new]
            return Placed(changed[0] - (len(before) == 10)) if len(changed) == 1 else None
        return answer - 1 if self._shape[0].startswith(FROM_ONE) and type(answer) is int else answer

    def _object(self, given: dict[str, Any]) -> Any:
        """One for all boards, or for each mark or board."""
        made = [given[what] for what in self._made.values()]
        if "board" in self._made.values() or "board" not in self._taken.values():
            return self._player.owner(*made)
        plays = given["mark"] if made else None
        if plays not in self._objects:
            self._objects[plays] = self._player.owner(*made)
        return self._objects[plays]

    def _find_out(self) -> None:
        """Who maximizes, and whether depth counts from 0, by what it then plays."""
        # On boards with two O too many, which play never comes to: a player may remember values.
        # There X wins at 2, or at 8, and O at 5, or at 6 or 0.
        self._maximizer = "XO"[self._first == "X"]
        for self._from_zero in (True, False):
            one = self._numbers("XX.OO..OO")
            if {"2", "5", "6"}.intersection(one):
                break
        self._maximizer = self._first
        pairs = {*zip(one, self._numbers(".OOOO.XX."), strict=False)}
        # Told to maximize, then not to, it has moved X and O, or O and X: as cells, as rows.
        ways = [
            {("2", "5"), ("2", "0"), ("0", "1"), ("0", "0")},
            {("5", "8"), ("6", "8"), ("1", "2"), ("2", "2")},
        ]
        of_x, of_o = ways if self._first == "X" else reversed(ways)
        self._maximizer = "O" if pairs & of_o and not pairs & of_x else "X"

    def _numbers(self, board: str) -> list[str]:
        turned = board if self._first == "X" else board.translate(str.maketrans("XO", "OX"))
        try:
            return re.findall(r"-?\d+", repr(self(turned)))
        except Exception:  # whatever a stranger's player raises
            return []

    def _arguments(self, call: Any) -> dict[str, str]:
        """What each argument without a default stands for, by name.

        One with a default is given for a mark alone.
        """
        code = getattr(call, "__code__", None)
        if code is not None and code.co_argcount == 1 and not self._is_method:
            return {"board": "board"}  # as most are; inspect takes a while to load
        from inspect import Parameter, signature

        try:
            taken = signature(call).parameters
        except (TypeError, ValueError):  # compiled, perhaps
            return {} if self._is_method else {"board": "board"}
        plain = (Parameter.empty, None, self._marks["X"], self._marks["O"])
        found: dict[str, str] = {}
        for name, one in taken.items():
            stands = _stands_for(name.lower())
            wanted = one.default is one.empty or (stands == "mark" and one.default in plain)
            if not wanted or one.kind in (one.VAR_POSITIONAL, one.KEYWORD_ONLY):
                break  # what comes after it could be given by name alone
            if name != "self":
                found[name] = stands
        unknown = [name for name in [*found][1:] if not found[name]]
        if len(unknown) == 1:
            found[unknown[0]] = "mark"
        # Of several nobody can tell, and the call says what is missing.
        return {name: what for name, what in found.items() if len(unknown) < 2 or what}


def _stands_for(name: str) -> str:
    """What an argument of that name gets; empty where unknown."""
    for what, names in (("mark", MARKED), ("board", HOLDERS), ("other", OTHERS)):
        if name in names:
            return what
    known = ("depth", "alpha", "beta")
    return "maximizing" if "max" in name else next((one for one in known if one in name), "")


def _hand_over(one: Any, board: str, shape: tuple[str, int], given: dict[str, Any]) -> Any:
    """Put a board into an object or a module that keeps it, and return what it then holds."""
    for name in HOLDERS:
        kept = getattr(one, name, None)
        if kept is None or callable(kept):
            continue
        setattr(one, name, shown_board(board, view_of_empty(kept) or shape[0], shape[1]))
        named = {
            name for name in (*MARKED, *OTHERS) if type(getattr(one, name, None)) in (str, int)
        }
        # Where the computer has a mark of its own, the player's is the other one.
        others = {*OTHERS, "player"} if named.intersection(COMPUTERS) else OTHERS
        for turn in named:
            setattr(one, turn, given["other" if turn in others else "mark"])
        return getattr(one, name)
    return None


def flat_cells(board: Any) -> list[Any]:
    """The cells of a board in any view."""
    cells = board.board if isinstance(board, State) else as_lists(board)
    rows = cells.values() if isinstance(cells, dict) else cells or ()
    return [one for row in rows for one in (row if isinstance(row, list) else [row])]


def move_within(answer: Any, board: str, view: str, cols: int, first: str) -> tuple[Any, str]:
    """The move within an answer, and where it stood; any other answer as it is."""
    if type(answer) is dict and set(map(type, answer)) == {int} and len(answer) < len(board):
        return answer, ""  # a distribution
    if type(answer) is tuple and is_pair(answer):
        return answer, ""
    if type(answer) is Placed:
        return answer.cell, "the stone that it has placed"
    free = [cell for cell, mark in enumerate(board) if mark == "."]
    mark = mover(board, first)
    answer = as_lists(answer)
    if isinstance(answer, str | list | dict | State):
        for cell in free:
            text = f"{board[:cell]}{mark}{board[cell + 1 :]}"
            if flat_cells(shown_board(text, view, cols)) == flat_cells(answer):
                return cell, "the stone that its new board has more"
    pairs = [one for one in answer if is_pair(one)] if isinstance(answer, list) else []
    if len(pairs) == 1 and len(answer) == 2:
        return pairs[0], "the pair in its answer"
    named = _named(answer)
    found = [names for names in PLACES if all(name in named for name in names)]
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


def _named(answer: Any) -> dict[str, Any]:
    """The parts of a dictionary, a record or an object."""
    if isinstance(answer, dict):
        return answer if all(isinstance(key, str) for key in answer) else {}
    if hasattr(answer, "_asdict"):
        return dict(answer._asdict())
    return {} if isinstance(answer, type) else getattr(answer, "__dict__", {})
