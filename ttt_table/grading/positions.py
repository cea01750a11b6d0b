"""A game's positions as numbers, with their legal moves and their scores.

Grading meets millions of positions, and numbers are quick to compare and to store. A
*key* holds the stones of the player who moved first in its lowest bits, and those of
the other player above them: "X...O...." is ``1 << 0 | 1 << 9 + 4``.
"""

from collections.abc import Sequence

from ttt_table.errors import BadTableError
from ttt_table.rules.board import position_of, text_of
from ttt_table.rules.game import (
    Position,
    finished_score,
    lines_of_o,
    lines_of_x,
    playable,
)
from ttt_table.table.reader import Table

# The legal cells of that many masks are kept before all are forgotten: 4x4 fits.
MOST_MASKS = 1 << 16


class Positions:
    """The rules of a table's game, and the table's scores, by key."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.game = table.game
        self.cells = table.game.cells
        self._all_cells = (1 << self.cells) - 1
        self._score_of_line = finished_score(table.game, line=True)
        self._score_of_full_board = finished_score(table.game, line=False)

        # A move can only complete a line that goes through its cell.
        self._x_lines_through = self._by_cell(lines_of_x(table.game))
        self._o_lines_through = self._by_cell(lines_of_o(table.game))
        self._legal_of_mask: dict[int, tuple[int, ...]] = {}

    def _by_cell(self, line_masks: Sequence[int]) -> list[list[int]]:
        return [
            [line for line in line_masks if line >> cell & 1]
            for cell in range(self.cells)
        ]

    def position(self, key: int) -> Position:
        """Return the stones of both players."""
        return Position(key & self._all_cells, key >> self.cells)

    def key(self, board: str) -> int:
        """Return the key of a board."""
        first, second = position_of(board, self.game, self.table.first)
        return first | second << self.cells

    def text(self, key: int) -> str:
        """Return the board of a key."""
        return text_of(self.position(key), self.game, self.table.first)

    def legal(self, key: int) -> tuple[int, ...]:
        """Return the cells that may be played in an unfinished position, in order."""
        mask = (key | key >> self.cells) & self._all_cells
        cells = self._legal_of_mask.get(mask)
        if cells is None:
            if len(self._legal_of_mask) >= MOST_MASKS:
                self._legal_of_mask.clear()
            # Kept by mask rather than by key: the owners of the stones do not matter.
            cells = tuple(playable(self.game, mask))
            self._legal_of_mask[mask] = cells
        return cells

    def played(self, key: int, cell: int) -> int:
        """Return the key after the mover has played a cell."""
        return key | 1 << cell + self._shift(key)

    def after(self, key: int, cells: Sequence[int]) -> list[int]:
        """Return the keys after the mover has played each of these cells."""
        shift = self._shift(key)
        return [key | 1 << cell + shift for cell in cells]

    def end_after(self, key: int, cell: int) -> int | None:
        """Return the score for the player who would move next, if a move ends the game.

        Returns:
            The score, or None if the game goes on after the move.
        """
        shift = self._shift(key)
        stones = key >> shift & self._all_cells | 1 << cell
        lines_through = self._o_lines_through if shift else self._x_lines_through
        if any(stones & line == line for line in lines_through[cell]):
            return self._score_of_line
        if key.bit_count() + 1 == self.cells:
            return self._score_of_full_board
        return None

    def score(self, key: int) -> int:
        """Return the score of a position that play reaches, for its mover."""
        score = self.table.probe(self.position(key))
        if score is None:
            raise BadTableError("a position that play reaches is not in the table")
        return score

    def _shift(self, key: int) -> int:
        # How far above the lowest bits the mover's stones are.
        return self.cells if key.bit_count() & 1 else 0
