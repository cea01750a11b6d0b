"""The audit: passes what is right, and nothing else."""

import json
from pathlib import Path
from typing import Any

import pytest
from crafted import Parts, Raw
from support.cases import exhaustive
from support.games import (
    K_IN_A_ROW,
    TableOf,
    boxed,
    fano,
    hex_board,
    of_shape,
    on_surface,
)
from support.repacked import changed, packed, written

import ttt_table.audit
from ttt_table import Game, Table
from ttt_table.audit import Report, audit
from ttt_table.audit.counts import (
    COUNTS_OF_CLASSES,
    FIRST_MOVES,
    POSITION_ROWS,
    RESULT_ROWS,
)
from ttt_table.audit.published import known_counts
from ttt_table.build import build_table
from ttt_table.errors import BadTableError
from ttt_table.rules import game as rules
from ttt_table.rules.automorphisms import Automorphisms
from ttt_table.rules.game import symmetries
from ttt_table.rules.recognition import name_fits_lines
from ttt_table.table.contents import Contents
from ttt_table.table.files import shipped_path


@pytest.fixture(scope="module")
def report() -> Report:
    """The report on the shipped table."""
    return audit(shipped_path())


def test_the_shipped_table_passes(report: Report) -> None:
    """Every slot is right."""
    assert report.passed
    assert (report.slots, report.wrong_slots, report.wrong) == (1372, 0, [])


def test_the_shipped_table_is_compared_with_every_known_count(
    report: Report,
) -> None:
    """Rows by ply too."""
    compared = {count.name for count in report.counts if count.expected is not None}
    assert compared.issuperset(known_counts(Game()))
    assert compared.issuperset([FIRST_MOVES, *POSITION_ROWS, *RESULT_ROWS])


def test_a_file_without_the_blocks_of_its_game_is_refused_at_once(
    tmp_path: Path, shipped: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its few slots are not checked against what may be millions of masks."""
    contents = Contents(shipped)
    tiers = packed(contents)
    tiers[1] = tiers[1]._replace(masks=tiers[1].masks[:2], slots=tiers[1].slots[:1])
    path = written(tmp_path / "spoilt", contents, tiers)
    monkeypatch.setattr(ttt_table.audit, "_check_slots", None)
    with pytest.raises(BadTableError, match="does not have the blocks of 3x3k3"):
        audit(path)


GAMES_OF_FAMILIES = [
    on_surface(3, 4, 3, "torus"),
    on_surface(3, 3, 3, "klein"),
    hex_board(2, 3),
    boxed(2, 2, 2, 2),
    boxed(2, 2, 2, 2, gravity=True),
    of_shape(3, 3, "XX./.XX", "XX-_XX"),
    Game.named("3x3-affine-3"),
    Game.named("2x4-el"),
    Game(lines=[[0, 1, 2], [3, 4, 5]]),
    Game(lines=[[0, 1, 2]], o_lines=[[3, 4, 5]]),
]
FILE = Path(ttt_table.audit.__file__).with_name("published.json")
PUBLISHED = json.loads(FILE.read_text(encoding="utf-8"))
ENTRIES = [(Game(**entry["game"]), entry["counts"]) for entry in PUBLISHED["games"]]
with_each_entry = pytest.mark.parametrize(
    ("game", "counts"), ENTRIES, ids=[str(game) for game, _ in ENTRIES]
)


def turned(game: Game) -> Game:
    """Return the game on the board turned by a quarter, if that is the same game."""
    if game.gravity or game.lines is not None:
        return game
    return game._replace(rows=game.cols, cols=game.rows)


def test_a_game_is_in_the_list_of_published_numbers_once() -> None:
    """However its board is turned."""
    games = [frozenset([game, turned(game)]) for game, _ in ENTRIES]
    assert len({*games}) == len(games)


@with_each_entry
def test_published_numbers_have_names_that_the_audit_has(
    game: Game, counts: dict[str, Any], report: Report
) -> None:
    """Rows have a number for each ply."""
    names = {count.name for count in report.counts}
    assert names.issuperset(counts)
    for name in {*POSITION_ROWS, *RESULT_ROWS}.intersection(counts):
        assert len(counts[name]["value"]) == game.cells + 1


@with_each_entry
def test_published_numbers_have_a_source_that_is_listed(
    game: Game, counts: dict[str, Any]
) -> None:
    """With its title."""
    for name, count in counts.items():
        assert list(count) == ["value", "source"]
        title = PUBLISHED["sources"][count["source"]]["title"]
        assert known_counts(game)[name].source.startswith(title)


def test_every_source_that_is_listed_is_used() -> None:
    """None is left from a number that went."""
    used = {count["source"] for _, counts in ENTRIES for count in counts.values()}
    assert used == {*PUBLISHED["sources"]}


def test_every_source_has_an_address() -> None:
    """Of a page that can be opened."""
    for source in PUBLISHED["sources"].values():
        assert source["address"].startswith("http")


@pytest.mark.parametrize("blocks_too", [False, True])
def test_other_symmetries_than_a_writer_lists_are_refused(
    blocks_too: bool, tmp_path: Path
) -> None:
    """Whether the blocks are by the fewer symmetries, or by all."""
    torus = on_surface(3, 3, 3, "torus")
    contents = Contents(Path(build_table(torus, tmp_path / "table")).read_bytes())
    fewer = tuple(symmetry for symmetry in symmetries(torus) if symmetry[:2] == (0, 1))
    with pytest.MonkeyPatch.context() as changed:
        changed.setattr(rules, "_automorphisms", lambda _: Automorphisms(fewer, False))
        if blocks_too:
            build_table(torus, tmp_path / "table")
        else:
            written(tmp_path / "table", contents, packed(contents))
    assert Contents((tmp_path / "table").read_bytes()).symmetries == fewer
    with pytest.raises(BadTableError, match="table: it does not list the symmetries"):
        audit(tmp_path / "table")


@pytest.mark.parametrize(
    "name",
    [
        "klein-k3",
        "hex",
        *exhaustive(["torus-k0", "2x2x2-k2", "XX-_XX", "lines-00000000", "tippy"]),
    ],
)
def test_a_family_name_on_other_lines_is_refused(name: str, tmp_path: Path) -> None:
    """A cylinder cannot pass for a Klein bottle, nor for any other family."""
    cylinder = on_surface(3, 3, 3, "cylinder")
    path = build_table(cylinder._replace(name=name), tmp_path / "table")
    with pytest.raises(
        BadTableError, match=f"called {name}, but does not have the lines"
    ):
        audit(path)


@pytest.mark.parametrize("game", GAMES_OF_FAMILIES, ids=str)
def test_the_name_of_a_family_stands_for_its_lines(game: Game) -> None:
    """On surfaces, in Hex, in boxes, of shapes, on planes, and by a checksum."""
    assert name_fits_lines(game) is True


def test_nobody_but_the_builder_vouches_for_another_name() -> None:
    """It can stand for any lines."""
    game = Game(lines=[[0, 1, 2], [3, 4, 5]], name="mine")
    assert name_fits_lines(game) is None


def test_a_head_with_another_number_of_positions_is_refused(
    tmp_path: Path, shipped: bytes
) -> None:
    """No build writes it."""
    contents = Contents(shipped)
    path = written(
        tmp_path / "spoilt", changed(contents, positions=5479), packed(contents)
    )
    with pytest.raises(
        BadTableError, match="spoilt: the header says 5479 positions, the slots 5478"
    ):
        audit(path)


def test_a_head_with_scores_that_do_not_occur_is_refused(
    tmp_path: Path, shipped: bytes
) -> None:
    """No build writes it."""
    contents = Contents(shipped)
    tiers = packed(contents)
    tiers[0] = tiers[0]._replace(palette=[0, 5, None])
    path = written(tmp_path / "spoilt", contents, tiers)
    with pytest.raises(
        BadTableError, match="spoilt: tier 0: its palette has scores that do not"
    ):
        audit(path)


@pytest.mark.parametrize(
    "game",
    [
        Game(1, 1, 1),
        Game(1, 7, 3),
        Game(2, 2, 2),
        Game(2, 3, 2, misere=True),
        *exhaustive([game for game in K_IN_A_ROW if game.cells < 10][::9]),
    ],
    ids=str,
)
def test_the_counts_are_those_of_a_walk(
    game: Game, tmp_path: Path, table_of: TableOf
) -> None:
    """Through all boards; tests/test_counting.py has the other counts."""
    report = audit(build_table(game, tmp_path / "table"))
    assert report.passed
    counts = {count.name: count.value for count in report.counts}
    values = [outcome.value for outcome in table_of(game).values()]
    assert counts["won for the mover"] == values.count(1)
    assert counts["lost for the mover"] == values.count(-1)
    assert counts["drawn for the mover"] == values.count(0)
    assert counts["nodes of the game tree"] == nodes_of(table_of(game))


def nodes_of(table: Table) -> int:
    """Count the ways to each board, and add them up."""
    ways = dict.fromkeys(table, 0)
    ways["." * table.game.cells] = 1
    for board in table:
        for cell in table.legal_moves(board):
            ways[table.push(board, cell)] += ways[board]
    return sum(ways.values())


@pytest.mark.parametrize(
    ("key", "longer"),
    [
        ("rows", b"\xcc\3"),
        ("k", b"\xd3\0\0\0\0\0\0\0\3"),
        ("positions", b"\xce\0\0\x15\x66"),
    ],
)
def test_a_header_in_another_encoding_is_refused(
    key: str, longer: bytes, tmp_path: Path, shipped: bytes
) -> None:
    """One table is one file, byte for byte, although readers open the other one too."""
    path = tmp_path / "longer"
    changed: dict[str, Any] = {key: Raw(longer)}
    path.write_bytes(Parts.of(shipped).file(**changed))
    assert Contents(path.read_bytes()).positions == 5478
    with pytest.raises(BadTableError, match="longer: its header is not in the enc"):
        audit(path)


def test_the_rules_of_a_header_in_another_encoding_are_refused(tmp_path: Path) -> None:
    """As everything else in it."""
    path = tmp_path / "longer"
    parts = Parts.of(Path(build_table(fano(), path)).read_bytes())
    path.write_bytes(parts.file_with_rules(name=Raw(b"\xd9\x04fano")))
    assert Contents(path.read_bytes()).game == fano()
    with pytest.raises(BadTableError, match="is not in the encoding that a build"):
        audit(path)


def test_nothing_is_counted_up_to_symmetries_of_which_a_table_has_a_part(
    tmp_path: Path,
) -> None:
    """Without lines 7 cells have 5,040 symmetries, and 8 classes of positions."""
    report = audit(build_table(Game(1, 7, lines=[]), tmp_path / "table"))
    assert report.passed
    names = {count.name for count in report.counts}
    assert "positions per ply" in names
    assert names.isdisjoint(COUNTS_OF_CLASSES)


def test_every_count_up_to_symmetry_is_left_out_then(report: Report) -> None:
    """By its name."""
    names = {count.name for count in report.counts}
    assert names.issuperset(COUNTS_OF_CLASSES)
    words = ("up to symmetry", "classes")
    of_classes = {name for name in names if any(word in name for word in words)}
    assert of_classes == {*COUNTS_OF_CLASSES}


def test_a_table_whose_start_is_unreachable_is_reported(
    tmp_path: Path, shipped: bytes
) -> None:
    """Whatever is in the slots, the audit ends with a report."""
    contents = Contents(shipped)
    tiers = packed(contents)
    for stones in (0, 1):
        no_slots = bytes(len(tiers[stones].slots))
        tiers[stones] = tiers[stones]._replace(palette=[None], slots=no_slots)
    report = audit(written(tmp_path / "spoilt", contents, tiers))
    assert not report.passed
    assert report.wrong_slots == 4
