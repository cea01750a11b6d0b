"""Options that say how a player is called: one for each field of an `Adapter`."""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterator
from contextlib import contextmanager

from ttt_table.cli.options.common import integer
from ttt_table.players.adapter import Adapter
from ttt_table.players.answer_forms import ANSWER_FORMS, KEY_FORM
from ttt_table.players.boards import LAYOUTS
from ttt_table.players.calls import ARGUMENTS

# The options of the fields that only a function has: a program reads a line of text.
FUNCTION_OPTIONS = {
    "board": "--board",
    "empty": "--empty",
    "marks": "--marks",
    "args": "--args",
    "board_in": "--board-in",
}


def add_board_options(command: argparse._ActionsContainer) -> None:
    """Give a command the options that say what a function's boards look like."""
    formats = ", ".join(LAYOUTS)
    add = command.add_argument
    add("--board", metavar="FORMAT", help=f"board format: {formats} (default: text)")
    add("--empty", metavar="VALUE", help="content of a free cell: None, ' ', 0, index")
    add("--marks", metavar="X,O", help="the marks of X and O, such as x,o or 1,2")


def add_call_options(command: argparse._ActionsContainer) -> None:
    """Give a command the options that say how a function is called and answers."""
    arguments = ", ".join(ARGUMENTS)
    forms = "; ".join([*ANSWER_FORMS, f"{KEY_FORM}NAME"])
    add = command.add_argument
    add(
        "--args",
        metavar="LIST",
        help=f"the arguments, in order: {arguments}, or a literal (default: board)",
    )
    add(
        "--board-in",
        metavar="NAME",
        help="the variable of the file that holds the board",
    )
    add("--answer", metavar="FORM", help=f"answer format: {forms} (default: move)")
    add(
        "--from",
        dest="first_index",
        type=integer,
        default=0,
        metavar="N",
        help="first number of cells, rows and columns in answers: 0 or 1 (default: 0)",
    )


def adapter_in(options: argparse.Namespace) -> Adapter:
    """Return the adapter that the options declare.

    Raises:
        ArgumentError: An option has no such value.
    """
    with _one_thread_for_matrices():  # an adapter of arrays imports numpy
        return Adapter.from_options(
            board=options.board,
            empty=options.empty,
            marks=options.marks,
            args=options.args,
            board_in=options.board_in,
            answer=options.answer,
            first_index=options.first_index,
        )


@contextmanager
def _one_thread_for_matrices() -> Iterator[None]:
    """Let numpy, if it is imported here, prepare one thread for products of matrices.

    It has memory for each thread, and ends the process where there is too little. No
    matrix is multiplied in this process. The player's own process is not affected.
    """
    name = "OPENBLAS_NUM_THREADS"
    if name in os.environ:
        yield
        return
    os.environ[name] = "1"
    try:
        yield
    finally:
        del os.environ[name]


def function_options_in(options: argparse.Namespace) -> list[str]:
    """Return the options that are given and say how a function is called."""
    return [
        option
        for name, option in FUNCTION_OPTIONS.items()
        if getattr(options, name) is not None
    ]
