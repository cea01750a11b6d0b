"""The work folder of a long build: what it has finished, kept beside the output until the end.

A build holds a lock on its folder, which the system drops when the process ends, however it ends;
where the file system has no locks it leaves a claim there instead (`claims`). Whoever finds the
folder held takes the next one, so two builds never share one. A finished part
is a file of its own, named by its kind and its tier: a line of JSON, its data packed, and a
checksum over both. What fails its checksum, belongs to another game, or is no such part of it is
removed, never trusted.

The lock file holds a mark, and a folder without it is somebody else's: it is left alone. In a
folder of ours only files of our names are removed, and nothing is reached through a link.
"""

from __future__ import annotations

import errno
import json
import os
import re
from collections import namedtuple
from contextlib import contextmanager, suppress
from mmap import ACCESS_READ, mmap
from stat import S_ISDIR, S_ISREG
from zlib import crc32

from ttt_table.build.claims import claimed, is_claim, is_half_written, remove_ended
from ttt_table.build.parts import FilePart, checksum_after, write_piece
from ttt_table.errors import TableAccessError, TableError, refused
from ttt_table.table.codec import is_possible_palette
from ttt_table.table.files import remove, write_atomically
from ttt_table.table.packing import bits_for, slots_size
from ttt_table.table.slots import BINOMIAL, slots_by_tier, slots_per_block

try:
    import fcntl
except ImportError:  # not on every system, and then none of its file systems has locks for us
    fcntl = None  # type: ignore[assignment]

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from typing import Any

    from ttt_table.rules.game import Game
    from ttt_table.table.files import Path

    Head = dict[str, Any]
    Check = Callable[[Game, int, Head, memoryview], bool]

FORMAT = "ttt-table work 2"
LOCK = "lock"
MARK = b"This folder is a work folder of ttt-table; the same build goes on from it.\n"
"""What the lock file holds: the folder, and what is named as ours in it, may be removed."""
MOST_BUILDS = 8
"""More builds of one output at one time do not go on where an earlier one was killed."""
NO_LOCKS = (errno.ENOLCK, errno.ENOSYS, errno.ENOTSUP)
"""What a file system answers that cannot lock."""
NO_FILE = (errno.ELOOP, errno.EMLINK, errno.EISDIR, errno.ENXIO)
"""What systems answer that should open a link, a folder or a socket as a file."""
NO_LINK = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
"""Open no link, and wait for nobody at the other end of a pipe."""
NAMED = ("format", "game", "kind", "stones")
"""What the first line of each part says before its kind's own entries."""
MAX_LINE = 1 << 14
CHECKSUM_SIZE = 4
READ_AT_ONCE = 1 << 20


class Kept(namedtuple("Kept", ["head", "data"])):
    """A finished part of a build."""

    __slots__ = ()

    head: Head
    """What its kind says of it, such as the palette of a tier."""
    data: FilePart
    """Packed, as the table file holds it."""


class Hold(namedtuple("Hold", ["path", "lock", "claim"])):
    """A work folder that is held."""

    __slots__ = ()

    path: str
    lock: int
    """The handle of its lock file."""
    claim: str | None
    """The file that says who holds it, where there are no locks."""

    def release(self) -> None:
        """Let others have it, or what is left of it."""
        os.close(self.lock)
        if self.claim:
            remove(self.claim)
            with suppress(OSError):  # finished parts stand in it
                os.rmdir(self.path)


@contextmanager
def work_folder(goal: Path, game: Game) -> Iterator[WorkFolder]:
    """The work folder of a build, locked until the end.

    An exception that ends the build gets a note that says where its finished tiers are.
    Raises `TableAccessError` where the system refuses, inside too, and for a folder of the same
    name that is not ours.
    """
    try:
        hold = _held_folder(goal)
        try:
            work = WorkFolder(hold.path, game)
            with work.left_at_the_end():
                yield work
        finally:
            hold.release()
        if not work.wanted:
            _remove_abandoned(goal)
    except TableError:
        raise  # it names the file already
    except (OSError, ValueError) as error:
        raise refused(error, "written", os.fsdecode(goal)) from None


def folder_name(goal: Path, mark: object = "") -> str:
    """Where the work folder of this output stands; the mark tells builds at one time apart."""
    folder, name = os.path.split(os.path.realpath(goal))
    return os.path.join(folder, f".{name}.work{mark}")


def bytes_left(goal: Path) -> int:
    """How many bytes an earlier build has left in its work folder."""
    try:
        path = folder_name(goal)
        if not _is_marked(path):
            return 0
        with os.scandir(path) as entries:
            return sum(
                entry.stat(follow_symlinks=False).st_size
                for entry in entries
                if _is_ours(entry.name)
            )
    except (OSError, ValueError):
        return 0


def _held_folder(goal: Path) -> Hold:
    """The first work folder that no other build holds."""
    for mark in ("", *range(1, MOST_BUILDS)):
        hold = _held(folder_name(goal, mark))
        if hold is not None:
            return hold
    path = folder_name(goal, f"-{os.urandom(4).hex()}")
    os.mkdir(path)
    lock = os.open(os.path.join(path, LOCK), os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o666)
    os.write(lock, MARK)
    return Hold(path, lock, None)


def _remove_abandoned(goal: Path) -> None:
    """Remove the folders that killed builds of this output have left."""
    for mark in ("", *range(1, MOST_BUILDS)):
        path = folder_name(goal, mark)
        with suppress(TableAccessError):  # a folder that is not ours is no matter here
            hold = _held(path) if _is_marked(path) else None
            if hold is not None:
                _remove_folder(path)
                hold.release()


def _is_ours(name: str) -> bool:
    """True for the names that a build gives to its files; not for the lock's."""
    pattern = r"[a-z]+-([0-9]{2}|[0-9a-f]{8})|\..*\.[0-9]+-[0-9a-f]{8}\.tmp"
    return re.fullmatch(pattern, name, re.DOTALL) is not None


def _is_marked(path: str) -> bool:
    """True for a folder whose lock file says that it is ours."""
    try:
        if not S_ISDIR(os.lstat(path).st_mode):
            return False
        handle = os.open(os.path.join(path, LOCK), os.O_RDONLY | NO_LINK)
    except OSError:
        return False
    try:
        return S_ISREG(os.fstat(handle).st_mode) and os.read(handle, 2 * len(MARK)) == MARK
    finally:
        os.close(handle)


def _remove_but(path: str, kept: Iterable[str]) -> None:
    """Remove our other files from a folder that we hold."""
    for name in {*os.listdir(path)}.difference(kept):
        if _is_ours(name):
            remove(os.path.join(path, name))


def _remove_folder(path: str) -> None:
    """Remove our files from a folder that we hold, and the folder unless others stand in it."""
    _remove_but(path, ())
    remove_ended(path)
    if _names_in(path) == [LOCK]:  # with its mark a folder stays known as ours
        remove(os.path.join(path, LOCK))
        with suppress(OSError):
            os.rmdir(path)


def _names_in(path: str) -> list[str]:
    """What stands in a work folder besides claims, whole or not."""
    names = os.listdir(path)
    return [name for name in names if not (is_claim(name) or is_half_written(name))]


def _held(path: str) -> Hold | None:
    """Hold a folder, made if need be; None if another build holds it.

    Raises `TableAccessError` for one that is not ours.
    """
    while True:
        try:
            return _taken(path, _opened_lock(path))
        except FileNotFoundError:
            if not os.path.isdir(os.path.dirname(path)):
                raise
            # Another build has just removed its folder.


def _opened_lock(path: str) -> int:
    """The lock file of a folder, both made if need be."""
    _make_folder(path)
    try:
        return os.open(os.path.join(path, LOCK), os.O_RDWR | os.O_CREAT | NO_LINK, 0o666)
    except OSError as error:
        # A link, or a pipe or a folder in the place of the file.
        raise _not_ours(path) if error.errno in NO_FILE else error from None


def _taken(path: str, lock: int) -> Hold | None:
    """Hold a folder by its open lock file, and mark it; None if another build holds it.

    Raises `FileNotFoundError` if whoever held it has removed the file in the meantime.
    """
    hold = None
    try:
        hold = _locked_or_claimed(path, lock)
        if hold:
            name = os.path.join(path, LOCK)
            if not os.path.samestat(os.lstat(name), os.fstat(lock)):
                raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), name)
            _mark(lock, path)
            return hold
    except BaseException:
        (hold or Hold(path, lock, None)).release()
        raise
    os.close(lock)
    return None


def _make_folder(path: str) -> None:
    """Make the folder, unless it stands. Raises `TableAccessError` where something else does."""
    try:
        os.mkdir(path)
        return
    except FileExistsError:
        pass
    if not S_ISDIR(os.lstat(path).st_mode):
        raise _not_ours(path)
    names = _names_in(path)
    # Looked at twice: other builds may come and go while the names are listed.
    if names and LOCK not in names:
        names_now = _names_in(path)
        if LOCK not in names_now and {*names_now}.issuperset(names):
            raise _not_ours(path)


def _locked_or_claimed(path: str, lock: int) -> Hold | None:
    """Take hold of a folder by its lock file; None if another build holds it."""
    try:
        if fcntl:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return Hold(path, lock, None)
    except BlockingIOError:
        return None
    except OSError as error:
        if error.errno not in NO_LOCKS:
            raise
    claim = claimed(path)
    return None if claim is None else Hold(path, lock, claim)


def _mark(lock: int, path: str) -> None:
    """Mark a new folder as ours. Raises `TableAccessError` for one that is not ours."""
    if not S_ISREG(os.fstat(lock).st_mode):
        raise _not_ours(path)
    text = os.pread(lock, 2 * len(MARK), 0)
    if text == MARK:
        return
    # A build that was killed as it began has left nothing but a part of the mark.
    if not MARK.startswith(text) or _names_in(path) != [LOCK]:
        raise _not_ours(path)
    os.pwrite(lock, MARK, 0)


def _not_ours(path: str) -> TableAccessError:
    return TableAccessError(
        f"{path}: this is not a work folder that ttt-table has made; "
        "move it away, or choose another name for the output"
    )


class WorkFolder:
    """The finished parts of a build under way; `work_folder` makes one."""

    def __init__(self, path: str, game: Game) -> None:
        """Raises `TableAccessError` where something else than a file bears the name of a part."""
        self.path = path
        self.game = game
        self.wanted = True
        """False once the table is written."""
        self._kept: dict[tuple[str, int], Kept] = {}
        for name in os.listdir(path):
            if _is_ours(name) and not S_ISREG(os.lstat(os.path.join(path, name)).st_mode):
                raise _not_ours(os.path.join(path, name))
        for kind in CHECKS:
            for stones in range(game.cells + 1):
                kept = _read(self._path_of(kind, stones), game, kind, stones)
                if kept is not None:
                    self._kept[kind, stones] = kept
        self._remove_others()

    def kept(self, kind: str, stones: int) -> Kept | None:
        """The part of this kind for this tier, if it is finished."""
        return self._kept.get((kind, stones))

    def keep(self, kind: str, stones: int, head: Head, parts: Sequence[FilePart]) -> None:
        """Keep a finished part: what is to be said of it, and its data, as the workers wrote it.

        Raises `TableAccessError` unless the file can be written.
        """
        path = self._path_of(kind, stones)
        line = _head_line(self.game, kind, stones, head)
        checksum = 0
        for part in parts:
            checksum = checksum_after(part, checksum)
        data = FilePart(path, len(line), sum(map(len, parts)), checksum)
        whole = checksum_after(data, crc32(line)).to_bytes(CHECKSUM_SIZE, "little")
        write_atomically(path, [line, *parts, whole], write=write_piece)  # type: ignore[list-item]
        self._kept[kind, stones] = Kept(head, data)

    def file_for(self, name: str) -> str:
        """A path for a file that this build alone needs, and that goes when the build ends.

        The name is of small letters.
        """
        return os.path.join(self.path, f"{name}-{os.urandom(4).hex()}")

    @contextmanager
    def left_at_the_end(self) -> Iterator[None]:
        """Remove everything but the finished parts that are wanted, and the folder without any."""
        try:
            yield
        except BaseException as error:
            if self.wanted and self._kept:
                error.add_note(f"what is finished stays in {self.path}: the same command goes on")
            raise
        finally:
            if self.wanted and self._kept:
                self._remove_others()
            else:
                _remove_folder(self.path)

    def _remove_others(self) -> None:
        _remove_but(self.path, (_file_name(*part) for part in self._kept))

    def _path_of(self, kind: str, stones: int) -> str:
        return os.path.join(self.path, _file_name(kind, stones))


def _file_name(kind: str, stones: int) -> str:
    return f"{kind}-{stones:02}"


def _head_line(game: Game, kind: str, stones: int, head: Head) -> bytes:
    named = zip(NAMED, (FORMAT, str(game), kind, stones), strict=True)
    return json.dumps({**dict(named), **head}).encode() + b"\n"


def _read(path: str, game: Game, kind: str, stones: int) -> Kept | None:
    """A finished part of this game, or None if the file is anything else."""
    try:
        with open(os.open(path, os.O_RDONLY | NO_LINK), "rb") as file:
            line = file.readline(MAX_LINE)
            whole = memoryview(mmap(file.fileno(), 0, access=ACCESS_READ))
        head = json.loads(line)
        own = {name: head[name] for name in head if name not in NAMED}
        due = _head_line(game, kind, stones, own)
    except (OSError, ValueError, TypeError, RecursionError):
        return None  # it cannot be read, or its first line is no JSON object
    if line != due:
        return None
    data, checksum = whole[len(line) : -CHECKSUM_SIZE], whole[-CHECKSUM_SIZE:]
    part = FilePart(path, len(line), len(data), _checksum(data))
    if checksum_after(part, crc32(line)).to_bytes(CHECKSUM_SIZE, "little") != checksum:
        return None
    return Kept(own, part) if CHECKS[kind](game, stones, own, data) else None


def _checksum(data: memoryview) -> int:
    checksum = 0
    for first in range(0, len(data), READ_AT_ONCE):
        checksum = crc32(data[first : first + READ_AT_ONCE], checksum)
    return checksum


def _is_tier(game: Game, stones: int, head: Head, data: memoryview) -> bool:
    """True for what a table file could hold as this tier, with how many positions are reachable."""
    if [*head] != ["positions", "palette"]:
        return False
    positions, palette = head.values()
    most = BINOMIAL[game.cells][stones] * slots_per_block(stones)
    if type(positions) is not int or not 0 <= positions <= most:
        return False
    if not isinstance(palette, list) or not is_possible_palette(game, stones, palette):
        return False
    return (positions > 0) == (palette != [None]) and are_packed(
        data, slots_by_tier(game)[stones], bits_for(palette), len(palette)
    )


def are_packed(data: memoryview, count: int, bits: int, below: int) -> bool:
    """True for so many packed numbers, all below a bound, with nothing set behind the last."""
    if len(data) != slots_size(count, bits):
        return False
    used = count * bits % 8
    if used and data[-1] >> used:
        return False
    lowest = (1 << bits) - 1
    good = bytes(
        byte
        for byte in range(256)
        if all(byte >> place & lowest < below for place in range(0, 8, bits))
    )
    # What is left of a piece without its good bytes is found at the speed of a copy.
    return len(good) == 256 or not any(
        bytes(data[first : first + READ_AT_ONCE]).translate(None, good)
        for first in range(0, len(data), READ_AT_ONCE)
    )


def _is_reached(game: Game, stones: int, head: Head, data: memoryview) -> bool:
    """True for a bit a slot: whether play with gravity can reach it."""
    return not head and are_packed(data, slots_by_tier(game)[stones], bits=1, below=2)


CHECKS: dict[str, Check] = {"tier": _is_tier, "reached": _is_reached}
"""The kinds of parts that are kept, and for each what tells one from anything else.

A check is given the game, the tier, and the head and data as read, both from a file whose checksum
holds; it has to stand any value. The head's own entries are those given to `WorkFolder.keep`.
"""
