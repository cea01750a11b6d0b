"""In full: compiled code finds row by row what numpy finds; names of any length."""

from __future__ import annotations

import test_kernel
import test_workfolder
from exhaustive import in_full
from test_workfolder import path  # noqa: F401  # fixtures

from ttt_table import Game

COMPILED = [
    *(Game(3, 3, k) for k in (1, 3, 4)),
    *(Game(3, 4, 3, True), Game(3, 4, 2), Game(1, 9, 3), Game(4, 4, 3), Game(4, 4, 4, True)),
    *(Game(3, 5, 3, misere, gravity=True) for misere in (False, True)),
    Game(4, 6, 2),  # 68 lines: more than one integer has bits
    *(Game(5, 5, 2, True), Game(5, 5, 4), Game(5, 5, 3, gravity=True)),
]


in_full(test_kernel.test_it_finds_what_numpy_finds, game=COMPILED)
in_full(test_kernel.test_a_build_with_it_gives_the_same_bytes, jobs=[1, 2])
in_full(
    test_workfolder.test_a_name_may_be_as_long_as_the_system_allows,
    name=["n" * 242, "n" * 255, "ö" * 127],
)
