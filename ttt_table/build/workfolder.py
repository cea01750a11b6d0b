"""The work folder of a build: what it has finished, kept beside the output until the end.

A folder without our lock file is left alone; in ours only files of our names are removed, and
nothing is reached through a link.
"""

import errno
import gc
import json
import os
import re
from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from itertools import chain
from mmap import ACCESS_READ, mmap
from stat import S_ISDIR, S_ISREG
from traceback import clear_frames
from typing import NamedTuple
from zlib import crc32

from ttt_table.errors import TableAccessError, access_error
from ttt_table.rules.game import Game
from ttt_table.table.files import Path, remove, write_atomically
from ttt_table.table.packing import Buffer, Palette
from ttt_table.workers import edition

try:
    import fcntl
except (
    ImportError
):  # not on every system, and then none of its file systems has locks for us
    fcntl = None  # type: ignore[assignment]

FORMAT = "ttt-table work 5"
LOCK = "ttt-table.lock"
NO_LOCKS = (errno.ENOLCK, errno.ENOSYS, errno.ENOTSUP)
# Open no link, and wait for nobody at the other end of a pipe.
NO_LINK = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
PART = re.compile(r"[a-z]+-[0-9]{2}")
OURS = re.compile(r"[a-z]+-([0-9]{2}|[0-9a-f]{8})|\.ttt\.[0-9]+-[0-9a-f]{8}\.tmp")
IN_USE = "another build of this output is using this work folder; wait until it has finished,"
ANOTHERS = (
    "what this work folder holds cannot be trusted, as it belongs to another user"
)
# Bytes of an output's name that the folder bears, too: some file systems allow only 143.
LONGEST_NAME = 100
TRAILER, CHECKSUM = 1024, 4  # bytes behind the slots of a part


class Part(NamedTuple):
    """A finished part: a file of packed slots, of positions and palette, and of a checksum."""

    positions: int
    palette: Palette
    path: str
    slots: memoryview


@contextmanager
def work_folder(goal: Path, game: Game, *, kept: bool = True) -> Iterator["WorkFolder"]:
    """The work folder of a build, removed at the end; what is ``kept`` outlives one that fails."""
    path = ""
    try:
        path, lock = _locked_folder(goal, kept)
        with lock:
            work = WorkFolder(path, game, kept=kept)
            try:
                yield work
                work.kept = False
            except BaseException as error:
                if not kept:
                    clear_frames(error.__traceback__)  # they hold what they have mapped
                raise
            finally:
                work.leave()
    except BaseException as error:
        ours = error
        if isinstance(error, OSError | ValueError):
            ours = access_error(error, "written", os.fsdecode(goal))
        if kept and os.path.exists(path):
            ours.add_note(f"finished work is in {path}: run the same command to resume")
        raise ours from error.__cause__


def folder_name(goal: Path) -> str:
    """Where it stands."""
    folder, name = os.path.split(os.path.realpath(os.fsdecode(goal)))
    if len(os.fsencode(name)) > LONGEST_NAME:
        name = f"{crc32(os.fsencode(name)):08x}"
    return os.path.join(folder, f".{name}.work")


def bytes_left(goal: Path) -> int:
    """How many bytes an earlier build has left."""
    with suppress(OSError, ValueError), os.scandir(folder_name(goal)) as files:
        return sum(one.stat(follow_symlinks=False).st_size for one in files)
    return 0


def _locked_folder(
    goal: Path, kept: bool
) -> tuple[str, AbstractContextManager[object]]:
    path = folder_name(goal)
    try:
        return path, _lock(path)
    except TableAccessError:
        if kept:
            raise
        path = f"{path}-{os.urandom(4).hex()}"  # who keeps nothing is content with one of his own
        return path, _lock(path)


def _lock(path: str) -> AbstractContextManager[object]:
    """Make the folder if need be; returns its lock file, locked."""
    try:
        os.mkdir(path)
    except FileExistsError:
        _check_ours(path)
    name = os.path.join(path, LOCK)
    flags = os.O_RDWR | os.O_CREAT | NO_LINK
    lock = open(os.open(name, flags, 0o666), "r+b")  # noqa: SIM115  # the caller's
    try:
        if (
            not fcntl
        ):  # then one of two builds may break the other off, and nothing worse
            lock.close()  # perhaps no file is removed while it is open
            return nullcontext()
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        # Else what is locked is the file of a build that has just removed it.
        if not os.path.exists(name) or not os.path.samestat(
            os.stat(name), os.fstat(lock.fileno())
        ):
            raise BlockingIOError
    except OSError as error:
        if error.errno not in NO_LOCKS:
            lock.close()
            raise (
                _unusable(path, IN_USE) if isinstance(error, BlockingIOError) else error
            ) from None
    return lock


def _check_ours(path: str) -> None:
    """Raise `TableAccessError` unless this is a folder of this user's, and ours."""
    status = os.lstat(path)
    if not S_ISDIR(status.st_mode) or LOCK not in (os.listdir(path) or [LOCK]):
        raise _unusable(path, "ttt-table did not make this; move it away,")
    if hasattr(os, "geteuid") and status.st_uid != os.geteuid():
        raise _unusable(path, f"{ANOTHERS} (number {status.st_uid}): have it removed,")


def _unusable(path: str, why: str) -> TableAccessError:
    return TableAccessError(f"{path}: {why} or choose another name for the output")


class WorkFolder:
    """The files of a build under way; those ``kept`` stay when it is stopped."""

    def __init__(self, path: str, game: Game, *, kept: bool) -> None:
        self.path, self.game, self.kept = path, game, kept
        self._clear()

    def new_path(self, name: str) -> str:
        """For a file that this build alone needs; ``name`` has small letters only."""
        return os.path.join(self.path, f"{name}-{os.urandom(4).hex()}")

    def keep(
        self, name: str, positions: int, palette: Palette, slots: Iterable[Buffer]
    ) -> Part:
        """Keep a finished part, whose packed slots come piece by piece."""
        path = os.path.join(self.path, name)
        trailer = json.dumps([positions, palette]).encode().ljust(TRAILER)

        def with_checksum() -> Iterator[Buffer]:
            checksum = self._seed(name)
            for piece in chain(slots, [trailer]):
                checksum = crc32(piece, checksum)
                yield piece
            yield checksum.to_bytes(CHECKSUM, "little")

        # Whoever reads it checks it, so nobody has to wait for the disk.
        write_atomically(path, with_checksum(), flushed=False)
        return Part(positions, palette, path, map_file(path)[: -TRAILER - CHECKSUM])

    def parts(self, names: Iterable[str]) -> Iterator[Part]:
        """What an earlier build has finished of these, up to the first whose checksum fails."""
        for name in names:
            path = os.path.join(self.path, name)
            try:
                if os.lstat(path).st_uid != os.stat(self.path).st_uid:
                    return
                whole = map_file(path)
                checksum = crc32(whole[:-CHECKSUM], self._seed(name))
                if checksum.to_bytes(CHECKSUM, "little") != whole[-CHECKSUM:]:
                    return
                positions, palette = json.loads(
                    bytes(whole[-TRAILER - CHECKSUM : -CHECKSUM])
                )
            except (OSError, ValueError):
                return
            yield Part(positions, palette, path, whole[: -TRAILER - CHECKSUM])

    def leave(self) -> None:
        """Remove what is ours, but no finished part that is kept."""
        self._clear()
        if os.listdir(self.path) == [LOCK]:
            remove(os.path.join(self.path, LOCK))
            with suppress(OSError):
                os.rmdir(self.path)

    def _clear(self) -> None:
        if not fcntl:
            gc.collect()  # on Windows, as this may be, what is still mapped cannot be removed
        for name in filter(OURS.fullmatch, os.listdir(self.path)):
            path = os.path.join(self.path, name)
            if not (
                self.kept and PART.fullmatch(name) and S_ISREG(os.lstat(path).st_mode)
            ):
                remove(path)

    def _seed(self, name: str) -> int:
        # A part's checksum also covers what it is of which game, and who has made it.
        made_by = edition() if self.kept else ""
        return crc32(json.dumps([FORMAT, made_by, list(self.game), name]).encode())


def map_file(path: str) -> memoryview:
    """A file's bytes, read where they are needed."""
    with open(os.open(path, os.O_RDONLY | NO_LINK), "rb") as file:
        return memoryview(mmap(file.fileno(), 0, access=ACCESS_READ))
