"""A long job's progress, on standard error, where a person watches."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

Advance = Callable[[int], object]
"""What is told how much more is done."""

SHOWN_FROM = 0.5
"""A job of fewer seconds, by its estimate, is over before a person could read about it."""
SHOWN_AFTER = 0.3
"""Seconds before a bar appears."""


def is_long(seconds: float) -> bool:
    """True where a job of about so many seconds is worth a word."""
    return seconds >= SHOWN_FROM


@contextmanager
def watched(title: str, total: int, seconds: float, *, quiet: bool = False) -> Iterator[Advance]:
    """Show how far a job of about so many seconds is; yields ``advance(more)``.

    ``total`` is how much there is to do, in whatever unit ``more`` is told in: a person sees the
    share that is done, and the time that is left.
    """
    line = "{desc}: {percentage:3.0f}% |{bar}| {elapsed}, {remaining} left"
    with _bar(title, line, total, quiet=quiet or not is_long(seconds)) as bar:
        yield _nowhere if bar is None else bar.update


@contextmanager
def asking(title: str, *, quiet: bool = False) -> Iterator[Callable[[int, int], object]]:
    """Show how far a job is whose length shows only on the way; yields ``tell(more, to_do)``.

    It is told how many boards were asked since the last word, and how many are known to be left.
    Nothing is shown where the job is soon over.
    """
    line = "{desc}: {elapsed}, {n_fmt} asked, {rate_noinv_fmt}{postfix}"
    with _bar(title, line, quiet=quiet) as bar:

        def tell(more: int, to_do: int) -> None:
            bar.set_postfix_str(f"{to_do:,} to ask", refresh=False)
            bar.update(more)

        yield _nowhere if bar is None else tell


@contextmanager
def _bar(title: str, line: str, total: int | None = None, *, quiet: bool) -> Iterator[Any]:
    """A bar of tqdm, or None where nobody watches: it is loaded only for a person."""
    if quiet or not sys.stderr.isatty():
        yield None
        return
    from tqdm import tqdm

    # miniters: a bar that was quick for a while would else be silent in the slow part after it.
    with tqdm(
        total=total, desc=title, delay=SHOWN_AFTER, bar_format=line, unit=" boards", miniters=1
    ) as bar:
        yield bar


def _nowhere(*_: int) -> None:
    pass
