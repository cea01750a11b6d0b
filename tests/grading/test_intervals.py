"""The intervals of shares, over boards and over rows."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from math import sqrt

import pytest

from ttt_table import open_table
from ttt_table.grading import Interval, Samples, Share
from ttt_table.grading.answer_metrics import BoardSums

Z = 1.959963984540054
Counts = tuple[int, int]  # right answers to a board, of how many


def share_of(boards: Sequence[Counts]) -> Share:
    sums = BoardSums()
    for right, total in boards:
        sums.add(right, total, 1)
    return sums.share()


def by_definition(boards: Sequence[Counts]) -> Interval:
    """Add boards all right and all wrong, then sum the squares of all residuals."""
    mean = sum(total for _, total in boards) / len(boards)
    weighted: list[tuple[float, float, float]] = [
        (1, right, total) for right, total in boards
    ]
    weighted += [(Z**2 / 2, mean, mean), (Z**2 / 2, 0, mean)]
    answers = sum(weight * total for weight, _, total in weighted)
    share = sum(weight * right for weight, right, _ in weighted) / answers
    squares = sum(
        weight * (right - share * total) ** 2 for weight, right, total in weighted
    )
    margin = Z * sqrt(squares) / answers
    return Interval(max(0, share - margin), min(1, share + margin))


@pytest.mark.parametrize(
    "boards",
    [
        [(1, 1)],
        [(0, 1), (1, 1)],
        [(3, 5), (0, 100), (7, 7), (1, 2)],
        [(2, 3)] * 50,
        [(100, 100)] * 49 + [(99, 100)],
    ],
)
def test_an_interval_over_boards_is_that_of_its_definition(
    boards: Sequence[Counts],
) -> None:
    interval = share_of(boards).over_boards
    expected = by_definition(boards)
    assert interval.low == pytest.approx(expected.low)
    assert interval.high == pytest.approx(expected.high)


@pytest.mark.parametrize(("right", "total"), [(0, 50), (50, 50), (17, 50), (1, 1)])
def test_with_an_answer_to_each_board_the_interval_is_that_of_agresti_and_coull(
    right: int, total: int
) -> None:
    boards = [(1, 1)] * right + [(0, 1)] * (total - right)
    trials = total + Z**2
    centre = (right + Z**2 / 2) / trials
    margin = Z * sqrt(centre * (1 - centre) / trials)
    interval = share_of(boards).over_boards
    assert interval.low == pytest.approx(max(0, centre - margin))
    assert interval.high == pytest.approx(min(1, centre + margin))


def test_equal_answers_to_a_board_count_as_one() -> None:
    once = share_of([(1, 1)] * 30 + [(0, 1)] * 20)
    often = share_of([(100, 100)] * 30 + [(0, 100)] * 20)
    assert often.over_boards.low == pytest.approx(once.over_boards.low)
    assert often.over_boards.high == pytest.approx(once.over_boards.high)
    assert often.over_rows.high - often.over_rows.low < 0.03


@pytest.mark.parametrize(
    "boards", [list(product((0, 1, 3), (3, 40)))[:count] for count in range(1, 7)]
)
def test_the_interval_contains_the_share(boards: Sequence[Counts]) -> None:
    share = share_of(boards)
    interval = share.over_boards
    assert interval.low <= share.right / share.total <= interval.high


def test_a_single_wrong_answer_does_not_make_the_interval_narrow() -> None:
    all_right = share_of([(100, 100)] * 50).over_boards
    one_wrong = share_of([(100, 100)] * 49 + [(99, 100)]).over_boards
    assert one_wrong.low == pytest.approx(all_right.low, abs=0.001)


def test_a_share_of_nothing_may_be_anything() -> None:
    share = share_of([])
    assert share.over_boards == share.over_rows == Interval(0, 1)


def test_samples_count_the_boards_behind_a_share() -> None:
    rows = [(".........", 4)] * 3 + [("X........", 4), ("X........", 1)]
    metrics = Samples(open_table(), rows).metrics
    keeps = metrics.overall.keeps
    assert (keeps.right, keeps.total, keeps.boards) == (4, 5, 2)
    assert keeps.over_boards == share_of([(3, 3), (1, 2)]).over_boards
    matters = metrics.overall.where_it_matters
    assert (matters.right, matters.total, matters.boards) == (1, 2, 1)
