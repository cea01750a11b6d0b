"""Whether the intervals contain what they estimate, in simulations."""

from __future__ import annotations

import random
from dataclasses import dataclass

import pytest

from ttt_table.answers.shares import BoardCount, difference_of, share_of

RUNS = 400
MOST_BELOW = 0.055
"""By how much less than 95 % of the runs may contain the true value."""


@dataclass(frozen=True)
class Setting:
    """Two models and the boards that they are asked about.

    Attributes:
        boards: How many boards.
        samples: How many answers to each; 0 for one to five.
        best: How often the first model is right on average.
        other: The same of the second model.
        alike: Whether the same boards are difficult for both.
    """

    boards: int
    samples: int
    best: float
    other: float
    alike: bool

    def chances(self, rng: random.Random) -> tuple[float, float]:
        """Return how often each model is right on a new board."""
        ease = rng.betavariate(0.3, 0.3)
        other_ease = ease if self.alike else rng.betavariate(0.3, 0.3)
        return _spread(self.best, ease), _spread(self.other, other_ease)


def _spread(mean: float, ease: float) -> float:
    """Return a chance around a mean; an ease of a half gives the mean."""
    return mean + (2 * ease - 1) * min(mean, 1 - mean)


def answered(chance: float, asked: int, rng: random.Random) -> BoardCount:
    return BoardCount(sum(rng.random() < chance for _ in range(asked)), asked)


@pytest.mark.exhaustive
@pytest.mark.parametrize("boards", [20, 100])
@pytest.mark.parametrize("samples", [1, 4, 0])
@pytest.mark.parametrize(("best", "other"), [(0.5, 0.5), (0.9, 0.8), (0.99, 0.97)])
@pytest.mark.parametrize("alike", [True, False])
def test_intervals_contain_the_true_values_as_often_as_they_say(
    boards: int, samples: int, best: float, other: float, alike: bool
) -> None:
    setting = Setting(boards, samples, best, other, alike)
    rng = random.Random(repr(setting))
    share_contains = 0
    difference_contains = 0
    for _ in range(RUNS):
        pairs = []
        for _ in range(boards):
            asked = samples or rng.choice((1, 2, 5))
            chances = setting.chances(rng)
            counts = [answered(chance, asked, rng) for chance in chances]
            pairs.append((counts[0], counts[1]))
        share = share_of(pair[0] for pair in pairs)
        difference = difference_of(pairs)
        share_contains += share.low <= best <= share.high
        difference_contains += difference.low <= best - other <= difference.high
    assert share_contains / RUNS > 0.95 - MOST_BELOW
    assert difference_contains / RUNS > 0.95 - MOST_BELOW
