"""Looks the score of a position up in a file, by its mask and its pattern."""

from bisect import bisect_left
from collections.abc import Callable, Sequence

from ttt_table.errors import BadTableError
from ttt_table.table.codec import Contents, Tier
from ttt_table.table.slots import canonical_by, slot_in_block, slots_per_block

REMEMBERED = 1 << 16
"""The most boards, and masks, that a table remembers: all masks of 4x4 fit."""


Place = tuple[Tier, int, Sequence[int]]
"""The place of a mask: its tier, its block's first slot, its cells in block order."""


class Prober:
    """Looks scores up. Threads may share one."""

    def __init__(self, contents: Contents) -> None:
        self._contents = contents
        self._masks: dict[int, Sequence[int]] = {}
        self._places: dict[int, Place] = {}
        self._canonical: Callable[[int], tuple[int, Sequence[int]]] | None = None

    def score(self, mask: int, x: int) -> int | None:
        """Return the mover's score of a position; None if it is unreachable.

        Args:
            mask: The occupied cells.
            x: Those of them that X has, where X has moved first.
        """
        place = self._places.get(mask)
        if place is None:
            # By mask, not by board: all colourings of a mask share its block.
            place = self._find_place(mask)
            remember(self._places, mask, place)
        tier, first_slot, order = place
        return self._contents.score(tier, first_slot + slot_in_block(x, order))

    def _find_place(self, mask: int) -> Place:
        if self._canonical is None:
            self._canonical = canonical_by(self._contents.symmetries)
        smallest, order = self._canonical(mask)
        stones = len(order)
        tier = self._contents.tiers[stones]
        masks = self._masks.get(stones)
        if masks is None:
            # All masks of a table are few bytes; to bisect a file would read it at each
            # step.
            masks = self._contents.masks(tier)
            self._masks[stones] = masks
        block = bisect_left(masks, smallest)
        if block == len(masks) or masks[block] != smallest:
            raise BadTableError(f"the table has no block for the mask {smallest:#x}")
        return tier, block * slots_per_block(stones), order


def remember(  # of any kind of dictionary
    memory: dict,  # type: ignore[type-arg]
    key: object,
    value: object,
) -> None:
    """Keep a result in bounded memory: a full one is cleared."""
    # To drop the oldest entry alone, every look-up would have to note its time.
    if len(memory) >= REMEMBERED:
        memory.clear()
    memory[key] = value
