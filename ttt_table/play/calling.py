"""How a player is called, in its process too: what its arguments stand for, and what it keeps."""

import re
import sys
from collections.abc import Callable
from contextlib import suppress
from typing import Any, NamedTuple

from ttt_table.play.keeping import game_class, kept_board, meanings, put_board
from ttt_table.play.shapes import (
    FROM_ONE,
    TURN,
    flat_cells,
    mover,
    one_less,
    shown_board,
    stone_placed,
    view_of,
)

# a class plays by the one of these that it has
METHODS = ("move", "get_move", "choose", "play", "get_best_move", "best_move", "find_best_move")


class Method(NamedTuple):
    """A method as a player, and the class of its objects."""

    owner: type
    name: str


def as_function(player: Any, view: str, cols: int, first: str) -> tuple[Callable[[str], Any], str]:
    """A player as a function of a board's text, or of a batch, and what it is taken for."""
    if view == "batch":
        return player, ""
    methods = [name for name in METHODS if isinstance(player, type) and hasattr(player, name)]
    if len(methods) == 1:
        player = Method(player, methods[0])
    caller = _Caller(player, view, cols, first)
    if caller.words or view != "text":
        return caller, caller.words
    return player, ""  # whoever wants the plain text takes no detour


class _Caller:
    """A player that is called with what its arguments stand for."""

    def __init__(self, player: Any, view: str, cols: int, first: str) -> None:
        self._view, self._cols, self._first, self._marks = view, cols, first, view_of(view).marks
        self._player, self._maximizer = player, "X"
        self._objects: dict[Any, Any] = {}
        self._is_method = isinstance(player, Method)
        owner = player.owner if self._is_method else None
        call = getattr(owner, player.name) if owner else player
        self._made = self._arguments(owner) if owner else {}
        self._taken = self._arguments(call)
        self._game = game_class(call, owner) if view.startswith("state") else None
        self._kept = "", view
        depth = next((one for one, what in self._taken.items() if what == "depth"), "")
        self._from_zero = bool(depth) and _counts_up(call, depth)
        if self._game or "board" not in self._taken.values():
            with suppress(BaseException):  # whatever a stranger's file raises
                self._kept = kept_board(self._keeper(self._given("." * cols * cols)), view)
        if self._taken and "board" not in self._taken.values():
            name, what = next(iter(self._taken.items()))
            if not what or not (self._is_method or self._kept[0]):
                self._taken[name], self._kept = "board", ("", view)
        if "maximizing" in self._taken.values():
            self._maximizer = self._who_maximizes()
        self.words = self._description()

    def _description(self) -> str:
        """How it is called, and what its arguments stand for; empty where that is plain."""
        name = getattr(self._player, "__name__", "player")
        if self._is_method:
            name = f"{self._player.owner.__name__}({', '.join(self._made)}).{self._player.name}"
        elif [*self._taken.values()] == ["board"] and not self._game:
            return ""
        shown = ("board" if what == "board" else one for one, what in self._taken.items())
        known = {
            "mark": "the mover's mark",
            "other": "the other's mark",
            "depth": "0" if self._from_zero else "how many cells are free",
            "maximizing": f"true for {self._maximizer}",
            **({"board": f"a {self._game.__name__}"} if self._game else {}),
        }
        named = (self._made | self._taken).items()
        stand = (f"{one} is {known[what]}" for one, what in named if what in known)
        kept = ["its {} is as in {}".format(*self._kept)] if self._kept[0] else []
        return "; ".join([f"called as {name}({', '.join(shown)})", *stand, *kept])

    def __call__(self, board: str) -> Any:
        given, call, (name, view) = self._given(board), self._player, self._kept
        one = self._keeper(given)
        if self._is_method:
            call = getattr(self._object(given) if self._game else one, call.name)
        if name:
            given |= put_board(one, self._kept, board, self._cols, mover(board, self._first))
        before = flat_cells(getattr(one, name) if name else given["board"])
        answer = call(*(given[what] for what in self._taken.values()))
        if answer is None or isinstance(answer, bool):
            after = flat_cells(getattr(one, name) if name else given["board"])
            return stone_placed(before, after, given["mark"]) or answer
        return one_less(answer) if view.startswith(FROM_ONE) else answer

    def _given(self, board: str) -> dict[str, Any]:
        """What an argument gets that stands for this."""
        mark = mover(board, self._first)
        return {
            "mark": self._marks[mark],
            "other": self._marks["XO"[mark == "X"]],
            "depth": 0 if self._from_zero else board.count("."),
            "maximizing": mark == self._maximizer,
            "alpha": -float("inf"),
            "beta": float("inf"),
            "board": shown_board(board, self._view, self._cols),
        }

    def _keeper(self, given: dict[str, Any]) -> Any:
        """What may keep the board: a game that it asks, its object, or its file."""
        if self._game:
            given["board"] = self._game()
            return given["board"]
        return self._object(given) if self._is_method else sys.modules.get(self._player.__module__)

    def _object(self, given: dict[str, Any]) -> Any:
        """One for all boards, or for each mark or board."""
        made = [given[what] for what in self._made.values()]
        plays = given["mark"] if made else None
        keeps_a_board = "board" in self._made.values() or "board" not in self._taken.values()
        if keeps_a_board or plays not in self._objects:
            self._objects[plays] = self._player.owner(*made)
        return self._objects[plays]

    def _who_maximizes(self) -> str:
        """The mark that it moves if it is told to maximize: O, if it plays so, else X."""
        # On boards with two O too many, which play never comes to: a player may remember values.
        # There X wins at 2, or at 8, and O at 5, or at 6 or 0.
        said, other = [], "XO"[self._first == "X"]
        for mark, board in ((other, "XX.OO..OO"), (self._first, ".OOOO.XX.")):
            self._maximizer = mark
            turned = board if self._first == "X" else board.translate(TURN)
            with suppress(Exception):  # whatever a stranger's player raises
                said.append(re.findall(r"-?\d+", repr(self(turned))))
        pairs = {*zip(*said, strict=False)}
        # Told to maximize, then not to, it has moved X and O, or O and X: as cells, as rows.
        of_x = {("2", "5"), ("2", "0"), ("0", "1"), ("0", "0")}
        of_o = {("5", "8"), ("6", "8"), ("1", "2"), ("2", "2")}
        x, o = bool(pairs & of_x), bool(pairs & of_o)
        return "XO"[o > x if self._first == "X" else x > o]

    def _arguments(self, call: Any) -> dict[str, str]:
        """What each argument stands for, by name; of those with a default, marks alone."""
        code = getattr(call, "__code__", None)
        if code is not None and code.co_argcount == 1 and not self._is_method:
            (stands,) = meanings(code.co_varnames[:1]).values()
            if stands in ("", "board"):  # as most are; inspect takes a while to load
                return {"board": "board"}
        from inspect import signature

        try:
            taken = signature(call).parameters
        except (TypeError, ValueError):
            return {} if self._is_method else {"board": "board"}
        marks = (None, self._marks["X"], self._marks["O"])
        found: dict[str, str] = {}
        for name, stands in meanings(taken).items():
            one = taken[name]
            usual = stands in ("mark", "other") and one.default in marks
            if one.kind > one.POSITIONAL_OR_KEYWORD or not (usual or one.default is one.empty):
                break  # what comes after it could be given by name alone
            found[name] = stands
        found.pop("self", "")
        # The first is the board, where none is called so and it makes no object.
        after = 0 if isinstance(call, type) or "board" in found.values() else 1
        unknown = [name for name in [*found][after:] if not found[name]]
        # A word is a mark; of several, or of moves, nobody can tell: the call says what is missing.
        known = len(unknown) == 1 and not re.search("_|s$", unknown[0])
        found |= dict.fromkeys(unknown, "mark") if known else {}
        return {name: what for name, what in found.items() if known or not unknown or what}


def _counts_up(call: Any, depth: str) -> bool:
    """True where the file of a function adds to its depth, and takes nothing off it."""
    from inspect import getsource

    with suppress(OSError, TypeError):
        text = getsource(sys.modules[call.__module__])
        adds, takes = (re.search(rf"\b{depth} *{sign}=? *1\b", text) for sign in ("\\+", "-"))
        return bool(adds) and not takes
    return False
