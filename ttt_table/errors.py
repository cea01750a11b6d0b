"""Every error that this package raises on purpose.

Each is also the built-in exception that a caller would expect. Programs tell them apart
by their ``code``, which never changes.
"""

from __future__ import annotations

from ttt_table.runtime import ArgumentError as ArgumentError
from ttt_table.runtime import BadTableError as BadTableError
from ttt_table.runtime import BoardError as BoardError
from ttt_table.runtime import ClosedTableError as ClosedTableError
from ttt_table.runtime import MissingTableError as MissingTableError
from ttt_table.runtime import TableAccessError as TableAccessError
from ttt_table.runtime import TableError as TableError
from ttt_table.runtime import TttTableError as TttTableError
from ttt_table.runtime import access_error as access_error
from ttt_table.runtime import quoted as quoted
from ttt_table.runtime import shown_path as shown_path
from ttt_table.runtime import with_path as with_path


class GameError(TttTableError, ValueError):
    """The rules are not those of a game."""

    code = "not-a-game"


class MoveError(BoardError):
    """A move cannot be played: it is illegal, not a number, or the game is over."""

    code = "illegal-move"
    before: object
    """In a review, the `Review` of the moves before it; None elsewhere."""

    def __init__(
        self, message: str, cells: tuple[int, ...] = (), before: object = None
    ) -> None:
        super().__init__(message, cells, self.code)
        self.before = before


class PlayerError(TttTableError, ValueError):
    """A player that cannot be graded: it does not load or start, or is not understood.

    Attributes:
        reason: Why, in a line.
        advice: What to do about it, in lines; empty if there is nothing to add.
    """

    code = "bad-player"

    def __init__(self, reason: str, *, advice: str = "") -> None:
        super().__init__(reason)
        self.reason = reason
        self.advice = advice

    def __str__(self) -> str:
        return f"{self.reason}\n{self.advice}" if self.advice else self.reason


class TooSlowError(PlayerError):
    """A player is late again and again, or its failures take too long."""

    code = "too-slow"


class SizeError(TttTableError, MemoryError):
    """The game is too big for the file format, or for this machine."""

    code = "too-big"


_EXTRA_OF = {
    "numpy": "boards",
    "gymnasium": "gymnasium",
    "inspect_ai": "inspect",
}
"""The extra that installs each module; msgpack comes with the package itself."""


class MissingExtraError(TttTableError, ImportError):
    """A library is not installed, or does not work."""

    code = "missing-extra"

    @classmethod
    def of(cls, task: str, module: str, reason: Exception) -> MissingExtraError:
        """Return the error for a task whose module cannot be imported.

        Args:
            task: What needs the module.
            module: The module's name.
            reason: What was raised when it was imported.
        """
        if isinstance(reason, ModuleNotFoundError) and reason.name == module:
            package = module
            if module in _EXTRA_OF:
                package = f"'ttt-table[{_EXTRA_OF[module]}]'"
            return cls(f"{task} needs {module}: pip install {package}")
        # Numpy wraps the cause in a page of advice; the first line of the cause says
        # what went wrong.
        cause = reason.__cause__ or reason.__context__ or reason
        line = (str(cause).strip() or repr(cause)).splitlines()[0]
        return cls(
            f"{task} needs {module}, which is installed but cannot be imported: {line}"
        )


class OtherGameError(TableError, ValueError):
    """The table in the file is of another game."""

    code = "other-game"


class WorkerError(TableError, RuntimeError):
    """A worker died, the executor gave up, or there are no workers."""

    code = "worker-died"
