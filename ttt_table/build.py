"""From a game to a table file: check that it can be built, solve it, write it."""

from __future__ import annotations

import os
import sys

from ttt_table.codec import encode, pack_tier
from ttt_table.errors import SizeError
from ttt_table.files import write_atomically
from ttt_table.game import symmetries
from ttt_table.search import search
from ttt_table.slots import BINOMIAL, canonical_masks, slots_per_block, subsets, x_count

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ttt_table.codec import PackedTier
    from ttt_table.files import Path
    from ttt_table.game import Game
    from ttt_table.search import Scores

MAX_SEARCHED = 500_000
"""A dictionary of more positions than this takes too long and too much memory."""
SHOWN_FROM = 50_000
"""A search of fewer positions is over before a person could read its progress."""


def build_table(game: Game, path: Path | None = None, *, quiet: bool = True) -> str:
    """Search the game, write its table, and return the file's path.

    Without a path the file stands in the current folder under the game's name. Unless ``quiet``,
    a build that is long shows its progress on standard error, where a person watches.
    Raises `SizeError` for a game that is too big, `TableAccessError` if the file cannot be written.
    """
    goal = f"{game}.msgpack" if path is None else os.fspath(path)
    bound = most_positions(game)
    if bound > MAX_SEARCHED:
        raise SizeError(
            f"{game} has up to {bound:,} positions, and a search in memory stops at "
            f"{MAX_SEARCHED:,}: choose a smaller board"
        )
    scores = search(game) if quiet else _search_shown(game, bound)
    write_atomically(goal, encode(game, len(scores), packed_tiers(game, scores)))
    return goal


def _search_shown(game: Game, bound: int) -> Scores:
    """Search with a progress bar, if that takes long enough for a person to see it."""
    if bound < SHOWN_FROM or not sys.stderr.isatty():
        return search(game)
    from tqdm import tqdm

    with tqdm(total=bound, unit=" positions", unit_scale=True, desc=str(game), delay=0.3) as bar:
        return search(game, lambda found: bar.update(found - bar.n))


def most_positions(game: Game) -> int:
    """How many positions there would be if no line ended a game: a bound on the reachable ones."""
    return sum(
        BINOMIAL[game.cells][stones] * slots_per_block(stones) for stones in range(game.cells + 1)
    )


def packed_tiers(game: Game, scores: Scores) -> list[PackedTier]:
    """Every tier of the table, its slots filled from the search's scores."""
    tiers = []
    for stones, masks in enumerate(canonical_masks(symmetries(game))):
        x_moves = stones % 2 == 0
        slots = [
            scores.get((x, mask ^ x) if x_moves else (mask ^ x, x))
            for mask in masks
            for x in subsets(mask, x_count(stones))
        ]
        tiers.append(pack_tier(game.cells, masks, slots))
    return tiers
