"""The one estimator: a mean over boards, with an interval over classes of boards.

Boards that are equal up to symmetry are the same question, so a class of them is a
cluster: its boards may all be right or wrong together (Miller 2024, "Adding error bars
to evals", https://arxiv.org/abs/2411.00640).

The cluster-robust standard error would be 0 where all boards are right. So clusters are
added first, as Agresti and Coull (1998) add trials to a share, and Agresti and Min
(2005, https://doi.org/10.1002/sim.1781) add pairs to a difference. For a share with one
board to a class, and one answer to a board, the interval is that of Agresti and Coull.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import fsum, sqrt
from statistics import NormalDist
from typing import NamedTuple

RISK = 0.05
"""How often an interval, or any of several simultaneous ones, may miss the truth."""

SHARE = {0.0: 1 / 2, 1.0: 1 / 2}
DIFFERENCE = {-1.0: 1 / 8, 0.0: 1 / 4, 1.0: 1 / 8}
"""The means of the clusters that are added, with the number of each over z squared."""


class Cluster(NamedTuple):
    """The boards of a class."""

    total: float
    """The sum of their scores."""

    boards: int
    """How many there are."""


class Interval(NamedTuple):
    """A mean over boards, with its 95 % interval.

    Attributes:
        mean: The mean; what is added for the interval moves only the ends.
        low: The lower end.
        high: The upper end.
    """

    mean: float
    low: float
    high: float


def mean_over_boards(
    clusters: Sequence[Cluster], added: Mapping[float, float], comparisons: int = 1
) -> Interval:
    """Return the mean over boards with its 95 % interval.

    Args:
        clusters: The classes of boards, at least one.
        added: `SHARE` for scores from 0 to 1, `DIFFERENCE` for scores from -1 to 1.
        comparisons: How many such intervals hold together, by Bonferroni.
    """
    z = NormalDist().inv_cdf(1 - RISK / (2 * comparisons))
    boards = sum(cluster.boards for cluster in clusters)
    total = fsum(cluster.total for cluster in clusters)
    added_size = boards / len(clusters)
    count_of_mean = {mean: z * z * count for mean, count in added.items()}

    all_boards = boards + added_size * sum(count_of_mean.values())
    added_total = added_size * fsum(
        mean * count for mean, count in count_of_mean.items()
    )
    centre = (total + added_total) / all_boards
    squares = fsum((each.total - centre * each.boards) ** 2 for each in clusters)
    squares += fsum(
        count * (added_size * (mean - centre)) ** 2
        for mean, count in count_of_mean.items()
    )
    margin = z * sqrt(squares) / all_boards
    return Interval(
        mean=total / boards,
        low=max(min(added), centre - margin),
        high=min(max(added), centre + margin),
    )
