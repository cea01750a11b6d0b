"""The parser of the command line: turns arguments into options, or complains."""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from functools import partial
from importlib import import_module

from ttt_table.cli.options.common import check_options
from ttt_table.cli.output.terminal import (
    MISUSED,
    complain,
    naming_stdout,
    print_to_stderr,
    printable,
)

TYPE_CHECKING = False
if TYPE_CHECKING:  # importing typing would add 15 % to the time of a look-up
    from typing import NoReturn

    from _typeshed import SupportsWrite

PROGRAM = "ttt-table"
BOARD_CHARACTERS = "XxOo.-_/| \t\r\n"


def parse(arguments: Sequence[str], commands: Mapping[str, str]) -> argparse.Namespace:
    """Parse the arguments of one command.

    Args:
        arguments: The command's name and its arguments.
        commands: The summary of each command, by name.

    Returns:
        The command's options; ``run`` is the function that runs it, ``inputs`` and
        ``outputs`` are the names of the options that name files.

    Raises:
        SystemExit: After printing help, the version or a complaint.
        ArgumentError: Options exclude each other.
    """
    if not arguments or arguments[0] not in commands:
        _exit_without_command(arguments, commands)
    name, *command_arguments = arguments
    parser = command_parser(name, commands[name])
    if parser.get_default("takes_boards"):
        command_arguments = [_with_dots(argument) for argument in command_arguments]

    options, left = parser.parse_known_args(command_arguments)
    if left:
        explain = parser.get_default("explain_unrecognized")
        explanation = explain and explain(command_arguments)
        if explanation:
            parser.error(explanation)
        # A board may follow an option; argparse finds it only in this slower way.
        options = parser.parse_intermixed_args(command_arguments)
    check_options(options)
    return options


def command_parser(name: str, summary: str) -> argparse.ArgumentParser:
    """Return the parser of one command.

    Only this command's module is imported: all of them would slow down every start.
    """
    command = import_module(f"ttt_table.cli.commands.{name}")
    parser = _Parser(
        prog=f"{PROGRAM} {name}",
        description=f"{summary[0].upper()}{summary[1:]}.",
        formatter_class=HELP_FORMATTER,
        allow_abbrev=False,
    )
    # `ttt_table.cli.options.common` has the functions that change these defaults.
    parser.set_defaults(
        run=command.run,
        inputs=(),
        outputs={},
        reads_shipped=False,
        takes_boards=False,
        explain_unrecognized=None,
    )
    command.describe(parser)
    if name != "play":  # it talks with a person
        parser.add_argument(
            "--json", action="store_true", help="print JSON, for programs"
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
        "--version", action="version", version=f"{PROGRAM} {__version__}"
    )
    listed = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for name, summary in commands.items():
        listed.add_parser(name, help=summary)
    return parser


def _exit_without_command(
    arguments: Sequence[str], commands: Mapping[str, str]
) -> NoReturn:
    """Print help, the version or a complaint for arguments without a command."""
    parser = program_parser(commands)
    if not arguments:
        print_to_stderr(parser.format_help())
        parser.error(f"name a command. For a start: {PROGRAM} lookup X...O....")

    first = arguments[0]
    if first in ("-h", "--help", "--version"):
        parser.parse_known_args(arguments)  # prints it, and exits
    is_option = first.startswith("-") and first.strip("-") != ""
    if is_option:
        parser.error("the command comes first, before its options")
    parser.error(_unknown_command(first, commands))


def _unknown_command(name: str, commands: Mapping[str, str]) -> str:
    from difflib import get_close_matches  # few commands are misspelt

    shown = repr(printable(name))
    if _looks_like_board(name):
        return f"there is no command {shown}. Did you mean: {PROGRAM} lookup {shown}?"
    close = get_close_matches(name, commands, n=1)
    if close:
        return f"there is no command {shown}. Did you mean: {PROGRAM} {close[0]}?"
    return f"there is no command {shown}. There are: {', '.join(commands)}"


def _with_dots(argument: str) -> str:
    """Write a board such as -X--O---- with dots, so that it is not an option."""
    return argument.replace("-", ".") if _looks_like_board(argument) else argument


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

        command = self.prog.split()[-1]
        text = get_data("ttt_table.cli", f"help/{command}.txt") or b""
        return f"{super().format_help()}\n{text.decode()}"

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
