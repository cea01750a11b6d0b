"""The one estimator, against its definition in fractions."""

from __future__ import annotations

import random
from collections.abc import Sequence
from fractions import Fraction
from math import sqrt

import pytest
from support.intervals import (
    Z_OF_3_PAIRS,
    Class,
    Z,
    difference_by_definition,
    share_by_definition,
)

from ttt_table.answers.intervals import (
    DIFFERENCE,
    SHARE,
    Cluster,
    Interval,
    mean_over_boards,
)


def clusters_of(classes: Sequence[Class]) -> list[Cluster]:
    return [Cluster(float(sum(scores)), len(scores)) for scores in classes]


def random_classes(rng: random.Random, lowest: int) -> list[Class]:
    """Return classes of one to eight boards with scores from the lowest to 1."""
    return [
        [Fraction(rng.randint(lowest * 6, 6), 6) for _ in range(rng.randint(1, 8))]
        for _ in range(rng.randint(1, 40))
    ]


@pytest.mark.parametrize("seed", range(20))
def test_the_interval_of_a_share_is_that_of_its_definition(seed: int) -> None:
    classes = random_classes(random.Random(seed), 0)
    share = mean_over_boards(clusters_of(classes), SHARE)
    assert share[1:] == pytest.approx(share_by_definition(classes), abs=1e-12)
    assert share.low <= share.mean <= share.high


@pytest.mark.parametrize("seed", range(20))
def test_the_interval_of_a_difference_is_that_of_its_definition(seed: int) -> None:
    classes = random_classes(random.Random(seed), -1)
    difference = mean_over_boards(clusters_of(classes), DIFFERENCE)
    expected = difference_by_definition(classes)
    assert difference[1:] == pytest.approx(expected, abs=1e-12)


def test_three_pairs_of_models_have_wider_intervals() -> None:
    """The risk of 5 % is divided by three."""
    classes = random_classes(random.Random(1), -1)
    difference = mean_over_boards(clusters_of(classes), DIFFERENCE, 3)
    expected = difference_by_definition(classes, Z_OF_3_PAIRS)
    assert difference[1:] == pytest.approx(expected, abs=1e-12)


def share(right: int, boards: int) -> Interval:
    clusters = [Cluster(1, 1)] * right + [Cluster(0, 1)] * (boards - right)
    return mean_over_boards(clusters, SHARE)


@pytest.mark.parametrize(("right", "boards"), [(0, 50), (50, 50), (17, 50), (1, 1)])
def test_with_one_board_to_a_class_it_is_the_interval_of_agresti_and_coull(
    right: int, boards: int
) -> None:
    trials = boards + Z**2
    centre = (right + Z**2 / 2) / trials
    margin = Z * sqrt(centre * (1 - centre) / trials)
    assert share(right, boards) == pytest.approx(
        (right / boards, max(0, centre - margin), min(1, centre + margin))
    )


def test_equal_boards_of_a_class_count_as_one() -> None:
    once = share(30, 50)
    often = mean_over_boards([Cluster(8, 8)] * 30 + [Cluster(0, 8)] * 20, SHARE)
    assert often == pytest.approx(once)


def test_models_that_never_differ_still_have_an_interval() -> None:
    difference = mean_over_boards([Cluster(0, 1)] * 20, DIFFERENCE)
    assert difference.low < 0 < difference.high
    assert difference.low == -difference.high
