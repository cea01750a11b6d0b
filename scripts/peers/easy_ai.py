"""Score every unfinished board of tic-tac-toe with easyAI's Negamax and its table."""

from easyAI import Negamax, TranspositionTable, TwoPlayerGame

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8)]
LINES += [(0, 4, 8), (2, 4, 6)]

Board = tuple[int, ...]


class TicTacToe(TwoPlayerGame):  # type: ignore[misc]
    """The rules, as easyAI asks for them."""

    def __init__(self, board: Board, player: int) -> None:
        """Take a board of 0, 1 and 2, and the number of the player to move."""
        self.players = None
        self.board = list(board)
        self.current_player = player

    def possible_moves(self) -> list[int]:
        """Return the empty cells."""
        return [cell for cell in range(9) if self.board[cell] == 0]

    def make_move(self, move: int) -> None:
        """Place a stone."""
        self.board[move] = self.current_player

    def unmake_move(self, move: int) -> None:
        """Take it back."""
        self.board[move] = 0

    def lose(self) -> bool:
        """Return whether the other player has a line."""
        other = self.opponent_index
        return any(all(self.board[cell] == other for cell in line) for line in LINES)

    def is_over(self) -> bool:
        """Return whether the game is over."""
        return self.lose() or 0 not in self.board

    def scoring(self) -> int:
        """Return a number that is better for the player to move."""
        return -100 if self.lose() else 0

    def ttentry(self) -> Board:
        """Return a key for the table."""
        return (*self.board, self.current_player)


scores: dict[tuple[Board, int], float] = {}
table = TranspositionTable()
search = Negamax(9, tt=table)
pending: list[tuple[Board, int]] = [((0,) * 9, 1)]
while pending:
    board, player = pending.pop()
    game = TicTacToe(board, player)
    if (board, player) in scores or game.is_over():
        continue
    search(game)
    scores[board, player] = search.alpha
    for move in game.possible_moves():
        after = list(board)
        after[move] = player
        pending.append((tuple(after), 3 - player))
print(len(scores))
