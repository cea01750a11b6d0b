"""Search for wins of X that take few quiet moves, in games of lines without gravity.

A move of X is quiet if O is not forced to block after it. It must still threaten
something: if O passed, X would win with one quiet move less. That win needs some cells,
so O can usually refute the quiet move only in one of them, or by making threats. So few
replies have to be searched (lambda search: T. Thomsen, Lambda-search in game trees,
ICGA Journal 23, 2000).

A stone elsewhere may still help O: together with stones that X forces O to place, it
may fill a line. Such a reply shows up when the moves are listed, since X must have an
answer to each reply. It is remembered, and the search goes on.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
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
    """The cells that X needs. Stones of O elsewhere prevent little."""


class Reply(NamedTuple):
    """A reply of O."""

    before: Position
    """The position before X's last move."""
    x: int
    """The stones of X after that move."""
    stone: int
    """O's stone."""


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
        self._refuting: dict[Position, int] = {}
        """Replies after X's move that refute it, though they seemed to be of no use."""

    def list_win(self) -> bool:
        """List the moves of a win, as far as the checker's rules do not find them.

        Returns:
            False if no win with few quiet moves is found.

        Raises:
            OutOfTimeError: It takes too long.
        """
        while True:
            first = self._first_stone()
            if first is None:
                return False
            position, _ = self._strategy.canonical(first, 0)
            self._strategy.listed = {(0, 0): position[0].bit_length() - 1}
            if self._list_moves():
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

    def _list_moves(self) -> bool:
        """List X's moves after the first; return whether they answer all replies.

        A reply to which X has no answer is remembered for the next attempt.
        """
        strategy = self._strategy
        replies_to: dict[Position, Reply] = {}
        to_answer = [(0, 0)]
        while to_answer:
            position = to_answer.pop()
            replies = self._replies_after_listing(*position)
            if replies is None:
                self._remember_refutation(replies_to, position)
                return False
            for x, o in replies:
                reached, _ = strategy.canonical(x, o)
                if reached not in replies_to:
                    replies_to[reached] = Reply(position, x, o & ~position[1])
                    to_answer.append(reached)
        return True

    def _remember_refutation(
        self, replies_to: dict[Position, Reply], position: Position
    ) -> None:
        """Remember the reply that led to a position in which X has no win.

        If X's move before it was forced, the reply before that refutes X, too.
        """
        is_forced = True
        while is_forced:
            reply = replies_to[position]
            position = reply.before
            self._wins.pop(position, None)
            for symmetry in self._strategy.symmetries:
                after_move = image(reply.x, symmetry), image(position[1], symmetry)
                refuting = self._refuting.get(after_move, 0)
                self._refuting[after_move] = refuting | image(reply.stone, symmetry)
            is_forced = position not in self._strategy.listed

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
        stones = blocks or strategy.all_cells & ~(x | o)
        threats_of = threats_after(stones, strategy.lines_of_x, x, o)
        for stone, threats in threats_of.items():
            if has_several_cells(threats):
                return Win(quiet, stone, stone | threats)

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
        threats = 0
        for pair in missing_pairs(strategy.lines_of_o, o, x):
            threats |= pair
        to_refute = (cells | self._refuting.get((x, o), 0)) & free
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


def threats_after(
    stones: int, lines: Sequence[int], own: int, other: int
) -> dict[int, int]:
    """Return for each stone the cells in which it threatens to fill a line."""
    threats_of = dict.fromkeys(single_cells(stones), 0)
    for pair in missing_pairs(lines, own, other):
        for stone in single_cells(pair & stones):
            threats_of[stone] |= pair ^ stone
    return threats_of


def missing_pairs(lines: Sequence[int], own: int, other: int) -> Iterator[int]:
    """Yield the two cells that a player lacks of a line, for each such line."""
    for line in lines:
        missing = line & ~own
        if not missing & other and missing.bit_count() == 2:
            yield missing


def inverse(symmetry: Sequence[int]) -> list[int]:
    """Return the symmetry that undoes another."""
    cells = [0] * len(symmetry)
    for cell, carried_to in enumerate(symmetry):
        cells[carried_to] = cell
    return cells
