"""In full: the audit passes what is right and nothing else; all checks agree."""

import signal
from itertools import combinations
from pathlib import Path
from random import Random

import pytest
import test_audit
import test_audit_large
import test_shared_audit
from exhaustive import in_full
from exhaustive.underway import GOING, long, start, wait_for
from support.games import on_surface
from test_build import GAMES
from test_shared_audit import shared_finely  # noqa: F401  # fixtures

from ttt_table import Game
from ttt_table.audit import arrays
from ttt_table.audit.checks import COMPILED_FROM, choose_check
from ttt_table.audit.compiled import CompiledCheck
from ttt_table.audit.plain import PlainCheck
from ttt_table.build import build_table

test_audit_large.IN_ARRAYS.append(CompiledCheck)
PLAIN = [game for game in GAMES if game.cells < 10]
LARGER = [
    Game(2, 5, 3),
    Game(10, 1, 4),
    Game(1, 11, 3, True),
    Game(3, 4, 3),
    Game(4, 3, 2, True),
]
BREAKERS = [Game(2, 4, 2, breaker=True), Game(breaker=True)]
DAMAGED = [
    *BREAKERS,
    Game(1, 5, 2),
    Game(2, 3, 2, True),
    Game(2, 4, 3),
    Game(3, 3, 3),
    Game(3, 3, 2, True),
    Game(3, 3, 3, gravity=True),
    Game(3, 4, 3, True, True),
    Game(4, 3, 2, gravity=True),
]
OF_LINES = [
    on_surface(3, 3, 3, "torus"),
    on_surface(3, 4, 3, "klein", gravity=True),
    # More lines than a word has.
    Game(3, 3, lines=combinations(range(9), 3), name="threes"),
]

in_full(
    test_audit_large.test_any_one_wrong_slot_is_found,
    kind=[
        (PlainCheck, Game(2, 3, 2), 1),
        (PlainCheck, Game(), 50),
        (CompiledCheck, Game(2, 3, 2, True), 1),
        (CompiledCheck, Game(2, 3, 3, gravity=True), 1),
        (CompiledCheck, Game(2, 4, 3), 20),
    ],
)
in_full(test_audit.test_the_counts_are_those_of_a_walk, game=PLAIN[::9])


def test_large_tables_are_checked_by_compiled_code() -> None:
    """As soon as it saves the time that its import takes."""
    assert choose_check(Game(4, 5, 4), COMPILED_FROM) is CompiledCheck
    assert choose_check(Game(4, 5, 4), COMPILED_FROM - 1) is arrays.ArrayCheck


@pytest.mark.parametrize("game", PLAIN[::5] + LARGER + OF_LINES, ids=str)
def test_compiled_code_alone_passes_a_right_table(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Only where something is wrong numpy has to say what."""
    monkeypatch.setattr(arrays, "expected_scores", None)
    contents = test_audit_large.table_of(game)
    assert test_audit_large.checked(CompiledCheck, contents).wrong_slots == 0


@pytest.mark.parametrize("count", [1, 4, 1000])
@pytest.mark.parametrize("game", OF_LINES, ids=str)
def test_compiled_code_finds_the_same_in_a_wrong_game_of_lines(
    game: Game, count: int
) -> None:
    """Plain Python may use another symmetry of many, and so find another wrong slot."""
    right = test_audit_large.table_of(game)
    contents = test_audit_large.spoilt(right, Random(count), count)
    assert test_audit_large.checked_in_arrays(contents).wrong_slots > 0


in_full(
    test_audit_large.test_both_checks_find_the_same_in_a_right_table,
    game=PLAIN[::3] + LARGER + OF_LINES + BREAKERS,
)
in_full(
    test_audit_large.test_both_checks_find_the_same_in_a_wrong_table,
    count=[1, 2, 4, 1000],
    game=DAMAGED,
)
in_full(
    test_audit_large.test_how_slots_are_read_makes_no_difference,
    owner=[
        (check, "batch", batch)
        for check in (arrays.ArrayCheck, CompiledCheck)
        for batch in (1, 7, 500)
    ],
)
in_full(test_audit_large.test_wrong_masks_are_refused)
in_full(test_audit_large.test_numbers_beyond_the_palette_are_refused)


@pytest.mark.xdist_group("processes")
def test_an_interrupt_ends_everything(tmp_path: Path) -> None:
    """Exit status 130, one line, no traceback; the threads stop between two batches."""
    path = build_table(Game(4, 4, 4), tmp_path / "t")
    auditor = start(*long("audit", "-q", "--jobs", "2", path))
    wait_for("some", auditor)
    auditor.send_signal(signal.SIGINT)  # while it waits, so that it cannot be too late
    _, errors = auditor.communicate(GOING)
    assert (auditor.returncode, errors) == (130, "ttt-table: error: interrupted\n")


SHARED = [
    Game(2, 3, 2),
    Game(),
    Game(3, 4, 3),
    Game(3, 4, 3, True),
    Game(4, 3, 3, gravity=True),
]
in_full(
    test_shared_audit.test_whoever_does_the_work_the_report_is_the_same, game=SHARED
)
in_full(
    test_shared_audit.test_in_whatever_order_shares_are_checked_they_find_the_same,
    game=SHARED,
)
