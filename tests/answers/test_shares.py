"""Shares, differences and their intervals, against their definitions in fractions."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from math import isnan, sqrt

import pytest
from support.intervals import Counts, Pairs, Z, by_definition, difference_by_definition

from ttt_table import open_table
from ttt_table.answers import Answers, Difference, Share, compared
from ttt_table.answers.shares import BoardCount, difference_of, share_of


def of_boards(boards: Sequence[Counts]) -> Share:
    return share_of(BoardCount(*board) for board in boards)


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
    share = of_boards(boards)
    assert (share.low, share.high) == pytest.approx(by_definition(boards), abs=1e-12)


@pytest.mark.parametrize(("right", "total"), [(0, 50), (50, 50), (17, 50), (1, 1)])
def test_with_an_answer_to_each_board_the_interval_is_that_of_agresti_and_coull(
    right: int, total: int
) -> None:
    trials = total + Z**2
    centre = (right + Z**2 / 2) / trials
    margin = Z * sqrt(centre * (1 - centre) / trials)
    share = of_boards([(1, 1)] * right + [(0, 1)] * (total - right))
    assert share.low == pytest.approx(max(0, centre - margin))
    assert share.high == pytest.approx(min(1, centre + margin))


def test_equal_answers_to_a_board_count_as_one() -> None:
    once = of_boards([(1, 1)] * 30 + [(0, 1)] * 20)
    often = of_boards([(100, 100)] * 30 + [(0, 100)] * 20)
    assert (often.low, often.high) == pytest.approx((once.low, once.high))


@pytest.mark.parametrize(
    "boards", [list(product((0, 1, 3), (3, 40)))[:count] for count in range(1, 7)]
)
def test_the_interval_contains_the_share(boards: Sequence[Counts]) -> None:
    share = of_boards(boards)
    assert share.low <= share.value <= share.high


def test_a_single_wrong_answer_does_not_make_the_interval_narrow() -> None:
    all_right = of_boards([(100, 100)] * 50)
    one_wrong = of_boards([(100, 100)] * 49 + [(99, 100)])
    assert one_wrong.low == pytest.approx(all_right.low, abs=0.001)


def test_a_share_of_nothing_may_be_anything() -> None:
    share = of_boards([])
    assert (share.asked, share.low, share.high) == (0, 0, 1)
    assert isnan(share.value)


def difference(pairs: Pairs) -> Difference:
    return difference_of([(BoardCount(*a), BoardCount(*b)) for a, b in pairs])


@pytest.mark.parametrize(
    "pairs",
    [
        [((1, 1), (0, 1))],
        [((1, 1), (1, 1))] * 40,
        [((3, 4), (1, 4)), ((0, 1), (2, 3)), ((5, 5), (0, 5))],
        [((2, 3), (3, 3)), ((3, 3), (1, 1))] * 20,
        [((1, 1), (0, 1))] * 60 + [((1, 1), (1, 1))] * 340,
    ],
)
def test_a_difference_is_that_of_its_definition(pairs: Pairs) -> None:
    found = difference(pairs)
    expected = difference_by_definition(pairs)
    assert (found.value, found.low, found.high) == pytest.approx(expected, abs=1e-12)


def test_with_an_answer_each_a_difference_is_that_of_agresti_and_min() -> None:
    """The adjusted Wald interval of matched pairs, from their counts.

    A. Agresti and Y. Min, Simple improved confidence intervals for comparing matched
    proportions, Statistics in Medicine 24 (2005).
    """
    both, only_best, only_other, neither = 20, 12, 4, 14
    pairs: Pairs = [
        *[((1, 1), (1, 1))] * both,
        *[((1, 1), (0, 1))] * only_best,
        *[((0, 1), (1, 1))] * only_other,
        *[((0, 1), (0, 1))] * neither,
    ]
    b = only_best + 0.5
    c = only_other + 0.5
    n = len(pairs) + 2
    margin = Z * sqrt(b + c - (b - c) ** 2 / n) / n
    found = difference(pairs)
    assert found.value == pytest.approx((only_best - only_other) / len(pairs))
    assert found.low == pytest.approx((b - c) / n - margin)
    assert found.high == pytest.approx((b - c) / n + margin)


def test_models_that_never_differ_are_not_told_apart() -> None:
    same = difference([((1, 1), (1, 1))] * 400)
    assert same.value == 0
    assert same.low < 0 < same.high
    assert not same.told_apart


def test_a_pair_needs_less_boards_than_two_samples_do() -> None:
    """Both models are wrong on the same boards, but for a few."""
    pairs: Pairs = [
        *[((1, 1), (1, 1))] * 200,
        *[((0, 1), (0, 1))] * 185,
        *[((1, 1), (0, 1))] * 15,
    ]
    best = of_boards([pair[0] for pair in pairs])
    other = of_boards([pair[1] for pair in pairs])
    assert best.low < other.high
    assert difference(pairs).told_apart


@pytest.mark.parametrize(
    ("low", "high", "told_apart"),
    [(-0.1, 0.2, False), (0.0, 0.2, False), (0.01, 0.2, True), (-0.2, -0.01, True)],
)
def test_models_are_told_apart_if_the_interval_leaves_out_0(
    low: float, high: float, told_apart: bool
) -> None:
    assert Difference(0.05, low, high).told_apart == told_apart


TABLE = open_table()
MATTERING = ["X........", "XX.OO....", "X...O...X", "XOX.O...."]


def answers_of(boards: Sequence[str], *, strong: bool) -> Answers:
    rows = []
    for board in boards:
        moves = TABLE.moves(board)
        rows.append((board, moves[0].cell if strong else moves[-1].cell))
    return Answers(TABLE, rows)


def test_the_best_model_comes_first_and_has_no_difference() -> None:
    comparison = compared(
        {
            "weak": answers_of(MATTERING, strong=False),
            "strong": answers_of(MATTERING, strong=True),
        }
    )
    strong, weak = comparison.lines
    assert (strong.model, strong.behind) == ("strong", None)
    assert weak.behind == difference([((1, 1), (0, 1))] * 4)
    assert comparison.boards == 4


def test_only_boards_that_all_were_asked_about_count() -> None:
    comparison = compared(
        {
            "strong": answers_of(MATTERING[:3], strong=True),
            "weak": answers_of(MATTERING[1:], strong=False),
        }
    )
    assert comparison.boards == 2
    assert [line.counts["boards"] for line in comparison.lines] == [2, 2]
    assert comparison.leave_out is None


def test_the_model_that_was_asked_little_is_named() -> None:
    models = {
        "a": answers_of(MATTERING, strong=True),
        "few": answers_of(MATTERING[:1], strong=True),
        "b": answers_of(MATTERING, strong=False),
    }
    comparison = compared(models)
    assert (comparison.boards, comparison.leave_out) == (1, "few")
    assert comparison.boards_without == 4


def test_without_a_board_that_matters_there_is_no_difference() -> None:
    models = {
        name: Answers(TABLE, [("." * 9, cell)]) for name, cell in (("a", 4), ("b", 0))
    }
    comparison = compared(models)
    assert [line.behind for line in comparison.lines] == [None, None]
    assert [line.model for line in comparison.lines] == ["a", "b"]


def test_models_of_several_games_are_not_compared() -> None:
    other = Answers(open_table(first="O"), [("." * 9, 4)])
    with pytest.raises(ValueError, match="one game"):
        compared({"a": Answers(TABLE, [("." * 9, 4)]), "b": other})
    with pytest.raises(ValueError, match="one game"):
        compared({})
    with pytest.raises(ValueError, match="Answers of its rows"):
        compared({"a": 4})  # type: ignore[dict-item]
