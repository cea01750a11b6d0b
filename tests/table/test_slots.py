"""Where a position stands."""

import pytest

from ttt_table import Game
from ttt_table.rules.game import cells_in, symmetries
from ttt_table.table.slots import canonical_by, carry, slot_in_block, subsets, x_count

GAMES = [Game(1, 1, 1), Game(1, 6, 3), Game(6, 1, 3), Game(2, 3, 3), Game(3, 3, 3), Game(3, 4, 3)]


@pytest.mark.parametrize(
    "game", [Game(1, 1, 1), Game(1, 6, 3), Game(6, 1, 3), Game(2, 3, 3), Game(3, 3, 3)], ids=str
)
def test_a_position_is_found_in_the_slot_of_one_of_its_images(game: Game) -> None:
    """The slot's own position, in the canonical mask, is the position turned or reflected.

    So is each slot's: a block has them in increasing order of X's stones.
    """
    maps = symmetries(game)
    canonical = canonical_by(maps)
    for mask in range(1 << game.cells):
        smallest, order = canonical(mask)
        stones = mask.bit_count()
        as_it_is = (smallest, order) == (mask, tuple(1 << cell for cell in cells_in(mask)))
        in_block = list(subsets(smallest, x_count(stones)))
        for x in subsets(mask, x_count(stones)):
            found = in_block[slot_in_block(x, order)]
            assert any(carry(mask, a) == smallest and carry(x, a) == found for a in maps)
            assert found == x or not as_it_is
