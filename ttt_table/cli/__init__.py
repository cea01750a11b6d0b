"""The command line: find the command that is asked for, run it, and end with a status that tells.

A command is a file of its name in this folder: ``describe`` gives its options, ``run`` does it.
"""

from __future__ import annotations

import argparse
import os
import sys
from importlib import import_module

from ttt_table import __version__
from ttt_table.cli.terminal import (
    FINE,
    INTERRUPTED,
    MISUSED,
    UNUSABLE,
    complain,
    open_closed_streams,
)
from ttt_table.errors import TableError, TttTableError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

COMMANDS = {
    "build": "solve a game and write its table",
    "lookup": "show what each move on a board leads to",
    "audit": "check every slot of a table, and compare its counts",
    "info": "say what a table file is",
}

EXIT_STATUS = """\
exit status:
  0    fine
  1    the audit found a wrong slot or count
  2    bad usage, a bad board or game, or a build refused for its size
  3    a table that cannot be read or written, or a worker that died
  130  interrupted
"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; returns its exit status, which the help lists."""
    open_closed_streams()
    for stream in (sys.stdout, sys.stderr):
        # A board may hold a character that this terminal cannot show.
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    try:
        status = _run(sys.argv[1:] if arguments is None else arguments)
        sys.stdout.flush()
    except BrokenPipeError:
        # Whoever read our output has had enough. Python would complain once more when it exits.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return FINE
    except KeyboardInterrupt:
        complain("interrupted")
        return INTERRUPTED
    except TttTableError as error:
        complain(str(error))
        return UNUSABLE if isinstance(error, TableError) else MISUSED
    except OSError as error:
        complain(f"cannot read or write: {error.strerror or error}")
        return UNUSABLE
    return status


def _run(arguments: Sequence[str]) -> int:
    options = _parser(arguments).parse_args(_with_boards_that_start_empty(arguments))
    status: int = options.run(options)
    return status


def _with_boards_that_start_empty(arguments: Sequence[str]) -> list[str]:
    """Keep a board such as -X--O---- from being taken for an option: spell it with dots."""
    spelled = list(arguments)
    if spelled[:1] == ["lookup"]:
        for at, argument in enumerate(spelled):
            if argument[:1] == "-" and len(argument) > 2 and not argument.strip("-_.xXoO/| \n"):
                spelled[at] = argument.replace("-", ".")
    return spelled


class _Help(argparse.RawDescriptionHelpFormatter):
    def __init__(self, prog: str) -> None:
        # Asking for the terminal's width would import shutil, at every start, for every argument.
        super().__init__(prog, width=88)


def _parser(arguments: Sequence[str]) -> argparse.ArgumentParser:
    """The parser, where only the commands that the arguments name are described in full."""
    parser = argparse.ArgumentParser(
        prog="ttt-table",
        description="Perfect play, precomputed: build a table, look moves up, audit the numbers.",
        epilog=EXIT_STATUS,
        formatter_class=_Help,
    )
    parser.add_argument("--version", action="version", version=f"ttt-table {__version__}")
    # Without the name argparse would format a usage text to find it, at a tenth of the start-up.
    commands = parser.add_subparsers(prog=parser.prog, metavar="COMMAND", required=True)
    for name, summary in COMMANDS.items():
        command = commands.add_parser(
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
