"""Tables for the audit: right ones, and ones with any wrong score."""

import random
from collections.abc import Callable
from functools import cache
from itertools import combinations
from tempfile import TemporaryDirectory

from support.games import OWN_LINES, hex_board, on_surface
from support.repacked import packed
from ttt_table import Game
from ttt_table.audit import arrays
from ttt_table.audit.checks import check_table
from ttt_table.audit.plain import PlainCheck
from ttt_table.audit.report import Findings, Score
from ttt_table.build import build_table
from ttt_table.runtime import slots_per_block
from ttt_table.table.contents import Contents
from ttt_table.table.files import read_table
from ttt_table.table.writer import PackedTier, encode, pack_tier

Check = type[PlainCheck] | type[arrays.ArrayCheck]


@cache
def contents_of(game: Game) -> Contents:
    with TemporaryDirectory() as folder:
        return read_table(build_table(game, f"{folder}/table.msgpack"))


def with_tier(contents: Contents, stones: int, tier: PackedTier) -> Contents:
    """Return the table with one tier exchanged, and right checksums."""
    tiers = packed(contents)
    tiers[stones] = tier
    return Contents(b"".join(encode(contents.game, contents.positions, tiers)))


def scores_of(contents: Contents, stones: int) -> list[Score]:
    """Return the score in each slot of a tier."""
    tier = contents.tiers[stones]
    slots = range(tier.blocks * slots_per_block(stones))
    return [contents.score(tier, slot) for slot in slots]


def with_scores(contents: Contents, stones: int, scores: list[Score]) -> Contents:
    """Return the table with other scores in a tier."""
    masks = list(contents.masks(contents.tiers[stones]))
    tier = pack_tier(contents.game.cells, masks, scores)
    return with_tier(contents, stones, tier)


def spoilt(contents: Contents, rng: random.Random, count: int) -> Contents:
    """Return the table with so many slots of a tier set to another possible score."""
    cells = contents.game.cells
    stones = rng.randrange(cells + 1)
    scores = scores_of(contents, stones)
    ends = range(stones + 1, cells + 2)
    possible = [None, 0, *ends, *(-end for end in ends)]
    for slot in rng.sample(range(len(scores)), min(count, len(scores))):
        wrong = [score for score in possible if score != scores[slot]]
        scores[slot] = rng.choice(wrong)
    return with_scores(contents, stones, scores)


def facts(findings: Findings) -> tuple[object, ...]:
    """Return all that findings say, to be compared."""
    tiers = [tuple(vars(counts).values()) for counts in findings.counts]
    return findings.slots, findings.wrong_slots, findings.wrong, tiers


def checked(kind: Check, contents: Contents) -> Findings:
    return check_table(contents, kind, lambda _: None)


CheckInArrays = Callable[[Contents], Findings]
"""The fixture that has all checks in arrays find the same."""

LARGER_AUDITED = [
    Game(2, 5, 3),
    Game(10, 1, 4),
    Game(1, 11, 3, True),
    Game(3, 4, 3),
    Game(4, 3, 2, True),
]
"""Boards of ten cells and more."""
AUDITED_OF_LINES = [
    on_surface(3, 3, 3, "torus"),
    on_surface(3, 4, 3, "klein", gravity=True),
    *OWN_LINES,
    hex_board(3, 3),
    # More lines than a word has bits.
    Game(3, 3, lines=combinations(range(9), 3), name="threes"),
]
"""Games of lines with many symmetries, or many lines."""
