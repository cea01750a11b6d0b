"""Table files on disk: read, large ones where it is needed, and written whole or not at all."""

from __future__ import annotations

import os
from collections.abc import Iterable
from errno import EPERM
from stat import S_ISDIR, S_ISREG, S_ISVTX, S_IWUSR

from ttt_table import errors
from ttt_table.table.codec import Contents, decode
from ttt_table.table.packing import Buffer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

Path = str | bytes | os.PathLike[str] | os.PathLike[bytes]

BUSY_FOR = (
    0.05,
    0.2,
    0.5,
    1.0,
)  # seconds that a virus scanner of Windows may hold a new file open
LARGE_FROM = 1 << 20  # bytes of a file that is read only where it is needed

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

    _descriptor = -1  # of an object that was never finished

    def __init__(self, path: str, descriptor: int) -> None:
        self.path = os.path.abspath(path)
        self._descriptor = descriptor
        status = os.fstat(descriptor)
        self._size = status.st_size
        self._stamp: int | None = status.st_mtime_ns

    def __len__(self) -> int:
        return self._size

    def __getitem__(self, place: int | slice) -> Any:
        """The byte at an index from 0, or those of a slice without a step, or a `TableError`."""
        if isinstance(place, slice):
            start, stop, _ = place.indices(self._size)
            return self._read(start, max(stop - start, 0))
        return self._read(place, 1)[0]

    def __bytes__(self) -> bytes:
        return self._read(0, self._size)

    def close(self) -> None:
        """Close the file, once."""
        descriptor, self._descriptor = self._descriptor, -1
        if descriptor >= 0:
            os.close(descriptor)

    __del__ = close

    def _read(self, start: int, size: int) -> bytes:
        try:
            data = _read_at(self._descriptor, size, start)
            while len(data) < size:  # the system may give less than asked for at a time
                more = _read_at(self._descriptor, size - len(data), start + len(data))
                if not more:
                    raise self._change_error()
                data += more
            # Asked after the bytes were read: a change that came before shows, too.
            status = os.fstat(self._descriptor)
        except (OSError, MemoryError) as error:
            if (
                self._descriptor < 0
            ):  # before this, or by another thread in the midst of it
                raise errors.ClosedTableError(
                    f"{self.path}: this table has been closed"
                ) from None
            raise errors.access_error(error, "read", self.path) from None
        # Nobody can tell which of its bytes are new, so none is believed, not even the same ones.
        if status.st_mtime_ns != self._stamp or status.st_size != self._size:
            raise self._change_error()
        return data

    def _change_error(self) -> errors.TableError:
        self._stamp = (
            None  # for good: whoever wrote to the file may set its old time again
        )
        changed = (
            f"{self.path}: the file has changed since it was opened: open it again"
        )
        return errors.BadTableError(changed, "damaged")


def shipped_path() -> str:
    """In the installed package, or in a checkout's data/."""
    package = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    folders = package, os.path.dirname(package)
    inside, beside = (os.path.join(one, "data", "tictactoe.msgpack") for one in folders)
    return inside if os.path.exists(inside) else beside


def read_table(path: Path, *, verify: bool = False) -> Contents:
    """Read a table file, or raise a `TableError`; of a large one ``verify`` sums up the body."""
    name = path_text(path)
    data: bytes | FileBytes = b""
    try:
        data = _read(name)
        # What is in memory is verified whole: that takes less time than reading it did.
        return decode(data, verify=verify or isinstance(data, bytes))
    except (errors.TableError, MemoryError) as error:
        if not isinstance(data, bytes):
            data.close()
        if isinstance(error, MemoryError):
            raise errors.access_error(error, "read", name) from None
        error.args = (errors.with_path(name, str(error)),)
        raise


def path_text(path: Path) -> str:
    """A path as text. Raises `ArgumentError` for anything else."""
    try:
        return os.fsdecode(path)
    except TypeError:
        why = f"a file is named by its path, not by {errors.quoted(path)}"
        raise errors.ArgumentError(why) from None


def _read(path: str) -> bytes | FileBytes:
    try:
        if wrong := _wrong_kind(path):
            raise errors.TableAccessError(wrong)
        with open(path, "rb", buffering=0, opener=_open) as file:
            if os.fstat(file.fileno()).st_size < LARGE_FROM:
                return file.read()
            return FileBytes(
                path, os.dup(file.fileno())
            )  # its own: this one is closed here
    except (FileNotFoundError, NotADirectoryError):
        if os.path.islink(path):
            raise errors.MissingTableError("this link leads nowhere") from None
        why = "there is no such file; ttt-table build makes tables"
        raise errors.MissingTableError(why) from None
    except (OSError, ValueError) as error:
        raise errors.access_error(error, "read", path) from None


def _open(path: str, flags: int) -> int:
    # A pipe that takes its place at this moment is not waited for.
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0))


def _wrong_kind(path: str) -> str | None:
    """What is wrong with a folder, a pipe or a device; None for a file."""
    mode = os.stat(path).st_mode
    if S_ISREG(mode):
        return None
    return "this is a folder" if S_ISDIR(mode) else "this is not a regular file"


def write_atomically(
    path: Path,
    pieces: Iterable[Buffer],
    within: Path | None = None,
    *,
    flushed: bool = True,
) -> None:
    """Write a file beside its place, or ``within`` a folder on the same disk, then rename it.

    Whatever happens, the path holds the old file or the new one, whole; only a power cut may spoil
    one that is not ``flushed``. Raises `TableAccessError` where the system refuses.
    """
    name = path_text(path)
    try:
        goal = _goal(name)
        folder = os.path.dirname(goal)
        beside = _temporary(folder if within is None else path_text(within))
        try:
            _write_new(beside, goal, pieces, flushed)
            _replace(beside, goal)
        except (
            BaseException
        ):  # an interrupt, or a signal that is raised, leaves nothing either
            remove(beside)
            raise
        if flushed:
            _flush_folder(folder)
    except (OSError, ValueError) as error:
        raise errors.access_error(error, "written", name) from None


def try_writing(path: Path) -> None:
    """Raise `TableAccessError` unless a file can be written there."""
    # A long job asks this before it begins: at its end the answer would come too late.
    name = path_text(path)
    try:
        goal = _goal(name)
        beside = _temporary(os.path.dirname(goal))
        try:
            open(beside, "xb").close()
        finally:
            remove(beside)
    except (OSError, ValueError) as error:
        raise errors.access_error(error, "written", name) from None


def _check_replaceable(goal: str) -> None:
    # In a sticky folder, such as /tmp, a file is replaced by its owner or the folder's, or by root;
    # on Windows, which has no users of that kind, one that is read-only not at all.
    try:
        file = os.lstat(goal)
    except FileNotFoundError:
        return
    folder = os.stat(os.path.dirname(goal))
    if not hasattr(os, "geteuid"):
        if not file.st_mode & S_IWUSR:
            raise PermissionError(EPERM, "this file is read-only")
    elif folder.st_mode & S_ISVTX and os.geteuid() not in (
        0,
        file.st_uid,
        folder.st_uid,
    ):
        raise PermissionError(
            EPERM, "the folder is sticky, and this file is another user's"
        )


def _temporary(folder: str) -> str:
    """A name that no other writer has, short however long the goal's is."""
    return os.path.join(folder, f".ttt.{os.getpid()}-{os.urandom(4).hex()}.tmp")


def _write_new(path: str, goal: str, pieces: Iterable[Buffer], flushed: bool) -> None:
    """Write a new file with the mode of the old one."""
    with open(
        path, "xb"
    ) as file:  # x: never through a link that somebody has put there
        try:
            os.chmod(path, os.stat(goal).st_mode & 0o777)
        except OSError:
            pass  # a new one is as the user's mask says, and a disk may know no modes
        file.writelines(pieces)
        file.flush()
        if (
            flushed
        ):  # else a power cut could leave the goal's name on what was never written
            os.fsync(file.fileno())


def _goal(name: str) -> str:
    """Where a file of this name is to be written, links followed."""
    goal = os.path.realpath(name)
    try:
        wrong = _wrong_kind(goal)
    except (FileNotFoundError, NotADirectoryError):
        there = os.path.isdir(os.path.dirname(goal))
        wrong = None if there else "cannot be written: there is no such folder"
    if not os.path.basename(name):
        wrong = "this is a folder, not a file's name"
    if wrong:
        raise errors.TableAccessError(errors.with_path(name, wrong))
    _check_replaceable(goal)
    return goal


def _replace(path: str, goal: str) -> None:
    """Rename a file, on Windows with some patience."""
    for pause in () if hasattr(os, "geteuid") else BUSY_FOR:
        try:
            os.replace(path, goal)
            return
        except PermissionError:
            from time import sleep

            sleep(pause)
    os.replace(path, goal)


def remove(path: str) -> None:
    """Remove a file, if it is there and the system lets us."""
    try:
        os.unlink(path)
    except OSError:
        pass


def _flush_folder(folder: str) -> None:
    try:
        handle = os.open(folder, os.O_RDONLY)
    except OSError:
        return
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
