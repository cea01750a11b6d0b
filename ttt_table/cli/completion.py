"""The parser of all commands at once, from which shtab writes a shell's completion.

    shtab --shell bash ttt_table.cli.completion.parser >> ~/.bash_completion

No command imports this module: each needs its own parser alone.
"""

import argparse
from importlib import import_module

import shtab

from ttt_table.cli import COMMANDS
from ttt_table.cli.running import PROGRAM, VERSION_WORDS, command_parser
from ttt_table.version import __version__

NAMES_OF_FILES = ("FILE", "TABLE", "OUT")
"""How the placeholder of an argument begins that is a file."""


def parser() -> argparse.ArgumentParser:
    """Return a parser that has every command, with all its options."""
    program = argparse.ArgumentParser(prog=PROGRAM)
    program.add_argument(
        *VERSION_WORDS, action="version", version=f"{PROGRAM} {__version__}"
    )
    listed = program.add_subparsers(dest="command")
    for name, summary in COMMANDS.items():
        describe = import_module(f"ttt_table.cli.commands.{name}").describe
        command = command_parser(name, summary, describe)
        prepare(command)
        listed.add_parser(name, parents=[command], add_help=False, help=summary)
    return program


def prepare(command: argparse.ArgumentParser) -> None:
    """Let the shell complete names of files and folders in a command's arguments."""
    for action in command._actions:
        placeholder = str(action.metavar)
        if placeholder.startswith(NAMES_OF_FILES):
            action.complete = shtab.FILE  # type: ignore[attr-defined]
        elif placeholder == "FOLDER":
            action.complete = shtab.DIRECTORY  # type: ignore[attr-defined]
        if action.choices is not None:
            action.choices = list(action.choices)  # shtab takes a dict for subcommands
