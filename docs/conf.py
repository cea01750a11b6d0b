"""How Sphinx builds the site: ``sphinx-build -W docs site``.

Pages link to each other and to other files as on GitHub. The front page shows the board
above its text. The page to play on, the pictures and the data are copied beside the
pages, and a gallery of games is added.
"""

from __future__ import annotations

import os
import re
import shutil
import sys
import tomllib
from pathlib import Path
from typing import Any

from docutils import nodes
from markdown_it.tree import SyntaxTreeNode
from myst_parser.mdit_to_docutils.sphinx_ import SphinxRenderer
from myst_parser.parsers.mdit import create_md_parser
from myst_parser.parsers.sphinx_ import MystParser
from sphinx.application import Sphinx

DOCS = Path(__file__).resolve().parent
ROOT = DOCS.parent
SETTINGS = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
URLS: dict[str, str] = SETTINGS["project"]["urls"]
REPOSITORY = URLS["Repository"]
LISTS = {path: path.name for path in (ROOT / "data").glob("*.csv")}
LISTS[ROOT / "data" / "counts.csv"] = "counts/counts.csv"
"""The lists that the site serves, and their places on it."""

sys.path.insert(0, str(ROOT / "scripts"))  # where the gallery is made

project = "ttt-table"
html_title = project
html_baseurl = URLS["Homepage"]
html_theme = "furo"
html_copy_source = False
html_show_copyright = False
html_show_sphinx = False
html_sidebars = {
    "**": [
        "sidebar/brand.html",
        "sidebar/search.html",
        "sidebar/scroll-start.html",
        "sidebar/play.html",
        "sidebar/navigation.html",
        "sidebar/scroll-end.html",
    ]
}
templates_path = ["_templates"]
html_favicon = "pictures/icon.svg"
extensions = [
    "myst_parser",
    "sphinx.ext.autodoc",
    "sphinx.ext.napoleon",
    "sphinx_copybutton",
    "sphinxext.opengraph",
]
copybutton_prompt_text = r">>> |\.\.\. |\$ "
copybutton_prompt_is_regexp = True
ogp_site_url = URLS["Homepage"]
ogp_image = "pictures/page.png"
ogp_image_alt = "A board of tic-tac-toe, and a map of the whole game"
ogp_enable_meta_description = True
ogp_social_cards = {"enable": False}  # which would need matplotlib
default_role = "py:obj"  # a name in single backquotes links to the reference
autodoc_default_options = {"members": True, "inherited-members": "tuple, Mapping"}
autodoc_type_aliases = {"Board": "Board", "Path": "Path"}  # not what they stand for
napoleon_use_ivar = False
autodoc_member_order = "bysource"
add_module_names = False
myst_heading_anchors = 4

CONTENTS = """
```{toctree}
:hidden:
:caption: Play

page
playing
```

```{toctree}
:hidden:
:caption: Use in your program

opponent
python
reader-js
reader-c
games
```

```{toctree}
:hidden:
:caption: Teach

lesson/prepare
lesson/45-minutes
lesson/45-minuten
lesson/45-minutos
lesson/90-minutes
homework
pictures
```

```{toctree}
:hidden:
:caption: Evaluate

grading
answers
training
```

```{toctree}
:hidden:
:caption: Results

boards
counts
counts/oeis/README
```

```{toctree}
:hidden:
:caption: Reference

reference
interfaces
format
reader-vectors
definitions
design
cost
```
"""
"""The side bar. It is added to index.md here, since GitHub would show it as code."""


class Renderer(SphinxRenderer):
    """MyST's renderer, for pages whose links also work on GitHub.

    MyST resolves links between pages. It would lose what follows the ``#`` of a link to
    another file, and knows no files outside this folder.
    """

    def render_link_unknown(self, token: SyntaxTreeNode) -> None:
        """Render a link: to a page, another file of the site, or the repository."""
        path, hash_sign, heading = str(token.attrGet("href")).partition("#")
        page = Path(self.sphinx_env.doc2path(self.sphinx_env.docname))
        target = (page.parent / path).resolve()
        if target.is_relative_to(DOCS / "gallery"):  # which is made for the site alone
            self.render_link_url(token)
        elif not target.exists():
            super().render_link_unknown(token)  # which warns
        elif target in LISTS:
            token.attrs["href"] = os.path.relpath(DOCS / LISTS[target], page.parent)
            self.render_link_url(token)
        elif not target.is_relative_to(DOCS):
            kind = "tree" if target.is_dir() else "blob"
            place = target.relative_to(ROOT).as_posix() + hash_sign + heading
            token.attrs["href"] = f"{REPOSITORY}/{kind}/main/{place}"
            self.render_link_url(token)
        elif target.suffix == ".rst":
            token.attrs["href"] = (
                f"{path.removesuffix('.rst')}.html{hash_sign}{heading}"
            )
            self.render_link_url(token)
        elif target.suffix == ".md":
            super().render_link_unknown(token)
        else:
            self.render_link_url(token)


class Parser(MystParser):
    """MyST's parser with the renderer above."""

    def parse(self, inputstring: str, document: nodes.document) -> None:
        """Parse a page into a document."""
        parser = create_md_parser(document.settings.env.myst_config, Renderer)
        parser.options["document"] = document
        parser.render(inputstring)


def complete_page(app: Sphinx, page: str, source: list[str]) -> None:
    """Add the side bar to the front page, and its README to the page of a reader."""
    if page == app.config.root_doc:
        source[0] += CONTENTS
    kind, _, reader = page.partition("-")
    if kind == "reader":
        folder = f"../readers/{reader}/"
        readme = (DOCS / folder / "README.md").read_text(encoding="utf-8")
        source[0] = re.sub(
            r"(?<=\]\()(?!https?:|#)",
            folder,
            readme,
        ).replace(f"{folder}../../docs/", "")


def keep_colons(_app: Sphinx, what: str, *arguments: Any) -> None:
    """Keep napoleon from reading the words before a colon as an attribute's type."""
    docstring = arguments[-1]
    if what in ("attribute", "property"):
        # Napoleon looks at the first line alone, and finds an empty comment.
        docstring[:0] = ["..", ""]


def skip_fields(
    _app: Sphinx, _what: str, _name: str, member: object, *_: Any
) -> bool | None:
    """Skip the fields of a named tuple, which its class explains."""
    is_field = str(member.__doc__).startswith("Alias for field number")
    return True if is_field else None


def add_static_files(app: Sphinx, error: Exception | None) -> None:
    """Copy what is not a page, and add the gallery."""
    from gallery import write_gallery, write_page

    if error or app.builder.name != "html":
        return
    site = Path(app.outdir)
    not_copied = shutil.ignore_patterns("*.md", "*.rst", "conf.py", "_*")
    shutil.copytree(DOCS, site, ignore=not_copied, dirs_exist_ok=True)
    for path, place in LISTS.items():
        shutil.copyfile(path, site / place)
    for name in ("play.html", "class.html"):
        write_page(site / name, (DOCS / name).read_text(encoding="utf-8"))
    write_gallery(site / "gallery")


def setup(app: Sphinx) -> None:
    """Register what is defined above."""
    app.add_source_parser(Parser, override=True)
    app.connect("source-read", complete_page)
    # Napoleon comes with priority 500.
    app.connect("autodoc-process-docstring", keep_colons, priority=400)
    app.connect("autodoc-skip-member", skip_fields)
    app.connect("build-finished", add_static_files)
