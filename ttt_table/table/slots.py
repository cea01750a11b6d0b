"""Where a position stands in the table: its tier, its block, its slot.

On 3x3, in "..O.X...." the mask is 0b000010100. A quarter turn carries it to 0b000010001, which no
symmetry makes smaller, so the position stands in that mask's block, as "O...X....". The block's
slots are X at cell 0 and X at cell 4: it is the second.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import combinations
from operator import or_

from ttt_table.rules.game import MAX_CELLS, Game, cells_in, stacks, symmetries

# Pascal's triangle, BINOMIAL[n][r].
BINOMIAL = [[1] + [0] * MAX_CELLS]
for _ in range(MAX_CELLS):
    BINOMIAL.append([1, *map(int.__add__, BINOMIAL[-1], BINOMIAL[-1][1:])])


def x_count(stones: int) -> int:
    """How many of the stones are X's, who moves first."""
    return (stones + 1) // 2


def slots_per_block(stones: int) -> int:
    """How many slots each block of the tier has."""
    return BINOMIAL[stones][x_count(stones)]


def most_positions(game: Game) -> int:
    """How many positions play could reach if no line ended a game."""
    if game.gravity:
        by_stones = masks_left(game, range(game.cells))
    else:  # any cells; this is asked at every opening of a table
        by_stones = BINOMIAL[game.cells][: game.cells + 1]
    return sum(
        masks * slots_per_block(stones) for stones, masks in enumerate(by_stones)
    )


def subsets(mask: int, count: int) -> Iterator[int]:
    """The sets of ``count`` cells of the mask, in increasing order."""
    falling = [1 << cell for cell in reversed(cells_in(mask))]
    # Combinations come with the largest left-over first, that is with the smallest subset first.
    return (
        mask - sum(left_over)
        for left_over in combinations(falling, len(falling) - count)
    )


def images(game: Game, symmetry: Sequence[int]) -> list[int]:
    """What the symmetry makes of all masks, always in the same order."""
    carried_masks = [0]
    for stack in stacks(game):
        carried_sets = [carry(filled, symmetry) for filled in stack]
        carried_masks = [mask | more for more in carried_sets for mask in carried_masks]
    return carried_masks


def masks_of_tier(game: Game, stones: int) -> Iterator[int]:
    """Every mask of a tier, canonical or not, in increasing order."""
    if not game.gravity:
        return subsets((1 << game.cells) - 1, stones)
    masks = images(game, range(game.cells))
    return iter(sorted(mask for mask in masks if mask.bit_count() == stones))


def canonical_masks(game: Game) -> list[list[int]]:
    """For each tier the masks of its blocks, in order."""
    tiers: list[list[int]] = [[] for _ in range(game.cells + 1)]
    for alike in zip(
        *(images(game, symmetry) for symmetry in symmetries(game)), strict=True
    ):
        mask = alike[0]  # the first symmetry moves nothing
        if mask == min(alike):
            tiers[mask.bit_count()].append(mask)
    return [sorted(masks) for masks in tiers]


def blocks_by_tier(
    game: Game, listed: Sequence[Sequence[int]] | None = None
) -> list[int]:
    """How many blocks each tier has: the mean of the masks left in place (Burnside's lemma)."""
    left = [masks_left(game, symmetry) for symmetry in listed or symmetries(game)]
    return [sum(by_symmetry) // len(left) for by_symmetry in zip(*left, strict=True)]


def masks_left(game: Game, symmetry: Sequence[int]) -> list[int]:
    """How many masks the symmetry leaves in place, by stones: stacks of a cycle filled alike."""
    masks = [1] + [0] * game.cells
    for height, length in cycles(game, symmetry):
        masks = [
            sum(masks[stones::-length][: height + 1])
            for stones in range(game.cells + 1)
        ]
    return masks


def cycles(game: Game, symmetry: Sequence[int]) -> list[tuple[int, int]]:
    """For each cycle of stacks, the cells of a stack and the number of stacks."""
    left = [stack[-1] for stack in stacks(game)]
    heights_and_lengths = []
    while left:
        before, full = len(left), left[0]
        while full in left:  # until the symmetry comes back to the first
            left.remove(full)
            full = carry(full, symmetry)
        heights_and_lengths.append((full.bit_count(), before - len(left)))
    return heights_and_lengths


def slots_by_tier(game: Game) -> list[int]:
    """How many slots each tier has."""
    return [
        blocks * slots_per_block(stones)
        for stones, blocks in enumerate(blocks_by_tier(game))
    ]


def carry(mask: int, symmetry: Sequence[int]) -> int:
    """The mask that the symmetry carries this one to."""
    return sum(1 << symmetry[cell] for cell in cells_in(mask))


def canonical_by(
    symmetries: Sequence[Sequence[int]],
) -> Callable[[int], tuple[int, tuple[int, ...]]]:
    """A function from a mask to its canonical mask, and to its cells in the order of that one."""
    cells = len(symmetries[0])
    width = -(-cells // -(-cells // 8))
    starts = range(0, cells, width)
    tables = [_images(symmetries, range(at, min(at + width, cells))) for at in starts]
    lowest = (1 << width) - 1

    def canonical(mask: int) -> tuple[int, tuple[int, ...]]:
        images = tables[0][mask & lowest]
        for table in tables[1:]:
            mask >>= width
            images = tuple(map(or_, images, table[mask & lowest]))
        smallest = min(images)
        came_from = symmetries[images.index(smallest)]
        return smallest, tuple([1 << came_from[cell] for cell in cells_in(smallest)])

    return canonical


def _images(
    symmetries: Sequence[Sequence[int]], cells: Iterable[int]
) -> list[tuple[int, ...]]:
    """By the stones on these cells the masks that the reverses of symmetries carry them to."""
    # So each symmetry says of every cell of its image which cell has come there.
    images = [(0,) * len(symmetries)]
    for cell in cells:
        goals = [1 << symmetry.index(cell) for symmetry in symmetries]
        images += [tuple(map(or_, image, goals)) for image in images]
    return images


def slot_in_block(x: int, order: Sequence[int]) -> int:
    """Which slot of its block has X at these cells, by the combinatorial number system."""
    slot = x_stones = 0
    for ways, cell in zip(BINOMIAL, order):  # noqa: B905  # an order is shorter; strict takes time
        if (
            x & cell
        ):  # before it come the sets with this many X below this place, and none up here
            x_stones += 1
            slot += ways[x_stones]
    return slot
