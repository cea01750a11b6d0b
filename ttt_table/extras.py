"""The optional dependencies: which are there, and why one that is there does not load."""

from __future__ import annotations

from ttt_table.errors import MissingExtraError


def has_numpy() -> bool:
    """True where numpy loads, False where it is not installed.

    Raises `MissingExtraError`, with the reason, where it is installed and does not load.
    """
    try:
        import numpy  # noqa: F401  # does it load?
    except ImportError as error:
        if isinstance(error, ModuleNotFoundError) and error.name == "numpy":
            return False
        raise MissingExtraError(f"numpy is installed but does not load: {_reason(error)}") from None
    return True


def _reason(error: BaseException) -> str:
    """What was wrong at first, in one line: numpy wraps it into a page of advice."""
    while error.__cause__ or error.__context__:
        error = error.__cause__ or error.__context__  # type: ignore[assignment]  # one is there
    return next((line.strip() for line in str(error).splitlines() if line.strip()), repr(error))
