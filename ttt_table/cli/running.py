"""One run of a command: from its arguments, over its results, to an exit status."""

from __future__ import annotations

import argparse
import signal
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from importlib import import_module

from ttt_table.cli.printer import CSV, JSON, TEXT, print_results
from ttt_table.cli.streams import (
    STANDARD_OUTPUT,
    complain,
    discard,
    is_unread,
    naming_stdout,
    prepare_streams,
)
from ttt_table.errors import ArgumentError, TableError, TttTableError, quoted
from ttt_table.results import FINE, INTERRUPTED, MISUSED, UNUSABLE

TYPE_CHECKING = False
if TYPE_CHECKING:  # importing typing would add 15 % to the time of a look-up
    from typing import NoReturn

    from _typeshed import SupportsWrite

PROGRAM = "ttt-table"
BOARD_CHARACTERS = "XxOo.-_/| \t\r\n"
HELP_WORDS = ("-h", "--help", "help")
VERSION_WORDS = ("-V", "--version")
# The exit statuses that no result has, as ``ttt-table --help`` explains them.
BROKEN = 4  # a mistake in this package
CUT_OFF = 141  # as shells report SIGPIPE: the output pipe was closed
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


def run_command(arguments: Sequence[str], commands: Mapping[str, str]) -> int:
    """Run the command that the arguments name.

    Args:
        arguments: The command's name and its arguments.
        commands: The summary of each command, by name.

    Returns:
        The exit status. No exception leaves this function.
    """
    prepare_streams()
    try:
        with _stop_signals_raised():
            status = _run_command(arguments, commands)
    except (Exception, KeyboardInterrupt, SystemExit, Stopped) as error:
        if isinstance(error, MemoryError):
            # The frames that these hold may hold nearly all the memory.
            error.__traceback__ = None
            error.__context__ = None
        status, message = status_and_message(error)
        if message:
            notes = getattr(error, "__notes__", [])
            complain("; ".join([message, *notes]))
    return _flush(status)


def _run_command(arguments: Sequence[str], commands: Mapping[str, str]) -> int:
    """Run a command, and print its results.

    Raises:
        SystemExit: After printing help, the version or a complaint.
        TttTableError: The command cannot be run.
    """
    if not arguments or arguments[0] not in commands:
        arguments = _help_of_command(arguments, commands)
    name, *command_arguments = arguments
    # Only this command's module is imported: all of them would slow down every start.
    command = import_module(f"ttt_table.cli.commands.{name}")
    parser = command_parser(name, commands[name], command.describe)
    if parser.get_default("takes_boards"):
        command_arguments = [_with_dots(argument) for argument in command_arguments]
    options, left = parser.parse_known_args(command_arguments)
    if left:
        # A board may follow an option; argparse finds it only in this slower way.
        options = parser.parse_intermixed_args(command_arguments)
    if options.form != TEXT and getattr(options, "output", None) == STANDARD_OUTPUT:
        raise ArgumentError(f"--{options.form} needs a file: name it with -o FILE")
    is_whole = getattr(command, "WHOLE", False)
    return print_results(
        command.run(options), command.FIELDS, options.form, whole=is_whole
    )


def command_parser(
    name: str, summary: str, describe: Callable[[argparse.ArgumentParser], None]
) -> argparse.ArgumentParser:
    """Return the parser of one command.

    Args:
        name: The command's name.
        summary: What it does.
        describe: Adds its options to a parser.
    """
    parser = _Parser(
        prog=f"{PROGRAM} {name}",
        description=f"{summary[0].upper()}{summary[1:]}.",
        formatter_class=HELP_FORMATTER,
        allow_abbrev=False,
    )
    parser.set_defaults(form=TEXT, takes_boards=False)
    describe(parser)
    forms = parser.add_mutually_exclusive_group()
    for form, text in ((JSON, "JSON, for programs"), (CSV, "CSV, for spreadsheets")):
        forms.add_argument(
            f"--{form}",
            dest="form",
            action="store_const",
            const=form,
            help=f"print {text}",
        )
    return parser


def program_parser(commands: Mapping[str, str]) -> argparse.ArgumentParser:
    """Return the parser for arguments without a command; its help lists them all."""
    from ttt_table.version import __version__  # few runs print it

    parser = _Parser(
        prog=PROGRAM,
        description=(
            "Perfect play, precomputed: "
            "build a table, look moves up, audit the numbers."
        ),
        formatter_class=HELP_FORMATTER,
        allow_abbrev=False,
    )
    parser.add_argument(
        *VERSION_WORDS, action="version", version=f"{PROGRAM} {__version__}"
    )
    listed = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for name, summary in commands.items():
        listed.add_parser(name, help=summary)
    return parser


def _help_of_command(
    arguments: Sequence[str], commands: Mapping[str, str]
) -> Sequence[str]:
    """Return the arguments that print a command's help, for ``help COMMAND``.

    Otherwise print the help of the program, its version, or a complaint.
    """
    parser = program_parser(commands)
    if not arguments:
        parser.error(f"name a command. For a start: {PROGRAM} lookup X...O....")
    first, *others = arguments
    if first in HELP_WORDS and others and others[0] in commands:
        return [others[0], "--help"]
    if first in HELP_WORDS:
        parser.parse_known_args(["--help"])  # prints it, and exits
    if first in VERSION_WORDS:
        parser.parse_known_args([first])
    is_option = first.startswith("-") and first.strip("-") != ""
    if is_option:
        parser.error("the command comes first, before its options")
    return parser.error(_unknown_command(first, commands))


def _unknown_command(name: str, commands: Mapping[str, str]) -> str:
    from difflib import get_close_matches  # few commands are misspelt

    shown = quoted(name)
    if _looks_like_board(name):
        return f"there is no command {shown}. Did you mean: {PROGRAM} lookup {shown}?"
    close = get_close_matches(name, commands, n=1)
    if close:
        return f"there is no command {shown}. Did you mean: {PROGRAM} {close[0]}?"
    return f"there is no command {shown}. There are: {', '.join(commands)}"


def _with_dots(argument: str) -> str:
    """Write a board such as -X--O---- with dots, so that it is not an option."""
    if argument.startswith("-") and _looks_like_board(argument):
        return argument.replace("-", ".")
    return argument


def _looks_like_board(text: str) -> bool:
    return len(text) > 2 and not text.strip(BOARD_CHARACTERS)


class _HelpFormatter(argparse.RawDescriptionHelpFormatter):
    """Keeps the lines of descriptions, and breaks no word at a hyphen."""

    def _split_lines(self, text: str, width: int) -> list[str]:
        from textwrap import wrap  # few runs print help

        return wrap(text, width, break_on_hyphens=False)


# With a fixed width argparse does not ask for the terminal's, for which it would import
# shutil: that would add 11 % to the time of a look-up.
HELP_FORMATTER = partial(_HelpFormatter, width=79)


class _Parser(argparse.ArgumentParser):
    """A parser whose help ends with a text file, and whose errors are safe to show."""

    def format_help(self) -> str:
        from pkgutil import get_data  # few runs print help

        from ttt_table.version import SITE

        command = self.prog.split()[-1]
        text = get_data("ttt_table.cli", f"help/{command}.txt") or b""
        notes = text.decode().replace("{site}", SITE)
        return f"{super().format_help()}\n{notes}"

    def error(self, message: str) -> NoReturn:
        """Complain in one line without control characters, and exit."""
        complain(f"{message} (try: {self.prog} --help)", program=self.prog)
        raise SystemExit(MISUSED)

    def _print_message(
        self, message: str, file: SupportsWrite[str] | None = None
    ) -> None:
        # The base class ignores errors, and the status would be that of a success.
        with naming_stdout():
            print(message, end="", file=file)


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
    if is_unread(error):
        return CUT_OFF, None
    if isinstance(error, SystemExit):  # the parser has printed its message already
        return int(error.code or FINE), None
    if isinstance(error, KeyboardInterrupt):
        return INTERRUPTED, "interrupted"
    if isinstance(error, Stopped):
        return error.status, str(error)

    # A missing table is an OSError too, and a board too large a MemoryError.
    if isinstance(error, TttTableError):
        return UNUSABLE if isinstance(error, TableError) else MISUSED, str(error)
    if isinstance(error, MemoryError):
        return UNUSABLE, "memory ran out (for a build or an audit, use fewer --jobs)"
    if isinstance(error, OSError):
        name = f" {error.filename}" if error.filename else ""
        message = f"cannot read or write{name}: {error.strerror or error}"
        return UNUSABLE, message
    message = f"internal error; please report it: {_name_and_place(error)}"
    return BROKEN, message


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
            with naming_stdout():
                getattr(sys, name).flush()
        except (OSError, ValueError) as error:  # ValueError: the stream is closed
            discard(name)
            if name == "stdout" and status == FINE:
                lost = error if isinstance(error, OSError) else OSError(str(error))
                status, message = status_and_message(lost)
                if message:
                    complain(message)
    return status
