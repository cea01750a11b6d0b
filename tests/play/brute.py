"""A second grader: plays every game through, on lists, with fractions, and never joins boards.

It shares nothing with the package but the truth that it is given, a function from a board's text to
value and plies by brute force (`slow.Slow`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import NamedTuple

from slow import Slow

Chances = Mapping[int, Fraction]
Player = Callable[[str], Chances]


class Sums(NamedTuple):
    """What the games from a board come to, for the player who is graded."""

    lines: tuple[int, int, int]
    random: tuple[Fraction, Fraction, Fraction]
    perfect: tuple[Fraction, Fraction, Fraction]
    worst: Fraction
    losses: tuple[tuple[int, ...], ...]
    """The shortest lost games, as the cells from this board on."""


class Brute:
    """Every game of one side of a player."""

    def __init__(self, slow: Slow, player: Player, side: str) -> None:
        self.slow, self.player, self.side = slow, player, side
        self.asked: set[str] = set()
        self.blunders: set[str] = set()
        self.slips: set[str] = set()
        self.given = Fraction(0)
        """Expected value lost against random play, by the player; by its opponent below."""
        self.won_back = Fraction(0)

    def sums(self, board: str = "", chance: Fraction = Fraction(1)) -> Sums:
        """The sums of all games from a board that random play reaches with this chance."""
        board = board or self.slow.start
        if self.slow.is_over(board):
            value = self.slow.outcome(board)[0]
            return self._end(value if self.slow.mover(board) == self.side else -value)
        if self.slow.mover(board) == self.side:
            return self._own(board, chance)
        return self._other(board, chance)

    def _end(self, result: int) -> Sums:
        counts = (int(result > 0), int(result == 0), int(result < 0))
        chances = (Fraction(counts[0]), Fraction(counts[1]), Fraction(counts[2]))
        return Sums(counts, chances, chances, Fraction(result), ((),) if result < 0 else ())

    def _own(self, board: str, chance: Fraction) -> Sums:
        self.asked.add(board)
        after = self.slow.moves(board)
        value, plies = self.slow.outcome(board)
        played = self.player(board)
        replies = {}
        for cell, part in played.items():
            reached = self.slow.outcome(after[cell])
            if -reached[0] != value:
                self.blunders.add(board)
            elif value and reached[1] + 1 != plies:
                self.slips.add(board)
            self.given += chance * part * (value + reached[0])
            replies[cell] = self.sums(after[cell], chance * part)
        return joined(replies, played, played, min_over=False)

    def _other(self, board: str, chance: Fraction) -> Sums:
        after = self.slow.moves(board)
        best = min(map(self._preference, after.values()))
        equal = [cell for cell, reply in after.items() if self._preference(reply) == best]
        value = self.slow.outcome(board)[0]
        part = Fraction(1, len(after))
        replies = {}
        for cell, reply in after.items():
            self.won_back += chance * part * (value + self.slow.outcome(reply)[0])
            replies[cell] = self.sums(reply, chance * part)
        perfect = {cell: Fraction(cell in equal, len(equal)) for cell in after}
        return joined(replies, dict.fromkeys(after, part), perfect, min_over=True)

    def _preference(self, board: str) -> tuple[int, int]:
        """How much the player to move likes a board: wins soon, loses late."""
        value, plies = self.slow.outcome(board)
        return value, -value * plies


def joined(
    replies: Mapping[int, Sums], random: Chances, perfect: Chances, *, min_over: bool
) -> Sums:
    """The sums of a board from those of the boards after it."""
    worst = (
        min(one.worst for one in replies.values())
        if min_over
        else sum((random[cell] * one.worst for cell, one in replies.items()), Fraction(0))
    )
    losses = [(cell, *rest) for cell, one in replies.items() for rest in one.losses]
    shortest = min(map(len, losses), default=0)
    return Sums(
        lines=tuple(sum(one.lines[at] for one in replies.values()) for at in range(3)),  # type: ignore[arg-type]  # three
        random=_weighted({cell: one.random for cell, one in replies.items()}, random),
        perfect=_weighted({cell: one.perfect for cell, one in replies.items()}, perfect),
        worst=worst,
        losses=tuple(sorted(line for line in losses if len(line) == shortest)),
    )


def _weighted(
    replies: Mapping[int, tuple[Fraction, Fraction, Fraction]], chances: Chances
) -> tuple[Fraction, Fraction, Fraction]:
    return tuple(  # type: ignore[return-value]  # three
        sum((chances[cell] * one[at] for cell, one in replies.items()), Fraction(0))
        for at in range(3)
    )
