"""Games with gravity: each table against brute force, and methods and checks against each other."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

import pytest
from repacked import packed
from slow import Slow

from ttt_table import BoardError, Game, Table, open_table
from ttt_table.audit import audit
from ttt_table.audit.checks import check_table
from ttt_table.audit.plain import PlainCheck
from ttt_table.build import build_table
from ttt_table.rules.game import covers, floating, playable, removable, supports
from ttt_table.table.codec import Contents, decode, encode
from ttt_table.table.files import read_table
from ttt_table.table.packing import pack_tier
from ttt_table.table.slots import slots_per_block

FEW = [
    *(Game(2, 2, 2, misere, gravity=True) for misere in (False, True)),
    Game(2, 3, 2, gravity=True),
    Game(3, 2, 3, misere=True, gravity=True),
    Game(1, 3, 2, gravity=True),
]


@pytest.mark.parametrize("game", FEW, ids=str)
def test_every_position_has_the_outcome_of_brute_force(
    game: Game, table_of: Callable[[Game], Table]
) -> None:
    """Played out board by board: which there are, value and plies, and where a stone falls."""
    table, slow = table_of(game), Slow(*game)
    boards = slow.boards()
    assert set(table) == boards
    assert len(table) == len(boards)
    for board in boards:
        assert table[board] == slow.outcome(board)
        assert {move.cell for move in table.moves(board)} == set(slow.moves(board))


@pytest.mark.parametrize("game", FEW, ids=str)
def test_the_methods_agree(game: Game, tmp_path: Path) -> None:
    """Slots, palettes, masks and the number of positions are the same, byte for byte."""
    pytest.importorskip("numpy")
    searched = Path(build_table(game, tmp_path / "searched", method="search")).read_bytes()
    assert Path(build_table(game, tmp_path / "tiers", method="tiers")).read_bytes() == searched


@pytest.mark.parametrize(
    ("rows", "cols", "k", "positions", "size"),
    [pytest.param(4, 4, 3, 41_750, None)],
)
def test_positions_are_as_many_as_others_have_counted(
    rows: int, cols: int, k: int, positions: int, size: int | None, tmp_path: Path
) -> None:
    """Tromp's table of sizes for k = 4; the audit passes, and the file is no larger than it was."""
    pytest.importorskip("numpy")
    path = build_table(Game(rows, cols, k, gravity=True), tmp_path / "table")
    report = audit(path)
    assert report.passed
    assert report.count_of("positions").found == report.count_of("positions").expected == positions
    assert size is None or Path(path).stat().st_size <= size * 1.02


@pytest.mark.parametrize(
    "game",
    [
        Game(1, 1, 2, gravity=True),
        Game(1, 5, 3, gravity=True),
        Game(2, 2, 2, gravity=True),
        Game(4, 1, 3, misere=True, gravity=True),
        Game(7, 1, 2, misere=True, gravity=True),
    ],
    ids=str,
)
def test_mirrored_boards_have_equal_outcomes(game: Game, table_of: Callable[[Game], Table]) -> None:
    """Left and right exchanged; a turned board is another game."""
    table = table_of(game)
    for board in random.Random(1).sample(sorted(table), min(200, len(table))):
        rows = [board[at : at + game.cols] for at in range(0, game.cells, game.cols)]
        assert table["".join(row[::-1] for row in rows)] == table[board]


def test_turned_boards_are_other_games(table_of: Callable[[Game], Table]) -> None:
    """3x4 has more columns to choose from than 4x3."""
    lying, upright = (table_of(Game(*shape, 3, gravity=True)) for shape in ((3, 4), (4, 3)))
    assert (len(lying), len(upright)) == (7157, 2715)


def test_a_floating_stone_is_named() -> None:
    """With its cell, before anything is said of lines or order."""
    game = Game(3, 3, 3, gravity=True)
    assert floating(game, 0b000_000_001) == [0]
    assert floating(game, 0b001_001_001) == []


@pytest.mark.parametrize(
    ("board", "reason"),
    [
        ("....X....", "cell 4 holds a stone with nothing below"),
        ("X..O.....", "cell 3 holds a stone with nothing below"),
        ("......XO.", None),
        ("...X..O..", "in no order of play"),
        ("...O..X..", None),
        ("...OO.XXX", None),
        ("OO.OO.XXX", "too many O"),
        ("..OOO.XXX", "nothing below"),
        ("O..OO.XXX", "play went on after a win"),
    ],
)
def test_errors_name_the_reason(
    board: str, reason: str | None, table_of: Callable[[Game], Table]
) -> None:
    """Floating, out of order, uneven or played on: each has words of its own."""
    table = table_of(Game(3, 3, 3, gravity=True))
    if reason is None:
        assert board in table
    else:
        with pytest.raises(BoardError, match=reason):
            table[board]


@pytest.mark.parametrize("game", [Game(2, 4, 3), Game(3, 4, 3, gravity=True)], ids=str)
def test_moves_forward_and_backward_are_each_others_inverse(game: Game) -> None:
    """What may be played may be taken back, and supports and covers say the same."""
    masks = [mask for mask in range(1 << game.cells) if not floating(game, mask)]
    for mask in masks:
        for cell in playable(game, mask):
            assert not floating(game, mask | 1 << cell)
            assert cell in removable(game, mask | 1 << cell)
        for cell in removable(game, mask):
            assert cell in playable(game, mask ^ 1 << cell)
    for cell, support in enumerate(supports(game)):
        assert all(covers(game)[below] == 1 << cell for below in range(12) if support >> below & 1)


def changed_slot(contents: Contents, chance: random.Random) -> tuple[Contents, int, int]:
    """The table with one slot changed, and its tier and place."""
    cells = contents.game.cells
    stones = chance.randrange(cells + 1)
    tier = contents.tiers[stones]
    scores = [contents.score(tier, slot) for slot in range(tier.blocks * slots_per_block(stones))]
    slot = chance.randrange(len(scores))
    ends = range(stones + 1, cells + 2)
    others = {None, 0, *ends, *(-end for end in ends)} - {scores[slot]}
    scores[slot] = chance.choice(sorted(others, key=str))
    masks = [*contents.masks(tier)]
    tiers = packed(contents)
    tiers[stones] = pack_tier(cells, masks, scores)
    file = b"".join(encode(contents.game, contents.positions, tiers))
    return decode(file), stones, slot


@pytest.mark.parametrize("times", [3])
@pytest.mark.parametrize(
    "game",
    [Game(3, 3, 3, gravity=True)],
    ids=str,
)
def test_any_changed_slot_is_found_by_both_checks(game: Game, times: int, tmp_path: Path) -> None:
    """Another score, a reachable slot denied, or an unreachable one given a score."""
    arrays = pytest.importorskip("ttt_table.audit.arrays")
    contents = read_table(build_table(game, tmp_path / "table"), verify=True)
    chance = random.Random(times)
    for _ in range(times):
        wrong, _, _ = changed_slot(contents, chance)
        found = [
            check_table(wrong, check, lambda _: None) for check in (PlainCheck, arrays.ArrayCheck)
        ]
        assert found[0].wrong_slots > 0
        assert found[0].wrong == found[1].wrong
        assert found[0].wrong_slots == found[1].wrong_slots


def test_the_head_names_gravity_and_version_two(tmp_path: Path) -> None:
    """A reader that knows plain games alone refuses the file instead of misreading it."""
    gravity = Path(build_table(Game(3, 3, 3, gravity=True), tmp_path / "gravity")).read_bytes()
    plain = Path(build_table(Game(), tmp_path / "plain")).read_bytes()
    assert b"\xa7version\x02" in gravity
    assert b"\xa7gravity\xc3" in gravity
    assert b"\xa7version\x01" in plain
    assert b"gravity" not in plain
    assert open_table(tmp_path / "gravity").game == Game(3, 3, 3, gravity=True)
