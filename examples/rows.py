"""An adapter for players that take rows of "X", "O" and None.

ttt-table grade examples/tutorial.py:minimax --adapter examples/rows.py
"""

from collections.abc import Callable


def call(player: Callable[[list[list[str | None]]], object], board: str) -> object:
    """Return the player's answer to a board such as ``X...O....``."""
    cells = [None if mark == "." else mark for mark in board]
    return player([cells[:3], cells[3:6], cells[6:]])
