"""The grade of a player, as records: counts, chances, bounds, mistakes and verdicts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from operator import add
from typing import NamedTuple, TypeAlias, TypeVar

from ttt_table.players.answers import Answer, Forfeit, Slowest, Unanswered
from ttt_table.players.observations import Observations, joined
from ttt_table.rules.game import Game
from ttt_table.rules.outcome import Outcome
from ttt_table.table.reader import Table

# A probability or an expected result: a float only if `Bounds.error` is above 0.
Number: TypeAlias = Fraction | float

_Item = TypeVar("_Item")


class Results(NamedTuple):
    """Numbers of games, or the chances of one, from the graded player's point of view.

    Attributes:
        won: The games that the player wins.
        drawn: The games that nobody wins.
        lost: The games that the player loses.

    """

    won: Number
    drawn: Number
    lost: Number


class Unstable(NamedTuple):
    """A board that got two different answers: the player is random, or remembers.

    Attributes:
        board: The board.
        first: What the player answered first.
        second: What it answered another time.

    """

    board: str
    first: Answer
    second: Answer


@dataclass(frozen=True, slots=True)
class Mistake:
    """A board at which the player makes a move that is not best.

    Attributes:
        board: The board.
        move: The worst cell that it plays there; of several the first.
        moves: Every cell that it plays there and that is not best, with its
            probability.
        was: What the best move leads to, from the player's point of view.
        became: What `move` leads to.
        table: The table that was asked.

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
    def line(self) -> tuple[int, ...]:
        """The cells that punish the mistake: `move`, then best play of both sides."""
        board_after = self.table.push(self.board, self.move)
        return (self.move, *self.table.line(board_after))


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
        unanswered: Boards where it gave no answer, once at least.
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
    """What to expect of the player.

    Attributes:
        vs_random: Against an opponent that plays each legal move equally often.
        vs_perfect: Against an opponent that plays each best move equally often.
        worst: The expected result against the opponent that exploits the player best:
            1 is a win, -1 a loss.
        against: Against the opponent that was named; None if none was.

    """

    vs_random: Results
    vs_perfect: Results
    worst: Number
    against: Results | None = None


@dataclass(frozen=True, slots=True)
class Bounds:
    """How far the chances may be off: because answers are missing, and by rounding.

    Attributes:
        lower: Each chance at its least, whatever the missing answers are. In general
            the bounds of several chances are not reached by the same answers.
        upper: Each chance at its greatest. If every board is answered, `lower` and
            `upper` both equal the chances.
        error: How far a chance, `worst` or the exploitability is off by rounding, at
            most; 0 if they are exact.
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

    A player of batches may make very many mistakes: the lists then hold the first 5,000
    of each kind, and `Counts` counts all.

    Attributes:
        blunders: Where the player gives value away.
        slips: Where it keeps the value, but wins later or loses sooner.
        forfeits: Where it made no legal move and so lost, and why.
        unanswered: Where it gave no answer in time, once at least.
        unstable: Where it gave two different answers. Both are followed.
        shortest_loss: The cells of the shortest game that it loses; of several the
            smallest. None if it loses no game.
        slowest: The answer that took longest; None if no times are known.

    """

    blunders: Sequence[Mistake] = ()
    slips: Sequence[Mistake] = ()
    forfeits: Sequence[Forfeit] = ()
    unanswered: Sequence[Unanswered] = ()
    unstable: Sequence[Unstable] = ()
    shortest_loss: tuple[int, ...] | None = None
    slowest: Slowest | None = None


@dataclass(frozen=True, slots=True, repr=False)
class SideGrade:
    """What a player is worth on one side.

    A verdict is None if it is open: if missing answers could change it, or if no fault
    was seen of a player that does not always answer the same.

    Attributes:
        side: ``X`` or ``O``.
        value: The expected result of perfect play on this side: 1 is a win, 0 a draw,
            -1 a loss.
        counts: How many boards it met, and how often something went wrong.
        chances: What to expect of it. If boards are unanswered, `won` and `worst` are
            the least, `lost` is the greatest, and `drawn` is the rest.
        bounds: How far the chances may be off.
        mistakes: The boards on which something went wrong.
        observations: What the player was seen to do, besides answering.

    """

    side: str
    value: Fraction
    counts: Counts
    chances: Chances
    bounds: Bounds
    mistakes: Mistakes
    observations: Observations

    def __repr__(self) -> str:
        return f"<SideGrade as {self.side}: {_totals_text(self.counts)}>"

    @property
    def played(self) -> bool:
        """False if the player never made a legal move: every answer was a forfeit."""
        forfeits = self.mistakes.forfeits
        whole = sum(forfeit.share == 1 for forfeit in forfeits)
        return whole < self.counts.decisions or not forfeits

    @property
    def exact(self) -> bool:
        """True if every board got the same answer twice, and nothing was drawn."""
        return not (
            self.mistakes.unstable
            or self.mistakes.unanswered
            or self.observations.draws_random_numbers
        )

    @property
    def sound(self) -> bool | None:
        """True if no decision gives value away or is a forfeit; None if it is open."""
        return self._is_free_of([*self.mistakes.blunders, *self.mistakes.forfeits])

    @property
    def perfect(self) -> bool | None:
        """True if the player is sound, and never wins late or loses early."""
        mistakes = self.mistakes
        return self._is_free_of(
            [*mistakes.blunders, *mistakes.forfeits, *mistakes.slips]
        )

    @property
    def unbeatable(self) -> bool | None:
        """True if no game is lost; None if that is open."""
        if not self.played:
            return None
        if not self.counts.games.lost:
            return None if self._varies else True
        if self.mistakes.unanswered and not self.bounds.lower.vs_random.lost:
            return None
        return False

    @property
    def exploitability(self) -> Number:
        """How far the best opponent holds the player below the value; at least 0."""
        return _shortfall(self.value, self.chances.worst)

    @property
    def _varies(self) -> bool:
        # It may answer differently the next time.
        draws = self.observations.draws_random_numbers
        return draws or bool(self.mistakes.unstable)

    def _is_free_of(self, faults: Iterable[Mistake | Forfeit]) -> bool | None:
        if not self.played:
            return None
        doubtful = set(self.bounds.doubtful)
        if any(fault.board not in doubtful for fault in faults):
            return False
        # A sound player always reaches the value. If that is out of reach whatever the
        # missing answers are, a fault is certain, though no single board is known to
        # have it.
        if self.value - self.bounds.upper.worst > self.bounds.error:
            return False
        return True if self.exact else None


@dataclass(frozen=True, slots=True, repr=False)
class Grade:
    """What a player is worth on one side or on both; a win is the player's.

    For both sides counts are added, lists are joined and chances are averaged, and a
    verdict is true only if it is for both.

    Attributes:
        player: The player's name.
        game: The game that it played.
        sides: What it is worth on each side that was graded, by ``X`` and ``O``.

    """

    player: str
    game: Game
    sides: Mapping[str, SideGrade]

    def __repr__(self) -> str:
        title = f"Grade of {self.player} on {self.game} as {self.side}"
        return f"<{title}: {_totals_text(self.counts)}>"

    @property
    def side(self) -> str:
        """``X``, ``O`` or ``both``."""
        return "both" if len(self.sides) > 1 else next(iter(self.sides))

    @property
    def value(self) -> Fraction:
        """The expected result of perfect play, on both sides their mean."""
        return _mean_fraction([side.value for side in self._graded])

    @property
    def counts(self) -> Counts:
        """How many boards the player met, and how often something went wrong."""
        first, *others = [side.counts for side in self._graded]
        for other in others:
            first = _sum_of_counts(first, other)
        return first

    @property
    def chances(self) -> Chances:
        """What to expect of the player, on both sides the mean."""
        return _mean_chances([side.chances for side in self._graded])

    @property
    def bounds(self) -> Bounds:
        """How far the chances may be off."""
        bounds = [side.bounds for side in self._graded]
        return Bounds(
            lower=_mean_chances([each.lower for each in bounds]),
            upper=_mean_chances([each.upper for each in bounds]),
            error=max(each.error for each in bounds),
            doubtful=_joined_lists(each.doubtful for each in bounds),
        )

    @property
    def mistakes(self) -> Mistakes:
        """The boards on which something went wrong, those as X first."""
        mistakes = [side.mistakes for side in self._graded]
        if len(mistakes) == 1:
            return mistakes[0]
        losses = [
            each.shortest_loss for each in mistakes if each.shortest_loss is not None
        ]
        times = [each.slowest for each in mistakes if each.slowest is not None]
        return Mistakes(
            blunders=_joined_lists(each.blunders for each in mistakes),
            slips=_joined_lists(each.slips for each in mistakes),
            forfeits=_joined_lists(each.forfeits for each in mistakes),
            unanswered=_joined_lists(each.unanswered for each in mistakes),
            unstable=_joined_lists(each.unstable for each in mistakes),
            shortest_loss=min(
                losses, key=lambda cells: (len(cells), cells), default=None
            ),
            slowest=max(times, key=lambda answer: answer.seconds, default=None),
        )

    @property
    def observations(self) -> Observations:
        """What the player was seen to do, besides answering."""
        return joined(side.observations for side in self._graded)

    @property
    def played(self) -> bool:
        """True if the player made a legal move on each side."""
        return all(side.played for side in self._graded)

    @property
    def exact(self) -> bool:
        """True if every board got the same answer twice, and nothing was drawn."""
        return all(side.exact for side in self._graded)

    @property
    def sound(self) -> bool | None:
        """True if no decision gives value away or is a forfeit; None if it is open."""
        return _verdict_of_all(side.sound for side in self._graded)

    @property
    def perfect(self) -> bool | None:
        """True if the player is sound, and never wins late or loses early."""
        return _verdict_of_all(side.perfect for side in self._graded)

    @property
    def unbeatable(self) -> bool | None:
        """True if no game is lost; None if that is open."""
        return _verdict_of_all(side.unbeatable for side in self._graded)

    @property
    def exploitability(self) -> Number:
        """How far the best opponent holds the player below the value; at least 0.

        On both sides this is the mean of what a best response gains on either side, as
        in OpenSpiel (half of NashConv).
        """
        return _shortfall(self.value, self.chances.worst)

    def summary(self) -> dict[str, float | bool | None]:
        """Return flat numbers to log: chances as floats, totals of mistakes, verdicts.

        Returns:
            ``vs_random_won`` and so on, ``worst``, ``exploitability``; ``blunders``,
            ``slips``, ``forfeits``, ``unanswered``, ``unstable``; ``sound``,
            ``perfect``, ``unbeatable`` (None if open) and ``exact``.

        """
        chances = self.chances
        counts = self.counts
        numbers: dict[str, float | bool | None] = {}
        for name in ("vs_random", "vs_perfect", "against"):
            results: Results | None = getattr(chances, name)
            if results is not None:
                for kind, chance in results._asdict().items():
                    numbers[f"{name}_{kind}"] = float(chance)
        numbers["worst"] = float(chances.worst)
        numbers["exploitability"] = float(self.exploitability)
        for name in ("blunders", "slips", "forfeits", "unanswered", "unstable"):
            numbers[name] = getattr(counts, name)
        for name in ("sound", "perfect", "unbeatable", "exact"):
            numbers[name] = getattr(self, name)
        return numbers

    @property
    def _graded(self) -> list[SideGrade]:
        return list(self.sides.values())


def _totals_text(counts: Counts) -> str:
    texts = [
        f"{counts.blunders:,} blunders",
        f"{counts.slips:,} slips",
        f"{counts.forfeits:,} forfeits",
        f"{counts.unstable:,} unstable",
    ]
    if counts.unanswered:
        texts.append(f"{counts.unanswered:,} unanswered")
    return ", ".join(texts)


def _shortfall(value: Fraction, worst: Number) -> Number:
    shortfall = value - worst
    if shortfall < 0:  # rounding may have made a float a little too great
        return 0.0
    return shortfall


def _verdict_of_all(verdicts: Iterable[bool | None]) -> bool | None:
    """Return False if one verdict is False, else None if one is open, else True."""
    listed = list(verdicts)
    if False in listed:
        return False
    return None if None in listed else True


def _sum_of_counts(one: Counts, other: Counts) -> Counts:
    return Counts(
        boards=one.boards + other.boards,
        decisions=one.decisions + other.decisions,
        games=Results(*map(add, one.games, other.games)),
        blunders=one.blunders + other.blunders,
        slips=one.slips + other.slips,
        forfeits=one.forfeits + other.forfeits,
        unanswered=one.unanswered + other.unanswered,
        unstable=one.unstable + other.unstable,
    )


def _mean_chances(chances: Sequence[Chances]) -> Chances:
    against = [each.against for each in chances if each.against is not None]
    return Chances(
        vs_random=_mean_results([each.vs_random for each in chances]),
        vs_perfect=_mean_results([each.vs_perfect for each in chances]),
        worst=_mean([each.worst for each in chances]),
        against=_mean_results(against) if against else None,
    )


def _mean_results(results: Sequence[Results]) -> Results:
    return Results(
        won=_mean([each.won for each in results]),
        drawn=_mean([each.drawn for each in results]),
        lost=_mean([each.lost for each in results]),
    )


def _mean(numbers: Sequence[Number]) -> Number:
    first, *others = numbers
    for other in others:
        first += other
    return first / len(numbers) if others else first


def _mean_fraction(numbers: Sequence[Fraction]) -> Fraction:
    return sum(numbers, Fraction(0)) / len(numbers)


def _joined_lists(lists: Iterable[Sequence[_Item]]) -> list[_Item]:
    return [item for listed in lists for item in listed]
