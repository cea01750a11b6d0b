"""Check proofs of who wins Hex after each first move: python3 check_hex.py <hex.csv.

X connects the left edge with the right one, O the upper with the lower. Cells are
numbered along the rows. A cell touches its neighbours in its row and in its column, the
one below on the left and the one above on the right.

A proof is a strategy of the winner: choices in brackets, such as ``[1|2][5[7|8]|6]``. A
choice has alternatives, separated by bars. An alternative is a cell, and may have
further choices. When the opponent takes a cell of a choice, the winner picks an
alternative without that cell and takes the alternative's own cell; its further choices
replace the choice. If the opponent plays elsewhere, the winner picks any alternative.
This works if no cell is in all alternatives of a choice, and none in two choices at the
same time. If O is the winner, the strategy begins with O's reply to X's first stone.
"""

import csv
import re
import sys
from collections import deque
from collections.abc import Sequence
from functools import reduce
from itertools import groupby
from operator import and_, itemgetter, or_
from typing import NamedTuple

HEX_GAME = re.compile(r"(\d+)x(\d+)-hex")
"""The name of a game of Hex: its rows and its columns."""


class InvalidProofError(Exception):
    """A strategy that cannot be played, or does not win."""


class Alternative(NamedTuple):
    """A move of the winner, and the choices that are left after it."""

    cell: int
    choices: "list[Choice]"


Choice = list[Alternative]


def main() -> None:
    """Print for each game whether the proofs for all its first moves are valid.

    The exit status is 1 if those of a game are not.
    """
    are_valid = True
    for name, records in groupby(csv.DictReader(sys.stdin), key=itemgetter("game")):
        is_valid = check_game(name, list(records))
        print(name, is_valid)
        are_valid &= is_valid
    sys.exit(0 if are_valid else 1)


def check_game(name: str, records: Sequence[dict[str, str]]) -> bool:
    """Return whether each first move, or the one opposite, has a valid proof.

    To turn the board upside down leaves each player the same edges.
    """
    game = HEX_GAME.fullmatch(name)
    if game is None:
        return False
    board = Board(int(game[1]), int(game[2]))
    proven = set()
    for record in records:
        first = int(record["first"])
        try:
            plies = board.check(first, record["winner"], record["strategy"])
        except InvalidProofError:
            return False
        if plies != int(record["plies"]):
            return False
        proven |= {first, board.cells - 1 - first}
    return proven == {*range(board.cells)}


class Board:
    """A board of Hex; sets of its cells are integers, with a bit for each cell."""

    def __init__(self, rows: int, cols: int) -> None:
        self.rows = rows
        self.cols = cols
        self.cells = rows * cols
        left = sum(1 << row * cols for row in range(rows))
        top = (1 << cols) - 1
        self.edges = {
            "X": (left, left << cols - 1),
            "O": (top, top << self.cells - cols),
        }
        self.neighbours = [self._neighbours(cell) for cell in range(self.cells)]

    def _neighbours(self, cell: int) -> int:
        """Return the set of cells that touch a cell."""
        row, col = divmod(cell, self.cols)
        neighbours = 0
        for down, right in ((0, -1), (0, 1), (-1, 0), (1, 0), (1, -1), (-1, 1)):
            if 0 <= row + down < self.rows and 0 <= col + right < self.cols:
                neighbours |= 1 << (row + down) * self.cols + col + right
        return neighbours

    def check(self, first: int, winner: str, text: str) -> int:
        """Return the ply on which the winner has connected at the latest.

        Args:
            first: X's first stone.
            winner: The winner, ``X`` or ``O``.
            text: The winner's strategy.

        Raises:
            InvalidProofError: The strategy does not win.
        """
        reply, choices = read_strategy(text)
        if winner not in self.edges or (reply is None) != (winner == "X"):
            raise InvalidProofError
        stone = first if reply is None else reply
        if not 0 <= first < self.cells or reply == first:
            raise InvalidProofError
        taken = 1 << first | 1 << stone
        needed = checked_cells(choices)
        if needed & taken or (needed | taken) >> self.cells:
            raise InvalidProofError
        if not self.always_connects(winner, 1 << stone, choices):
            raise InvalidProofError
        return taken.bit_count() + 2 * most_moves(choices)

    def always_connects(
        self, player: str, stones: int, choices: Sequence[Choice]
    ) -> bool:
        """Return whether a player is connected whichever alternatives are picked."""
        if self.is_connected(player, stones):
            return True
        if not choices:
            return False
        choice, *others = choices
        return all(
            self.always_connects(
                player, stones | 1 << alternative.cell, [*alternative.choices, *others]
            )
            for alternative in choice
        )

    def is_connected(self, player: str, stones: int) -> bool:
        """Return whether stones connect the edges of a player."""
        start, end = self.edges[player]
        return self.group(stones & start, stones) & end != 0

    def group(self, seeds: int, stones: int) -> int:
        """Return the stones that are connected with some of them."""
        group = to_visit = seeds
        while to_visit:
            stone = to_visit & -to_visit
            new = self.neighbours[stone.bit_length() - 1] & stones & ~group
            group |= new
            to_visit ^= stone | new
        return group


def read_strategy(text: str) -> tuple[int | None, list[Choice]]:
    """Return the reply with which a strategy begins, if it does, and its choices.

    Raises:
        InvalidProofError: The text is no strategy.
    """
    tokens = deque(re.findall(r"\d+|\D", text))
    reply = None
    if tokens and tokens[0].isdecimal():
        reply = int(tokens.popleft())
    try:
        choices = _read_choices(tokens)
    except (IndexError, ValueError):  # it ends too early, or lacks a cell
        raise InvalidProofError from None
    if tokens:
        raise InvalidProofError
    return reply, choices


def _read_choices(tokens: deque[str]) -> list[Choice]:
    """Return the choices at the beginning of a text, and remove them from it."""
    choices = []
    while tokens and tokens[0] == "[":
        choice = []
        while tokens.popleft() != "]":
            cell = int(tokens.popleft())
            choice.append(Alternative(cell, _read_choices(tokens)))
        choices.append(choice)
    return choices


def checked_cells(choices: Sequence[Choice]) -> int:
    """Return the cells of choices.

    Raises:
        InvalidProofError: A cell is in two choices, or in all alternatives of one.
    """
    needed = 0
    for choice in choices:
        alternatives = []
        for cell, further in choice:
            of_further = checked_cells(further)
            if of_further >> cell & 1:
                raise InvalidProofError
            alternatives.append(of_further | 1 << cell)
        if reduce(and_, alternatives) or needed & reduce(or_, alternatives):
            raise InvalidProofError
        needed |= reduce(or_, alternatives)
    return needed


def most_moves(choices: Sequence[Choice]) -> int:
    """Return how many moves the winner makes at most."""
    moves = 0
    for choice in choices:
        moves += max(1 + most_moves(alternative.choices) for alternative in choice)
    return moves


if __name__ == "__main__":
    main()
