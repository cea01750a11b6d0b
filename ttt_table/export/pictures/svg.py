"""What all pictures share: the document, its colours by day and by night, stones and boards.

A cell is 100 units wide and high, wherever a board is drawn; what holds a board scales it.
"""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from itertools import pairwise

from ttt_table.export.colours import DARK, FONT, LIGHT
from ttt_table.rules.game import Game, cells_in, lines, lines_in
from ttt_table.rules.outcome import Look, other

CELL = 100
"""The side of a cell, in the units of a board."""
_RING = "m-40 0a40 40 0 1 0 80 0a40 40 0 1 0 -80 0"
"""A circle around the place where it is drawn, within a cell."""

_COLOURED = """\
.paper{{fill:{paper}}}
.panel{{fill:{panel}}}
.ink,text{{fill:{ink}}}
.muted{{fill:{muted}}}
.rule{{stroke:{rule}}}
.stone{{stroke:{stone}}}
.new,.all .stone{{stroke:{ink}}}
.win{{fill:{win}}}
.draw{{fill:{draw}}}
.loss{{fill:{loss}}}
.win-ink{{fill:{win-ink}}}
.draw-ink{{fill:{draw-ink}}}
.loss-ink{{fill:{loss-ink}}}
.strike{{stroke:{win-ink}}}
"""
_SHAPES = """\
text{{font-family:{font}}}
.bold{{font-weight:600}}
.rule,.stone,.new,.strike{{fill:none}}
.strike{{stroke-linecap:round;stroke-width:16}}
"""
_STONES = (
    '<path id="X" d="M24 24 76 76M76 24 24 76" stroke-width="15" stroke-linecap="round"/>'
    '<circle id="O" cx="50" cy="50" r="28" stroke-width="14"/>'
)


def document(
    width: float, height: float, title: str, description: str, body: Iterable[str], defs: str = ""
) -> str:
    """A whole picture, on paper of its own, so that it is legible on any page."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {number(width)} {number(height)}" '
        f'width="{number(width)}" height="{number(height)}" role="img" '
        'aria-labelledby="title description">\n'
        f'<title id="title">{escape(title)}</title>\n'
        f'<desc id="description">{escape(description)}</desc>\n'
        f"<style>\n{_style()}</style>\n"
        f"<defs>\n{_STONES}\n{defs}</defs>\n"
        '<rect class="paper" width="100%" height="100%" rx="12"/>\n'
        + "\n".join(body)
        + "\n</svg>\n"
    )


def _style() -> str:
    """What does not change, the colours by day, and those by night."""
    day, night = (_COLOURED.format(**theme) for theme in (LIGHT, DARK))
    return f"{_SHAPES.format(font=FONT)}{day}@media (prefers-color-scheme:dark){{\n{night}}}\n"


def number(value: float) -> str:
    """A number as short as two decimals allow.

    >>> number(10), number(100.5), number(0.3333), number(-0.001)
    ('10', '100.5', '0.33', '0')
    """
    return f"{value:.2f}".rstrip("0").rstrip(".").replace("-0", "0") if value else "0"


def text(x: float, y: float, words: str, size: float, *, cls: str = "", anchor: str = "") -> str:
    """A line of text; ``anchor`` is start, middle or end."""
    extra = (f' class="{cls}"' if cls else "") + (f' text-anchor="{anchor}"' if anchor else "")
    return (
        f'<text x="{number(x)}" y="{number(y)}" font-size="{number(size)}"{extra}>'
        f"{escape(words, quote=False)}</text>"
    )


def placed(x: float, y: float, scale: float | str) -> str:
    """The attribute that puts something there, in its own scale."""
    return f'transform="translate({number(x)} {number(y)})scale({scale})"'


def corner(cell: int, game: Game) -> tuple[int, int]:
    """Where a cell begins on its board, across and down."""
    row, col = divmod(cell, game.cols)
    return col * CELL, row * CELL


def stones(board: str, game: Game, new: int | None = None) -> str:
    """The stones of a board in its units; the ``new`` one, if any, in full ink."""
    old = [cell for cell in range(game.cells) if board[cell] != "." and cell != new]
    drawn = "".join(_stone(board[cell], cell, game) for cell in old)
    if drawn:
        drawn = f'<g class="stone">{drawn}</g>'
    if new is not None:
        drawn += f'<g class="new">{_stone(board[new], new, game)}</g>'
    return drawn


def large_stone(mark: str, cell: int, game: Game) -> str:
    """A new stone alone, drawn larger than its cell, for boards too small to show the others."""
    size = 1.6
    across, down = (
        min(max(at - (size - 1) * CELL / 2, 0), (most - size) * CELL)
        for at, most in zip(corner(cell, game), (game.cols, game.rows), strict=True)
    )
    return f'<g class="new"><use href="#{mark}" {placed(across, down, size)}/></g>'


def _stone(mark: str, cell: int, game: Game) -> str:
    corners = zip("xy", corner(cell, game), strict=True)
    place = "".join(f' {name}="{at}"' for name, at in corners if at)
    return f'<use href="#{mark}"{place}/>'


def ground(game: Game, cls: str) -> str:
    """The whole board in the colour of an outcome."""
    return f'<rect class="{cls}" width="{game.cols * CELL}" height="{game.rows * CELL}"/>'


def grid(game: Game, stroke: float) -> str:
    """The lines between the cells, so many units wide."""
    width, height = game.cols * CELL, game.rows * CELL
    down = "".join(f"M{col * CELL} 0V{height}" for col in range(1, game.cols))
    across = "".join(f"M0 {row * CELL}H{width}" for row in range(1, game.rows))
    return f'<path class="rule" d="{down}{across}" stroke-width="{number(stroke)}"/>'


def strikes(look: Look, game: Game) -> list[str]:
    """A stroke through each line that has ended the game, or rings where its cells lie apart."""
    last = other(look.mover)
    held = sum(1 << cell for cell, mark in enumerate(look.board) if mark == last)
    half = CELL // 2
    drawn = []
    for line in map(cells_in, lines_in(held, lines(game))):
        corners = [corner(cell, game) for cell in line]
        middles = [f"{x + half} {y + half}" for x, y in corners]
        steps = {(end_x - x, end_y - y) for (x, y), (end_x, end_y) in pairwise(corners)}
        # A line that goes on at the other edge would be struck through cells that are none of its.
        if len(steps) > 1 or any(max(map(abs, step)) > CELL for step in steps):
            d = "".join(f"M{middle}{_RING}" for middle in middles)
        else:
            d = f"M{middles[0]}L{middles[-1]}"
        drawn.append(f'<path class="strike" d="{d}"/>')
    return drawn
