"""The tier method agrees with the search, slot by slot, and with a plain C program."""

from __future__ import annotations

import random
from pathlib import Path

import numpy as np
import pytest

from ttt_table import Game
from ttt_table.build import build_table, marks, pack_tiers, tiers
from ttt_table.build.estimate import estimate_tiers, most_bits
from ttt_table.build.search import search
from ttt_table.build.tiers import pack_scores, unpack_scores
from ttt_table.table.bits import pack_array, unpack_array
from ttt_table.table.codec import decode, encode
from ttt_table.table.packing import pack_slots

BOARDS = [(rows, cols) for rows in range(1, 13) for cols in range(1, 13) if rows * cols <= 12]
GAMES = [
    Game(rows, cols, k, misere)
    for rows, cols in BOARDS
    for k in range(1, max(rows, cols) + 2)
    for misere in (False, True)
    # From 11 cells a search takes a while, and a board that stands upright plays as it does lying.
    if rows * cols <= 10 or rows <= cols or k == 3
]
FALLING = [
    Game(rows, cols, k, misere, gravity=True)
    for rows, cols in BOARDS
    for k in (2, 3, 4)
    for misere in (False, True)
    # On a strip all cells are at the bottom or in one column: a few of them stand for the rest.
    if k <= max(rows, cols) + 1 and (min(rows, cols) > 1 or rows + cols < 10)
]


def by_tiers(game: Game, folder: Path) -> bytes:
    """The file that the tier method makes."""
    return Path(build_table(game, folder / "t", method="tiers")).read_bytes()


def by_search(game: Game) -> bytes:
    """The file that the search makes."""
    scores = search(game)
    return b"".join(encode(game, len(scores), pack_tiers(game, scores)))


@pytest.mark.parametrize(
    "game",
    [
        *(Game(1, 1, 1), Game(1, 5, 2, misere=True), Game(2, 3, 2), Game(3, 2, 3, misere=True)),
        *(Game(), Game(2, 3, 2, gravity=True), Game(3, 2, 3, misere=True, gravity=True)),
    ],
    ids=str,
)
def test_the_methods_agree(game: Game, tmp_path: Path) -> None:
    """Slots, palettes, masks and the number of positions are the same, byte for byte."""
    assert by_tiers(game, tmp_path) == by_search(game)


@pytest.mark.parametrize("batch", [7])
def test_the_size_of_a_batch_changes_nothing(
    batch: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Blocks are marked and solved one by one, in parts, or many at once."""
    monkeypatch.setattr(tiers, "BATCH", batch)
    monkeypatch.setattr(marks, "BATCH", batch)
    for game in (Game(3, 3, 3), Game(3, 3, 3, gravity=True)):
        assert by_tiers(game, tmp_path) == by_search(game)


@pytest.mark.parametrize("game", [Game(1, 1, 1), Game(2, 3, 2, misere=True), Game()], ids=str)
def test_an_estimate_is_no_less_than_what_is_taken(game: Game, tmp_path: Path) -> None:
    """Neither a tier's bits nor the file's bytes are underestimated."""
    file = by_tiers(game, tmp_path)
    contents = decode(file)
    assert all(tier.bits <= most_bits(game, stones) for stones, tier in enumerate(contents.tiers))
    assert len(file) <= estimate_tiers(game, 1).file


@pytest.mark.parametrize("bits", [1, 2, 4, 8])
@pytest.mark.parametrize("count", [0, 3, 1000])
def test_both_packers_give_the_same_bytes(bits: int, count: int) -> None:
    """The one for arrays does what `pack_slots` says, and its inverse undoes it."""
    draw = random.Random(f"{bits} {count}")
    numbers = np.array([draw.randrange(1 << bits) for _ in range(count)], np.uint8)
    bytes_ = pack_array(numbers, bits)
    assert bytes_ == pack_slots(numbers.tolist(), bits)
    assert unpack_array(np.frombuffer(bytes_, np.uint8), bits, count).tolist() == numbers.tolist()


def test_a_tier_is_packed_and_unpacked_in_pieces() -> None:
    """Whatever its size, what was packed comes back."""
    palette = [-7, 0, 7, None]
    scores = np.random.default_rng(1).choice(np.array([-7, 0, 7, 127], np.int8), 600_001)
    slots = b"".join(pack_scores(scores, palette))
    assert len(slots) == -(-600_001 // 4)
    assert np.array_equal(np.concatenate([*unpack_scores(slots, palette, 600_001)]), scores)
