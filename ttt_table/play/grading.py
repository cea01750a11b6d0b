"""Judge a player exactly: every board that any opponent can bring it to, and nothing sampled."""

from __future__ import annotations

import sys
from collections.abc import Collection, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace
from fractions import Fraction
from operator import add
from typing import TYPE_CHECKING, Any, NamedTuple

from ttt_table.errors import ArgumentError, MissingExtraError, quoted
from ttt_table.play.arguments import checked_table
from ttt_table.play.players import (
    AS_SAID,
    Forfeit,
    Player,
    Reading,
    Seat,
    Slowest,
    Unanswered,
    interrupts_noted,
)
from ttt_table.play.positions import Positions
from ttt_table.play.programs import Program
from ttt_table.play.pythonfile import PythonFile
from ttt_table.play.readings import reread
from ttt_table.play.sums import Tiers
from ttt_table.play.visit import MOST_BOARDS, Tell, Unstable, Visit
from ttt_table.progress import asking
from ttt_table.rules.game import Game
from ttt_table.rules.outcome import Outcome, outcome_of, value_of
from ttt_table.table.reader import Table, open_table

if TYPE_CHECKING:
    from ttt_table.play.batch_sums import BatchSums

SIDES = ("X", "O")


class Results(NamedTuple):
    """Three counts or three chances, as the player who is graded sees the games."""

    won: Fraction | float
    drawn: Fraction | float
    lost: Fraction | float


class Chances(NamedTuple):
    """What to expect of a player: against random and perfect play, and at the worst."""

    vs_random: Results
    vs_perfect: Results
    worst: Fraction | float


class Totals(NamedTuple):
    """On how many boards something went wrong; of a batch player the lists have the first ones."""

    blunders: int
    slips: int
    forfeits: int
    unstable: int


@dataclass(frozen=True)
class Mistake:
    """A decision at which the player makes a move that is not best, the worst of them first."""

    board: str
    """Where it happens."""
    move: int
    """The cell it plays; of several wrong ones the worst, and of equally bad ones the first."""
    moves: Mapping[int, Fraction | float]
    """Every such move here, by cell, with its probability."""
    was: Outcome
    """What the best move leads to, for the player."""
    became: Outcome
    """What ``move`` leads to."""
    table: Table = field(repr=False, compare=False)
    """The table that judged."""

    @property
    def right(self) -> list[int]:
        """The cells that were best, in order."""
        return self.table.best_moves(self.board)

    @property
    def line(self) -> tuple[int, ...]:
        """The line that punishes it: this move, then best play of both, as cells."""
        return (self.move, *self.table.line(self.table.push(self.board, self.move)))


@dataclass(frozen=True)
class Grade:
    """What a player is worth on one side, or on both; a win is the player's.

    Chances are fractions, or floats where ``arithmetic`` is ``float64``.
    For both sides counts are added, lists joined and chances averaged, as if the player were X in
    half of its games.

    On a board that is unanswered every legal move is followed, and counts among the lines. The
    chances are then what is proven, those of its worst moves there: it wins at least as often as
    they say and loses at most as often. ``best_case`` has those of its best moves. The verdicts are
    None where an answer in time could still make them true or false.
    """

    player: str
    """Its name."""
    game: Game
    side: str
    """``X``, ``O`` or ``both``."""
    value: Fraction
    """The expected result with perfect play: 1 a win, 0 a draw, -1 a loss."""
    boards: int
    """The distinct boards that were met, whoever was to move, the finished ones included."""
    decisions: int
    """The distinct boards at which it had to move."""
    lines: Results
    """Complete games, each once: every move of the opponent with every move the player may make."""
    vs_random: Results
    """Chances against an opponent who picks each legal cell equally."""
    vs_perfect: Results
    """Chances against an opponent who picks equally among the best moves."""
    worst: Fraction | float
    """The expected result against the opponent who exploits the player best."""
    blunders: Sequence[Mistake]
    """Boards where it gives value away, in the order of the game."""
    slips: Sequence[Mistake]
    """Boards where it keeps the value, but wins later or loses sooner than it must."""
    shortest_loss: tuple[int, ...] | None
    """The cells of the shortest lost game, the smallest if several; None if none is lost."""
    slowest: Slowest | None
    """The answer that took longest."""
    forfeits: Sequence[Forfeit]
    """Boards where it made no legal move: the game ended there, lost."""
    unstable: Sequence[Unstable]
    """Boards that got two answers; the figures are those of the first."""
    totals: Totals
    """How many there are in these four lists, or would be: batches list 5,000 of each."""
    arithmetic: str = "exact"
    """``exact``, or ``float64`` where answers hold floats or fractions would grow too long."""
    error: float = 0.0
    """How far off any chance, ``worst`` or ``exploitability`` is at most; 0 where all is exact."""
    sides: Mapping[str, Grade] = field(default_factory=dict, repr=False)
    """For both sides the two grades, by colour; else empty."""
    unanswered: Sequence[Unanswered] = ()
    """Boards at which it was too slow, when first asked or when asked again."""
    doubtful: Collection[str] = ()
    """Boards of the lists above that it may never meet: an answer that is missing leads there."""
    best_case: Chances | None = None
    """The chances and ``worst`` at most; None where all boards are answered, and they are exact."""
    taken_as: Sequence[str] = ()
    """What the player and its answers were taken for, where they had another shape."""
    hint: str = ""
    """What to do about its forfeits, where that can be told."""

    @property
    def exact(self) -> bool:
        """True where every board got the same answer twice; else the figures are a sample's."""
        return not self.unstable and not self.unanswered

    @property
    def chances(self) -> Chances:
        """What to expect of it, in one record."""
        return Chances(self.vs_random, self.vs_perfect, self.worst)

    @property
    def exploitability(self) -> Fraction | float:
        """What the worst opponent takes from it, below the game's value; never below 0.

        Of both sides it is OpenSpiel's: the mean of what a best response gains on either.
        """
        gain = self.value - self.worst
        return gain if gain > 0 else gain - gain  # a float may be a little too great

    @property
    def unbeatable(self) -> bool | None:
        """True where no line is lost."""
        if self.lines.lost and self.best_case and not self.best_case.vs_random.lost:
            return None
        return self.lines.lost == 0

    @property
    def sound(self) -> bool | None:
        """True where no decision gives value away, and none is a forfeit."""
        return self._without(self.blunders, self.forfeits)

    @property
    def perfect(self) -> bool | None:
        """True where it is sound, and never wins late or loses early."""
        return self._without(self.blunders, self.forfeits, self.slips)

    def _without(self, *faults: Sequence[Mistake | Forfeit]) -> bool | None:
        """False where there are such faults; None where there may be."""
        if any(fault.board not in self.doubtful for listed in faults for fault in listed):
            return False
        return None if self.unanswered else True


def grade(
    player: Player,
    *,
    table: Table | None = None,
    side: str = "both",
    view: str = "text",
    jobs: int | None = None,
    force: bool = False,
    quiet: bool = False,
) -> Grade:
    """Ask a player about every board it can be brought to, and say what it is worth.

    A player is a function of a board that returns a cell, a (row, column), or a distribution
    {cell: weight}; or a `Program`. ``view`` is what it sees: ``text``, or ``rows`` or ``list`` with
    "X", "O" and None, or another one that docs/grading.md lists, with the shapes of players and
    answers; or ``batch``, many boards at once: an (n, cells) array of int8, 1 for its own stones
    and -1 for the other's, to which it returns as many weights. Of a program that is slow up to
    ``jobs`` are asked at once, by default one a core; a function is asked here. Faults are reported
    as forfeits, never raised; only Ctrl-C is. Raises `ArgumentError` for anything but a player,
    table, side, view or jobs, `MissingExtraError` for batches without numpy, `SizeError` for more
    than 3,000,000 boards on a side, or 12,000,000 in batches, unless ``force`` is given, and
    `PlayerError` for a program that cannot be started again, or answers none of 20 boards in a row,
    or a batch, in time.

    >>> first_free = grade(lambda board: board.index("."), side="X")
    >>> first_free.decisions, first_free.vs_random.won, first_free.shortest_loss
    (74, Fraction(25, 32), (0, 1, 2, 4, 3, 7))
    """
    if not isinstance(side, str) or side not in (*SIDES, "both"):
        raise ArgumentError(f'no such side: {quoted(side)}; choose "X", "O" or "both"')
    positions = Positions(open_table() if table is None else checked_table(table))
    most = sys.maxsize if force else MOST_BOARDS
    sides = SIDES if side == "both" else (side,)
    batch = _gets_batches(player, view)

    def graded(reading: Reading) -> Grade:
        grades: dict[str, Grade] = {}
        with asking("grading", quiet=quiet) as tell, interrupts_noted() as interrupted:
            for one in sides:
                # A seat for each side, as each has a slowest answer of its own.
                seat = Seat(player, positions, view, jobs, interrupted, reading)
                with closing(seat):
                    asked = _asked(seat, positions, one, tell, most, batch)
                    grades[one] = _side(seat, positions, one, asked)
        return _both(grades) if side == "both" else grades[side]

    found = graded(AS_SAID)
    return found if batch else reread(found, graded, player, positions, view)


def _gets_batches(player: Player, view: str) -> bool:
    """True where the player is given many boards at once."""
    if isinstance(player, PythonFile):
        return player.view == "batch"
    if view == "batch" and isinstance(player, Program):
        raise ArgumentError("a program gets a board at a time: batches are for functions")
    return view == "batch"


def _asked(
    seat: Seat, positions: Positions, side: str, tell: Tell, most: int, batch: bool
) -> tuple[Any, Any]:
    """What a player meets on a side, and the sums: two of a kind, for single boards or batches."""
    visits: Any = Visit
    sums: Any = Tiers
    if batch:
        try:
            from ttt_table.play import batch as batches  # they need numpy
            from ttt_table.play import batch_sums
        except ImportError as error:
            raise MissingExtraError.of("a batch", "numpy", error) from None
        visits, sums = batches.Batches, batch_sums.BatchSums
        most = max(most, batches.MOST_BOARDS)
    visit = visits(seat, positions, 0 if side == positions.table.first else 1)
    visit.ask(tell, most=most)
    visit.ask_again(tell)
    return visit, sums(visit)


def _side(seat: Seat, positions: Positions, side: str, asked: tuple[Any, Any]) -> Grade:
    """One side's grade."""
    visit, tiers = asked
    value = value_of(tiers.start.score)
    blunders, slips = _mistakes(tiers, positions)
    lists = dict(
        zip(Totals._fields, (blunders, slips, visit.forfeits, visit.unstable), strict=True)
    )
    faulty = {one.board for one in (*blunders, *slips, *visit.forfeits)}
    return Grade(
        player=seat.name,
        game=positions.game,
        side=side,
        value=Fraction(value if visit.side == 0 else -value),
        boards=visit.boards,
        decisions=visit.decisions,
        lines=Results(*tiers.start[:3]),
        **_chances(tiers)._asdict(),
        **lists,
        totals=Totals(*(tiers.many.get(name, len(one)) for name, one in lists.items())),
        shortest_loss=visit.shortest_loss(),
        slowest=seat.slowest,
        arithmetic="float64" if tiers.error else "exact",
        error=tiers.error,
        unanswered=[*visit.unanswered, *visit.late],
        doubtful=sorted(faulty.intersection(map(positions.text, visit.doubtful))),
        best_case=_chances(Tiers(visit, at_best=True)) if visit.unanswered else None,
        taken_as=list(seat.told),
    )


def _chances(tiers: Tiers | BatchSums) -> Chances:
    start, over = tiers.start, tiers.over

    def results(won: float, lost: float) -> Results:
        three = (won, max(0, over - won - lost), lost)
        return Results(*(tiers.chance(one, over) for one in three))

    return Chances(
        results(start.random_won, start.random_lost),
        results(start.perfect_won, start.perfect_lost),
        tiers.chance(start.worst, over),
    )


def _mistakes(
    tiers: Tiers | BatchSums, positions: Positions
) -> tuple[list[Mistake], list[Mistake]]:
    """The boards with moves that give value away, and those with moves that give only time."""
    blunders: list[Mistake] = []
    slips: list[Mistake] = []
    for key, score, moves in tiers.wrong:
        size = positions.cells, key.bit_count()
        # A board with moves of both kinds stands in both lists.
        for listed, gives_value in ((blunders, True), (slips, False)):
            cells = [c for c in moves if (value_of(moves[c][0]) != value_of(score)) == gives_value]
            if cells and len(listed) < tiers.most_listed:
                move = min(cells, key=lambda cell: (moves[cell][0], cell))
                mistake = Mistake(
                    board=positions.text(key),
                    move=move,
                    moves={cell: moves[cell][1] for cell in cells},
                    was=outcome_of(score, *size),
                    became=outcome_of(moves[move][0], *size),
                    table=positions.table,
                )
                listed.append(mistake)
    return blunders, slips


def _both(sides: Mapping[str, Grade]) -> Grade:
    """The two sides together."""
    x, o = sides.values()
    added = ("boards", "decisions", "blunders", "slips", "forfeits", "unstable", "unanswered")
    cases = x.best_case or x.chances, o.best_case or o.chances
    losses = [one.shortest_loss for one in (x, o) if one.shortest_loss is not None]
    answers = [one.slowest for one in (x, o) if one.slowest is not None]
    return replace(
        x,
        side="both",
        value=_mean(x.value, o.value),
        lines=Results(*map(add, x.lines, o.lines)),
        totals=Totals(*map(add, x.totals, o.totals)),
        shortest_loss=min(losses, key=lambda cells: (len(cells), cells), default=None),
        slowest=max(answers, key=lambda one: one.seconds, default=None),
        arithmetic=max(x.arithmetic, o.arithmetic),
        error=max(x.error, o.error),
        sides=sides,
        doubtful=[*x.doubtful, *o.doubtful],
        best_case=_mean(*cases) if x.best_case or o.best_case else None,
        taken_as=list(dict.fromkeys([*x.taken_as, *o.taken_as])),
        **{name: getattr(x, name) + getattr(o, name) for name in added},
        **_mean(x.chances, o.chances)._asdict(),
    )


def _mean(one: Any, two: Any) -> Any:
    """The mean of two numbers, or of two records of them field by field."""
    if isinstance(one, tuple):
        return type(one)(*map(_mean, one, two))
    return (one + two) / 2
