"""Opponents of known strength: they look some plies ahead, and may err at random."""

from bisect import bisect
from contextlib import suppress
from fractions import Fraction
from itertools import accumulate
from numbers import Number
from random import Random
from typing import Protocol, Self

from ttt_table.errors import ArgumentError, quoted
from ttt_table.play.reasons import traps_after
from ttt_table.rules.board import Board, over_error
from ttt_table.rules.cells import number_in
from ttt_table.runtime import check_flags
from ttt_table.table.checks import checked_table, exact_number
from ttt_table.table.reader import Table, checked_depth, open_table

_DEFAULT_RNG = Random()
DEPTH_OF_LEVEL = {"easy": 1, "medium": 2, "hard": 4, "perfect": None}
"""The names of levels, and how many plies each looks ahead; None to the end."""
LEVELS = tuple(DEPTH_OF_LEVEL)


class RandomNumbers(Protocol):
    """A random generator of Python or of numpy."""

    def random(self) -> float:
        """Return a number from 0 up to 1."""


class Level:
    """An opponent that looks some plies ahead and errs with a known probability.

    It picks with equal probability among the moves that look best to it.

    Attributes:
        depth: The number of plies that it looks ahead; None to the end of the game.
        noise: The exact probability with which it plays any legal move instead.
        tricky: Whether it narrows the best moves down to those after which the largest
            share of the opponent's replies appears to lose.
        table: The table of the game that it plays.

    >>> Level(0, noise="1/2")("XO.XOXOX.")
    {2: Fraction(1, 2), 8: Fraction(1, 2)}
    """

    def __init__(
        self,
        depth: int | None = None,
        noise: Fraction | float | str = 0,
        tricky: bool = False,
        *,
        table: Table | None = None,
    ) -> None:
        """Make a level.

        Args:
            depth: The number of plies to look ahead, 0 or more; None to the end of the
                game.
            noise: A probability from 0 to 1, as a number or as its text, such as
                ``"1/10"``. A float counts as the decimal it prints: 0.1 is a tenth.
            tricky: Whether to prefer moves that are easy to answer wrongly.
            table: The table of the game; the shipped tic-tac-toe by default.

        Raises:
            ArgumentError: An argument is invalid.
        """
        self.depth = checked_depth(depth)
        self.noise = _exact_noise(noise)
        check_flags(tricky=tricky)
        self.tricky = tricky
        self.table = open_table() if table is None else checked_table(table)

    @classmethod
    def named(cls, name: str | int, table: Table | None = None) -> Self:
        """Return the level of a name, or of a number of plies.

        ``easy`` looks one ply ahead and completes its own lines, ``medium`` looks two
        and blocks the opponent's, ``hard`` looks four and sees double threats, and
        ``perfect`` looks to the end of the game.

        Args:
            name: One of these, or a number of plies, also as text.
            table: The table of the game; the shipped tic-tac-toe by default.

        Raises:
            ArgumentError: There is no such level, or ``table`` is not a table.

        >>> Level.named("hard"), Level.named("3")
        (Level(4), Level(3))
        """
        return cls(depth_of_level(name), table=table)

    def __repr__(self) -> str:
        arguments = [] if self.depth is None else [quoted(self.depth)]
        if self.noise:
            arguments.append(f"noise={str(self.noise)!r}")
        if self.tricky:
            arguments.append("tricky=True")
        return f"Level({', '.join(arguments)})"

    def __call__(self, board: Board) -> dict[int, Fraction]:
        """Return the probability of each cell that the level may play.

        Args:
            board: A board of the table's game, from the mover's point of view.

        Returns:
            Exact probabilities by cell, in cell order, without cells of probability 0.
            They sum to 1; on a finished board the dictionary is empty.

        Raises:
            BoardError: The board is invalid.
        """
        scores = self.table.scores(board, depth=self.depth)
        if not scores:
            return {}

        best_score = max(scores.values())
        best = [cell for cell, score in scores.items() if score == best_score]
        # A tricky level, too, chooses only among the best moves: it gives nothing away
        # that it can see. One that does not look ahead sees no replies either.
        if self.tricky and self.depth != 0 and len(best) > 1:
            traps = traps_after(self.table, board, best, self.depth)
            largest_share = max(trap.share for trap in traps)
            best = [trap.cell for trap in traps if trap.share == largest_share]

        probabilities = dict.fromkeys(scores, self.noise / len(scores))
        for cell in best:
            probabilities[cell] += (1 - self.noise) / len(best)
        return {
            cell: probability
            for cell, probability in sorted(probabilities.items())
            if probability
        }

    def choose(self, board: Board, rng: RandomNumbers | None = None) -> int:
        """Draw a cell to play.

        Args:
            board: A board of the table's game.
            rng: The random generator to draw with, a `random.Random` or a numpy
                ``Generator``; by default a `Random` of this module.

        Returns:
            A cell, with the probabilities that the level has for the board.

        Raises:
            ArgumentError: ``rng`` is not a random generator.
            MoveError: The game is finished.
            BoardError: The board is invalid.
        """
        draw = getattr(_DEFAULT_RNG if rng is None else rng, "random", None)
        if not callable(draw) or isinstance(rng, type):
            raise ArgumentError(
                "rng is a random.Random or a numpy Generator, such as"
                f" numpy.random.default_rng(), not {quoted(rng)}"
            )
        probabilities = self(board)
        if not probabilities:
            raise over_error()
        # Only this draw rounds to floats; a grade uses the exact fractions.
        *sums, total = accumulate(map(float, probabilities.values()))
        return list(probabilities)[bisect(sums, draw() * total)]


def depth_of_level(name: str | int) -> int | None:
    """Return how many plies a level looks ahead; None to the end of the game.

    Args:
        name: One of `LEVELS`, or a number of plies, also as text.

    Raises:
        ArgumentError: There is no such level.
    """
    if isinstance(name, str):
        if name in DEPTH_OF_LEVEL:
            return DEPTH_OF_LEVEL[name]
        depth = number_in(name)
        if depth is not None and depth >= 0:
            return depth
    elif type(name) is int and name >= 0:
        return name
    raise ArgumentError(
        f"there is no level {quoted(name)}: a level is {', '.join(LEVELS)}, or a "
        "number of plies"
    )


def check_level(level: Level, table: Table) -> None:
    """Raise `ArgumentError` for a level that has the table of another game."""
    if (level.table.game, level.table.first) != (table.game, table.first):
        raise ArgumentError(
            f"{level} plays {level.table.game} with {level.table.first} first, but"
            f" the table is of {table.game} with {table.first} first: make the level"
            " with table=..."
        )


def _exact_noise(noise: Fraction | float | str) -> Fraction:
    exact = None
    if isinstance(noise, str | Number):
        with suppress(ValueError, ZeroDivisionError):
            exact = exact_number(str(noise))  # so that 0.1 is exactly a tenth
    if exact is None or not 0 <= exact <= 1:
        raise ArgumentError.of("noise", noise, "a probability from 0 to 1")
    return exact
