"""The page to play on: one HTML file that holds its tables, and works from the disk alone.

Its sources are the files beside this one; ``scripts/page.py`` bundles the scripts, with the reader
and the kit of `readers/js`, into one, so that making a page needs no tools.
"""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Sequence
from hashlib import sha256
from pkgutil import get_data
from zlib import MAX_WBITS, compressobj

from ttt_table.errors import ArgumentError, SizeError
from ttt_table.export.colours import BEADS, DARK, FONT, LIGHT
from ttt_table.table.codec import Contents

MOST_BYTES = 8_000_000
"""Of all tables of a page: with more it opens slowly."""
ZIPPED_FROM = 4096
"""Smaller tables gain little, and stay the same bytes everywhere."""
OWN = ("paper", "panel", "ink", "muted", "stone", "rule", "font")
"""Of the colours and the font what the page's style sets itself, or does without."""

_MARKS = re.compile(
    r" ?([{};,>]) ?|(?<=:) "
)  # before a colon a space can mean "within"
_QUOTES = re.compile(r'="([\w-]+)"')  # around what HTML takes without them
_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)


def make_page(tables: Sequence[Contents]) -> str:
    """The page for these tables; it opens with the first.

    Raises `SizeError` for more than 8 MB, `ArgumentError` for no table or for two of one game.
    """
    names = [str(table.game) for table in tables]
    if not names or len(set(names)) < len(names):
        raise ArgumentError(
            f"a page needs different games, not {', '.join(names) or 'none'}"
        )
    size = sum(len(table.data) for table in tables)
    if size > MOST_BYTES:
        raise SizeError(
            f"these tables take {size / 1e6:,.1f} MB, but a page holds {MOST_BYTES / 1e6:.1f} MB: "
            "make the page without them, and open their files on it"
        )
    beads = (
        f".bead{cell}{{--bead:{fill}}}\n" for cell, (_, fill, _) in enumerate(BEADS)
    )
    style = colours(OWN) + bare(source(__name__, "style.css")) + "".join(beads)
    script = source(__name__, "page.min.js")
    parts = {
        "policy": policy(script, style, "connect-src http: https:; "),
        "style": style,
        "tables": "\n".join(_embedded(table) for table in tables),
        "script": script,
    }
    page = _QUOTES.sub(r"=\1", source(__name__, "template.html"))
    for name, part in parts.items():
        page = page.replace("{{" + name + "}}", part)
    return page


def source(room: str, name: str) -> str:
    """A file beside a room."""
    return (get_data(room, name) or b"").decode()


def bare(style: str) -> str:
    """A style without what only people need: comments, indentation, spaces around marks."""
    lines = map(str.strip, _COMMENT.sub("", style).splitlines())
    return "".join(_MARKS.sub(r"\1", line) for line in lines).replace(";}", "}")


def colours(without: Sequence[str] = ()) -> str:
    """The colours of both themes as custom properties, and the font."""
    day, night = (
        ":root{"
        + "".join(f"--{n}:{theme[n]};" for n in theme if n not in without)
        + "}"
        for theme in (LIGHT, DARK)
    )
    font = "" if "font" in without else f":root{{--font:{FONT}}}\n"
    return f"{day}\n@media (prefers-color-scheme:dark){{{night}}}\n{font}"


def policy(script: str, style: str, more: str = "") -> str:
    """What lets only this script and style run, and nothing be loaded but as ``more`` says."""
    allowed = "".join(
        f"{kind} 'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'; "
        for kind, text in (("script-src", script), ("style-src", style))
        if text
    )
    return f"default-src 'none'; {allowed}{more}img-src data:; base-uri 'none'; form-action 'none'"


def _embedded(table: Contents) -> str:
    data = bytes(table.data)
    if len(data) >= ZIPPED_FROM:
        packer = compressobj(
            9, wbits=MAX_WBITS | 16
        )  # as gzip, without a name or a date
        data = packer.compress(data) + packer.flush()
    text = b64encode(data).decode()
    return f'<script type="application/x-ttt-table" data-game="{table.game}">{text}</script>'
