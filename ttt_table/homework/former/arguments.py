"""What callers may give about players, checked."""

from ttt_table.errors import ArgumentError, MissingExtraError, quoted
from ttt_table.homework.former.shapes import VIEWS

MOST_SECONDS = 1_000_000  # eleven days: no clock waits for just any number


def check_view(view: str) -> None:
    """Raise `ArgumentError` for no view, `MissingExtraError` for an array without numpy."""
    kind, *more = view.split(":", 2) if isinstance(view, str) else [""]
    marks = more[1] if len(more) > 1 else "XO"
    if kind not in VIEWS or (more and kind not in VIEWS[:-1]) or len(marks) != 2:
        free = "; after a colon, what free cells hold, and after another the marks, as in rows:_:xo"
        raise ArgumentError(
            f"no such view: {quoted(view)}; choose from {', '.join(VIEWS)}{free}"
        )
    if kind == "array":
        try:
            import numpy  # noqa: F401  # only to see that it is there
        except ImportError as error:
            raise MissingExtraError.of("a board as an array", "numpy", error) from None


def check_limit(limit: float) -> None:
    """Raise `ArgumentError` unless a player can be given so many seconds."""
    number = isinstance(limit, int | float) and not isinstance(limit, bool)
    if not (number and 0 < limit <= MOST_SECONDS):
        wanted = f"it must be a number above 0, and at most {MOST_SECONDS:,}"
        raise ArgumentError(f"a limit of {quoted(limit)} seconds: {wanted}")
