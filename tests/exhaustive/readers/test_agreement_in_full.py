"""The readers' agreement about every text of 3x3, and about dozens of random families of lines."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from exhaustive.readers.test_agreement import (
    GAMES,
    TAMPERED,
    AnyReader,
    agree_about,
    agree_about_heads,
    random_game,
    readers,
    refuse_as_the_page_says,
)

from ttt_table import Game

__all__ = ["readers"]  # a fixture


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_boards_are_refused_in_one_order(
    readers: list[AnyReader], game: Game, tmp_path: Path
) -> None:
    """Every text."""
    refuse_as_the_page_says(readers, game, 3, tmp_path / "table")


@pytest.mark.parametrize("k", TAMPERED)
def test_boards_are_refused_in_one_order_where_k_is_not_that_of_the_slots(
    readers: list[AnyReader], k: int, tmp_path: Path
) -> None:
    """Every text."""
    refuse_as_the_page_says(readers, Game(gravity=True), k, tmp_path / "table")


@pytest.mark.parametrize("seed", range(60))
def test_readers_agree_about_random_lines(
    readers: list[AnyReader], seed: int, tmp_path: Path
) -> None:
    """On boards of up to nine cells."""
    agree_about(readers, random_game(Random(100 + seed), 9), tmp_path / "table")


def test_readers_agree_about_random_heads(readers: list[AnyReader], tmp_path: Path) -> None:
    """Opened if their lines and symmetries are right, and only then."""
    agree_about_heads(readers, 4000, tmp_path)
