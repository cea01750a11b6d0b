"""How many recorded answers are right, row by row, with intervals."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from math import sqrt

from ttt_table.grading.verdict import Verdict

Z = 1.959963984540054  # the standard normal distribution has 95 % within it


@dataclass(frozen=True, slots=True)
class Interval:
    """A 95 % confidence interval of a probability.

    Attributes:
        low: Its lower end.
        high: Its upper end.
    """

    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Share:
    """How many answers are right, with intervals of the probability of a right one.

    Attributes:
        right: How many are right.
        total: How many there are.
        boards: How many different boards they answer.
        over_boards: The interval if the boards are a sample of all boards, and answers
            to one board may depend on each other.
        over_rows: The interval if all answers are independent, which 100 equal answers
            to one board are not.
    """

    right: int
    total: int
    boards: int
    over_boards: Interval
    over_rows: Interval


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
    """How many recorded answers are right, row by row.

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


def wilson_interval(successes: int, trials: int) -> Interval:
    """Return the 95 % Wilson score interval of a proportion (Wilson 1927)."""
    if trials == 0:
        return Interval(0.0, 1.0)
    centre = successes + Z**2 / 2
    margin = Z * sqrt(successes * (trials - successes) / trials + Z**2 / 4)
    low = (centre - margin) / (trials + Z**2)
    high = (centre + margin) / (trials + Z**2)
    # At its ends the interval is exact; the formula is off by its roundings.
    return Interval(low if successes else 0.0, high if successes < trials else 1.0)


@dataclass(slots=True)
class BoardSums:
    """The numbers about each board that the cluster-robust interval needs.

    Attributes:
        boards: How many boards there are.
        total: The sum of their answers.
        right: The sum of their right answers.
        total_squared: The sum of the squares of their answers.
        right_squared: The sum of the squares of their right answers.
        products: The sum of right answers times answers.
    """

    boards: int = 0
    total: int = 0
    right: int = 0
    total_squared: int = 0
    right_squared: int = 0
    products: int = 0

    def add(self, right: int, total: int, boards: int) -> None:
        """Add boards that have the same numbers of right answers and of answers."""
        self.boards += boards
        self.total += boards * total
        self.right += boards * right
        self.total_squared += boards * total * total
        self.right_squared += boards * right * right
        self.products += boards * right * total

    def share(self) -> Share:
        """Return the share of right answers with its intervals."""
        return Share(
            right=self.right,
            total=self.total,
            boards=self.boards,
            over_boards=self._interval(),
            over_rows=wilson_interval(self.right, self.total),
        )

    def _interval(self) -> Interval:
        """Return the 95 % interval in which each board is a cluster of answers.

        The standard error is the cluster-robust one (Miller 2024, "Adding error bars
        to evals", https://arxiv.org/abs/2411.00640). If all answers seen are right it
        would be 0, so boards are added before, as Agresti and Coull (1998) add trials:
        Z^2 / 2 of them all right and as many all wrong, with as many answers as the
        others have on average. With one answer to a board, the interval is theirs.
        """
        if not self.boards:
            return Interval(0.0, 1.0)
        answers = self.total / self.boards  # on average to a board
        total = self.total + Z**2 * answers
        share = (self.right + Z**2 / 2 * answers) / total
        squares = (
            self.right_squared
            - 2 * share * self.products
            + share**2 * self.total_squared
        )
        squares += Z**2 / 2 * answers**2 * ((1 - share) ** 2 + share**2)
        margin = Z * sqrt(squares) / total
        return Interval(max(0.0, share - margin), min(1.0, share + margin))


@dataclass(slots=True)
class BoardTally:
    """The answers to one board.

    Attributes:
        stones: How many stones are on the board.
        matters: Whether some legal move does not keep the value.
        total: How many answers there are.
        legal: How many of them can be played.
        keep: How many of them keep the value.
    """

    stones: int
    matters: bool
    total: int = 0
    legal: int = 0
    keep: int = 0


@dataclass(slots=True)
class _SharesSums:
    """The sums over boards for each of the three senses."""

    legal: BoardSums = field(default_factory=BoardSums)
    keeps: BoardSums = field(default_factory=BoardSums)
    where_it_matters: BoardSums = field(default_factory=BoardSums)

    def shares(self) -> Shares:
        return Shares(
            legal=self.legal.share(),
            keeps=self.keeps.share(),
            where_it_matters=self.where_it_matters.share(),
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


class AnswerCounter:
    """Counts verdicts by board and by cause."""

    def __init__(self) -> None:
        self._tallies: dict[str, BoardTally] = {}
        self._causes: Counter[str] = Counter()

    def add(self, verdict: Verdict, count: int) -> None:
        """Count that many answers with this verdict."""
        board = verdict.board
        tally = self._tallies.get(board)
        if tally is None:
            stones = len(board) - board.count(".")
            tally = self._tallies[board] = BoardTally(stones, verdict.matters)
        tally.total += count
        if verdict.legal:
            tally.legal += count
        if verdict.keeps:
            tally.keep += count
        if verdict.cause is not None:
            self._causes[verdict.cause] += count

    def metrics(self, agreement: Agreement) -> Metrics:
        """Return what was counted, with what only pairs of boards show."""
        # Many boards have the same numbers, so that few of these remain to be summed.
        boards_of_tally = Counter(
            (tally.stones, tally.matters, tally.total, tally.legal, tally.keep)
            for tally in self._tallies.values()
        )
        overall = _SharesSums()
        by_tier: dict[int, _SharesSums] = {}
        for numbers, boards in boards_of_tally.items():
            stones, matters, total, legal, keep = numbers
            for sums in (overall, by_tier.setdefault(stones, _SharesSums())):
                sums.legal.add(legal, total, boards)
                sums.keeps.add(keep, total, boards)
                if matters:
                    sums.where_it_matters.add(keep, total, boards)
        return Metrics(
            rows=overall.legal.total,
            boards=len(self._tallies),
            overall=overall.shares(),
            by_tier={stones: by_tier[stones].shares() for stones in sorted(by_tier)},
            causes=dict(self._causes.most_common()),
            pairs=agreement.pairs,
            agreeing=agreement.agreeing,
        )
