"""How many recorded answers are right, row by row, with intervals."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from math import sqrt

from ttt_table.grading.verdict import Verdict

Z = 1.959963984540054  # the standard normal distribution has 95 % within it


@dataclass(frozen=True, slots=True)
class Share:
    """How many answers are right, with a 95 % interval of the probability behind it.

    Attributes:
        right: How many are right.
        total: How many there are.
        low: The lower end of Wilson's interval.
        high: The upper end.

    """

    right: int
    total: int
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Shares:
    """How many answers are right, in three senses.

    Attributes:
        legal: Those that can be played.
        keeps: Those that keep the value; illegal ones do not.
        where_it_matters: The same, on boards at which some legal move does not keep it.

    """

    legal: Share
    keeps: Share
    where_it_matters: Share


@dataclass(frozen=True, slots=True)
class Metrics:
    """What recorded answers are worth, row by row.

    Attributes:
        rows: How many answers there are.
        boards: How many different boards they answer.
        overall: How many of them are right.
        by_tier: The same by the number of stones on the board.
        causes: How often each cause makes an answer wrong, the most frequent first.
        pairs: Pairs of answers to different boards that are equal up to symmetry.
        agreeing: How many of these pairs are the same answer.

    """

    rows: int
    boards: int
    overall: Shares
    by_tier: Mapping[int, Shares]
    causes: Mapping[str, int]
    pairs: int
    agreeing: int


def wilson_interval(successes: int, trials: int) -> tuple[float, float]:
    """Return the 95 % Wilson score interval of a proportion (Wilson 1927)."""
    if trials == 0:
        return 0.0, 1.0
    centre = successes + Z**2 / 2
    margin = Z * sqrt(successes * (trials - successes) / trials + Z**2 / 4)
    low = (centre - margin) / (trials + Z**2)
    high = (centre + margin) / (trials + Z**2)
    # At its ends the interval is exact; the formula is off by its roundings.
    return (low if successes else 0.0), (high if successes < trials else 1.0)


def share(right: int, total: int) -> Share:
    """Return a share with its interval."""
    low, high = wilson_interval(right, total)
    return Share(right, total, low, high)


@dataclass(slots=True)
class Tally:
    """Counts of answers, and of those that are right.

    Attributes:
        rows: All answers.
        legal: Those that can be played.
        keep: Those that keep the value.
        matter: Those to boards at which some legal move does not keep the value.
        keep_where_it_matters: Those of these that keep it.

    """

    rows: int = 0
    legal: int = 0
    keep: int = 0
    matter: int = 0
    keep_where_it_matters: int = 0

    def add(self, verdict: Verdict, count: int) -> None:
        """Count that many answers with this verdict."""
        self.rows += count
        if verdict.legal:
            self.legal += count
        if verdict.keeps:
            self.keep += count
        if verdict.matters:
            self.matter += count
        if verdict.matters and verdict.keeps:
            self.keep_where_it_matters += count

    def shares(self) -> Shares:
        """Return the counts as shares."""
        return Shares(
            legal=share(self.legal, self.rows),
            keeps=share(self.keep, self.rows),
            where_it_matters=share(self.keep_where_it_matters, self.matter),
        )


@dataclass(slots=True)
class Agreement:
    """Pairs of answers to different boards that are equal up to symmetry.

    Attributes:
        pairs: How many there are.
        agreeing: How many of them are the same answer.

    """

    pairs: int = 0
    agreeing: int = 0


class RowCounter:
    """Counts verdicts, by the number of stones and by cause."""

    def __init__(self) -> None:
        self._overall = Tally()
        self._by_tier: dict[int, Tally] = {}
        self._causes: Counter[str] = Counter()

    def add(self, verdict: Verdict, count: int) -> None:
        """Count that many answers with this verdict."""
        stones = len(verdict.board) - verdict.board.count(".")
        self._overall.add(verdict, count)
        self._by_tier.setdefault(stones, Tally()).add(verdict, count)
        if verdict.cause is not None:
            self._causes[verdict.cause] += count

    def metrics(self, boards: int, agreement: Agreement) -> Metrics:
        """Return what was counted, with what only the boards show."""
        by_tier = {
            stones: tally.shares() for stones, tally in sorted(self._by_tier.items())
        }
        return Metrics(
            rows=self._overall.rows,
            boards=boards,
            overall=self._overall.shares(),
            by_tier=by_tier,
            causes=dict(self._causes.most_common()),
            pairs=agreement.pairs,
            agreeing=agreement.agreeing,
        )
