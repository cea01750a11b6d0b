"""Levels: players of known strength, graded."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction
from functools import cache
from pathlib import Path

import pytest
from levels import PAGE, row
from slow import Slow

from ttt_table import BoardError, Game, open_table
from ttt_table.build import build_table
from ttt_table.play import Level, grade

TABLE = open_table()


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


def test_a_level_draws_its_moves_by_its_chances() -> None:
    """For a game with a person; nothing can be drawn once it is over."""
    level = Level(1, "1/2")
    lots = random.Random(0)
    drawn = Counter(level.choose("XX.OO....", lots) for _ in range(1000))
    assert set(drawn) == {2, 5, 6, 7, 8}
    assert 500 < drawn[2] < 700
    with pytest.raises(BoardError, match="finished"):
        level.choose("XXXOO....", lots)


def test_the_named_levels_are_those_of_the_page() -> None:
    """As in JavaScript: easy sees its own next move, medium the answer too, hard four plies."""
    kit = (Path(__file__).parents[2] / "readers" / "js" / "kit.js").read_text()
    for level, limit in (("easy", 1), ("medium", 2), ("hard", 4), ("perfect", None)):
        assert getattr(Level, level)(TABLE).limit == limit
        options = f", {{ limit: {limit} }}" if limit else ""
        assert f"static {level} = (table) => new Level(table{options});" in kit
    assert Level.medium().choose("XX.OO....") == 2


def test_a_level_says_what_it_is() -> None:
    """As it was made."""
    assert repr(Level(3, 0.1, tricky=True)) == "Level(3, noise='1/10', tricky=True)"
    assert repr(Level()) == "Level(None)"


@pytest.mark.parametrize(("side", "most"), [(0, Fraction(191, 192))])
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


@pytest.mark.parametrize("level", [(None, False)])
def test_the_page_says_what_grade_says(level: tuple[int | None, bool], tmp_path: Path) -> None:
    """A line of it, made anew; the whole is compared by `scripts/levels.py --check`."""
    build_table(Game(), tmp_path / str(Game()), quiet=True)
    section = PAGE.read_text(encoding="utf-8").partition("## 3x3k3\n")[2].partition("## ")[0]
    assert row((Game(), level, str(tmp_path))) in section.splitlines()
