"""The interval of a mean over boards by its definition, in fractions."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import sqrt

Class = Sequence[Fraction]
"""The scores of the boards that are equal up to symmetry."""

Z = 1.959963984540054
Z_OF_3_PAIRS = 2.3939797998185104  # the standard normal quantile of 1 - 0.025 / 3


def share_by_definition(classes: Sequence[Class]) -> tuple[float, float]:
    """Add z^2 / 2 classes that are all right, and as many that are all wrong."""
    half = Fraction(Z) ** 2 / 2
    low, high = _interval(classes, [(half, 1), (half, 0)], Z)
    return max(0.0, low), min(1.0, high)


def difference_by_definition(
    classes: Sequence[Class], z: float = Z
) -> tuple[float, float]:
    """Add z^2 / 8 classes for each of the four outcomes of a pair of answers."""
    eighth = Fraction(z) ** 2 / 8
    outcomes = [(eighth, best - other) for best in (0, 1) for other in (0, 1)]
    low, high = _interval(classes, outcomes, z)
    return max(-1.0, low), min(1.0, high)


def _interval(
    classes: Sequence[Class], added: Sequence[tuple[Fraction, int]], z: float
) -> tuple[float, float]:
    """Return the cluster-robust interval of a mean, some classes having a weight."""
    size = Fraction(sum(map(len, classes)), len(classes))
    weighted = [
        (Fraction(1), sum(each, Fraction(0)), Fraction(len(each))) for each in classes
    ]
    weighted += [(weight, mean * size, size) for weight, mean in added]
    boards = sum(weight * count for weight, _, count in weighted)
    centre = sum(weight * total for weight, total, _ in weighted) / boards
    squares = sum(
        weight * (total - centre * count) ** 2 for weight, total, count in weighted
    )
    margin = z * sqrt(squares / boards**2)
    return float(centre) - margin, float(centre) + margin
