"""The masks and blocks of a game, listed and counted."""

from collections.abc import Iterator, Sequence
from itertools import combinations

from ttt_table.rules.game import Game, stacks, symmetries
from ttt_table.runtime import cells_in, most_positions, slots_per_block

MAX_WITHOUT_NUMPY = 500_000
"""Positions up to which plain Python is quick enough, as `most_positions` counts them.

To build a table, or to audit it, takes a few seconds then.
"""


def x_count(stones: int) -> int:
    """Return the number of X's stones among these: X moves first."""
    return (stones + 1) // 2


def needs_numpy(game: Game) -> bool:
    """Return whether the game is too large to be solved, or audited, in plain Python.

    One rule for both: what can be built can be audited.
    """
    return most_positions(game) > MAX_WITHOUT_NUMPY


def subsets(mask: int, count: int) -> Iterator[int]:
    """Return the sets of ``count`` cells of the mask, in increasing order."""
    descending = [1 << cell for cell in reversed(cells_in(mask))]
    # Combinations come with the largest complement first, so with the smallest subset.
    complements = combinations(descending, len(descending) - count)
    return (mask - sum(complement) for complement in complements)


def images(game: Game, symmetry: Sequence[int]) -> list[int]:
    """Return the image of each mask under a symmetry, always in the same order."""
    carried_masks = [0]
    for stack in stacks(game):
        carried_fillings = [carry(filling, symmetry) for filling in stack]
        carried_masks = [
            mask | filling for filling in carried_fillings for mask in carried_masks
        ]
    return carried_masks


def masks_of_tier(game: Game, stones: int) -> Iterator[int]:
    """Return every mask of a tier, canonical or not, in increasing order."""
    if not game.gravity:
        return subsets((1 << game.cells) - 1, stones)
    masks = images(game, range(game.cells))
    return iter(sorted(mask for mask in masks if mask.bit_count() == stones))


def canonical_masks(game: Game) -> list[list[int]]:
    """Return for each tier the masks of its blocks, in increasing order."""
    tiers: list[list[int]] = [[] for _ in range(game.cells + 1)]
    images_by_symmetry = [images(game, symmetry) for symmetry in symmetries(game)]
    for images_of_mask in zip(*images_by_symmetry, strict=True):
        mask = images_of_mask[0]  # the first symmetry moves nothing
        if mask == min(images_of_mask):
            tiers[mask.bit_count()].append(mask)
    return [sorted(masks) for masks in tiers]


def blocks_by_tier(
    game: Game, listed: Sequence[Sequence[int]] | None = None
) -> list[int]:
    """Return the number of blocks of each tier.

    This is the mean number of masks that a symmetry leaves in place (Burnside's lemma).

    Args:
        game: The game.
        listed: The symmetries that a file lists; by default the game's.
    """
    fixed = [
        count_fixed_masks(game, symmetry) for symmetry in listed or symmetries(game)
    ]
    return [sum(by_symmetry) // len(fixed) for by_symmetry in zip(*fixed, strict=True)]


def count_fixed_masks(game: Game, symmetry: Sequence[int]) -> list[int]:
    """Return by the number of stones how many masks the symmetry leaves in place.

    In such a mask the stacks of each cycle are filled alike.
    """
    masks = [1] + [0] * game.cells
    for height, length in cycles(game, symmetry):
        masks = [
            sum(masks[stones::-length][: height + 1])
            for stones in range(game.cells + 1)
        ]
    return masks


def cycles(game: Game, symmetry: Sequence[int]) -> list[tuple[int, int]]:
    """Return for each cycle of stacks the cells of a stack and the number of stacks.

    A stack is a cell, or with gravity a column.
    """
    remaining = [stack[-1] for stack in stacks(game)]
    heights_and_lengths = []
    while remaining:
        full = remaining[0]
        length = 0
        while full in remaining:  # until the symmetry comes back to the first stack
            remaining.remove(full)
            full = carry(full, symmetry)
            length += 1
        heights_and_lengths.append((full.bit_count(), length))
    return heights_and_lengths


def slots_by_tier(game: Game) -> list[int]:
    """Return the number of slots of each tier."""
    return [
        blocks * slots_per_block(stones)
        for stones, blocks in enumerate(blocks_by_tier(game))
    ]


def carry(mask: int, symmetry: Sequence[int]) -> int:
    """Return the mask that the symmetry carries this one to."""
    carried = 0
    while mask:
        lowest = mask & -mask
        carried |= 1 << symmetry[lowest.bit_length() - 1]
        mask ^= lowest
    return carried
