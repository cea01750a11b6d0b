"""From a game to a file: both methods write the same bytes, and these hold what is true."""

import hashlib
import random
from pathlib import Path

import numpy as np
import pytest
from planes import projective_plane
from support.games import hex_board
from support.slow import Slow

from ttt_table import Game, open_table
from ttt_table.audit import audit
from ttt_table.build import build_table, tiers
from ttt_table.build.estimate import estimate_tiers, most_bits
from ttt_table.build.search import search
from ttt_table.errors import OtherGameError
from ttt_table.table.bits import pack_array, pack_scores, unpack_array, unpack_scores
from ttt_table.table.codec import decode
from ttt_table.table.packing import pack_slots
from ttt_table.table.slots import most_positions

README = Path(__file__).parents[2] / "README.md"
BOARDS = [
    (rows, cols) for rows in range(1, 13) for cols in range(1, 13) if rows * cols <= 12
]
GAMES = [
    Game(rows, cols, k, misere)
    for rows, cols in BOARDS
    for k in range(1, max(rows, cols) + 2)
    for misere in (False, True)
    # A board that stands upright plays as it does lying, and from 11 cells a search takes a while.
    if k == 3 or (rows <= cols and (rows * cols <= 10 or k <= 4))
]
FALLING = [
    Game(rows, cols, k, misere, gravity=True)
    for rows, cols in BOARDS
    for k in (2, 3, 4)
    for misere in (False, True)
    # On a strip all cells are at the bottom or in one column: a few of them stand for the rest.
    if k <= max(rows, cols) + 1 and (min(rows, cols) > 1 or rows + cols < 10)
]


def random_game(seed: int, most_cells: int) -> Game:
    """Lines of 1 to 6 cells in no order, some twice or within each other, or alike all round."""
    draw = random.Random(seed)
    rows = draw.randint(1, 4)
    cols = draw.randint(1, most_cells // rows)
    cells = range(rows * cols)
    sizes = [size for size in (1, 2, 2, 3, 3, 3, 4, 4, 5, 6) if size <= len(cells)]
    lines = [draw.sample(cells, draw.choice(sizes)) for _ in range(draw.randint(0, 12))]
    lines += lines[:2]
    if draw.random() < 0.3:
        lines += [[(cell + 1) % len(cells) for cell in line] for line in lines]
    return Game(
        rows,
        cols,
        lines=lines,
        misere=draw.random() < 0.5,
        gravity=draw.random() < 0.3,
        breaker=draw.random() < 0.4,
    )


def by(method: str, game: Game, folder: Path) -> bytes:
    return Path(build_table(game, folder / method, method=method)).read_bytes()


def check_game(game: Game, folder: Path) -> None:
    """Both methods write the same bytes, no more than estimated, right by audit and brute force."""
    file = by("search", game, folder)
    assert by("tiers", game, folder) == file
    assert len(file) <= estimate_tiers(game, 1).file
    assert all(
        tier.bits <= most_bits(game, stones)
        for stones, tier in enumerate(decode(file).tiers)
    )
    assert audit(folder / "tiers").passed
    # More cells take brute force too long, and on 9x1 it finds what it finds on 1x9.
    small = game.cells <= 9 and game.rows < 9
    if small or game.gravity or game == Game(3, 4, 3):
        slow, table = Slow(*game), open_table(folder / "tiers")
        assert dict(table) == {board: slow.outcome(board) for board in slow.boards()}
        for board in table:
            assert {move.cell for move in table.moves(board)} == set(slow.moves(board))


@pytest.mark.parametrize(
    "game",
    [
        *(
            Game(1, 1, 1),
            Game(1, 5, 2, misere=True),
            Game(2, 3, 2),
            Game(3, 2, 3, misere=True),
        ),
        *(Game(2, 2, 2, misere, gravity=True) for misere in (False, True)),
        *(
            Game(1, 3, 2, gravity=True),
            Game(2, 3, 2, gravity=True),
            Game(3, 2, 3, True, True),
        ),
        *(random_game(seed, most_cells=7) for seed in range(2)),
    ],
    ids=str,
)
def test_both_methods_the_audit_and_brute_force_agree(
    game: Game, tmp_path: Path
) -> None:
    """On boards of up to 7 cells; tests/exhaustive/ has all up to 12, and 150 random ones."""
    check_game(game, tmp_path)


def test_a_name_is_no_part_of_the_rules(tmp_path: Path) -> None:
    """A table is found by its lines."""
    game, namesake = (
        Game(2, 2, lines=lines, name="same") for lines in ([[0, 1]], [[0, 2]])
    )
    path = build_table(game, tmp_path / "table")
    assert open_table(path, game=Game(2, 2, lines=[[1, 0]], name="other")).game == game
    with pytest.raises(
        OtherGameError, match="this is 2x2-same, not one with these lines"
    ):
        open_table(path, game=namesake)


@pytest.mark.parametrize(
    ("game", "positions", "x_wins", "o_wins", "plies"),
    [
        (hex_board(2, 2), 32, 6, 3, 3),
        (projective_plane(2)._replace(breaker=True), 722, 70, 7, 7),
    ],
    ids=str,
)
def test_maker_and_breaker_end_as_another_program_has_found(
    game: Game, positions: int, x_wins: int, o_wins: int, plies: int, tmp_path: Path
) -> None:
    """How many positions, how many of each result, and who wins in how many plies: O below 0."""
    report = audit(build_table(game, tmp_path / "table"))
    assert report.passed
    found = [
        report.count_of(f"finished, {who}").found
        for who in ("X wins", "O wins", "drawn")
    ]
    assert [report.count_of("positions").found, *found] == [
        positions,
        x_wins,
        o_wins,
        0,
    ]
    outcome = open_table(tmp_path / "table")["." * game.cells]
    assert outcome.value * outcome.plies == plies


def test_the_shipped_table_is_what_a_build_makes(
    shipped: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Byte for byte, with the digest in the README; without a path the game names the file."""
    monkeypatch.chdir(tmp_path)
    assert build_table(Game()) == "3x3k3.msgpack"
    assert Path("3x3k3.msgpack").read_bytes() == shipped
    assert len(shipped) <= 1024
    assert hashlib.sha256(shipped).hexdigest() in README.read_text()
    assert build_table(Game(2, 2, 2, misere=True)) == "2x2k2-misere.msgpack"


def test_the_bound_holds_for_boards_without_lines() -> None:
    """It is exact where no line fits: 6,046 on 3x3, 10,165,779 on 4x4 (OEIS A005773)."""
    assert most_positions(Game()) == len(search(Game(k=4))) == 6046
    assert most_positions(Game(4, 4, 5)) == 10_165_779


@pytest.mark.parametrize("batch", [7])
@pytest.mark.parametrize("game", [Game(2, 4, 3), Game(2, 4, 3, gravity=True)], ids=str)
def test_the_size_of_a_batch_changes_nothing(
    batch: int, game: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Blocks are marked and solved one by one, in parts, or many at once."""
    monkeypatch.setattr(tiers, "BATCH", batch)
    assert by("tiers", game, tmp_path) == by("search", game, tmp_path)


@pytest.mark.parametrize("bits", [1, 2, 4, 8])
def test_both_packers_give_the_same_bytes(bits: int) -> None:
    """The one for arrays does what `pack_slots` says, and its inverse undoes it."""
    draw = random.Random(bits)
    for count in (*range(20), 1000):
        numbers = [draw.randrange(1 << bits) for _ in range(count)]
        slots = pack_array(np.array(numbers, np.uint8), bits)
        assert slots == pack_slots(numbers, bits)
        assert (
            unpack_array(np.frombuffer(slots, np.uint8), bits, count).tolist()
            == numbers
        )


def test_a_tier_is_packed_and_unpacked_in_pieces() -> None:
    """Whatever its size, what was packed comes back."""
    palette = [-7, 0, 7, None]
    scores = np.random.default_rng(1).choice(
        np.array([-7, 0, 7, 127], np.int8), 600_001
    )
    slots = b"".join(pack_scores(scores, palette))
    assert len(slots) == -(-600_001 // 4)
    assert np.array_equal(
        np.concatenate([*unpack_scores(slots, palette, 600_001)]), scores
    )
