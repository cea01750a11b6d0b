"""From a game to a file: both methods write the same bytes, and these are right."""

import random
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from support.cases import exhaustive, exhaustive_rows
from support.games import (
    EVERY_KIND,
    K_IN_A_ROW,
    K_IN_A_ROW_WITH_GRAVITY,
    hex_board,
    random_game,
)
from support.reference_game import ReferenceGame

from ttt_table import Game, Table, open_table
from ttt_table.audit import audit
from ttt_table.build import build_table, tiers
from ttt_table.build.estimate import estimate_tiers, most_bits
from ttt_table.build.search import search
from ttt_table.errors import MissingExtraError, OtherGameError
from ttt_table.runtime import most_positions
from ttt_table.table.bits import pack_array, pack_scores, unpack_array, unpack_scores
from ttt_table.table.contents import Contents
from ttt_table.table.writer import pack_slots

IN_A_ROW = [*K_IN_A_ROW, *K_IN_A_ROW_WITH_GRAVITY]
EVERY_SMALL_GAME = [
    *[game for game in IN_A_ROW if min(game.rows, game.cols) > 1],
    *[game for game in IN_A_ROW if min(game.rows, game.cols) == 1][::3],
    *EVERY_KIND,
    *(random_game(seed, most_cells=9) for seed in range(1000, 1100) if seed % 10),
    *(random_game(seed, most_cells=10) for seed in range(1000, 1100, 10)),
]


def built(method: str, game: Game, folder: Path) -> bytes:
    return Path(build_table(game, folder / method, method=method)).read_bytes()


def check_game(game: Game, folder: Path) -> None:
    """Check that both methods write the same bytes, and that these are right."""
    file = built("search", game, folder)
    assert built("tiers", game, folder) == file
    check_estimate(game, file)
    assert audit(folder / "tiers").passed
    # More cells take brute force too long; on 9x1 it finds what it finds on 1x9.
    is_small = game.cells <= (10 if game.gravity else 9) and game.rows < 9
    if is_small or game in (Game(2, 5, 3), Game(3, 4, 3, gravity=True)):
        check_by_brute_force(open_table(folder / "tiers"))


def check_estimate(game: Game, file: bytes) -> None:
    assert len(file) <= estimate_tiers(game, 1).file
    for stones, tier in enumerate(Contents(file).tiers):
        assert tier.bits <= most_bits(game, stones)


def check_by_brute_force(table: Table) -> None:
    reference = ReferenceGame(*table.game)
    assert dict(table) == {
        board: reference.outcome(board) for board in reference.boards()
    }
    for board in table:
        assert {move.cell for move in table.moves(board)} == set(reference.moves(board))


@pytest.mark.parametrize(
    "game",
    [
        Game(1, 1, 1),
        Game(1, 5, 2, misere=True),
        Game(2, 3, 2),
        Game(3, 2, 3, misere=True),
        Game(2, 2, 2, gravity=True),
        Game(2, 2, 2, misere=True, gravity=True),
        Game(1, 3, 2, gravity=True),
        Game(2, 3, 2, gravity=True),
        Game(3, 2, 3, misere=True, gravity=True),
        random_game(0, most_cells=7),
        random_game(1, most_cells=7),
        *exhaustive(EVERY_SMALL_GAME),
    ],
    ids=str,
)
def test_both_methods_the_audit_and_brute_force_agree(
    game: Game, tmp_path: Path
) -> None:
    """Up to 7 cells; the exhaustive run has up to 12, and 100 random games."""
    check_game(game, tmp_path)


@pytest.fixture
def named(tmp_path: Path) -> str:
    """A table of a game of lines with a name."""
    game = Game(2, 2, lines=[[0, 1]], name="same")
    return build_table(game, tmp_path / "table")


def test_a_table_is_of_a_game_with_its_lines_and_another_name(named: str) -> None:
    """A name is not a rule."""
    table = open_table(named, game=Game(2, 2, lines=[[1, 0]], name="other"))
    assert table.game.name == "same"


def test_a_table_is_not_of_a_game_with_other_lines_and_its_name(named: str) -> None:
    """The message says what differs."""
    with pytest.raises(
        OtherGameError, match="this is 2x2-same, not one with these lines"
    ):
        open_table(named, game=Game(2, 2, lines=[[0, 2]], name="same"))


@pytest.mark.parametrize(
    ("game", "positions", "x_wins", "o_wins", "plies"),
    [
        (hex_board(2, 2, breaker=True), 32, 6, 3, 3),
        (Game.named("1x7-projective-2-breaker"), 722, 70, 7, 7),
        *exhaustive_rows(
            [
                (Game(breaker=True), 5646, 698, 28, 7),
                (Game(misere=True, breaker=True), 5646, 28, 698, -9),
                (Game(3, 4, 3, gravity=True, breaker=True), 8587, 2332, 164, 9),
                (Game(4, 4, 4, breaker=True), 9_883_988, 427_320, 8221, -16),
                (hex_board(3, 3, breaker=True), 5676, 624, 42, 5),
                (
                    hex_board(4, 4, breaker=True),
                    9_677_224,
                    709_632,
                    6435,
                    9,
                ),
                (Game.named("1x13-projective-3-breaker"), 403_118, 20_124, 702, -13),
            ]
        ),
    ],
    ids=str,
)
def test_maker_and_breaker_end_as_another_program_has_found(
    game: Game, positions: int, x_wins: int, o_wins: int, plies: int, tmp_path: Path
) -> None:
    """Positions, results, and the plies to the end; below 0 if O wins."""
    report = audit(build_table(game, tmp_path / "table"))
    assert report.passed
    counts = {count.name: count.value for count in report.counts}
    assert counts["positions"] == positions
    assert counts["finished, X wins"] == x_wins
    assert counts["finished, O wins"] == o_wins
    assert counts["finished, drawn"] == 0
    outcome = open_table(tmp_path / "table")["." * game.cells]
    assert outcome.value * outcome.plies == plies


def test_the_shipped_table_is_what_a_build_makes(
    shipped: bytes, tmp_path: Path
) -> None:
    """Byte for byte."""
    path = build_table(Game(), tmp_path / "table")
    assert Path(path).read_bytes() == shipped


def test_the_shipped_table_has_at_most_one_kibibyte(shipped: bytes) -> None:
    assert len(shipped) <= 1024


@pytest.mark.usefixtures("in_an_empty_folder")
@pytest.mark.parametrize(
    ("game", "name"),
    [
        (Game(), "3x3k3.msgpack"),
        (Game(2, 2, 2, misere=True), "2x2k2-misere.msgpack"),
    ],
)
def test_without_a_path_the_game_names_the_file(game: Game, name: str) -> None:
    """In the current folder."""
    assert build_table(game) == name
    assert Path(name).exists()


def test_without_msgpack_a_build_says_what_to_install_before_its_work(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As after pip install --no-deps."""
    monkeypatch.setitem(sys.modules, "msgpack", None)
    path = tmp_path / "table.msgpack"
    with pytest.raises(MissingExtraError, match="pip install msgpack"):
        build_table(Game(), path)
    assert not path.exists()


def test_the_bound_of_positions_is_exact_on_3x3_without_lines() -> None:
    """No line of four fits."""
    assert most_positions(Game()) == len(search(Game(k=4))) == 6046


def test_the_bound_of_positions_on_4x4_is_the_published_number() -> None:
    """OEIS A005773."""
    assert most_positions(Game(4, 4, 5)) == 10_165_779


@pytest.mark.parametrize(
    "batch",
    [7, *exhaustive([1, 100, 5000])],
)
@pytest.mark.parametrize(
    "game",
    [
        Game(2, 4, 3),
        Game(2, 4, 3, gravity=True),
        *exhaustive([Game(), Game(gravity=True)]),
    ],
    ids=str,
)
def test_the_size_of_a_batch_changes_nothing(
    batch: int, game: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Blocks are marked and solved one by one, in parts, or many at once."""
    monkeypatch.setattr(tiers, "BATCH", batch)
    assert built("tiers", game, tmp_path) == built("search", game, tmp_path)


with_each_width = pytest.mark.parametrize("bits", [1, 2, 4, 8])


def numbers_of(bits: int) -> Iterator[list[int]]:
    """Draw palette numbers for a few slots, and for many."""
    rng = random.Random(bits)
    for count in (*range(20), 1000):
        yield [rng.randrange(1 << bits) for _ in range(count)]


@with_each_width
def test_both_packers_give_the_same_bytes(bits: int) -> None:
    """The one for arrays does what `pack_slots` defines."""
    for numbers in numbers_of(bits):
        packed = pack_array(np.array(numbers, np.uint8), bits)
        assert packed == pack_slots(numbers, bits)


@with_each_width
def test_what_was_packed_is_unpacked(bits: int) -> None:
    """Without the padding."""
    for numbers in numbers_of(bits):
        packed = np.frombuffer(pack_slots(numbers, bits), np.uint8)
        assert unpack_array(packed, bits, len(numbers)).tolist() == numbers


def test_a_tier_is_packed_and_unpacked_in_pieces() -> None:
    """Whatever its size, what was packed comes back."""
    palette = [-7, 0, 7, None]
    size = 600_001
    rng = np.random.default_rng(1)
    scores = rng.choice(np.array([-7, 0, 7, 127], np.int8), size)
    packed = b"".join(pack_scores(scores, palette))
    assert len(packed) == -(-size // 4)
    unpacked = np.concatenate(list(unpack_scores(packed, palette, size)))
    assert np.array_equal(unpacked, scores)
