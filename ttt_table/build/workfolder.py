"""The work folder of a long build: what it has finished, kept beside the output until the end.

A build holds a lock on its folder, which the system drops when the process ends, however it ends;
another build of the same output is refused as long. A finished part is a file of its own, named by
its kind and its tier: a line of JSON, its slots packed, and a checksum over both. What fails its
checksum, or says that it is anything but this part of this game by this version of ttt-table, or is
another user's, is removed. What is left this program has written, so its slots are believed.

The lock file holds a mark, and a folder without it is somebody else's: it is left alone. In a
folder of ours only files of our names are removed, and nothing is reached through a link.
"""

from __future__ import annotations

import errno
import gc
import json
import os
import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, nullcontext, suppress
from itertools import product
from mmap import ACCESS_READ, mmap
from stat import S_ISDIR, S_ISREG
from traceback import clear_frames
from typing import TYPE_CHECKING, BinaryIO, NamedTuple
from zlib import crc32

from ttt_table.errors import TableAccessError, TableError, refused
from ttt_table.rules.game import Game
from ttt_table.table.codec import is_possible_palette
from ttt_table.table.files import Path, remove, write_atomically
from ttt_table.table.packing import bits_for, slots_size
from ttt_table.table.slots import slots_by_tier
from ttt_table.workers import edition

try:
    import fcntl
except ImportError:  # not on every system, and then none of its file systems has locks for us
    fcntl = None  # type: ignore[assignment]

if TYPE_CHECKING:  # the reader has no such name at run time
    from ttt_table.table.packing import Buffer, Palette

REACHED, SOLVED = "reached", "tier"
"""The two kinds of parts that are kept: what play can reach in a tier, and its scores."""
MARKS = [0, 1]
"""A palette for what is no score: whether play can reach a slot."""
FORMAT = "ttt-table work 4"
LOCK = "lock"
MARK = b"This folder is a work folder of ttt-table; the same build goes on from it.\n"
"""What the lock file holds: the folder, and what is named as ours in it, may be removed."""
NO_LOCKS = (errno.ENOLCK, errno.ENOSYS, errno.ENOTSUP)
"""What a file system answers that cannot lock."""
NO_LINK = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
"""Open no link, and wait for nobody at the other end of a pipe."""
OURS = re.compile(r"[a-z]+-([0-9]{2}|[0-9a-f]{8})|\..*\.[0-9]+-[0-9a-f]{8}\.tmp", re.DOTALL)
"""The names that a build gives to its files, but for the lock's."""
LONGEST_NAME = 100
"""Bytes of an output's name that the folder bears, too: some file systems allow only 143."""
MAX_LINE = 1 << 14
CHECKSUM_SIZE = 4


class Kept(NamedTuple):
    """A finished part of a build."""

    positions: int
    """How many positions were counted in it."""
    palette: Palette
    path: str
    start: int
    """Where its slots begin in the file."""
    slots: memoryview
    """Packed, as the table file holds them."""


@contextmanager
def work_folder(goal: Path, game: Game) -> Iterator[WorkFolder]:
    """The work folder of a build, held until the end.

    A build that ends well leaves nothing in it. Otherwise its finished parts stay, where it can be
    resumed, and the exception gets a note that says where.
    Raises `TableAccessError` where the system refuses, inside too, where another build holds the
    folder, and for a folder of the same name that is not ours.
    """
    try:
        path = folder_name(goal)
        lock = _held(path)
        if lock is None:
            path = f"{path}-{os.urandom(4).hex()}"
            os.mkdir(path)
        with lock or nullcontext():
            work = WorkFolder(path, game, resumable=lock is not None)
            try:
                yield work
                work.kept.clear()
            except BaseException as error:
                if not work.resumable:
                    clear_frames(error.__traceback__)  # they hold what they have mapped
                    work.kept.clear()
                if work.kept:
                    error.add_note(f"finished work is in {path}: run the same command to resume")
                raise
            finally:
                work.remove_others()
                _remove_empty(path)
    except TableError:
        raise  # it names the file already
    except (OSError, ValueError) as error:
        ours = refused(error, "written", os.fsdecode(goal))
        for note in getattr(error, "__notes__", ()):
            ours.add_note(note)
        raise ours from None


def folder_name(goal: Path) -> str:
    """Where the work folder of this output stands."""
    folder, name = os.path.split(os.path.realpath(os.fsdecode(goal)))
    whole = os.fsencode(name)
    if len(whole) > LONGEST_NAME:
        name = f"{crc32(whole):08x}"
    return os.path.join(folder, f".{name}.work")


def bytes_left(goal: Path) -> int:
    """How many bytes an earlier build has left in its work folder."""
    path = folder_name(goal)
    try:
        names = filter(OURS.fullmatch, os.listdir(path))
        return sum(os.lstat(os.path.join(path, name)).st_size for name in names)
    except OSError:
        return 0


def _held(path: str) -> BinaryIO | None:
    """Hold a folder, made and marked if need be, by its lock file; None where there are no locks.

    Raises `TableAccessError` where another build holds it, and for one that is not ours.
    """
    if not fcntl:
        return None
    is_new = _made(path)
    handle = os.open(os.path.join(path, LOCK), os.O_RDWR | os.O_CREAT | NO_LINK, 0o666)
    lock = open(handle, "r+b", buffering=0)  # noqa: SIM115  # the caller's to close
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        _mark(lock, path)
    except BaseException as error:
        lock.close()
        if isinstance(error, BlockingIOError):
            raise _in_use(path) from None
        if is_new and not isinstance(error, TableError):  # no locks, or a full disk
            _remove_empty(path)
        if not isinstance(error, OSError) or error.errno not in NO_LOCKS:
            raise
        return None
    return lock


def _made(path: str) -> bool:
    """Make a folder, unless it stands; whether it is new.

    Raises `TableAccessError` unless it is a folder of this user, with a lock file.
    """
    try:
        os.mkdir(path)
        return True
    except FileExistsError:
        status = os.lstat(path)
    if not S_ISDIR(status.st_mode):
        raise _not_ours(path)
    if hasattr(os, "geteuid") and status.st_uid != os.geteuid():
        raise TableAccessError(
            f"{path}: this work folder belongs to another user (number {status.st_uid}), and what "
            "it holds cannot be trusted; have it removed, or choose another name for the output"
        )
    names, lock = os.listdir(path), os.path.join(path, LOCK)
    if names and (LOCK not in names or not _is_file(lock)):
        raise _not_ours(path)
    return False


def _is_file(path: str) -> bool:
    """True for a file itself: no link, no folder, nor a pipe at which one would wait."""
    return S_ISREG(os.lstat(path).st_mode)


def _mark(lock: BinaryIO, path: str) -> None:
    """Mark a new folder as ours, once it is locked. Raises `TableAccessError` if it is not ours."""
    name = os.path.join(path, LOCK)
    if not os.path.exists(name) or not os.path.samestat(os.stat(name), os.fstat(lock.fileno())):
        raise _in_use(path)  # what is locked is the file of a build that has just removed it
    text = lock.read(2 * len(MARK))
    if text == MARK:
        return
    # A build that was killed as it began has left nothing but a part of the mark.
    if not MARK.startswith(text) or os.listdir(path) != [LOCK]:
        raise _not_ours(path)
    lock.seek(0)
    lock.write(MARK)


def _remove_empty(path: str) -> None:
    """Remove a folder of ours in which only the lock file stands, if anything."""
    if os.listdir(path) in ([], [LOCK]):  # with its mark it else stays known as ours
        remove(os.path.join(path, LOCK))
        with suppress(OSError):
            os.rmdir(path)


def _in_use(path: str) -> TableAccessError:
    return TableAccessError(
        f"{path}: another build of this output is using this work folder; wait until it has "
        "finished, or choose another name for the output"
    )


def _not_ours(path: str) -> TableAccessError:
    return TableAccessError(
        f"{path}: ttt-table did not make this; move it away, or choose another name for the output"
    )


class WorkFolder:
    """The finished parts of a build under way; `work_folder` makes one."""

    def __init__(self, path: str, game: Game, *, resumable: bool) -> None:
        """Raises `TableAccessError` where something else than a file bears the name of a part."""
        self.path = path
        self.game = game
        self.resumable = resumable
        """False where there are no locks, and a build that is killed cannot be gone on with."""
        for name in filter(OURS.fullmatch, os.listdir(path)):
            if not _is_file(os.path.join(path, name)):
                raise _not_ours(os.path.join(path, name))
        self.kept = {
            (kind, stones): kept
            for (stones, many), kind in product(enumerate(slots_by_tier(game)), (REACHED, SOLVED))
            if (kept := _read(self._path_of(kind, stones), game, kind, stones, many))
        }
        """The finished parts, by kind and tier."""
        self.remove_others()

    def keep(
        self, kind: str, stones: int, positions: int, palette: Palette, pieces: Iterable[Buffer]
    ) -> None:
        """Keep a finished part, whose packed slots come piece by piece.

        Raises `TableAccessError` unless the file can be written.
        """
        path = self._path_of(kind, stones)
        line = _head_line(self.game, kind, stones, positions, palette)
        # Whoever reads it checks it, so nobody has to wait for the disk.
        write_atomically(path, _with_checksum(line, pieces), flushed=False)
        slots = _mapped(path)[len(line) : -CHECKSUM_SIZE]
        self.kept[kind, stones] = Kept(positions, palette, path, len(line), slots)

    def file_for(self, name: str) -> str:
        """A path for a file that this build alone needs, and that goes when the build ends.

        The name is of small letters.
        """
        return os.path.join(self.path, f"{name}-{os.urandom(4).hex()}")

    def remove_others(self) -> None:
        """Remove what is ours and no finished part."""
        if not self.resumable:
            gc.collect()  # on Windows, as this may be, what is still mapped cannot be removed
        kept = {kept.path for kept in self.kept.values()}
        for name in filter(OURS.fullmatch, os.listdir(self.path)):
            if (path := os.path.join(self.path, name)) not in kept:
                remove(path)

    def _path_of(self, kind: str, stones: int) -> str:
        return os.path.join(self.path, f"{kind}-{stones:02}")


def _head_line(game: Game, kind: str, stones: int, positions: int, palette: Palette) -> bytes:
    """What a part says of itself in its first line."""
    head = {
        "format": FORMAT,
        "version": edition(),
        "game": list(game),  # its name does not tell which lines it has
        "kind": kind,
        "stones": stones,
        "positions": positions,
        "palette": palette,
    }
    return json.dumps(head).encode() + b"\n"


def _with_checksum(line: bytes, pieces: Iterable[Buffer]) -> Iterator[Buffer]:
    """The pieces of a part: its first line, its slots, and the checksum over both."""
    yield line
    checksum = crc32(line)
    for piece in pieces:
        checksum = crc32(piece, checksum)
        yield piece
    yield checksum.to_bytes(CHECKSUM_SIZE, "little")


def _read(path: str, game: Game, kind: str, stones: int, many: int) -> Kept | None:
    """A finished part of this game, a tier of so many slots, or None if it is anything else."""
    try:
        if os.lstat(path).st_uid != os.stat(os.path.dirname(path)).st_uid:
            return None  # another user has put it there
        whole = _mapped(path)
        line = bytes(whole[: bytes(whole[:MAX_LINE]).find(b"\n") + 1])
        head = json.loads(line)
        positions, palette = head["positions"], head["palette"]
        slots = whole[len(line) : -CHECKSUM_SIZE]
        # What `keep` would write of these.
        own_line = _head_line(game, kind, stones, positions, palette)
        *_, checksum = _with_checksum(own_line, [slots])
        fits = palette == MARKS if kind == REACHED else is_possible_palette(game, stones, palette)
        if (
            (line, bytes(whole[-CHECKSUM_SIZE:])) == (own_line, checksum)
            and type(positions) is int
            and fits
            and len(slots) == slots_size(many, bits_for(palette))
        ):
            return Kept(positions, palette, path, len(line), slots)
    except (OSError, ValueError, TypeError, KeyError, RecursionError):
        pass  # it cannot be read, or its first line is no such head
    return None


def _mapped(path: str) -> memoryview:
    with open(os.open(path, os.O_RDONLY | NO_LINK), "rb") as file:
        return memoryview(mmap(file.fileno(), 0, access=ACCESS_READ))
