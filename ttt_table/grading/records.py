"""The records that a grade is made of: counts, chances, bounds and mistakes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import NamedTuple, TypeAlias

from ttt_table.grading.positions import Positions
from ttt_table.players.answers import Answer, Forfeit, Slowest, Unanswered
from ttt_table.rules.outcome import Outcome, outcome_of, value_of
from ttt_table.table.reader import Table

# A probability or an expected result: a float only if `Bounds.error` is above 0.
Number: TypeAlias = Fraction | float


class Results(NamedTuple):
    """Numbers of games, or probabilities, from the graded player's point of view.

    Attributes:
        won: The games that the player wins.
        drawn: The games that nobody wins.
        lost: The games that the player loses.
    """

    won: Number
    drawn: Number
    lost: Number


class Unstable(NamedTuple):
    """A board that got two different answers: the player is random or has a state.

    Attributes:
        board: The board.
        first: The player's first answer.
        second: A later answer.
    """

    board: str
    first: Answer
    second: Answer


@dataclass(frozen=True, slots=True)
class Mistake:
    """A board at which the player makes a move that is not best.

    Attributes:
        board: The board.
        move: The worst cell that it plays there, the first if there are several.
        moves: Every cell that it plays there and that is not best, with its
            probability.
        was: What the best move leads to, from the player's point of view.
        became: What `move` leads to.
        table: The table that judged it.
    """

    board: str
    move: int
    moves: Mapping[int, Number]
    was: Outcome
    became: Outcome
    table: Table = field(repr=False, compare=False)

    @property
    def right(self) -> list[int]:
        """The best cells, in order."""
        return self.table.best_moves(self.board)

    @property
    def continuation(self) -> tuple[int, ...]:
        """The cells that punish the mistake: `move`, then best play of both sides."""
        board_after = self.table.push(self.board, self.move)
        return (self.move, *self.table.continuation(board_after))


@dataclass(frozen=True, slots=True)
class Counts:
    """How many boards the player met, and how often something went wrong.

    Attributes:
        boards: Distinct boards that it met, finished ones included.
        decisions: Distinct boards at which it had to move.
        games: Complete games: each order of every move of the opponent and every move
            that the player may make. At an unanswered board it may make any legal move.
        blunders: Boards where it gives value away.
        slips: Boards where it keeps the value, but wins later or loses sooner.
        forfeits: Boards where it made no legal move.
        unanswered: Boards where it gave no answer at least once.
        unstable: Boards that got two different answers.
    """

    boards: int
    decisions: int
    games: Results
    blunders: int
    slips: int
    forfeits: int
    unanswered: int
    unstable: int


@dataclass(frozen=True, slots=True)
class Chances:
    """The results that the player can expect.

    Attributes:
        vs_random: Against an opponent that plays each legal move equally often.
        vs_perfect: Against an opponent that plays each best move equally often.
        worst: The expected result against a best response: 1 is a win, -1 a loss.
        against: Against the opponent that you named; None if you named none.
    """

    vs_random: Results
    vs_perfect: Results
    worst: Number
    against: Results | None = None


@dataclass(frozen=True, slots=True)
class Bounds:
    """Bounds of the probabilities, because of missing answers and of rounding.

    Attributes:
        lower: The lower bounds, whatever the missing answers are. In general
            no single set of answers reaches all of them.
        upper: The upper bounds. If every board is answered, `lower` and
            `upper` both equal the probabilities.
        error: A bound of the rounding error of a probability, of `worst` and of the
            exploitability; 0 if they are exact.
        doubtful: Boards with mistakes that the player may never meet, because perhaps
            only a missing answer leads there.
    """

    lower: Chances
    upper: Chances
    error: float = 0.0
    doubtful: Sequence[str] = ()

    @property
    def arithmetic(self) -> str:
        """``exact``, or ``float64`` if answers hold floats or grow too long."""
        return "float64" if self.error else "exact"


@dataclass(frozen=True, slots=True)
class Mistakes:
    """The boards on which something went wrong, in the order of the game.

    The lists of a batch player hold at most the first 5,000 mistakes of each kind.
    `Counts` counts all of them.

    Attributes:
        blunders: Where the player gives value away.
        slips: Where it keeps the value, but wins later or loses sooner.
        forfeits: Where it made no legal move and so lost, and why.
        unanswered: Where it gave no answer in time at least once.
        unstable: Where it gave two different answers. Both are followed.
        shortest_loss: The cells of the shortest game that it loses, the smallest in
            lexicographic order if there are several. None if it loses no game.
        slowest: The answer that took longest; None if no times are known.
    """

    blunders: Sequence[Mistake] = ()
    slips: Sequence[Mistake] = ()
    forfeits: Sequence[Forfeit] = ()
    unanswered: Sequence[Unanswered] = ()
    unstable: Sequence[Unstable] = ()
    shortest_loss: tuple[int, ...] | None = None
    slowest: Slowest | None = None


class MistakeLists:
    """The boards at which a player makes a move that is not best.

    Attributes:
        blunders: Where such a move gives value away.
        slips: Where it keeps the value, but wins later or loses sooner.
    """

    def __init__(self, positions: Positions) -> None:
        self.blunders: list[Mistake] = []
        self.slips: list[Mistake] = []
        self._positions = positions

    def note(
        self,
        key: int,
        score: int,
        chances: Mapping[int, Number],
        score_of_move: Mapping[int, int],
    ) -> None:
        """List a board if moves at it are not best; with moves of both kinds, twice.

        Args:
            key: The board.
            score: Its score, which the best move keeps.
            chances: The cells that the player may play there, with their probability.
            score_of_move: The score that each of these moves leads to, for the player.
        """
        value = value_of(score)
        blunders: dict[int, Number] = {}
        slips: dict[int, Number] = {}
        for cell, chance in chances.items():
            reached = score_of_move[cell]
            if value_of(reached) != value:
                blunders[cell] = chance
            elif reached != score:
                slips[cell] = chance

        if blunders:
            self.blunders.append(self._mistake(key, score, blunders, score_of_move))
        if slips:
            self.slips.append(self._mistake(key, score, slips, score_of_move))

    def sort(self) -> None:
        """Sort the lists by number of stones; mistakes of a tier keep their order."""
        for mistakes in (self.blunders, self.slips):
            mistakes.sort(key=lambda mistake: -mistake.board.count("."))

    def _mistake(
        self,
        key: int,
        score: int,
        moves: dict[int, Number],
        score_of_move: Mapping[int, int],
    ) -> Mistake:
        cells = self._positions.cells
        stones = key.bit_count()
        worst = min(moves, key=lambda cell: (score_of_move[cell], cell))
        return Mistake(
            board=self._positions.text(key),
            move=worst,
            moves=moves,
            was=outcome_of(score, cells, stones),
            became=outcome_of(score_of_move[worst], cells, stones),
            table=self._positions.table,
        )
