"""The intervals of shares and of their differences by definition, with fractions."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import product
from math import sqrt

Z = 1.959963984540054
Z_SQUARED = Fraction(Z) ** 2

Counts = tuple[int, int]  # right answers to a board, of how many
Pairs = Sequence[tuple[Counts, Counts]]


def by_definition(boards: Sequence[Counts]) -> tuple[float, float]:
    """Add boards all right and all wrong, then sum the squares of all residuals."""
    mean = Fraction(sum(total for _, total in boards), len(boards))
    weighted: list[tuple[Fraction, Fraction, Fraction]] = [
        (Fraction(1), Fraction(right), Fraction(total)) for right, total in boards
    ]
    weighted += [(Z_SQUARED / 2, mean, mean), (Z_SQUARED / 2, Fraction(0), mean)]
    answers = sum(weight * total for weight, _, total in weighted)
    share = sum(weight * right for weight, right, _ in weighted) / answers
    squares = sum(
        weight * (right - share * total) ** 2 for weight, right, total in weighted
    )
    margin = Z * sqrt(squares / answers**2)
    return max(0.0, float(share) - margin), min(1.0, float(share) + margin)


def difference_by_definition(pairs: Pairs) -> tuple[Fraction, float, float]:
    """Add half a board for each of the four outcomes, and subtract the residuals."""
    means = [
        Fraction(sum(pair[side][1] for pair in pairs), len(pairs)) for side in (0, 1)
    ]
    boards: list[tuple[Fraction, list[Fraction], list[Fraction]]] = []
    for pair in pairs:
        rights = [Fraction(pair[side][0]) for side in (0, 1)]
        totals = [Fraction(pair[side][1]) for side in (0, 1)]
        boards.append((Fraction(1), rights, totals))
    for outcome in product((0, 1), repeat=2):
        rights = [outcome[side] * means[side] for side in (0, 1)]
        boards.append((Fraction(1, 2), rights, means))
    all_of = [
        sum((weight * totals[side] for weight, _, totals in boards), Fraction(0))
        for side in (0, 1)
    ]
    shares = [
        sum((weight * rights[side] for weight, rights, _ in boards), Fraction(0))
        / all_of[side]
        for side in (0, 1)
    ]
    squares = Fraction(0)
    for weight, rights, totals in boards:
        moved = [
            (rights[side] - shares[side] * totals[side]) / all_of[side]
            for side in (0, 1)
        ]
        difference = moved[0] - moved[1]
        squares += weight * difference * difference
    value = Fraction(0)
    for side, sign in ((0, 1), (1, -1)):
        right = sum(pair[side][0] for pair in pairs)
        value += sign * Fraction(right, sum(pair[side][1] for pair in pairs))
    centre = float(shares[0] - shares[1])
    margin = Z * sqrt(squares)
    return value, max(-1.0, centre - margin), min(1.0, centre + margin)
