"""The players and files that a command names, perhaps by a pattern or a folder."""

from __future__ import annotations

from collections.abc import Sequence
from glob import escape, glob, has_magic
from pathlib import Path

from ttt_table.errors import ArgumentError


def players_named(names: Sequence[str], *, may_be_module: bool = False) -> list[str]:
    """Return each player that is meant; its file may be a pattern or a folder.

    Args:
        names: ``FILE:NAME`` each.
        may_be_module: Whether a file alone is a player, as for an adapter.

    Raises:
        ArgumentError: No function is named, or no file fits a pattern.
    """
    # Few commands have players.
    from ttt_table.grading.players import PythonFile, split_source

    players = []
    for name in names:
        path, function = split_source(name)
        if not function and not may_be_module:
            if path.rstrip(":").endswith(".py"):
                with PythonFile(path.rstrip(":")) as file:
                    own = ", ".join(file.outline()) or "no function"
                raise ArgumentError(
                    f"{name}: which function? Write FILE:NAME, as in bot.py:move;"
                    f" the file has {own}"
                )
            raise ArgumentError(
                f"{name}: write FILE:NAME for a function, as in bot.py:move, or"
                " --program COMMAND for a program in any language"
            )
        ending = f":{function}" if function else ""
        players += [f"{file}{ending}" for file in files_named(path)]
    return players


def files_named(pattern: str) -> list[str]:
    """Return the files that fit a pattern, or are in a folder.

    Raises:
        ArgumentError: There are no such files.
    """
    if not pattern:
        raise ArgumentError("'' is not the name of a file")
    path = Path(pattern)
    if path.is_dir():
        pattern = str(Path(escape(pattern)) / "*.py")
    elif path.exists() or not has_magic(pattern):
        return [pattern]
    files = sorted(glob(pattern))  # noqa: PTH207  # a pattern may be absolute
    if not files:
        raise ArgumentError(f"{pattern}: no file matches")
    return files
