"""Opponents of known strength: players that look so far ahead, and err so often."""

from contextlib import suppress
from fractions import Fraction
from numbers import Number
from random import Random
from typing import Self

from ttt_table.arguments import checked_table, exact_number
from ttt_table.errors import ArgumentError, BoardError, quoted
from ttt_table.play.traps import hardest, traps_of
from ttt_table.rules.board import Board
from ttt_table.table.reader import Table, open_table

_ANY = Random()


class Level:
    """A player that looks ``limit`` plies ahead, or to the end with None, and errs with ``noise``.

    It picks equally among the moves that look best, ``tricky`` among those of them where the
    largest share of replies seems to lose; with the probability ``noise``, a number or its text,
    any legal move. A float means the number it prints as. Raises `ArgumentError` for anything else.

    >>> Level(0, noise="1/2")("XO.XOXOX.")
    {2: Fraction(1, 2), 8: Fraction(1, 2)}
    """

    def __init__(
        self,
        limit: int | None = None,
        noise: Fraction | float | str = 0,
        tricky: bool = False,
        *,
        table: Table | None = None,
    ) -> None:
        if limit is not None and (type(limit) is not int or limit < 0):
            raise ArgumentError(
                f"a level looks a whole number of plies ahead, not {quoted(limit)}"
            )
        self.limit = limit
        self.noise = _noise(noise)
        self.tricky = tricky
        self.table = open_table() if table is None else checked_table(table)

    @classmethod
    def easy(cls, table: Table | None = None) -> Self:
        """It sees its own next move, and so a line that it can complete."""
        return cls(1, table=table)

    @classmethod
    def medium(cls, table: Table | None = None) -> Self:
        """It sees the answer to its move too, and so blocks."""
        return cls(2, table=table)

    @classmethod
    def hard(cls, table: Table | None = None) -> Self:
        """It sees four plies, and so double threats."""
        return cls(4, table=table)

    @classmethod
    def perfect(cls, table: Table | None = None) -> Self:
        """It sees everything."""
        return cls(table=table)

    def __repr__(self) -> str:
        noise = f", noise={str(self.noise)!r}" if self.noise else ""
        return f"Level({quoted(self.limit)}{noise}{', tricky=True' if self.tricky else ''})"

    def __call__(self, board: Board) -> dict[int, Fraction]:
        """How likely it plays each cell, none of a finished game; `BoardError` for a bad board."""
        scores = self.table.scores(board, limit=self.limit)
        if not scores:
            return {}
        most = max(scores.values())
        best = [cell for cell, score in scores.items() if score == most]
        # Only among what is best to it: a tricky level gives nothing away that it can see.
        if self.tricky and len(best) > 1:
            best = hardest(traps_of(self.table, board, best, self.limit))
        chances = dict.fromkeys(best, (1 - self.noise) / len(best))
        if self.noise:
            for cell in scores:
                chances[cell] = chances.get(cell, Fraction(0)) + self.noise / len(
                    scores
                )
        return {cell: chance for cell, chance in sorted(chances.items()) if chance}

    def choose(self, board: Board, lots: Random | None = None) -> int:
        """One of the cells, drawn by these lots or by any; `BoardError` where there is none."""
        chances = self(board)
        if not chances:
            raise BoardError("the game is finished: there is no move")
        # Rounded to floats for this one draw; what is graded are the fractions.
        return (lots or _ANY).choices([*chances], [*map(float, chances.values())])[0]


def _noise(noise: Fraction | float | str) -> Fraction:
    # 0.1 is a tenth, not the float beside it
    exact = None
    if isinstance(noise, str | Number):
        with suppress(ValueError, ZeroDivisionError):
            exact = exact_number(str(noise))
    if exact is None or not 0 <= exact <= 1:
        raise ArgumentError(f"noise is a probability from 0 to 1, not {quoted(noise)}")
    return exact
