"""In full: the search: exact, exhaustive, each position once."""

import test_search
from exhaustive import in_full

from ttt_table import Game

SMALL = [
    Game(rows, cols, k, misere)
    for rows in range(1, 4)
    for cols in range(1, 4)
    for k in range(1, max(rows, cols) + 2)
    for misere in (False, True)
]


test_every_score_is_that_of_slow_minimax = in_full(
    test_search.test_every_score_is_that_of_slow_minimax, game=SMALL
)
