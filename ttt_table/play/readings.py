"""What the numbers of an answer mean: other readings, tried where a player would forfeit; hints.

A player without forfeits is read as it stands. One with forfeits is read in another way if that
makes every answer a legal move, on all boards it then meets, and no other way does; else the grade
stays as it is, with a hint.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from ttt_table.rules.game import Game


@dataclass(frozen=True)
class Reading:
    """Which of an answer's numbers are the cell, or its row and column, and from where they count.

    Without ``words`` it is the plain one: a cell, or a row and a column, from 0.
    """

    words: str = ""
    at: tuple[int, ...] = ()
    size: int = 1
    base: int = 0
    met: set[int] = field(default_factory=set, compare=False)
    """The numbers that stood for a cell, a row or a column, where they count from 1."""

    def cell(self, said: int | str, cols: int) -> int | None:
        """The cell of ``4``, ``1,1`` or ``0.5,1,1``; -1 for a pair outside, None for no cell."""
        parts = [said] if isinstance(said, int) else list(map(_whole, said.split(",")))
        at = self.at if self.words else range(min(len(parts), 2))
        fits = len(parts) == self.size if self.words else len(parts) < 3
        numbers = [parts[place] for place in at] if fits else []
        whole = [number - self.base for number in numbers if number is not None]
        if not whole or len(whole) < len(numbers):
            return None
        if self.base:
            self.met.update(number + self.base for number in whole)
        if len(whole) == 1:
            return whole[0]
        row, col = whole
        return row * cols + col if row >= 0 and 0 <= col < cols else -1

    def shown(self, game: Game) -> bool:
        """True unless it counts from 1 and the last cell, row or column was never answered."""
        last = game.cells if len(self.at) == 1 else max(game.rows, game.cols)
        return not self.base or max(self.met, default=0) == last


def _whole(text: str) -> int | None:
    return int(text) if text.removeprefix("-").isdecimal() and len(text) < 19 else None


AS_SAID = Reading()
FROM_1 = "counted from 1: 1 to {} were answered, and 0 never"
READINGS = (
    Reading("a cell " + FROM_1, (0,), 1, base=1),
    Reading("a row and a column " + FROM_1, (0, 1), 2, base=1),
    Reading("(score, cell)", (1,), 2),
    Reading("(cell, score)", (0,), 2),
    Reading("(row, column, score)", (0, 1), 3),
    Reading("(score, row, column)", (1, 2), 3),
)
