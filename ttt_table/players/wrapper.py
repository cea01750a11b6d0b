"""The text of a file that calls a player's function for the grader: to be filled in."""

from __future__ import annotations

import keyword
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import PurePath

WRAPPER_FILE = "wrapped.py"
WRAPPER_FUNCTION = "move"


@dataclass(frozen=True, slots=True)
class Signature:
    """What can be seen of a function from outside."""

    # The names of the arguments without which it cannot be called.
    arguments: tuple[str, ...] = ()

    # The same of the class that it is a method of.
    class_arguments: tuple[str, ...] = ()


def wrapper_path(path: str) -> str:
    """Return where the wrapper of a player's file is to be saved: beside it."""
    return str(PurePath(path).with_name(WRAPPER_FILE))


def wrapper_text(path: str, name: str, signature: Signature, cols: int) -> str:
    """Return a file that calls the function of a file, with what is unknown marked.

    Args:
        path: The player's file.
        name: Its function, ``best_move`` or ``Bot.reply``.
        signature: What its arguments are called.
        cols: The number of columns of a board.

    """
    owner, _, method = name.rpartition(".")
    imported = owner.partition(".")[0] or method
    lines = [_import_line(path, imported), "", "", f"def {WRAPPER_FUNCTION}(board):"]
    lines += [
        '    # board is a text such as "X...O....": X, O, and . for a free cell',
        '    mark = "X" if board.count("X") == board.count("O") else "O"',
        '    opponent = "O" if mark == "X" else "X"',
        '    cells = [" " if cell == "." else cell for cell in board]',
        f"    rows = [cells[i : i + {cols}] for i in range(0, len(cells), {cols})]",
    ]
    called = name
    if owner:
        made = _call_text(owner, signature.class_arguments)
        lines.append(
            f"    player = {made}{_what_to_fill_in(signature.class_arguments)}"
        )
        called = f"player.{method}"
    call = _call_text(called, signature.arguments)
    lines += [
        f"    answer = {call}{_what_to_fill_in(signature.arguments)}",
        "    return answer  # a cell from 0, or (row, column) from 0",
    ]
    return "\n".join(lines) + "\n"


def _import_line(path: str, name: str) -> str:
    module = PurePath(path).stem
    if module.isidentifier() and not keyword.iskeyword(module):
        return f"from {module} import {name}"
    return (
        "from importlib import import_module\n"
        "\n"
        f'{name} = import_module("{module}").{name}'
    )


def _call_text(function: str, arguments: Sequence[str]) -> str:
    """Return a call in which the first argument is the board, as a list of cells."""
    given = ["cells" if index == 0 else name for index, name in enumerate(arguments)]
    return f"{function}({', '.join(given)})"


def _what_to_fill_in(arguments: Sequence[str]) -> str:
    if not arguments:
        return ""
    return f"  # give it what it takes: {', '.join(arguments)}"
