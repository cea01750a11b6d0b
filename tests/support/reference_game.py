"""A reference implementation: plain minimax over text, without the package's code.

It looks for lines by walking over the board, keeps whole boards as text, and has none
of the package's bit masks, symmetries, slots or scores. It is slow, but simple enough
to be checked by reading.
"""

from functools import cache

Outcome = tuple[int, int]  # value for the mover, and plies to the end


class ReferenceGame:
    """A game, given by the fields of a `Game`, solved by brute force."""

    def __init__(  # noqa: PLR0913  # the fields of a Game
        self,
        rows: int = 3,
        cols: int = 3,
        k: int | None = 3,
        misere: bool = False,
        gravity: bool = False,
        lines: tuple[int, ...] | None = None,
        name: str | None = None,  # noqa: ARG002  # it changes no rule
        breaker: bool = False,
        o_lines: tuple[int, ...] | None = None,
    ) -> None:
        self.rows = rows
        self.cols = cols
        self.k = k
        self.misere = misere
        self.gravity = gravity
        self.breaker = breaker
        self.lines: list[list[int]] | None = None
        if lines is not None:
            self.lines = [cells_of(line, rows * cols) for line in lines]
        self.o_lines = self.lines
        if o_lines is not None:
            self.o_lines = [cells_of(line, rows * cols) for line in o_lines]
        self.start = "." * (rows * cols)
        # Each game has its own caches, by the text of the board.
        self.fills_line = cache(self._fills_line)
        self.moves = cache(self._moves)
        self.outcome = cache(self._outcome)
        self.limited = cache(self._limited)

    def mover(self, board: str) -> str:
        if board.count("X") == board.count("O"):
            return "X"
        return "O"

    def _moves(self, board: str) -> dict[int, str]:
        """Return each legal move with the board after it; none if the game is over."""
        if self.is_over(board):
            return {}
        mover = self.mover(board)
        moves = {}
        for cell, mark in enumerate(board):
            if mark == "." and not (self.gravity and self.falls(board, cell)):
                moves[cell] = board[:cell] + mover + board[cell + 1 :]
        return moves

    def falls(self, board: str, cell: int) -> bool:
        """Return whether a stone would not stay, because the cell below is empty."""
        below = cell + self.cols
        return board[below : below + 1] == "."

    def is_over(self, board: str) -> bool:
        if "." not in board or self.has_line(board, "X"):
            return True
        return not self.breaker and self.has_line(board, "O")

    def has_line(self, board: str, player: str) -> bool:
        opponent = "O" if player == "X" else "X"
        return self.fills_line(board.replace(opponent, "."), player)

    def _fills_line(self, board: str, player: str) -> bool:
        """Return whether a player has a line, on a board with that player's stones."""
        lines = self.lines if player == "X" else self.o_lines
        if lines is not None:
            return any(is_filled(board, line, player) for line in lines)
        for row in range(self.rows):
            for col in range(self.cols):
                if self._has_row_from(board, row, col, player):
                    return True
        return False

    def _has_row_from(self, board: str, row: int, col: int, player: str) -> bool:
        """Return whether k stones in a row begin in this cell."""
        for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
            length = 0
            while self._is_stone(
                board, row + length * down, col + length * right, player
            ):
                length += 1
            if self.k is not None and length >= self.k:
                return True
        return False

    def _is_stone(self, board: str, row: int, col: int, player: str) -> bool:
        is_on_board = 0 <= row < self.rows and 0 <= col < self.cols
        return is_on_board and board[row * self.cols + col] == player

    def _end_value(self, board: str) -> int:
        """Return the value of a finished board for its mover."""
        mover = self.mover(board)
        if self.breaker:
            x_wins = self.has_line(board, "X") != self.misere
            return 1 if x_wins == (mover == "X") else -1
        opponent = "O" if mover == "X" else "X"
        if not self.has_line(board, opponent):
            return 0
        return 1 if self.misere else -1

    def _outcome(self, board: str) -> Outcome:
        """Return value and plies: the winner hurries, the loser delays."""
        if self.is_over(board):
            return self._end_value(board), 0
        replies = [self.outcome(after) for after in self.moves(board).values()]
        wins = [plies + 1 for value, plies in replies if value == -1]
        draws = [plies + 1 for value, plies in replies if value == 0]
        losses = [plies + 1 for value, plies in replies if value == 1]
        if wins:
            return 1, min(wins)
        if draws:
            return 0, max(draws)
        return -1, max(losses)

    def _limited(self, board: str, depth: int, limit: int) -> int:
        """Return the score of minimax to a depth as in tutorials: cells + 1 - depth."""
        if self.is_over(board):
            return self._end_value(board) * (len(board) + 1 - depth)
        if depth == limit:
            return 0
        replies = self.moves(board).values()
        return max(-self.limited(after, depth + 1, limit) for after in replies)

    def boards(self) -> set[str]:
        """Return all boards that play can reach."""
        reached = {self.start}
        pending = [self.start]
        while pending:
            for after in self.moves(pending.pop()).values():
                if after not in reached:
                    reached.add(after)
                    pending.append(after)
        return reached


def is_filled(board: str, line: list[int], player: str) -> bool:
    return all(board[cell] == player for cell in line)


def cells_of(line: int, cells: int) -> list[int]:
    """Return the cells of a line that is given as a set of bits."""
    return [cell for cell in range(cells) if line >> cell & 1]


@cache
def reference_tic_tac_toe(*, misere: bool) -> ReferenceGame:
    """Return tic-tac-toe, solved once for all tests."""
    return ReferenceGame(misere=misere)
