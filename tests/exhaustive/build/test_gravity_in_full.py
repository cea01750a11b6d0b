"""In full: games with gravity, by brute force and by the counts of others."""

from __future__ import annotations

import test_gravity
from exhaustive import in_full

from ttt_table import Game

GAMES = [
    Game(rows, cols, k, misere, gravity=True)
    for rows in range(1, 13)
    for cols in range(1, 12 // rows + 1)
    for k in (2, 3, 4)
    for misere in (False, True)
    # On a strip all cells are at the bottom or in one column: a few of them stand for the rest.
    if k <= max(rows, cols) + 1 and (min(rows, cols) > 1 or rows + cols < 10)
]


test_every_position_has_the_outcome_of_brute_force = in_full(
    test_gravity.test_every_position_has_the_outcome_of_brute_force, game=GAMES
)
test_positions_are_as_many_as_others_have_counted = in_full(
    test_gravity.test_positions_are_as_many_as_others_have_counted,
    rows=[
        (4, 4, 4, 161_029, 49_893),
        (5, 4, 4, 1_706_255, None),
        (4, 5, 4, 3_945_711, 1_460_000),
        (5, 5, 4, 69_763_700, 44_700_000),
        (5, 5, 3, 4_176_536, None),
    ],
)
