"""Where the cells of a board stand: in rows, as hexagons, in layers, or as points of a geometry."""

from __future__ import annotations

import json
from functools import lru_cache
from pkgutil import get_data
from typing import NamedTuple

from ttt_table.rules.families import box_of, is_hex
from ttt_table.rules.game import Game, cells_in

CELL = 100
HEXAGON = "m50-8l50 29v58l-50 29-50-29v-58z"  # around the square in which a stone lies
_SQUARE = "h100v100h-100z"
_POINT = "m0 50a50 50 0 1 0 100 0a50 50 0 1 0-100 0"
_GEOMETRIES = json.loads(get_data("ttt_table.drawing", "geometries.json") or b"")
"""By the lines of a game, where its points are and what is drawn behind them."""
_PITCH = (
    87  # of rows of hexagons, so that those which touch have middles one cell apart
)
_GAP = CELL // 4  # between layers


class Places(NamedTuple):
    """The cells of a board, drawn; ``page/js/board/places.js`` says the same."""

    corners: tuple[tuple[int, int], ...]
    """Of the square of each cell's stone, across and down."""
    width: int
    height: int
    outline: str = ""
    """A cell as commands of a path, from its corner; none where squares stand in one grid."""
    behind: str = ""
    """The lines of a geometry, as commands of a path."""


@lru_cache
def places(game: Game) -> Places:
    """Those of a game's board, in hundredths of a cell."""
    lines = " ".join("".join(map(str, cells_in(line))) for line in game.lines or ())
    if known := _GEOMETRIES.get(lines):
        corners = tuple(map(tuple, known["corners"]))
        return Places(
            corners, known["width"], known["height"], _POINT, known["background"]
        )
    hexagonal = is_hex(game)
    layers, rows, cols = box_of(game) or (1, game.rows, game.cols)
    slant, pitch, top = (CELL // 2, _PITCH, 8) if hexagonal else (0, CELL, 0)
    at = []
    for cell in range(game.cells):
        row, col = divmod(cell, cols)
        layer, row = divmod(row, rows)
        across = layer * (cols * CELL + _GAP) + col * CELL
        at.append((across + row * slant, top + row * pitch))
    width, height = (max(ends) + CELL for ends in zip(*at, strict=True))
    outline = HEXAGON if hexagonal else _SQUARE if layers > 1 else ""
    return Places(tuple(at), width, height + top, outline)
