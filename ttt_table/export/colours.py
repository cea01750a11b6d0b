"""The colours of pictures and of the page: an outcome's three, and those of paper and ink."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pkgutil import get_data

# Blue, sand and orange differ in lightness and along the axis from blue to yellow, which nearly
# everybody sees. Text has a contrast of 4.5 or more to its ground (WCAG 2.2, level AA).
_LISTED = json.loads(get_data(__name__, "colours.json") or b"")
LIGHT: Mapping[str, str] = _LISTED["light"]
DARK: Mapping[str, str] = _LISTED["dark"]
# For each cell of 3x3 the beads of a machine of matchboxes: their name, colour and ink on it.
BEADS: Sequence[tuple[str, str, str]] = [tuple(bead) for bead in _LISTED["beads"]]
# Whatever the reader's system writes its own text in; the last names are found on all others.
FONT = 'system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,"DejaVu Sans",sans-serif'
WORDS = {1: "win", 0: "draw", -1: "loss"}
