"""Find proofs of who wins Hex after each first move: data/hex.csv.

    python scripts/hex_wins.py

A proof is a strategy of choices, as `check_hex.py` reads it. The search finds one for
the winner of each position. Let the player who waits have answers that win after some
moves of the other. The mover has to play into a cell that all of these answers need.
If there is none, the answers are a choice by which the waiting player wins (must-play
regions: R. Hayward et al., Solving 7x7 Hex with domination, fill-in, and virtual
connections, Theoretical Computer Science 349, 2005).
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import product
from pathlib import Path
from typing import NamedTuple

import boards
from check_hex import Board
from check_wins import single_cells

LIST = Path(__file__).resolve().parents[1] / "data" / "hex.csv"
COLUMNS = ["game", "listed", "first", "winner", "plies", "strategy"]
LONGEST_SIDE = 5
"""The longest side of the boards; on 6x6 a first move takes more than a minute."""

OTHER = {"X": "O", "O": "X"}


class Alternative(NamedTuple):
    """A move of the winner in a choice."""

    stone: int
    choices: tuple[Choice, ...]
    """What is left to choose after it."""

    @property
    def needed(self) -> int:
        """Its cells, and those of the choices after it."""
        return self.stone | needed_cells(self.choices)


@dataclass(frozen=True, slots=True, eq=False)
class Choice:
    """Moves of which the winner can make one, wherever the opponent plays."""

    alternatives: tuple[Alternative, ...]
    needed: int
    """The cells of all alternatives."""


class Win(NamedTuple):
    """Who wins a position, and how."""

    stone: int
    """The move by which the player to move wins; 0 if the other player wins."""
    choices: tuple[Choice, ...]
    """The winner's strategy after it."""


class Threats(NamedTuple):
    """How a player would win by one move and bridges."""

    answers: list[Alternative]
    """The moves, with the bridges after each."""
    left: int
    """The cells in which the opponent is not answered by one of them."""


class Position(NamedTuple):
    """The stones on a board, and whose turn it is."""

    own: int
    """The stones of the player to move."""
    other: int
    """The stones of the other player."""
    mover: str
    """The player to move, ``X`` or ``O``."""


def main() -> None:
    """Write the list."""
    LIST.write_text(list_text(), encoding="utf-8")


def list_text() -> str:
    """Return the list as CSV, the smaller boards first."""
    text = io.StringIO()
    table = csv.DictWriter(text, COLUMNS, lineterminator="\n")
    table.writeheader()
    sides = list(product(range(2, LONGEST_SIDE + 1), repeat=2))
    for rows, cols in sorted(sides, key=lambda sides: (sides[0] * sides[1], sides)):
        table.writerows(rows_of_board(rows, cols))
    return text.getvalue()


def rows_of_board(rows: int, cols: int) -> Iterator[dict[str, str | int]]:
    """Yield a row for each first move, one of two that are opposite."""
    board = Board(rows, cols)
    search = Search(board)
    name = f"{rows}x{cols}-hex"
    for first in range((board.cells + 1) // 2):
        win = search.win(Position(0, 1 << first, "O"))
        winner = "O" if win.stone else "X"
        strategy = strategy_text(win)
        yield {
            "game": name,
            "listed": int(name in boards.LISTED),
            "first": first,
            "winner": winner,
            "plies": board.check(first, winner, strategy),
            "strategy": strategy,
        }


class Search:
    """A search for the winner of positions of Hex, which keeps what it finds."""

    def __init__(self, board: Board) -> None:
        self._board = board
        self._all_cells = (1 << board.cells) - 1
        self.win = cache(self._win)
        self._threats = cache(self._find_threats)
        self._groups = cache(self._find_groups)

    def _win(self, position: Position) -> Win:
        """Return who wins a position, and how."""
        own, other, mover = position
        free = self._all_cells & ~(own | other)
        bridges = self.bridges(OTHER[mover], other, free)
        if bridges is not None:
            return Win(0, bridges)
        answers, left = self._threats(position)
        for stone in single_cells(left):
            bridges = self.bridges(mover, own | stone, free ^ stone)
            if bridges is not None:
                return Win(stone, bridges)
        while left:
            stone, after = self._most_forcing(position, left)
            reply = self.win(after)
            if not reply.stone:
                return Win(stone, reply.choices)
            answers = [*answers, Alternative(*reply)]
            left = open_cells(free, answers)
        return Win(0, combine(free, answers))

    def _most_forcing(self, position: Position, stones: int) -> tuple[int, Position]:
        """Return the best of some moves, and the position after it.

        It leaves the fewest replies; of several such moves, it is the one nearest to
        the middle.
        """
        own, other, mover = position
        moves = []
        for stone in single_cells(stones):
            after = Position(other, own | stone, OTHER[mover])
            replies = self._threats(after).left.bit_count()
            moves.append((replies, self._distance(stone), stone, after))
        _, _, stone, after = min(moves)
        return stone, after

    def _distance(self, stone: int) -> int:
        """Return the square of the distance from the middle, four times as large."""
        row, col = divmod(stone.bit_length() - 1, self._board.cols)
        down = 2 * row + 1 - self._board.rows
        right = 2 * col + 1 - self._board.cols
        return down * down + down * right + right * right

    def _find_threats(self, position: Position) -> Threats:
        """Return how the player who waits would win if the mover passed."""
        own, other, mover = position
        free = self._all_cells & ~(own | other)
        answers: list[Alternative] = []
        left = free
        for stone in single_cells(free):
            if not left:
                break
            bridges = self.bridges(OTHER[mover], other | stone, free ^ stone)
            if bridges is None:
                continue
            answer = Alternative(stone, bridges)
            if left & ~answer.needed:
                answers.append(answer)
                left = open_cells(free, answers)
        return Threats(answers, left)

    def bridges(self, player: str, stones: int, free: int) -> tuple[Choice, ...] | None:
        """Return bridges, no two with a common cell, that connect a player's edges.

        A bridge has two free cells, each of which connects the same stones or edges.

        Returns:
            None if adding one bridge after the other does not connect the edges.
        """
        start, end = self._board.edges[player]
        touched = start
        islands = []
        for group, touching in self._groups(stones):
            if group & start:
                if group & end:
                    return ()
                touched |= touching
            else:
                islands.append((group, touching))

        found: list[Choice] = []
        while True:
            to_end = two_cells(touched & end & free)
            if to_end:
                return (*found, bridge(to_end))
            for island in islands:
                group, touching = island
                cells = two_cells(touched & touching & free)
                if cells:
                    break
            else:
                return None
            islands.remove(island)
            free ^= cells
            touched |= touching
            found.append(bridge(cells))
            if group & end:
                return tuple(found)

    def _find_groups(self, stones: int) -> list[tuple[int, int]]:
        """Return the groups of stones that touch one another, and what they touch."""
        groups = []
        left = stones
        while left:
            group = self._board.group(left & -left, left)
            left ^= group
            groups.append((group, self._touching(group)))
        return groups

    def _touching(self, group: int) -> int:
        """Return the cells that touch some of a group."""
        touching = 0
        for stone in single_cells(group):
            touching |= self._board.neighbours[stone.bit_length() - 1]
        return touching


def open_cells(free: int, answers: Sequence[Alternative]) -> int:
    """Return the free cells to which these answers are no answer.

    All of them need such a cell, but none has a choice with it that all have: that one
    answers it.
    """
    for answer in answers:
        free &= answer.needed
    return free & ~needed_cells(shared_choices(answers))


def shared_choices(answers: Sequence[Alternative]) -> tuple[Choice, ...]:
    """Return the choices that all answers have."""
    if not answers:
        return ()
    first, *others = answers
    shared = first.choices
    for answer in others:
        shared = tuple(choice for choice in shared if choice in answer.choices)
    return shared


def combine(free: int, answers: Sequence[Alternative]) -> tuple[Choice, ...]:
    """Return a strategy of as few answers as are necessary, the longest left out first.

    What all have is not repeated in each.
    """
    needed = list(answers)
    for answer in sorted(answers, key=alternative_length, reverse=True):
        others = [other for other in needed if other is not answer]
        if others and not open_cells(free, others):
            needed = others
    shared = shared_choices(needed)
    alternatives = []
    for stone, choices in needed:
        own = tuple(choice for choice in choices if choice not in shared)
        alternatives.append(Alternative(stone, own))
    return (*shared, choice_of(alternatives))


def choice_of(alternatives: Sequence[Alternative]) -> Choice:
    """Return the choice between some alternatives."""
    needed = 0
    for alternative in alternatives:
        needed |= alternative.needed
    return Choice(tuple(alternatives), needed)


@cache
def bridge(cells: int) -> Choice:
    """Return the choice between two cells."""
    return choice_of([Alternative(stone, ()) for stone in single_cells(cells)])


def two_cells(cells: int) -> int:
    """Return the two lowest cells of a set; none if it has fewer."""
    first = cells & -cells
    second = (cells ^ first) & -(cells ^ first)
    return first | second if second else 0


def needed_cells(choices: Sequence[Choice]) -> int:
    """Return the cells of choices."""
    needed = 0
    for choice in choices:
        needed |= choice.needed
    return needed


def alternative_length(alternative: Alternative) -> int:
    """Return the length of the text of an alternative."""
    return len(strategy_text(alternative))


def strategy_text(win: Win | Alternative) -> str:
    """Return a strategy as the list has it."""
    stone, choices = win
    text = str(stone.bit_length() - 1) if stone else ""
    for choice in choices:
        text += f"[{'|'.join(map(strategy_text, choice.alternatives))}]"
    return text


if __name__ == "__main__":
    main()
