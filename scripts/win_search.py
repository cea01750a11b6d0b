"""Search for wins of X that take few quiet moves, in games of lines without gravity.

A move of X is quiet if O is not forced to block after it. It must still threaten
something: if O passed, X would win with one quiet move less. That win needs some cells,
so O can refute the quiet move only in one of them, or by making threats. So few replies
have to be searched (lambda search: T. Thomsen, Lambda-search in game trees, ICGA
Journal 23, 2000).
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from itertools import product
from typing import NamedTuple

from check_wins import (
    Position,
    Strategy,
    completing_cells,
    has_several_cells,
    image,
    single_cells,
)

MAX_QUIET = 6
"""The most quiet moves of a win that are tried."""


class OutOfTimeError(Exception):
    """The search has taken as long as it may."""


class Win(NamedTuple):
    """How X, to move, wins a position."""

    quiet: int
    """The quiet moves that it may take."""
    stone: int
    """X's next stone."""
    cells: int
    """The cells that X needs. Stones of O elsewhere prevent nothing."""


class Search:
    """A search for wins of X, which remembers what it finds.

    Args:
        strategy: The game; `list_win` lists the moves there.
        deadline: The processor time at which to stop.
    """

    def __init__(self, strategy: Strategy, deadline: float) -> None:
        self._strategy = strategy
        self._deadline = deadline
        self._wins: dict[Position, Win] = {}
        self._failed: dict[Position, int] = {}
        """The most quiet moves with which no win was found."""

    def list_win(self) -> bool:
        """List the moves of a win, as far as the checker's rules do not find them.

        Returns:
            False if no win is found: none with few quiet moves, or a reply of O that
            seemed to be of no use refutes it.

        Raises:
            OutOfTimeError: It takes too long.
        """
        first = self._first_stone()
        if first is None:
            return False
        strategy = self._strategy
        position, _ = strategy.canonical(first, 0)
        strategy.listed = {(0, 0): position[0].bit_length() - 1}
        reached = {(0, 0)}
        to_answer = [(0, 0)]
        while to_answer:
            replies = self._replies_after_listing(*to_answer.pop())
            if replies is None:
                return False
            for reply in replies:
                position, _ = strategy.canonical(*reply)
                if position not in reached:
                    reached.add(position)
                    to_answer.append(position)
        return True

    def _first_stone(self) -> int | None:
        """Return a first stone by which X wins; None if none is found."""
        every_stone = [*single_cells(self._strategy.all_cells)]
        stones = self._by_promise(0, 0, every_stone)
        for quiet in range(MAX_QUIET):
            tried: set[Position] = set()
            for stone in stones:
                position, _ = self._strategy.canonical(stone, 0)
                if position not in tried and self._cells_after(stone, 0, quiet):
                    return stone
                tried.add(position)
        return None

    def _replies_after_listing(self, x: int, o: int) -> list[Position] | None:
        """Return the positions in which X has not won two plies later.

        X's move is listed if no rule finds one.

        Returns:
            None if X has no win.
        """
        strategy = self._strategy
        replies = strategy.unanswered(x, o)
        if replies is None:
            stone = self._stone(x, o)
            if not stone:
                return None
            strategy.listed[x, o] = stone.bit_length() - 1
            replies = strategy.unanswered(x, o) or []
        return replies

    def _stone(self, x: int, o: int) -> int:
        """Return a stone of X that wins with as few quiet moves as possible; or 0."""
        for quiet in range(MAX_QUIET):
            win = self._win((x, o), quiet)
            if win is not None:
                return win.stone
        return 0

    def needed_cells(self, x: int, o: int, quiet: int) -> int:
        """Return the cells that X, to move, needs for a win; none if X has no win.

        Args:
            x: The stones of X.
            o: The stones of O.
            quiet: The most quiet moves that X may play.
        """
        completing = completing_cells(self._strategy.lines_of_x, x, o)
        if completing:
            return completing & -completing
        position, symmetry = self._strategy.canonical(x, o)
        win = self._win(position, quiet)
        return image(win.cells, inverse(symmetry)) if win is not None else 0

    def _win(self, position: Position, quiet: int) -> Win | None:
        """Return a win in a canonical position in which X cannot fill a line at once.

        Raises:
            OutOfTimeError: It takes too long.
        """
        if self._failed.get(position, -1) >= quiet:
            return None
        win = self._wins.get(position)
        if win is not None and win.quiet <= quiet:
            return win
        if time.process_time() > self._deadline:
            raise OutOfTimeError
        win = self._find_win(*position, quiet)
        if win is None:
            self._failed[position] = quiet
        else:
            self._wins[position] = win
        return win

    def _find_win(self, x: int, o: int, quiet: int) -> Win | None:
        strategy = self._strategy
        blocks = completing_cells(strategy.lines_of_o, o, x)
        is_too_far = self._fewest_missing(x, o) > quiet + 2
        if is_too_far or has_several_cells(blocks):
            return None
        threats_of = {}
        for stone in single_cells(blocks or strategy.all_cells & ~(x | o)):
            threats = completing_cells(strategy.lines_of_x, x | stone, o)
            if has_several_cells(threats):
                return Win(quiet, stone, stone | threats)
            threats_of[stone] = threats

        for stone, threat in threats_of.items():
            if threat:
                cells = self.needed_cells(x | stone, o | threat, quiet)
                if cells:
                    return Win(quiet, stone, cells | stone | threat)
        quiet_stones = [stone for stone, threat in threats_of.items() if not threat]
        # A forced move is not quiet.
        quiet_moves_left = [quiet] if blocks else [*range(quiet)]
        for left, stone in product(
            quiet_moves_left, self._by_promise(x, o, quiet_stones)
        ):
            cells = self._cells_after(x | stone, o, left)
            if cells:
                return Win(quiet, stone, cells | stone)
        return None

    def _cells_after(self, x: int, o: int, quiet: int) -> int:
        """Return the cells that X needs where O is to move and need not block.

        The win that O's pass allows needs some cells. Each reply there must leave X a
        win, and so must each threat of O.

        Returns:
            No cells if one of O's replies refutes X's move.
        """
        strategy = self._strategy
        free = strategy.all_cells & ~(x | o)
        if completing_cells(strategy.lines_of_o, o, x):
            return 0
        cells = self.needed_cells(x, o, quiet)
        if not cells:
            return 0
        threats = threatening_cells(strategy.lines_of_o, o, x) & free
        to_refute = cells & free
        while threats | to_refute:
            reply = next(single_cells(threats or to_refute))
            threats &= ~reply
            to_refute &= ~reply
            further = self.needed_cells(x, o | reply, quiet)
            if not further:
                return 0
            cells |= further
            if not strategy.lines_of_o:
                # A win that does not need a cell is one against a reply there, too.
                to_refute &= further
        return cells

    def _fewest_missing(self, x: int, o: int) -> int:
        """Return how many stones X needs at least to fill a line.

        Those before the last two make no threat.
        """
        lines = self._strategy.lines_of_x
        missing = [(line & ~x).bit_count() for line in lines if not line & o]
        return min(missing, default=len(self._strategy.symmetries[0]))

    def _by_promise(self, x: int, o: int, stones: Sequence[int]) -> list[int]:
        """Return stones of X, first those that bring the most lines close to full."""

        def promise(stone: int) -> float:
            return sum(
                4.0 ** -(line & ~(x | stone)).bit_count()
                for line in self._strategy.lines_of_x
                if not line & o
            )

        return sorted(stones, key=promise, reverse=True)


def threatening_cells(lines: Sequence[int], own: int, other: int) -> int:
    """Return the cells by which a player threatens to fill a line."""
    cells = 0
    for line in lines:
        missing = line & ~own
        if not missing & other and missing.bit_count() == 2:
            cells |= missing
    return cells


def inverse(symmetry: Sequence[int]) -> list[int]:
    """Return the symmetry that undoes another."""
    cells = [0] * len(symmetry)
    for cell, carried_to in enumerate(symmetry):
        cells[carried_to] = cell
    return cells
