"""A match of two players: its moves, the mover, and what each move gave away."""

from collections.abc import Callable, Iterable, Mapping, Set
from dataclasses import dataclass

from ttt_table.errors import ArgumentError, MoveError, quoted
from ttt_table.play.judging import BLUNDER, Verdict, verdict_of
from ttt_table.play.levels import Level, check_level
from ttt_table.rules.outcome import Look, Side
from ttt_table.runtime import check_choice
from ttt_table.table.checks import checked_cell, checked_table
from ttt_table.table.reader import Table


@dataclass(frozen=True, slots=True)
class Review:
    """A played game, judged move by move.

    Attributes:
        moves: The moves in the order of play.
        board: The board after them.
        finished: Whether the game is over.
        winner: ``"X"`` or ``"O"``; None for a draw, and while the game goes on.
        decisive: The losing side's last move that gave value away; None if there is
            none.
    """

    moves: list[Verdict]
    board: str
    finished: bool
    winner: Side | None
    decisive: Verdict | None


def review(
    table: Table,
    cells: Iterable[int] | None = None,
    *,
    columns: Iterable[int] | None = None,
) -> Review:
    """Judge the moves of a game.

    Args:
        table: The table of the game.
        cells: The cells in the order of play, from the empty board; the game need not
            be finished.
        columns: With gravity, the columns in place of cells.

    Returns:
        The moves with their outcomes, each for its own player, and the move that lost
        the game.

    Raises:
        MoveError: A move cannot be played. Its message has the number of the move,
            and its ``before`` the review of the moves before it.
        ArgumentError: ``table`` is not a table, ``cells`` have no order, or columns are
            given without gravity or beside cells.
    """
    match = Match(table)
    if columns is not None and cells is not None:
        raise ArgumentError("give the moves as cells or as columns, not as both")
    moves = cells if columns is None else columns
    try:
        if isinstance(moves, Set | Mapping):
            raise TypeError
        remaining = iter(moves)  # type: ignore[arg-type]  # None is refused
    except TypeError:
        message = f"the moves of a game are a list, not {quoted(moves)}"
        raise ArgumentError(message) from None

    for number, move in enumerate(remaining, start=1):
        try:
            if columns is None:
                match.play(move)
            else:
                match.play(column=move)
        except MoveError as error:
            message = f"move {number}: {error}"
            raise MoveError(message, error.cells, match.review()) from None
    return match.review()


class Match:
    """A game in which each side is an automatic player or a person.

    Attributes:
        table: The table of the game.
        moves: The cells that have been played.
        looks: The table's answers about the empty board, and the board after each move.

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
        """Start a game on an empty board.

        Args:
            table: The table of the game.
            x: The player of X: a `Level`, or a function from a board to a cell, such
                as ``table.best_move``. None for a person, whose moves `play` makes.
            o: The player of O, likewise.

        Raises:
            ArgumentError: ``table`` is not a table, or ``x`` or ``o`` is not a player,
                or a level that has another game's table.
        """
        self.table = checked_table(table)
        self._players: dict[str, Callable[[str], int | None]] = {}
        for side, player in (("X", x), ("O", o)):
            if isinstance(player, Level):
                check_level(player, table)
                self._players[side] = player.choose
            elif callable(player):
                self._players[side] = player
            elif player is not None:
                expected = "a Level, or a function from a board to a cell"
                raise ArgumentError(
                    f"{side} is {quoted(player)}, but a player is {expected}"
                )
        self.moves: list[int] = []
        self.looks = [table.look("." * table.game.cells)]

    def __repr__(self) -> str:
        moves = " ".join(map(str, self.moves)) or "no moves yet"
        return f"<Match on {self.table.game}: {self.now.board}, {moves}>"

    @property
    def now(self) -> Look:
        """The table's answers about the current board."""
        return self.looks[-1]

    @property
    def over(self) -> bool:
        """Return whether the game is finished."""
        return self.now.outcome.plies == 0

    @property
    def winner(self) -> Side | None:
        """``"X"`` or ``"O"``; None for a draw, and while the game goes on."""
        return self.table.winner(self.now.board)

    def play(self, cell: int | None = None, *, column: int | None = None) -> None:
        """Play a move for the mover.

        Args:
            cell: The cell to play.
            column: With gravity, the column to play instead.

        Raises:
            MoveError: The mover cannot play there, or the game is over.
            ArgumentError: A column is given without gravity, or beside a cell.
        """
        cell = checked_cell(self.table, self.now.board, cell, column)
        board = self.table.push(self.now.board, cell)
        self.moves.append(cell)
        self.looks.append(self.table.look(board))

    def answer(self) -> list[int]:
        """Let the automatic players move until it is a person's turn or the game ends.

        Returns:
            The cells that they played; none if it is a person's turn already.

        Raises:
            MoveError: A player's move cannot be played.
        """
        before = len(self.moves)
        while not self.over and self.now.mover in self._players:
            player = self._players[self.now.mover]
            self.play(player(self.now.board))
        return self.moves[before:]

    def undo(self, player: Side) -> bool:
        """Take back this player's last move, and the moves after it.

        Args:
            player: ``"X"`` or ``"O"``.

        Returns:
            Whether there was a move to take back.

        Raises:
            ArgumentError: There is no such player.
        """
        check_choice("player", player, ("X", "O"))
        for index in reversed(range(len(self.moves))):
            if self.looks[index].mover == player:
                del self.moves[index:]
                del self.looks[index + 1 :]
                return True
        return False

    def review(self) -> Review:
        """Judge the moves so far.

        Returns:
            The moves with their outcomes, each for its own player, and the move that
            lost the game.
        """
        moves = [
            verdict_of(look.board, cell, self.table.scores(look.board))
            for cell, look in zip(self.moves, self.looks, strict=False)
        ]
        decisive = None
        if self.now.outcome.value != 0:  # somebody has won, or can now force a win
            blunders = [move for move in moves if move.kind == BLUNDER]
            # The last blunder is the loser's: a later one by the winner would have
            # given the win away.
            decisive = blunders[-1] if blunders else None
        return Review(moves, self.now.board, self.over, self.winner, decisive)
