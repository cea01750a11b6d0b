"""The options that say which workers do a long command, and the executor they name."""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterator
from contextlib import contextmanager

from ttt_table.cli.options.common import add_numbers

TYPE_CHECKING = False
if TYPE_CHECKING:
    from concurrent.futures import Executor


def add_workers(parser: argparse.ArgumentParser) -> None:
    """Add the options for the workers of a build or an audit."""
    workers = parser.add_argument_group("workers, for a large board")
    add_numbers(
        workers,
        jobs="the number of threads; fewer need less memory (default: one per core). "
        "With --dask, the number of workers among which the work is divided "
        "(default: all)",
    )
    workers.add_argument(
        "--dask",
        metavar="ADDRESS",
        help="use the Dask cluster whose scheduler is at this address, such as "
        "tcp://HOST:8786",
    )


@contextmanager
def workers_for(
    options: argparse.Namespace,
) -> Iterator[tuple[int | None, Executor | None]]:
    """Connect to the workers that the options name, and disconnect at the end.

    Yields:
        The jobs and the executor that `build_table` and `audit` accept.
    """
    # With a thread for each core numpy starts half as fast, and no matrix is multiplied
    # here.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    if options.dask is None:
        yield options.jobs, None
        return
    from ttt_table.cli.options.clusters import connect_to_dask

    with connect_to_dask(options.dask) as (threads, executor):
        yield threads if options.jobs is None else options.jobs, executor
