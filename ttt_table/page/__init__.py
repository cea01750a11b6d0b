"""The page to play on, and one for a class: an HTML file with its tables, for offline.

Their sources are in the folder ``page`` of the repository. ``scripts/page.py`` bundles
the script, the style, the template and the texts of each into the files beside this
module, so that making a page needs no tools.
"""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Sequence
from zlib import MAX_WBITS, compressobj

from ttt_table.drawing import (
    BEADS,
    content_policy,
    fill_template,
    read_source,
    theme_style,
)
from ttt_table.errors import ArgumentError, SizeError
from ttt_table.rules.game import Game
from ttt_table.table.contents import Contents

MAX_BYTES = 8_000_000
"""The bytes that all tables of a page may have; with more it would open slowly."""

COMPRESSED_FROM = 4096
"""The bytes from which a table is compressed; smaller ones would gain little."""

_OWN_COLOURS = ("paper", "panel", "ink", "muted", "stone", "rule", "font")
"""The colours and the font that the page's style sets itself, or never uses."""

_NAME_OF_KEYS = "keys"
"""Under which name the texts of the languages have their keys."""


def page_languages() -> list[str]:
    """Return the codes of the languages that a page can have, English first."""
    return [name for name in _all_texts("play") if name != _NAME_OF_KEYS]


def make_page(
    tables: Sequence[Contents],
    languages: Sequence[str] = (),
    *,
    for_class: bool = False,
) -> str:
    """Return the page that plays these tables as HTML; it opens with the first.

    Args:
        tables: The contents of table files, one at least, each of a different game.
        languages: The codes of the languages that it has, of `page_languages`; by
            default all of them. A browser that prefers none of them shows the first.
        for_class: Whether it is the page for a class, with the lesson, MENACE, and a
            lab for positions and files.

    Raises:
        BadTableError: A table does not have the blocks of its game.
        ArgumentError: There are two tables of one game, or that of tic-tac-toe is
            missing for a class.
        SizeError: The tables have more than `MAX_BYTES` bytes together.
    """
    _check_tables(tables)
    if for_class and str(Game()) not in [str(table.game) for table in tables]:
        raise ArgumentError(
            f"the lesson needs the table of tic-tac-toe, {Game()}: name it too, "
            "or none, as it is the default"
        )
    name = "class" if for_class else "play"
    style = theme_style(_OWN_COLOURS) + read_source(__name__, f"{name}.min.css")
    style += _beads() if for_class else ""
    script = read_source(__name__, f"{name}.min.js")
    parts = {
        "policy": content_policy(style=style, script=script, connect="http: https:"),
        "style": style,
        "tables": "\n".join(_embedded(table) for table in tables),
        "texts": _texts(name, languages or page_languages()),
        "script": script,
    }
    return fill_template(read_source(__name__, f"{name}.min.html"), parts)


def _check_tables(tables: Sequence[Contents]) -> None:
    names = [str(table.game) for table in tables]
    if len(set(names)) < len(names):
        raise ArgumentError(
            "the tables of a page must be of different games, but these are "
            f"{', '.join(names)}"
        )
    size = sum(len(table.data) for table in tables)
    if size > MAX_BYTES:
        raise SizeError(
            f"these tables take {size / 1e6:,.1f} MB, but a page holds "
            f"{MAX_BYTES / 1e6:.1f} MB: leave some out, and open their "
            "files on the page"
        )
    for table in tables:
        table.check_blocks()


def _all_texts(name: str) -> dict[str, list[object]]:
    """The keys of a page's texts, and by its code each language as a list of them."""
    source = read_source(__name__, f"{name}.texts.json")
    texts: dict[str, list[object]] = json.loads(source)
    return texts


def _texts(name: str, languages: Sequence[str]) -> str:
    """The texts of some languages as JSON that may stand in an element of a page."""
    texts = _all_texts(name)
    chosen = {name: texts[name] for name in (_NAME_OF_KEYS, *languages)}
    text = json.dumps(chosen, ensure_ascii=False, separators=(",", ":"))
    return text.replace("<", "\\u003c")


def _beads() -> str:
    """The style of MENACE's beads, one colour for each cell."""
    return "".join(
        f".bead{cell}{{--bead:{colour}}}\n" for cell, (_, colour, _) in enumerate(BEADS)
    )


def _embedded(table: Contents) -> str:
    """A table as an element of the page, which its script reads."""
    data = bytes(table.data)
    if len(data) >= COMPRESSED_FROM:
        data = _gzipped(data)
    text = b64encode(data).decode()
    return (
        f'<script type="application/x-ttt-table" data-game="{table.game}">'
        f"{text}</script>"
    )


def _gzipped(data: bytes) -> bytes:
    """The data in gzip's format, without a date: the same bytes each time."""
    compressor = compressobj(9, wbits=MAX_WBITS | 16)
    return compressor.compress(data) + compressor.flush()
