"""Functions that add options to a command, and say which of them name files.

An option that names a file is added by `add_input`, `add_table_input` or `add_output`.
Before the command runs, `ttt_table.cli.output.files` refuses an output that is also an
input, so that no command overwrites what it reads.
"""

from __future__ import annotations

import argparse

from ttt_table.cli.output.terminal import printable
from ttt_table.errors import ArgumentError

TYPE_CHECKING = False
if TYPE_CHECKING:  # importing typing would add 15 % to the time of a look-up
    from collections.abc import Callable
    from typing import Any

# No option needs a larger number, and Python refuses to print one of 5,000 digits.
MAX_DIGITS = 18


def number(text: str) -> float:
    """Return the number that a text stands for; messages have this function's name."""
    return float(text)


def add_input(
    command: argparse._ActionsContainer, *names: str, **settings: Any
) -> None:
    """Add an option that names one or more files to read.

    Its value may be a path, a player such as ``bot.py:move``, or a command line.

    Args:
        command: A command's parser, or a group of its options.
        names: The names of the option, as for ``add_argument``.
        settings: The other arguments of ``add_argument``.
    """
    action = command.add_argument(*names, **settings)
    inputs = command.get_default("inputs")
    command.set_defaults(inputs=(*inputs, action.dest))


def add_table_input(
    command: argparse._ActionsContainer, *names: str, **settings: Any
) -> None:
    """Add an option that names table files; without it the shipped table is read."""
    add_input(command, *names, **settings)
    command.set_defaults(reads_shipped=True)


def add_output(
    command: argparse._ActionsContainer,
    *names: str,
    kind: str | Callable[[argparse.Namespace], str] = "",
    **settings: Any,
) -> None:
    """Add an option that names a file to write.

    Args:
        command: A command's parser, or a group of its options.
        names: The names of the option, as for ``add_argument``.
        kind: What is written, a key of `ttt_table.cli.output.kinds.KINDS`, or a
            function that tells it from the options; empty if any file may be replaced.
        settings: The other arguments of ``add_argument``.
    """
    action = command.add_argument(*names, **settings)
    outputs = command.get_default("outputs")
    command.set_defaults(outputs={**outputs, action.dest: kind})


def add_boards(
    command: argparse._ActionsContainer, *names: str, **settings: Any
) -> None:
    """Add an argument that takes boards, which may be written with a leading dash."""
    command.add_argument(*names, **settings)
    command.set_defaults(takes_boards=True)


def add_table_options(command: argparse.ArgumentParser) -> None:
    """Add the table that a command answers from, and who moves first in it."""
    add_table_input(
        command,
        "--table",
        metavar="FILE",
        help="the table file (default: the shipped tic-tac-toe)",
    )
    command.add_argument(
        "--first",
        type=str.upper,
        choices=("X", "O"),
        default="X",
        help="the player who moves first (default: X)",
    )


def add_side(
    command: argparse._ActionsContainer, text: str, default: str | None = None
) -> None:
    """Add the option that names the side of a player, also in a small letter."""
    command.add_argument(
        "--as",
        dest="side",
        type=_capital_letter,
        choices=("X", "O"),
        default=default,
        help=text,
    )


def _capital_letter(text: str) -> str:
    """Return a letter as a capital one; a default such as "both" goes through here."""
    if len(text) == 1:
        return text.upper()
    return text


def add_quiet(command: argparse.ArgumentParser) -> None:
    """Add the option that hides the progress of a long job."""
    command.add_argument("-q", "--quiet", action="store_true", help="show no progress")


def add_numbers(command: argparse._ActionsContainer, **helps: str) -> None:
    """Add options that take an integer of 0 or more.

    Each keyword is a name, its value the help.
    """
    for name, text in helps.items():
        command.add_argument(f"--{name}", type=count, metavar="N", help=text)


def add_flags(command: argparse._ActionsContainer, **helps: str) -> None:
    """Add options that are on or off; each keyword is a name, its value the help."""
    for name, text in helps.items():
        command.add_argument(f"--{name}", action="store_true", help=text)


def integer(text: str) -> int:
    """Parse the integer of an option.

    Raises:
        argparse.ArgumentTypeError: The text is not an integer, or is too long.
    """
    try:
        if len(text) <= MAX_DIGITS:
            return int(text)
    except ValueError:
        pass
    raise argparse.ArgumentTypeError(
        f"{printable(text)!r} is not an integer of up to {MAX_DIGITS} digits"
    )


def count(text: str) -> int:
    """Parse an integer of 0 or more.

    Raises:
        argparse.ArgumentTypeError: The text is not one, or is too long.
    """
    number = integer(text)
    if number < 0:
        raise argparse.ArgumentTypeError(f"{number} is less than 0")
    return number


def check_options(options: argparse.Namespace) -> None:
    """Check what holds for the options of every command.

    Raises:
        ArgumentError: Two formats are to be printed on standard output.
    """
    if getattr(options, "csv", False) and getattr(options, "json", False):
        raise ArgumentError(
            "--csv and --json exclude each other: each prints on standard output"
        )
