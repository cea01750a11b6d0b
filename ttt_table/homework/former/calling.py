"""How a player is called, in its process too: what its arguments stand for, and what it keeps."""

import re
import sys
from collections.abc import Callable
from contextlib import suppress
from itertools import chain, product
from typing import Any, NamedTuple

from ttt_table.homework.former import shapes
from ttt_table.homework.former.keeping import (
    game_class,
    kept_board,
    meanings,
    put_board,
    with_letters,
)

# a class plays by the one of these that it has
METHODS = (
    "move",
    "get_move",
    "choose",
    "play",
    "get_best_move",
    "best_move",
    "find_best_move",
)


class Method(NamedTuple):
    """A method as a player, and the class of its objects."""

    owner: type
    name: str


def as_function(
    player: Any, view: str, cols: int, first: str
) -> tuple[Callable[[str], Any], str]:
    """A player as a function of a board's text, or of a batch, and what it is taken for."""
    if view == "batch":
        return player, ""
    methods = [
        name for name in METHODS if isinstance(player, type) and hasattr(player, name)
    ]
    if len(methods) == 1:
        player = Method(player, methods[0])
    caller = _Caller(player, view, cols, first)
    if caller.words or view != "text":
        return caller, caller.words
    return player, ""  # whoever wants the plain text takes no detour


FLAGS = ("true for X", "true for O")
# What one argument may stand for whose name does not say it, or two.
ALONE = (("mark",), *((flag,) for flag in FLAGS), ("depth",), ("other",))
PAIRS = (("mark", "other"), ("other", "mark"), *product(("mark", "depth"), FLAGS))
QUARTER = (
    6,
    3,
    0,
    7,
    4,
    1,
    8,
    5,
    2,
)  # the cells of a board that is turned, for the next trial
# Boards that play never comes to, as a player may remember values: who moves, and where alone it
# wins. The other could take the same cell as the first of several, or as the last, but not as both.
TRIALS = (
    ("XX.OO..OO", "X", 2),
    ("OO.XX..XX", "O", 2),
    (".OOOO.XX.", "X", 8),
    (".XXXX.OO.", "O", 8),
)


class _Caller:
    """A player that is called with what its arguments stand for."""

    def __init__(self, player: Any, view: str, cols: int, first: str) -> None:
        self._view, self._cols, self._first = view, cols, first
        self._marks = shapes.view_of(view).marks
        self._player, self._turn = player, ""
        self._objects: dict[Any, Any] = {}
        self._is_method = isinstance(player, Method)
        owner = player.owner if self._is_method else None
        call = getattr(owner, player.name) if owner else player
        self._made = _likely(self._arguments(owner)) if owner else {}
        self._taken = self._arguments(call)
        self._game = game_class(call, owner) if view.startswith("state") else None
        self._kept = "", view
        depth = next((one for one, what in self._taken.items() if what == "depth"), "")
        self._from_zero = bool(depth) and _counts_up(call, depth)
        if self._game or "board" not in self._taken.values():
            with suppress(BaseException):  # what a file raises, or that none is there
                self._kept = kept_board(
                    self._keeper(self._given("." * cols * cols)), view
                )
                self._kept = with_letters(self._kept, sys.modules[call.__module__])
        if self._taken and "board" not in self._taken.values():
            name, what = next(iter(self._taken.items()))
            if not what or not (self._is_method or self._kept[0]):
                self._taken[name], self._kept = "board", ("", view)
        self._taken = self._as_it_wins(self._taken)
        self.words = self._description()

    def _description(self) -> str:
        """How it is called, and what its arguments stand for; empty where that is plain."""
        name = getattr(self._player, "__name__", "player")
        if self._is_method:
            name = f"{self._player.owner.__name__}({', '.join(self._made)}).{self._player.name}"
        elif [*self._taken.values()] == ["board"] and not self._game:
            return ""
        shown = (
            "board" if what == "board" else one for one, what in self._taken.items()
        )
        known = {
            "mark": "the mover's mark",
            "other": "the other's mark",
            "depth": "0" if self._from_zero else "how many cells are free",
            **dict(zip(FLAGS, FLAGS, strict=True)),
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
            given |= put_board(one, self._kept, board, self._cols, self._mover(board))
        before = shapes.flat_cells(getattr(one, name) if name else given["board"])
        answer = call(*(given[what] for what in self._taken.values()))
        silent = answer is None or isinstance(answer, bool)
        if silent or (name and type(answer) is int):
            after = shapes.flat_cells(getattr(one, name) if name else given["board"])
            placed = shapes.stone_placed(before, after, given["mark"])
            # Whose number is not that of its stone, from 0 or from 1, has said something else.
            if placed and (silent or answer - placed.cell not in (0, 1)):
                return placed
        return shapes.one_less(answer) if view.startswith(shapes.FROM_ONE) else answer

    def _mover(self, board: str) -> str:
        return self._turn or shapes.mover(board, self._first)

    def _given(self, board: str) -> dict[str, Any]:
        """What an argument gets that stands for this."""
        mark = self._mover(board)
        return {
            "mark": self._marks[mark],
            "other": self._marks["XO"[mark == "X"]],
            "depth": 0 if self._from_zero else board.count("."),
            **{flag: flag.endswith(mark) for flag in FLAGS},
            "alpha": -float("inf"),
            "beta": float("inf"),
            "board": shapes.shown_board(board, self._view, self._cols),
        }

    def _keeper(self, given: dict[str, Any]) -> Any:
        """What may keep the board: a game that it asks, its object, or its file."""
        if self._game:
            given["board"] = self._game()
            return given["board"]
        return (
            self._object(given)
            if self._is_method
            else sys.modules.get(self._player.__module__)
        )

    def _object(self, given: dict[str, Any]) -> Any:
        """One for all boards, or for each mark or board."""
        made = [given[what] for what in self._made.values()]
        plays = given["mark"] if made else None
        keeps_a_board = (
            "board" in self._made.values() or "board" not in self._taken.values()
        )
        if keeps_a_board or plays not in self._objects:
            self._objects[plays] = self._player.owner(*made)
        return self._objects[plays]

    def _as_it_wins(self, found: dict[str, str]) -> dict[str, str]:
        """The arguments, where their names leave it open with the meanings by which it wins."""
        flags = [name for name, what in found.items() if what == "flag"]
        marks = [name for name, what in found.items() if what == "mark"]
        unsure = [
            name for name in found if not found[name] or re.search("(?i)turn$", name)
        ]
        if marks and len({*marks, *unsure}) > 1:
            unsure = [name for name in found if name in {*marks, *unsure}]
        some = (
            {0: [()], 1: ALONE, 2: PAIRS}.get(len(unsure), [])
            if flags or unsure
            else []
        )
        trials = [*TRIALS]
        for whole in product(some, product((*FLAGS, "mark"), repeat=len(flags))):
            self._taken = found | dict(zip(unsure + flags, chain(*whole), strict=True))
            if self._wins(trials):
                return self._taken
            trials = [
                ("".join([board[at] for at in QUARTER]), turn, QUARTER.index(cell))
                for board, turn, cell in trials
            ]
        return _likely(
            found | dict(zip(unsure if marks else [], PAIRS[0], strict=False))
        )

    def _wins(self, trials: list[tuple[str, str, int]]) -> bool:
        """True where it wins at once on all these boards, as it is called now."""
        ways = [
            slice(at, at + size) for at in (0, 1) for size in (1, 2)
        ]  # where its cell stands
        for board, turn, cell in trials:
            said, self._turn = [""], turn
            with suppress(BaseException):  # whatever a stranger's player raises
                said = re.findall(r"-?\d+", repr(self(board)))
            goals = [str(cell)], [*map(str, divmod(cell, 3))]
            ways = [way for way in ways if said[way] in goals]
        self._turn = ""
        return bool(ways)

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
        needed = [name for name, one in taken.items() if one.default is one.empty]
        # Who is told whose turn it is has other marks of its own.
        told = "mark" in meanings(needed).values()
        found: dict[str, str] = {}
        for name, stands in meanings(needed if told else taken).items():
            one = taken[name]
            usual = stands in ("mark", "other") and one.default in marks
            if one.kind > one.POSITIONAL_OR_KEYWORD or not (
                usual or one.default is one.empty
            ):
                break  # what comes after it could be given by name alone
            found[name] = stands
        found.pop("self", "")
        return found


def _likely(found: dict[str, str]) -> dict[str, str]:
    """The arguments with what their names say, without those that say nothing."""
    usual = {"flag": FLAGS[0]}
    unknown = [name for name, what in found.items() if not what]
    # A word is a mark; of several, or of moves, nobody can tell: the call says what is missing.
    if len(unknown) == 1 and not re.search("_|s$", unknown[0]):
        usual[""] = "mark"
    return {
        name: usual.get(what, what)
        for name, what in found.items()
        if usual.get(what, what)
    }


def _counts_up(call: Any, depth: str) -> bool:
    """True where the file of a function adds to its depth, and takes nothing off it."""
    from inspect import getsource

    with suppress(OSError, TypeError):
        text = getsource(sys.modules[call.__module__])
        adds, takes = (
            re.search(rf"\b{depth} *{sign}=? *1\b", text) for sign in ("\\+", "-")
        )
        return bool(adds) and not takes
    return False
