"""What numpy says of many positions is what `slots` and the rules say of each."""

import random

import numpy as np
import pytest

from ttt_table import Game
from ttt_table.build.blocks import lines_in_words
from ttt_table.rules.game import lines, playable, removable, symmetries
from ttt_table.table.numbering import masks_by_tier, rules_of
from ttt_table.table.patterns import Patterns
from ttt_table.table.sets import pattern_bits
from ttt_table.table.slots import (
    blocks_by_tier,
    canonical_by,
    canonical_masks,
    carry,
    slots_per_block,
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


@pytest.mark.parametrize("gravity", [False, True])
@pytest.mark.parametrize(("rows", "cols"), [(1, 1), (2, 5), (3, 4), (4, 4)])
def test_the_blocks_are_those_of_the_definition(
    rows: int, cols: int, gravity: bool
) -> None:
    """Also where the masks are gone through in several chunks; and Burnside's lemma counts them."""
    game = Game(rows, cols, 3, gravity=gravity)
    found = [masks.tolist() for masks in masks_by_tier(game)]
    assert found == canonical_masks(game)
    assert blocks_by_tier(game) == [*map(len, found)]


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_masks_are_carried_played_and_taken_back_as_the_rules_say(game: Game) -> None:
    """Masks drawn at random, a symmetry, a cell and a line at a time."""
    rules, draw = rules_of(game), random.Random(str(game))
    masks = [draw.randrange(1 << game.cells) for _ in range(50)] + [
        0,
        (1 << game.cells) - 1,
    ]
    array = np.array(masks)
    maps = symmetries(game)
    assert rules.images(array).tolist() == [
        [carry(mask, one) for mask in masks] for one in maps
    ]
    smallest, numbers = rules.canonical(array)
    assert smallest.tolist() == [canonical_by(maps)(mask)[0] for mask in masks]
    for cell in range(game.cells):
        carried = rules.carried_to(numbers, np.full(len(masks), cell)).tolist()
        assert carried == [maps[number][cell] for number in numbers]
        below = [(mask & (1 << cell) - 1).bit_count() for mask in masks]
        assert pattern_bits(array, np.array(cell)).tolist() == [
            1 << count for count in below
        ]
    sizes = [len({carry(mask, one) for one in maps}) for mask in masks]
    assert rules.class_sizes(array).tolist() == sizes
    for flags, cells in ((rules.playable, playable), (rules.removable, removable)):
        found = [np.flatnonzero(row).tolist() for row in flags(array)]
        assert found == [cells(game, mask) for mask in masks]
    left = [*lines(game)]
    for word in lines_in_words(game):
        many = int(np.bitwise_or.reduce(word)).bit_count()
        some, left = left[:many], left[many:]
        for cell, through in enumerate(word.tolist()):
            assert through == sum(
                1 << i for i, line in enumerate(some) if line >> cell & 1
            )
    assert not left


@pytest.mark.parametrize("low_bits", [0, 1, 4, 7, 13])
@pytest.mark.parametrize("stones", [0, 1, 2, 5, 8, 13])
def test_patterns_are_made_and_ranked_in_parts(stones: int, low_bits: int) -> None:
    """However they are split, and whichever of them are wanted: in the order of the slots."""
    low_bits = min(low_bits, stones)
    patterns = Patterns(stones, low_bits)
    expected = [*subsets((1 << stones) - 1, x_count(stones))]
    assert patterns.count == len(expected) == slots_per_block(stones)
    assert patterns.ranks(np.array(expected)).tolist() == [*range(len(expected))]
    draw = random.Random(stones)
    for _ in range(20):
        first = draw.randrange(len(expected))
        part = slice(first, draw.randrange(first, len(expected) + 3) + 1)
        low, high = patterns.parts(part.start, part.stop)
        assert (low | high << low_bits).tolist() == expected[part]
