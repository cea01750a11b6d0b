"""Write anew what is made of the shipped table: ``python scripts/page.py``.

These are the module and the header of readers/ that carry it, and the documents' page to play on.
The page's script is bundled by bundle.mjs, with what ``npm install`` puts in tests/exhaustive/page.
Tests compare all of it with what stands in the checkout.
"""

from __future__ import annotations

import subprocess
from base64 import b64encode
from pathlib import Path
from textwrap import wrap

from ttt_table import Game
from ttt_table.export.c_header import c_header
from ttt_table.export.page import make_page
from ttt_table.table.files import read_table, shipped_path

ROOT = Path(__file__).resolve().parents[1]
SOURCES = ROOT / "ttt_table" / "export" / "page"
TERSER = ROOT / "tests" / "exhaustive" / "page" / "node_modules" / ".bin" / "terser"
MODULE = """\
// Tic-tac-toe, solved: made by scripts/page.py from data/tictactoe.msgpack, not to be edited.
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


def bundled(source: Path) -> bytes:
    """A script and all that it imports, as one: of a page, or of the readers."""
    if not TERSER.exists():
        raise SystemExit("terser is missing: run npm install in tests/exhaustive/page")
    command: list[str | Path] = ["node", ROOT / "scripts" / "bundle.mjs", source]
    return subprocess.run(command, capture_output=True, check=True).stdout


def made() -> dict[Path, str]:
    """The files but for the bundle, and what they have to hold."""
    table, readers = Path(shipped_path()).read_bytes(), ROOT / "readers"
    joined = " +\n".join(
        f'    "{part}"' for part in wrap(b64encode(table).decode(), 88)
    )
    return {
        readers / "js" / "tictactoe.js": MODULE.format(joined=joined),
        readers / "c" / "tictactoe_table.h": c_header(table, Game(), "tictactoe_table"),
        ROOT / "docs" / "play.html": make_page([read_table(shipped_path())]),
    }


def main() -> None:
    """Write the bundle, and then all else."""
    (SOURCES / "page.min.js").write_bytes(bundled(SOURCES / "main.js"))
    for path, text in made().items():
        path.write_text(text, encoding="utf-8", newline="\n")
        print(f"{path.name}: {path.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
