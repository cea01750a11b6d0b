"""One run of a command: from its arguments to a status that tells, however it ends."""

from __future__ import annotations

import _signal  # type: ignore[import-not-found]  # signal's own makings: see _stops_raised
import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress

from ttt_table.cli.options.parsing import options_from
from ttt_table.cli.output import terminal
from ttt_table.errors import TableError, TttTableError

SIGNALS = ("SIGTERM", "SIGHUP", "SIGBREAK")
STOPS = {getattr(_signal, name): name for name in SIGNALS if hasattr(_signal, name)}


class Stopped(BaseException):
    """One of these signals has come: a command tidies up, and ends."""

    def __init__(self, number: int) -> None:
        super().__init__(f"stopped by {STOPS[number]}")
        self.status = 128 + number


def run(arguments: Sequence[str], commands: Mapping[str, str]) -> int:
    """Run the command that the arguments name; returns its exit status and raises nothing."""
    terminal.prepare_streams()
    try:
        with _stops_raised():
            options = options_from(arguments, commands)
            if options.outputs:
                from ttt_table.cli.output.files import (
                    check_outputs,  # a look-up writes nothing
                )

                check_outputs(options)
            status: int = options.run(options)
    except (Exception, KeyboardInterrupt, SystemExit, Stopped) as error:
        status, message = status_and_message(error)
        if message:
            terminal.complain("; ".join([message, *getattr(error, "__notes__", ())]))
    return _after_flushing(status)


@contextmanager
def _stops_raised() -> Iterator[None]:
    """Raise `Stopped` where a signal would end the process and leave behind what is unfinished."""
    # By _signal: the enumerations that signal wraps around it would cost every start 0.6 ms.
    # What is ignored (nohup) or handled already stays so, and so does all beside the main thread.
    ours = [number for number in STOPS if _signal.getsignal(number) == _signal.SIG_DFL]

    def handle(how: object) -> None:
        with suppress(ValueError):
            for number in ours:
                _signal.signal(number, how)

    def stop(number: int, _: object) -> None:
        handle(lambda *_: None)  # a second one would break off what the first has begun
        raise Stopped(number)

    handle(stop)
    try:
        yield
    finally:
        handle(_signal.SIG_DFL)


def status_and_message(error: BaseException) -> tuple[int, str | None]:
    """The exit status for what has ended a command, and what to say of it, if anything."""
    if terminal.is_unread(error):
        return terminal.CUT_OFF, None
    reason = getattr(error, "strerror", None) or error
    # The first that fits counts: a size refused is a MemoryError too, a missing table an OSError.
    for kinds, status, message in (
        (
            SystemExit,
            getattr(error, "code", None),
            None,
        ),  # the parser has said everything
        (KeyboardInterrupt, terminal.INTERRUPTED, "interrupted"),
        (Stopped, getattr(error, "status", None), str(error)),
        (TableError, terminal.UNUSABLE, str(error)),
        (TttTableError, terminal.MISUSED, str(error)),
        (
            MemoryError,
            terminal.UNUSABLE,
            "memory ran out (for a build, fewer --jobs need less)",
        ),
        (OSError, terminal.UNUSABLE, f"cannot read or write: {reason}"),
    ):
        if isinstance(error, kinds):
            return status or terminal.FINE, message
    return (
        terminal.BROKEN,
        f"a mistake in ttt-table, please report it: {_foreign_text(error)}",
    )


def _foreign_text(error: BaseException) -> str:
    """A foreign exception in one line, with the place that raised it."""
    from traceback import extract_tb

    frames = extract_tb(error.__traceback__)[
        -1:
    ]  # the innermost: that is where to look
    place = "".join(
        f" ({os.path.basename(one.filename)}, line {one.lineno})" for one in frames
    )
    return f"{type(error).__name__}: {error}{place}"


def _after_flushing(status: int) -> int:
    """The status once all output has left: answers that are lost are a failure of their own."""
    for name in ("stdout", "stderr"):
        try:
            getattr(sys, name).flush()
        except (
            OSError,
            ValueError,
        ) as error:  # ValueError: somebody has closed the stream
            terminal.discard(name)
            if name == "stdout" and status == terminal.FINE:
                lost = error if isinstance(error, OSError) else OSError(str(error))
                status, message = status_and_message(lost)
                if message:
                    terminal.complain(message)
    return status
