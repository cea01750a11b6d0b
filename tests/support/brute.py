"""A second grader: it plays every game through, with fractions, and never joins boards.

It shares nothing with the package but the truth that it is given: value and plies of a
board's text by brute force (`ReferenceGame`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import NamedTuple

from support.reference_game import ReferenceGame

Chances = Mapping[int, Fraction]
Results = tuple[Fraction, ...]

# A player's answer to a board. Cells that cannot be played lose with their share.
Player = Callable[[str], Chances]


class Sums(NamedTuple):
    """What the games from a board come to, for the player who is graded.

    Attributes:
        games: How many games are won, drawn and lost.
        random: The chances of these results against random play.
        perfect: The same against perfect play.
        worst: The expected result against a best response.
        losses: The shortest lost games, as the cells from this board on.
    """

    games: Results
    random: Results
    perfect: Results
    worst: Fraction
    losses: list[tuple[int, ...]]


class Brute:
    """Every game of one side of a player.

    Args:
        reference: The game.
        player: The player.
        side: Its side, X or O.
    """

    def __init__(self, reference: ReferenceGame, player: Player, side: str) -> None:
        self.reference = reference
        self.player = player
        self.side = side
        self.forfeits: dict[str, Fraction] = {}
        self.asked: set[str] = set()
        self.blunders: set[str] = set()
        self.slips: set[str] = set()
        # Expected value given away in games against random play.
        self.given_by_player = Fraction(0)
        self.given_by_opponent = Fraction(0)

    def sums(self, board: str, chance: Fraction = Fraction(1)) -> Sums:
        """Return the sums of all games from a board.

        Args:
            board: The board.
            chance: The chance that games against random play come there.
        """
        own_turn = self.reference.mover(board) == self.side
        value, _ = self.reference.outcome(board)
        if self.reference.is_over(board):
            return ended(value if own_turn else -value)
        if own_turn:
            return self._sums_at_own_turn(board, value, chance)
        return self._sums_at_opponents_turn(board, value, chance)

    def _sums_at_own_turn(self, board: str, value: int, chance: Fraction) -> Sums:
        after = self.reference.moves(board)
        chances = self._answer(board)
        replies: dict[int, Sums] = {}
        for cell, share in chances.items():
            self.given_by_player += chance * share * self._given(value, after[cell])
            replies[cell] = self.sums(after[cell], chance * share)
        lost = self.forfeits.get(board, Fraction(0))
        worst = -lost
        for cell, share in chances.items():
            worst += share * replies[cell].worst
        losses = longer_losses(replies)
        if lost:
            losses.append(())
        games = {cell: reply.games for cell, reply in replies.items()}
        return Sums(
            mean(games, dict.fromkeys(replies, Fraction(1)), Fraction(lost > 0)),
            mean(
                {cell: reply.random for cell, reply in replies.items()}, chances, lost
            ),
            mean(
                {cell: reply.perfect for cell, reply in replies.items()}, chances, lost
            ),
            worst,
            shortest(losses),
        )

    def _sums_at_opponents_turn(self, board: str, value: int, chance: Fraction) -> Sums:
        after = self.reference.moves(board)
        share = Fraction(1, len(after))
        least = min(self._preference(reply) for reply in after.values())
        best = [cell for cell in after if self._preference(after[cell]) == least]

        replies: dict[int, Sums] = {}
        for cell, reply in after.items():
            self.given_by_opponent += chance * share * self._given(value, reply)
            replies[cell] = self.sums(reply, chance * share)
        return Sums(
            mean(
                {cell: reply.games for cell, reply in replies.items()},
                dict.fromkeys(after, Fraction(1)),
            ),
            mean(
                {cell: reply.random for cell, reply in replies.items()},
                dict.fromkeys(after, share),
            ),
            mean(
                {cell: reply.perfect for cell, reply in replies.items()},
                dict.fromkeys(best, Fraction(1, len(best))),
            ),
            min(reply.worst for reply in replies.values()),
            shortest(longer_losses(replies)),
        )

    def _answer(self, board: str) -> Chances:
        """Return the player's answer, and note what is wrong with it."""
        self.asked.add(board)
        value, plies = self.reference.outcome(board)
        answer = self.player(board)
        after = self.reference.moves(board)
        chances = {cell: chance for cell, chance in answer.items() if cell in after}
        lost = 1 - sum(chances.values(), Fraction(0))
        if lost:
            self.forfeits[board] = lost
        for cell in chances:
            reply_value, reply_plies = self.reference.outcome(after[cell])
            if -reply_value != value:
                self.blunders.add(board)
            elif value and reply_plies + 1 != plies:
                self.slips.add(board)
        return chances

    def _given(self, value: int, reply: str) -> int:
        """Return how much value a move gives away that leads to this board."""
        return value + self.reference.outcome(reply)[0]

    def _preference(self, board: str) -> tuple[int, int]:
        """Return how much the player to move likes a board: wins soon, loses late."""
        value, plies = self.reference.outcome(board)
        return value, -value * plies


def ended(result: int) -> Sums:
    """Return the sums of a game that is over."""
    kinds = tuple(Fraction(result == kind) for kind in (1, 0, -1))
    losses: list[tuple[int, ...]] = [()] if result < 0 else []
    return Sums(kinds, kinds, kinds, Fraction(result), losses)


def longer_losses(replies: Mapping[int, Sums]) -> list[tuple[int, ...]]:
    """Return the lost games of all replies, with the moves that lead there."""
    losses: list[tuple[int, ...]] = []
    for cell, reply in replies.items():
        losses += [(cell, *loss) for loss in reply.losses]
    return losses


def shortest(losses: list[tuple[int, ...]]) -> list[tuple[int, ...]]:
    """Return the shortest of these games, in order."""
    least = min(map(len, losses), default=0)
    return sorted(loss for loss in losses if len(loss) == least)


def mean(
    replies: Mapping[int, Results], chances: Chances, lost: Fraction = Fraction(0)
) -> Results:
    """Return the replies' results, weighted with these chances, and with a loss."""
    totals = [Fraction(0), Fraction(0), lost]
    for cell, results in replies.items():
        for kind, chance in enumerate(results):
            totals[kind] += chances.get(cell, Fraction(0)) * chance
    return tuple(totals)
