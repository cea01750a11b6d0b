"""What all pictures share: the document, its colours by day and by night, stones and boards."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from html import escape
from itertools import accumulate, combinations, pairwise
from math import dist
from pkgutil import get_data
from typing import NamedTuple, TypeAlias

from ttt_table.drawing.colours import DARK, FONT, LIGHT, WORDS
from ttt_table.export.places import CELL, HEXAGON, places
from ttt_table.rules.game import Game, filled_lines
from ttt_table.rules.outcome import Look, other

WIDTH = 830  # of pictures that fill a page
MARGIN = 16
_RING = "m-40 0a40 40 0 1 0 80 0a40 40 0 1 0 -80 0"
_STONES = (
    '<path id="X" d="M24 24 76 76M76 24 24 76" stroke-width="15" stroke-linecap="round"/>'
    '<circle id="O" cx="50" cy="50" r="28" stroke-width="14"/>'
)

Place: TypeAlias = tuple[float, float, float]
"""Where a board stands, across and down, and how wide its cells are."""


class Block(NamedTuple):
    """A part of a picture, as wide as all of it."""

    height: float
    drawn: str
    """From 0 down."""


class Picture(NamedTuple):
    """What is drawn, from top to bottom."""

    title: str
    description: str
    width: float
    blocks: Sequence[Block]
    boards: int
    """How many different boards it shows."""
    defs: str = ""
    """What the blocks use by its id."""

    def __repr__(self) -> str:
        return f"<Picture: {self.title}>"

    def __str__(self) -> str:
        """The SVG, on a ground of its own, to be legible on any page."""
        width, height = (
            number(self.width),
            number(sum(block.height for block in self.blocks)),
        )
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
        return str(self)  # a notebook shows a picture as what it is


def _stacked(blocks: Sequence[Block]) -> str:
    tops = accumulate((block.height for block in blocks[:-1]), initial=0.0)
    pairs = zip(tops, blocks, strict=True)
    return "".join(
        f"<g {transform(0, y, 1)}>\n{block.drawn}\n</g>\n" for y, block in pairs
    )


def _style() -> str:
    day = _from_file("shapes.css", {"font": FONT}) + _from_file("colours.css", LIGHT)
    night = _from_file("colours.css", DARK)
    return f"{day}@media (prefers-color-scheme:dark){{\n{night}}}\n"


def _from_file(name: str, values: Mapping[str, str]) -> str:
    """A style in which a name in braces stands for its value."""
    style = (get_data(__name__, name) or b"").decode()
    return re.sub(r"\{([a-z-]+)\}", lambda found: values[found[1]], style)


def number(value: float) -> str:
    """A number as short as two decimals allow."""
    return f"{value:.2f}".rstrip("0").rstrip(".").replace("-0", "0") if value else "0"


def text(
    x: float, y: float, words: str, size: float, *, cls: str = "", anchor: str = ""
) -> str:
    """A line of text; ``anchor`` is start, middle or end."""
    extra = (f' class="{cls}"' if cls else "") + (
        f' text-anchor="{anchor}"' if anchor else ""
    )
    return (
        f'<text x="{number(x)}" y="{number(y)}" font-size="{number(size)}"{extra}>'
        f"{escape(words, quote=False)}</text>"
    )


def heading(title: str, *lines: str, labels: Mapping[int, str] | None = None) -> Block:
    """The top of a picture; ``labels`` say what each value's colour stands for."""
    body = [text(MARGIN, 42, title, 26, cls="bold")]
    body += [text(MARGIN, 68 + 20 * at, line, 15) for at, line in enumerate(lines)]
    x, y = float(MARGIN), 64 + 20 * len(lines)
    for value, label in (labels or {}).items():
        name = WORDS[value]
        body.append(
            f'<rect class="{name}" x="{number(x)}" y="{y}" width="18" height="18" rx="3"/>'
        )
        body.append(text(x + 25, y + 14, label, 14, cls=f"{name}-ink"))
        x += 50 + 7.2 * len(label)
    return Block(y + (36 if labels else -6), "\n".join(body))


def game_title(game: Game) -> str:
    """What a heading calls a game."""
    return "tic-tac-toe" if str(game) == "3x3k3" else str(game)


def small(
    look: Look,
    game: Game,
    cls: str,
    place: Place,
    new: int | None = None,
    over: str = "",
) -> str:
    """A board in the colour of an outcome, its new stone in full ink, ``over`` upon its ground."""
    x, y, side = place
    # On plain paper, where none is new, all stones are.
    ink = "new" if new is None and cls == "paper" else "stone"
    drawn = ground(game, cls) + over + grid(game, CELL / side)
    drawn += stones(look.board, game, new, ink) + strikes(look, game)
    return f"<g {transform(x, y, f'{side / CELL:g}')}>{drawn}</g>"


def transform(x: float, y: float, scale: float | str) -> str:
    """The attribute that puts something there, in its own scale."""
    return f'transform="translate({number(x)} {number(y)})scale({scale})"'


def size(game: Game, side: float) -> tuple[float, float]:
    """How wide and how high a board of such cells is."""
    _, width, height, *_ = places(game)
    return width / CELL * side, height / CELL * side


def corner(cell: int, game: Game) -> tuple[int, int]:
    """Where the square of a cell's stone begins, across and down."""
    return places(game).corners[cell]


def cell_number(cell: int, game: Game) -> str:
    """A cell's number in its upper left corner, or below the tip of a hexagon."""
    x, y = corner(cell, game)
    if places(game).outline == HEXAGON:
        return text(x + 50, y + 24, str(cell), 24, anchor="middle")
    return text(x + 8, y + 26, str(cell), 24)


def stones(board: str, game: Game, new: int | None = None, cls: str = "stone") -> str:
    """The stones of a board; the ``new`` one, if any, in full ink."""
    old = [cell for cell in range(game.cells) if board[cell] != "." and cell != new]
    drawn = f'<g class="{cls}">{"".join(_stone(board[cell], cell, game) for cell in old)}</g>'
    fresh = "" if new is None else f'<g class="new">{_stone(board[new], new, game)}</g>'
    return (drawn if old else "") + fresh


def _stone(mark: str, cell: int, game: Game) -> str:
    corners = zip("xy", corner(cell, game), strict=True)
    place = "".join(f' {name}="{at}"' for name, at in corners if at)
    return f'<use href="#{mark}"{place}/>'


def tinted(cell: int, game: Game, cls: str) -> str:
    """A cell in the colour of an outcome."""
    if places(game).outline:
        return f'<path class="{cls}" d="{_outlines([cell], game)}"/>'
    x, y = corner(cell, game)
    return f'<rect class="{cls}" x="{x}" y="{y}" width="{CELL}" height="{CELL}"/>'


def ground(game: Game, cls: str) -> str:
    """The whole board in the colour of an outcome."""
    _, width, height, outline, _ = places(game)
    if outline:
        return f'<path class="{cls}" d="{_outlines(range(game.cells), game)}"/>'
    return f'<rect class="{cls}" width="{width}" height="{height}"/>'


def grid(game: Game, stroke: float) -> str:
    """The lines between the cells."""
    _, width, height, outline, behind = places(game)
    down = "".join(f"M{col * CELL} 0V{height}" for col in range(1, game.cols))
    across = "".join(f"M0 {row * CELL}H{width}" for row in range(1, game.rows))
    d = behind + _outlines(range(game.cells), game) if outline else down + across
    return f'<path class="rule" d="{d}" stroke-width="{number(stroke)}"/>'


def _outlines(cells: Iterable[int], game: Game) -> str:
    corners, outline = places(game).corners, places(game).outline
    return "".join(f"M{x} {y}{outline}" for x, y in (corners[cell] for cell in cells))


def strikes(look: Look, game: Game) -> str:
    """A stroke through each line that has ended the game."""
    ended = filled_lines(game, look.board, other(look.mover))
    return "".join(
        f'<path class="strike" d="{_stroke(line, game)}"/>' for line in ended
    )


def _stroke(line: Sequence[int], game: Game) -> str:
    """A stroke from end to end, a chain's from cell to cell; rings where cells lie apart."""
    half = CELL // 2
    middles = [(x + half, y + half) for x, y in (corner(cell, game) for cell in line)]
    if places(game).outline == HEXAGON:
        # Of a chain that needs all of its cells no others touch than those in turn.
        two = (both for both in combinations(middles, 2) if dist(*both) < 1.1 * CELL)
        return "".join(f"M{x} {y}L{end_x} {end_y}" for (x, y), (end_x, end_y) in two)
    steps = {(end_x - x, end_y - y) for (x, y), (end_x, end_y) in pairwise(middles)}
    # A line that goes on at the other edge would be struck through cells that are none of its.
    if len(steps) > 1 or any(max(map(abs, step)) > CELL for step in steps):
        return "".join(f"M{x} {y}{_RING}" for x, y in middles)
    (x, y), (end_x, end_y) = middles[0], middles[-1]
    return f"M{x} {y}L{end_x} {end_y}"
