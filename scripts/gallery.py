"""Write the gallery of the site: a page to play on for each of some games of lines.

``docs/conf.py`` calls it for the site; ``python scripts/gallery.py FOLDER`` writes it
alone.
"""

from __future__ import annotations

import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from ttt_table import Game
from ttt_table.build import build_table
from ttt_table.drawing import theme_style
from ttt_table.export.pictures.places import places
from ttt_table.page import make_page
from ttt_table.rules.families import GLUED
from ttt_table.rules.game import lines_of_x
from ttt_table.table.files import read_table


class Exhibit(NamedTuple):
    """A game of the gallery."""

    words: str
    """Its description."""
    game: Game
    """The game."""


def write_page(path: Path, page: str) -> None:
    """Write a page to play on, with a link to the index beside it."""
    home = '<a href="index.html" target="_top" aria-label="Where to begin">⌂</a></nav>'
    path.write_text(page.replace("</nav>", home), encoding="utf-8")


def fill(template: str, **parts: str) -> str:
    """Return a page from its template, in the colours of the pages to play on."""
    text = Path(__file__).with_name(template).read_text(encoding="utf-8")
    for name, part in {"style": theme_style(), **parts}.items():
        text = text.replace(f"{{{{{name}}}}}", part)
    return text


def gallery() -> dict[str, Exhibit]:
    """Return games of lines to look at and to play, by the names of their files."""
    fano = Game.named("1x7-projective-2")._replace(name="fano")
    return {
        "torus": glued("torus"),
        "klein": glued("klein"),
        "tippy": Exhibit(
            "A line is Tippy, one of Harary's animals, in any place, "
            "rotated and reflected.",
            Game.named("3x3-tippy"),
        ),
        "fano": Exhibit(
            "The Fano plane: seven points, seven lines, "
            "and one through any two points.",
            fano,
        ),
        "misere": Exhibit(
            "The player who makes three in a row loses.", Game(misere=True)
        ),
        "hex": Exhibit(
            "Hex on 3x3: X connects the left edge with the right edge, O the upper "
            "edge with the lower edge. These are the chains of X.",
            Game.named("3x3-hex"),
        ),
        "falling": Exhibit(
            "Four in a row on 4x4, where stones fall.", Game(4, 4, 4, gravity=True)
        ),
        "4x4": Exhibit("Four in a row on 4x4, a larger page.", Game(4, 4, 4)),
    }


def glued(surface: str) -> Exhibit:
    """Return the game of three in a row on a surface."""
    game = Game.named(f"3x3-{surface}-k3")
    return Exhibit(f"The edges are glued: {GLUED[surface]}.", game)


def write_gallery(folder: Path) -> None:
    """Write a page to play on for each game, and one that shows their lines."""
    folder.mkdir(parents=True, exist_ok=True)
    entries = []
    for name, exhibit in gallery().items():
        game = exhibit.game
        with TemporaryDirectory() as work:
            path = build_table(game, Path(work) / "table.msgpack", quiet=True)
            page = make_page([read_table(path)])
        write_page(folder / f"{name}.html", page)
        drawings = "".join(drawing(game, line) for line in lines_of_x(game))
        entries.append(
            f'<h2><a href="{name}.html">{name}</a></h2>\n'
            f"<p>{exhibit.words}</p>\n{drawings}\n"
        )
    index = fill("gallery.html", games="".join(entries))
    (folder / "index.html").write_text(index, encoding="utf-8")


def drawing(game: Game, line: int) -> str:
    """Draw one of a game's lines on a small board."""
    board = places(game)
    radius = 50 if board.behind else 10
    cells = []
    for cell, (x, y) in enumerate(board.corners):
        kind = "in" if line >> cell & 1 else "out"
        cells.append(f'<rect class="{kind}" x="{x + 5}" y="{y + 5}" rx="{radius}"/>')
    size = f'width="{0.17 * board.width:.0f}" height="{0.17 * board.height:.0f}"'
    box = f'viewBox="0 0 {board.width} {board.height}"'
    path = f'<path d="{board.behind}"/>'
    return f'<svg {size} {box} aria-hidden="true">{path}{"".join(cells)}</svg>'


if __name__ == "__main__":
    write_gallery(Path(sys.argv[1]))
