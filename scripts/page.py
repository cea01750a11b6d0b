"""Write the pages of the documents anew: ``python scripts/page.py [--site FOLDER]``.

First their scripts are bundled, by the esbuild that ``npm install`` puts in tests/exhaustive/page.
Tests compare the bundles and the pages with what stands in the checkout. With ``--site`` they are
put into a folder as they are published, with pictures and a gallery of games of lines.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from itertools import repeat
from pathlib import Path
from tempfile import TemporaryDirectory

from planes import projective_plane

from ttt_table import Game
from ttt_table.build import build_table
from ttt_table.cli.page import default_tables
from ttt_table.export.page import colours, make_menace, make_page
from ttt_table.rules.families import shape_lines, surface_lines
from ttt_table.rules.game import lines
from ttt_table.table.files import read_table, shipped_path

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs" / "play.html"
MENACE = ROOT / "docs" / "menace.html"
SOURCES = ROOT / "ttt_table" / "export" / "page"
ESBUILD = ROOT / "tests" / "exhaustive" / "page" / "node_modules" / ".bin" / "esbuild"


def bundled(source: Path = SOURCES / "main.js") -> bytes:
    """A script and all that it imports, as one: of the page, or of the readers."""
    if not ESBUILD.exists():
        raise SystemExit("esbuild is missing: run npm install in tests/exhaustive/page")
    options = ["--bundle", "--minify", "--format=esm", "--target=es2022", "--charset=utf8"]
    return subprocess.run([ESBUILD, source, *options], capture_output=True, check=True).stdout


def gallery() -> dict[str, tuple[str, Game]]:
    """By their files, games of lines to look at and to play, each with what is said of it."""
    return {
        "torus": (
            "On a torus a line that leaves at one edge comes back at the other.",
            Game(3, 3, lines=surface_lines(3, 3, 3, "torus"), name="torus-k3"),
        ),
        "klein": (
            "On a Klein bottle it does too, upside down between left and right.",
            Game(3, 3, lines=surface_lines(3, 3, 3, "klein"), name="klein-k3"),
        ),
        "tippy": (
            "Tippy, one of Harary's animals, counts in every place, turned and reflected.",
            Game(3, 3, lines=shape_lines(3, 3, "XX./.XX"), name="tippy"),
        ),
        "fano": (
            "The Fano plane: seven points, seven lines, and one through any two points.",
            projective_plane(2)._replace(name="fano"),
        ),
        "4x4": ("Four in a row on 4x4, a larger page.", Game(4, 4, 4)),
    }


def write_site(site: Path) -> None:
    """The pages, the pictures and the gallery, as they are published."""
    shutil.copytree(PAGE.parent / "pictures", site / "pictures", dirs_exist_ok=True)
    shutil.copy(PAGE, site / "index.html")
    shutil.copy(MENACE, site)
    entries = []
    (site / "gallery").mkdir(exist_ok=True)
    for name, (words, game) in gallery().items():
        with TemporaryDirectory() as folder:
            table = read_table(build_table(game, Path(folder) / "table.msgpack", quiet=True))
            (site / "gallery" / f"{name}.html").write_text(make_page([table]), encoding="utf-8")
        drawn = "".join(map(drawing, repeat(game), lines(game)))
        entries.append(f'<h2><a href="{name}.html">{name}</a></h2>\n<p>{words}</p>\n{drawn}\n')
    index = (Path(__file__).parent / "gallery.html").read_text(encoding="utf-8")
    index = index.replace("{{style}}", colours()).replace("{{games}}", "".join(entries))
    (site / "gallery" / "index.html").write_text(index, encoding="utf-8")


def drawing(game: Game, line: int) -> str:
    """One of a game's lines on a small board."""
    corners = [(cell, *divmod(cell, game.cols)[::-1]) for cell in range(game.cells)]
    cells = "".join(
        f'<rect class="{"in" if line >> cell & 1 else "out"}" x="{x}.05" y="{y}.05"/>'
        for cell, x, y in corners
    )
    size = f'width="{17 * game.cols}" height="{17 * game.rows}"'
    box = f'viewBox="0 0 {game.cols} {game.rows}"'
    return f'<svg {size} {box} aria-hidden="true">{cells}</svg>'


def main() -> None:
    """Write the bundles and the pages, or with ``--site FOLDER`` what is published."""
    if sys.argv[1:2] == ["--site"]:
        write_site(Path(sys.argv[2]))
        return
    for folder in (SOURCES, SOURCES / "menace"):
        (folder / "page.min.js").write_bytes(bundled(folder / "main.js"))
    pages = {PAGE: make_page(default_tables()), MENACE: make_menace(read_table(shipped_path()))}
    for path, text in pages.items():
        path.write_text(text, encoding="utf-8", newline="\n")
        print(f"{path.name}: {path.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
