"""In full: levels: players of known strength, graded."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import test_levels
from exhaustive import in_full
from test_levels import TABLE

from ttt_table import Game, Table
from ttt_table.play import Level, grade, trickiest


def test_levels_6_to_9_and_without_limit_are_the_same_on_3x3() -> None:
    """Nothing that matters lies further away."""
    for board in TABLE:
        answer = Level(6, table=TABLE)(board)
        assert answer == Level(9, table=TABLE)(board) == Level(None, table=TABLE)(board)
        assert list(answer) == TABLE.best_moves(board)


def test_a_tricky_level_that_sees_all_sets_the_best_traps() -> None:
    """And one with a limit only those that it sees."""
    tricky = Level(None, tricky=True)
    for board in ("X...O....", "XX.OO....", "........."):
        assert list(tricky(board)) == trickiest(TABLE, board)
    assert Level(0, tricky=True)("X...O....") == Level(0)("X...O....")
    assert Level(2, tricky=True)("X...O....") == Level(2)("X...O....")
    better = grade(Level(4, tricky=True), side="X").vs_random.won
    assert better > grade(Level(4), side="X").vs_random.won


def test_levels_play_any_game(table_of: Callable[[Game], Table]) -> None:
    """In misère a sighted level is perfect, and sight never hurts the worst case."""
    table = table_of(Game(misere=True))
    worst = [grade(Level(n, table=table), table=table, side="X").worst for n in (0, 3, 9)]
    assert worst == sorted(worst)
    assert worst[-1] == 0


test_nobody_wins_more_than_this_against_random_play = in_full(
    test_levels.test_nobody_wins_more_than_this_against_random_play, side=[(1, Fraction(887, 945))]
)
test_the_page_says_what_grade_says = in_full(
    test_levels.test_the_page_says_what_grade_says, level=[(2, False), (4, True), (None, False)]
)
