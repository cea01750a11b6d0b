"""A second grader: plays every game to its end, in fractions, and never joins boards.

It shares nothing with the package but the truth that it is given: value and plies of a
board's text, by brute force (`slow.Slow`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from support.slow import Slow

Chances = Mapping[int, Fraction]
Results = tuple[Fraction, ...]  # won, drawn, lost
Player = Callable[[str], Chances | None]
"""Cells that cannot be played lose with their probability; None is no answer."""

NONE = Fraction(0)


@dataclass(frozen=True, slots=True)
class Sums:
    """What the games from a board come to for the player who is graded."""

    lines: Results
    """The numbers of games that are won, drawn and lost."""
    random: Results
    """The results against random play."""
    perfect: Results
    """The results against perfect play."""
    worst: Fraction
    """The expected result against the worst opponent."""
    losses: list[tuple[int, ...]]
    """The shortest lost games, as the cells from this board on."""


class Brute:
    """Every game of one side of a player.

    If the player leaves boards unanswered, the sums are those of the worst answers, or
    of the best.
    """

    def __init__(
        self, slow: Slow, player: Player, side: str, at_best: bool = False
    ) -> None:
        self.slow = slow
        self.player = player
        self.side = side
        self.at_best = at_best
        self.forfeits: dict[str, Fraction] = {}
        self.asked: set[str] = set()
        self.blunders: set[str] = set()
        self.slips: set[str] = set()
        # The expected value given away against random play: by the player under True,
        # by its opponent under False.
        self.given = {True: NONE, False: NONE}

    def sums(self, board: str, chance: Fraction = Fraction(1)) -> Sums:
        """Sum up all games from a board that random play reaches with this chance."""
        is_own = self.slow.mover(board) == self.side
        if self.slow.is_over(board):
            value, _ = self.slow.outcome(board)
            return finished(value if is_own else -value)
        if is_own:
            return self._own_move(board, chance)
        return self._opponents_move(board, chance)

    def _own_move(self, board: str, chance: Fraction) -> Sums:
        after = self.slow.moves(board)
        chances = self._answer(board)
        if chances is None:
            return self._unanswered([self.sums(reply) for reply in after.values()])

        replies = self._replies(board, chance, chances)
        forfeited = self.forfeits.get(board, NONE)
        expected = sum(
            (chances[cell] * reply.worst for cell, reply in replies.items()), NONE
        )
        losses = longer_losses(replies)
        if forfeited:
            losses.append(())
        lines = {cell: reply.lines for cell, reply in replies.items()}
        return Sums(
            lines=mean(lines, dict.fromkeys(after, 1), int(forfeited > 0)),
            random=mean(
                {cell: reply.random for cell, reply in replies.items()},
                chances,
                forfeited,
            ),
            perfect=mean(
                {cell: reply.perfect for cell, reply in replies.items()},
                chances,
                forfeited,
            ),
            worst=expected - forfeited,
            losses=shortest(losses),
        )

    def _opponents_move(self, board: str, chance: Fraction) -> Sums:
        after = self.slow.moves(board)
        at_random = dict.fromkeys(after, Fraction(1, len(after)))
        replies = self._replies(board, chance, at_random)
        least = min(map(self._worth, after.values()))
        best = [cell for cell in after if self._worth(after[cell]) == least]
        lines = {cell: reply.lines for cell, reply in replies.items()}
        return Sums(
            lines=mean(lines, dict.fromkeys(after, 1)),
            random=mean(
                {cell: reply.random for cell, reply in replies.items()}, at_random
            ),
            perfect=mean(
                {cell: reply.perfect for cell, reply in replies.items()},
                dict.fromkeys(best, Fraction(1, len(best))),
            ),
            worst=min(reply.worst for reply in replies.values()),
            losses=shortest(longer_losses(replies)),
        )

    def _replies(
        self, board: str, chance: Fraction, chances: Chances
    ) -> dict[int, Sums]:
        """Sum up what follows each move, and note what the moves give away."""
        is_own = self.slow.mover(board) == self.side
        value, _ = self.slow.outcome(board)
        replies = {}
        for cell, part in chances.items():
            after = self.slow.moves(board)[cell]
            value_after, _ = self.slow.outcome(after)
            self.given[is_own] += chance * part * (value + value_after)
            replies[cell] = self.sums(after, chance * part)
        return replies

    def _unanswered(self, replies: Sequence[Sums]) -> Sums:
        """Return each result's worst for the player, or its best, over all moves."""
        count = dict(enumerate(reply.lines for reply in replies))
        worsts = [reply.worst for reply in replies]
        return Sums(
            lines=mean(count, dict.fromkeys(count, 1)),
            random=self._bound([reply.random for reply in replies]),
            perfect=self._bound([reply.perfect for reply in replies]),
            worst=max(worsts) if self.at_best else min(worsts),
            losses=[],
        )

    def _bound(self, results: Sequence[Results]) -> Results:
        wins = [won for won, _, _ in results]
        defeats = [lost for _, _, lost in results]
        if self.at_best:
            won = max(wins)
            lost = min(defeats)
        else:
            won = min(wins)
            lost = max(defeats)
        return won, max(NONE, 1 - won - lost), lost

    def _answer(self, board: str) -> Chances | None:
        """Return the player's answer, and note what is wrong with it."""
        self.asked.add(board)
        answer = self.player(board)
        if answer is None:
            return None
        after = self.slow.moves(board)
        chances = {cell: chance for cell, chance in answer.items() if cell in after}
        if len(chances) < len(answer):
            self.forfeits[board] = 1 - sum(chances.values(), NONE)

        value, plies = self.slow.outcome(board)
        for cell in chances:
            value_after, plies_after = self.slow.outcome(after[cell])
            if -value_after != value:
                self.blunders.add(board)
            elif value and plies_after + 1 != plies:
                self.slips.add(board)
        return chances

    def _worth(self, board: str) -> tuple[int, int]:
        """Return how much the mover likes a board: it wins soon, and loses late."""
        value, plies = self.slow.outcome(board)
        return value, -value * plies


def finished(value: int) -> Sums:
    """Return the sums of a finished game, by its value for the player."""
    results = tuple(Fraction(value == result) for result in (1, 0, -1))
    losses: list[tuple[int, ...]] = [()] if value < 0 else []
    return Sums(results, results, results, Fraction(value), losses)


def longer_losses(replies: Mapping[int, Sums]) -> list[tuple[int, ...]]:
    """Return the lost games after each move, with that move in front."""
    losses = []
    for cell, reply in replies.items():
        losses += [(cell, *cells) for cells in reply.losses]
    return losses


def shortest(games: Sequence[tuple[int, ...]]) -> list[tuple[int, ...]]:
    least = min(map(len, games), default=0)
    return sorted(game for game in games if len(game) == least)


def mean(
    replies: Mapping[int, Results],
    weights: Mapping[int, Fraction | int],
    forfeited: Fraction | int = 0,
) -> Results:
    """Return the weighted sum of the replies' results, and of a forfeit."""
    total = [NONE, NONE, Fraction(forfeited)]
    for cell, results in replies.items():
        for kind, part in enumerate(results):
            total[kind] += weights.get(cell, 0) * part
    return tuple(total)
