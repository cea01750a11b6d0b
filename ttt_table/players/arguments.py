"""Checks of the arguments that concern players."""

from ttt_table.errors import ArgumentError, quoted

MAX_SECONDS = 1_000_000  # eleven days: no clock waits for just any number


def check_limit(limit: float) -> None:
    """Raise `ArgumentError` unless a player can be given so many seconds."""
    is_number = isinstance(limit, int | float) and not isinstance(limit, bool)
    if not is_number or not 0 < limit <= MAX_SECONDS:
        raise ArgumentError(
            f"a limit of {quoted(limit)} seconds: it must be a number above 0, and at"
            f" most {MAX_SECONDS:,}"
        )
