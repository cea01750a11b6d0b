"""The parts of all pictures: the document, its colours, stones, boards and text."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from itertools import combinations, pairwise
from math import dist
from pkgutil import get_data
from typing import TypeAlias

from ttt_table.drawing import DARK, FONT, LIGHT, WORDS
from ttt_table.export.pictures.places import CELL, HEXAGON, places
from ttt_table.rules.game import Game, filled_lines
from ttt_table.rules.outcome import Look, other

WIDTH = 830  # the width of a picture that fills a page
MARGIN = 16
MIN_WIDTH = 420  # the width of a heading
# A circle around the current point of an SVG path.
_RING = "m-40 0a40 40 0 1 0 80 0a40 40 0 1 0 -80 0"
_STONES = (
    '<path id="X" d="M24 24 76 76M76 24 24 76" '
    'stroke-width="15" stroke-linecap="round"/>'
    '<circle id="O" cx="50" cy="50" r="28" stroke-width="14"/>'
)

Point: TypeAlias = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Placement:
    """The place and size of a board in a picture."""

    x: float
    """The x coordinate of its upper left corner."""
    y: float
    """The y coordinate of that corner."""
    side: float
    """The side of its cells."""


@dataclass(frozen=True, slots=True)
class Group:
    """A part of a picture, as wide as the whole."""

    height: float
    """Its height."""
    drawn: str
    """Its elements; their y coordinates begin with 0."""


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture, whose text is an SVG document."""

    title: str
    """Its title."""
    description: str
    """An explanation of its colours and marks."""
    width: float
    """Its width."""
    blocks: Sequence[Group]
    """Its parts, from top to bottom."""
    boards: int
    """The number of different boards that it shows."""
    defs: str = ""
    """Elements that the blocks use by their id."""

    def __repr__(self) -> str:
        return f"<Picture: {self.title}>"

    def __str__(self) -> str:
        """Return the SVG, with its own background so that it is legible on any page."""
        width = decimal(self.width)
        height = decimal(sum(block.height for block in self.blocks))
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
            f'width="{width}" height="{height}" role="img" '
            'aria-labelledby="title description">\n'
            f'<title id="title">{escape(self.title)}</title>\n'
            f'<desc id="description">{escape(self.description)}</desc>\n'
            f"<style>\n{_style()}</style>\n"
            f"<defs>\n{_STONES}\n{self.defs}</defs>\n"
            '<rect class="paper" width="100%" height="100%" rx="12"/>\n'
            f"{_stacked(self.blocks)}</svg>\n"
        )

    def _repr_svg_(self) -> str:
        """Return the picture as a notebook shows it."""
        return str(self)


def _stacked(blocks: Sequence[Group]) -> str:
    """Draw blocks one below the other."""
    drawn = []
    y = 0.0
    for block in blocks:
        drawn.append(f"<g {transform(0, y, 1)}>\n{block.drawn}\n</g>\n")
        y += block.height
    return "".join(drawn)


def _style() -> str:
    shapes = _filled_in("shapes.css", {"font": FONT})
    light = _filled_in("colours.css", LIGHT)
    dark = _filled_in("colours.css", DARK)
    return f"{shapes}{light}@media (prefers-color-scheme:dark){{\n{dark}}}\n"


def _filled_in(name: str, values: Mapping[str, str]) -> str:
    """Return a style sheet in which each name in braces is replaced by its value."""
    style = (get_data(__name__, name) or b"").decode()
    return re.sub(r"\{([a-z-]+)\}", lambda match: values[match[1]], style)


def decimal(value: float) -> str:
    """Return a number with two decimals at most."""
    rounded = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if rounded == "-0" else rounded


def text(
    x: float, y: float, words: str, size: float, *, cls: str = "", anchor: str = ""
) -> str:
    """Draw a line of text.

    Args:
        x: The x coordinate of its start, or of the point that ``anchor`` names.
        y: The y coordinate of its baseline.
        words: The text.
        size: The height of its letters.
        cls: Its class in the style sheet.
        anchor: The point of the line at ``x``: ``start``, ``middle`` or ``end``.
    """
    attributes = f'x="{decimal(x)}" y="{decimal(y)}" font-size="{decimal(size)}"'
    if cls:
        attributes += f' class="{cls}"'
    if anchor:
        attributes += f' text-anchor="{anchor}"'
    return f"<text {attributes}>{escape(words, quote=False)}</text>"


def heading(title: str, *lines: str, labels: Mapping[int, str] | None = None) -> Group:
    """Draw the top of a picture.

    Args:
        title: The title.
        lines: Lines of text below it.
        labels: By the value of an outcome, the meaning of its colour.
    """
    drawn = [text(MARGIN, 42, title, 26, cls="bold")]
    for index, line in enumerate(lines):
        drawn.append(text(MARGIN, 68 + 20 * index, line, 15))
    y = 64 + 20 * len(lines)
    if not labels:
        return Group(y - 6, "\n".join(drawn))

    x = float(MARGIN)
    for value, label in labels.items():
        colour = WORDS[value]
        drawn.append(
            f'<rect class="{colour}" x="{decimal(x)}" y="{y}" '
            'width="18" height="18" rx="3"/>'
        )
        drawn.append(text(x + 25, y + 14, label, 14, cls=f"{colour}-ink"))
        x += 50 + 7.2 * len(label)
    return Group(y + 36, "\n".join(drawn))


def game_title(game: Game) -> str:
    """Return the name of a game in a heading."""
    return "tic-tac-toe" if str(game) == "3x3k3" else str(game)


def whole_board(
    look: Look,
    game: Game,
    cls: str,
    placement: Placement,
    new_cell: int | None = None,
    marks: str = "",
) -> str:
    """Draw a whole board in a colour.

    Args:
        look: What a table says of the board.
        game: The game of that table.
        cls: The class of the ground, such as the name of an outcome.
        placement: Where to draw it, and how large.
        new_cell: The cell of the last move, whose stone is drawn in full ink.
        marks: Elements to draw on the ground, below the stones.
    """
    # On plain paper all stones are drawn in full ink, unless one of them is new.
    ink = "new" if new_cell is None and cls == "paper" else "stone"
    drawn = "".join(
        [
            ground(game, cls),
            marks,
            grid_lines(game, CELL / placement.side),
            stones(look.board, game, new_cell, ink),
            strikes(look, game),
        ]
    )
    scale = f"{placement.side / CELL:g}"
    return f"<g {transform(placement.x, placement.y, scale)}>{drawn}</g>"


def transform(x: float, y: float, scale: float | str) -> str:
    """Return the attribute that moves an element to a point, and scales it."""
    return f'transform="translate({decimal(x)} {decimal(y)})scale({scale})"'


def size(game: Game, side: float) -> tuple[float, float]:
    """Return the width and height of a board whose cells have this side."""
    board = places(game)
    return board.width / CELL * side, board.height / CELL * side


def corner(cell: int, game: Game) -> Point:
    """Return the upper left corner of the square of a cell's stone."""
    return places(game).corners[cell]


def cell_number(cell: int, game: Game) -> str:
    """Draw a cell's number in its upper left corner, or below the tip of a hexagon."""
    x, y = corner(cell, game)
    if places(game).outline == HEXAGON:
        return text(x + 50, y + 24, str(cell), 24, anchor="middle")
    return text(x + 8, y + 26, str(cell), 24)


def stones(
    board: str, game: Game, new_cell: int | None = None, cls: str = "stone"
) -> str:
    """Draw the stones of a board, the one at ``new_cell`` in full ink."""
    earlier_stones = [
        _stone(board[cell], cell, game)
        for cell in range(game.cells)
        if board[cell] != "." and cell != new_cell
    ]
    drawn = ""
    if earlier_stones:
        drawn += f'<g class="{cls}">{"".join(earlier_stones)}</g>'
    if new_cell is not None:
        drawn += f'<g class="new">{_stone(board[new_cell], new_cell, game)}</g>'
    return drawn


def _stone(mark: str, cell: int, game: Game) -> str:
    x, y = corner(cell, game)
    attributes = f' href="#{mark}"'
    if x:
        attributes += f' x="{x}"'
    if y:
        attributes += f' y="{y}"'
    return f"<use{attributes}/>"


def tinted(cell: int, game: Game, cls: str) -> str:
    """Draw the ground of a cell in the colour of an outcome."""
    if places(game).outline:
        return f'<path class="{cls}" d="{_outlines([cell], game)}"/>'
    x, y = corner(cell, game)
    return f'<rect class="{cls}" x="{x}" y="{y}" width="{CELL}" height="{CELL}"/>'


def ground(game: Game, cls: str) -> str:
    """Draw the ground of the whole board in the colour of an outcome."""
    board = places(game)
    if board.outline:
        return f'<path class="{cls}" d="{_outlines(range(game.cells), game)}"/>'
    return f'<rect class="{cls}" width="{board.width}" height="{board.height}"/>'


def grid_lines(game: Game, stroke: float) -> str:
    """Draw the lines between the cells."""
    board = places(game)
    if board.outline:
        path = board.behind + _outlines(range(game.cells), game)
    else:
        path = "".join(f"M{col * CELL} 0V{board.height}" for col in range(1, game.cols))
        path += "".join(f"M0 {row * CELL}H{board.width}" for row in range(1, game.rows))
    return f'<path class="rule" d="{path}" stroke-width="{decimal(stroke)}"/>'


def _outlines(cells: Iterable[int], game: Game) -> str:
    """Return the outlines of cells as the commands of a path."""
    outline = places(game).outline
    commands = []
    for cell in cells:
        x, y = corner(cell, game)
        commands.append(f"M{x} {y}{outline}")
    return "".join(commands)


def strikes(look: Look, game: Game) -> str:
    """Draw a stroke through each line that has ended the game."""
    filled = filled_lines(game, look.board, other(look.mover))
    return "".join(
        f'<path class="strike" d="{_stroke(line, game)}"/>' for line in filled
    )


def _stroke(line: Sequence[int], game: Game) -> str:
    """Return a stroke through a line as the commands of a path.

    It goes from end to end, in Hex from cell to cell. If the cells are not in a row,
    each gets a ring instead.
    """
    middles = [_middle(cell, game) for cell in line]
    if places(game).outline == HEXAGON:
        # A chain that needs all its cells touches itself only from one to the next.
        return "".join(
            _segment(start, end)
            for start, end in combinations(middles, 2)
            if dist(start, end) < 1.1 * CELL
        )
    steps = {
        (end_x - start_x, end_y - start_y)
        for (start_x, start_y), (end_x, end_y) in pairwise(middles)
    }
    longest = max((abs(length) for step in steps for length in step), default=0)
    # On a surface a line may go on at the other edge: a stroke would cross other cells.
    if len(steps) > 1 or longest > CELL:
        return "".join(f"M{x} {y}{_RING}" for x, y in middles)
    return _segment(middles[0], middles[-1])


def _middle(cell: int, game: Game) -> Point:
    x, y = corner(cell, game)
    return x + CELL // 2, y + CELL // 2


def _segment(start: Point, end: Point) -> str:
    return f"M{start[0]} {start[1]}L{end[0]} {end[1]}"
