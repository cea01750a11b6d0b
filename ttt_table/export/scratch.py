"""The hidden folder in which an export is put together; what killed exports left goes first.

Whoever works in such a folder holds a lock on it, which the system drops when the process ends,
however it ends. So the next export beside it can tell which ones were left.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager

try:
    import fcntl
except ImportError:  # not on every system, and there what is left stays
    fcntl = None  # type: ignore[assignment]

PREFIX = ".ttt-export-"


@contextmanager
def scratch_folder(beside: str) -> Iterator[str]:
    """A new hidden folder in this one, removed at the end. Raises `OSError` where it cannot be."""
    from shutil import rmtree  # rows that go to standard output need not wait for it

    for name in os.listdir(beside):
        left = os.path.join(beside, name)
        if name.startswith(PREFIX) and (lock := _locked(left, wait=False)):
            rmtree(left, ignore_errors=True)
            os.close(lock)
    path = os.path.join(beside, f"{PREFIX}{os.urandom(4).hex()}")
    lock = None
    try:
        os.mkdir(path, 0o700)
        lock = _locked(path, wait=True)
        os.makedirs(path, 0o700, exist_ok=True)  # another export may have found it not yet locked
        yield path
    finally:
        rmtree(path, ignore_errors=True)
        if lock:
            os.close(lock)


def _locked(path: str, *, wait: bool) -> int | None:
    """A lock on a folder, as a file to close; None where there is none to be had."""
    if not fcntl:
        return None
    handle = None
    try:
        handle = os.open(path, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
        fcntl.flock(handle, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
    except OSError:  # it is held, or has gone, or this is a file system without locks
        if handle is not None:
            os.close(handle)
        return None
    return handle
