"""A table as a C header: its bytes as an array, for the reader in readers/c/."""

from __future__ import annotations

import re
from pkgutil import get_data

from ttt_table.errors import ArgumentError
from ttt_table.rules.game import Game

_BYTES_A_LINE = 16


def c_header(data: bytes, game: Game, name: str) -> str:
    """A header that holds a table file as the array ``name``; `ArgumentError` if C has no such."""
    if not re.fullmatch(r"[A-Za-z][A-Za-z0-9_]*", name):
        hint = "use letters, digits and _, a letter first"
        raise ArgumentError(f"{name!r} cannot name an array in C: {hint}")
    starts = range(0, len(data), _BYTES_A_LINE)
    lines = (
        ", ".join(f"0x{byte:02x}" for byte in data[at : at + _BYTES_A_LINE])
        for at in starts
    )
    rows = "\n".join(f"    {line}," for line in lines)
    template = (get_data(__name__, "c_header.txt") or b"").decode()
    guard = f"{name.upper()}_H"
    return template.format(game=game, size=len(data), guard=guard, name=name, rows=rows)
