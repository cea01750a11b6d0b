"""The parts of a course's tic-tac-toe, 3x3: what is true of each, and what a file's own say."""

import json
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import cache, cached_property, partial
from types import ModuleType
from typing import Any, NamedTuple

from ttt_table.play import runner
from ttt_table.play.calling import as_function
from ttt_table.play.draws import note_draws
from ttt_table.play.shapes import (
    LINES,
    as_lists,
    flat_cells,
    mover,
    shown_board,
    view_of,
    view_of_empty,
)

EMPTY = "." * 9
TURN = str.maketrans("XO", "OX")
OFF_THE_BOARD = ((3, 3), (-1, -1), (0, 3))
ONE_ROW = "the same row again"


@cache
def winner(board: str, lines: Sequence[tuple[int, int, int]] = LINES) -> str | None:
    """Who has one of these lines."""
    return next((board[a] for a, b, c in lines if board[a] == board[b] == board[c] != "."), None)


def finished(board: str, lines: Sequence[tuple[int, int, int]] = LINES) -> bool:
    """True where a line is complete, or the board full."""
    return "." not in board or winner(board, lines) is not None


def unfinished(board: str) -> bool:
    """True where the game goes on."""
    return not finished(board)


def free(board: str) -> list[int]:
    """The free cells."""
    return [cell for cell, mark in enumerate(board) if mark == "."]


def played(board: str, cell: int, mark: str = "") -> str:
    """The board after a move, of the mover unless another's mark is given."""
    return board[:cell] + (mark or mover(board, "X")) + board[cell + 1 :]


def placed(board: str, mark: str = "") -> list[str]:
    """The boards after each such move."""
    return [played(board, cell, mark) for cell in free(board)]


@cache
def boards() -> list[str]:
    """All that play can reach, by their stones."""
    found = tier = [EMPTY]
    while tier:
        tier = [*dict.fromkeys(after for one in tier if unfinished(one) for after in placed(one))]
        found = found + tier
    return found


class Part(NamedTuple):
    """One of the functions that courses ask for, or a rule."""

    asked_at: Callable[[str], bool]
    truth: Callable[..., Any] = lambda _: None  # by board, and for some by the lines that count


PARTS = {
    "initial_state": Part(lambda board: board == EMPTY, str),
    # Courses accept anything of who moves after the end.
    "player": Part(unfinished, lambda board: mover(board, "X")),
    "actions": Part(unfinished, free),
    "result": Part(unfinished, placed),
    "winner": Part(bool, winner),
    "terminal": Part(bool, finished),
    "utility": Part(finished, lambda *args: {"X": 1, "O": -1, None: 0}[winner(*args)]),
}
NOT_TAKEN = "result raises an exception for a taken cell"
NOT_OUTSIDE = "result raises an exception for a cell off the board"
NO_MOVE_AFTER = "minimax returns None where the game is over"
AN_ACTION = "minimax returns one of the actions"
# What courses say besides; each begins with a part, and what it does instead is told by text.
RULES = {
    NOT_TAKEN: Part(lambda board: unfinished(board) and board != EMPTY),
    NOT_OUTSIDE: Part(lambda board: board == EMPTY),
    NO_MOVE_AFTER: Part(finished),
    # Where even a slow search soon comes to its end.
    AN_ACTION: Part(lambda board: unfinished(board) and len(free(board)) < 3),
}
ASKED = PARTS | RULES


class Own:
    """A file's parts, under whatever names, and ours in their form.

    Within, X moves first. Raises `LookupError` where it has none of the parts.
    """

    def __init__(self, wanted: dict[str, Any], module: ModuleType) -> None:
        names = {part: wanted["names"].get(part, part) for part in (*PARTS, "minimax")}
        own = {part: getattr(module, name, None) for part, name in names.items()}
        self.own = {part: function for part, function in own.items() if callable(function)}
        self._module, self._names, self._silent = module, names, wanted["silent"]
        self._turned, self._texts = wanted["first"] == "O", dict[str, str]()
        if not self.own:
            parts = ", ".join([*PARTS, "minimax"])
            raise LookupError(f"it has no {parts}; --map PART=NAME names them")

    def can_be_asked(self, part: str) -> bool:
        """True for what the file has; for `minimax` if a board is all it needs."""
        name = part.split()[0]
        alone = name != "minimax" or not as_function(self.own.get(name), "rows", 3, "X")[1]
        return name in self.own and alone

    def settle(self, view: str) -> str:
        """Find out the view of the boards, unless it is given; rows where nothing tells."""
        self.view = view or self._view_in_use() or "rows"
        looks = view_of(self.view)
        turns = "OX." if self._turned else "XO."
        self.marks = {mark: looks.marks[shown] for mark, shown in zip("XO.", turns, strict=True)}
        self._signs = {repr(value): mark for mark, value in self.marks.items()}
        self._number = looks.number or (lambda _: object())
        return self.view

    def _view_in_use(self) -> str:
        """As `initial_state` draws the empty board and `player` names the marks."""
        if "initial_state" in self._silent:
            return ""
        view = ""
        with suppress(BaseException):
            view = view_of_empty(self.own["initial_state"]())
            start = self.own["initial_state"]()
            x = self.own["player"](start)
            after = self.own["result"](start, next(iter(self.own["actions"](start))))
            marks = f"{x}{self.own['player'](after)}"
            usual = view_of(view).marks.values()
            if len(marks) == 2 and not {x} <= {*usual}:
                view = f"{view if ':' in view else view + ':None'}:{marks}"
        return view

    @cached_property
    def moves(self) -> tuple[Callable[..., Any], bool]:
        """What `actions` puts moves in, and whether these are (row, column)."""
        if "actions" not in self._silent:
            with suppress(BaseException):  # whatever a stranger's part does
                moves = self.own["actions"](self.shown(EMPTY))
                kind = type(moves) if isinstance(moves, list | tuple | frozenset) else set
                return kind, not isinstance(as_lists(next(iter(moves))), int)
        return set, self.view.startswith(("rows", "array"))

    @cached_property
    def nobody(self) -> Any:
        """What `winner` gives where nobody has won, as other parts may ask for just that."""
        if "winner" not in self._silent:
            with suppress(BaseException):
                said = self.own["winner"](self.shown(EMPTY))
                return said if self._plain("winner", said) is None else None
        return None

    def shown(self, board: str) -> Any:
        """A board as the file has it."""
        turned = board.translate(TURN) if self._turned else board
        return shown_board(turned, self.view, 3)

    def text(self, board: Any) -> str:
        """A board of the file's as text, or as it is where it has other marks."""
        # From memory, since our parts may not be slower than those that they stand for.
        key = repr(board)
        if key not in self._texts:
            self._texts[key] = self._read(board)
        return self._texts[key]

    def _read(self, board: Any) -> str:
        try:
            cells = enumerate(flat_cells(board)[-9:])
        except TypeError:
            return runner.on_a_line(board)
        signs = [
            self._signs.get(repr(one), "." if one == self._number(at) else "") for at, one in cells
        ]
        return "".join(signs) if len(signs) == 9 and all(signs) else runner.on_a_line(board)

    def action(self, cell: int) -> Any:
        """A cell as the file writes moves."""
        return divmod(cell, 3) if self.moves[1] else cell

    def cell(self, action: Any) -> int:
        """The cell of such a move."""
        return int(3 * action[0] + action[1] if self.moves[1] else action)

    def put_ours(self, but: str) -> None:
        """Put our parts in the place of all of the file's but one."""
        for part, function in self.own.items():
            ours = part in PARTS and part != but
            put = partial(self._ours, part) if ours else function
            setattr(self._module, self._names[part], put)

    def _ours(self, part: str, board: Any = None, action: Any = None) -> Any:
        """What a part should say, in the file's form."""
        text = EMPTY if board is None else self.text(board)
        if part == "result":
            cell = self.cell(action)
            if cell not in free(text):
                raise ValueError("no legal move")
            return self.shown(played(text, cell))
        due = PARTS[part].truth(text)
        if part == "actions":
            return self.moves[0](map(self.action, due))
        if part == "initial_state":
            return self.shown(due)
        if part == "utility":
            return -due if self._turned else due
        if part == "winner" and due is None:
            return self.nobody
        return self.marks[due] if part in ("player", "winner") else due

    def said(self, part: str, board: str) -> tuple[Any, bool, str]:
        """What a part says to a board, if it changes it, and what it raises."""
        said, changed = [], False
        moves = [[self.action(cell)] for cell in free(board)] if part == "result" else [[]]
        try:
            if part in RULES:
                return self._broken(part, board), False, ""
            for move in moves:
                given = [] if part == "initial_state" else [self.shown(board)]
                answer = self.own[part](*given, *move)
                said.append(self._plain(part, answer))
                changed |= bool(given) and self.text(*given) != board
        except BaseException as error:  # whatever a stranger's part raises
            return None, False, runner.fault(error)
        return said if part == "result" else said[0], changed, ""

    def _broken(self, rule: str, board: str) -> str | None:
        """How the file breaks a rule at a board; nothing where it does not."""
        if rule in (NOT_TAKEN, NOT_OUTSIDE):
            taken = [self.action(cell) for cell in range(9) if board[cell] != "."]
            for action in taken or (OFF_THE_BOARD if self.moves[1] else (9, -1)):
                with suppress(Exception):
                    self.own["result"](self.shown(board), action)
                    return f"{action} is played"
            return None
        said = self.own["minimax"](self.shown(board))
        due = [None] if rule == NO_MOVE_AFTER else map(self.action, free(board))
        like = any(said == one and type(said) is type(one) for one in due)
        return None if like else f"{runner.on_a_line(said)} is returned"

    def _plain(self, part: str, said: Any) -> Any:
        """An answer in our form; as text where it has none."""
        if part in ("initial_state", "result"):
            flat = not isinstance(said, list) or not all(isinstance(row, list) for row in said)
            return self.text(said) if flat or len({*map(id, said)}) == len(said) else ONE_ROW
        if part == "terminal":
            return bool(said)
        if part == "actions":
            return sorted(map(self.cell, said))
        said = as_lists(said)
        if part == "utility" and isinstance(said, int | float) and said in (-1, 0, 1):
            return int(-said if self._turned else said)
        if part != "utility":
            for mark in "XO":
                if type(said) is type(self.marks[mark]) and said == self.marks[mark]:
                    return mark
            if said is None or said is False or said in ("", self.marks["."]):
                return None
        return runner.on_a_line(said)


def main(path: str, name: str, told: str, seconds: str, view: str) -> None:
    """Play by that function with our parts; without a name, ask the file's what ``told`` says."""
    wanted = json.loads(told)
    questions, say = runner.private_streams()

    def serve(own: Own, note: str) -> None:
        if name:
            own.settle(view)
            own.put_ours("minimax")
            plays = own.own["minimax"]
            runner.answer_all(questions, say, (own.view, 3, wanted["first"]), plays, note)
            return
        able = [*filter(own.can_be_asked, wanted["ask"])]
        say(f"ready {json.dumps([[*own.own], note, able])}")
        say(json.dumps(own.settle(view)))
        for part in able:
            if wanted["ours"]:
                own.put_ours(part)
            for board in filter(ASKED[part].asked_at, boards()):
                say(json.dumps(own.said(part, board)))

    note_draws()
    runner.serve_file(path, float(seconds), partial(Own, wanted), serve, say)
