"""In full: every tag is a theorem, checked on every move of 3x3 in both rules."""

from __future__ import annotations

import pytest
import test_reasons
from exhaustive import in_full
from test_reasons import normal  # noqa: F401  # fixtures

from ttt_table import Game


@pytest.fixture(scope="module")
def step() -> int:
    """Every board is looked at."""
    return 1


test_every_tag_is_true_and_every_truth_is_told = in_full(
    test_reasons.test_every_tag_is_true_and_every_truth_is_told
)
test_tags_are_theorems_on_other_games_too = in_full(
    test_reasons.test_tags_are_theorems_on_other_games_too,
    game=[Game(3, 3, 3, gravity=True), Game(3, 4, 3)],
)
test_traps_are_the_moves_that_keep_the_value = in_full(
    test_reasons.test_traps_are_the_moves_that_keep_the_value
)
