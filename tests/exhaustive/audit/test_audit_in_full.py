"""In full: the audit passes what is right and nothing else, and both of its checks agree."""

from __future__ import annotations

import test_audit
import test_audit_large
from exhaustive import in_full

from ttt_table import Game
from ttt_table.audit import arrays, audit
from ttt_table.build import build_table

SMALL = [
    Game(1, 1, 1),
    Game(1, 7, 3),
    Game(2, 2, 2),
    Game(2, 3, 2, misere=True),
    Game(2, 4, 3),
    Game(3, 3, 1),
    Game(3, 3, 2),
    Game(3, 3, 4),
    Game(3, 3, 3, misere=True),
    Game(4, 2, 2),
]


in_full(test_audit.test_a_change_of_any_one_slot_is_found, step=[1, 400])
in_full(test_audit.test_the_counts_are_those_of_a_walk, game=SMALL)


PLAIN = [
    Game(rows, cells // rows, k, misere)
    for cells in range(1, 10)
    for rows in range(1, cells + 1)
    if cells % rows == 0
    for k in range(1, max(rows, cells // rows) + 2)
    for misere in (False, True)
]
LARGER = [Game(2, 5, 3), Game(10, 1, 4), Game(1, 11, 3, True), Game(3, 4, 3), Game(4, 3, 2, True)]
DAMAGED = [
    *(Game(1, 5, 2), Game(2, 3, 2, True), Game(2, 4, 3), Game(3, 3, 3), Game(3, 3, 2, True)),
    *(Game(3, 3, 3, gravity=True), Game(3, 4, 3, True, True), Game(4, 3, 2, gravity=True)),
]


def test_four_by_four_agrees_with_the_published_counts(tmp_path: object) -> None:
    """All published numbers of 4x4, four in a row, come out of its table."""
    report = audit(build_table(Game(4, 4, 4), f"{tmp_path}/4x4k4.msgpack"))
    assert report.passed
    assert report.count_of("positions").found == 9722011
    assert report.count_of("games").found == 15038733958272
    assert len([count for count in report.counts if count.expected is not None]) > 12


in_full(test_audit_large.test_both_checks_find_the_same_in_a_right_table, game=PLAIN + LARGER)
in_full(
    test_audit_large.test_both_checks_find_the_same_in_a_wrong_table,
    many=[1, 4, 1000],
    game=DAMAGED,
)
in_full(
    test_audit_large.test_how_slots_are_read_makes_no_difference,
    room=[(arrays, "BATCH", batch) for batch in (1, 7, 500)],
)
in_full(
    test_audit_large.test_lines_made_are_what_the_rules_say,
    game=[Game(2, 4, 2), Game(1, 5, 1), Game(3, 3, 3), Game(3, 4, 2)],
)
