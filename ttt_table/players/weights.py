"""Weights of cells in a distribution: exact where they can be, floats where they must.

A weight is an int, a Fraction or a float. A decimal of at most 12 characters is taken
at its word: 0.1 is a tenth, and not the float beside it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from math import gcd, lcm
from typing import TypeAlias, cast

from ttt_table.arguments import MAX_NUMBER_LENGTH, exact_number
from ttt_table.errors import quoted

MAX_CHARACTERS = 12  # of a decimal that is taken at its word
MIN_FLOAT, MAX_FLOAT = 1e-290, 1e290  # between these, floats add up and divide

# The longest denominator: under 2,000 digits, so Python prints the mean of two
# fractions.
MAX_BITS = 6_600

Weight: TypeAlias = int | Fraction | float

# Two cells or more, in order. The weights are floats, or integers without a common
# divisor.
Distribution: TypeAlias = tuple[tuple[int, float], ...]


@lru_cache(4096)  # as players have few different weights, and fractions are slow
def weight_of(text: str) -> Weight:
    """Return a weight from 0 up, of the text of a number.

    Raises:
        ValueError, ZeroDivisionError, OverflowError: The text is not a number, or one
            that is below 0 or too long.

    >>> weight_of("1/3"), weight_of("0.1"), weight_of("3")
    (Fraction(1, 3), Fraction(1, 10), 3)
    """
    text = text.strip()
    if text.isascii() and text.isdecimal() and len(text) <= MAX_NUMBER_LENGTH:
        return int(text)
    if len(text) > MAX_CHARACTERS and "/" not in text:
        number = float(text)
        if MIN_FLOAT < number < MAX_FLOAT:
            return number
    weight = exact_number(text)
    if weight < 0:
        raise ValueError("a weight is below 0")
    return weight


def distribution_of(weight_texts: Iterable[tuple[int, str]]) -> int | Distribution:
    """Return what an answer with weights means: a distribution, or the only cell alone.

    Raises:
        ValueError: A weight is not a number from 0 up, or all of them are 0.

    >>> distribution_of([(4, "1/2"), (0, "0.25"), (4, "0.25"), (8, "0")])
    ((0, 1), (4, 3))
    """
    weights: dict[int, Weight] = {}
    for cell, text in weight_texts:
        try:
            weight = weight_of(text)
        except (ValueError, ZeroDivisionError, OverflowError):
            raise ValueError(f"{quoted(text)} of cell {cell} is not a weight") from None
        if cell in weights:
            weight += weights[cell]
        weights[cell] = weight
    if not any(weights.values()):
        raise ValueError("no cell has a weight above 0")
    return drawn_from(weights)


def drawn_from(weights: Mapping[int, Weight]) -> int | Distribution:
    """Return cells with weights as a distribution, or the only one above 0 alone.

    >>> drawn_from({4: Fraction(1, 2), 0: 0, 8: 1}), drawn_from({4: 1, 0: 0})
    (((4, 1), (8, 2)), 4)
    """
    cells = sorted(cell for cell, weight in weights.items() if weight)
    if len(cells) == 1:
        return cells[0]
    scaled = _of_one_kind([weights[cell] for cell in cells])
    return tuple(zip(cells, scaled, strict=True))


def _of_one_kind(weights: Sequence[Weight]) -> Sequence[float]:
    """Scale weights to integers, or to floats if that is not possible."""
    kinds = {type(weight) for weight in weights}
    if kinds == {float}:
        return cast("Sequence[float]", weights)
    exact = [
        Fraction(weight) if isinstance(weight, float) else weight for weight in weights
    ]
    common = lcm(*(weight.denominator for weight in exact))
    integers = [weight.numerator * (common // weight.denominator) for weight in exact]
    total = sum(integers)
    shared = gcd(*integers)
    if float in kinds or (total // shared).bit_length() > MAX_BITS:
        return [weight / total for weight in integers]
    return [weight // shared for weight in integers]
