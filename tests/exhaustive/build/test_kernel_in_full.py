"""In full: the compiled inner loop finds what numpy finds, block by block and byte by byte."""

from __future__ import annotations

import test_kernel
from exhaustive import in_full

from ttt_table import Game

GAMES = [
    Game(3, 3, 3),
    Game(3, 3, 1),
    Game(3, 4, 3, True),
    Game(3, 4, 2),
    Game(1, 9, 3),
    Game(3, 3, 4),
    Game(4, 4, 3),
    Game(4, 4, 4, True),
    Game(3, 5, 3, gravity=True),
    Game(3, 5, 3, True, True),
    Game(4, 6, 2),  # 68 lines: more than one integer has bits
    Game(5, 5, 2, True),
    Game(5, 5, 4),
    Game(5, 5, 3, gravity=True),
]


test_it_finds_what_numpy_finds = in_full(test_kernel.test_it_finds_what_numpy_finds, game=GAMES)
test_a_build_with_it_gives_the_same_bytes = in_full(
    test_kernel.test_a_build_with_it_gives_the_same_bytes, jobs=[1, 2]
)
