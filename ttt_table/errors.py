"""Every error that this package raises on purpose.

Each kind is also the builtin that a caller would guess, so that ``except ValueError``
around a bad board, or ``except FileNotFoundError`` around a missing table, does what it says.
"""

from __future__ import annotations


class TttTableError(Exception):
    """The base of them all; its text says what is wrong and what to do."""

    def __str__(self) -> str:
        # KeyError, a base of BoardError, would show the text in quotes.
        return BaseException.__str__(self)


class GameError(TttTableError, ValueError):
    """No such game: no cells, too many cells, k below 1."""


class BoardError(TttTableError, ValueError, KeyError):
    """Not a board of this game, or one that play cannot reach.

    ``cells`` holds the cells at fault, where the fault has a place.
    """

    def __init__(self, message: str, cells: tuple[int, ...] = ()) -> None:
        super().__init__(message)
        self.cells = cells


class ArgumentError(TttTableError, ValueError):
    """An argument that no call can mean, such as a search limit below zero."""


class PlayerError(TttTableError, ValueError):
    """No such player: no such file or name in it, one that does not load, or does not start."""


class SizeError(TttTableError, MemoryError):
    """A build refused because its game is too big, for the file format or for this machine."""


class MissingExtraError(TttTableError, ImportError):
    """An optional dependency that this board needs is not installed, or does not work."""

    @classmethod
    def of_numpy(cls, task: str, reason: ImportError) -> MissingExtraError:
        """The error for a task that numpy is needed for, where importing it has failed."""
        if isinstance(reason, ModuleNotFoundError) and reason.name == "numpy":
            return cls(f"{task} takes numpy: pip install 'ttt-table[boards]'")
        # numpy wraps the cause into a page of advice; its first line is what went wrong at first.
        cause = reason.__cause__ or reason.__context__ or reason
        line = (str(cause).strip() or repr(cause)).splitlines()[0]
        return cls(f"{task} takes numpy, which is installed but cannot be imported: {line}")


class TableError(TttTableError):
    """A table file that cannot be read or written; the kinds follow."""


class MissingTableError(TableError, FileNotFoundError):
    """There is no file at that path."""


class TableAccessError(TableError, OSError):
    """The system refused to read or write the file."""


class WorkerError(TableError, RuntimeError):
    """A build or an audit broke off: a worker died, or the engine that it belongs to gave up.

    A build leaves its table unwritten and keeps its finished tiers.
    """


class NotATableError(TableError, ValueError):
    """The file holds something else."""


class VersionError(TableError, ValueError):
    """The file's version is newer than this reader."""


class OtherGameError(TableError, ValueError):
    """The file holds another game than the one asked for."""


class TruncatedTableError(TableError, EOFError):
    """The file ends too early."""


class DamagedTableError(TableError, ValueError):
    """The file's bytes are not those that were written: a checksum fails."""


class InconsistentTableError(TableError, ValueError):
    """The file's checksums hold but its parts contradict each other."""
