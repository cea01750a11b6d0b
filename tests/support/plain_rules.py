"""The games of the page in plain words: `ReferenceGame`, and Hex by its connections."""

from typing import Any

from support.reference_game import Outcome, ReferenceGame
from ttt_table import Game


def rules_of(game: Game) -> dict[str, Any]:
    """The rules of a game, as the page has them."""
    size = {"rows": game.rows, "cols": game.cols}
    if game.name:
        return {**size, "name": game.name}
    return {**size, "k": game.k, "misere": game.misere, "gravity": game.gravity}


class Rules(ReferenceGame):
    """A game by its rules as the page has them.

    Who has connected two sides of Hex is found by going from cell to cell.
    """

    def __init__(  # the rules that the page has
        self,
        rows: int,
        cols: int,
        k: int | None = None,
        misere: bool = False,
        gravity: bool = False,
        name: str = "",
    ) -> None:
        super().__init__(rows, cols, k, misere, gravity)
        self.is_hex = name == "hex"

    def _fills_line(self, board: str, player: str) -> bool:
        if self.is_hex:
            return self._connects(board, player)
        return super()._fills_line(board, player)

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

    def of_move(self, board: str, cell: int) -> Outcome:
        """Return the outcome of a move for its player."""
        value, plies = self.outcome(self.moves(board)[cell])
        return -value, plies + 1


def score(outcome: Outcome) -> int:
    """Return a score: the sooner a win and the later a loss, the higher."""
    value, plies = outcome
    return value * (100 - plies)


def best_moves(rules: Rules, board: str) -> list[int]:
    """Return the cells of the best moves."""
    scores = {cell: score(rules.of_move(board, cell)) for cell in rules.moves(board)}
    return [cell for cell in scores if scores[cell] == max(scores.values())]
