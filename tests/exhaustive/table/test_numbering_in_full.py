"""In full: numbering in arrays, on boards of every shape."""

from __future__ import annotations

import test_numbering
from exhaustive import in_full

BOARDS = [(rows, cols) for rows in range(1, 13) for cols in range(1, 13) if rows * cols <= 12]

test_the_blocks_are_those_of_the_definition = in_full(
    test_numbering.test_the_blocks_are_those_of_the_definition,
    rows=[*BOARDS, (3, 5), (2, 9), (3, 6), (4, 4)],
)
