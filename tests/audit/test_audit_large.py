"""The audit of large tables finds just what the plain one finds."""

import os
import random
import sys
from contextlib import nullcontext
from itertools import product
from pathlib import Path

import pytest
from support.audits import (
    AUDITED_OF_LINES,
    LARGER_AUDITED,
    Check,
    CheckInArrays,
    checked,
    contents_of,
    facts,
    scores_of,
    spoilt,
    with_scores,
    with_tier,
)
from support.cases import exhaustive, exhaustive_rows
from support.games import K_IN_A_ROW
from support.repacked import packed

from ttt_table import Game
from ttt_table.audit import stored
from ttt_table.audit.arrays import ArrayCheck
from ttt_table.audit.checks import choose_check
from ttt_table.audit.plain import PlainCheck
from ttt_table.audit.report import SHOWN
from ttt_table.build import build_table
from ttt_table.build.plan import plan_build
from ttt_table.cli import main
from ttt_table.errors import BadTableError, MissingExtraError
from ttt_table.runtime import slots_per_block
from ttt_table.table.writer import PackedTier, pack_slots, pack_tier

RIGHT = [
    *[game for game in K_IN_A_ROW if game.cells < 10][::3],
    *LARGER_AUDITED,
    *AUDITED_OF_LINES,
    Game(2, 4, 2, breaker=True),
    Game(breaker=True),
]
DAMAGED = [
    Game(2, 4, 2, breaker=True),
    Game(breaker=True),
    Game(1, 5, 2),
    Game(2, 3, 2, True),
    Game(2, 4, 3),
    Game(3, 3, 3),
    Game(3, 3, 2, True),
    Game(3, 3, 3, gravity=True),
    Game(3, 4, 3, True, True),
    Game(4, 3, 2, gravity=True),
]


@pytest.mark.parametrize(
    "game",
    [
        Game(1, 5, 1),
        Game(1, 2, 3),
        Game(2, 4, 2, True),
        Game(2, 4, 2, True, True, breaker=True),
        *exhaustive(RIGHT),
    ],
    ids=str,
)
def test_both_checks_find_the_same_in_a_right_table(
    game: Game, check_in_arrays: CheckInArrays
) -> None:
    """No slot is wrong, and every count is the same."""
    findings = check_in_arrays(contents_of(game))
    assert findings.wrong_slots == 0
    assert facts(findings) == facts(checked(PlainCheck, contents_of(game)))


def test_counts_are_integers_of_python(check_in_arrays: CheckInArrays) -> None:
    """The number of games is made from them, and may have more than 64 bits."""
    for counts in check_in_arrays(contents_of(Game(2, 4, 2))).counts:
        numbers = [
            *counts.positions,
            *counts.positions.values(),
            *counts.classes.values(),
            counts.last_stones,
        ]
        assert {*map(type, numbers)} == {int}


@pytest.mark.parametrize("count", [4, *exhaustive([1, 1000])])
@pytest.mark.parametrize(
    "game",
    [
        Game(2, 3, 2, misere=True, gravity=True),
        Game(2, 3, 2, breaker=True),
        *exhaustive(DAMAGED),
    ],
    ids=str,
)
def test_both_checks_find_the_same_in_a_wrong_table(
    game: Game, count: int, check_in_arrays: CheckInArrays
) -> None:
    """Wrong scores, reachable slots denied, unreachable ones with a score."""
    rng = random.Random(count)
    for _ in range(2):
        contents = spoilt(contents_of(game), rng, count)
        findings = check_in_arrays(contents)
        assert findings.wrong_slots > 0
        assert len(findings.wrong) == min(findings.wrong_slots, SHOWN)
        assert facts(findings) == facts(checked(PlainCheck, contents))
        twice = spoilt(contents, rng, count)
        assert facts(check_in_arrays(twice)) == facts(checked(PlainCheck, twice))


@pytest.mark.parametrize(
    ("kind", "game", "step"),
    [
        (PlainCheck, Game(2, 3, 2), 10),
        (ArrayCheck, Game(2, 2, 2, gravity=True), 5),
        *exhaustive_rows([(PlainCheck, Game(2, 3, 2), 1), (PlainCheck, Game(), 50)]),
    ],
)
def test_any_one_wrong_slot_is_found(kind: Check, game: Game, step: int) -> None:
    """Set to each other score of its tier, and to none."""
    contents = contents_of(game)
    for stones, tier in enumerate(contents.tiers):
        right = scores_of(contents, stones)
        for slot in range(0, len(right), step):
            for score in {*tier.palette, None} - {right[slot]}:
                scores = list(right)
                scores[slot] = score
                wrong = checked(kind, with_scores(contents, stones, scores)).wrong
                assert wrong[0].stored != wrong[0].expected
                # With gravity, a slot of the tier after it may be named first.
                if not game.gravity:
                    assert wrong[0].board.count(".") == game.cells - stones


@pytest.mark.parametrize("game", [Game(2, 4, 3), Game(3, 3, 3, gravity=True)], ids=str)
@pytest.mark.parametrize(
    ("owner", "name", "value"),
    [
        (stored, "GAP_BYTES", 0),
        (stored, "GAP_BYTES", 1 << 20),
        *exhaustive_rows(product([ArrayCheck], ["batch"], [1, 7, 500])),
    ],
)
def test_how_slots_are_read_makes_no_difference(  # two are fixtures
    owner: object,
    name: str,
    value: int,
    game: Game,
    check_in_arrays: CheckInArrays,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """In batches of any size; block by block, or in one run with all between."""
    monkeypatch.setattr(owner, name, value)
    contents = spoilt(contents_of(game), random.Random(5), 40)
    assert facts(check_in_arrays(contents)) == facts(checked(PlainCheck, contents))


OTHER_MASKS = {
    "out of order": [5, 3, 9, 6],
    "one twice": [3, 3, 5, 9],
    "not canonical": [3, 5, 6, 10],
    "too many stones": [3, 5, 6, 7],
    "off the board": [3, 5, 6, 3 << 6],
    "too few stones": [3, 5, 6, 0],
    "one missing": [3, 5, 6],
}


def test_the_right_masks_are_accepted() -> None:
    """Those that the wrong ones below are made from."""
    contents = contents_of(Game(1, 4, 2))
    assert list(contents.masks(contents.tiers[2])) == [3, 5, 6, 9]


@pytest.mark.parametrize("masks", OTHER_MASKS.values(), ids=OTHER_MASKS)
def test_wrong_masks_are_refused(
    masks: list[int], checks_in_arrays: list[Check]
) -> None:
    """By the same words in all checks."""
    contents = contents_of(Game(1, 4, 2))
    tier = pack_tier(4, masks, [0] * len(masks) * slots_per_block(2))
    wrong = with_tier(contents, 2, tier)
    for kind in (PlainCheck, *checks_in_arrays):
        with pytest.raises(BadTableError, match="not the canonical"):
            checked(kind, wrong)


def test_numbers_beyond_the_palette_are_refused(
    checks_in_arrays: list[Check],
) -> None:
    """Three scores take two bits, which can hold the number of a fourth."""
    contents = contents_of(Game(1, 4, 2))
    masks = packed(contents)[2].masks
    slots = pack_slots([0, 1, 2, 3] * 2, 2)
    wrong = with_tier(contents, 2, PackedTier(masks, [-5, 0, 5], slots))
    for kind in (PlainCheck, *checks_in_arrays):
        with pytest.raises(BadTableError, match="slot 3 of a tier holds number 3"):
            checked(kind, wrong)


@pytest.mark.parametrize(
    ("game", "expected"),
    [
        (Game(2, 5, 3), PlainCheck),
        (Game(1, 11, 3), ArrayCheck),
        (Game(3, 4, 3), ArrayCheck),
    ],
    ids=str,
)
def test_the_size_of_the_board_chooses_the_check(game: Game, expected: Check) -> None:
    """Small boards never use numpy."""
    assert choose_check(game) is expected


@pytest.fixture
def without_numpy(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have imports of numpy fail, and of what needs it."""
    monkeypatch.setitem(sys.modules, "numpy", None)
    monkeypatch.delitem(sys.modules, "ttt_table.audit.arrays")


@pytest.mark.usefixtures("without_numpy")
@pytest.mark.parametrize(
    "game",
    [Game(2, 5, 3), Game(3, 4, 3), Game(1, 13, 3), Game(4, 4, 4, gravity=True)],
    ids=str,
)
def test_without_numpy_what_can_be_built_can_be_audited(game: Game) -> None:
    """It takes longer."""
    assert plan_build(game).method == "search"
    assert choose_check(game) is PlainCheck


@pytest.mark.usefixtures("without_numpy")
def test_without_numpy_the_error_for_a_large_board_says_what_to_install() -> None:
    """With the name that pip understands."""
    with pytest.raises(MissingExtraError, match=r"pip install 'ttt-table\[boards\]'"):
        choose_check(Game(2, 7, 3))
    with pytest.raises(MissingExtraError, match=r"pip install 'ttt-table\[boards\]'"):
        plan_build(Game(2, 7, 3))


def test_a_file_that_is_cut_short_during_the_audit_is_an_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Large files are read where they are needed; mapped, it would kill the process."""
    path = Path(build_table(Game(3, 4, 3), tmp_path / "table"))
    monkeypatch.setattr("ttt_table.runtime.LARGE_FROM", 1)
    advances: list[int] = []

    def cut(slots: int) -> None:
        advances.append(slots)
        os.truncate(path, path.stat().st_size // 2)

    monkeypatch.setattr("ttt_table.audit.show_bar", lambda *_, **__: nullcontext(cut))
    assert main(["audit", "--jobs", "1", str(path)]) == 3
    assert len(advances) == 1
    assert "the file has changed" in capsys.readouterr().err
