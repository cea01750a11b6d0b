"""Names of games, of which one may be what was meant by a name that no game has."""

from __future__ import annotations

import re
from collections.abc import Iterator
from difflib import get_close_matches
from itertools import compress, product

from ttt_table.rules.families import ANIMALS, GLUED, PLANES
from ttt_table.runtime import MAX_CELLS, RULE_WORDS

BOARD = re.compile("([0-9]{1,2})[^0-9]+([0-9]{1,2})")
BETWEEN_NUMBERS = re.compile("[ ,;*]+")
"""What some write for the x of a board."""
ALIKE = 0.77
"""The similarity from which on a name is proposed."""


def near_names(name: str) -> list[str]:
    """Return the names of games that are most like this one, the most alike first.

    Some may be refused: a family may have no lines on the board.

    >>> near_names("4 4 4")[0], near_names("4X4k4-gravty")[0]
    ('4x4k4', '4x4k4-gravity')
    """
    typed = BETWEEN_NUMBERS.sub("x", name.lower().removesuffix(".msgpack"))
    board = BOARD.search(typed)
    if board is None:
        return []
    rows, cols = map(int, board.groups())
    if not 0 < rows * cols <= MAX_CELLS:
        return []
    return get_close_matches(typed, _names_on(rows, cols), n=5, cutoff=ALIKE)


def _names_on(rows: int, cols: int) -> Iterator[str]:
    """Yield the names of the games on a board, but of boxes and drawn shapes."""
    board = f"{rows}x{cols}"
    lengths = [f"k{k}" for k in range(1, max(rows, cols) + 1)]
    surfaces = product(GLUED, lengths)
    planes = [plane for plane, sides in PLANES.items() if sides == (rows, cols)]
    names = [
        *(f"{board}{length}" for length in lengths),
        *(f"{board}-{surface}-{length}" for surface, length in surfaces),
        *(f"{board}-{family}" for family in ("hex", *ANIMALS, *planes)),
    ]
    rules = [f"-{word}" for word in RULE_WORDS]
    for flags in product((False, True), repeat=len(rules)):
        ending = "".join(compress(rules, flags))
        yield from (name + ending for name in names)
