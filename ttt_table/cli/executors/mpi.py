"""The processes that mpiexec has started, for one command: the first leads, the others work."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from ttt_table.errors import ArgumentError, MissingExtraError


@contextmanager
def workers(_: object) -> Iterator[tuple[int, Any]]:
    """How many processes work, and their executor; those that work end here, as fine."""
    try:
        from mpi4py import MPI
        from mpi4py.futures import MPICommExecutor
    except (ImportError, RuntimeError) as error:  # RuntimeError: it finds no MPI library
        raise MissingExtraError.of("--mpi", "mpi4py", error) from None
    world = MPI.COMM_WORLD
    if world.Get_size() < 2:
        words = "one to lead and others to work: mpiexec -n 4 ttt-table ... --mpi"
        raise ArgumentError(f"--mpi needs processes started by mpiexec, {words}")
    leads = world.Get_rank() == 0
    # An interrupt of mpiexec comes as SIGTERM, to all; the workers leave it to the one that leads.
    signal.signal(signal.SIGTERM, signal.default_int_handler if leads else signal.SIG_IGN)
    if not leads:
        signal.signal(signal.SIGINT, signal.SIG_IGN)
    with MPICommExecutor(world, root=0, main=False) as executor:
        if leads:
            yield world.Get_size() - 1, executor
    if not leads:
        raise SystemExit(0)
