"""In full: the search, gravity and the compiled loop, by brute force and against each other."""

from __future__ import annotations

from itertools import combinations, islice

import test_gravity
import test_kernel
import test_search
from exhaustive import in_full
from test_lines import random_game
from test_tiers import GAMES

from ttt_table import Game
from ttt_table.build.estimate import parted

in_full(
    test_search.test_every_score_is_that_of_slow_minimax,
    game=[game for game in GAMES if max(game.rows, game.cols) <= 3],
)


FALLING = [
    Game(rows, cols, k, misere, gravity=True)
    for rows in range(1, 13)
    for cols in range(1, 12 // rows + 1)
    for k in (2, 3, 4)
    for misere in (False, True)
    # On a strip all cells are at the bottom or in one column: a few of them stand for the rest.
    if k <= max(rows, cols) + 1 and (min(rows, cols) > 1 or rows + cols < 10)
]


in_full(test_gravity.test_every_position_has_the_outcome_of_brute_force, game=FALLING)
in_full(
    test_gravity.test_positions_are_as_many_as_others_have_counted,
    rows=[
        (4, 4, 4, 161_029, 49_893),
        (5, 4, 4, 1_706_255, None),
        (4, 5, 4, 3_945_711, 1_460_000),
        (5, 5, 4, 69_763_700, 44_700_000),
        (5, 5, 3, 4_176_536, None),
    ],
)


MANY_LINES = Game(3, 4, lines=[*islice(combinations(range(12), 4), 0, 400, 5)])
COMPILED = [
    *(Game(1, 9, 3), Game(2, 6, 2, True), Game(3, 4, 3, True), Game(4, 3, 3), MANY_LINES),
    *(Game(4, 4, 3), Game(4, 4, 4, True), Game(3, 5, 3, gravity=True), Game(5, 3, 3, True, True)),
    *filter(parted, (random_game(seed, most_cells=12) for seed in range(40))),
]


in_full(test_kernel.test_it_finds_what_numpy_finds, game=COMPILED, jobs=[2], most_low=[3**4, 3**9])
