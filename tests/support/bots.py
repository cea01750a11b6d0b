"""Players in files of their own: programs, and Python files with a function."""

from __future__ import annotations

import sys
from pathlib import Path

from ttt_table.grading import Grade, Program, PythonFile, grade
from ttt_table.rules.outcome import Sides

# A program that answers each board; what comes after it has `board`.
LOOP = "import sys\nfor line in sys.stdin:\n    board = line.strip()\n    "


def written(folder: Path, text: str, name: str = "bot.py") -> Path:
    """Write a file, and return its path."""
    path = folder / name
    path.write_text(text)
    return path


def program(folder: Path, text: str, timeout: float = 10.0) -> Program:
    """Return a Python program as a program in any language."""
    return Program([sys.executable, str(written(folder, text))], timeout=timeout)


def function(
    folder: Path,
    text: str,
    name: str = "move",
    *,
    adapter: str = "",
    timeout: float = 10.0,
) -> PythonFile:
    """Return a function in a Python file as a player.

    Args:
        folder: Where the files are written.
        text: The text of the file.
        name: The name of the function; empty for the module.
        adapter: The text of an adapter; empty for none.
        timeout: Seconds for an answer.
    """
    path = str(written(folder, text))
    source = f"{path}:{name}" if name else path
    adapter_path = written(folder, adapter, "call.py") if adapter else ""
    return PythonFile(source, adapter_path, timeout=timeout)


def graded(
    player: Program | PythonFile, side: Sides = "O", *, as_is: bool = False
) -> Grade:
    """Grade a player, and close it."""
    try:
        return grade(player, side=side, as_is=as_is)
    finally:
        player.close()
