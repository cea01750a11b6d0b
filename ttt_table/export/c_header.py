"""A table as a C header: its bytes as an array, for the reader in readers/c/."""

from __future__ import annotations

from pkgutil import get_data

from ttt_table.rules.game import Game

_BYTES_PER_LINE = 16


def c_header(data: bytes, game: Game, name: str) -> str:
    """Return a header that holds a table file as an array.

    Args:
        data: The bytes of the table file.
        game: The table's game, for a comment.
        name: The array's name, as C allows it.
    """
    lines = []
    for start in range(0, len(data), _BYTES_PER_LINE):
        line = data[start : start + _BYTES_PER_LINE]
        lines.append("    " + " ".join(f"0x{byte:02x}," for byte in line))

    template = (get_data(__name__, "c_header.txt") or b"").decode()
    return template.format(
        game=game,
        size=len(data),
        guard=f"{name.upper()}_H",
        name=name,
        rows="\n".join(lines),
    )
