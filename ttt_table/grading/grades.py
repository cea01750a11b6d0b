"""The grade of a player, as a record: figures, and the boards on which something went wrong."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from operator import add
from typing import Any, NamedTuple

from ttt_table.grading.visit import Unstable
from ttt_table.players.answers import Forfeit, Slowest, Unanswered
from ttt_table.players.draws import DRAWS
from ttt_table.rules.game import Game
from ttt_table.rules.outcome import Outcome
from ttt_table.table.reader import Table


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
    against: Results | None = None  # against the opponent that was named


class Totals(NamedTuple):
    """On how many boards something went wrong, listed or not."""

    blunders: int
    slips: int
    forfeits: int
    unstable: int


@dataclass(frozen=True)
class Mistake:
    """A decision at which the player makes a move that is not best."""

    board: str
    move: int  # the worst of ``moves``; of equals the first
    moves: Mapping[
        int, Fraction | float
    ]  # all that are not best here, with their probability
    was: Outcome  # what the best move leads to, for the player
    became: Outcome  # what ``move`` leads to
    table: Table = field(repr=False, compare=False)

    @property
    def right(self) -> list[int]:
        """The cells that were best, in order."""
        return self.table.best_moves(self.board)

    @property
    def line(self) -> tuple[int, ...]:
        """The line that punishes it: this move, then best play of both."""
        return (self.move, *self.table.line(self.table.push(self.board, self.move)))


@dataclass(frozen=True, repr=False)
class Grade:
    """What a player is worth on one side, or on both; a win is the player's.

    Chances are fractions, or floats where ``arithmetic`` is ``float64``. For both sides counts are
    added, lists joined and chances averaged. On a board that is unanswered every legal move counts
    among the lines; the chances are those of the worst, in ``best_case`` of the best. A verdict is
    None where a missing answer could change it, and never true where a board got two.
    """

    player: str
    game: Game
    side: str  # ``X``, ``O`` or ``both``
    value: (
        Fraction  # the expected result with perfect play: 1 a win, 0 a draw, -1 a loss
    )
    boards: int  # distinct boards met, whoever was to move, the finished ones included
    decisions: int  # distinct boards at which it had to move
    lines: Results  # complete games: every move of the opponent with every move the player may make
    vs_random: Results  # against an opponent who picks each legal cell equally
    vs_perfect: Results  # against an opponent who picks equally among the best moves
    worst: (
        Fraction | float
    )  # the expected result against the opponent who exploits it best
    blunders: Sequence[
        Mistake
    ]  # boards where it gives value away, in the order of the game
    slips: Sequence[Mistake]  # where it keeps the value, but wins late or loses early
    shortest_loss: tuple[int, ...] | None  # the smallest of several
    slowest: Slowest | None  # the answer that took longest
    forfeits: Sequence[Forfeit]  # boards where it made no legal move, and so lost
    unstable: Sequence[
        Unstable
    ]  # boards that got two answers; each is followed as often as seen
    totals: (
        Totals  # how many of each there are; of batches the lists have the first 5,000
    )
    against: Results | None = (
        None  # against the opponent that was named; None where none was
    )
    error: float = (
        0.0  # how far off any chance, ``worst`` or ``exploitability`` is at most
    )
    sides: Mapping[str, Grade] = field(default_factory=dict)  # both by colour
    unanswered: Sequence[Unanswered] = ()  # boards at which it was too slow, even once
    doubtful: Sequence[
        str
    ] = ()  # boards above to which perhaps only a missing answer leads
    best_case: Chances | None = (
        None  # the chances at most; None where every board is answered
    )
    taken_as: Sequence[
        str
    ] = ()  # what it and its answers were taken for, of another shape
    hint: str = ""  # what to do about its forfeits

    def __repr__(self) -> str:
        totals = ", ".join(
            f"{many:,} {name}" for name, many in self.totals._asdict().items()
        )
        return f"<Grade of {self.player} on {self.game} as {self.side}: {totals}>"

    @property
    def arithmetic(self) -> str:
        """``exact``, or ``float64`` where answers hold floats or fractions would be too long."""
        return "float64" if self.error else "exact"

    @property
    def exact(self) -> bool:
        """True where every board got the same answer twice, and none was left to chance."""
        return not self.unstable and not self.unanswered and not self.draws

    @property
    def draws(self) -> bool:
        """True where it was seen to draw random numbers for its answers."""
        return DRAWS in self.taken_as

    @property
    def chances(self) -> Chances:
        """What to expect of it."""
        return Chances(self.vs_random, self.vs_perfect, self.worst, self.against)

    @property
    def exploitability(self) -> Fraction | float:
        """What the worst opponent takes from it, below the game's value; never below 0.

        For both sides it is OpenSpiel's: the mean of what a best response gains on either.
        """
        gain = self.value - self.worst
        return gain if gain > 0 else gain - gain  # a float may be a little too great

    @property
    def unbeatable(self) -> bool | None:
        """True where no line is lost."""
        if self.lines.lost:
            return (
                None if self.best_case and not self.best_case.vs_random.lost else False
            )
        return None if self.unstable or self.draws else True

    @property
    def sound(self) -> bool | None:
        """True where no decision gives value away or is a forfeit."""
        return self._without(self.blunders, self.forfeits)

    @property
    def perfect(self) -> bool | None:
        """True where it is sound, and never wins late or loses early."""
        return self._without(self.blunders, self.forfeits, self.slips)

    def summary(self) -> dict[str, float | str | bool | None]:
        """Flat numbers to log; each chance as a float."""
        figures: dict[str, Any] = {}
        for name in ("vs_random", "vs_perfect", "against"):
            for kind, chance in zip(
                Results._fields, getattr(self, name) or (), strict=False
            ):
                figures[f"{name}_{kind}"] = float(chance)
        figures |= {
            name: float(getattr(self, name)) for name in ("worst", "exploitability")
        }
        figures |= self.totals._asdict() | {"unanswered": len(self.unanswered)}
        verdicts = ("sound", "perfect", "unbeatable", "exact")
        return figures | {name: getattr(self, name) for name in verdicts}

    def _without(self, *faults: Sequence[Mistake | Forfeit]) -> bool | None:
        """Whether there are none of these faults; None where nobody can tell."""
        if any(
            fault.board not in self.doubtful for listed in faults for fault in listed
        ):
            return False
        return True if self.exact else None


def of_sides(sides: Mapping[str, Grade]) -> Grade:
    """The grade of one side, or of two together."""
    x, *others = sides.values()
    if not others:
        return x
    o = others[0]
    added = ("boards", "decisions", *Totals._fields, "unanswered", "doubtful")
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
        error=max(x.error, o.error),
        sides=sides,
        best_case=_mean(*cases) if x.best_case or o.best_case else None,
        taken_as=list(dict.fromkeys([*x.taken_as, *o.taken_as])),
        **{name: getattr(x, name) + getattr(o, name) for name in added},
        **_mean(x.chances, o.chances)._asdict(),
    )


def _mean(one: Any, two: Any) -> Any:
    # of numbers, or of records field by field, as far as there are any
    if isinstance(one, tuple):
        return type(one)(*map(_mean, one, two))
    return None if one is None else (one + two) / 2
