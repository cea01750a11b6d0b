"""The score of any position, found in a file by its mask and its pattern."""

from bisect import bisect_left
from collections.abc import Callable, Sequence

from ttt_table.errors import BadTableError
from ttt_table.table.codec import Contents, Tier
from ttt_table.table.slots import canonical_by, slot_in_block, slots_per_block

# How many boards, and how many masks, a table remembers before it forgets them all: 4x4 fits.
REMEMBERED = 1 << 16


class Prober:
    """Looks scores up. Threads may share one."""

    def __init__(self, contents: Contents) -> None:
        self._contents = contents
        self._masks: dict[int, Sequence[int]] = {}
        self._places: dict[int, tuple[Tier, int, Sequence[int]]] = {}
        self._canonical: Callable[[int], tuple[int, Sequence[int]]] | None = None

    def score(self, mask: int, x: int) -> int | None:
        """The score where the stones of the mask stand, those of ``x`` being X's."""
        place = self._places.get(mask)
        if place is None:
            # By mask, not by board: all colourings of a mask share its block.
            place = self._place(mask)
            remember(self._places, mask, place)
        tier, first_slot, order = place
        return self._contents.score(tier, first_slot + slot_in_block(x, order))

    def _place(self, mask: int) -> tuple[Tier, int, Sequence[int]]:
        """The tier, the first slot of the mask's block, the cells in that block's order."""
        if self._canonical is None:
            self._canonical = canonical_by(self._contents.symmetries)
        smallest, order = self._canonical(mask)
        stones = len(order)
        tier = self._contents.tiers[stones]
        masks = self._masks.get(stones)
        if masks is None:
            # Bisecting a file would read it once a step; all the masks of a table are little.
            masks = self._masks[stones] = self._contents.masks(tier)
        block = bisect_left(masks, smallest)
        if block == len(masks) or masks[block] != smallest:
            raise BadTableError(f"the table has no block for the mask {smallest:#x}")
        return tier, block * slots_per_block(stones), order


def remember(memory: dict, key: object, value: object) -> None:  # type: ignore[type-arg]
    """Keep what was found, in bounded memory."""
    if (
        len(memory) >= REMEMBERED
    ):  # to drop the oldest alone would cost every look-up its date
        memory.clear()
    memory[key] = value
