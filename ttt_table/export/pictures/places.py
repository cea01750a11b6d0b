"""The places of cells in pictures: rows, hexagons, layers, or points of a geometry."""

from __future__ import annotations

import json
from functools import lru_cache
from pkgutil import get_data
from typing import NamedTuple

from ttt_table.rules.game import Game
from ttt_table.rules.recognition import box_of, is_hex
from ttt_table.runtime import cells_in

CELL = 100  # the side of a cell; all lengths here are hundredths of it

# Outlines of a cell, as commands of an SVG path from the corner of its stone's square.
HEXAGON = "m50-8l50 29v58l-50 29-50-29v-58z"
_SQUARE = "h100v100h-100z"
_CIRCLE = "m0 50a50 50 0 1 0 100 0a50 50 0 1 0-100 0"

_ROW_OF_HEXAGONS = 87  # so that the middles of hexagons that touch are one cell apart
_ABOVE_HEXAGONS = 8  # the tip of a hexagon, above the square of its stone
_LAYER_GAP = CELL // 4

# By the lines of a game: where its points are, and what is drawn behind them.
_GEOMETRIES = json.loads(get_data("ttt_table.drawing", "geometries.json") or b"")


class Places(NamedTuple):
    """The places of a board's cells in a picture, in hundredths of a cell.

    The page to play on computes the same in JavaScript, in ``page/js/board/places.js``.
    """

    corners: tuple[tuple[int, int], ...]
    """The upper left corner of the square of each cell's stone: across, and down."""
    width: int
    """The width of the whole board."""
    height: int
    """The height of the whole board."""
    outline: str = ""
    """The outline of a cell as an SVG path, from its corner; empty for a plain grid."""
    behind: str = ""
    """The lines of a geometry as an SVG path; empty without one."""


@lru_cache
def places(game: Game) -> Places:
    """Return where the cells of a game's board are drawn."""
    lines = " ".join("".join(map(str, cells_in(line))) for line in game.lines or ())
    geometry = _GEOMETRIES.get(lines)
    if geometry and game.o_lines is None:
        corners = tuple((x, y) for x, y in geometry["corners"])
        width = geometry["width"]
        height = geometry["height"]
        return Places(corners, width, height, _CIRCLE, geometry["background"])
    if is_hex(game):
        return _hexagons(game)
    return _layers(game)


def _hexagons(game: Game) -> Places:
    """Return hexagons: each row half a cell further right than the one above."""
    corners = []
    for cell in range(game.cells):
        row, col = divmod(cell, game.cols)
        x = col * CELL + row * CELL // 2
        y = _ABOVE_HEXAGONS + row * _ROW_OF_HEXAGONS
        corners.append((x, y))
    right, bottom = corners[-1]
    width = right + CELL
    height = bottom + CELL + _ABOVE_HEXAGONS
    return Places(tuple(corners), width, height, HEXAGON)


def _layers(game: Game) -> Places:
    """Return rows of squares, the layers of a box side by side."""
    layers, rows, cols = box_of(game) or (1, game.rows, game.cols)
    corners = []
    for cell in range(game.cells):
        layer, cell_of_layer = divmod(cell, rows * cols)
        row, col = divmod(cell_of_layer, cols)
        x = layer * (cols * CELL + _LAYER_GAP) + col * CELL
        corners.append((x, row * CELL))
    width = layers * (cols * CELL + _LAYER_GAP) - _LAYER_GAP
    outline = _SQUARE if layers > 1 else ""
    return Places(tuple(corners), width, rows * CELL, outline)
