"""Write the site: ``python scripts/website.py FOLDER``.

It is the documents as HTML, the pages to play on, and a gallery of games of lines. The folder
``docs`` becomes its root; a link to a file that is not there leads into the repository.
"""

from __future__ import annotations

import os
import re
import shutil
import sys
import tomllib
from html import escape
from itertools import repeat
from pathlib import Path
from tempfile import TemporaryDirectory

from markdown_it import MarkdownIt
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

SOURCE = re.compile(r'(?<=src=")[^"]*')  # of a picture that a page gives a size


def write_site(site: Path) -> None:
    """The documents, with the pages to play on among them, and the gallery."""
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
    """Where a file of the checkout stands on the site: that of a page in Markdown ends in html."""
    place = path.relative_to(DOCS if path.is_relative_to(DOCS) else ROOT)
    return place.with_suffix(".html") if path in PAGES else place


def document(page: Path) -> str:
    """A page of Markdown as one of HTML."""
    markdown = MarkdownIt("commonmark").enable("table").use(anchors_plugin, 1, 4)
    tokens = markdown.parse(page.read_text(encoding="utf-8"))
    for token in [one for block in tokens for one in block.children or ()]:
        for name in {"href", "src"} & {*token.attrs}:
            token.attrs[name] = site_link(str(token.attrs[name]), page)
        if token.type == "html_inline":
            token.content = SOURCE.sub(
                lambda source: site_link(source[0], page), token.content
            )
    title = escape(
        next(one.content for one in tokens if one.type == "inline").replace("`", "")
    )
    text = markdown.renderer.render(tokens, markdown.options, {})
    if page == DOCS / "index.md":
        text = Path(__file__).with_name("front.html").read_text(encoding="utf-8") + text
    up = "../" * len(place_of(page).parent.parts)
    return fill("document.html", title=title, up=up, text=text)


def site_link(link: str, page: Path) -> str:
    """A link of a page as it has to be on the site."""
    target, hash_sign, part = link.partition("#")
    if not target or ":" in target:
        return link
    path = (page.parent / target).resolve()
    if path.is_dir() or not (path in PAGES or path.is_relative_to(DOCS)):
        kind = "tree" if path.is_dir() else "blob"
        return f"{REPOSITORY}/{kind}/main/{path.relative_to(ROOT)}"
    return os.path.relpath(place_of(path), place_of(page).parent) + hash_sign + part


def fill(template: str, **parts: str) -> str:
    """A page from its template, in the colours of the pages to play on."""
    text = Path(__file__).with_name(template).read_text(encoding="utf-8")
    for name, part in {"style": theme_style(), **parts}.items():
        text = text.replace(f"{{{{{name}}}}}", part)
    return text


def gallery() -> dict[str, tuple[str, Game]]:
    """By their files, games of lines to look at and to play, each with what is said of it."""
    return {
        **{
            name: (
                f"The edges are glued: {GLUED[name]}.",
                Game(3, 3, lines=surface_lines(3, 3, 3, name), name=f"{name}-k3"),
            )
            for name in ("torus", "klein")
        },
        "tippy": (
            "Tippy, one of Harary's animals, counts in every place, turned and reflected.",
            Game(3, 3, lines=shape_lines(3, 3, "XX./.XX"), name="tippy"),
        ),
        "fano": (
            "The Fano plane: seven points, seven lines, and one through any two points.",
            projective_plane(2)._replace(name="fano"),
        ),
        "misere": ("Whoever makes three in a row loses.", Game(misere=True)),
        "4x4": ("Four in a row on 4x4, a larger page.", Game(4, 4, 4)),
    }


def write_gallery(folder: Path) -> None:
    """A page to play on for each game, and one that shows their lines."""
    folder.mkdir(parents=True, exist_ok=True)
    entries = []
    for name, (words, game) in gallery().items():
        with TemporaryDirectory() as work:
            table = read_table(
                build_table(game, Path(work) / "table.msgpack", quiet=True)
            )
            write_page(folder / f"{name}.html", make_page([table]))
        drawn = "".join(map(drawing, repeat(game), lines(game)))
        entries.append(
            f'<h2><a href="{name}.html">{name}</a></h2>\n<p>{words}</p>\n{drawn}\n'
        )
    index = fill("gallery.html", games="".join(entries))
    (folder / "index.html").write_text(index, encoding="utf-8")


def drawing(game: Game, line: int) -> str:
    """One of a game's lines on a small board."""
    corners, width, height, _, behind = places(game)
    rx = 50 if behind else 10
    cells = "".join(
        f'<rect class="{"in" if line >> cell & 1 else "out"}" x="{x + 5}" y="{y + 5}" rx="{rx}"/>'
        for cell, (x, y) in enumerate(corners)
    )
    size = f'width="{0.17 * width:.0f}" height="{0.17 * height:.0f}"'
    box = f'viewBox="0 0 {width} {height}"'
    return f'<svg {size} {box} aria-hidden="true"><path d="{behind}"/>{cells}</svg>'


if __name__ == "__main__":
    write_site(Path(sys.argv[1]))
