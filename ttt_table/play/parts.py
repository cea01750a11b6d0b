"""The parts of a course's tic-tac-toe: what is true of each, and what a file's own say to it.

Parts are about 3x3, as the courses are. In the process of a file it is what runs: `main` plays by
one function, or asks the parts about board after board and prints a line for each answer.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import cached_property, partial
from typing import Any, NamedTuple, TypeAlias

from ttt_table.play import runner
from ttt_table.play.shapes import listed, look, mover, seen

EMPTY = "." * 9
Line: TypeAlias = tuple[int, int, int]
LINES: Sequence[Line] = (
    *((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8)),
    *((0, 4, 8), (2, 4, 6)),
)


def winner(board: str, lines: Sequence[Line] = LINES) -> str | None:
    """Who has one of these lines."""
    return next((board[a] for a, b, c in lines if board[a] == board[b] == board[c] != "."), None)


def finished(board: str, lines: Sequence[Line] = LINES) -> bool:
    """True where somebody has one of these lines, or the board is full."""
    return "." not in board or winner(board, lines) is not None


def unfinished(board: str) -> bool:
    """True where the game goes on."""
    return not finished(board)


def free(board: str) -> list[int]:
    """The free cells."""
    return [cell for cell, mark in enumerate(board) if mark == "."]


def played(board: str, cell: int, mark: str = "") -> str:
    """The board after a move there, of the mover unless a mark is given."""
    return board[:cell] + (mark or mover(board, "X")) + board[cell + 1 :]


def placed(board: str, mark: str = "") -> list[str]:
    """The boards after each such move."""
    return [played(board, cell, mark) for cell in free(board)]


def boards() -> list[str]:
    """All that play can reach, by their stones."""
    found = tier = [EMPTY]
    while tier:
        tier = [*dict.fromkeys(after for one in tier if unfinished(one) for after in placed(one))]
        found = found + tier
    return found


class Part(NamedTuple):
    """One of the functions that courses ask for."""

    asked_at: Callable[[str], bool]
    truth: Callable[..., Any]
    """What it should say, by the board; of those that `LINES` decide by the lines too."""


PARTS = {
    "initial_state": Part(lambda board: board == EMPTY, str),
    "player": Part(bool, lambda board: mover(board, "X")),
    "actions": Part(unfinished, free),
    "result": Part(unfinished, placed),
    "winner": Part(bool, winner),
    "terminal": Part(bool, finished),
    "utility": Part(finished, lambda *args: {"X": 1, "O": -1, None: 0}[winner(*args)]),
}


class Own:
    """A file's parts, under whatever names, and ours in their form."""

    def __init__(self, path: str, view: str, names: dict[str, str], silent: Sequence[str]) -> None:
        self.module = runner.module_of(path)
        self.names = {part: names.get(part, part) for part in (*PARTS, "minimax")}
        own = {part: getattr(self.module, name, None) for part, name in self.names.items()}
        self.own = {part: function for part, function in own.items() if callable(function)}
        self.view = view or self._view_of_start()
        self.marks = look(self.view)[1]
        self.flat = not self.view.startswith(("rows", "numbers", "array"))
        self._silent = silent

    def _view_of_start(self) -> str:
        """How `initial_state` draws the empty board; rows where it does not say."""
        with suppress(BaseException):  # whatever a stranger's part does
            drawn = self.own["initial_state"]()
            start = listed(drawn)
            kind = "rows" if isinstance(start[0], list) else "list"
            cells = [one for row in start for one in row] if kind == "rows" else start
            if len(cells) == 9:
                content = {None: "", 0: ":0"}.get(cells[-1], f":{cells[-1]}")
                content = ":cell" if cells == [*range(9)] else content
                kind = "text" if isinstance(start, str) else kind
                return "array" if hasattr(drawn, "tolist") else kind + content
        return "rows"

    @cached_property
    def moves(self) -> tuple[Callable[..., Any], bool]:
        """In what `actions` gives moves; whether these are pairs, of a row and a column."""
        if "actions" not in self._silent:
            with suppress(BaseException):  # whatever a stranger's part does
                moves = self.own["actions"](seen(EMPTY, self.view, 3))
                kind = type(moves) if isinstance(moves, list | tuple | frozenset) else set
                return kind, not isinstance(listed(next(iter(moves))), int)
        return set, not self.flat

    def text(self, board: Any) -> str:
        """A board of the file's as text, where its cells are marks; else what it is."""
        try:
            cells = listed(board) if self.flat else [one for row in listed(board) for one in row]
            signs = {repr(value): mark for mark, value in self.marks.items()}
            text = "".join(signs.get(repr(one), "." if type(one) is int else "?") for one in cells)
        except TypeError:
            text = "?"
        return text if len(text) == 9 and "?" not in text else str(runner.on_a_line(board))

    def action(self, cell: int) -> Any:
        """A cell as the file writes moves."""
        return divmod(cell, 3) if self.moves[1] else cell

    def cell(self, action: Any) -> int:
        """The cell of such a move."""
        return int(3 * action[0] + action[1] if self.moves[1] else action)

    def put_ours(self, but: str) -> None:
        """Put our parts in the place of the file's, all but one."""
        for part, function in self.own.items():
            ours = part in PARTS and part != but
            put = partial(self._ours, part) if ours else function
            setattr(self.module, self.names[part], put)

    def _ours(self, part: str, board: Any = None, action: Any = None) -> Any:
        """What a part should say, in the file's form."""
        text = EMPTY if board is None else self.text(board)
        if part == "result":
            cell = self.cell(action)
            if cell not in free(text):
                raise ValueError("no legal move")
            return seen(played(text, cell), self.view, 3)
        due = PARTS[part].truth(text)
        if part == "actions":
            return self.moves[0](map(self.action, due))
        if part == "initial_state":
            return seen(due, self.view, 3)
        return self.marks.get(due) if part in ("player", "winner") else due

    def said(self, part: str, board: str) -> tuple[Any, bool, str]:
        """What a part says to a board, as `Part.truth` does; if it changes it; what it raises."""
        said, changed = [], False
        moves = [[self.action(cell)] for cell in free(board)] if part == "result" else [[]]
        try:
            for move in moves:
                given = [] if part == "initial_state" else [seen(board, self.view, 3)]
                answer = self.own[part](*given, *move)
                said.append(self._plain(part, answer))
                changed |= self.text(*given) != board if given else self._shares_rows(answer)
        except SystemExit as error:
            return None, False, f"exit it called sys.exit({runner.on_a_line(error.code)})"
        except BaseException as error:  # whatever a stranger's part raises
            return None, False, f"exception {runner.told(error)}"
        return said if part == "result" else said[0], changed, ""

    def _shares_rows(self, start: Any) -> bool:
        """True where the rows of an empty board are one and the same list."""
        if self.text(start) != EMPTY or not (
            isinstance(start, list) and isinstance(start[0], list)
        ):
            return False
        start[0][0] = self.marks["X"]
        return self.text(start) != played(EMPTY, 0)

    def _plain(self, part: str, said: Any) -> Any:
        """An answer in our form; as text where it has none."""
        if part in ("initial_state", "result"):
            return self.text(said)
        if part == "terminal":
            return bool(said)
        if part == "actions":
            return sorted(map(self.cell, said))
        said = listed(said)
        if part == "utility" and isinstance(said, int | float) and said in (-1, 0, 1):
            return int(said)
        if part != "utility":
            for mark in "XO":
                if type(said) is type(self.marks[mark]) and said == self.marks[mark]:
                    return mark
            if said is None or said is False or said in ("", self.marks["."]):
                return None
        return runner.on_a_line(said)


def main(path: str, name: str, told: str, view: str) -> None:
    """Play by the function of that name with our parts; without a name, ask the file's parts.

    ``told`` is JSON: the file's ``names`` of parts, which to ``ask``, if the others are ``ours``,
    and which are ``silent``, as they gave no answer before.
    The first line out is ``ready`` and JSON, the view and the parts there are; then the answers.
    """
    wanted = json.loads(told)

    def with_ours(path: str, _: str) -> Any:
        own = Own(path, view, wanted["names"], wanted["silent"])
        own.put_ours("minimax")
        return own.own["minimax"]

    if name:
        runner.main(path, name, "3", "X", view, with_ours)
        return
    _, say = runner.private_streams()
    try:
        own = Own(path, view, wanted["names"], wanted["silent"])
    except BaseException as error:  # whatever a stranger's file raises
        say(f"!load {runner.told(error)}")
        return
    say(f"ready {json.dumps([own.view, list(own.own)])}")
    every = boards()
    for part in [one for one in wanted["ask"] if one in own.own]:
        if wanted["ours"]:
            own.put_ours(part)
        for board in filter(PARTS[part].asked_at, every):
            say(json.dumps(own.said(part, board)))
