"""The work folder of a long build: its finished tiers, kept beside the output until the end.

A build holds a lock on its folder, which the system drops when the process ends, however it ends.
Whoever finds the folder locked takes the next one, so two builds never share one. A finished tier
is a file of its own: a line of JSON, its slots as in a table file, and a checksum over both. What
fails its checksum, belongs to another game, or is no finished tier is removed, never trusted.
"""

from __future__ import annotations

import errno
import json
import os
from collections import namedtuple
from contextlib import contextmanager, suppress
from mmap import ACCESS_READ, mmap
from zlib import crc32

from ttt_table.errors import TableAccessError, TableError
from ttt_table.table.files import refused, remove, write_atomically

try:
    import fcntl
except ImportError:  # not on every system; each build then has a folder that no other finds
    fcntl = None  # type: ignore[assignment]

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator

    from ttt_table.rules.game import Game
    from ttt_table.table.files import Path
    from ttt_table.table.packing import Buffer, Palette

FORMAT = "ttt-table work 1"
LOCK = "lock"
MOST_BUILDS = 8
"""More builds of one output at one time do not go on where an earlier one was killed."""
NO_LOCKS = (errno.ENOLCK, errno.ENOSYS, errno.ENOTSUP)
"""What a file system answers that cannot lock."""
MAX_LINE = 1 << 14
CHECKSUM_SIZE = 4
READ_AT_ONCE = 1 << 20


class KeptTier(namedtuple("KeptTier", ["positions", "palette", "slots"])):
    """A finished tier, its slots mapped from its file."""

    __slots__ = ()

    positions: int
    """How many positions play can reach."""
    palette: Palette
    slots: Buffer
    """Packed, as the table file holds them."""


@contextmanager
def work_folder(goal: Path, game: Game) -> Iterator[WorkFolder]:
    """The work folder of a build, locked until the end.

    Raises `TableAccessError` where the system refuses, inside too.
    """
    try:
        path, lock = _locked_folder(goal)
        work = WorkFolder(path, game)
        try:
            yield work
        finally:
            work.leave()
            os.close(lock)
            if not work.wanted:
                _remove_abandoned(goal)
    except TableError:
        raise  # it names the file already
    except OSError as error:
        raise refused(error, "written", goal) from None


def folder_name(goal: Path, mark: object = "") -> str:
    """Where the work folder of this output stands; the mark tells builds at one time apart."""
    folder, name = os.path.split(os.path.realpath(goal))
    return os.path.join(folder, f".{name}.work{mark}")


def bytes_left(goal: Path) -> int:
    """How many bytes an earlier build has left in its work folder."""
    try:
        with os.scandir(folder_name(goal)) as entries:
            return sum(entry.stat().st_size for entry in entries)
    except OSError:
        return 0


def _locked_folder(goal: Path) -> tuple[str, int]:
    """The first work folder that no other build holds, and the handle that holds it."""
    try:
        for mark in ("", *range(1, MOST_BUILDS)) if fcntl else ():
            lock = _lock(folder_name(goal, mark))
            if lock is not None:
                return folder_name(goal, mark), lock
    except OSError as error:
        if error.errno not in NO_LOCKS:
            raise
    path = folder_name(goal, f"-{os.urandom(4).hex()}")
    os.mkdir(path)
    return path, os.open(os.path.join(path, LOCK), os.O_RDWR | os.O_CREAT, 0o666)


def _remove_abandoned(goal: Path) -> None:
    """Remove the folders that killed builds of this output have left."""
    for mark in ("", *range(1, MOST_BUILDS)) if fcntl else ():
        path = folder_name(goal, mark)
        if os.path.isdir(path):
            lock = _lock(path)
            if lock is not None:
                _remove_folder(path)
                os.close(lock)


def _remove_but(path: str, kept: Collection[str]) -> None:
    """Remove the other files of a folder that we hold."""
    for name in os.listdir(path):
        if name not in kept and name != LOCK:
            remove(os.path.join(path, name))


def _remove_folder(path: str) -> None:
    """Remove a folder that we hold, and all that is in it."""
    _remove_but(path, ())
    remove(os.path.join(path, LOCK))
    with suppress(OSError):
        os.rmdir(path)


def _lock(path: str) -> int | None:
    """Hold a folder, made if need be; None if another build holds it."""
    while True:
        with suppress(FileExistsError):
            os.mkdir(path)
        name = os.path.join(path, LOCK)
        try:
            lock = os.open(name, os.O_RDWR | os.O_CREAT, 0o666)
        except FileNotFoundError:
            continue  # another build has just removed its folder
        try:
            if fcntl:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            # Whoever held it may have removed it before we came to hold it.
            if os.path.samestat(os.stat(name), os.fstat(lock)):
                return lock
        except BlockingIOError:
            os.close(lock)
            return None
        except FileNotFoundError:
            pass
        except BaseException:
            os.close(lock)
            raise
        os.close(lock)


class WorkFolder:
    """The tiers of a build under way; `work_folder` makes one."""

    def __init__(self, path: str, game: Game) -> None:
        self.path = path
        self.game = game
        self.wanted = True
        """False once the table is written."""
        self._kept: dict[int, KeptTier] = {}
        for stones in range(game.cells + 1):
            tier = _read_tier(self._tier_path(stones), game, stones)
            if tier is not None:
                self._kept[stones] = tier
        self._remove_others()

    def kept(self, stones: int) -> KeptTier | None:
        """The tier, if it is finished."""
        return self._kept.get(stones)

    def keep(
        self, stones: int, positions: int, palette: Palette, slots: Iterable[Buffer]
    ) -> KeptTier:
        """Keep a finished tier, its packed slots given in pieces."""
        path = self._tier_path(stones)
        head = {
            "format": FORMAT,
            "game": str(self.game),
            "stones": stones,
            "positions": positions,
            "palette": palette,
        }
        line = json.dumps(head).encode() + b"\n"
        write_atomically(path, _with_checksum([line], slots))
        tier = _read_tier(path, self.game, stones)
        if tier is None:
            raise TableAccessError(f"{path} does not hold what was written to it")
        self._kept[stones] = tier
        return tier

    def file_for(self, name: str) -> str:
        """A path for a file that this build alone needs, and that `leave` removes."""
        return os.path.join(self.path, f"{name}-{os.urandom(4).hex()}")

    def leave(self) -> None:
        """Remove everything but the finished tiers that are wanted, and the folder without any."""
        if self.wanted and self._kept:
            self._remove_others()
        else:
            _remove_folder(self.path)

    def _remove_others(self) -> None:
        _remove_but(self.path, [*map(_tier_name, self._kept)])

    def _tier_path(self, stones: int) -> str:
        return os.path.join(self.path, _tier_name(stones))


def _tier_name(stones: int) -> str:
    return f"tier-{stones:02}"


def _with_checksum(*parts: Iterable[Buffer]) -> Iterator[Buffer]:
    checksum = 0
    for part in parts:
        for piece in part:
            checksum = crc32(piece, checksum)
            yield piece
    yield checksum.to_bytes(CHECKSUM_SIZE, "little")


def _read_tier(path: str, game: Game, stones: int) -> KeptTier | None:
    """A finished tier of this game, or None if the file is anything else."""
    try:
        with open(path, "rb") as file:
            line = file.readline(MAX_LINE)
            data = mmap(file.fileno(), 0, access=ACCESS_READ)
        head = json.loads(line)
        named = (head["format"], head["game"], head["stones"])
    except (OSError, ValueError, TypeError, KeyError):
        return None
    whole = memoryview(data)
    end = len(whole) - CHECKSUM_SIZE
    if named != (FORMAT, str(game), stones) or _checksum(whole[:end]) != whole[end:]:
        return None
    return KeptTier(head["positions"], head["palette"], whole[len(line) : end])


def _checksum(data: memoryview) -> bytes:
    checksum = 0
    for first in range(0, len(data), READ_AT_ONCE):
        checksum = crc32(data[first : first + READ_AT_ONCE], checksum)
    return checksum.to_bytes(CHECKSUM_SIZE, "little")
