"""Levels: players of known strength, graded."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction
from pathlib import Path

import pytest

from ttt_table import BoardError, open_table
from ttt_table.play import Level

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
    rng = random.Random(0)
    drawn = Counter(level.choose("XX.OO....", rng) for _ in range(1000))
    assert set(drawn) == {2, 5, 6, 7, 8}
    assert 500 < drawn[2] < 700
    with pytest.raises(BoardError, match="finished"):
        level.choose("XXXOO....", rng)


def test_the_named_levels_are_those_of_the_page() -> None:
    """As in JavaScript: easy sees its own next move, medium the answer too, hard four plies."""
    kit = (Path(__file__).parents[2] / "readers" / "js" / "kit.js").read_text()
    for level, limit in (("easy", 1), ("medium", 2), ("hard", 4), ("perfect", None)):
        assert getattr(Level, level)(TABLE).limit == limit
        options = f", {{ limit: {limit} }}" if limit else ""
        assert f"static {level} = (table) => new Level(table{options});" in kit
    assert Level.medium().choose("XX.OO....") == 2
    assert repr(Level(3, 0.1, tricky=True)) == "Level(3, noise='1/10', tricky=True)"
    assert repr(Level()) == "Level(None)"
