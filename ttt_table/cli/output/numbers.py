"""Probabilities and expected results as text for people."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction


def percent(probability: Fraction | float) -> str:
    """Return a probability in percent; only certainty is called 0 % or 100 %.

    >>> [percent(Fraction(count, 10**6)) for count in (10**6, 994_792, 1)]
    ['100 %', '99.48 %', '> 0.00 %']
    """
    if probability in (0, 1):
        return f"{100 * int(probability)} %"
    text = f"{float(100 * probability):.2f} %"
    if isinstance(probability, Fraction) and text == "0.00 %":
        return "> 0.00 %"
    if isinstance(probability, Fraction) and text == "100.00 %":
        return "< 100.00 %"
    return text


def expected_result(result: Fraction | float) -> str:
    """Return an expected result with its sign: 1 is a win, -1 a loss."""
    return f"{float(result):+.3f}" if result else "0"


def rounded(number: Fraction | float) -> str:
    """Return a number from 0 up, to a thousandth."""
    return f"{float(number):.3f}" if number else "0"


def span(texts: Iterable[str]) -> str:
    """Return the ends of a range as one text, or the only one if they are equal.

    >>> span(["0 %", "31.25 %"]), span(["1", "1"])
    ('0 % to 31.25 %', '1')
    """
    return " to ".join(dict.fromkeys(texts))
