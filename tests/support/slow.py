"""A second truth: plain minimax over lists of characters, sharing no code with the package.

It looks for lines by walking the board, keeps whole boards as text, and has none of the package's
bit masks, symmetries, slots or scores. Slow, and easy to believe.
"""

from functools import cache

Outcome = tuple[int, int]


class Slow:
    """A game, told by the fields of a `Game`, played out by brute force."""

    def __init__(
        self,
        rows: int = 3,
        cols: int = 3,
        k: int | None = 3,
        misere: bool = False,
        gravity: bool = False,
        lines: tuple[int, ...] | None = None,
        name: str | None = None,  # noqa: ARG002  # whatever it is called, it is the same game
        breaker: bool = False,
    ) -> None:
        self.breaker = breaker
        self.rows, self.cols, self.k, self.misere, self.gravity = (
            rows,
            cols,
            k,
            misere,
            gravity,
        )
        self.lines: list[list[int]] | None = None
        if lines is not None:
            cells = range(rows * cols)
            self.lines = [
                [cell for cell in cells if line >> cell & 1] for line in lines
            ]
        self.start = "." * (rows * cols)
        # The memory is per game; it holds texts of boards, and nothing is ever cut off.
        self.has_line = cache(self._has_line)
        self.moves = cache(self._moves)
        self.outcome = cache(self._outcome)
        self.limited = cache(self._limited)

    def mover(self, board: str) -> str:
        return "X" if board.count("X") == board.count("O") else "O"

    def _moves(self, board: str) -> dict[int, str]:
        """Each legal move with the board after it; none once the game is over."""
        if self.is_over(board):
            return {}
        mover = self.mover(board)
        return {
            cell: board[:cell] + mover + board[cell + 1 :]
            for cell, mark in enumerate(board)
            if mark == "." and not (self.gravity and self.falls(board, cell))
        }

    def falls(self, board: str, cell: int) -> bool:
        """True where a stone would not stay, because the cell below is empty."""
        return board[cell + self.cols : cell + self.cols + 1] == "."

    def is_over(self, board: str) -> bool:
        won_by_o = not self.breaker and self.has_line(board, "O")
        return "." not in board or self.has_line(board, "X") or won_by_o

    def _has_line(self, board: str, player: str) -> bool:
        if self.lines is not None:
            return any(
                all(board[cell] == player for cell in line) for line in self.lines
            )
        return any(
            board[row * self.cols + col] == player
            and self._runs_from(board, row, col, player)
            for row in range(self.rows)
            for col in range(self.cols)
        )

    def _runs_from(self, board: str, row: int, col: int, player: str) -> bool:
        for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
            length, r, c = 0, row, col
            while (
                0 <= r < self.rows
                and 0 <= c < self.cols
                and board[r * self.cols + c] == player
            ):
                length, r, c = length + 1, r + down, c + right
            if self.k is not None and length >= self.k:
                return True
        return False

    def _end_value(self, board: str) -> int:
        """The value of a finished board for its mover."""
        mover = self.mover(board)
        if self.breaker:
            return (
                1
                if (mover == "X") == (self.has_line(board, "X") != self.misere)
                else -1
            )
        last = "O" if mover == "X" else "X"
        if not self.has_line(board, last):
            return 0
        return 1 if self.misere else -1

    def _outcome(self, board: str) -> Outcome:
        """Value for the mover and plies to the end: win soon, lose late."""
        if self.is_over(board):
            return self._end_value(board), 0
        replies = [self.outcome(after) for after in self.moves(board).values()]
        wins = [plies + 1 for value, plies in replies if value == -1]
        draws = [plies + 1 for value, plies in replies if value == 0]
        losses = [plies + 1 for value, plies in replies if value == 1]
        if wins:
            return 1, min(wins)
        return (0, max(draws)) if draws else (-1, max(losses))

    def _limited(self, board: str, depth: int, limit: int) -> int:
        """What tutorials write: minimax with score (cells + 1) - depth that stops at a depth."""
        if self.is_over(board):
            return self._end_value(board) * (len(board) + 1 - depth)
        if depth == limit:
            return 0
        replies = self.moves(board).values()
        return max(-self.limited(after, depth + 1, limit) for after in replies)

    def boards(self) -> set[str]:
        seen = {self.start}
        todo = [self.start]
        while todo:
            for after in self.moves(todo.pop()).values():
                if after not in seen:
                    seen.add(after)
                    todo.append(after)
        return seen


@cache
def slow_of(*, misere: bool) -> Slow:
    """Tic-tac-toe, worked out once for all tests."""
    return Slow(misere=misere)
