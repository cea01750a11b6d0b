"""What callers may give: whatever is none gets an error of ours, at once."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest
from support.known import Odd, first_free

from ttt_table import open_table
from ttt_table.errors import ArgumentError, BoardError
from ttt_table.grading import Samples, answer_rows, grade, judge
from ttt_table.play import Level, explain, traps, trickiest
from ttt_table.play.match import Match, review
from ttt_table.players import Program, PythonFile

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
    (lambda it: explain(it, "........."), [*NO_TABLE, None], "table"),
    (lambda it: traps(it, "........."), NO_TABLE, "table"),
    (lambda it: trickiest(it, "........."), NO_TABLE, "table"),
    (lambda it: Level(table=it), NO_TABLE, "table"),
    (lambda it: grade(first_free, table=it), NO_TABLE, "table"),
    (Match, NO_TABLE, "table"),
    (lambda it: explain(TABLE, ".........", it), NO_CELL, "whole number"),
    (Match(TABLE).play, [*NO_CELL, None], "whole number"),
    (lambda it: review(it, []), NO_TABLE, "table"),
    (lambda it: review(TABLE, it), [4, {4: 1}, {4}, None, Odd()], "a list of cells"),
    (lambda it: review(TABLE, it), [[4.0], "04"], "a cell is a whole number"),
    (lambda it: judge(TABLE, ".........", it), [*NO_CELL, None], "whole number"),
    (lambda it: Samples(TABLE, [(1, ".........", it)]), NO_CELL, "whole number"),
    (Samples(TABLE, []).grade, ["Y", ["X"], Odd()], "side"),
    (Samples(TABLE, []).next_boards, ["Y", ["X"], Odd()], "side"),
    (lambda it: Samples(it, []), [*NO_TABLE, None], "table"),
    (lambda it: [*answer_rows("none", 3, it)], ["(", b"4", None], "the pattern"),
    (lambda it: [*answer_rows("none", 3, base=it)], [2, None], "are numbered"),
    (Level, [-1, 1.5, True, "3", -HUGE, Odd()], "plies"),
    (lambda it: Level(0, it), [*NO_CHANCE, *TOO_LONG], "probability"),
    (
        lambda it: Level(0, it),
        [Decimal("1E-999999999"), Fraction(1, HUGE)],
        "probability",
    ),
    (lambda it: Program(["cat"], limit=it), NO_SECONDS, "limit"),
    (Program, ["cat", None, 4, [4], {"cat"}, Odd()], "list of words"),
    (lambda it: grade(first_free, side=it), ["Y", None, ["X"], Odd()], "side"),
    (lambda it: grade(first_free, view=it), ["picture", None, ["text"], Odd()], "view"),
    (grade, [4, HUGE, "bot.py", Odd()], "a player is"),
    (lambda it: PythonFile(__file__, "x", view=it), ["picture", None], "view"),
    (lambda it: PythonFile(__file__, "x", cols=it), [0, 3.0, True, HUGE], "cols"),
    (lambda it: PythonFile(__file__, it), [None, 4], "named"),
    (lambda it: PythonFile(it, "x"), [None, 4], "path"),
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


def test_numbers_that_mean_something_are_taken() -> None:
    """An index of any kind is a cell, and a float is the number it prints as."""
    numpy = pytest.importorskip("numpy")
    assert explain(TABLE, "XX.OO....", numpy.int64(2)) == explain(TABLE, "XX.OO....", 2)
    assert judge(TABLE, "XX.OO....", numpy.int64(2)).best
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
        ("XXXOO....", 5, "the game is finished"),
        ("XXX......", None, "too many X"),
    ],
)
def test_a_cell_that_cannot_be_played_has_no_reasons(
    board: str, cell: int | None, words: str
) -> None:
    """It is an error that says why."""
    with pytest.raises(BoardError, match=words):
        explain(TABLE, board, cell)
