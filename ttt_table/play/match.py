"""A match of two players: its moves, whose turn it is, and who threw what away."""

from __future__ import annotations

from typing import NamedTuple

from ttt_table.play.arguments import checked_cell, checked_table
from ttt_table.rules.outcome import Look
from ttt_table.table.reader import Table


class Blunder(NamedTuple):
    """A move that gave value away."""

    number: int
    """Which move of the match it was, from 1."""
    player: str
    """``"X"`` or ``"O"``."""
    cell: int
    value: int
    """What the player had before: 1 a win, 0 a draw."""
    right: list[int]
    """The cells that were best, in order."""


class Match:
    """A game as it stands. It knows the rules and the truth, and leaves the choosing to others.

    Raises `ArgumentError` for anything but a table.

    >>> from ttt_table import open_table
    >>> match = Match(open_table())
    >>> for cell in (0, 1, 4, 8, 3, 5, 6):
    ...     match.play(cell)
    >>> match.winner, match.losing_move()
    ('X', Blunder(number=2, player='O', cell=1, value=0, right=[4]))
    """

    def __init__(self, table: Table) -> None:
        self.table = checked_table(table)
        self.moves: list[int] = []
        """The cells played so far."""
        self.looks = [table.look("." * table.game.cells)]
        """What the table says of the empty board, and of the board after each move."""

    @property
    def now(self) -> Look:
        """What the table says of the board as it stands."""
        return self.looks[-1]

    @property
    def over(self) -> bool:
        """True where the game is finished."""
        return self.now.outcome.plies == 0

    @property
    def winner(self) -> str | None:
        """Who has won, ``"X"`` or ``"O"``; None for a draw, and while the game goes on."""
        return self.table.winner(self.now.board)

    def play(self, cell: int) -> None:
        """Let the mover play there.

        Raises `BoardError`, with the reason, if it cannot, and `ArgumentError` for anything but a
        whole number.
        """
        self.moves.append(checked_cell(self.table, self.now.board, cell))
        self.looks.append(self.table.look(self.table.push(self.now.board, self.moves[-1])))

    def undo(self, player: str) -> bool:
        """Take back this player's last move, and what followed; False where there is none."""
        own = [at for at in range(len(self.moves)) if self.looks[at].mover == player]
        if own:
            del self.moves[own[-1] :]
            del self.looks[own[-1] + 1 :]
        return bool(own)

    def blunder(self, number: int) -> Blunder | None:
        """What the move with this number, from 1, gave away; None where it kept all."""
        before, after = self.looks[number - 1 : number + 1]
        value = before.outcome.value
        if value == -after.outcome.value:  # each as its own mover sees it
            return None
        return Blunder(number, before.mover, self.moves[number - 1], value, before.best)

    def blunders(self) -> list[Blunder]:
        """Every move so far that gave value away, in order."""
        found = [self.blunder(number) for number in range(1, len(self.looks))]
        return [one for one in found if one is not None]

    def losing_move(self) -> Blunder | None:
        """The last move at which the loser gave value away; None where nobody has lost so."""
        # What was thrown away earlier the winner has given back since.
        winner = self.winner
        lost = [one for one in self.blunders() if winner not in (None, one.player)]
        return lost[-1] if lost else None
