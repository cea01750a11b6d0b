"""Table files on disk: read, and written so that no reader ever sees half of one."""

from __future__ import annotations

import os
from collections.abc import Iterable
from stat import S_IMODE, S_ISDIR, S_ISREG

from ttt_table.errors import (
    ArgumentError,
    MissingTableError,
    TableAccessError,
    TableError,
    quoted,
)
from ttt_table.table.codec import Contents, decode

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, BinaryIO

    from ttt_table.table.filebytes import FileBytes
    from ttt_table.table.packing import Buffer

Path = str | os.PathLike[str]

LARGE_FROM = 1 << 20
"""Files of this size or more, in bytes, are read only where they are needed."""
# Not every system has these; where there is no O_BINARY, all reading is of bytes.
_IMMEDIATELY = getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)


def shipped_path() -> str:
    """Where the shipped table is: in the installed package, or in a checkout's data/."""
    package = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    inside = os.path.join(package, "data", "tictactoe.msgpack")
    if os.path.exists(inside):
        return inside
    return os.path.join(os.path.dirname(package), "data", "tictactoe.msgpack")


def read_table(path: Path, *, verify: bool = False) -> Contents:
    """Read a table file. A large one has its body's checksum verified only with ``verify``.

    Raises a kind of `TableError` that says what is wrong with the file; `decode` lists them.
    """
    name = path_text(path)
    data: bytes | FileBytes = b""
    try:
        data = _read(name)
        # What is in memory is verified whole: that takes less time than reading it did.
        return decode(data, verify=verify or isinstance(data, bytes))
    except TableError as error:
        _close(data)
        raise type(error)(_with_path(name, str(error))) from None
    except MemoryError:
        _close(data)
        raise TableAccessError(f"{name}: cannot be read: there is not enough memory") from None


def path_text(path: Path) -> str:
    """A path as text. Raises `ArgumentError` for what is none, such as a file's number."""
    try:
        return os.fsdecode(path)
    except TypeError:
        raise ArgumentError(f"a file is named by its path, not by {quoted(path)}") from None


def _with_path(name: str, message: str) -> str:
    # A name that cannot be seen, or printed, is shown as Python writes it.
    named = f"{name if name.isprintable() and name else quoted(name)}: "
    return message if message.startswith(f"{name}: ") else named + message


def _close(data: bytes | FileBytes) -> None:
    if not isinstance(data, bytes):
        data.close()


def _read(path: str) -> bytes | FileBytes:
    try:
        check_regular(path)
        # Whatever takes the file's place at this moment, opening it does not wait for anybody.
        descriptor = os.open(path, os.O_RDONLY | _IMMEDIATELY)
    except (FileNotFoundError, NotADirectoryError):
        raise MissingTableError(_missing(path)) from None
    except (OSError, ValueError) as error:
        raise refused(error, "read") from None
    try:
        if os.fstat(descriptor).st_size < LARGE_FROM:
            return _read_whole(descriptor)
        from ttt_table.table.filebytes import FileBytes

        return FileBytes(path, os.dup(descriptor))  # its own: this one is closed below
    except OSError as error:
        raise refused(error, "read") from None
    finally:
        os.close(descriptor)


def _read_whole(descriptor: int) -> bytes:
    with open(descriptor, "rb", closefd=False) as file:
        return file.read()


def _missing(path: str) -> str:
    if os.path.islink(path):
        return "this link leads to no file"
    return "there is no such file; ttt-table build makes tables"


def check_regular(path: str) -> None:
    """Raise `TableAccessError` for a folder, a pipe, a device: whatever is there but is no file."""
    mode = os.stat(path).st_mode
    if not S_ISREG(mode):
        kind = "a folder" if S_ISDIR(mode) else "no regular file"
        raise TableAccessError(f"this is {kind}")


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
    name = path_text(path)
    try:
        goal = checked_goal(name)
        folder, last = os.path.split(goal)
        # A name of its own for each writer: two builds of one file never write into each other's.
        temporary = f".{last}.{os.getpid()}-{os.urandom(4).hex()}.tmp"
        beside = os.path.join(folder if within is None else path_text(within), temporary)
        try:
            _write_new(beside, goal, pieces, write)
            os.replace(beside, goal)
        except BaseException:  # an interrupt leaves nothing behind either
            remove(beside)
            raise
        _flush_folder(folder)
    except (OSError, ValueError) as error:
        raise refused(error, "written", name) from None


def _write_new(
    path: str,
    goal: str,
    pieces: Iterable[Buffer],
    write: Callable[[BinaryIO, Any], object] | None,
) -> None:
    """Write a new file, with the mode of the one that it is to replace, through to the disk."""
    with open(path, "xb") as file:  # x: never through a link that somebody has put there
        _keep_mode(path, goal)
        if write is None:
            file.writelines(pieces)
        else:
            for piece in pieces:
                write(file, piece)
        # On the disk before it has the goal's name: else a power cut could leave that name on
        # bytes that were never written.
        file.flush()
        os.fsync(file.fileno())


def checked_goal(path: Path) -> str:
    """Where a file of this path really is to be written, links followed.

    Raises `TableAccessError` if no file can be written there: a folder, or no folder around it.
    """
    name = path_text(path)
    try:
        goal = os.path.realpath(name)
        if not os.path.basename(name) or os.path.isdir(goal):
            raise TableAccessError(f"{name or quoted(name)}: this is a folder, not a file's name")
        if os.path.lexists(goal) and not os.path.isfile(goal):
            raise TableAccessError(f"{name}: this is no regular file")
        if not os.path.isdir(os.path.dirname(goal)):
            raise TableAccessError(f"{name}: cannot be written: there is no such folder")
    except (OSError, ValueError) as error:
        raise refused(error, "written", name) from None
    return goal


def _keep_mode(beside: str, goal: str) -> None:
    """Let a file that is written again stay as open, or as closed, to others as it was."""
    try:
        mode = os.stat(goal).st_mode
    except FileNotFoundError:
        return  # a new one is as the user's mask says
    try:  # noqa: SIM105  # as below
        os.chmod(beside, S_IMODE(mode) & 0o777)
    except OSError:
        pass  # a disk that knows no modes has none to keep


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
    where = "" if path is None else f"{path_text(path)}: "
    reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    return TableAccessError(f"{where}cannot be {done}: {reason}")
