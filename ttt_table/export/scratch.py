"""The hidden folder in which an export is put together; what killed exports left goes first.

Whoever works in such a folder holds a lock on it, which the system drops when the process ends,
however it ends. So the next export beside it can tell which ones were left.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress

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
        if name.startswith(PREFIX):
            with suppress(OSError), _held(left, wait=False):
                rmtree(left, ignore_errors=True)
    path = os.path.join(beside, f"{PREFIX}{os.urandom(4).hex()}")
    with ExitStack() as opened:
        os.mkdir(path, 0o700)
        opened.callback(rmtree, path, ignore_errors=True)
        with suppress(OSError):
            opened.enter_context(_held(path, wait=True))
        os.makedirs(path, 0o700, exist_ok=True)  # another export may have found it not yet locked
        yield path


@contextmanager
def _held(path: str, *, wait: bool) -> Iterator[None]:
    """Hold a folder's lock. Raises `OSError` where somebody else does, or there is none."""
    if not fcntl:
        raise OSError("no locks here")
    handle = os.open(path, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
        yield
    finally:
        os.close(handle)
