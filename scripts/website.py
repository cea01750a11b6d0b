"""Write the site: ``python scripts/website.py FOLDER``.

It is the documents as HTML, the pages to play on, and a gallery of games of lines. The
folder ``docs`` becomes its root; a link to any other file leads into the repository.
"""

from __future__ import annotations

import os
import re
import shutil
import sys
import tomllib
from html import escape
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from markdown_it import MarkdownIt
from markdown_it.token import Token
from mdit_py_plugins.anchors import anchors_plugin
from planes import projective_plane

from ttt_table import Game
from ttt_table.build import build_table
from ttt_table.drawing.html import theme_style
from ttt_table.export.places import places
from ttt_table.page import make_page
from ttt_table.rules.families import GLUED, shape_lines, surface_lines
from ttt_table.rules.game import lines
from ttt_table.table.files import read_table

ROOT = Path(__file__).resolve().parents[1]
DOCS = ROOT / "docs"
PAGES = [*ROOT.glob("*.md"), *DOCS.rglob("*.md"), *ROOT.glob("readers/*/README.md")]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))[
    "project"
]
REPOSITORY: str = PROJECT["urls"]["Repository"]

SOURCE = re.compile(r'(?<=src=")[^"]*')
"""The source of a picture that is written in HTML, since it has a size."""


class Exhibit(NamedTuple):
    """A game of the gallery."""

    words: str
    """Its description."""
    game: Game
    """The game."""


def write_site(site: Path) -> None:
    """Write the documents, the pages to play on, and the gallery."""
    shutil.copytree(
        DOCS, site, ignore=shutil.ignore_patterns("*.md"), dirs_exist_ok=True
    )
    for page in PAGES:
        place = site / place_of(page)
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(document(page), encoding="utf-8")
    write_page(site / "play.html", (DOCS / "play.html").read_text(encoding="utf-8"))
    write_gallery(site / "gallery")


def write_page(path: Path, page: str) -> None:
    """Write a page to play on, with a link to the index beside it."""
    home = '<a href="index.html" target="_top" aria-label="Where to begin">⌂</a></nav>'
    path.write_text(page.replace("</nav>", home), encoding="utf-8")


def place_of(path: Path) -> Path:
    """Return the path on the site of a file of the checkout."""
    root = DOCS if path.is_relative_to(DOCS) else ROOT
    place = path.relative_to(root)
    if path in PAGES:
        place = place.with_suffix(".html")
    return place


def document(page: Path) -> str:
    """Return a page of Markdown as HTML."""
    markdown = MarkdownIt("commonmark").enable("table").use(anchors_plugin, 1, 4)
    tokens = markdown.parse(page.read_text(encoding="utf-8"))
    for block in tokens:
        for token in block.children or ():
            mend_links(token, page)

    heading = next(token.content for token in tokens if token.type == "inline")
    title = escape(heading.replace("`", ""))
    text = markdown.renderer.render(tokens, markdown.options, {})
    if page == DOCS / "index.md":
        front = Path(__file__).with_name("front.html")
        text = front.read_text(encoding="utf-8") + text
    up = "../" * len(place_of(page).parent.parts)
    return fill("document.html", title=title, up=up, text=text)


def mend_links(token: Token, page: Path) -> None:
    """Let the links of a part of a page lead to where their files are on the site."""
    for name in ("href", "src"):
        if name in token.attrs:
            token.attrs[name] = site_link(str(token.attrs[name]), page)
    if token.type == "html_inline":
        token.content = SOURCE.sub(
            lambda source: site_link(source[0], page), token.content
        )


def site_link(link: str, page: Path) -> str:
    """Return a link of a page as it has to be on the site."""
    target, hash_sign, part = link.partition("#")
    if not target or ":" in target:
        return link
    path = (page.parent / target).resolve()
    if path.is_dir():
        return f"{REPOSITORY}/tree/main/{path.relative_to(ROOT)}"
    is_on_site = path in PAGES or path.is_relative_to(DOCS)
    if not is_on_site:
        return f"{REPOSITORY}/blob/main/{path.relative_to(ROOT)}"
    relative = os.path.relpath(place_of(path), place_of(page).parent)
    return relative + hash_sign + part


def fill(template: str, **parts: str) -> str:
    """Return a page from its template, in the colours of the pages to play on."""
    text = Path(__file__).with_name(template).read_text(encoding="utf-8")
    for name, part in {"style": theme_style(), **parts}.items():
        text = text.replace(f"{{{{{name}}}}}", part)
    return text


def gallery() -> dict[str, Exhibit]:
    """Return games of lines to look at and to play, by the names of their files."""
    tippy = Game(3, 3, lines=shape_lines(3, 3, "XX./.XX"), name="tippy")
    fano = projective_plane(2)._replace(name="fano")
    return {
        "torus": glued("torus"),
        "klein": glued("klein"),
        "tippy": Exhibit(
            "Tippy, one of Harary's animals, counts in every place, "
            "turned and reflected.",
            tippy,
        ),
        "fano": Exhibit(
            "The Fano plane: seven points, seven lines, "
            "and one through any two points.",
            fano,
        ),
        "misere": Exhibit("Whoever makes three in a row loses.", Game(misere=True)),
        "4x4": Exhibit("Four in a row on 4x4, a larger page.", Game(4, 4, 4)),
    }


def glued(surface: str) -> Exhibit:
    """Return the game of three in a row on a surface."""
    game = Game(3, 3, lines=surface_lines(3, 3, 3, surface), name=f"{surface}-k3")
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
        drawings = "".join(drawing(game, line) for line in lines(game))
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
    write_site(Path(sys.argv[1]))
