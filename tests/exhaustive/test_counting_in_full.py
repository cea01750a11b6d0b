"""In full: counts by another program, and the digests that docs/boards.md lists."""

from __future__ import annotations

import test_boards
import test_counting
from count_positions import counts
from test_boards import RECORDS

from exhaustive import in_full
from ttt_table import Game
from ttt_table.audit.published import published

GAMES = [
    *(Game(3, 3, k) for k in (1, 2, 3, 4)),
    Game(3, 3, 3, misere=True),
    Game(1, 5, 3),
    Game(2, 4, 3, misere=True),
    Game(3, 4, 3),
    *(Game(4, 4, k, misere) for k in (3, 4) for misere in (False, True)),
    *(Game(3, 5, k) for k in (2, 3, 4, 5)),
    *(Game(3, 6, k) for k in (3, 4)),
    Game(4, 5, 4),
]


def test_the_computed_counts_of_5x5() -> None:
    """What the audit compares its counts of 10 GB with; the other two take as long again."""
    known = published(Game(5, 5, 4))
    counted = counts(5, 5, 4)
    compared = {name: counted[name] for name in known if name != "value"}
    assert compared == {
        name: list(value) if isinstance(value, tuple) else value
        for name, (value, _) in known.items()
        if name != "value"
    }
    assert len(compared) == 17


in_full(test_counting.test_the_audit_counts_the_same, game=GAMES)


in_full(
    test_boards.test_a_build_gives_the_digest_that_is_listed,
    name=[name for name, record in RECORDS.items() if record["rows"] * record["cols"] <= 16],
)
