"""The colours of pictures and pages: those of outcomes, of paper and of ink."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
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
