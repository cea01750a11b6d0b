"""What is left for the commands that print by themselves."""

from __future__ import annotations

import argparse

from ttt_table.cli.arguments import add_table, count, output
from ttt_table.errors import ArgumentError

TYPE_CHECKING = False
if TYPE_CHECKING:  # importing typing would add 15 % to the time of a look-up
    from collections.abc import Callable
    from typing import Any

add_table_options = add_table


def number(text: str) -> float:
    """Return the number that a text stands for; messages have this function's name."""
    return float(text)


def add_input(
    command: argparse._ActionsContainer, *names: str, **settings: Any
) -> None:
    """Add an option that names one or more files to read."""
    command.add_argument(*names, **settings)


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
        kind: How it ends, without the dot; HTML or SVG if it is a function.
        settings: The other arguments of ``add_argument``.
    """
    endings = (f".{kind}",) if isinstance(kind, str) else (".html", ".svg")
    command.add_argument(*names, type=output(*endings), **settings)


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


def check_options(options: argparse.Namespace) -> None:
    """Check what holds for the options of every command.

    Raises:
        ArgumentError: Two formats are to be printed on standard output.
    """
    if getattr(options, "csv", False) and getattr(options, "json", False):
        raise ArgumentError(
            "--csv and --json exclude each other: each prints on standard output"
        )
