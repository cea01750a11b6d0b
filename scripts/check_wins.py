"""Check proofs that X wins: python3 check_wins.py <wins.csv.

A proof lists moves of X. Each is written like ``24-1-12``: the stones of X and O in
turn, and last X's move. It stands for all positions that symmetries of the board carry
to one another. Where X has no listed move, X fills a line if possible; otherwise X
blocks a line of O; otherwise X makes two threats at once, in the first cell where that
is possible. X wins if these moves do so whatever O plays.
"""

import csv
import re
import sys
from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple

from check_pairings import Symmetry, lines_in_a_row, symmetries

ROW_GAME = re.compile(r"(\d+)x(\d+)k(\d+)(-breaker)?")
"""The name of a game of k in a row: its rows, its columns and k."""

Position = tuple[int, int]  # the cells of X and of O, as bits


class Proof(NamedTuple):
    """What a check of a proof has found."""

    plies: int
    """The plies after which X has won at the latest."""
    positions: int
    """The positions that were checked, with X to move, up to symmetry."""


def main() -> None:
    """Print for each game of k in a row whether its proof is valid.

    The exit status is 1 if one is not.
    """
    csv.field_size_limit(1 << 30)
    are_valid = True
    for record in csv.DictReader(sys.stdin):
        game = ROW_GAME.fullmatch(record["game"])
        if game:
            rows, cols, k = map(int, game.groups()[:3])
            lines = list(lines_in_a_row(rows, cols, k))
            strategy = Strategy(rows, cols, lines, breaker=game[4] is not None)
            proof = strategy.check(record["moves"])
            is_valid = proof is not None and proof.plies == int(record["plies"])
            print(record["game"], is_valid, flush=True)
            are_valid &= is_valid
    sys.exit(0 if are_valid else 1)


class Strategy:
    """Moves of X in a game of lines without gravity.

    Args:
        rows: The rows of the board.
        cols: Its columns.
        lines: The lines, as sets of cells. The player who first fills one wins.
        breaker: Whether only X's lines count.
    """

    def __init__(
        self, rows: int, cols: int, lines: Collection[set[int]], *, breaker: bool
    ) -> None:
        masks = {sum(1 << cell for cell in line) for line in lines}
        self.lines_of_x = sorted(masks)
        self.lines_of_o = [] if breaker else self.lines_of_x
        self.all_cells = (1 << rows * cols) - 1
        self.symmetries = symmetries(lines, rows, cols)
        self.listed: dict[Position, int] = {}

    def check(self, moves: str) -> Proof | None:
        """Return what the listed moves, and the rules for all others, prove.

        Returns:
            None if X does not always win, or a move is not legal.
        """
        if not self.list_moves(moves):
            return None
        plies = 0
        reached = {(0, 0)}
        to_check = [(0, 0)]
        while to_check:
            x, o = to_check.pop()
            replies = self.unanswered(x, o)
            if replies is None:
                return None
            if not replies:
                fills_line = completing_cells(self.lines_of_x, x, o) != 0
                stones = (x | o).bit_count()
                plies = max(plies, stones + (1 if fills_line else 3))
            for reply in replies:
                position, _ = self.canonical(*reply)
                if position not in reached:
                    reached.add(position)
                    to_check.append(position)
        return Proof(plies, len(reached))

    def list_moves(self, moves: str) -> bool:
        """Read the listed moves; return whether all are legal."""
        self.listed = {}
        for text in moves.split():
            cells = list(map(int, text.split("-")))
            is_on_board = max(cells) < self.all_cells.bit_length()
            if not is_on_board or len({*cells}) < len(cells) or len(cells) % 2 == 0:
                return False
            *stones, move = cells
            x = sum(1 << cell for cell in stones[::2])
            o = sum(1 << cell for cell in stones[1::2])
            position, symmetry = self.canonical(x, o)
            self.listed[position] = symmetry[move]
        return True

    def unanswered(self, x: int, o: int) -> list[Position] | None:
        """Return the positions after X's move and O's reply in which X has not yet won.

        The position is canonical, and X is to move. If X fills a line at once, or makes
        two threats of which O can block only one, there is no such position.

        Returns:
            None if X does not win: there is no move, or O can fill a line.
        """
        if completing_cells(self.lines_of_x, x, o):
            return []
        move = self.move(x, o)
        if move is None:
            return None
        x |= 1 << move
        if completing_cells(self.lines_of_o, o, x):
            return None
        threats = completing_cells(self.lines_of_x, x, o)
        if has_several_cells(threats):
            return []  # O blocks one, and X fills the other
        replies = threats or self.all_cells & ~(x | o)
        if not replies:
            return None  # a draw
        return [(x, o | reply) for reply in single_cells(replies)]

    def move(self, x: int, o: int) -> int | None:
        """Return X's move where X cannot fill a line; None if there is no rule."""
        if (x, o) in self.listed:
            return self.listed[x, o]
        blocks = completing_cells(self.lines_of_o, o, x)
        if blocks:
            return blocks.bit_length() - 1
        for stone in single_cells(self.all_cells & ~(x | o)):
            if has_several_cells(completing_cells(self.lines_of_x, x | stone, o)):
                return stone.bit_length() - 1
        return None

    def canonical(self, x: int, o: int) -> tuple[Position, Symmetry]:
        """Return the position that stands for those equal up to symmetry.

        The symmetry carries the position there.
        """
        images = []
        for symmetry in self.symmetries:
            images.append(((image(x, symmetry), image(o, symmetry)), symmetry))
        return min(images)


def completing_cells(lines: Sequence[int], own: int, other: int) -> int:
    """Return the free cells that fill a line of a player."""
    cells = 0
    for line in lines:
        missing = line & ~own
        if not missing & other and not has_several_cells(missing):
            cells |= missing
    return cells


def has_several_cells(cells: int) -> bool:
    """Return whether a set has more than one cell."""
    return cells & (cells - 1) != 0


def single_cells(cells: int) -> Iterator[int]:
    """Yield the sets of one cell of a set, the lowest cell first."""
    while cells:
        cell = cells & -cells
        yield cell
        cells ^= cell


def image(cells: int, symmetry: Symmetry) -> int:
    """Return where a symmetry carries a set of cells."""
    carried = 0
    for cell in single_cells(cells):
        carried |= 1 << symmetry[cell.bit_length() - 1]
    return carried


if __name__ == "__main__":
    main()
