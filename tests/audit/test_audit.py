"""The audit: passes what is right, and nothing else."""

import json
from pathlib import Path

import pytest
from support.games import TableOf, on_surface
from support.repacked import packed, written

import ttt_table.audit
from ttt_table import Game
from ttt_table.audit import audit
from ttt_table.audit.counts import FIRST_MOVES, POSITION_ROWS, RESULT_ROWS
from ttt_table.audit.published import published
from ttt_table.build import build_table
from ttt_table.errors import BadTableError
from ttt_table.rules import game as rules
from ttt_table.rules.game import symmetries
from ttt_table.table.codec import decode
from ttt_table.table.files import shipped_path
from ttt_table.table.packing import PackedTier


def test_the_shipped_table_passes_with_every_published_count() -> None:
    """Every slot, and every number that is known."""
    report = audit(shipped_path())
    assert report.passed
    assert (report.slots, report.wrong_slots, report.wrong) == (1372, 0, [])
    compared = {count.name for count in report.counts if count.expected is not None}
    assert compared >= set(published(Game())) | {
        FIRST_MOVES,
        *POSITION_ROWS,
        *RESULT_ROWS,
    }


def test_the_list_of_published_numbers_is_well_formed() -> None:
    """A game once, however its board is turned; names that the audit has; no source unused."""
    listed = json.loads(
        Path(ttt_table.audit.__file__).with_name("published.json").read_text()
    )
    names = {count.name for count in audit(shipped_path()).counts}
    games, sources = [Game(**entry["game"]) for entry in listed["games"]], {"computed"}
    for game, entry in zip(games, listed["games"], strict=True):
        turned = game if game.lines else game._replace(rows=game.cols, cols=game.rows)
        assert (
            games.count(game)
            + (turned != game and not game.gravity) * games.count(turned)
            == 1
        )
        assert {*entry["counts"]} <= names
        for name, count in entry["counts"].items():
            assert [*count] == ["value", "source"]
            assert (
                name not in POSITION_ROWS + RESULT_ROWS
                or len(count["value"]) == game.cells + 1
            )
            title = listed["sources"][count["source"]]["title"]
            assert published(game)[name].source.startswith(title)
            sources.add(count["source"])
    assert sources == {*listed["sources"]}
    for key in sources - {"computed"}:
        assert listed["sources"][key]["address"].startswith("http")


@pytest.mark.parametrize("blocks_too", [False, True])
def test_other_symmetries_than_a_writer_lists_are_refused(
    blocks_too: bool, tmp_path: Path
) -> None:
    """Whether the blocks are those by the fewer ones, or those that no reader finds by them."""
    torus = on_surface(3, 3, 3, "torus")
    contents = decode(Path(build_table(torus, tmp_path / "table")).read_bytes())
    few = tuple(one for one in symmetries(torus) if one[:2] == (0, 1))
    with pytest.MonkeyPatch.context() as changed:
        changed.setattr(rules, "_symmetries_of_lines", lambda _: few)
        if blocks_too:
            build_table(torus, tmp_path / "table")
        else:
            written(tmp_path / "table", contents, packed(contents))
    assert decode((tmp_path / "table").read_bytes()).symmetries == few
    with pytest.raises(BadTableError, match="table: it lists other symmetries"):
        audit(tmp_path / "table")


def test_a_head_that_the_slots_do_not_vouch_for_is_refused(
    tmp_path: Path, shipped: bytes
) -> None:
    """A number of positions, or scores that do not occur: no build writes them."""
    contents, tiers = decode(shipped), packed(decode(shipped))
    path = written(tmp_path / "spoilt", contents._replace(positions=5479), tiers)
    with pytest.raises(
        BadTableError, match="spoilt: the head says 5479 positions, the slots 5478"
    ):
        audit(path)
    tiers[0] = PackedTier(tiers[0].masks, [0, 5, None], tiers[0].slots)
    path = written(tmp_path / "spoilt", contents, tiers)
    with pytest.raises(
        BadTableError, match="spoilt: tier 0: its palette has scores that do not"
    ):
        audit(path)


@pytest.mark.parametrize(
    "game",
    [Game(1, 1, 1), Game(1, 7, 3), Game(2, 2, 2), Game(2, 3, 2, misere=True)],
    ids=str,
)
def test_the_counts_are_those_of_a_walk(
    game: Game, tmp_path: Path, table_of: TableOf
) -> None:
    """Through all boards, and along every path; tests/test_counting.py sees to the other counts."""
    report, table = audit(build_table(game, tmp_path / "table")), table_of(game)
    assert report.passed
    found = {count.name: count.found for count in report.counts}
    values = [outcome.value for outcome in table.values()]
    for name, value in (("won", 1), ("lost", -1), ("drawn", 0)):
        assert found[f"{name} for the mover"] == values.count(value)
    ways = dict.fromkeys(table, 0) | {"." * game.cells: 1}
    for board in table:
        for cell in table.legal_moves(board):
            ways[table.push(board, cell)] += ways[board]
    assert found["nodes of the game tree"] == sum(ways.values())


def test_a_table_whose_start_is_unreachable_is_reported_not_crashed_on(
    tmp_path: Path, shipped: bytes
) -> None:
    """Whatever stands in the slots, the audit ends with a report."""
    contents = decode(shipped)
    tiers = [
        PackedTier(
            masks,
            [None] if stones < 2 else palette,
            slots if stones > 1 else bytes(len(slots)),
        )
        for stones, (masks, palette, slots) in enumerate(packed(contents))
    ]
    report = audit(written(tmp_path / "spoilt", contents, tiers))
    assert not report.passed
    assert report.wrong_slots == 4
