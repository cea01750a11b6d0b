"""What numpy says of many positions is what `slots` and the rules say of each."""

import random

import numpy as np
import pytest
from support.cases import exhaustive_rows
from support.games import SMALL_BOARDS

from ttt_table import Game
from ttt_table.build.blocks import lines_in_words
from ttt_table.rules.game import lines_of_x, playable, removable, symmetries
from ttt_table.runtime import canonical_by, slots_per_block
from ttt_table.table.bits import pattern_bits
from ttt_table.table.numbering import Patterns, masks_by_tier, rules_of
from ttt_table.table.slots import (
    blocks_by_tier,
    canonical_masks,
    carry,
    subsets,
    x_count,
)

GAMES = [
    Game(1, 1, 1),
    Game(1, 7, 3),
    Game(3, 3, 3),
    Game(5, 5, 2),
    Game(6, 5, 4, gravity=True),
]
with_each_game = pytest.mark.parametrize("game", GAMES, ids=str)


def masks_of(game: Game) -> list[int]:
    """Draw masks; the empty and the full one are always there."""
    rng = random.Random(str(game))
    drawn = [rng.randrange(1 << game.cells) for _ in range(50)]
    return [*drawn, 0, (1 << game.cells) - 1]


@pytest.mark.parametrize("gravity", [False, True])
@pytest.mark.parametrize(
    ("rows", "cols"),
    [
        (1, 1),
        (2, 5),
        (3, 4),
        (4, 4),
        *exhaustive_rows([*SMALL_BOARDS, (3, 5), (2, 9), (3, 6)]),
    ],
)
def test_the_blocks_are_those_of_the_definition(
    rows: int, cols: int, gravity: bool
) -> None:
    """Also if the masks are made in several chunks; Burnside's lemma counts them."""
    game = Game(rows, cols, 3, gravity=gravity)
    blocks = [masks.tolist() for masks in masks_by_tier(game)]
    assert blocks == canonical_masks(game)
    assert blocks_by_tier(game) == list(map(len, blocks))


@with_each_game
def test_symmetries_carry_masks_as_one_by_one(game: Game) -> None:
    """Each symmetry in a row of its own."""
    masks = masks_of(game)
    images = rules_of(game).images(np.array(masks)).tolist()
    for carried, symmetry in zip(images, symmetries(game), strict=True):
        assert carried == [carry(mask, symmetry) for mask in masks]


@with_each_game
def test_canonical_masks_are_those_of_one_by_one(game: Game) -> None:
    """The same symmetry may lead there, or another one."""
    masks = masks_of(game)
    canonical = canonical_by(symmetries(game))
    smallest, numbers = rules_of(game).canonical(np.array(masks))
    assert smallest.tolist() == [canonical(mask)[0] for mask in masks]
    carried = [
        carry(mask, symmetries(game)[number])
        for mask, number in zip(masks, numbers.tolist(), strict=True)
    ]
    assert carried == smallest.tolist()


@with_each_game
def test_symmetries_carry_cells_as_one_by_one(game: Game) -> None:
    """One cell by different symmetries."""
    numbers = np.arange(len(symmetries(game)))
    for cell in range(game.cells):
        carried = rules_of(game).carried_to(numbers, np.full(len(numbers), cell))
        assert carried.tolist() == [symmetry[cell] for symmetry in symmetries(game)]


@with_each_game
def test_the_bit_of_a_cell_in_a_pattern_counts_the_cells_before_it(game: Game) -> None:
    """Those of its mask."""
    masks = masks_of(game)
    for cell in range(game.cells):
        before = [(mask & (1 << cell) - 1).bit_count() for mask in masks]
        bits = pattern_bits(np.array(masks), np.array(cell)).tolist()
        assert bits == [1 << count for count in before]


@with_each_game
def test_a_class_has_as_many_masks_as_symmetries_make(game: Game) -> None:
    """Different ones."""
    masks = masks_of(game)
    sizes = []
    for mask in masks:
        images = {carry(mask, symmetry) for symmetry in symmetries(game)}
        sizes.append(len(images))
    assert rules_of(game).class_sizes(np.array(masks)).tolist() == sizes


@with_each_game
def test_cells_are_playable_and_removable_as_the_rules_say(game: Game) -> None:
    """With and without gravity."""
    masks = masks_of(game)
    rules = rules_of(game)
    for flags, cells in (
        (rules.playable(np.array(masks)), playable),
        (rules.removable(np.array(masks)), removable),
    ):
        cells_by_mask = [np.flatnonzero(row).tolist() for row in flags]
        assert cells_by_mask == [cells(game, mask) for mask in masks]


@with_each_game
def test_words_have_all_lines_through_each_cell(game: Game) -> None:
    """As many lines in each word as fit into it."""
    every_line = lines_of_x(game)
    first = 0
    for word in lines_in_words(game).x:
        count = int(np.bitwise_or.reduce(word)).bit_count()
        in_word = every_line[first : first + count]
        first += count
        for cell, through in enumerate(word.tolist()):
            numbers = [i for i, line in enumerate(in_word) if line >> cell & 1]
            assert through == sum(1 << number for number in numbers)
    assert first == len(every_line)


SPLIT = [(stones, low) for stones in (0, 1, 2, 5, 8, 13) for low in (0, 1, 4, 7, 13)]
with_each_split = pytest.mark.parametrize(
    ("stones", "low_bits"), [(stones, low) for stones, low in SPLIT if low <= stones]
)


@with_each_split
def test_patterns_are_ranked_in_the_order_of_the_slots(
    stones: int, low_bits: int
) -> None:
    """However they are split."""
    patterns = Patterns(stones, low_bits)
    expected = list(subsets((1 << stones) - 1, x_count(stones)))
    assert patterns.count == len(expected) == slots_per_block(stones)
    assert patterns.ranks(np.array(expected)).tolist() == list(range(len(expected)))


@with_each_split
def test_patterns_are_made_in_the_order_of_the_slots(
    stones: int, low_bits: int
) -> None:
    """Whichever of them are wanted, also beyond the last."""
    patterns = Patterns(stones, low_bits)
    expected = list(subsets((1 << stones) - 1, x_count(stones)))
    rng = random.Random(stones)
    for _ in range(20):
        first = rng.randrange(len(expected))
        last = rng.randrange(first, len(expected) + 3) + 1
        low, high = patterns.parts(first, last)
        assert (low | high << low_bits).tolist() == expected[first:last]
