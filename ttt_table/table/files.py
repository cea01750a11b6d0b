"""Table files on disk: read or mapped, and written so that no reader ever sees half of one."""

from __future__ import annotations

import os
from stat import S_ISREG

from ttt_table.errors import MissingTableError, TableAccessError, TableError
from ttt_table.table.codec import decode

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Any, BinaryIO

    from ttt_table.table.codec import Contents
    from ttt_table.table.packing import Buffer

    Path = str | os.PathLike[str]

MAPPED_FROM = 1 << 20
"""Files of this size or more, in bytes, are mapped and touched only where they are needed."""


def shipped_path() -> str:
    """Where the shipped table is: in the installed package, or in a checkout's data/."""
    package = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    inside = os.path.join(package, "data", "tictactoe.msgpack")
    if os.path.exists(inside):
        return inside
    return os.path.join(os.path.dirname(package), "data", "tictactoe.msgpack")


def read_table(path: Path, *, whole: bool = False) -> Contents:
    """Read a table file. One that is mapped has its body's checksum verified only with ``whole``.

    Raises a kind of `TableError` that says what is wrong with the file; `decode` lists them.
    """
    try:
        data = _read(path)
        return decode(data, whole=whole or isinstance(data, bytes))
    except TableError as error:
        raise type(error)(f"{os.fspath(path)}: {error}") from None


def _read(path: Path) -> Buffer:
    try:
        status = os.stat(path)
        if not S_ISREG(status.st_mode):
            raise TableAccessError("this is no regular file")
        with open(path, "rb") as file:
            if status.st_size < MAPPED_FROM:
                return file.read()
            from mmap import ACCESS_READ, mmap

            return mmap(file.fileno(), 0, access=ACCESS_READ)
    except (FileNotFoundError, NotADirectoryError):
        raise MissingTableError("there is no such file; ttt-table build makes tables") from None
    except (OSError, ValueError) as error:
        raise refused(error, "read") from None


def write_atomically(
    path: Path,
    pieces: Iterable[Buffer],
    within: Path | None = None,
    write: Callable[[BinaryIO, Any], object] | None = None,
) -> None:
    """Write a file beside its place, flush it to the disk, then rename it into its place.

    Whatever happens on the way, the path holds the old file or the new one, whole. Until then the
    bytes stand ``within`` a folder on the same disk, if one is given, and not beside the path.
    Pieces that stand for bytes, and are none, take a function that can ``write`` one to a file.
    Raises `TableAccessError` where the system refuses.
    """
    try:
        goal = os.path.realpath(path)
        if os.path.exists(goal) and not os.path.isfile(goal):
            raise TableAccessError(f"{os.fspath(path)}: this is no regular file")
        folder, name = os.path.split(goal)
        # A name of its own for each writer: two builds of one file never write into each other's.
        own = f".{name}.{os.getpid()}-{os.urandom(4).hex()}.tmp"
        beside = os.path.join(folder if within is None else within, own)
        try:
            with open(beside, "xb") as file:
                if write is None:
                    file.writelines(pieces)
                else:
                    for piece in pieces:
                        write(file, piece)
                file.flush()
                os.fsync(file.fileno())
            os.replace(beside, goal)
        except BaseException:
            remove(beside)
            raise
        _flush_folder(folder)
    except (OSError, ValueError) as error:
        raise refused(error, "written", path) from None


def remove(path: str) -> None:
    """Remove a file, if it is there and the system lets us."""
    try:  # noqa: SIM105  # contextlib would cost every reader its import
        os.unlink(path)
    except OSError:
        pass


def _flush_folder(folder: str) -> None:
    """Make the new name last, on a system that can open a folder."""
    try:
        handle = os.open(folder, os.O_RDONLY)
    except OSError:
        return
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def refused(error: OSError | ValueError, done: str, path: Path | None = None) -> TableAccessError:
    """The error that says what could not be done, and the system's reason."""
    if isinstance(error, TableAccessError):
        return error  # it says so already
    where = "" if path is None else f"{os.fspath(path)}: "
    reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    return TableAccessError(f"{where}cannot be {done}: {reason}")
