"""In full: the audit: passes what is right, and nothing else."""

from __future__ import annotations

import test_audit
from exhaustive import in_full

from ttt_table import Game

SMALL = [
    Game(1, 1, 1),
    Game(1, 7, 3),
    Game(2, 2, 2),
    Game(2, 3, 2, misere=True),
    Game(2, 4, 3),
    Game(3, 3, 1),
    Game(3, 3, 2),
    Game(3, 3, 4),
    Game(3, 3, 3, misere=True),
    Game(4, 2, 2),
]


test_a_change_of_any_one_slot_is_found = in_full(
    test_audit.test_a_change_of_any_one_slot_is_found, step=[1, 400]
)
test_the_counts_are_those_of_a_walk = in_full(
    test_audit.test_the_counts_are_those_of_a_walk, game=SMALL
)
