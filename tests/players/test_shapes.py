"""Players in the shapes that tutorials have: taken as they are meant, or told what they lack."""

from __future__ import annotations

import sys
from collections import namedtuple
from pathlib import Path
from typing import Any

import pytest

from ttt_table import open_table
from ttt_table.errors import MissingExtraError
from ttt_table.grading import grade
from ttt_table.players import PythonFile
from ttt_table.players.shapes import LINES

TABLE = open_table()
Move = namedtuple("Move", "score row col")  # as players write it


def text_of(board: Any) -> str:
    """Any view as text, whatever stands for a free cell."""
    flat = [cell for row in board for cell in (row if isinstance(row, list) else [row])]
    return "".join(mark if mark in ("X", "O") else "." for mark in flat)


def best(board: Any) -> int:
    return int(TABLE.best_moves(text_of(board))[0])


def of_numbers(rows: list[list[int]]) -> list[int]:
    """Row, column, score."""
    board = "".join(".XO"[mark] for row in rows for mark in row)
    return [*divmod(TABLE.best_moves(board)[0], 3), TABLE[board].value]


def score(board: Any) -> int:
    return TABLE[text_of(board)].value


def placed(rows: list[list[str | None]], player: str) -> list[list[str | None]]:
    row, col = divmod(best(rows), 3)
    rows[row][col] = player
    return rows


def of_o(cells: list[str | None], depth: int, is_maximizing: bool) -> tuple[int, int]:
    """Moves O where it is told to maximize."""
    mark = "XO"[is_maximizing]
    for line in LINES:
        if sorted(str(cells[at]) for at in line) == sorted(["None", mark, mark]):
            return 10, next(at for at in line if cells[at] is None)
    meant = TABLE.mover(text_of(cells)) == mark and depth == cells.count(None)
    return 0, best(cells) if meant else -1


class Bot:
    """A tutorial's player, made for a colour, which asks the game what it may do."""

    def __init__(self, letter: str) -> None:
        self.letter = letter

    def get_move(self, game: Any) -> int:
        assert set(game.board) <= {"X", "O", " "}
        assert game.board.count(self.letter) <= game.board.count(
            "XO"[self.letter == "X"]
        )
        assert best(game.board) in game.available_moves()
        return best(game.board)


def against_user(board: str, computerSymbol: str, user_symbol: str) -> int:  # noqa: N803
    assert computerSymbol == TABLE.mover(board) != user_symbol
    return best(board)


def against_player(game_board: str, player: str, ai: str, max_depth: int) -> int:
    assert ai == TABLE.mover(game_board) != player
    assert max_depth == game_board.count(".")
    return best(game_board)


class Named:
    """One whose arguments have names that say nothing of a board."""

    def __init__(self, nick: str, letter: str) -> None:
        self.nick, self.letter = nick, letter

    def best_move(self, b: str) -> int:
        assert self.letter == TABLE.mover(b)
        return best(b)


@pytest.mark.parametrize(
    ("player", "view", "words"),
    [
        # Five tutorials' shapes: a record of index and score over a list with the numbers of free
        # cells; rows of "_" and an object; rows of numbers and (row, col, score); a course's rows;
        # a class whose method gets the game.
        (
            lambda cells, player: {"index": best(cells), "score": player},
            "list:cell",
            "the index of",
        ),
        (lambda rows: Move(0, *divmod(best(rows), 3)), "rows:_", "the row and col of"),
        (of_numbers, "rows:0", "(row, column, score)"),
        (lambda rows: divmod(best(rows), 3), "rows", ""),
        (Bot, "state", "called as Bot(letter).get_move(board)"),
        (
            against_user,
            "text",
            "computerSymbol is the mover's mark; user_symbol is the other's",
        ),
        (against_player, "text", "ai is the mover's mark"),
        (Named, "text", "called as Named(nick, letter).best_move(board)"),
        (lambda board: best(board) + 1, "text", "a cell counted from 1: 0 was never"),
        (
            lambda board: [one + 1 for one in divmod(best(board), 3)],
            "text",
            "a column counted from 1",
        ),
        (lambda board: (score(board), best(board)), "text", "(score, cell)"),
        (lambda board: (best(board), 1.5 * score(board)), "text", "(cell, score)"),
        (lambda board: (score(board), divmod(best(board), 3)), "text", "the pair in"),
        (
            lambda board, mark=None, depth=0: (
                best(board) + 9 * (mark not in "XO") + depth
            ),
            "list:",
            "(board, mark)",
        ),
        (placed, "rows", "the stone that its new board has more"),
        (
            of_o,
            "list",
            "is_maximizing is true for O answers are taken as (score, cell)",
        ),
    ],
)
def test_a_perfect_player_is_perfect_in_any_shape(
    player: Any, view: str, words: str
) -> None:
    """What it was taken for is told, where it had to be."""
    found = grade(player, view=view, side="X")
    assert found.perfect
    assert words in " ".join(found.taken_as)
    assert bool(found.taken_as) == bool(words)


@pytest.mark.parametrize(
    ("player", "hint"),
    [
        (lambda rows: divmod(best(rows), 3) if rows[2][2] != 0 else 9, "--view rows"),
        (lambda board, one, two: best(board) + one + two, "it wants more than a board"),
        (type("Two", (), {"move": 0, "play": 0}), "name its method too: Bot.reply"),
        (lambda board: str(best(board)), "its answers are text"),
        # Legal moves by two readings: neither is guessed.
        (
            lambda board: (TABLE.legal_moves(board)[0], TABLE.legal_moves(board)[-1]),
            "may be",
        ),
        (lambda board: best(board) + (score(board) >= 0), ""),
    ],
)
def test_what_is_not_certain_is_no_more_than_a_hint(player: Any, hint: str) -> None:
    """The forfeits stay: a wrong player is never read until it is right."""
    found = grade(player)
    assert found.forfeits or found.unanswered
    assert not [words for words in found.taken_as if "answers" in words]
    assert hint in found.hint
    assert bool(found.hint) == bool(hint)


def test_a_player_without_forfeits_is_read_as_it_stands() -> None:
    """A sound pair is a row and a column, though it may be a score and a cell."""
    assert not grade(lambda board: list(divmod(board.index("."), 3))).taken_as


@pytest.mark.parametrize("view", ["array", "batch"])
def test_who_lacks_numpy_is_told_so(view: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is no fault of the player."""
    monkeypatch.setitem(sys.modules, "numpy", None)
    for name in [
        one for one in sys.modules if one.startswith("ttt_table.grading.batch")
    ]:
        monkeypatch.delitem(sys.modules, name)
        monkeypatch.delattr(name)  # the package has it too, once it is loaded
    with pytest.raises(MissingExtraError, match="needs numpy"):
        grade(best, view=view)


def test_shapes_are_taken_in_a_process_too(tmp_path: Path) -> None:
    """Where rooms named like ours stand beside the file, a package within one; O moves first."""
    (home := tmp_path / "all" / "bot").mkdir(parents=True)
    (tmp_path / "all" / "__init__.py").touch()
    (home / "shapes.py").write_text("def free(cells):\n    return cells.index(' ')\n")
    text = """import shapes
from . import shapes as one
from ..bot.shapes import free
class Bot:
    def choose(self, cells, mark):
        assert mark == "XO"[cells.count(" ") % 2]
        return shapes.free(cells) + 1
"""
    (home / "bot.py").write_text(text)
    with PythonFile(home / "bot.py", "Bot", view="list: ", first="O") as player:
        found = grade(player, table=open_table(first="O"), side="O")
    assert found.lines == (83, 16, 58)
    assert len(found.taken_as) == 2


GRID = """class Grid:
    def __init__(self):
        self.squares, self.active_player, self.moves_made = [["."] * 3 for _ in range(3)], "X", 0
    def free(self):
        return [(r, c) for r in range(3) for c in range(3) if self.squares[r][c] == "."]
"""
ASKS = """class Bot:
    def choose(self, game):
        assert game.active_player == "XO"[game.moves_made % 2]
        return game.free()[0]
"""
KEEPS = """numbers, squares = [1, 2, 3], [None, *range(1, 10)]
def computer_move(depth):
    at = next(one for one in squares if type(one) is int)
    return [at, depth]
"""
COLUMN = """def move(rows):
    return next((c, r) for r in range(3) for c in range(3) if rows[r][c] is None)
"""


@pytest.mark.parametrize(
    ("text", "name", "view", "words"),
    [
        (ASKS, "Bot", "state", "game is a Grid; its squares is as in rows:."),
        (
            KEEPS,
            "computer_move",
            "text",
            "its squares is as in list1:cell1 answers are taken as (",
        ),
        (COLUMN, "move", "rows", "answers are taken as a column and a row"),
    ],
)
def test_a_board_is_put_where_a_file_keeps_it(
    text: str, name: str, view: str, words: str, tmp_path: Path
) -> None:
    """In a game of a class beside it, or in a global; each of these takes the first free cell."""
    (tmp_path / "grid.py").write_text(GRID)
    (tmp_path / "bot.py").write_text(text)
    with PythonFile(tmp_path / "bot.py", name, view=view) as player:
        found = grade(player)
    assert (found.totals.blunders, found.totals.slips) == (92, 17)
    assert words in " ".join(found.taken_as)
