"""Solve a game in one array in which each board has its own place.

It shares no code with the package. A board is a row of stacks, which grow by one stone
a move: its columns with gravity, otherwise its cells. What a stack holds is read as a
binary number: a one, and then a digit for each stone from the bottom up, 0 for X and 1
for O. A stone of O on a stack of 1 makes it 3, one of X makes it 2. Such numbers are
the digits of the board's place in the array.

First the positions of each ply are listed from those of the ply before, then their
outcomes are found from the last ply back to the first.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import prod
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]
Stack = Sequence[int]  # its cells, from the bottom up


@dataclass(frozen=True, slots=True)
class Rules:
    """A game of lines."""

    stacks: Sequence[Stack]
    """The stacks of cells; every cell is in one of them."""
    lines_of_x: Sequence[int]
    """The lines of X, as sets of cells."""
    lines_of_o: Sequence[int]
    """The lines of O."""
    misere: bool = False
    """Whether the player who makes a line loses."""
    breaker: bool = False
    """Whether a full board without a line of X is won by O, in misère by X."""


class Tier(NamedTuple):
    """The reachable positions with the same number of stones."""

    places: Array
    """Their places in the array."""
    has_line: Array
    """Whether the player who moved last has made a line."""


def stacks_of(rows: int, cols: int, *, gravity: bool) -> list[Stack]:
    """Return the stacks of a board whose cells are numbered along the rows."""
    if not gravity:
        return [[cell] for cell in range(rows * cols)]
    return [range((rows - 1) * cols + col, -1, -cols) for col in range(cols)]


def boards_of(stacks: Sequence[Stack]) -> int:
    """Return how many places the array has."""
    return prod(map(contents_of, stacks))


def contents_of(stack: Stack) -> int:
    """Return how many different contents a stack can have."""
    return (2 << len(stack)) - 1


def results(rules: Rules, permutations: Sequence[Sequence[int]]) -> dict[str, Any]:
    """Solve a game, and count its positions by their outcomes.

    Args:
        rules: The game.
        permutations: For each symmetry the cell to which it carries each cell.
    """
    solver = Solver(rules)
    tiers = solver.tiers()
    symmetries = [solver.symmetry(permutation) for permutation in permutations]
    signs: Counter[int] = Counter()
    classes_won: dict[int, list[int]] = {1: [], -1: []}  # by X, and by O
    for ply, tier in reversed([*enumerate(tiers)]):
        sign_of_scores = np.sign(solver.solve(tier, ply))
        for sign in (-1, 0, 1):
            signs[sign] += int(np.count_nonzero(sign_of_scores == sign))
        for winner, classes in classes_won.items():
            sign = -winner if ply % 2 else winner  # for the mover
            won = tier.places[sign_of_scores == sign]
            classes.insert(0, solver.classes(won, symmetries))
    value, plies = solver.outcome()
    return {
        "won for the mover": signs[1],
        "lost for the mover": signs[-1],
        "drawn for the mover": signs[0],
        "value": value,
        "plies": plies,
        "classes X wins per ply": classes_won[1],
        "classes O wins per ply": classes_won[-1],
    }


class Solver:
    """The array of a game.

    A score is the mover's: positive if the mover wins, and the higher the fewer plies
    the game has: cells + 1 - plies. It is 0 for a draw.
    """

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self._cells = sum(map(len, rules.stacks))
        self._sizes = [*map(contents_of, rules.stacks)]
        self._steps = [prod(self._sizes[:index]) for index in range(len(self._sizes))]
        self._scores = np.zeros(boards_of(rules.stacks), np.int8)

    def tiers(self) -> list[Tier]:
        """Return the reachable positions of each ply."""
        places = np.zeros(1, np.int32)  # four bytes are enough for all that fit here
        tiers = []
        for ply in range(self._cells + 1):
            tier = Tier(places, self._has_line(places, ply))
            tiers.append(tier)
            for _, after in self._moves(places[~tier.has_line], ply):
                self._scores[after] = 1
            places = np.flatnonzero(self._scores).astype(np.int32)
            self._scores[places] = 0
        return tiers

    def solve(self, tier: Tier, ply: int) -> Array:
        """Store and return the scores of positions whose successors have theirs."""
        scores = np.zeros(len(tier.places), np.int8)
        ends_now = self._cells + 1 - ply
        scores[tier.has_line] = ends_now if self._rules.misere else -ends_now
        is_unfinished = ~tier.has_line
        if ply == self._cells:
            scores[is_unfinished] = self._score_of_full_board()
        else:
            unfinished = tier.places[is_unfinished]
            best = np.full(len(unfinished), -128, np.int8)
            for movable, after in self._moves(unfinished, ply):
                best[movable] = np.maximum(best[movable], -self._scores[after])
            scores[is_unfinished] = best
        self._scores[tier.places] = scores
        return scores

    def _score_of_full_board(self) -> int:
        """Return the mover's score, where nobody has a line."""
        if not self._rules.breaker:
            return 0
        winner_is_x = self._rules.misere
        mover_is_x = self._cells % 2 == 0
        return 1 if winner_is_x == mover_is_x else -1

    def _moves(self, places: Array, ply: int) -> Iterator[tuple[Array, Array]]:
        """Yield for each stack which boards have room there, and those after a move."""
        for stack, contents in enumerate(self._contents(places)):
            height = len(self._rules.stacks[stack])
            movable = np.flatnonzero(contents < 1 << height)
            added = contents[movable] + ply % 2  # twice as much, and the new stone
            yield movable, places[movable] + added * self._steps[stack]

    def _contents(self, places: Array) -> Iterator[Array]:
        """Yield the numbers of each stack."""
        for size in self._sizes:
            yield places % size + 1
            places = places // size

    def _has_line(self, places: Array, ply: int) -> Array:
        """Return whether the player who moved last has a line."""
        last = 1 - ply % 2
        lines = self._rules.lines_of_o if last else self._rules.lines_of_x
        stones = np.zeros(len(places), np.int64)
        for stack, contents in zip(
            self._rules.stacks, self._contents(places), strict=True
        ):
            stones |= stones_by_contents(stack, last)[contents]
        has_line = np.zeros(len(places), bool)
        for line in lines:
            has_line |= stones & line == line
        return has_line

    def outcome(self) -> tuple[str, int]:
        """Return the result of the solved game in words, and its plies."""
        score = int(self._scores[0])
        if score == 0:
            return "draw", self._cells
        return f"{'X' if score > 0 else 'O'} wins", self._cells + 1 - abs(score)

    def symmetry(self, permutation: Sequence[int]) -> list[int]:
        """Return the step of the stack to which a symmetry carries each stack."""
        step_at = {
            stack[0]: step
            for stack, step in zip(self._rules.stacks, self._steps, strict=True)
        }
        return [step_at[permutation[stack[0]]] for stack in self._rules.stacks]

    def classes(self, places: Array, symmetries: Sequence[Sequence[int]]) -> int:
        """Count boards up to symmetry, by Burnside's lemma."""
        unmoved = 0
        for steps in symmetries:
            images = np.zeros_like(places)
            for step, contents in zip(steps, self._contents(places), strict=True):
                images += (contents - 1) * step
            unmoved += int((images == places).sum())
        return unmoved // len(symmetries)


def stones_by_contents(stack: Stack, player: int) -> Array:
    """Return the cells that a player has in a stack, by what it holds."""
    stones = [0, 0]
    for number in range(2, 2 ** (len(stack) + 1)):
        height = number.bit_length() - 2  # of the stone on top
        is_own = number % 2 == player
        stones.append(stones[number // 2] | is_own << stack[height])
    return np.array(stones, np.int64)
