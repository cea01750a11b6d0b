"""Who does the work of a long command: the options that say so, and the executor they name."""

from __future__ import annotations

import os
from contextlib import contextmanager

from ttt_table.cli.parsing import whole_number
from ttt_table.errors import ArgumentError

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator
    from concurrent.futures import Executor


def add_workers(parser: argparse.ArgumentParser) -> None:
    """Give a command the options."""
    workers = parser.add_argument_group("workers, for a large board")
    workers.add_argument(
        "--jobs",
        type=whole_number,
        metavar="N",
        help="how many threads work; fewer need less memory (default: one per core). With --dask "
        "or --mpi, how many workers to cut the work for (default: as many as there are)",
    )
    workers.add_argument(
        "--dask",
        metavar="ADDRESS",
        help="use the Dask cluster whose scheduler is at this address, such as tcp://HOST:8786",
    )
    workers.add_argument(
        "--mpi",
        action="store_true",
        help="use the processes that mpiexec starts: mpiexec -n 4 ttt-table ... --mpi",
    )


@contextmanager
def workers_for(options: argparse.Namespace) -> Iterator[tuple[int | None, Executor | None]]:
    """The jobs and the executor that `build_table` and `audit` take, let go of at the end.

    In a process of MPI that is a worker this works until there is no more to do, and then ends it.
    """
    # With a thread for each core numpy starts half as fast, and no matrix is multiplied here.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    if options.dask is not None and options.mpi:
        raise ArgumentError("choose --dask or --mpi, not both")
    if options.jobs is not None:
        from ttt_table.workers import check_jobs

        check_jobs(options.jobs, options.dask or options.mpi or None)  # before all else
    if options.dask is not None:
        from ttt_table.cli.executors.dask import dask_workers

        workers = dask_workers(options.dask)
    elif options.mpi:
        from ttt_table.cli.executors.mpi import mpi_workers

        workers = mpi_workers()
    else:
        yield options.jobs, None
        return
    with workers as (many, executor):
        yield options.jobs or many, executor
