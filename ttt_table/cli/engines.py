"""Who does the work of a long command: the options that say so."""

from __future__ import annotations

from ttt_table.cli.parsing import whole_number
from ttt_table.errors import ArgumentError

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse

MOST_JOBS = 1000
"""More processes than this fail for lack of handles before memory is short."""


def add_workers(parser: argparse.ArgumentParser) -> None:
    """Give a command the options."""
    parser.add_argument(
        "--jobs",
        type=whole_number,
        metavar="N",
        help="processes for a large board; fewer need less memory (default: one a core)",
    )


def jobs_of(options: argparse.Namespace) -> int | None:
    """How many processes are asked for. Raises `ArgumentError` for more than can work."""
    jobs: int | None = options.jobs
    if jobs is not None and jobs > MOST_JOBS:
        raise ArgumentError(f"{jobs} jobs are too many: at most {MOST_JOBS} can work")
    return jobs
