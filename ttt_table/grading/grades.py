"""The grade of a player on a side and on both, with its verdicts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from operator import add
from typing import NamedTuple, TypeAlias, TypeVar

from ttt_table.grading.positions import Positions
from ttt_table.players.answers import (
    Answer,
    Forfeit,
    Observations,
    Slowest,
    Unanswered,
    joined,
)
from ttt_table.rules.game import Game
from ttt_table.rules.outcome import Outcome, outcome_of, value_of
from ttt_table.table.reader import Table

_Item = TypeVar("_Item")

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


@dataclass(frozen=True, slots=True, repr=False)
class SideGrade:
    """The grade of a player on one side.

    A verdict is None if it is not known: if missing answers could change it, or if a
    player whose answers vary showed no fault.

    Attributes:
        side: ``X`` or ``O``.
        value: The expected result of perfect play on this side: 1 is a win, 0 a draw,
            -1 a loss.
        counts: How many boards it met, and how often something went wrong.
        chances: The results that it can expect. If boards are unanswered, `won` and
            `worst` are lower bounds, `lost` is an upper bound, and `drawn` is the rest.
        bounds: Bounds of the probabilities.
        mistakes: The boards on which something went wrong.
        observations: What the grader observed besides the answers.
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
        whole_forfeits = sum(forfeit.share == 1 for forfeit in forfeits)
        return whole_forfeits < self.counts.decisions or not forfeits

    @property
    def exact(self) -> bool:
        """True if every board got the same answer twice, without random numbers."""
        return not (
            self.mistakes.unstable
            or self.mistakes.unanswered
            or self.observations.draws_random_numbers
        )

    @property
    def sound(self) -> bool | None:
        """True if no decision gives value away or is a forfeit; None if unknown."""
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
        """True if no game is lost; None if unknown."""
        if not self.played:
            return None
        if not self.counts.games.lost:
            if self._varies:
                return None
            return True
        if self.mistakes.unanswered and not self.bounds.lower.vs_random.lost:
            return None
        return False

    @property
    def exploitability(self) -> Number:
        """How far a best response holds the player below the value; at least 0."""
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
        if not self.exact:
            return None
        return True


@dataclass(frozen=True, slots=True, repr=False)
class Grade:
    """The grade of a player on one side or on both, from its point of view.

    For both sides together, counts are added, lists are joined and probabilities are
    averaged. A verdict is true only if it is true for both.

    Attributes:
        player: The player's name.
        game: The game that it played.
        sides: The grade of each side that was graded, by ``X`` and ``O``.
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
        values = [side.value for side in self._graded]
        return sum(values, Fraction(0)) / len(values)

    @property
    def counts(self) -> Counts:
        """How many boards the player met, and how often something went wrong."""
        counts, *more_counts = [side.counts for side in self._graded]
        for added in more_counts:
            counts = _sum_of_counts(counts, added)
        return counts

    @property
    def chances(self) -> Chances:
        """The results that the player can expect; on both sides their mean."""
        return _mean_chances([side.chances for side in self._graded])

    @property
    def bounds(self) -> Bounds:
        """Bounds of the probabilities."""
        sides = self._graded
        return Bounds(
            lower=_mean_chances([side.bounds.lower for side in sides]),
            upper=_mean_chances([side.bounds.upper for side in sides]),
            error=max(side.bounds.error for side in sides),
            doubtful=_joined_lists(side.bounds.doubtful for side in sides),
        )

    @property
    def mistakes(self) -> Mistakes:
        """The boards on which something went wrong, those as X first."""
        sides = self._graded
        if len(sides) == 1:
            return sides[0].mistakes
        return Mistakes(
            blunders=_joined_lists(side.mistakes.blunders for side in sides),
            slips=_joined_lists(side.mistakes.slips for side in sides),
            forfeits=_joined_lists(side.mistakes.forfeits for side in sides),
            unanswered=_joined_lists(side.mistakes.unanswered for side in sides),
            unstable=_joined_lists(side.mistakes.unstable for side in sides),
            shortest_loss=min(
                _present(side.mistakes.shortest_loss for side in sides),
                key=lambda cells: (len(cells), cells),
                default=None,
            ),
            slowest=max(
                _present(side.mistakes.slowest for side in sides),
                key=lambda answer: answer.seconds,
                default=None,
            ),
        )

    @property
    def observations(self) -> Observations:
        """What the grader observed besides the answers."""
        return joined(side.observations for side in self._graded)

    @property
    def note(self) -> str:
        """What to know before you believe the grade, in words; empty for most players.

        Its answers to some boards ignored somebody's marks: its marks may be others. A
        sound player has none: other marks would not do it any good.
        """
        ignored = self.observations.ignored_marks
        if not ignored or self.sound:
            return ""
        if len(ignored) > 1:
            return (
                "its answers do not depend on whose stones are whose: its marks may be"
                " others than X and O"
            )
        return (
            f"its answers are the same with any other mark in place of {ignored}: its"
            f" mark for {ignored} may be another"
        )

    @property
    def played(self) -> bool:
        """True if the player made a legal move on each side."""
        return all(side.played for side in self._graded)

    @property
    def exact(self) -> bool:
        """True if every board got the same answer twice, without random numbers."""
        return all(side.exact for side in self._graded)

    @property
    def sound(self) -> bool | None:
        """True if no decision gives value away or is a forfeit; None if unknown."""
        return _verdict_of_all(side.sound for side in self._graded)

    @property
    def perfect(self) -> bool | None:
        """True if the player is sound, and never wins late or loses early."""
        return _verdict_of_all(side.perfect for side in self._graded)

    @property
    def unbeatable(self) -> bool | None:
        """True if no game is lost; None if unknown."""
        return _verdict_of_all(side.unbeatable for side in self._graded)

    @property
    def exploitability(self) -> Number:
        """How far a best response holds the player below the value; at least 0.

        On both sides this is the mean of what a best response gains on either side, as
        in OpenSpiel (half of NashConv).
        """
        return _shortfall(self.value, self.chances.worst)

    def summary(self) -> dict[str, float | bool | None]:
        """Return a flat dictionary for loggers: probabilities, totals, verdicts.

        Returns:
            ``vs_random_won`` and so on, ``worst``, ``exploitability``; ``blunders``,
            ``slips``, ``forfeits``, ``unanswered``, ``unstable``; ``sound``,
            ``perfect``, ``unbeatable`` (None if unknown) and ``exact``.
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
    if None in listed:
        return None
    return True


def _sum_of_counts(first: Counts, second: Counts) -> Counts:
    return Counts(
        boards=first.boards + second.boards,
        decisions=first.decisions + second.decisions,
        games=Results(*map(add, first.games, second.games)),
        blunders=first.blunders + second.blunders,
        slips=first.slips + second.slips,
        forfeits=first.forfeits + second.forfeits,
        unanswered=first.unanswered + second.unanswered,
        unstable=first.unstable + second.unstable,
    )


def _mean_chances(chances: Sequence[Chances]) -> Chances:
    results_against = _present(side_chances.against for side_chances in chances)
    against = None
    if results_against:
        against = _mean_results(results_against)
    return Chances(
        vs_random=_mean_results([side_chances.vs_random for side_chances in chances]),
        vs_perfect=_mean_results([side_chances.vs_perfect for side_chances in chances]),
        worst=_mean([side_chances.worst for side_chances in chances]),
        against=against,
    )


def _mean_results(results: Sequence[Results]) -> Results:
    return Results._make(_mean(kind) for kind in zip(*results, strict=True))


def _mean(numbers: Sequence[Number]) -> Number:
    total, *addends = numbers
    for addend in addends:
        total += addend
    return total / len(numbers)


def _present(items: Iterable[_Item | None]) -> list[_Item]:
    return [item for item in items if item is not None]


def _joined_lists(lists: Iterable[Sequence[_Item]]) -> list[_Item]:
    return [item for listed in lists for item in listed]
