"""The parts of a course's tic-tac-toe: what is true of each, and what a file's own say to it.

Parts are about 3x3, as the courses are. In the process of a file it is what runs: `main` plays by
one function, or asks the parts about board after board and prints a line for each answer.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, TypeAlias

if __package__:
    from ttt_table.play import runner
    from ttt_table.play.shapes import listed, look, mover, seen
else:  # in a player's process, which is spared the package
    import runner  # type: ignore[import-not-found, no-redef]
    from shapes import listed, look, mover, seen  # type: ignore[import-not-found, no-redef]

Line: TypeAlias = tuple[int, int, int]
LINES: Sequence[Line] = (
    *((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8)),
    *((0, 4, 8), (2, 4, 6)),
)


def winner(board: str, lines: Sequence[Line] = LINES) -> str:
    """Who has one of these lines, or ``None``."""
    for a, b, c in lines:
        if board[a] == board[b] == board[c] != ".":
            return board[a]
    return "None"


def finished(board: str) -> bool:
    """True where somebody has won, or the board is full."""
    return "." not in board or winner(board) != "None"


def free(board: str) -> list[int]:
    """The free cells."""
    return [cell for cell, mark in enumerate(board) if mark == "."]


def played(board: str, cell: int, mark: str = "") -> str:
    """The board after a move there, of the mover unless a mark is given."""
    return board[:cell] + (mark or mover(board, "X")) + board[cell + 1 :]


def boards() -> list[str]:
    """All that play can reach, by their stones."""
    found = tier = ["." * 9]
    while tier:
        open_ones = [board for board in tier if not finished(board)]
        tier = list(dict.fromkeys(played(one, cell) for one in open_ones for cell in free(one)))
        found = found + tier
    return found


class Part(NamedTuple):
    """One of the functions that courses ask for; what it says is text, of which marks are ``X``."""

    asked_at: Callable[[str], bool]
    truth: Callable[[str], str]


PARTS = {
    "initial_state": Part(lambda board: board == "." * 9, lambda board: board),
    "player": Part(lambda _: True, lambda board: mover(board, "X")),
    "actions": Part(lambda board: not finished(board), lambda board: str(free(board))),
    "result": Part(
        lambda board: not finished(board),
        lambda board: " ".join(played(board, cell) for cell in free(board)),
    ),
    "winner": Part(lambda _: True, winner),
    "terminal": Part(lambda _: True, lambda board: str(finished(board))),
    "utility": Part(finished, lambda board: str({"X": 1, "O": -1}.get(winner(board), 0))),
}
CHANGED, TAKEN = " changed", " taken"
"""What follows an answer where the board that was given is another now; where a move of `result` on
a taken cell was not refused."""


class Own:
    """A file's parts, under whatever names, and ours in their form."""

    def __init__(self, path: str, view: str, names: dict[str, str]) -> None:
        self.module = runner.module_of(path)
        self.names = {part: names.get(part, part) for part in (*PARTS, "minimax")}
        self.own = {
            part: getattr(self.module, name)
            for part, name in self.names.items()
            if callable(getattr(self.module, name, None))
        }
        self.view = view or self._view_of_start()
        self.marks = look(self.view)[1]
        self.flat = not self.view.startswith(("rows", "numbers", "array"))

    def _view_of_start(self) -> str:
        """How `initial_state` draws the empty board; rows where it does not say."""
        try:
            start = listed(self.own["initial_state"]())
            kind = "rows" if isinstance(start[0], list) else "list"
            cells = [one for row in start for one in row] if kind == "rows" else list(start)
            content = {None: "", 0: ":0"}.get(cells[-1], f":{cells[-1]}")
            content = ":cell" if cells == list(range(9)) else content
            return kind + content if len(cells) == 9 else "rows"
        except BaseException:  # whatever a stranger's part does
            return "rows"

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
        return cell if self.flat else divmod(cell, 3)

    def mark(self, said: Any) -> str:
        """A mark that was given, or ``None`` for any sign of nobody."""
        for mark in "XO":
            if type(said) is type(self.marks[mark]) and said == self.marks[mark]:
                return mark
        empty = said is None or said is False or said in ("", self.marks["."])
        return "None" if empty else str(runner.on_a_line(said))

    def put_ours(self, but: str) -> None:
        """Put our parts in the place of the file's, all but one."""
        try:
            kind = type(self.own["actions"](seen("." * 9, self.view, 3)))
        except BaseException:  # whatever a stranger's part does
            kind = set
        kind = kind if kind in (list, tuple, frozenset) else set
        shown = {mark: self.marks[mark] for mark in "XO"} | {"None": None}
        ours: dict[str, Callable[..., Any]] = {
            "initial_state": lambda: seen("." * 9, self.view, 3),
            "player": lambda board: shown[mover(self.text(board), "X")],
            "actions": lambda board: kind(map(self.action, free(self.text(board)))),
            "result": self._result,
            "winner": lambda board: shown[winner(self.text(board))],
            "terminal": lambda board: finished(self.text(board)),
            "utility": lambda board: int(PARTS["utility"].truth(self.text(board))),
        }
        for part, function in {**self.own, **ours}.items():
            if part in self.own:
                put = self.own[part] if part == but else function
                setattr(self.module, self.names[part], put)

    def _result(self, board: Any, action: Any) -> Any:
        text, cell = self.text(board), action if self.flat else 3 * action[0] + action[1]
        if cell not in free(text):
            raise ValueError("no legal move")
        return seen(played(text, cell), self.view, 3)

    def said(self, part: str, board: str) -> str:
        """What a part says to a board, as `Part.truth` would, and what else came to light."""
        given = seen(board, self.view, 3)
        try:
            if part in ("initial_state", "result"):
                return self._start() if part == "initial_state" else self._results(board)
            said = self._plain(part, self.own[part](given))
        except SystemExit as error:
            return f"!exit it called sys.exit({runner.on_a_line(error.code)})"
        except BaseException as error:  # whatever a stranger's part raises
            return f"!exception {runner.told(error)}"
        return said if self.text(given) == board else said + CHANGED

    def _plain(self, part: str, said: Any) -> str:
        """An answer of a part that is given a board alone."""
        if part in ("player", "winner"):
            return self.mark(said)
        if part == "terminal":
            return str(bool(said))
        if part == "utility":
            whole = isinstance(said, int | float) and said in (-1, 0, 1)
            return str(int(said)) if whole else str(runner.on_a_line(said))
        cells = [one if self.flat else 3 * one[0] + one[1] for one in listed(list(said))]
        return str(sorted(cells))

    def _start(self) -> str:
        start = self.own["initial_state"]()
        text = self.text(start)
        if isinstance(start, list) and isinstance(start[0], list) and text == "." * 9:
            start[0][0] = self.marks["X"]
            text += CHANGED if self.text(start) != played("." * 9, 0) else ""
        return text

    def _results(self, board: str) -> str:
        after, more = [], ""
        for cell in free(board):
            given = seen(board, self.view, 3)
            after.append(self.text(self.own["result"](given, self.action(cell))))
            more = more if self.text(given) == board else CHANGED
        taken = [cell for cell, mark in enumerate(board) if mark != "."]
        try:
            for cell in taken[:1]:
                self.own["result"](seen(board, self.view, 3), self.action(cell))
                more += TAKEN
        except BaseException:  # as many courses ask
            pass
        return " ".join(after) + more


def main(path: str, name: str, told: str, view: str) -> None:
    """Play by the function of that name with our parts; without a name, ask the file's parts.

    ``told`` is JSON: the file's ``names`` of parts, which to ``ask``, if the others are ``ours``.
    The first line out is ``ready`` and JSON, the view and the parts there are; then the answers.
    """
    wanted = json.loads(told)

    def with_ours(path: str, _: str) -> Any:
        own = Own(path, view, wanted["names"])
        own.put_ours("minimax")
        return own.own["minimax"]

    if name:
        runner.main(path, name, "3", "X", view, with_ours)
        return
    _, say = runner.private_streams()
    try:
        own = Own(path, view, wanted["names"])
    except BaseException as error:  # whatever a stranger's file raises
        say(f"!load {runner.told(error)}")
        return
    say(f"ready {json.dumps([own.view, list(own.own)])}")
    every = boards()
    for part in [one for one in wanted["ask"] if one in own.own]:
        if wanted["ours"]:
            own.put_ours(part)
        for board in filter(PARTS[part].asked_at, every):
            say(own.said(part, board))
