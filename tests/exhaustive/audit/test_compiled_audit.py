"""The compiled audit finds what the other checks find, and ends when interrupted."""

import signal
from pathlib import Path
from random import Random

import pytest
from support.audits import (
    AUDITED_OF_LINES,
    LARGER_AUDITED,
    checked,
    contents_of,
    facts,
    scores_of,
    spoilt,
    with_scores,
)
from support.games import K_IN_A_ROW
from support.underway import GOING, long, start, wait_for

from ttt_table import Game
from ttt_table.audit import arrays
from ttt_table.audit.checks import COMPILED_FROM, choose_check
from ttt_table.audit.compiled import COMPILED_AT_ONCE, CompiledCheck
from ttt_table.audit.plain import PlainCheck
from ttt_table.build import build_table

RIGHT = [
    *[game for game in K_IN_A_ROW if game.cells < 10][::5],
    *LARGER_AUDITED,
    *AUDITED_OF_LINES,
]


def test_large_tables_are_checked_by_compiled_code() -> None:
    """As soon as it saves the time that its import takes."""
    assert choose_check(Game(4, 5, 4), COMPILED_FROM) is CompiledCheck
    assert choose_check(Game(4, 5, 4), COMPILED_FROM - 1) is arrays.ArrayCheck


@pytest.mark.parametrize("batch", [100, COMPILED_AT_ONCE])
@pytest.mark.parametrize("game", RIGHT, ids=str)
def test_compiled_code_alone_passes_a_right_table(
    game: Game, batch: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also in parts of blocks; numpy is only needed to say what is wrong."""
    monkeypatch.setattr(CompiledCheck, "batch", batch)
    monkeypatch.setattr(arrays, "expected_scores", None)
    assert checked(CompiledCheck, contents_of(game)).wrong_slots == 0


@pytest.mark.parametrize(
    ("game", "step"),
    [
        (Game(2, 3, 2, True), 1),
        (Game(2, 3, 3, gravity=True), 1),
        (Game(2, 4, 3), 20),
    ],
    ids=str,
)
def test_any_one_wrong_slot_is_found(game: Game, step: int) -> None:
    """Set to each other score of its tier, and to none."""
    contents = contents_of(game)
    for stones, tier in enumerate(contents.tiers):
        right = scores_of(contents, stones)
        for slot in range(0, len(right), step):
            for score in {*tier.palette, None} - {right[slot]}:
                scores = list(right)
                scores[slot] = score
                wrong_contents = with_scores(contents, stones, scores)
                wrong = checked(CompiledCheck, wrong_contents).wrong
                assert wrong[0].stored != wrong[0].expected


@pytest.mark.parametrize("count", [1, 1000])
@pytest.mark.parametrize("game", AUDITED_OF_LINES, ids=str)
def test_it_finds_the_same_in_a_wrong_game_of_lines(game: Game, count: int) -> None:
    """Plain Python may use another symmetry of many, and so find another wrong slot."""
    contents = spoilt(contents_of(game), Random(count), count)
    findings = checked(CompiledCheck, contents)
    assert findings.wrong_slots > 0
    assert facts(findings) == facts(checked(arrays.ArrayCheck, contents))


@pytest.mark.parametrize("batch", [1, 7, 500])
@pytest.mark.parametrize("game", [Game(2, 4, 3), Game(3, 3, 3, gravity=True)], ids=str)
def test_the_size_of_a_batch_makes_no_difference(
    game: Game, batch: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(CompiledCheck, "batch", batch)
    contents = spoilt(contents_of(game), Random(5), 40)
    findings = checked(CompiledCheck, contents)
    assert facts(findings) == facts(checked(PlainCheck, contents))


@pytest.mark.xdist_group("processes")
def test_an_interrupt_ends_everything(tmp_path: Path) -> None:
    """Exit status 130, one line, no traceback; the threads stop between two batches."""
    path = build_table(Game(4, 4, 4), tmp_path / "t")
    auditor = start(*long("audit", "-q", "--jobs", "2", path))
    wait_for("checked", auditor)
    auditor.send_signal(signal.SIGINT)  # while it waits, so that it cannot be too late
    _, errors = auditor.communicate(GOING)
    assert (auditor.returncode, errors) == (130, "ttt-table: error: interrupted\n")
