"""Table files on disk: opened for reading, and written whole or not at all."""

from __future__ import annotations

import os
from collections.abc import Iterable
from errno import EPERM
from stat import S_ISVTX, S_IWUSR

from ttt_table import errors
from ttt_table.runtime import not_a_file
from ttt_table.runtime import path_text as path_text
from ttt_table.table.contents import Contents

AnyPath = str | os.PathLike[str] | os.PathLike[bytes]

RETRY_PAUSES = (0.05, 0.2, 0.5, 1.0)
"""Seconds to wait, on Windows, while a virus scanner holds a new file open."""


def shipped_path() -> str:
    """Return the path of the shipped table.

    It is in the installed package, which may be in a zip archive, or in the ``data``
    folder of a checkout.
    """
    package = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    checkout = os.path.join(os.path.dirname(package), "data", "tictactoe.msgpack")
    installed = os.path.join(package, "data", "tictactoe.msgpack")
    if os.path.exists(checkout) and not os.path.exists(installed):
        return checkout
    return installed


def _read_archived() -> bytes | None:
    """Return the shipped table if this module was imported from a zip archive."""
    package = os.path.dirname(os.path.dirname(__file__))  # as the loader writes it
    loader = __spec__.loader if __spec__ else None
    read_data = getattr(loader, "get_data", None)
    if read_data is None:
        return None
    try:
        data: bytes = read_data(os.path.join(package, "data", "tictactoe.msgpack"))
    except OSError:
        return None
    return data


def read_table(path: AnyPath, *, verify: bool = False) -> Contents:
    """Read a table file, or open a large one.

    Args:
        path: The file.
        verify: Whether to verify the body of a large file, which reads all of it. The
            whole of a small file is always verified.

    Raises:
        TableError: A kind of it, if the file cannot be read, or is not a good table.
        ArgumentError: The path is not a path.
    """
    name = path_text(path)
    try:
        return Contents.read(name, verify=verify)
    except errors.MissingTableError:
        archived = _read_archived() if name == shipped_path() else None
        if archived is None:
            raise
        return Contents(archived)


def write_atomically(
    path: AnyPath,
    pieces: Iterable[bytes | memoryview],
    within: AnyPath | None = None,
    *,
    flushed: bool = True,
) -> None:
    """Write a file under a temporary name, then rename it.

    Whatever happens, the path holds the old file or the new one, whole. Only a power
    cut may spoil a file that is not ``flushed``.

    Args:
        path: Where the file is to be; links are followed.
        pieces: Its bytes.
        within: The folder for the temporary file, on the same disk; by default the
            file's own.
        flushed: Whether to wait until the bytes are on the disk.

    Raises:
        TableAccessError: The system refuses.
    """
    name = path_text(path)
    try:
        target = _writable_target(name)
        folder = os.path.dirname(target)
        temporary = _temporary_path(folder if within is None else path_text(within))
        try:
            _write_new(temporary, target, pieces, flushed)
            _replace(temporary, target)
        except BaseException:  # an interrupt leaves no file either
            remove(temporary)
            raise
        if flushed:
            _flush_folder(folder)
    except (OSError, ValueError) as error:
        raise errors.access_error(error, "written", name) from None


def try_writing(path: AnyPath) -> None:
    """Check that a file can be written there, before a long job begins.

    Raises:
        TableAccessError: The system would refuse.
    """
    name = path_text(path)
    try:
        target = _writable_target(name)
        temporary = _temporary_path(os.path.dirname(target))
        try:
            open(temporary, "xb").close()
        finally:
            remove(temporary)
    except (OSError, ValueError) as error:
        raise errors.access_error(error, "written", name) from None


def _check_replaceable(target: str) -> None:
    """Raise `PermissionError` if there is a file that this user cannot replace."""
    try:
        file = os.lstat(target)
    except FileNotFoundError:
        return
    if not hasattr(os, "geteuid"):  # Windows
        if not file.st_mode & S_IWUSR:
            raise PermissionError(EPERM, "this file is read-only")
        return
    # In a sticky folder, such as /tmp, only root and the owner of the file or the
    # folder may replace a file.
    folder = os.stat(os.path.dirname(target))
    may_replace = (0, file.st_uid, folder.st_uid)
    if folder.st_mode & S_ISVTX and os.geteuid() not in may_replace:
        raise PermissionError(
            EPERM, "the folder is sticky, and this file is another user's"
        )


def _temporary_path(folder: str) -> str:
    """Return a path that no other writer has; its name is short in any case."""
    return os.path.join(folder, f".ttt.{os.getpid()}-{os.urandom(4).hex()}.tmp")


def _write_new(
    path: str, target: str, pieces: Iterable[bytes | memoryview], flushed: bool
) -> None:
    """Write a new file with the mode of the old one."""
    # Mode x: never through a link that somebody has put there.
    with open(path, "xb") as file:
        try:
            os.chmod(path, os.stat(target).st_mode & 0o777)
        except OSError:
            pass  # there is no old file, or the disk knows no modes
        file.writelines(pieces)
        file.flush()
        if flushed:  # else a power cut could leave the target's name on an empty file
            os.fsync(file.fileno())


def _writable_target(name: str) -> str:
    """Return where a file of this name is written, with links followed.

    Raises:
        TableAccessError: A file cannot be written there.
    """
    if not os.path.basename(name):
        raise errors.TableAccessError(
            errors.with_path(name, "this is a folder, not a file")
        )
    target = os.path.realpath(name)
    try:
        problem = not_a_file(target)
    except (FileNotFoundError, NotADirectoryError):
        problem = None
    # The name's own folder too: without a folder x, the system finds no x/../name.
    folders = [os.path.dirname(path) or os.curdir for path in (target, name)]
    if problem is None and not all(map(os.path.isdir, folders)):
        problem = "cannot be written: there is no such folder"
    if problem:
        raise errors.TableAccessError(errors.with_path(name, problem))
    _check_replaceable(target)
    return target


def _replace(path: str, target: str) -> None:
    """Rename a file; on Windows try several times."""
    is_windows = not hasattr(os, "geteuid")
    for pause in RETRY_PAUSES if is_windows else ():
        try:
            os.replace(path, target)
            return
        except PermissionError:
            from time import sleep

            sleep(pause)
    os.replace(path, target)


def remove(path: str) -> None:
    """Remove a file; do nothing if it is not there, or the system refuses."""
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
