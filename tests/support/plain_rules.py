"""The rules of games in plain words, to search without the package's own search."""

from functools import cache
from typing import Any

from ttt_table import Game


def rules_of(game: Game) -> dict[str, Any]:
    """The rules of a game, as the page has them."""
    size = {"rows": game.rows, "cols": game.cols}
    if game.name:
        return {**size, "name": game.name}
    return {**size, "k": game.k, "misere": game.misere, "gravity": game.gravity}


class Rules:
    """A game as its rules in plain words, to search without the package's own search.

    Who has connected two sides of Hex is found by going from cell to cell, and who has
    a line by looking along each direction from each cell.
    """

    def __init__(
        self, rows: int, cols: int, k: int = 0, name: str = "", **flags: bool
    ) -> None:
        self.rows = rows
        self.cols = cols
        self.k = k
        self.is_hex = name == "hex"
        self.misere = flags.get("misere", False)
        self.gravity = flags.get("gravity", False)
        self.outcome = cache(self._outcome)

    def mover(self, board: str) -> str:
        """Return whose turn it is; X moves first."""
        return "X" if board.count("X") == board.count("O") else "O"

    def moves(self, board: str) -> list[int]:
        """Return the cells that may be played; none once the game is over."""
        if self.has_line(board, "X") or self.has_line(board, "O"):
            return []
        empty = [cell for cell, mark in enumerate(board) if mark == "."]
        if not self.gravity:
            return empty
        return [
            cell
            for cell in empty
            if board[cell + self.cols : cell + self.cols + 1] != "."
        ]

    def after(self, board: str, cell: int) -> str:
        """Return the board after a move."""
        return board[:cell] + self.mover(board) + board[cell + 1 :]

    def has_line(self, board: str, player: str) -> bool:
        """Return whether a player has a line, or has connected their sides."""
        return (
            self._connects(board, player)
            if self.is_hex
            else self._aligns(board, player)
        )

    def _aligns(self, board: str, player: str) -> bool:
        own = {
            divmod(cell, self.cols) for cell, mark in enumerate(board) if mark == player
        }
        return any(
            all(
                (row + down * step, col + right * step) in own for step in range(self.k)
            )
            for row, col in own
            for down, right in ((0, 1), (1, 0), (1, 1), (1, -1))
        )

    def _connects(self, board: str, player: str) -> bool:
        own = {
            divmod(cell, self.cols) for cell, mark in enumerate(board) if mark == player
        }
        side = 1 if player == "X" else 0
        last = (self.rows, self.cols)[side] - 1
        reached = [place for place in own if place[side] == 0]
        for row, col in reached:
            steps = ((0, 1), (0, -1), (1, 0), (-1, 0), (1, -1), (-1, 1))
            around = {(row + down, col + right) for down, right in steps}
            reached += (around & own) - set(reached)
        return any(place[side] == last for place in reached)

    def _outcome(self, board: str) -> tuple[int, int]:
        """The value of a board for its mover, and the plies until the game ends."""
        if self.has_line(board, "X") or self.has_line(board, "O"):
            return (1 if self.misere else -1, 0)
        outcomes = [self.of_move(board, cell) for cell in self.moves(board)]
        return max(outcomes, key=score, default=(0, 0))

    def of_move(self, board: str, cell: int) -> tuple[int, int]:
        """Return the outcome of a move for its player."""
        value, plies = self.outcome(self.after(board, cell))
        return -value, plies + 1


def score(outcome: tuple[int, int]) -> int:
    """Return a score: the sooner a win and the later a loss, the higher."""
    value, plies = outcome
    return value * (100 - plies)


def best_moves(rules: Rules, board: str) -> list[int]:
    """Return the cells of the best moves."""
    scores = {cell: score(rules.of_move(board, cell)) for cell in rules.moves(board)}
    return [cell for cell in scores if scores[cell] == max(scores.values())]
