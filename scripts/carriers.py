"""Write what readers/ carries of the shipped table: tictactoe.js and tictactoe_table.h.

    python scripts/carriers.py

A test says when they are no longer those of data/tictactoe.msgpack.
"""

from __future__ import annotations

from base64 import b64encode
from pathlib import Path
from textwrap import wrap

from ttt_table import Game
from ttt_table.export.c_header import c_header

ROOT = Path(__file__).resolve().parents[1]


def main() -> None:
    """Write both files."""
    for path, text in carriers((ROOT / "data" / "tictactoe.msgpack").read_bytes()).items():
        path.write_text(text, encoding="utf-8", newline="\n")


def carriers(table: bytes) -> dict[Path, str]:
    """The files and what they have to hold."""
    readers = ROOT / "readers"
    return {
        readers / "js" / "tictactoe.js": js_module(table),
        readers / "c" / "tictactoe_table.h": c_header(table, Game(), "tictactoe_table"),
    }


def js_module(table: bytes) -> str:
    """A module that carries a table, opened."""
    joined = " +\n".join(f'    "{part}"' for part in wrap(b64encode(table).decode(), 88))
    return f"""\
// Tic-tac-toe, solved: made by scripts/carriers.py from data/tictactoe.msgpack, not to be edited.
import {{ Table }} from "./ttt-table.js";

/** The bytes of the table file. */
export const bytes = Uint8Array.from(
  atob(
{joined},
  ),
  (character) => character.charCodeAt(0),
);

/** The table, X moving first; for the other way round: new Table(bytes, {{ first: "O" }}). */
export const tictactoe = new Table(bytes);
"""


if __name__ == "__main__":
    main()
