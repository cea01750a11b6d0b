"""A file that calls a player's function for the grader: its user completes it."""

from __future__ import annotations

import keyword
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import PurePath

WRAPPER_FILE = "wrapped.py"
WRAPPER_FUNCTION = "move"


@dataclass(frozen=True, slots=True)
class Wrapper:
    """A file that calls a player's function."""

    # Where it is to be saved: beside the player's file.
    path: str

    # What stands in it.
    text: str


def wrapper_of(
    path: str, name: str, argument_names: Sequence[str], cols: int
) -> Wrapper:
    """Return a wrapper in which everything is filled in that is known of a function.

    Args:
        path: The player's file.
        name: Its function, ``best_move`` or ``Bot.reply``.
        argument_names: The names of the function's arguments.
        cols: The number of columns of a board.

    """
    owner, _, method = name.rpartition(".")
    lines = [
        *_import_lines(PurePath(path).stem),
        "",
        "",
        f"def {WRAPPER_FUNCTION}(board):",
        '    # board is a text such as "X...O....", with a point for a free cell',
        '    mark = "X" if board.count("X") == board.count("O") else "O"',
        '    opponent = "O" if mark == "X" else "X"',
        '    cells = [" " if cell == "." else cell for cell in board]',
        f"    rows = [cells[i : i + {cols}] for i in range(0, len(cells), {cols})]",
    ]
    called = f"player.{name}"
    if owner:
        lines.append(f"    bot = player.{owner}()")
        called = f"bot.{method}"
    given = []
    if argument_names:
        given = ["cells", *argument_names[1:]]
    lines += [
        "    # Complete the next line: what does each argument get?",
        f"    answer = {called}({', '.join(given)})",
        "    return answer  # a cell, or (row, column), counted from 0",
    ]
    return Wrapper(
        path=str(PurePath(path).with_name(WRAPPER_FILE)),
        text="\n".join(lines) + "\n",
    )


def _import_lines(module: str) -> list[str]:
    """Return the lines that import a module under the name ``player``."""
    if module.isidentifier() and not keyword.iskeyword(module):
        return [f"import {module} as player"]
    return [
        "from importlib import import_module",
        "",
        f"player = import_module({module!r})",
    ]
