"""The work folder of a build: its finished tiers, kept beside the output until the end.

A folder without our lock file is left alone. In ours, only files with our names are
removed, and nothing is reached through a link.
"""

import errno
import gc
import json
import os
import re
from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from mmap import ACCESS_READ, mmap
from pathlib import Path
from stat import S_ISDIR, S_ISREG
from traceback import clear_frames
from types import TracebackType
from typing import NamedTuple
from zlib import crc32

from ttt_table.errors import TableAccessError, access_error, with_path
from ttt_table.rules.game import Game
from ttt_table.table.files import AnyPath, remove, write_atomically
from ttt_table.table.writer import Buffer, Palette
from ttt_table.workers import edition

try:
    import fcntl
except ImportError:  # Windows, whose files this package does not lock
    fcntl = None  # type: ignore[assignment]

WORK_FORMAT = "ttt-table work 5"
LOCK = "ttt-table.lock"
NO_LOCKS = (errno.ENOLCK, errno.ENOSYS, errno.ENOTSUP)
"""The errors of a file system without locks."""
NO_LINK = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
"""Flags to open no link, and not to wait for a process at the other end of a pipe."""
PART_NAME = re.compile(r"[a-z]+-[0-9]{2}")
OUR_NAME = re.compile(r"[a-z]+-([0-9]{2}|[0-9a-f]{8})|\.ttt\.[0-9]+-[0-9a-f]{8}\.tmp")
MAX_NAME = 100
"""Bytes of an output's name that its folder's name repeats.

Some file systems allow only 143 bytes in a name.
"""
TRAILER_SIZE = 1024
"""Bytes after the slots of a part, for its positions and palette.

A palette has at most 64 entries, so their JSON takes less than 400 bytes.
"""
CHECKSUM_SIZE = 4
"""Bytes at the end of a part."""


class Part(NamedTuple):
    """A finished part of a build, in a file of its own."""

    positions: int
    """The number of positions that play can reach; 0 of marks."""
    palette: Palette
    """The scores that the slots refer to."""
    path: str
    """The file: the packed slots, positions and palette, and a checksum."""
    slots: memoryview
    """The packed slots, mapped."""


@contextmanager
def work_folder(
    output: AnyPath, game: Game, *, keeps_parts: bool = True
) -> Iterator["WorkFolder"]:
    """Make the work folder of a build, and remove it at the end.

    Args:
        output: The output.
        game: The game that is built.
        keeps_parts: Whether finished parts stay if the build fails or is stopped.

    Raises:
        TableAccessError: The folder cannot be made, is not ours, or is in use.
    """
    path: Path | None = None
    try:
        path, lock = _locked_folder(output, keeps_parts)
        with lock, WorkFolder(path, game, keeps_parts=keeps_parts) as work:
            yield work
    except BaseException as error:
        kept_in = path if keeps_parts else None
        raise _with_advice(error, output, kept_in) from error.__cause__


def _with_advice(
    error: BaseException, output: AnyPath, kept_in: Path | None
) -> BaseException:
    """Return the error to raise where a build has failed or was stopped.

    Args:
        error: Why it has ended.
        output: The output.
        kept_in: The folder of finished parts, if they are kept.

    Returns:
        The error itself, or a `TableAccessError` in place of one of the system. A note
        says how to resume.
    """
    advised = error
    if isinstance(error, OSError | ValueError):
        advised = access_error(error, "written", os.fsdecode(output))
    if kept_in is not None and kept_in.exists():
        advised.add_note(
            f"finished work is in {kept_in}: run the same command to resume"
        )
    return advised


def folder_name(output: AnyPath) -> str:
    """Return the path of an output's work folder."""
    output = Path(os.path.realpath(os.fsdecode(output)))
    name = output.name
    if len(os.fsencode(name)) > MAX_NAME:
        name = f"{crc32(os.fsencode(name)):08x}"
    return str(output.with_name(f".{name}.work"))


def bytes_left(output: AnyPath) -> int:
    """Return the bytes that an earlier build has left in its work folder."""
    with suppress(OSError, ValueError):
        files = Path(folder_name(output)).iterdir()
        return sum(file.lstat().st_size for file in files)
    return 0


def _locked_folder(
    output: AnyPath, keeps_parts: bool
) -> tuple[Path, AbstractContextManager[object]]:
    """Return a work folder, and its lock.

    A build that keeps nothing uses another folder if it cannot have the usual one.
    """
    path = Path(folder_name(output))
    try:
        return path, _make_and_lock(path)
    except TableAccessError:
        if keeps_parts:
            raise
    path = path.with_name(f"{path.name}-{os.urandom(4).hex()}")
    return path, _make_and_lock(path)


def _make_and_lock(folder: Path) -> AbstractContextManager[object]:
    """Make the folder if it is not there; return its lock file, locked."""
    try:
        folder.mkdir()
    except FileExistsError:
        _check_ours(folder)
    path = folder / LOCK
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT | NO_LINK, 0o666)
    if not fcntl:
        # Without locks, two builds of one output may make each other fail, but neither
        # can write a wrong table. The file is closed, since some systems do not remove
        # an open file.
        os.close(descriptor)
        return nullcontext()
    lock = open(descriptor, "r+b")  # noqa: SIM115, PTH123  # the caller closes it
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        # This may have locked the file of a build that has just removed it.
        if not path.exists() or not os.path.samestat(path.stat(), os.fstat(descriptor)):
            raise BlockingIOError
    except BlockingIOError:
        lock.close()
        raise _unusable_error(
            folder,
            "another build of this output is using this work folder; "
            "wait until it has finished,",
        ) from None
    except OSError as error:
        if error.errno not in NO_LOCKS:
            lock.close()
            raise
    return lock


def _check_ours(folder: Path) -> None:
    """Raise `TableAccessError` unless this is a folder of ours, and of this user."""
    status = folder.lstat()
    is_ours = S_ISDIR(status.st_mode)
    if is_ours:
        names = os.listdir(folder)  # noqa: PTH208  # their names alone are of interest
        is_ours = not names or LOCK in names
    if not is_ours:
        raise _unusable_error(folder, "ttt-table did not make this; move it away,")
    if hasattr(os, "geteuid") and status.st_uid != os.geteuid():
        raise _unusable_error(
            folder,
            "what this work folder holds cannot be trusted, as it belongs to another "
            f"user (number {status.st_uid}): have it removed,",
        )


def _unusable_error(folder: Path, reason: str) -> TableAccessError:
    return TableAccessError(
        with_path(str(folder), f"{reason} or choose another name for the output")
    )


class WorkFolder:
    """The files of a build that is running."""

    def __init__(self, path: Path, game: Game, *, keeps_parts: bool) -> None:
        """Remove what an earlier build has left, but for parts to resume from.

        Args:
            path: The folder, which is there.
            game: The game that is built.
            keeps_parts: Whether finished parts stay when the build is stopped.
        """
        self.path = path
        self.game = game
        self.keeps_parts = keeps_parts
        self.is_finished = False
        """Whether the build has succeeded, so that its parts can go."""
        self._clear()

    def __enter__(self) -> "WorkFolder":
        return self

    def __exit__(
        self, _: object, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        """Remove what is ours, but for finished parts that are kept."""
        self.is_finished = error is None
        if error is not None and not self.keeps_parts:
            # The frames hold mapped files, which some systems do not remove.
            clear_frames(traceback)
        self._clear()
        remaining = [file.name for file in self.path.iterdir()]
        if remaining == [LOCK]:
            remove(str(self.path / LOCK))
            with suppress(OSError):
                self.path.rmdir()

    def new_path(self, name: str) -> str:
        """Return a path for a file that this build alone needs.

        Args:
            name: Small letters, with which the file's name begins.
        """
        return str(self.path / f"{name}-{os.urandom(4).hex()}")

    def keep(
        self, name: str, positions: int, palette: Palette, slots: Iterable[Buffer]
    ) -> Part:
        """Write a finished part.

        Args:
            name: Its name, such as ``tier-07``.
            positions: How many positions play can reach.
            palette: The scores that the slots refer to.
            slots: The packed slots, in pieces.
        """
        path = str(self.path / name)
        # A part is verified when it is read, so nobody need wait for the disk.
        pieces = self._part_pieces(name, positions, palette, slots)
        write_atomically(path, pieces, flushed=False)
        part_bytes = map_file(path)
        return Part(
            positions, palette, path, part_bytes[: -TRAILER_SIZE - CHECKSUM_SIZE]
        )

    def _part_pieces(
        self, name: str, positions: int, palette: Palette, slots: Iterable[Buffer]
    ) -> Iterator[Buffer]:
        """Yield the bytes of a part: slots, a trailer, and a checksum of both."""
        checksum = self._seed(name)
        for piece in slots:
            checksum = crc32(piece, checksum)
            yield piece
        trailer = json.dumps([positions, palette]).encode().ljust(TRAILER_SIZE)
        yield trailer
        yield crc32(trailer, checksum).to_bytes(CHECKSUM_SIZE, "little")

    def parts(self, names: Iterable[str]) -> Iterator[Part]:
        """Yield the parts that an earlier build has finished, up to a bad one."""
        for name in names:
            part = self._read_part(name)
            if part is None:
                return
            yield part

    def _read_part(self, name: str) -> Part | None:
        """Return a part, if it is there, this user's, and undamaged."""
        path = self.path / name
        try:
            if path.lstat().st_uid != self.path.stat().st_uid:
                return None
            part_bytes = map_file(str(path))
            checksum = crc32(part_bytes[:-CHECKSUM_SIZE], self._seed(name))
            if (
                checksum.to_bytes(CHECKSUM_SIZE, "little")
                != part_bytes[-CHECKSUM_SIZE:]
            ):
                return None
            trailer = part_bytes[-TRAILER_SIZE - CHECKSUM_SIZE : -CHECKSUM_SIZE]
            positions, palette = json.loads(bytes(trailer))
        except (OSError, ValueError):
            return None
        slots = part_bytes[: -TRAILER_SIZE - CHECKSUM_SIZE]
        return Part(positions, palette, str(path), slots)

    def _clear(self) -> None:
        if not fcntl:
            gc.collect()  # Windows cannot remove files that are still mapped
        for file in list(self.path.iterdir()):
            if not OUR_NAME.fullmatch(file.name):
                continue
            is_part = PART_NAME.fullmatch(file.name) and S_ISREG(file.lstat().st_mode)
            if is_part and self.keeps_parts and not self.is_finished:
                continue
            remove(str(file))

    def _seed(self, name: str) -> int:
        """Return the initial CRC of a part, made from its game, name and program."""
        made_by = edition() if self.keeps_parts else ""
        return crc32(json.dumps([WORK_FORMAT, made_by, list(self.game), name]).encode())


def map_file(path: str) -> memoryview:
    """Return a file's bytes, which are read where they are needed."""
    descriptor = os.open(path, os.O_RDONLY | NO_LINK)
    with open(descriptor, "rb") as file:  # noqa: PTH123  # it is open already
        return memoryview(mmap(file.fileno(), 0, access=ACCESS_READ))
