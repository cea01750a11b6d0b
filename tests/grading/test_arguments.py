"""What callers may give: whatever is none gets an error of ours, at once."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest
from support.known import Odd, first_free

from ttt_table import open_table
from ttt_table.answers import cell_reader, score_models
from ttt_table.errors import ArgumentError, BoardError, MoveError
from ttt_table.grading import Program, PythonFile, grade
from ttt_table.play import Level, explain, judge, traps
from ttt_table.play.match import Match, review

TABLE = open_table()
HUGE = 10**5000
"""An int that Python refuses to print."""


NO_TABLE = ["x", 4, Odd()]
NO_CELL = [True, 4.0, "4", Fraction(4), [4], Odd()]
NO_SECONDS = [0, -1, True, "2", None, HUGE, float("nan"), float("inf"), 1e300]
NO_CHANCE = [
    -0.1,
    1.1,
    True,
    None,
    "a lot",
    "1/0",
    float("nan"),
    float("inf"),
    HUGE,
    2j,
    Odd(),
]
TOO_LONG = ["1e999999999", "1e-999999999", "0." + "1" * 5000, "1e-9_999_999_999"]
REFUSED: list[tuple[Callable[[Any], object], list[Any], str]] = [
    (lambda value: explain(value, "........."), [*NO_TABLE, None], "table"),
    (lambda value: traps(value, "........."), NO_TABLE, "table"),
    (lambda value: Level(table=value), NO_TABLE, "table"),
    (lambda value: grade(first_free, table=value), NO_TABLE, "table"),
    (Match, NO_TABLE, "table"),
    (lambda value: review(value, []), NO_TABLE, "table"),
    (
        lambda value: review(TABLE, value),
        [4, {4: 1}, {4}, None, Odd()],
        "are a list",
    ),
    (lambda value: score_models(value, {}), [*NO_TABLE, None], "table"),
    (lambda value: cell_reader(value), [*NO_TABLE, None], "table"),
    (lambda value: cell_reader(TABLE, value), ["(", b"4", 4], "the pattern"),
    (lambda value: score_models(TABLE, value), [7, None], "by the model's name"),
    (lambda value: score_models(TABLE, {"m": value}), [7, None], "the path of a file"),
    (Level, [-1, 1.5, True, "3", -HUGE, Odd()], "depth"),
    (lambda value: Level(0, value), [*NO_CHANCE, *TOO_LONG], "probability"),
    (
        lambda value: Level(0, value),
        [Decimal("1E-999999999"), Fraction(1, HUGE)],
        "probability",
    ),
    (lambda value: Program(["cat"], timeout=value), NO_SECONDS, "timeout"),
    (Program, ["cat", None, 4, [4], {"cat"}, Odd()], "list of words"),
    (lambda value: grade(first_free, side=value), ["Y", None, ["X"], Odd()], "side"),
    (grade, [4, HUGE, "bot.py", Odd()], "a player must be"),
    (PythonFile, [None, 4], "path"),
    (lambda value: PythonFile(__file__, value), [None, 4], "path"),
]


@pytest.mark.parametrize(("call", "values", "words"), REFUSED)
def test_what_an_argument_cannot_be_is_refused(
    call: Callable[[Any], object], values: list[Any], words: str
) -> None:
    """The message is a line that names what is wanted, whatever was given."""
    for value in values:
        with pytest.raises(ArgumentError, match=words) as caught:
            call(value)
        assert len(str(caught.value)) < 250


@pytest.mark.parametrize("value", [*NO_CELL, None])
def test_what_is_not_a_cell_cannot_be_played(value: Any) -> None:
    """By no call."""
    calls: list[Callable[[], object]] = [
        lambda: Match(TABLE).play(value),
        lambda: review(TABLE, [value]),
        lambda: judge(TABLE, ".........", value),
        lambda: explain(TABLE, ".........", True if value is None else value),
    ]
    for call in calls:
        with pytest.raises(MoveError, match="a cell is an integer, not") as caught:
            call()
        assert len(str(caught.value)) < 250


def test_numbers_that_mean_something_are_taken() -> None:
    """An index of any kind is a cell, and a float is the number it prints as."""
    numpy = pytest.importorskip("numpy")
    assert explain(TABLE, "XX.OO....", numpy.int64(2)) == explain(TABLE, "XX.OO....", 2)
    assert judge(TABLE, "XX.OO....", numpy.int64(2)).kind == "best"
    tenths: list[Any] = [numpy.float32(0.1), Decimal("0.1"), "1e-1", Fraction(1, 10)]
    for noise in tenths:
        assert Level(0, noise).noise == Fraction(1, 10)


@pytest.mark.parametrize(
    ("board", "cell", "words"),
    [
        ("XX.OO....", 0, "cell 0 is taken"),
        ("XX.OO....", 9, "there is no cell 9: they are numbered 0 to 8"),
        ("XX.OO....", -1, "there is no cell -1"),
        pytest.param("XX.OO....", HUGE, "there is no cell a very long int", id="huge"),
        ("XXXOO....", 5, "the game is over"),
        ("XXX......", None, "too many X"),
    ],
)
def test_a_cell_that_cannot_be_played_has_no_reasons(
    board: str, cell: int | None, words: str
) -> None:
    """It is an error that says why."""
    with pytest.raises(BoardError, match=words):
        explain(TABLE, board, cell)
