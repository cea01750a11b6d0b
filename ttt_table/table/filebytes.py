"""The bytes of a large file, each read when it is wanted, and not mapped (docs/design.md)."""

from __future__ import annotations

import os

from ttt_table.errors import BadTableError, ClosedTableError, TableError, access_error

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import overload

if hasattr(os, "pread"):
    # It moves no file position, so threads, and processes forked later, read without a lock.
    _read_at = os.pread
else:  # Windows: the file's position is shared, so only one thread may move it at a time
    from threading import Lock

    _ALONE = Lock()

    def _read_at(descriptor: int, size: int, at: int, /) -> bytes:
        with _ALONE:
            os.lseek(descriptor, at, os.SEEK_SET)
            return os.read(descriptor, size)


class FileBytes:
    """A file's bytes by index and slice, as those of `bytes`. Threads may share one."""

    def __init__(self, path: str, descriptor: int) -> None:
        self.path = os.path.abspath(path)
        self._descriptor = descriptor
        status = os.fstat(descriptor)
        self._size = status.st_size
        self._stamp: int | None = status.st_mtime_ns

    def __len__(self) -> int:
        return self._size

    if TYPE_CHECKING:

        @overload
        def __getitem__(self, place: int) -> int: ...
        @overload
        def __getitem__(self, place: slice) -> bytes: ...

    def __getitem__(self, place: int | slice) -> int | bytes:
        """The byte at an index from 0, or those of a slice without a step, or a `TableError`."""
        if isinstance(place, slice):
            start, stop, _ = place.indices(self._size)
            return self._read(start, max(stop - start, 0))
        return self._read(place, 1)[0]

    def __bytes__(self) -> bytes:
        return self[:]

    def close(self) -> None:
        """Close the file, once."""
        descriptor, self._descriptor = self._descriptor, -1
        if descriptor >= 0:
            os.close(descriptor)

    def __del__(self) -> None:
        # An object that was never finished has no descriptor.
        if getattr(self, "_descriptor", -1) >= 0:
            self.close()

    def _read(self, start: int, size: int) -> bytes:
        try:
            data = _read_at(self._descriptor, size, start)
            while len(data) < size:  # the system may give less than asked for at a time
                more = _read_at(self._descriptor, size - len(data), start + len(data))
                if not more:
                    raise self._changed()
                data += more
            # Asked after the bytes were read: a change that came before shows, too.
            status = os.fstat(self._descriptor)
        except (OSError, MemoryError) as error:
            if self._descriptor < 0:  # before this, or by another thread in the midst of it
                raise ClosedTableError(f"{self.path}: this table has been closed") from None
            raise access_error(error, "read", self.path) from None
        # Nobody can tell which of its bytes are new, so none is believed, not even the same ones.
        if status.st_mtime_ns != self._stamp or status.st_size != self._size:
            raise self._changed()
        return data

    def _changed(self) -> TableError:
        self._stamp = None  # for good: whoever wrote to the file may set its old time again
        return BadTableError(
            f"{self.path}: the file has changed since it was opened: open it again",
            "damaged",
        )
