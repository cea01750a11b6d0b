"""A long job's progress, on standard error, where a person watches."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

Advance = Callable[[int], object]  # called with how much more is done

SHOWN_FROM = 0.5  # seconds; a job of fewer is over before a person could read about it
SHOWN_AFTER = 0.3  # seconds before a bar appears


@contextmanager
def show_bar(
    title: str, total: int, seconds: float, *, quiet: bool = False
) -> Iterator[Advance]:
    """Show how far a job is, of ``total`` in any unit; yields ``advance(more)``."""
    line = "{desc}: {percentage:3.0f}% |{bar}| {elapsed}, {remaining} left"
    with _bar(title, line, total, quiet=quiet or seconds < SHOWN_FROM) as bar:
        yield (lambda _: None) if bar is None else bar.update


@contextmanager
def show_count(
    title: str, *, quiet: bool = False
) -> Iterator[Callable[[int, int], object]]:
    """Show how far a job of unknown length is; yields ``tell(asked, to_do)``, counts of boards."""
    line = "{desc}: {elapsed}, {n_fmt} asked, {rate_noinv_fmt}{postfix}"
    with _bar(title, line, quiet=quiet) as bar:

        def tell(asked: int, to_do: int) -> None:
            if bar is not None:
                bar.set_postfix_str(f"{to_do:,} to ask", refresh=False)
                bar.update(asked)

        yield tell


@contextmanager
def _bar(
    title: str, line: str, total: int | None = None, *, quiet: bool
) -> Iterator[Any]:
    """A bar, or None where nobody watches."""
    if quiet or not sys.stderr.isatty():
        yield None
        return
    from tqdm import tqdm

    # miniters: a bar that was quick for a while would else be silent in the slow part after it.
    with tqdm(
        total=total,
        desc=title,
        delay=SHOWN_AFTER,
        bar_format=line,
        unit=" boards",
        miniters=1,
    ) as bar:
        yield bar
