"""The audit of large tables finds just what the plain one finds, on right tables and wrong ones."""

import os
import random
import sys
from contextlib import nullcontext
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from support.repacked import packed

from ttt_table import Game
from ttt_table.audit import arrays, stored
from ttt_table.audit.checks import check_table, choose_check
from ttt_table.audit.plain import PlainCheck
from ttt_table.audit.report import SHOWN, Findings
from ttt_table.build import build_table
from ttt_table.cli import main
from ttt_table.errors import BadTableError, MissingExtraError
from ttt_table.table.codec import Contents, decode, encode
from ttt_table.table.files import read_table
from ttt_table.table.packing import PackedTier, pack_slots, pack_tier
from ttt_table.table.slots import slots_per_block

Check = type[PlainCheck] | type[arrays.ArrayCheck]


@cache
def table_of(game: Game) -> Contents:
    with TemporaryDirectory() as folder:
        return read_table(build_table(game, f"{folder}/table.msgpack"))


def with_tier(contents: Contents, stones: int, tier: PackedTier) -> Contents:
    """The table with one tier exchanged, its checksums mended."""
    tiers = packed(contents)
    tiers[stones] = tier
    return decode(b"".join(encode(contents.game, contents.positions, tiers)))


def spoilt(contents: Contents, chance: random.Random, many: int) -> Contents:
    """The table with so many slots of one tier set to another score that a palette can hold."""
    cells = contents.game.cells
    stones = chance.randrange(cells + 1)
    tier = contents.tiers[stones]
    scores = [
        contents.score(tier, slot)
        for slot in range(tier.blocks * slots_per_block(stones))
    ]
    ends = range(stones + 1, cells + 2)
    possible = [None, 0, *ends, *(-end for end in ends)]
    for slot in chance.sample(range(len(scores)), min(many, len(scores))):
        scores[slot] = chance.choice(
            [score for score in possible if score != scores[slot]]
        )
    return with_tier(
        contents, stones, pack_tier(cells, [*contents.masks(tier)], scores)
    )


def facts(findings: Findings) -> tuple[object, ...]:
    tiers = [tuple(vars(counts).values()) for counts in findings.counts]
    return findings.slots, findings.wrong_slots, findings.wrong, tiers


def checked(kind: Check, contents: Contents) -> Findings:
    return check_table(contents, kind, lambda _: None)


IN_ARRAYS: list[Check] = [arrays.ArrayCheck]
"""The long tests add the one that is compiled."""


def at_once(contents: Contents) -> Findings:
    """What the checks in arrays find, each the same."""
    first, *others = (checked(kind, contents) for kind in IN_ARRAYS)
    assert [*map(facts, others)] == [facts(first)] * len(others)
    return first


@pytest.mark.parametrize(
    "game",
    [
        Game(1, 5, 1),
        Game(1, 2, 3),
        Game(2, 4, 2, True),
        Game(2, 4, 2, True, True, breaker=True),
    ],
    ids=str,
)
def test_both_checks_find_the_same_in_a_right_table(game: Game) -> None:
    """No slot is wrong, and every tally is the same whole number of Python."""
    findings = at_once(table_of(game))
    assert findings.wrong_slots == 0
    assert facts(findings) == facts(checked(PlainCheck, table_of(game)))
    for counts in findings.counts:  # of games there are more than 64 bits can say
        numbers = [
            *counts.positions.values(),
            *counts.classes.values(),
            counts.last_stones,
        ]
        assert {type(number) for number in [*numbers, *counts.positions]} == {int}


@pytest.mark.parametrize("many", [4])
@pytest.mark.parametrize(
    "game",
    [Game(2, 3, 2, misere=True, gravity=True), Game(2, 3, 2, breaker=True)],
    ids=str,
)
def test_both_checks_find_the_same_in_a_wrong_table(game: Game, many: int) -> None:
    """Another score, a reachable slot denied, or an unreachable one given a score: all is found."""
    chance = random.Random(many)
    for _ in range(2):
        contents = spoilt(table_of(game), chance, many)
        findings = at_once(contents)
        assert findings.wrong_slots > 0
        assert facts(findings) == facts(checked(PlainCheck, contents))
        assert len(findings.wrong) == min(findings.wrong_slots, SHOWN)
        twice = spoilt(contents, chance, many)
        assert facts(at_once(twice)) == facts(checked(PlainCheck, twice))


@pytest.mark.parametrize(
    ("kind", "game", "step"),
    [
        (PlainCheck, Game(2, 3, 2), 10),
        (arrays.ArrayCheck, Game(2, 2, 2, gravity=True), 5),
    ],
)
def test_any_one_wrong_slot_is_found(kind: Check, game: Game, step: int) -> None:
    """Set to each other score of its tier, and to none; it is named first where no stones fall."""
    contents = table_of(game)
    for stones, tier in enumerate(contents.tiers):
        masks, slots = (
            [*contents.masks(tier)],
            range(tier.blocks * slots_per_block(stones)),
        )
        right = [contents.score(tier, slot) for slot in slots]
        for slot in slots[::step]:
            for other in {*tier.palette, None} - {right[slot]}:
                wrong = [*right[:slot], other, *right[slot + 1 :]]
                wrong_tier = pack_tier(game.cells, masks, wrong)
                findings = checked(kind, with_tier(contents, stones, wrong_tier))
                first = findings.wrong[0]
                assert first.stored != first.due
                assert game.gravity or first.board.count(".") == game.cells - stones


@pytest.mark.parametrize(
    ("room", "name", "value"),
    [(stored, "GAP_BYTES", 0), (stored, "GAP_BYTES", 1 << 20)],
)
def test_how_slots_are_read_makes_no_difference(
    room: object, name: str, value: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In small batches; block by block, or in one run with all between, though they share bytes."""
    monkeypatch.setattr(room, name, value)
    for game in (Game(2, 4, 3), Game(3, 3, 3, gravity=True)):
        contents = spoilt(table_of(game), random.Random(5), 40)
        assert facts(at_once(contents)) == facts(checked(PlainCheck, contents))


OTHER_MASKS = {
    "out of order": [5, 3, 9, 6],
    "one twice": [3, 3, 5, 9],
    "not canonical": [3, 5, 6, 10],
    "too many stones": [3, 5, 6, 7],
    "off the board": [3, 5, 6, 3 << 6],
    "too few stones": [3, 5, 6, 0],
    "one missing": [3, 5, 6],
}


def test_wrong_masks_and_numbers_out_of_the_palette_are_refused() -> None:
    """By the same words in both checks; three scores take two bits, which can say a fourth."""
    contents = table_of(Game(1, 4, 2))
    masks = packed(contents)[2].masks
    assert [*contents.masks(contents.tiers[2])] == [3, 5, 6, 9]
    broken = {
        name: (
            pack_tier(4, other, [0] * len(other) * slots_per_block(2)),
            "not the canonical",
        )
        for name, other in OTHER_MASKS.items()
    }
    slots = pack_slots([0, 1, 2, 3] * 2, 2)
    broken["palette"] = (
        PackedTier(masks, [-5, 0, 5], slots),
        "slot 3 of a tier holds number 3",
    )
    for name, (tier, said) in broken.items():
        for one in (PlainCheck, *IN_ARRAYS):
            with pytest.raises(BadTableError, match=said):
                pytest.fail(f"{name}: {checked(one, with_tier(contents, 2, tier))}")


def test_the_size_of_the_board_chooses_the_check(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Large boards need numpy, and the error says what to install; small ones never use it."""
    sizes = [Game(2, 5, 3), Game(1, 11, 3), Game(3, 4, 3)]
    assert [*map(choose_check, sizes)] == [
        PlainCheck,
        arrays.ArrayCheck,
        arrays.ArrayCheck,
    ]
    monkeypatch.setitem(sys.modules, "numpy", None)
    monkeypatch.delitem(sys.modules, "ttt_table.audit.arrays")
    assert {*map(choose_check, sizes)} == {PlainCheck}
    with pytest.raises(MissingExtraError, match=r"pip install 'ttt-table\[boards\]'"):
        choose_check(Game(1, 13, 3))


def test_a_file_that_is_cut_short_meanwhile_is_our_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Large files are read where they are needed; mapped, this one would kill the process."""
    path = Path(build_table(Game(3, 4, 3), tmp_path / "table"))
    monkeypatch.setattr("ttt_table.table.files.LARGE_FROM", 1)
    told: list[int] = []

    def cut(slots: int) -> None:
        told.append(slots)
        os.truncate(path, path.stat().st_size // 2)

    monkeypatch.setattr("ttt_table.audit.show_bar", lambda *_, **__: nullcontext(cut))
    assert main(["audit", "--jobs", "1", str(path)]) == 3
    assert len(told) == 1
    assert "the file has changed" in capsys.readouterr().err
