"""The progress of a long job, on standard error, if it is a terminal."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

Advance = Callable[[int], object]
"""A function to call with how much has been done since the last call."""

SHOWN_FROM = 0.5
"""The seconds from which a job has a bar: a shorter one is over too soon to read it."""
SHOWN_AFTER = 0.3
"""The seconds after which the bar appears."""


@contextmanager
def show_bar(
    title: str, total: int, seconds: float, *, quiet: bool
) -> Iterator[Advance]:
    """Show how much of a job is done.

    Args:
        title: What the job is.
        total: How much there is to do, in any unit.
        seconds: How long it will take, roughly.
        quiet: Whether to show nothing.

    Yields:
        A function to call with how much more has been done.
    """
    line = "{desc}: {percentage:3.0f}% |{bar}| {elapsed}, {remaining} left"
    with _bar(title, line, total, quiet=quiet or seconds < SHOWN_FROM) as bar:
        yield _ignore if bar is None else bar.update


@contextmanager
def show_count(*, quiet: bool) -> Iterator[Callable[[int, int], object]]:
    """Show how far a grade is, which asks an unknown number of boards.

    Args:
        quiet: Whether to show nothing.

    Yields:
        A function to call with how many more boards have been queried, and how many are
        waiting.
    """
    line = "{desc}: {elapsed}, {n_fmt} asked, {rate_noinv_fmt}{postfix}"
    with _bar("grading", line, quiet=quiet) as bar:

        def advance(queried: int, waiting: int) -> None:
            if bar is not None:
                bar.set_postfix_str(f"{waiting:,} to ask", refresh=False)
                bar.update(queried)

        yield advance


def _ignore(_: int) -> None:
    """Show nothing."""


@contextmanager
def _bar(
    title: str, line: str, total: int | None = None, *, quiet: bool
) -> Iterator[Any]:
    """Yield a bar of tqdm; None if it would not be seen."""
    if quiet or not sys.stderr.isatty():
        yield None
        return
    try:
        from tqdm import tqdm
    except ImportError:  # the job can do without
        yield None
        return

    # With the dynamic miniters of tqdm, a bar that was quick for a while would hardly
    # move in a slow part after it.
    with tqdm(
        total=total,
        desc=title,
        delay=SHOWN_AFTER,
        bar_format=line,
        unit=" boards",
        miniters=1,
    ) as bar:
        yield bar
