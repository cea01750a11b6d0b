"""A large file's bytes, of which only those that are needed are read."""

from __future__ import annotations

import os

from ttt_table import errors

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

if hasattr(os, "pread"):
    # It moves no file position, so threads, and processes forked later, need no lock.
    _read_at = os.pread
else:  # Windows: the file's position is shared, so only one thread may move it
    from threading import Lock

    _POSITION_LOCK = Lock()

    def _read_at(descriptor: int, size: int, start: int, /) -> bytes:
        with _POSITION_LOCK:
            os.lseek(descriptor, start, os.SEEK_SET)
            return os.read(descriptor, size)


class FileBytes:
    """A file's bytes by index and slice, like `bytes`. Threads may share one.

    Every access raises `ClosedTableError` after `close`, `BadTableError` if the file
    has changed since it was opened, and `TableAccessError` if the system refuses to
    read it.
    """

    _descriptor = -1  # so that an object whose __init__ failed can be closed

    def __init__(self, path: str, descriptor: int) -> None:
        """Take over an open file.

        Args:
            path: The file's path, for messages and for pickling.
            descriptor: The file, open for reading; `close` closes it.
        """
        self.path = os.path.abspath(path)
        self._descriptor = descriptor
        status = os.fstat(descriptor)
        self._size = status.st_size
        self._modified_at: int | None = status.st_mtime_ns
        self._changed_at = status.st_ctime_ns
        self.holds_the_same: Callable[[FileBytes], bool] | None = None
        """Tells whether the file, opened anew, has the bytes that it had."""

    def __len__(self) -> int:
        return self._size

    def __getitem__(self, place: int | slice) -> Any:
        """Return the byte at an index from 0, or those of a slice without a step."""
        if isinstance(place, slice):
            start, stop, _ = place.indices(self._size)
            return self._read(start, max(stop - start, 0))
        return self._read(place, 1)[0]

    def __bytes__(self) -> bytes:
        return self._read(0, self._size)

    def close(self) -> None:
        """Close the file; closing it again does nothing."""
        descriptor, self._descriptor = self._descriptor, -1
        if descriptor >= 0:
            os.close(descriptor)

    __del__ = close

    def _read(self, start: int, size: int) -> bytes:
        try:
            data = _read_at(self._descriptor, size, start)
            while len(data) < size:  # the system may return less than requested
                piece = _read_at(self._descriptor, size - len(data), start + len(data))
                if not piece:
                    raise self._mark_as_changed()
                data += piece
            # After the bytes were read, so that an earlier change shows, too.
            status = os.fstat(self._descriptor)
        except (OSError, MemoryError) as error:
            if self._descriptor < 0:  # closed before, or meanwhile by another thread
                raise errors.ClosedTableError(
                    f"{self.path}: this table has been closed"
                ) from None
            raise errors.access_error(error, "read", self.path) from None
        # Any byte may be new then, also one that was read before.
        if status.st_mtime_ns != self._modified_at or status.st_size != self._size:
            raise self._mark_as_changed()
        if status.st_ctime_ns == self._changed_at:
            return data
        self._check_content()
        return self._read(start, size)

    def _check_content(self) -> None:
        """Accept a new ctime if the file still holds the same.

        A file has a new one once it was renamed, replaced or given other rights, but
        also once somebody wrote to it and set its other time back, as ``rsync`` does.
        """
        anew = FileBytes(self.path, os.dup(self._descriptor))
        if self.holds_the_same is None or not self.holds_the_same(anew):
            raise self._mark_as_changed()
        self._changed_at = anew._changed_at

    def _mark_as_changed(self) -> errors.TableError:
        """Refuse all further reads, and return the error for this one."""
        # The program that wrote to the file may set its old time again.
        self._modified_at = None
        return errors.BadTableError(
            f"{self.path}: the file has changed since it was opened; open it again",
            "damaged",
        )
