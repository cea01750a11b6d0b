"""How a player is called, in its process too: what its arguments stand for, and what it keeps."""

import re
import sys
from collections.abc import Callable
from contextlib import suppress
from typing import Any, NamedTuple

from ttt_table.play.shapes import (
    FROM_ONE,
    Placed,
    flat_cells,
    mover,
    shown_board,
    view_of,
    view_of_empty,
)

MARKED = (
    *("player", "current_player", "mark", "symbol", "letter", "token", "piece"),
    *("turn", "side", "me", "color", "colour"),
    *(COMPUTERS := {"bot", "computer", "ai"}),
)
OTHERS = {"opponent", "opp", "other", "enemy", "human", "user"}
HOLDERS = ("board", "state", "grid", "cells", "game")
"""Names under which a function asks for the mover's mark, the other mark, and the board."""
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
        self._shape, self._first, self._marks = (view, cols), first, view_of(view).marks
        self._player, self._maximizer, self._kept = player, "X", ""
        self._objects: dict[Any, Any] = {}
        self._is_method = isinstance(player, Method)
        call = getattr(player.owner, player.name) if self._is_method else player
        self._made = self._arguments(player.owner) if self._is_method else {}
        self._taken = self._arguments(call)
        if self._taken and "board" not in self._taken.values():
            name, what = next(iter(self._taken.items()))
            self._taken[name] = what if what and self._is_method else "board"
        depth = next((one for one, what in self._taken.items() if what == "depth"), "")
        self._from_zero = bool(depth) and _counts_up(call, depth)
        if "maximizing" in self._taken.values():
            self._maximizer = self._who_maximizes()
        self.words = self._words()

    def _words(self) -> str:
        """How it is called, and what its arguments stand for; empty where that is plain."""
        name = getattr(self._player, "__name__", "player")
        if self._is_method:
            name = f"{self._player.owner.__name__}({', '.join(self._made)}).{self._player.name}"
        elif [*self._taken.values()] == ["board"]:
            return ""
        shown = ("board" if what == "board" else one for one, what in self._taken.items())
        known = {
            "mark": "the mover's mark",
            "other": "the other's mark",
            "depth": "0" if self._from_zero else "how many cells are free",
            "maximizing": f"true for {self._maximizer}",
        }
        named = (self._made | self._taken).items()
        stand = (f"{one} is {known[what]}" for one, what in named if what in known)
        return "; ".join([f"called as {name}({', '.join(shown)})", *stand])

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
            here = self._hand_over(one, board, given)
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

    def _hand_over(self, one: Any, board: str, given: dict[str, Any]) -> Any:
        """Put a board into an object or a module that keeps it, and return what it then holds."""
        names = [name for name in HOLDERS if not callable(getattr(one, name, callable))]
        kept = [name for name in names if getattr(one, name) is not None]
        if not kept:
            return None
        # How it has drawn the board before it was first asked.
        self._kept = self._kept or view_of_empty(getattr(one, kept[0])) or self._shape[0]
        here = shown_board(board, self._kept, self._shape[1])
        setattr(one, kept[0], here)
        named = {mark for mark in (*MARKED, *OTHERS) if type(getattr(one, mark, 0.0)) in (str, int)}
        # Where the computer has a mark of its own, the player's is the other one.
        others = OTHERS | {"player"} if named & COMPUTERS else OTHERS
        for turn in named:
            setattr(one, turn, given["other" if turn in others else "mark"])
        return here

    def _who_maximizes(self) -> str:
        """The mark that it moves if it is told to maximize: O, if it plays so, else X."""
        # On boards with two O too many, which play never comes to: a player may remember values.
        # There X wins at 2, or at 8, and O at 5, or at 6 or 0.
        self._maximizer = "XO"[self._first == "X"]
        one = self._numbers("XX.OO..OO")
        self._maximizer = self._first
        pairs = {*zip(one, self._numbers(".OOOO.XX."), strict=False)}
        # Told to maximize, then not to, it has moved X and O, or O and X: as cells, as rows.
        of_x = {("2", "5"), ("2", "0"), ("0", "1"), ("0", "0")}
        of_o = {("5", "8"), ("6", "8"), ("1", "2"), ("2", "2")}
        x, o = bool(pairs & of_x), bool(pairs & of_o)
        return "XO"[o > x if self._first == "X" else x > o]

    def _numbers(self, board: str) -> list[str]:
        turned = board if self._first == "X" else board.translate(str.maketrans("XO", "OX"))
        try:
            return re.findall(r"-?\d+", repr(self(turned)))
        except Exception:  # whatever a stranger's player raises
            return []

    def _arguments(self, call: Any) -> dict[str, str]:
        """What each argument stands for, by name; of those with a default, marks alone."""
        code = getattr(call, "__code__", None)
        if code is not None and code.co_argcount == 1 and not self._is_method:
            return {"board": "board"}  # as most are; inspect takes a while to load
        from inspect import Parameter, signature

        try:
            taken = signature(call).parameters
        except (TypeError, ValueError):
            return {} if self._is_method else {"board": "board"}
        plain = (Parameter.empty, None, self._marks["X"], self._marks["O"])
        found: dict[str, str] = {}
        for name, one in taken.items():
            stands = _stands_for(name)
            wanted = one.default is one.empty or (stands == "mark" and one.default in plain)
            if not wanted or one.kind in (one.VAR_POSITIONAL, one.KEYWORD_ONLY):
                break  # what comes after it could be given by name alone
            if name != "self":
                found[name] = stands
        # The first is the board, where it makes no object.
        rest = [*found] if isinstance(call, type) else [*found][1:]
        unknown = [name for name in rest if not found[name]]
        if any(not COMPUTERS.isdisjoint(_words(name)) for name in found):
            # The player is the one who plays against the computer.
            found |= {name: "other" for name in found if _words(name)[:1] == ["player"]}
        # One is a mark; of several nobody can tell, and the call says what is missing.
        found |= dict.fromkeys(unknown, "mark") if len(unknown) == 1 else {}
        return {name: what for name, what in found.items() if len(unknown) < 2 or what}


def _counts_up(call: Any, depth: str) -> bool:
    """True where the file of a function adds to its depth, and takes nothing off it."""
    from inspect import getsource

    with suppress(OSError, TypeError):
        text = getsource(sys.modules[call.__module__])
        adds, takes = (re.search(rf"\b{depth} *{sign}=? *1\b", text) for sign in ("\\+", "-"))
        return bool(adds) and not takes
    return False


def _words(name: str) -> list[str]:
    """The words of a name, as in ``user_symbol`` or ``userSymbol``."""
    return [word.lower() for word in re.findall("[A-Z]?[a-z]+|[A-Z]+", name)]


def _stands_for(name: str) -> str:
    """What an argument of that name gets; empty where unknown."""
    parts = {"depth": "depth", "max": "maximizing", "alpha": "alpha", "beta": "beta"}
    for part, what in parts.items():
        if part in name.lower():
            return what
    *words, last = ["", *_words(name)]
    if last in OTHERS or not OTHERS.isdisjoint(words):
        return "other"
    return "mark" if last in MARKED else "board" if last in HOLDERS else ""
