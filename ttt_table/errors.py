"""Every error that this package raises on purpose: each is also the builtin that one would guess.

Programs tell them apart by their ``code``, which never changes.
"""

from __future__ import annotations


def quoted(value: object) -> str:
    """A value as a message shows it: shortened, and never another error."""
    try:
        text = repr(value)
    except (
        Exception
    ):  # Python prints no int of over some 4,000 digits; a class may do anything
        text = f"a very long {type(value).__name__}"
    return text if len(text) <= 60 else f"{text[:60]}..."


class TttTableError(Exception):
    """The base of them all."""

    code: str = "error"

    def __str__(self) -> str:
        # KeyError, a base of BoardError, would show the text in quotes.
        return BaseException.__str__(self)


class GameError(TttTableError, ValueError):
    """There is no such game."""

    code = "not-a-game"


class BoardError(TttTableError, ValueError, KeyError):
    """Not a board of this game, or one that play cannot reach: ``cells`` are those at fault."""

    def __init__(
        self,
        message: str,
        cells: tuple[int, ...] = (),
        code: str = "not-a-board",
        index: int | None = None,
    ) -> None:
        super().__init__(message)
        self.cells, self.code, self.index = cells, code, index


class MoveError(BoardError):
    """A move that cannot be played; ``before`` is the `Review` of those before it."""

    code = "illegal-move"

    def __init__(self, message: str, cells: tuple[int, ...], before: object) -> None:
        super().__init__(message, cells, self.code)
        self.before = before


class ArgumentError(TttTableError, ValueError):
    """An argument that makes no sense."""

    code = "bad-argument"


class PlayerError(TttTableError, ValueError):
    """A player that cannot be graded: it does not load or start, or is not understood.

    Attributes:
        proposal: A `players.proposal.Proposal` for a player that is not understood: how
            it may be called instead; else None.

    """

    code = "bad-player"

    def __init__(self, message: str, *, proposal: object = None) -> None:
        super().__init__(message)
        self.proposal = proposal


class SizeError(TttTableError, MemoryError):
    """A game too big for the file format, or for this machine."""

    code = "too-big"


_EXTRA_OF = {"numpy": "boards", "distributed": "dask", "mpi4py": "mpi"}


class MissingExtraError(TttTableError, ImportError):
    """A library is not installed, or does not work."""

    code = "missing-extra"

    @classmethod
    def of(cls, task: str, module: str, reason: Exception) -> MissingExtraError:
        """The error for a task without its module."""
        if isinstance(reason, ModuleNotFoundError) and reason.name == module:
            return cls(
                f"{task} needs {module}: pip install 'ttt-table[{_EXTRA_OF[module]}]'"
            )
        # numpy wraps the cause into a page of advice; its first line is what went wrong at first.
        cause = reason.__cause__ or reason.__context__ or reason
        line = (str(cause).strip() or repr(cause)).splitlines()[0]
        return cls(
            f"{task} needs {module}, which is installed but cannot be imported: {line}"
        )


class TableError(TttTableError):
    """A table file that cannot be read or written."""


class MissingTableError(TableError, FileNotFoundError):
    """There is no file at that path."""

    code = "missing"


class TableAccessError(TableError, OSError):
    """The system refused to read or write the file."""

    code = "no-access"


class BadTableError(TableError, ValueError):
    """The file holds no table, or a bad one."""

    def __init__(self, message: str, code: str = "inconsistent") -> None:
        super().__init__(message)
        self.code = code


class OtherGameError(TableError, ValueError):
    """The file holds another game than you asked for."""

    code = "other-game"


class ClosedTableError(TableError, ValueError):
    """The table has been closed."""

    code = "closed"


class WorkerError(TableError, RuntimeError):
    """A worker died, the executor gave up, or there are no workers."""

    code = "worker-died"


def access_error(
    error: OSError | ValueError | MemoryError, done: str, path: str
) -> TttTableError:
    """The error for a file that could not be read or written."""
    if isinstance(error, TttTableError):
        return error
    reason = (
        getattr(error, "strerror", None) or str(error) or "there is not enough memory"
    )
    return TableAccessError(with_path(path, f"cannot be {done}: {reason}"))


def with_path(path: str, message: str) -> str:
    """A message that begins with the file it speaks of."""
    # A name that cannot be seen, or printed, is shown as Python writes it.
    named = f"{path if path.isprintable() and path else quoted(path)}: "
    return message if message.startswith(named) else named + message
