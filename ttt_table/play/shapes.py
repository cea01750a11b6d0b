"""The shapes that players come in: what they are shown, how they are called, where a move stands.

It is loaded in a player's process too, and needs nothing but the standard library.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

VIEWS = ("text", "list", "rows", "numbers", "array", "state", "batch")
BOARDS = "boards.npy"
"""Where a batch stands for a player's process: in the folder that is given instead of a board."""
MARKED = (
    *("player", "current_player", "mark", "symbol", "letter", "token", "piece"),
    *("turn", "side", "me", "color", "colour"),
)
"""Names under which a function asks for the mark of whoever is to move."""
METHODS = ("move", "get_move", "choose", "play")
"""Of a class, whichever one of these it has makes its moves."""
PLACES = (
    *(("index",), ("move",), ("cell",), ("position",), ("action",), ("square",)),
    *(("row", "col"), ("row", "column")),
)
"""Under which names an answer with named parts holds its move."""
WITHIN = "\x1f"
"""Stands on a line between a move and where in the answer it was: nobody prints it by chance."""
LONGEST_CELL = 10**18
"""A cell's number beyond any board: a larger one has perhaps no text, and is one outside too."""
_looks: dict[str, tuple[str, dict[str, Any], bool]] = {}


class State:
    """A game as an object, for players that ask one: ``board`` is flat, with " " where free."""

    def __init__(self, board: list[Any]) -> None:
        self.board = board

    def available_moves(self) -> list[int]:
        """The free cells."""
        return [cell for cell, mark in enumerate(self.board) if mark == " "]


def seen(board: str, view: str, cols: int) -> Any:
    """The board as a player sees it: its text, its cells, its rows, numbers, or an object.

    After a colon stands what a free cell holds: ``rows:_``, ``list:`` an empty text, ``list:cell``
    its own number; without one it is None. ``numbers`` are rows of 1 for X, -1 for O and 0, as
    ``rows:0``; an ``array`` is numpy's of these. A ``batch`` is one already, or in a file. All is
    new each time: a player may write on it.

    >>> seen("X...O....", "rows", 3), seen("X...O....", "list:cell", 3)[:3]
    ([['X', None, None], [None, 'O', None], [None, None, None]], ['X', 1, 2])
    """
    if view == "batch":
        return _batch(board)
    if view not in _looks:
        _looks[view] = look(view)
    kind, marks, numbered = _looks[view]
    if kind == "text":
        return board.replace(".", marks["."] or ".")
    cells = [at if numbered and mark == "." else marks[mark] for at, mark in enumerate(board)]
    if kind in ("list", "state"):
        return State(cells) if kind == "state" else cells
    rows = [cells[at : at + cols] for at in range(0, len(cells), cols)]
    if kind == "array":
        import numpy

        return numpy.array(rows, dtype=numpy.int8)
    return rows


def _batch(boards: Any) -> Any:
    if not isinstance(boards, str):
        return boards
    import numpy

    return numpy.load(f"{boards}/{BOARDS}")


def look(view: str) -> tuple[str, dict[str, Any], bool]:
    """What a view comes to: its kind, what cells hold, and if free ones hold their number."""
    kind, colon, free = view.partition(":")
    if kind in ("numbers", "array") or free == "0":
        return kind, {"X": 1, "O": -1, ".": 0}, False
    empty = free if colon else " " if kind == "state" else None
    return kind, {"X": "X", "O": "O", ".": empty}, free == "cell"


def mover(board: str, first: str) -> str:
    """Whose turn it is, by the stones."""
    return first if board.count("X") == board.count("O") else "XO"[first == "X"]


def fitted(player: Any, view: str, cols: int, first: str) -> tuple[Callable[[str], Any], str]:
    """A player as a function of a board's text, and what it is taken for where that needs a word.

    A class plays by its one method of a known name; a second argument of a known name is the mover.
    """
    marks = look(view)[1]
    methods = [name for name in METHODS if isinstance(player, type) and hasattr(player, name)]
    by = methods[0] if len(methods) == 1 else ""
    colour = _asked_at(0, player, marks) if by else ""
    marked = _asked_at(1, getattr(player, by) if by else player, marks)
    if not by and not marked:
        return player if view == "text" else lambda board: player(seen(board, view, cols)), ""
    made: dict[Any, Any] = {}

    def asked(board: str) -> Any:
        mark = marks[mover(board, first)]
        call = player
        if by:
            plays = mark if colour else None  # one object for both colours, or one for each
            if plays not in made:
                made[plays] = player(mark) if colour else player()
            call = getattr(made[plays], by)
        shown = seen(board, view, cols)
        return call(shown, mark) if marked else call(shown)

    name = f"{player.__name__}({colour}).{by}" if by else getattr(player, "__name__", "player")
    whose = "; the mark is the mover's" if marked or colour else ""
    return asked, f"called as {name}(board{', ' + marked if marked else ''}){whose}"


def _asked_at(place: int, call: Any, marks: dict[str, Any]) -> str:
    """The argument that stands there, where its name and its default allow for a mark; else ""."""
    code = getattr(call, "__code__", None)
    if code is not None and code.co_argcount == place:
        return ""  # as most are; inspect takes a while to load
    from inspect import Parameter, signature

    try:
        taken = [one for name, one in signature(call).parameters.items() if name != "self"]
    except (TypeError, ValueError):  # compiled, perhaps
        return ""
    asked = taken[place] if len(taken) > place else None
    plain = (Parameter.empty, None, marks["X"], marks["O"])
    fits = asked is not None and asked.kind is not asked.KEYWORD_ONLY and asked.default in plain
    return asked.name if asked is not None and fits and asked.name.lower() in MARKED else ""


def answered(answer: Any, board: str, view: str, cols: int, first: str) -> tuple[Any, str]:
    """The move within an answer, and where it stood there; any other answer as it is."""
    if type(answer) is dict and set(map(type, answer)) == {int}:
        return answer, ""  # a distribution
    if type(answer) is tuple and is_pair(answer):
        return answer, ""
    answer = listed(answer)
    free = [cell for cell, mark in enumerate(board) if mark == "."]
    mark = mover(board, first)
    if isinstance(answer, str | list):
        after = (f"{board[:cell]}{mark}{board[cell + 1 :]}" for cell in free)
        for cell, text in zip(free, after, strict=True):
            if listed(seen(text, view, cols)) == answer:
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


def listed(thing: Any) -> Any:
    """Arrays and tuples without names as lists, all the way down."""
    if hasattr(thing, "tolist"):
        thing = thing.tolist()
    plain = isinstance(thing, list | tuple) and not hasattr(thing, "_fields")
    return [listed(one) for one in thing] if plain else thing


def is_pair(thing: Any) -> bool:
    """True for two whole numbers, such as a row and a column."""
    if not isinstance(thing, list | tuple) or len(thing) != 2:
        return False
    return type(thing[0]) is type(thing[1]) is int


def cell_at(row: int, col: int, cols: int) -> int:
    """The cell there; -1 for a pair outside the board, also where its number would be huge."""
    return row * cols + col if 0 <= row < LONGEST_CELL and 0 <= col < cols else -1


def _named(answer: Any) -> dict[str, Any]:
    """The named parts of an answer: a dictionary's, a record's, an object's."""
    if isinstance(answer, dict):
        return answer if all(isinstance(key, str) for key in answer) else {}
    if hasattr(answer, "_asdict"):
        return dict(answer._asdict())
    return {} if isinstance(answer, type) else getattr(answer, "__dict__", {})
