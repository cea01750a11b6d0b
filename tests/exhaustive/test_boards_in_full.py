"""In full: docs/boards.md is what real builds say."""

from __future__ import annotations

import test_boards
from test_boards import RECORDS

from exhaustive import in_full

test_a_build_gives_the_digest_that_is_listed = in_full(
    test_boards.test_a_build_gives_the_digest_that_is_listed,
    name=[name for name, record in RECORDS.items() if record["rows"] * record["cols"] <= 16],
)
