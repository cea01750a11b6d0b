"""One run of a command, from its arguments to an exit status, however it ends."""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager

from ttt_table.cli.output import terminal
from ttt_table.cli.parser import parse
from ttt_table.errors import TableError, TttTableError

# Not every system has all of these.
STOP_SIGNALS = [
    getattr(signal, name)
    for name in ("SIGTERM", "SIGHUP", "SIGBREAK")
    if hasattr(signal, name)
]


class Stopped(BaseException):
    """A signal asks this process to end; the command cleans up first."""

    def __init__(self, number: int) -> None:
        super().__init__(f"stopped by {signal.Signals(number).name}")
        self.status = 128 + number


def run(arguments: Sequence[str], commands: Mapping[str, str]) -> int:
    """Run the command that the arguments name.

    Args:
        arguments: The command's name and its arguments.
        commands: The summary of each command, by name.

    Returns:
        The exit status. No exception leaves this function.
    """
    terminal.prepare_streams()
    try:
        with _stop_signals_raised():
            options = parse(arguments, commands)
            names_output = any(
                getattr(options, name) is not None for name in options.outputs
            )
            if names_output or terminal.status_of_file(sys.stdout) is not None:
                # Imported here, since most commands write no file.
                from ttt_table.cli.output import files

                files.check_standard_output(options)
                files.check_outputs(options)
            status: int = options.run(options)
    except (Exception, KeyboardInterrupt, SystemExit, Stopped) as error:
        if isinstance(error, MemoryError):
            # The frames that these hold may hold nearly all the memory.
            error.__traceback__ = None
            error.__context__ = None
        status, message = status_and_message(error)
        if message:
            notes = getattr(error, "__notes__", [])
            terminal.complain("; ".join([message, *notes]))
    return _flush(status)


@contextmanager
def _stop_signals_raised() -> Iterator[None]:
    """Raise `Stopped` for signals that would end the process with its work half done.

    Signals that are ignored, as under nohup, or handled already stay as they are. So
    do all signals in any thread but the main one, where Python allows no handlers.
    """
    unhandled = [
        number for number in STOP_SIGNALS if signal.getsignal(number) == signal.SIG_DFL
    ]

    def stop(number: int, _: object) -> None:
        # A second signal would interrupt the clean-up.
        _set_handlers(unhandled, lambda *_: None)
        raise Stopped(number)

    _set_handlers(unhandled, stop)
    try:
        yield
    finally:
        _set_handlers(unhandled, signal.SIG_DFL)


def _set_handlers(
    numbers: Sequence[int], handler: Callable[[int, object], object] | int
) -> None:
    try:
        for number in numbers:
            signal.signal(number, handler)
    except ValueError:
        return  # this is not the main thread


def status_and_message(error: BaseException) -> tuple[int, str | None]:
    """Return the exit status for what ended a command, and the complaint, if any."""
    if terminal.is_unread(error):
        return terminal.CUT_OFF, None
    if isinstance(error, SystemExit):  # the parser has printed its message already
        return int(error.code or terminal.FINE), None
    if isinstance(error, KeyboardInterrupt):
        return terminal.INTERRUPTED, "interrupted"
    if isinstance(error, Stopped):
        return error.status, str(error)

    # A missing table is an OSError too, and a board too large a MemoryError.
    if isinstance(error, TableError):
        return terminal.UNUSABLE, terminal.message_of(error)
    if isinstance(error, TttTableError):
        return terminal.MISUSED, terminal.message_of(error)
    if isinstance(error, MemoryError):
        return (
            terminal.UNUSABLE,
            "memory ran out (for a build or an audit, use fewer --jobs)",
        )
    if isinstance(error, OSError):
        name = f" {error.filename}" if error.filename else ""
        message = f"cannot read or write{name}: {error.strerror or error}"
        return terminal.UNUSABLE, message
    message = f"internal error; please report it: {_name_and_place(error)}"
    return terminal.BROKEN, message


def _name_and_place(error: BaseException) -> str:
    """Return an unexpected exception and the place that raised it, in one line."""
    from pathlib import Path
    from traceback import extract_tb

    text = f"{type(error).__name__}: {error}"
    frames = extract_tb(error.__traceback__)
    if frames:
        innermost = frames[-1]
        file = Path(innermost.filename).name
        text += f" ({file}, line {innermost.lineno})"
    return text


def _flush(status: int) -> int:
    """Write out what the streams still hold.

    Returns:
        The status; if it was that of a success and output is lost, that of the loss.
    """
    for name in ("stdout", "stderr"):
        try:
            with terminal.naming_stdout():
                getattr(sys, name).flush()
        except (OSError, ValueError) as error:  # ValueError: the stream is closed
            terminal.discard(name)
            if name == "stdout" and status == terminal.FINE:
                lost = error if isinstance(error, OSError) else OSError(str(error))
                status, message = status_and_message(lost)
                if message:
                    terminal.complain(message)
    return status
