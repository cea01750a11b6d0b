"""The exact distribution of a player that draws at random: every draw is followed.

Copy this file beside your player, change `play` so that it calls the player as it
should be called, and run

    ttt-table grade bot.py:move --adapter exact_random.py

It follows choice, randrange, randint, sample and shuffle of Python's module random, and
comparisons such as ``random.random() < 0.1``. It cannot follow a loop that draws until
a cell is free, since that has no end: let it draw among the free cells. Nor can it
follow ``from random import random``, choices, uniform, or the generators of numpy.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

MAX_RUNS = 100_000
MAX_DRAWS = 100  # for one move

# CPython's own functions draw through this method of one hidden object.
if not hasattr(getattr(random, "_inst", None), "_randbelow"):
    raise ImportError("this Python has no random._inst._randbelow: use --samples N")


def play(player: Any, board: str) -> Any:
    """Call the player; change this, or put ``from call import call as play`` here."""
    return player(board)


class Draws:
    """All draws of a run of the player; the next run changes the last of them.

    Attributes:
        path: For each draw, which option is taken, and the probabilities of all.
        position: The number of draws so far in this run.
    """

    def __init__(self) -> None:
        self.path: list[tuple[int, Sequence[Fraction]]] = []
        self.position = 0

    def draw(self, probabilities: Sequence[Fraction]) -> int:
        """Return the option that is taken in this run."""
        if self.position == MAX_DRAWS:
            raise RuntimeError(f"over {MAX_DRAWS} draws for a move: draw a free cell")
        if self.position == len(self.path):
            self.path.append((0, probabilities))
        option, _ = self.path[self.position]
        self.position += 1
        return option

    def probability(self) -> Fraction:
        """Return the probability of this run."""
        product = Fraction(1)
        for option, probabilities in self.path:
            product *= probabilities[option]
        return product

    def go_to_next_run(self) -> bool:
        """Take the next option of the last draw that has one; False if none has."""
        self.position = 0
        while self.path:
            option, probabilities = self.path.pop()
            if option + 1 < len(probabilities):
                self.path.append((option + 1, probabilities))
                return True
        return False


class Unknown:
    """A number from 0 up to 1, known only as far as it was compared."""

    def __init__(self, draws: Draws) -> None:
        self.draws = draws
        self.low = Fraction(0)
        self.high = Fraction(1)

    def __lt__(self, limit: float) -> bool:
        cut = min(max(Fraction(str(limit)), self.low), self.high)
        below = (cut - self.low) / (self.high - self.low)
        if below == 1 or (below and self.draws.draw([below, 1 - below]) == 0):
            self.high = cut
            return True
        self.low = cut
        return False

    def __gt__(self, limit: float) -> bool:
        return not self < limit

    __le__ = __lt__
    __ge__ = __gt__


def call(player: Any, board: str) -> dict[Any, Fraction]:
    """Return the probability of each move: `play` runs once for each way to draw."""
    draws = Draws()
    hooked: Any = random
    hooked._inst._randbelow = lambda n: draws.draw([Fraction(1, n)] * n)
    hooked.random = lambda: Unknown(draws)
    probabilities: dict[Any, Fraction] = {}
    for _ in range(MAX_RUNS):
        move = play(player, board)
        if isinstance(move, list):
            move = tuple(move)
        probability = draws.probability()
        probabilities[move] = probabilities.get(move, Fraction(0)) + probability
        if not draws.go_to_next_run():
            return probabilities
    raise RuntimeError(f"more than {MAX_RUNS:,} outcomes of its draws")
