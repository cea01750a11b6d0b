"""Shared by pictures, the report and the page: colours, and HTML that opens offline."""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Collection, Mapping, Sequence
from hashlib import sha256
from pkgutil import get_data

# Blue, sand and orange differ in lightness and along the axis from blue to yellow,
# which nearly everybody sees. Text has a contrast of 4.5 or more to its ground
# (WCAG 2.2, level AA).
_LISTED = json.loads(get_data(__name__, "colours.json") or b"")

LIGHT: Mapping[str, str] = _LISTED["light"]
"""By its name, each colour of the light theme, such as ``#ffffff``."""

DARK: Mapping[str, str] = _LISTED["dark"]
"""By its name, each colour of the dark theme."""

BEADS: Sequence[tuple[str, str, str]] = [tuple(bead) for bead in _LISTED["beads"]]
"""For each cell of 3x3 MENACE's bead: its name, its colour and the ink on it."""

FONT = (
    'system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,"DejaVu Sans",'
    "sans-serif"
)
"""The font in which the reader's system writes; the last names are found on others."""

WORDS = {1: "win", 0: "draw", -1: "loss"}
"""The name of each value of an outcome, which its colours have too."""


def read_source(package: str, name: str) -> str:
    """Return the text of a file that is installed beside the module of a package."""
    return (get_data(package, name) or b"").decode()


def fill_template(template: str, parts: Mapping[str, str]) -> str:
    """Replace each ``{{name}}`` of a template by the part of that name.

    Parts are not searched: a player's own text may contain ``{{name}}`` too.
    """
    before, *pieces = template.split("{{")
    filled = [before]
    for piece in pieces:
        name, _, text = piece.partition("}}")
        filled += parts[name], text
    return "".join(filled)


def theme_style(omit: Collection[str] = ()) -> str:
    """Return the colours of both themes, and the font, as custom properties of CSS.

    Args:
        omit: Names of colours, or ``font``, that the style of the page sets itself.
    """
    light = custom_properties(LIGHT, omit)
    dark = custom_properties(DARK, omit)
    font = custom_properties({"font": FONT}, omit)
    return (
        f":root{{{light}{font}}}\n"
        f"@media (prefers-color-scheme:dark){{:root{{{dark}}}}}\n"
    )


def custom_properties(values: Mapping[str, str], omit: Collection[str] = ()) -> str:
    """Return declarations of CSS such as ``--paper:#ffffff;``, one for each value."""
    return "".join(
        f"--{name}:{value};" for name, value in values.items() if name not in omit
    )


def content_policy(*, style: str, script: str = "", connect: str = "") -> str:
    """Return a content security policy that lets a page run and load nothing else.

    Args:
        style: The text of the page's only ``style`` element.
        script: The text of its only ``script`` element that runs, if it has one.
        connect: The sources that the script may fetch, such as ``https:``.
    """
    rules = ["default-src 'none'"]
    if script:
        rules.append(f"script-src {_digest(script)}")
    rules.append(f"style-src {_digest(style)}")
    if connect:
        rules.append(f"connect-src {connect}")
    rules += ["img-src data:", "base-uri 'none'", "form-action 'none'"]
    return "; ".join(rules)


def _digest(text: str) -> str:
    """The SHA-256 of a text, as a policy names a script or style that is allowed."""
    digest = sha256(text.encode()).digest()
    return f"'sha256-{b64encode(digest).decode()}'"
