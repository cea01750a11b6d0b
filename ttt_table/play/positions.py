"""A game's positions as numbers, each with its moves and its score: what this wing counts in.

A position is one number here, its key: the stones of the player who moved first in the lowest
bits, those of the other above them. Which of the two is to move follows from the number of stones:
of "X...O...." it is 1 << 0 | 1 << 9 + 4, and X, with as many stones as O, is to move.
"""

from __future__ import annotations

from operator import index

from ttt_table.errors import ArgumentError, BoardError, InconsistentTableError, quoted
from ttt_table.rules.board import Board, position_of, text_of
from ttt_table.rules.game import Position, finished_score, lines, playable
from ttt_table.rules.outcome import Outcome, outcome_of, score_before
from ttt_table.table.reader import Table

REMEMBERED = 1 << 16
"""How many masks' legal cells are remembered before all are forgotten: 4x4 fits."""


class Positions:
    """The rules of a table's game and its scores, asked by key.

    Raises `ArgumentError` for what is no table.
    """

    def __init__(self, table: Table) -> None:
        # Every call of this wing that takes a table comes here, so this is the one place to look.
        if not isinstance(table, Table):
            raise ArgumentError(
                f"table is {quoted(table)}, but it must be one that open_table gives"
            )
        self.table = table
        self.game = table.game
        self.cells = table.game.cells
        self._line_end = finished_score(table.game, line=True)
        self._full = (1 << self.cells) - 1
        every = lines(table.game)
        self._through = [[one for one in every if one >> cell & 1] for cell in range(self.cells)]
        self._legal: dict[int, tuple[int, ...]] = {}

    def key_of(self, board: Board) -> int:
        """The key of a board. Raises `BoardError` where play cannot reach it."""
        _ = self.table[board]  # refuses what play cannot reach
        x, o = position_of(board, self.game, self.table.first)
        return int(x | o << self.cells)

    def position(self, key: int) -> Position:
        """The stones of both."""
        return Position(key & self._full, key >> self.cells)

    def text(self, key: int) -> str:
        """The board of a key."""
        return text_of(self.position(key), self.game, self.table.first)

    def mask(self, key: int) -> int:
        """The occupied cells."""
        return (key | key >> self.cells) & self._full

    def legal(self, key: int) -> tuple[int, ...]:
        """The cells that the mover of an unfinished position may play, in order."""
        mask = self.mask(key)
        cells = self._legal.get(mask)
        if cells is None:
            if len(self._legal) >= REMEMBERED:
                self._legal.clear()
            cells = self._legal[mask] = tuple(playable(self.game, mask))
        return cells

    def completes(self, key: int, cell: int, *, other: bool = False) -> bool:
        """True where a stone of the mover's, or of the other's, would make a line at this cell."""
        stones = key >> self._shift(key, other) & self._full | 1 << cell
        return any(stones & line == line for line in self._through[cell])

    def _shift(self, key: int, other: bool = False) -> int:
        """How far the stones of the mover, or of the other, stand above the key's lowest bits."""
        return self.cells if (key.bit_count() & 1) != other else 0

    def played(self, key: int, cell: int) -> int:
        """The key after the mover has played there."""
        return key | 1 << cell + self._shift(key)

    def end_after(self, key: int, cell: int) -> int | None:
        """The score, for whoever would move next, where the game ends by this move; else None."""
        if self.completes(key, cell):
            return self._line_end
        return 0 if key.bit_count() + 1 == self.cells else None

    def score(self, key: int) -> int:
        """The score of a position that play reaches, for its mover."""
        score = self.table.probe(self.position(key))
        if score is None:
            raise InconsistentTableError("a position that play reaches is not in the table")
        return score

    def outcome(self, key: int, score: int) -> Outcome:
        """The outcome that a score of this position stands for."""
        return outcome_of(score, self.cells, key.bit_count())

    def is_over(self, key: int) -> bool:
        """True where the game is finished."""
        return self.outcome(key, self.score(key)).plies == 0

    def scores(self, key: int) -> dict[int, int]:
        """The score of each move for the mover, by cell, in cell order; none at the end."""
        if self.is_over(key):
            return {}
        return {cell: score_before(self.score(self.played(key, cell))) for cell in self.legal(key)}

    def best(self, key: int) -> list[int]:
        """The cells of the best moves, in order; none at the end."""
        scores = self.scores(key)
        most = max(scores.values(), default=0)
        return [cell for cell, score in scores.items() if score == most]

    def best_line(self, key: int, cell: int) -> tuple[int, ...]:
        """The move and then best play of both to the end, the first of equals each time."""
        line = [cell]
        key = self.played(key, cell)
        while best := self.best(key):
            line.append(best[0])
            key = self.played(key, best[0])
        return tuple(line)

    def checked(self, key: int, cell: int) -> int:
        """A cell as a number. Raises `BoardError`, with the reason, where the mover cannot play it.

        Raises `ArgumentError` for what is no whole number.
        """
        try:
            number = None if isinstance(cell, bool) else index(cell)
        except TypeError:
            number = None
        if number is None:
            raise ArgumentError(f"a cell is a whole number, not {quoted(cell)}")
        if self.is_over(key):
            raise BoardError("the game is over: there is no move")
        if not 0 <= number < self.cells:
            numbers = f"they are numbered 0 to {self.cells - 1}"
            raise BoardError(f"there is no cell {quoted(number)}: {numbers}")
        if number not in self.legal(key):
            raise BoardError(self.why_not(key, number), (number,))
        return number

    def why_not(self, key: int, cell: int) -> str:
        """Why the mover cannot play a cell."""
        if not 0 <= cell < self.cells:
            return f"there is no cell {cell}"
        return f"cell {cell} {'is taken' if self.mask(key) >> cell & 1 else 'cannot be played yet'}"
