"""The arguments of the command line: options from them, or a word on what is wrong with them."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import partial
from importlib import import_module

from ttt_table import __version__
from ttt_table.cli.output.terminal import MISUSED, complain, printable

TYPE_CHECKING = False
if TYPE_CHECKING:  # loading typing would take a look-up longer than all of the parser
    from typing import NoReturn

    from _typeshed import SupportsWrite

PROGRAM, LOOKUP = "ttt-table", "lookup"
WITH_BOARDS = (LOOKUP, "picture", "why")  # and a board may look like an option
# No option means a larger number, and Python refuses to print one of some thousands.
MOST_DIGITS = 18
BOARD_CHARACTERS = "XxOo.-_/| \t\r\n"


class _Help(argparse.RawDescriptionHelpFormatter):
    def _split_lines(self, text: str, width: int) -> list[str]:
        from textwrap import wrap  # few runs print help

        return wrap(text, width, break_on_hyphens=False)


# Asking for the terminal's width would import shutil, at every start, for every argument.
HELP = partial(_Help, width=79)


def options_from(
    arguments: Sequence[str], commands: Mapping[str, str]
) -> argparse.Namespace:
    """The options, with ``run`` for the command that is asked for.

    Raises `SystemExit` once help, the version or a usage error has been printed.
    """
    if not arguments or arguments[0] not in commands:
        _end_without_command(arguments, commands)
    name, *others = arguments
    if name in WITH_BOARDS:
        others = _with_boards_that_start_empty(others)
    parser = command_parser(name, commands[name])
    options, left = parser.parse_known_args(others)
    # Perhaps a board after an option, for which argparse looks in another, slower way only.
    return parser.parse_intermixed_args(others) if left else options


def _end_without_command(
    arguments: Sequence[str], commands: Mapping[str, str]
) -> NoReturn:
    """Answer to whatever comes without a command in front."""
    parser = whole_parser(commands)
    if not arguments:
        with suppress(OSError):  # nobody to help
            print(parser.format_help(), file=sys.stderr)
        parser.error(f"which command? For a start: {PROGRAM} {LOOKUP} X...O....")
    if not arguments[0].startswith("-") or not arguments[0].strip("-"):
        parser.error(_unknown(arguments[0], commands))
    parser.parse_known_args(arguments)  # help or the version, as a rule
    parser.error("the command comes first, before its options")


def add_table_options(command: argparse.ArgumentParser) -> None:
    """Let a command that is asked about boards take a table, and who begins."""
    table = "the table file (default: the shipped tic-tac-toe)"
    command.add_argument("--table", metavar="FILE", help=table)
    first = "who moves first (default: X)"
    command.add_argument("--first", choices=("X", "O"), default="X", help=first)


def add_numbers(command: argparse._ActionsContainer, **named: str) -> None:
    """Give a command options that take a whole number, each with its help."""
    for name, text in named.items():
        command.add_argument(f"--{name}", type=whole_number, metavar="N", help=text)


def add_flags(command: argparse._ActionsContainer, **named: str) -> None:
    """Give a command options that are on or off, each with its help."""
    for name, text in named.items():
        command.add_argument(f"--{name}", action="store_true", help=text)


def whole_number(text: str) -> int:
    """An option's number. Raises `argparse.ArgumentTypeError` where it is none, or a huge one."""
    with suppress(ValueError):
        if len(text) <= MOST_DIGITS:
            return int(text)
    wanted = f"is not a whole number of up to {MOST_DIGITS} digits"
    raise argparse.ArgumentTypeError(f"{printable(text)!r} {wanted}")


def _unknown(name: str, commands: Mapping[str, str]) -> str:
    shown = repr(printable(name))
    if _is_like_a_board(name):
        return f"there is no command {shown}. Did you mean: {PROGRAM} {LOOKUP} {shown}?"
    return f"there is no command {shown}. There are: {', '.join(commands)}"


def _with_boards_that_start_empty(arguments: Sequence[str]) -> list[str]:
    """Keep a board such as -X--O---- from being taken for an option: spell it with dots."""
    return [
        one.replace("-", ".") if _is_like_a_board(one) else one for one in arguments
    ]


def _is_like_a_board(text: str) -> bool:
    return len(text) > 2 and not text.strip(BOARD_CHARACTERS)


class _Parser(argparse.ArgumentParser):
    """One whose output may fail like any other, and whose errors show no control characters."""

    def format_help(self) -> str:
        from pkgutil import get_data

        text = get_data("ttt_table.cli", f"help/{self.prog.split()[-1]}.txt") or b""
        return f"{super().format_help()}\n{text.decode()}"

    def error(self, message: str) -> NoReturn:
        complain(f"{message} (try: {self.prog} --help)", program=self.prog)
        raise SystemExit(MISUSED)

    def _print_message(
        self, message: str, file: SupportsWrite[str] | None = None
    ) -> None:
        # The base class drops what cannot be written, and the status would be that of success.
        print(message, end="", file=file)


def command_parser(name: str, summary: str) -> argparse.ArgumentParser:
    """The parser of one command. Only its file is loaded: all of them would slow every start."""
    description = f"{summary[0].upper()}{summary[1:]}."
    parser = _Parser(
        prog=f"{PROGRAM} {name}", description=description, formatter_class=HELP
    )
    room = import_module(f"ttt_table.cli.commands.{name}")
    room.describe(parser)
    if name != "play":  # which talks with a person
        parser.add_argument(
            "--json", action="store_true", help="print JSON, for programs"
        )
    # What a command calls FILE, COMMAND or PLAYER it reads, and OUT it writes.
    inputs, outputs = (
        [
            one.dest
            for one in parser._actions
            if any(word in str(one.metavar) for word in words)
        ]
        for words in (("FILE", "COMMAND", "PLAYER"), ("OUT",))
    )
    parser.set_defaults(run=room.run, inputs=inputs, outputs=outputs)
    return parser


def whole_parser(commands: Mapping[str, str]) -> argparse.ArgumentParser:
    description = (
        "Perfect play, precomputed: build a table, look moves up, audit the numbers."
    )
    parser = _Parser(prog=PROGRAM, description=description, formatter_class=HELP)
    parser.add_argument(
        "--version", action="version", version=f"{PROGRAM} {__version__}"
    )
    named = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for name, summary in commands.items():
        named.add_parser(name, help=summary)
    return parser
