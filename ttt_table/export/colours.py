"""The colours of pictures and of the page: an outcome's three, and those of paper and ink.

Blue is a win, sand a draw, orange a loss, always with the word or the drawn line beside it. The
three differ in lightness and along the axis from blue to yellow, which nearly everybody sees. Text
has a contrast of at least 4.5 to what it stands on (WCAG 2.2, level AA), by day and by night.
"""

from __future__ import annotations

from collections.abc import Mapping

LIGHT: Mapping[str, str] = {
    "paper": "#ffffff",
    "panel": "#f5f6f8",
    "ink": "#1a1f26",
    "muted": "#545d69",
    "stone": "#5f6975",
    "rule": "#b9c1ca",
    "win": "#bcd8fd",
    "draw": "#f7efd2",
    "loss": "#f9b589",
    "win-ink": "#093f80",
    "draw-ink": "#5a4706",
    "loss-ink": "#6b2400",
    "focus": "#0b57d0",
}
DARK: Mapping[str, str] = {
    "paper": "#12161b",
    "panel": "#1c2229",
    "ink": "#eef1f4",
    "muted": "#aeb7c1",
    "stone": "#a1abb6",
    "rule": "#4a545f",
    "win": "#17457f",
    "draw": "#423a20",
    "loss": "#853a12",
    "win-ink": "#d3e6ff",
    "draw-ink": "#f3e6b8",
    "loss-ink": "#ffdcc6",
    "focus": "#8ab8ff",
}
FONT = 'system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,"DejaVu Sans",sans-serif'
"""Whatever the reader's system writes its own text in; the last names are found on all others."""

WORDS = {1: "win", 0: "draw", -1: "loss"}
"""The word, and the colour's name, of each value."""

BEADS = (
    ("white", "#ffffff", "#1a1f26"),
    ("yellow", "#ffd92f", "#1a1f26"),
    ("orange", "#f58518", "#1a1f26"),
    ("red", "#c1121f", "#ffffff"),
    ("pink", "#f4a3c4", "#1a1f26"),
    ("purple", "#6a3d9a", "#ffffff"),
    ("blue", "#1f4e9e", "#ffffff"),
    ("green", "#1b7837", "#ffffff"),
    ("black", "#1a1f26", "#ffffff"),
)
"""For each cell of 3x3 the beads of a machine of matchboxes: their name, colour and ink on it."""
