"""Levels: players of known strength."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction
from pathlib import Path

import pytest

from ttt_table import BoardError, open_table
from ttt_table.errors import ArgumentError
from ttt_table.play import Level

TABLE = open_table()
KIT = Path(__file__).parents[2] / "readers" / "js" / "kit.js"


def test_level_0_plays_any_legal_move() -> None:
    """It sees nothing."""
    assert Level(0)("XX.OO....") == dict.fromkeys((2, 5, 6, 7, 8), Fraction(1, 5))


def test_level_1_completes_a_line() -> None:
    """It sees its own next move."""
    assert Level(1)("XX.OO....") == {2: 1}


def test_medium_completes_a_line() -> None:
    """It is a level by name."""
    assert Level.named("medium").choose("XX.OO....") == 2


def test_a_finished_board_has_no_moves() -> None:
    """Nothing can be chosen there either."""
    assert Level(3)("XXXOO....") == {}
    with pytest.raises(BoardError, match="over"):
        Level(3).choose("XXXOO....")


@pytest.mark.parametrize("noise", ["1/4", 0.25, Fraction(1, 4)])
def test_noise_is_as_likely_as_it_says(noise: str | float | Fraction) -> None:
    """A quarter of the time any of the five cells."""
    probabilities = Level(1, noise)("XX.OO....")
    assert probabilities[2] == Fraction(3, 4) + Fraction(1, 20)
    assert probabilities[5] == Fraction(1, 20)
    assert sum(probabilities.values()) == 1


def test_noise_is_shared_by_all_legal_moves() -> None:
    """Half of it goes to the best move too."""
    probabilities = Level(None, "1/2")("XX.OO.XO.")
    assert probabilities == {2: Fraction(2, 3), 5: Fraction(1, 6), 8: Fraction(1, 6)}


def test_with_noise_1_every_level_is_level_0() -> None:
    """All moves are random."""
    assert Level(None, 1)("XX.OO....") == Level(0)("XX.OO....")


def test_a_level_draws_its_moves_by_their_probabilities() -> None:
    """The same random generator draws the same moves."""
    level = Level(1, "1/2")
    rng = random.Random(0)
    drawn = Counter(level.choose("XX.OO....", rng) for _ in range(1000))
    assert set(drawn) == {2, 5, 6, 7, 8}
    assert 500 < drawn[2] < 700


@pytest.mark.parametrize(
    ("name", "depth"), [("easy", 1), ("medium", 2), ("hard", 4), ("perfect", None)]
)
def test_named_levels_are_those_of_the_page(name: str, depth: int | None) -> None:
    """The kit in JavaScript has the same names."""
    assert Level.named(name, TABLE).depth == depth
    options = f", {{ depth: {depth} }}" if depth else ""
    line = f"static {name} = (table) => new Level(table{options});"
    assert line in KIT.read_text()


def test_a_tricky_level_that_does_not_look_ahead_sees_no_trap() -> None:
    """Not even the move that wins at once."""
    assert Level(0, tricky=True)("XX.OO....") == Level(0)("XX.OO....")


def test_a_level_shows_how_it_was_made() -> None:
    """What has its default is left out, so that it can be typed."""
    assert repr(Level(3, 0.1, tricky=True)) == "Level(3, noise='1/10', tricky=True)"
    assert repr(Level()) == "Level()"


def test_a_level_draws_with_a_generator_of_numpy() -> None:
    """As environments of Gymnasium have one."""
    np = pytest.importorskip("numpy")
    cells = [Level(0).choose("XX.OO....", np.random.default_rng(7)) for _ in range(3)]
    assert len(set(cells)) == 1
    rng = np.random.default_rng(7)
    drawn = Counter(Level(0).choose("XX.OO....", rng) for _ in range(100))
    assert set(drawn) == {2, 5, 6, 7, 8}


def test_a_level_draws_as_choices_of_python_does() -> None:
    cells = list(range(9))
    rng = random.Random(5)
    expected = random.Random(5).choices(cells, [1 / 9] * 9, k=20)
    assert [Level(0).choose(".........", rng) for _ in range(20)] == expected


@pytest.mark.parametrize("rng", [5, "seed", random.Random])
def test_what_cannot_draw_is_refused(rng: object) -> None:
    with pytest.raises(ArgumentError, match="a numpy Generator"):
        Level(0).choose(".........", rng)  # type: ignore[arg-type]
