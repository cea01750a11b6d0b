"""Shares of right answers and their differences, with intervals over boards.

Answers to one board depend on each other, so a board is a cluster: 100 equal answers to
a board tell no more than one (Miller 2024, "Adding error bars to evals",
https://arxiv.org/abs/2411.00640).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import nan, sqrt
from typing import NamedTuple

Z = 1.959963984540054  # the standard normal distribution has 95 % within it


class BoardCount(NamedTuple):
    """The answers to one board."""

    right: int
    """How many of them are right."""

    asked: int
    """How many were asked for."""


@dataclass(frozen=True, slots=True)
class Share:
    """The share of right answers among all that were asked for.

    Attributes:
        right: How many answers are right.
        asked: How many were asked for.
        boards: How many different boards they are about.
        low: The lower end of the 95 % interval over boards.
        high: Its upper end.
    """

    right: int
    asked: int
    boards: int
    low: float
    high: float

    @property
    def value(self) -> float:
        """The share, from 0 to 1; NaN if nothing was asked."""
        return self.right / self.asked if self.asked else nan


@dataclass(frozen=True, slots=True)
class Difference:
    """How far a share is behind that of the best model, on the same boards.

    Attributes:
        value: The best model's share minus this one.
        low: The lower end of the 95 % interval, paired by boards.
        high: Its upper end.
    """

    value: float
    low: float
    high: float

    @property
    def told_apart(self) -> bool:
        """Whether the interval leaves out 0. If not, more boards may tell."""
        return not self.low <= 0 <= self.high


def share_of(counts: Iterable[BoardCount]) -> Share:
    """Return the share of right answers over boards.

    The standard error is the cluster-robust one. If all answers are right it would be
    0, so boards are added before, as Agresti and Coull (1998) add trials: Z^2 / 2 of
    them all right and as many all wrong, with as many answers as the others have on
    average. With one answer to a board, the interval is theirs.
    """
    boards = list(counts)
    right = sum(board.right for board in boards)
    asked = sum(board.asked for board in boards)
    if not asked:
        return Share(0, 0, 0, 0.0, 1.0)
    average = asked / len(boards)
    total = asked + Z**2 * average
    centre = (right + Z**2 / 2 * average) / total
    squares = sum((board.right - centre * board.asked) ** 2 for board in boards)
    squares += Z**2 / 2 * average**2 * ((1 - centre) ** 2 + centre**2)
    margin = Z * sqrt(squares) / total
    low = max(0.0, centre - margin)
    high = min(1.0, centre + margin)
    return Share(right, asked, len(boards), low, high)


def difference_of(pairs: Sequence[tuple[BoardCount, BoardCount]]) -> Difference:
    """Return how far the second share is behind the first, on the same boards.

    The standard error is that of a paired, cluster-robust comparison: the residuals of
    both shares are subtracted board by board. As Agresti and Min (2005,
    https://doi.org/10.1002/sim.1781) add half a pair to each of the four outcomes, half
    a board is added to each, so that shares that never differ get an interval too.

    Args:
        pairs: The answers of both models to each board; there is at least one board.
    """
    best_boards = _weighted([of_best for of_best, _ in pairs], (1, 1, 0, 0))
    other_boards = _weighted([of_other for _, of_other in pairs], (1, 0, 1, 0))
    share_of_best, moved_by_best = _residuals(best_boards)
    share_of_other, moved_by_other = _residuals(other_boards)
    squares = sum(
        board.weight * (of_best - of_other) ** 2
        for board, of_best, of_other in zip(
            best_boards, moved_by_best, moved_by_other, strict=True
        )
    )
    centre = share_of_best - share_of_other
    margin = Z * sqrt(squares)
    return Difference(
        value=_ratio([of_best for of_best, _ in pairs])
        - _ratio([of_other for _, of_other in pairs]),
        low=max(-1.0, centre - margin),
        high=min(1.0, centre + margin),
    )


class _WeightedBoard(NamedTuple):
    """A board that counts with a weight."""

    weight: float
    right: float
    asked: float


def _weighted(
    boards: Sequence[BoardCount], added: Sequence[int]
) -> list[_WeightedBoard]:
    """Return boards with the weight 1, and the ones that are added with a half.

    Args:
        boards: The boards.
        added: Whether the answers to each board that is added are right: 0 or 1.
    """
    average = sum(board.asked for board in boards) / len(boards)
    return [
        *(_WeightedBoard(1, board.right, board.asked) for board in boards),
        *(_WeightedBoard(0.5, is_right * average, average) for is_right in added),
    ]


def _residuals(boards: Sequence[_WeightedBoard]) -> tuple[float, list[float]]:
    """Return the share of right answers, and how far each board moves it."""
    total = sum(board.weight * board.asked for board in boards)
    share = sum(board.weight * board.right for board in boards) / total
    return share, [(board.right - share * board.asked) / total for board in boards]


def _ratio(boards: Sequence[BoardCount]) -> float:
    return sum(board.right for board in boards) / sum(board.asked for board in boards)
