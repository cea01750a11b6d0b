"""Shares with their intervals, such as how often models are right: a dot for each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ttt_table.export.pictures import svg

_ROW = 26
"""The height of a row."""
_ZERO = 290
_WHOLE = 620
"""Where 0 and 100 % are."""
_TICKS = (0, 25, 50, 75, 100)
_MAX_NAME = 36
"""The most characters of a name that have room."""


@dataclass(frozen=True, slots=True)
class Bar:
    """A share with its interval."""

    name: str
    """What the share is of."""

    share: float
    """The share, from 0 to 1."""

    low: float
    """The lower end of the interval."""

    high: float
    """Its upper end."""

    text: str
    """The share and the interval in words."""


def draw(title: str, lines: Sequence[str], bars: Sequence[Bar]) -> svg.Picture:
    """Draw shares below each other, each as a dot on a line that is its interval.

    Args:
        title: The headline.
        lines: Lines of text below it.
        bars: The shares.
    """
    height = _ROW * len(bars)
    grid = "".join(f"M{svg.decimal(_x(tick / 100))} 0V{height}" for tick in _TICKS)
    drawn = [f'<path class="rule" d="{grid}" stroke-width="1"/>']
    for tick in _TICKS:
        x = _x(tick / 100)
        drawn.append(
            svg.text(x, height + 16, f"{tick} %", 12, cls="muted", anchor="middle")
        )
    drawn += [_bar_row(number, bar) for number, bar in enumerate(bars)]
    return svg.Picture(
        title=title,
        description=" ".join([*lines, *(f"{bar.name}: {bar.text}." for bar in bars)]),
        width=svg.WIDTH,
        blocks=[svg.heading(title, *lines), svg.Group(height + 32, "\n".join(drawn))],
        boards=0,
    )


def _bar_row(number: int, bar: Bar) -> str:
    middle = _ROW * number + _ROW / 2
    baseline = middle + 5
    name = bar.name
    if len(name) > _MAX_NAME:
        name = f"{name[: _MAX_NAME - 3]}..."
    x = svg.decimal(_x(bar.share))
    interval = f"M{svg.decimal(_x(bar.low))} {middle}H{svg.decimal(_x(bar.high))}"
    return "".join(
        [
            svg.text(svg.MARGIN, baseline, name, 14),
            f'<path class="new" d="{interval}" stroke-width="2"/>',
            f'<circle class="ink" cx="{x}" cy="{middle}" r="5"/>',
            svg.text(_WHOLE + 20, baseline, bar.text, 14),
        ]
    )


def _x(share: float) -> float:
    return _ZERO + (_WHOLE - _ZERO) * share
