"""A game's positions as numbers, each with its moves and its score: what this wing counts in.

A key has the stones of the player who moved first in the lowest bits, those of the other above
them: "X...O...." is 1 << 0 | 1 << 9 + 4.
"""

from collections.abc import Iterable, Sequence

from ttt_table.errors import BadTableError
from ttt_table.rules.board import position_of, text_of
from ttt_table.rules.game import Position, finished_score, lines, playable
from ttt_table.table.reader import Table

REMEMBERED = (
    1 << 16
)  # masks whose legal cells are kept before all are forgotten: 4x4 fits


class Positions:
    """The rules of a table's game and its scores, asked by key."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.game = table.game
        self.cells = table.game.cells
        ends = (finished_score(table.game, line=line) for line in (True, False))
        self._line_end, self._full_end = ends
        self._full = (1 << self.cells) - 1
        # Nobody had a line before, so only those through a new stone can have been made by it.
        every = lines(table.game)
        self._through = [
            [one for one in every if one >> cell & 1] for cell in range(self.cells)
        ]
        self._legal: dict[int, tuple[int, ...]] = {}

    def position(self, key: int) -> Position:
        """The stones of both."""
        return Position(key & self._full, key >> self.cells)

    def key(self, board: str) -> int:
        """The key of a board."""
        first, second = position_of(board, self.game, self.table.first)
        return first | second << self.cells

    def text(self, key: int) -> str:
        """The board of a key."""
        return text_of(self.position(key), self.game, self.table.first)

    def legal(self, key: int) -> tuple[int, ...]:
        """The cells that the mover of an unfinished position may play, in order."""
        mask = (key | key >> self.cells) & self._full
        cells = self._legal.get(mask)
        if cells is None:
            if len(self._legal) >= REMEMBERED:
                self._legal.clear()
            # By mask, not by key: whose stones they are makes no difference.
            cells = self._legal[mask] = tuple(playable(self.game, mask))
        return cells

    def played(self, key: int, cell: int) -> int:
        """The key after the mover has played there."""
        return key | 1 << cell + self._shift(key)

    def after(self, key: int, cells: Sequence[int]) -> list[int]:
        """The keys after the mover has played each of these."""
        shift = self._shift(key)
        return [key | 1 << cell + shift for cell in cells]

    def end_after(self, key: int, cell: int) -> int | None:
        """The score for whoever would move next, if this move ends the game."""
        shift = self._shift(key)
        stones = key >> shift & self._full | 1 << cell
        has_lines = not (
            self.game.breaker and shift
        )  # a Breaker, who moves second, has none
        if has_lines and any(stones & line == line for line in self._through[cell]):
            return self._line_end
        return self._full_end if key.bit_count() + 1 == self.cells else None

    def near_the_end(self, sides: Iterable[str]) -> list[int]:
        """Unfinished positions of these sides where even slow players soon answer."""
        found: dict[int, None] = {}
        move_second = [side != self.table.first for side in sides]
        for turn in range(min(self.cells, 9)):
            key, last = 0, {0: 0}
            while going := [
                one for one in self.legal(key) if self.end_after(key, one) is None
            ]:
                key = self.played(key, going[turn % len(going)])
                last[key.bit_count() & 1] = key
            found |= dict.fromkeys(
                last[second] for second in move_second if second in last
            )
        return list(found)

    def _shift(self, key: int) -> int:
        # of the mover's stones above the lowest bits
        return self.cells if key.bit_count() & 1 else 0

    def score(self, key: int) -> int:
        """The score of a position that play reaches, for its mover."""
        score = self.table.probe(self.position(key))
        if score is None:
            raise BadTableError("a position that play reaches is not in the table")
        return score
