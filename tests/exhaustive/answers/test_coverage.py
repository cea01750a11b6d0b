"""Whether the intervals contain what they estimate, in 1,000 simulations of each case.

A board is right with a chance that boards of its class share, as far as ``alike`` says:
at 1 they are all right or all wrong together, at 0 they are independent.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Sequence

import pytest

from ttt_table import open_table
from ttt_table.answers.asked import keeping_moves
from ttt_table.answers.intervals import (
    DIFFERENCE,
    SHARE,
    Cluster,
    mean_over_boards,
)
from ttt_table.export.prompts import prompts

RUNS = 1_000
LEAST = 0.935
"""In which part of the runs the interval must contain the truth."""

Draw = Callable[[random.Random], list[Cluster]]


def sizes_of_classes() -> list[int]:
    """Return how many boards the 431 classes of tic-tac-toe have, 3,191 in all."""
    table = open_table()
    sizes = Counter(
        prompt.canonical
        for prompt in prompts(table, every=True)
        if not all(keeping_moves(table, prompt.board).values())
    )
    return list(sizes.values())


SIZES = sizes_of_classes()


def chance(mean: float, alike: float, rng: random.Random) -> float:
    """Return how often a class, or a board, is answered right."""
    if alike == 0:
        return mean
    if alike == 1:
        return float(rng.random() < mean)
    scale = 1 / alike - 1
    return rng.betavariate(mean * scale, (1 - mean) * scale)


def classes(
    sizes: Sequence[int], mean: float, alike: float, rng: random.Random
) -> list[Cluster]:
    """Return classes of boards with one row each."""
    drawn = []
    for size in sizes:
        of_class = chance(mean, alike, rng)
        drawn.append(Cluster(sum(rng.random() < of_class for _ in range(size)), size))
    return drawn


def boards(
    count: int, rows: Sequence[int], mean: float, alike: float, rng: random.Random
) -> list[Cluster]:
    """Return boards with some numbers of rows, each board a class of its own."""
    drawn = []
    for _ in range(count):
        of_board = chance(mean, alike, rng)
        asked = rng.choice(rows)
        right = sum(rng.random() < of_board for _ in range(asked))
        drawn.append(Cluster(right / asked, 1))
    return drawn


def share_that_contains(draw: Draw, truth: float, seed: str) -> float:
    rng = random.Random(seed)
    contained = 0
    for _ in range(RUNS):
        share = mean_over_boards(draw(rng), SHARE)
        contained += share.low <= truth <= share.high
    return contained / RUNS


UNEQUAL = (1, 1, 1, 2, 5, 20)


@pytest.mark.parametrize(
    ("count", "rows", "mean", "alike"),
    [
        (20, (1,), 0.5, 0.0),
        (20, (1,), 0.95, 0.0),
        (50, (3,), 0.9, 0.5),
        (100, (5,), 0.5, 0.5),
        (200, (1,), 0.98, 0.0),
        (431, (1,), 0.99, 0.0),
        (20, UNEQUAL, 0.7, 0.5),
        (100, UNEQUAL, 0.7, 0.5),
        (100, UNEQUAL, 0.95, 0.5),
        (431, UNEQUAL, 0.7, 0.5),
    ],
)
def test_the_interval_of_a_share_contains_it(
    count: int, rows: Sequence[int], mean: float, alike: float
) -> None:
    """With 20 to 431 boards, and with unequal numbers of rows."""

    def draw(rng: random.Random) -> list[Cluster]:
        return boards(count, rows, mean, alike, rng)

    assert share_that_contains(draw, mean, f"{count} {rows} {mean} {alike}") >= LEAST


@pytest.mark.parametrize("alike", [0.0, 0.5, 1.0])
def test_boards_that_are_equal_up_to_symmetry_are_one(alike: float) -> None:
    """Over all 3,191 boards; each by itself would cover 53 % where they are alike."""

    def draw(rng: random.Random) -> list[Cluster]:
        return classes(SIZES, 0.7, alike, rng)

    assert share_that_contains(draw, 0.7, f"all {alike}") >= LEAST


@pytest.mark.parametrize("count", [30, 100])
def test_a_sample_of_classes_may_have_all_their_boards(count: int) -> None:
    def draw(rng: random.Random) -> list[Cluster]:
        return classes(rng.sample(SIZES, count), 0.7, 1.0, rng)

    assert share_that_contains(draw, 0.7, f"sample {count}") >= LEAST


@pytest.mark.parametrize("alike", [0.5, 1.0])
def test_two_equal_models_are_seldom_told_apart(alike: float) -> None:
    """Board by board they would be in 49 % of the runs where classes are alike."""
    rng = random.Random(f"two {alike}")
    told_apart = 0
    for _ in range(RUNS):
        best = classes(SIZES, 0.7, alike, rng)
        other = classes(SIZES, 0.7, alike, rng)
        gaps = [
            Cluster(of_best.total - of_other.total, of_best.boards)
            for of_best, of_other in zip(best, other, strict=True)
        ]
        difference = mean_over_boards(gaps, DIFFERENCE)
        told_apart += not difference.low <= 0 <= difference.high
    assert told_apart / RUNS <= 1 - LEAST


@pytest.mark.parametrize("models", [2, 5, 10])
def test_of_equal_models_none_is_behind_the_best_seen(models: int) -> None:
    """One by one, some of ten would be told apart in 61 to 65 % of the runs."""
    rng = random.Random(f"equal {models}")
    pairs = models * (models - 1) // 2
    runs = RUNS // 2
    told_apart = 0
    for _ in range(runs):
        scores = [
            [float(rng.random() < 0.7) for _ in range(431)] for _ in range(models)
        ]
        scores.sort(key=sum, reverse=True)
        told_apart += any(is_behind(other, scores[0], pairs) for other in scores[1:])
    assert told_apart / runs <= 1 - LEAST


def is_behind(scores: Sequence[float], best: Sequence[float], pairs: int) -> bool:
    gaps = [
        Cluster(of_best - score, 1) for score, of_best in zip(scores, best, strict=True)
    ]
    return mean_over_boards(gaps, DIFFERENCE, pairs).low > 0
