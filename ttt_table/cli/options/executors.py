"""Who does the work of a long command: the options that say so, and the executor they name."""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterator
from contextlib import contextmanager

from ttt_table.cli.options.common import add_flags, add_numbers

TYPE_CHECKING = False
if TYPE_CHECKING:
    from concurrent.futures import Executor


def add_workers(parser: argparse.ArgumentParser) -> None:
    workers = parser.add_argument_group("workers, for a large board")
    words = "how many threads work; fewer need less memory (default: one per core). With --dask or "
    add_numbers(
        workers,
        jobs=f"{words}--mpi, how many workers to cut the work for (default: all)",
    )
    cluster = workers.add_mutually_exclusive_group()
    words = "use the Dask cluster whose scheduler is at this address, such as tcp://HOST:8786"
    cluster.add_argument("--dask", metavar="ADDRESS", help=words)
    words = "use the processes that mpiexec starts: mpiexec -n 4 ttt-table ... --mpi"
    add_flags(cluster, mpi=words)


@contextmanager
def workers_for(
    options: argparse.Namespace,
) -> Iterator[tuple[int | None, Executor | None]]:
    """The jobs and the executor that `build_table` and `audit` take, let go of at the end."""
    # With a thread for each core numpy starts half as fast, and no matrix is multiplied here.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    if options.dask is None and not options.mpi:
        yield options.jobs, None
        return
    from ttt_table.cli.options.clusters import of_dask, of_mpi

    with of_mpi() if options.mpi else of_dask(options.dask) as (many, executor):
        yield many if options.jobs is None else options.jobs, executor
