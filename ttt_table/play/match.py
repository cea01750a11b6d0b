"""A match of two players: its moves, whose turn it is, and what each gave away."""

from collections.abc import Callable, Iterable, Mapping, Set
from typing import NamedTuple

from ttt_table.arguments import checked_cell, checked_table
from ttt_table.errors import ArgumentError, BoardError, MoveError, quoted
from ttt_table.play.levels import Level
from ttt_table.rules.outcome import Look, Outcome
from ttt_table.table.reader import Table

# as good as any; keeping the value, but not the plies; giving value away
BEST, SLIP, BLUNDER = "best", "slip", "blunder"


class Played(NamedTuple):
    """A move that was played; outcomes are its player's, with plies from before it."""

    number: int  # from 1
    player: str  # ``"X"`` or ``"O"``
    cell: int
    before: Outcome  # what the best moves led to
    after: Outcome  # what this one leads to
    best: list[int]
    kind: str  # ``best``, ``slip`` or ``blunder``


class Review(NamedTuple):
    """A played game, move by move."""

    moves: list[Played]
    board: str  # as it stands after them
    finished: bool
    winner: (
        str | None
    )  # ``"X"`` or ``"O"``; None for a draw, and while the game goes on
    decisive: (
        Played | None
    )  # the last by the losing side that gave value away; None without


def review(table: Table, cells: Iterable[int]) -> Review:
    """Judge the moves of a game, from the empty board on; it need not be finished.

    Raises `MoveError`, with the number of the move and the review of those before it, for a cell
    that cannot be played, and `ArgumentError` for anything but a table and whole numbers.
    """
    match = Match(table)
    if not isinstance(cells, Iterable) or isinstance(
        cells, Set | Mapping
    ):  # have no order
        raise ArgumentError(
            f"the moves of a game are a list of cells, not {quoted(cells)}"
        )
    for number, cell in enumerate(cells, 1):
        try:
            match.play(cell)
        except BoardError as error:
            raise MoveError(
                f"move {number}: {error}", error.cells, match.review()
            ) from None
    return match.review()


class Match:
    """A game between players who answer by themselves and people, whose moves come.

    A player is a `Level`, or a function from a board to a cell such as ``table.best_move``; a side
    that has none is a person's. Raises `ArgumentError` for any other player, or for no table.

    >>> from ttt_table import open_table
    >>> match = Match(open_table(), o=open_table().best_move)
    >>> match.play(1)
    >>> match.answer(), match.now.board
    ([0], 'OX.......')
    """

    def __init__(
        self,
        table: Table,
        *,
        x: Level | Callable[[str], int | None] | None = None,
        o: Level | Callable[[str], int | None] | None = None,
    ) -> None:
        self.table = checked_table(table)
        self._players = {
            name: player.choose if isinstance(player, Level) else player
            for name, player in (("X", x), ("O", o))
            if player is not None
        }
        for name, player in self._players.items():
            if not callable(player):
                wanted = "a Level, or a function from a board to a cell"
                raise ArgumentError(
                    f"{name} is {quoted(player)}, but a player is {wanted}"
                )
        self.moves: list[int] = []
        self.looks = [
            table.look("." * table.game.cells)
        ]  # the empty board, and after each move

    def __repr__(self) -> str:
        moves = " ".join(map(str, self.moves)) or "no moves yet"
        return f"<Match on {self.table.game}: {self.now.board}, {moves}>"

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
        """``"X"`` or ``"O"``; None for a draw, and while the game goes on."""
        return self.table.winner(self.now.board)

    def play(self, cell: int | None = None, *, column: int | None = None) -> None:
        """Let the mover play a cell or, with gravity, a column; errors are `checked_cell`'s."""
        self.moves.append(checked_cell(self.table, self.now.board, cell, column))
        self.looks.append(
            self.table.look(self.table.push(self.now.board, self.moves[-1]))
        )

    def answer(self) -> list[int]:
        """Let players move up to a person's turn or the end; gives the cells, raises as `play`."""
        before = len(self.moves)
        while not self.over and self.now.mover in self._players:
            self.play(self._players[self.now.mover](self.now.board))
        return self.moves[before:]

    def undo(self, player: str) -> bool:
        """Take back this player's last move, and what followed; False where there is none."""
        own = [at for at in range(len(self.moves)) if self.looks[at].mover == player]
        if own:
            del self.moves[own[-1] :]
            del self.looks[own[-1] + 1 :]
        return bool(own)

    def review(self) -> Review:
        """All that can be said of the moves so far."""
        played = zip(self.moves, self.looks, strict=False)
        moves = [_judged(number, *one) for number, one in enumerate(played, 1)]
        gave = [one for one in moves if one.kind == BLUNDER and self.now.outcome.value]
        return Review(
            moves, self.now.board, self.over, self.winner, gave[-1] if gave else None
        )


def _judged(number: int, cell: int, before: Look) -> Played:
    was = before.outcome
    became = next(move.outcome for move in before.moves if move.cell == cell)
    kind = BLUNDER if became.value < was.value else BEST if became == was else SLIP
    return Played(number, before.mover, cell, was, became, before.best, kind)
