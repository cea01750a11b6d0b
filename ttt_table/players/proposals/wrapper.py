"""A file that calls a player's function for the grader: its user completes it."""

from __future__ import annotations

import keyword
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import PurePath

from ttt_table.rules.outcome import other

WRAPPER_FILE = "wrapped.py"
WRAPPER_FUNCTION = "move"


@dataclass(frozen=True, slots=True)
class Wrapper:
    """A file that calls a player's function.

    Attributes:
        path: Where it is to be saved: beside the player's file.
        text: What stands in it.
    """

    path: str
    text: str


@dataclass(frozen=True, slots=True)
class WrappedFunction:
    """The facts about a function that a wrapper needs to call it.

    Attributes:
        path: Its file.
        name: Its name, ``best_move`` or ``Bot.reply``.
        argument_names: The names of its arguments.
        class_arguments: The names of the arguments that its class needs, for a method
            of a class; None for a function, or a method of an object.
    """

    path: str
    name: str
    argument_names: Sequence[str]
    class_arguments: Sequence[str] | None = None


def wrapper_of(function: WrappedFunction, cols: int, first: str) -> Wrapper:
    """Return a wrapper in which everything is filled in that is known of a function.

    Args:
        function: The function.
        cols: The number of columns of a board.
        first: The player who moves first, "X" or "O".
    """
    second = other(first)
    lines = [
        *_import_lines(PurePath(function.path).stem),
        "",
        "",
        f"def {WRAPPER_FUNCTION}(board):",
        '    # board is a text such as "X...O....", with a point for a free cell',
        f'    mark = "{first}" if board.count("X") == board.count("O") else "{second}"',
        '    opponent = "O" if mark == "X" else "X"',
        '    cells = [" " if cell == "." else cell for cell in board]',
        f"    rows = [cells[i : i + {cols}] for i in range(0, len(cells), {cols})]",
    ]
    lines += _call_lines(function)
    lines.append("    return answer  # a cell, or (row, column), counted from 0")
    return Wrapper(
        path=str(PurePath(function.path).with_name(WRAPPER_FILE)),
        text="\n".join(lines) + "\n",
    )


def _call_lines(function: WrappedFunction) -> list[str]:
    """Return the lines that call a function, which its user completes."""
    called = f"bot_file.{function.name}"
    lines = []
    if function.class_arguments is not None:
        owner, _, method = function.name.rpartition(".")
        called = f"bot.{method}"
        class_arguments = ", ".join(function.class_arguments)
        lines.append(f"    bot = bot_file.{owner}({class_arguments})")
    if function.argument_names:
        lines.insert(0, "    # Complete this: what does each argument get?")
        arguments = ", ".join(["cells", *function.argument_names[1:]])
        return [*lines, f"    answer = {called}({arguments})"]
    return [
        *lines,
        "    # Complete this: put cells, or rows, where the file has its board.",
        f"    answer = {called}()",
    ]


def _import_lines(module: str) -> list[str]:
    """Return the lines that import a module under the name ``bot_file``."""
    if module.isidentifier() and not keyword.iskeyword(module):
        return [f"import {module} as bot_file"]
    return [
        "from importlib import import_module",
        "",
        f"bot_file = import_module({module!r})",
    ]
