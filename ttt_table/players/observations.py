"""Observations of a player during a grade, besides its answers."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Observations:
    """Observations of a player, besides its answers.

    Attributes:
        draws_random_numbers: It drew random numbers while it answered.
        draws_when_loaded: Its file drew random numbers while it was loaded.
        loaded_until: Why loading its file ended early, in words for people: what is
            defined after that point is not used. Empty if it was loaded to its end.
        ignored_marks: The marks that its answers ignored before the grade: ``XO`` if
            they never depend on whose stones are whose, ``X`` or ``O`` if they stay the
            same with any other mark in its place. Empty if there are none.
    """

    draws_random_numbers: bool = False
    draws_when_loaded: bool = False
    loaded_until: str = ""
    ignored_marks: str = ""


def joined(observations: Iterable[Observations]) -> Observations:
    """Return what was seen in any of several runs of one player."""
    listed = list(observations)
    reasons = [each.loaded_until for each in listed if each.loaded_until]
    return Observations(
        draws_random_numbers=any(each.draws_random_numbers for each in listed),
        draws_when_loaded=any(each.draws_when_loaded for each in listed),
        loaded_until=reasons[0] if reasons else "",
        ignored_marks=listed[0].ignored_marks if listed else "",
    )
