"""In full: counts by several programs, and the digests that docs/boards.jsonl lists."""

import counts
import test_boards
import test_counting
from test_boards import RECORDS

from exhaustive import in_full

SMALL = [str(game) for game in counts.GAMES if game.cells <= 12]
LARGER = [
    "3x5k3",
    "4x4k4",
    "4x4k3-misere",
    "3x6k4",
    "4x5k4",
    "4x5k4-gravity",
    "4x4-klein-k4",
]
CELLS = {name: record["rows"] * record["cols"] for name, record in RECORDS.items()}

in_full(test_counting.test_all_programs_count_what_is_listed, name=SMALL + LARGER)
in_full(
    test_boards.test_a_build_gives_the_digest_that_is_listed,
    name=[
        *(name for name in RECORDS if CELLS[name] <= 12),
        *[name for name in RECORDS if 12 < CELLS[name] <= 16][::4],
        *("4x5k4-gravity", "5x4k4-gravity", "5x5k4-gravity"),
    ],
)
