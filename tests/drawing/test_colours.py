"""The colours of pictures and of the page: text can be read, outcomes be told apart."""

from collections.abc import Mapping
from itertools import product

import pytest

from ttt_table.drawing import DARK, LIGHT

OUTCOMES = ("win", "draw", "loss")
GROUNDS = ("paper", "panel")
TEXTS = [
    *product(["ink"], OUTCOMES),
    *product(["ink", "muted", "win-ink", "draw-ink", "loss-ink"], GROUNDS),
    *((f"{outcome}-ink", outcome) for outcome in OUTCOMES),
]
"""The colours of texts, each with one that it is written on."""

SHAPES = [*product(["stone"], OUTCOMES), ("focus", "paper")]
"""The colours of shapes, each with one that they are drawn on."""

both_themes = pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])


def channels(colour: str) -> tuple[int, ...]:
    """Red, green and blue from 0 to 255."""
    return tuple(int(colour[start : start + 2], 16) for start in (1, 3, 5))


def luminance(colour: str) -> float:
    """The relative luminance, as WCAG 2.2 defines it."""
    red, green, blue = (linear(channel / 255) for channel in channels(colour))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def linear(channel: float) -> float:
    if channel <= 0.04045:
        return channel / 12.92
    return float(((channel + 0.055) / 1.055) ** 2.4)


def contrast(colour: str, ground: str) -> float:
    """The contrast ratio, as WCAG 2.2 defines it."""
    dark, bright = sorted([luminance(colour), luminance(ground)])
    return (bright + 0.05) / (dark + 0.05)


def yellowness(colour: str) -> float:
    """Where a colour is from blue (low) to yellow: seen without red or green cones."""
    red, green, blue = channels(colour)
    return (red + green) / 2 - blue


@both_themes
def test_text_has_the_contrast_of_level_aa(theme: Mapping[str, str]) -> None:
    """4.5 to 1 in WCAG 2.2."""
    for text, ground in TEXTS:
        assert contrast(theme[text], theme[ground]) >= 4.5, (text, ground)


@both_themes
def test_shapes_have_the_contrast_of_level_aa(theme: Mapping[str, str]) -> None:
    """3 to 1 in WCAG 2.2."""
    for shape, ground in SHAPES:
        assert contrast(theme[shape], theme[ground]) >= 3, (shape, ground)


@both_themes
def test_outcomes_differ_without_red_or_green_cones(theme: Mapping[str, str]) -> None:
    """A win is blue, a loss orange, and a draw clearly between them."""
    win, draw, loss = (yellowness(theme[outcome]) for outcome in OUTCOMES)
    assert win < -40
    assert 0 < draw < loss - 40
