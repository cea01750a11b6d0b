"""Players whose results are known: two programs that share no code computed them."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from typing import Any, NamedTuple

from ttt_table import Table, open_table
from ttt_table.export.prompts import Prompt, prompts
from ttt_table.grading import Grade, grade

Player = Callable[[Any], Any]
F = Fraction


@cache
def shipped_prompts() -> tuple[Prompt, ...]:
    """Return the 431 prompts of the shipped table, made once."""
    return tuple(prompts(open_table()))


def first_free(board: str) -> int:
    return board.index(".")


def raising(error: BaseException) -> Player:
    def player(_: object) -> Any:
        raise error

    return player


class Odd:
    """An object that raises whenever it is converted to anything."""

    def __index__(self) -> int:
        raise RuntimeError("no index")

    def __repr__(self) -> str:
        raise RuntimeError("no repr")

    __str__ = __repr__


class Figures(NamedTuple):
    """The results of one side of a known player."""

    decisions: int
    """On how many boards it has to move."""
    lines: tuple[int, int, int]
    """How many games it can win, draw and lose."""
    against: tuple[F, F]
    """The probabilities that it wins and loses against random play."""
    lost_to_perfect: F
    """The probability that it loses against perfect play."""
    worst: F
    """Its expected result against the worst opponent."""
    blunders: int
    """On how many boards it gives value away."""
    slips: int
    """On how many boards it wins later or loses sooner than it could."""


def players(table: Table | None = None) -> dict[str, Player]:
    """The players by name, all of normal 3x3 unless another table is given."""
    truth = open_table() if table is None else table
    return {
        "first best": truth.best_move,
        "any best": lambda board: dict.fromkeys(truth.best_moves(board), 1),
        "random": lambda board: {
            cell: 1 for cell, mark in enumerate(board) if mark == "."
        },
        "first free": first_free,
    }


KNOWN = {
    ("first best", "X"): Figures(81, (71, 2, 0), (F(191, 192), F(0)), F(0), F(0), 0, 0),
    ("first best", "O"): Figures(
        426, (386, 183, 0), (F(254, 315), F(0)), F(0), F(0), 0, 0
    ),
    ("any best", "X"): Figures(
        1971, (7056, 3584, 0), (F(75257, 77760), F(0)), F(0), F(0), 0, 0
    ),
    ("random", "X"): Figures(
        2423,
        (131184, 46080, 77904),
        (F(737, 1260), F(121, 420)),
        F(2645, 3402),
        F(-874, 945),
        1732,
        588,
    ),
    ("random", "O"): Figures(
        2097,
        (77904, 46080, 131184),
        (F(121, 420), F(737, 1260)),
        F(75257, 77760),
        F(-191, 192),
        1459,
        264,
    ),
    ("first free", "X"): Figures(
        74, (83, 16, 58), (F(25, 32), F(17, 96)), F(1), F(-1), 27, 5
    ),
    ("first free", "O"): Figures(
        158, (200, 36, 429), (F(416, 945), F(493, 945)), F(1), F(-1), 65, 12
    ),
}


@cache
def graded(name: str) -> Grade:
    """Return a known player's grade on both sides, made once."""
    return grade(players()[name])


def figures_of(side: Grade) -> Figures:
    games = side.games
    return Figures(
        side.decisions,
        (int(games.won), int(games.drawn), int(games.lost)),
        (Fraction(side.vs_random.won), Fraction(side.vs_random.lost)),
        Fraction(side.vs_perfect.lost),
        Fraction(side.worst),
        len(side.blunders),
        len(side.slips),
    )
