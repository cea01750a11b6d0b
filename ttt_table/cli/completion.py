"""``ttt-table completion``: a script by which a shell completes commands, options and files."""

from __future__ import annotations

import argparse
from collections.abc import Iterator

from ttt_table.cli import COMMANDS
from ttt_table.cli.parsing import whole_parser
from ttt_table.cli.terminal import print_json, show
from ttt_table.errors import MissingExtraError


def describe(command: argparse.ArgumentParser) -> None:
    """Give the command its options."""
    command.add_argument("shell", choices=("bash", "zsh", "fish"), help="whose script it is")


def run(options: argparse.Namespace) -> int:
    """Print the script: the shell then asks nobody, so it completes at once."""
    try:
        import shtab
    except ImportError as error:
        raise MissingExtraError.of("completion", "shtab", error) from None
    from ttt_table.rules.families import GLUED

    parser = whole_parser(COMMANDS, described=True)
    for action in _actions(parser):
        if any(word in str(action.metavar) for word in ("FILE", "OUT")):
            action.complete = shtab.FILE  # type: ignore[attr-defined]  # where shtab looks
        if action.dest == "surface":  # the parser leaves it to the rules to refuse others
            action.choices = GLUED
    script = shtab.complete(parser, options.shell)
    return print_json({"shell": options.shell, "script": script}) if options.json else show(script)


def _actions(parser: argparse.ArgumentParser) -> Iterator[argparse.Action]:
    """The options and arguments of all commands."""
    for action in parser._actions:
        yield action
        if isinstance(action, argparse._SubParsersAction):
            for command in action.choices.values():
                yield from command._actions
