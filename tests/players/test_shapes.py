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

TABLE = open_table()
Move = namedtuple("Move", "score row col")  # as players write it


def text_of(board: Any) -> str:
    """Any view as text, whatever stands for a free cell."""
    flat = [cell for row in board for cell in (row if isinstance(row, list) else [row])]
    return "".join(mark if mark in ("X", "O") else "." for mark in flat)


def best(board: Any) -> int:
    return int(TABLE.best_moves(text_of(board))[0])


def score(board: Any) -> int:
    return TABLE[text_of(board)].value


def placed(rows: list[list[str | None]], player: str) -> list[list[str | None]]:
    row, col = divmod(best(rows), 3)
    rows[row][col] = player
    return rows


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
    ("player", "view"),
    [
        # Tutorials' shapes: a record of index and score over a list with the numbers of
        # free cells; rows of "_" and an object; a course's rows; a class whose method
        # gets the game.
        (lambda cells, player: {"index": best(cells), "score": player}, "list:cell"),
        (lambda rows: Move(0, *divmod(best(rows), 3)), "rows:_"),
        (lambda rows: divmod(best(rows), 3), "rows"),
        (Bot, "state"),
        (against_user, "text"),
        (against_player, "text"),
        (Named, "text"),
        (lambda board: (score(board), divmod(best(board), 3)), "text"),
        (
            lambda board, mark=None, depth=0: (
                best(board) + 9 * (mark not in "XO") + depth
            ),
            "list:",
        ),
        (placed, "rows"),
    ],
)
def test_a_perfect_player_is_perfect_in_any_shape(player: Any, view: str) -> None:
    """Whatever its boards and its answers look like."""
    assert grade(player, view=view, side="X").perfect


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
        return shapes.free(cells)
"""
    (home / "bot.py").write_text(text)
    with PythonFile(home / "bot.py", "Bot", view="list: ", first="O") as player:
        found = grade(player, table=open_table(first="O"), side="O")
    assert found.counts.games == (83, 16, 58)


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


def test_a_board_is_put_where_a_file_keeps_it(tmp_path: Path) -> None:
    """In a game of a class beside it."""
    (tmp_path / "grid.py").write_text(GRID)
    (tmp_path / "bot.py").write_text(ASKS)
    with PythonFile(tmp_path / "bot.py", "Bot", view="state") as player:
        found = grade(player)
    assert (found.counts.blunders, found.counts.slips) == (92, 17)
