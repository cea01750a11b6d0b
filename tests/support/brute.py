"""A second grader: plays every game through, with fractions, and never joins boards.

It shares nothing with the package but the truth that it is given, a function from a board's text to
value and plies by brute force (`slow.Slow`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import NamedTuple

from support.slow import Slow

Chances = Mapping[int, Fraction]
Results = tuple[Fraction, ...]
Player = Callable[[str], Chances | None]
"""Cells that cannot be played lose with their share; None is no answer."""


class Sums(NamedTuple):
    """What the games from a board come to, for the player who is graded; results by kind."""

    lines: Results
    random: Results
    perfect: Results
    worst: Fraction
    losses: list[tuple[int, ...]]
    """The shortest lost games, as the cells from this board on."""


class Brute:
    """Every game of one side of a player, or what is proven of it, at best or at worst."""

    def __init__(
        self, slow: Slow, player: Player, side: str, at_best: bool = False
    ) -> None:
        self.slow, self.player, self.side, self.at_best = slow, player, side, at_best
        self.forfeits: dict[str, Fraction] = {}
        self.asked: set[str] = set()
        self.blunders: set[str] = set()
        self.slips: set[str] = set()
        self.given = {True: Fraction(0), False: Fraction(0)}
        """Expected value lost against random play, by the player; by its opponent under False."""

    def sums(self, board: str, chance: Fraction = Fraction(1)) -> Sums:
        """The sums of all games from a board that random play reaches with this chance."""
        own = self.slow.mover(board) == self.side
        value, _ = self.slow.outcome(board)
        if self.slow.is_over(board):
            result = value if own else -value
            kinds = tuple(Fraction(result == kind) for kind in (1, 0, -1))
            return Sums(
                kinds, kinds, kinds, Fraction(result), [()] if result < 0 else []
            )
        after = self.slow.moves(board)
        chances = (
            self._own(board) if own else dict.fromkeys(after, Fraction(1, len(after)))
        )
        if chances is None:
            return self._unanswered([self.sums(one) for one in after.values()])
        least = min(map(self._worth, after.values()))
        best = [cell for cell in after if self._worth(after[cell]) == least]
        for cell, part in chances.items():
            self.given[own] += (
                chance * part * (value + self.slow.outcome(after[cell])[0])
            )
        replies = {
            cell: self.sums(after[cell], chance * chances[cell]) for cell in chances
        }
        perfect = chances if own else dict.fromkeys(best, Fraction(1, len(best)))
        worsts = {cell: one.worst for cell, one in replies.items()}
        losses = [(cell, *rest) for cell, one in replies.items() for rest in one.losses]
        lost = self.forfeits.get(board, Fraction(0)) if own else Fraction(0)
        if lost:
            losses.append(())
        return Sums(
            mean(
                {cell: one.lines for cell, one in replies.items()},
                dict.fromkeys(after, 1),
                int(lost > 0),
            ),
            mean({cell: one.random for cell, one in replies.items()}, chances, lost),
            mean({cell: one.perfect for cell, one in replies.items()}, perfect, lost),
            sum((chances[cell] * worst for cell, worst in worsts.items()), Fraction(0))
            - lost
            if own
            else min(worsts.values()),
            sorted(line for line in losses if len(line) == min(map(len, losses))),
        )

    def _unanswered(self, replies: list[Sums]) -> Sums:
        """Each figure's worst for the player, or its best, whatever move that takes."""
        gain, harm = (max, min) if self.at_best else (min, max)

        def bound(each: list[Results]) -> Results:
            won, lost = gain(one[0] for one in each), harm(one[2] for one in each)
            return won, max(Fraction(0), 1 - won - lost), lost

        lines = dict(enumerate(one.lines for one in replies))
        return Sums(
            mean(lines, dict.fromkeys(lines, 1)),
            bound([one.random for one in replies]),
            bound([one.perfect for one in replies]),
            gain(one.worst for one in replies),
            [],
        )

    def _own(self, board: str) -> Chances | None:
        """The player's answer, and what is wrong with it."""
        self.asked.add(board)
        value, plies = self.slow.outcome(board)
        answer, after = self.player(board), self.slow.moves(board)
        if answer is None:
            return None
        chances = {cell: chance for cell, chance in answer.items() if cell in after}
        if len(chances) < len(answer):
            self.forfeits[board] = 1 - sum(chances.values(), Fraction(0))
        for reached in (self.slow.outcome(after[cell]) for cell in chances):
            if -reached[0] != value:
                self.blunders.add(board)
            elif value and reached[1] + 1 != plies:
                self.slips.add(board)
        return chances

    def _worth(self, board: str) -> tuple[int, int]:
        """How much the player to move likes a board: wins soon, loses late."""
        value, plies = self.slow.outcome(board)
        return value, -value * plies


def mean(
    replies: Mapping[int, Results],
    chances: Mapping[int, Fraction | int],
    lost: Fraction | int = 0,
) -> Results:
    """The results of the replies, each with its chance, or its weight, and a loss with its own."""
    each = [
        [chances.get(cell, 0) * part for part in one] for cell, one in replies.items()
    ]
    each.append([Fraction(0), Fraction(0), Fraction(lost)])
    return tuple(sum(kind, Fraction(0)) for kind in zip(*each, strict=True))
