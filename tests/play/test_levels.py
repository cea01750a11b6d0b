"""Levels: players of known strength, graded."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from pathlib import Path

import pytest
from samples import sampled, slow
from slow import Slow

from ttt_table import BoardError, Game, Table, open_table
from ttt_table.play import Level, grade, trickiest

TABLE = open_table()


@pytest.mark.slow
def test_levels_6_to_9_and_without_limit_are_the_same_on_3x3() -> None:
    """Nothing that matters lies further away."""
    for board in TABLE:
        answer = Level(6, table=TABLE)(board)
        assert answer == Level(9, table=TABLE)(board) == Level(None, table=TABLE)(board)
        assert list(answer) == TABLE.best_moves(board)


def test_a_level_chooses_equally_among_what_is_best_to_it() -> None:
    """Level 0 sees nothing, level 1 a line to complete."""
    assert Level(0)("XX.OO....") == dict.fromkeys((2, 5, 6, 7, 8), Fraction(1, 5))
    assert Level(1)("XX.OO....") == {2: 1}
    assert Level(3)("XXXOO....") == {}


@pytest.mark.parametrize("noise", ["1/4", 0.25, Fraction(1, 4)])
def test_noise_is_exact(noise: str | float | Fraction) -> None:
    """A quarter of the time any of the five cells."""
    chances = Level(1, noise)("XX.OO....")
    assert chances[2] == Fraction(3, 4) + Fraction(1, 20)
    assert chances[5] == Fraction(1, 20)
    assert sum(chances.values()) == 1
    assert Level(None, 1)("XX.OO....") == Level(0)("XX.OO....")
    halved = Level(None, "1/2")("XX.OO.XO.")
    assert halved == {2: Fraction(2, 3), 5: Fraction(1, 6), 8: Fraction(1, 6)}


@pytest.mark.slow
def test_a_tricky_level_that_sees_all_sets_the_best_traps() -> None:
    """And one with a limit only those that it sees."""
    tricky = Level(None, tricky=True)
    for board in ("X...O....", "XX.OO....", "........."):
        assert list(tricky(board)) == trickiest(TABLE, board)
    assert Level(0, tricky=True)("X...O....") == Level(0)("X...O....")
    assert Level(2, tricky=True)("X...O....") == Level(2)("X...O....")
    better = grade(Level(4, tricky=True), side="X").vs_random.won
    assert better > grade(Level(4), side="X").vs_random.won


def test_a_level_draws_its_moves_by_its_chances() -> None:
    """For a game with a person; nothing can be drawn once it is over."""
    level = Level(1, "1/2")
    lots = random.Random(0)
    drawn = Counter(level.choose("XX.OO....", lots) for _ in range(1000))
    assert set(drawn) == {2, 5, 6, 7, 8}
    assert 500 < drawn[2] < 700
    with pytest.raises(BoardError, match="over"):
        level.choose("XXXOO....", lots)


def test_a_level_says_what_it_is() -> None:
    """As it was made."""
    assert repr(Level(3, 0.1, tricky=True)) == "Level(3, noise='1/10', tricky=True)"
    assert repr(Level()) == "Level(None)"


@pytest.mark.parametrize(("side", "most"), [(0, Fraction(191, 192)), slow((1, Fraction(887, 945)))])
def test_nobody_wins_more_than_this_against_random_play(side: int, most: Fraction) -> None:
    """By brute force over all players, and the table's own X reaches it."""
    slow = Slow()

    @cache
    def chance(board: str) -> Fraction:
        stones = 9 - board.count(".")
        if slow.is_over(board):
            own = stones % 2 == side
            return Fraction(slow.outcome(board)[0] == (1 if own else -1))
        replies = [chance(after) for after in slow.moves(board).values()]
        return max(replies) if stones % 2 == side else sum(replies, Fraction(0)) / len(replies)

    assert chance(".........") == most
    if side == 0:
        assert grade(TABLE.best_move, side="X").vs_random.won == most


@pytest.mark.slow
def test_levels_play_any_game(table_of: Callable[[Game], Table]) -> None:
    """In misère a sighted level is perfect, and sight never hurts the worst case."""
    table = table_of(Game(misere=True))
    worst = [grade(Level(n, table=table), table=table, side="X").worst for n in (0, 3, 9)]
    assert worst == sorted(worst)
    assert worst[-1] == 0


@pytest.mark.parametrize(
    "level",
    sampled([(2, False), (4, True), (None, False)], lambda level: level == (None, False)),
)
def test_the_page_says_what_grade_says(level: tuple[int | None, bool]) -> None:
    """A line of it, made anew; the whole is compared by `scripts/levels.py --check`."""
    limit, tricky = level
    found = grade(Level(limit, tricky=tricky, table=TABLE), table=TABLE)
    page = (Path(__file__).parents[2] / "docs" / "levels.md").read_text(encoding="utf-8")
    section = page.partition("## 3x3k3\n")[2].partition("## ")[0]
    name = ("all" if limit is None else str(limit)) + (", tricky" if tricky else "")
    (line,) = [line for line in section.splitlines() if line.startswith(f"| {name} |")]
    cells = [cell.strip() for cell in line.split("|")[2:-1]]
    for side, at in (("X", 0), ("O", 3)):
        one = found.sides[side]
        for chances, shown in ((one.vs_random, cells[at]), (one.vs_perfect, cells[at + 1])):
            rounded = [round(float(100 * chance), 1) for chance in chances]
            assert [float(part) for part in shown.split(" / ")] == rounded
        assert float(cells[at + 2]) == round(float(one.worst), 2)
