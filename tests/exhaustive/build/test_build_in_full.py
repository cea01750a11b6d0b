"""In full: compiled code finds row by row what numpy finds; a system that refuses locks."""

from __future__ import annotations

import errno
from itertools import combinations, islice

import test_kernel
import test_workfolder
from exhaustive import in_full
from test_lines import random_game
from test_workfolder import path, stopped  # noqa: F401  # fixtures

from ttt_table import Game
from ttt_table.build.estimate import parted

MANY_LINES = Game(3, 4, lines=[*islice(combinations(range(12), 4), 0, 400, 5)])
COMPILED = [
    *(Game(1, 9, 3), Game(2, 6, 2, True), Game(3, 4, 3, True), Game(4, 3, 3), MANY_LINES),
    *(Game(4, 4, 3), Game(4, 4, 4, True), Game(3, 5, 3, gravity=True), Game(5, 3, 3, True, True)),
    *filter(parted, (random_game(seed, most_cells=12) for seed in range(40))),
]


in_full(test_kernel.test_it_finds_what_numpy_finds, game=COMPILED, jobs=[2], most_low=[3**4, 3**9])
in_full(
    test_workfolder.test_without_locks_a_build_takes_a_folder_of_its_own_and_says_so,
    refusal=[errno.ENOLCK],
)
