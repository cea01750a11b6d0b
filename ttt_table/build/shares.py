"""A share of a tier, for one worker: some of its blocks, solved and written.

The workers are given paths and places alone: they map the tier's masks and the next tier's scores,
and write into this one's file, each in a place of its own.
"""

from __future__ import annotations

from collections import namedtuple

import numpy as np

from ttt_table.build.tiers import Tally, solve_blocks
from ttt_table.table.packing import mask_width
from ttt_table.table.slots import slots_per_block

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from ttt_table.build.tiers import Masks, Scores
    from ttt_table.progress import Advance
    from ttt_table.rules.game import Game


class Share(namedtuple("Share", ["game", "stones", "first", "last", "masks", "scores", "later"])):
    """Some blocks of a tier, for one worker."""

    __slots__ = ()

    game: Game
    stones: int
    first: int
    """The first block, counted through the tier."""
    last: int
    """The block behind the last one."""
    masks: Sequence[tuple[str, int, int]]
    """For this tier, and for the next if there is one: the file of masks, where the tier starts
    and how many there are."""
    scores: str
    """The file to write the scores into, a byte a slot."""
    later: str | None
    """The file of the next tier's scores."""

    @property
    def slots(self) -> int:
        """How many slots the blocks have."""
        return (self.last - self.first) * slots_per_block(self.stones)


def solve_share(share: Share, advance: Advance | None = None) -> Tally:
    """Solve some blocks and write their scores; ``advance`` is told the slots of each batch."""
    masks, *later_masks = [_mapped_masks(share.game, *place) for place in share.masks]
    later: Scores | None = None
    if share.later is not None:
        later = np.memmap(share.later, np.int8, "r").view(np.ndarray)
    tally = Tally()
    with open(share.scores, "r+b") as file:
        file.seek(share.first * slots_per_block(share.stones))
        for scores in solve_blocks(
            share.game,
            share.stones,
            masks[share.first : share.last],
            later_masks[0] if later_masks else None,
            later,
            tally,
        ):
            file.write(scores.data)
            if advance:
                advance(len(scores))
    return tally


def _mapped_masks(game: Game, path: str, start: int, count: int) -> Masks:
    kind = f"<u{mask_width(game.cells)}"
    mapped: Masks = np.memmap(path, kind, "r", start, (count,)).view(np.ndarray)
    return mapped
