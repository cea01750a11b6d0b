"""The arguments of the command line: options from them, or a word on what is wrong with them."""

from __future__ import annotations

import argparse
import sys
from contextlib import suppress
from importlib import import_module

from ttt_table import __version__
from ttt_table.cli.terminal import MISUSED, complain, shown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import NoReturn

    from _typeshed import SupportsWrite

PROGRAM = "ttt-table"
FIRST_STEPS = """\
first steps:
  ttt-table lookup X...O....        what each move on this board leads to
  ttt-table COMMAND --help          a command's options, with examples

"""
MOST_DIGITS = 18
"""No option means a larger number, and Python refuses to print one of some thousands."""
BOARD_CHARACTERS = frozenset("XxOo.-_/| \t\r\n")


def options_from(
    arguments: Sequence[str], commands: Mapping[str, str], epilog: str
) -> argparse.Namespace:
    """The options, with ``run`` for the command that is asked for.

    Raises `SystemExit` with a status once help, the version or a usage error has been printed.
    """
    parser = _parser(arguments, commands, epilog)
    if not arguments:
        with suppress(OSError):  # nobody to help
            print(parser.format_help(), file=sys.stderr)
        parser.error("which command? For a start: ttt-table lookup X...O....")
    if arguments[0] not in commands and not arguments[0].startswith("-"):
        parser.error(_unknown(arguments[0], commands))
    return parser.parse_args(_with_boards_that_start_empty(arguments))


def whole_number(text: str) -> int:
    """An option's number. Raises `argparse.ArgumentTypeError` where it is none, or a huge one."""
    try:
        if len(text) <= MOST_DIGITS:
            return int(text)
    except ValueError:
        pass
    huge = len(text) > MOST_DIGITS and text.lstrip("+-").isdecimal()
    fault = f"is too large: it has {len(text):,} digits" if huge else "is no whole number"
    raise argparse.ArgumentTypeError(f"{shown(text)!r} {fault}")


def _unknown(name: str, commands: Mapping[str, str]) -> str:
    """What to say of a command that there is not, with the one that may be meant."""
    from difflib import get_close_matches

    close = get_close_matches(name[:MOST_DIGITS].lower(), commands, 1)
    board = len(name) > 1 and BOARD_CHARACTERS.issuperset(name)
    meant = f"lookup {shown(name)!r}" if board else close[0] if close else None
    hint = f"Did you mean: ttt-table {meant}?" if meant else f"There are: {', '.join(commands)}"
    return f"there is no command {shown(name)!r}. {hint}"


def _with_boards_that_start_empty(arguments: Sequence[str]) -> list[str]:
    """Keep a board such as -X--O---- from being taken for an option: spell it with dots."""
    spelled = list(arguments)
    if spelled[:1] in (["lookup"], ["picture"], ["why"]):
        for at, argument in enumerate(spelled):
            if argument[:1] == "-" and len(argument) > 2 and not argument.strip("-_.xXoO/| \n"):
                spelled[at] = argument.replace("-", ".")
    return spelled


class _Help(argparse.RawDescriptionHelpFormatter):
    def __init__(self, prog: str) -> None:
        # Asking for the terminal's width would import shutil, at every start, for every argument.
        super().__init__(prog, width=88)


class _Parser(argparse.ArgumentParser):
    """One whose output may fail like any other, and whose errors show no control characters."""

    def error(self, message: str) -> NoReturn:
        complain(f"{message} (try: {self.prog} --help)", program=self.prog)
        raise SystemExit(MISUSED)

    def _print_message(self, message: str, file: SupportsWrite[str] | None = None) -> None:
        # The base class drops what cannot be written, and the status would be that of success.
        print(message, end="", file=file)


def _parser(
    arguments: Sequence[str], commands: Mapping[str, str], epilog: str
) -> argparse.ArgumentParser:
    """The parser, where only the commands that the arguments name are described in full."""
    parser = _Parser(
        prog=PROGRAM,
        description="Perfect play, precomputed: build a table, look moves up, audit the numbers.",
        epilog=FIRST_STEPS + epilog,
        formatter_class=_Help,
    )
    parser.add_argument("--version", action="version", version=f"{PROGRAM} {__version__}")
    # Without the name argparse would format a usage text to find it, at a tenth of the start-up.
    named = parser.add_subparsers(
        prog=parser.prog, title="commands", metavar="COMMAND", required=True
    )
    for name, summary in commands.items():
        command = named.add_parser(
            name,
            help=summary,
            description=summary[0].upper() + summary[1:] + ".",
            formatter_class=_Help,
        )
        if name in arguments:  # to load each command's file would slow the start-up of all
            room = import_module(f"ttt_table.cli.{name}")
            room.describe(command)
            command.add_argument("--json", action="store_true", help="print JSON, for programs")
            command.set_defaults(run=room.run)
    return parser
