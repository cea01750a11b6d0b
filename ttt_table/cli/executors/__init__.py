"""Who does the work of a long command: the options that say so, and the executor they name."""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module

from ttt_table.cli.parsing import add_flags, add_numbers
from ttt_table.errors import ArgumentError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from concurrent.futures import Executor


def add_workers(parser: argparse.ArgumentParser) -> None:
    workers = parser.add_argument_group("workers, for a large board")
    words = "how many threads work; fewer need less memory (default: one per core). With --dask or "
    add_numbers(workers, jobs=f"{words}--mpi, how many workers to cut the work for (default: all)")
    words = "use the Dask cluster whose scheduler is at this address, such as tcp://HOST:8786"
    workers.add_argument("--dask", metavar="ADDRESS", help=words)
    words = "use the processes that mpiexec starts: mpiexec -n 4 ttt-table ... --mpi"
    add_flags(workers, mpi=words)


@contextmanager
def workers_for(options: argparse.Namespace) -> Iterator[tuple[int | None, Executor | None]]:
    """The jobs and the executor that `build_table` and `audit` take, let go of at the end.

    In a process of MPI that is a worker this works until there is no more to do, and then ends it.
    """
    # With a thread for each core numpy starts half as fast, and no matrix is multiplied here.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    if options.dask is not None and options.mpi:
        raise ArgumentError("choose --dask or --mpi, not both")
    if options.dask is None and not options.mpi:
        yield options.jobs, None
        return
    room = import_module(f"ttt_table.cli.executors.{'mpi' if options.mpi else 'dask'}")
    with room.workers(options.dask) as (many, executor):
        yield many if options.jobs is None else options.jobs, executor
