"""Bundle the page and write the files that hold the shipped table.

Run it as ``python scripts/page.py``. esbuild and terser, which ``npm ci`` installs,
bundle the scripts and styles of the folder ``page``, and Node reads the texts of all
languages. The package carries what is built of them in ``ttt_table/page``. Together
with the shipped table they become the page of the documents. The table is also written
into files of ``readers``. Tests compare all of these with the checkout.
"""

from __future__ import annotations

import json
import re
import subprocess
from base64 import b64encode
from pathlib import Path
from textwrap import wrap

from ttt_table import Game
from ttt_table.export.c_header import c_header
from ttt_table.page import make_page
from ttt_table.table.files import read_table, shipped_path

ROOT = Path(__file__).resolve().parents[1]
SOURCES = ROOT / "page"
BUILT = ROOT / "ttt_table" / "page"
TOOLS = ROOT / "node_modules" / ".bin"
ESBUILD = TOOLS / "esbuild"
TERSER = TOOLS / "terser"
TERSER_OPTIONS = [
    "--module",
    "--compress=passes=4,ecma=2022,unsafe_arrows,unsafe_methods,keep_fargs=false",
    "--mangle",
]
ESBUILD_OPTIONS = [
    "--bundle",
    "--minify",
    "--format=esm",
    "--target=es2022",
    "--charset=utf8",
]
BUNDLES = {
    BUILT / "page.min.js": SOURCES / "js" / "main.js",
    BUILT / "page.min.css": SOURCES / "css" / "main.css",
}
"""The entry point of each bundle, which imports its other sources."""

TEMPLATE = BUILT / "template.min.html"
"""The template of the page, as the package fills it."""

TEXTS = BUILT / "texts.min.json"
"""The texts of all languages, as the page holds them."""

READ_TEXTS = f"""\
import {{ LANGUAGES }} from "{(SOURCES / "js" / "language" / "languages.js").as_uri()}";
console.log(JSON.stringify(LANGUAGES));
"""

MODULE = """\
// Tic-tac-toe, solved: made by scripts/page.py from data/tictactoe.msgpack.
import {{ Table }} from "./ttt-table.js";

/** The bytes of the table file. */
export const bytes = Uint8Array.from(
  atob(
{joined},
  ),
  (character) => character.charCodeAt(0),
);

/** The table, X moving first; for O: new Table(bytes, {{ first: "O" }}). */
export const tictactoe = new Table(bytes);
"""


def bundle(source: Path) -> bytes:
    """Return a script or style and all that it imports as one minified file."""
    if not ESBUILD.exists():
        raise SystemExit("esbuild is missing: run npm ci in the root of the repository")
    command = [str(ESBUILD), str(source), *ESBUILD_OPTIONS]
    bundled = subprocess.run(command, capture_output=True, check=True).stdout
    if source.suffix == ".css":
        return re.sub(rb"(--[\w-]+): ", rb"\1:", bundled)

    # After terser, the bundle is a twentieth smaller when it is compressed.
    command = [str(TERSER), *TERSER_OPTIONS]
    return subprocess.run(
        command, input=bundled, capture_output=True, check=True
    ).stdout


def bundled_template() -> str:
    """Return the template with quotes only around the attributes that need them."""
    template = (SOURCES / "template.html").read_text(encoding="utf-8")
    return re.sub(r'(?<= )([a-z-]+)="([\w#-]+)"(?=[ >])', r"\1=\2", template)


def bundled_texts() -> str:
    """Return the keys of the texts, and each language as a list of its texts."""
    command = ["node", "--input-type=module"]
    output = subprocess.run(
        command, input=READ_TEXTS.encode(), capture_output=True, check=True
    ).stdout
    languages = json.loads(output)
    keys = list(languages["en"])
    texts = {"keys": keys}
    for code, language in languages.items():
        texts[code] = [language[key] for key in keys]
    return json.dumps(texts, ensure_ascii=False, separators=(",", ":"))


def generated_files() -> dict[Path, str]:
    """Return the files that are made of the shipped table and the bundles."""
    table = Path(shipped_path()).read_bytes()
    return {
        ROOT / "readers" / "js" / "tictactoe.js": javascript_module(table),
        ROOT / "readers" / "c" / "tictactoe_table.h": c_header(
            table, Game(), "tictactoe_table"
        ),
        ROOT / "docs" / "play.html": make_page([read_table(shipped_path())]),
    }


def javascript_module(table: bytes) -> str:
    """Return a module of JavaScript that carries the bytes of a table."""
    parts = wrap(b64encode(table).decode(), 88)
    return MODULE.format(joined=" +\n".join(f'    "{part}"' for part in parts))


def main() -> None:
    """Write the bundles, and then all that is made of them."""
    for path, source in BUNDLES.items():
        path.write_bytes(bundle(source))
    TEMPLATE.write_text(bundled_template(), encoding="utf-8", newline="\n")
    TEXTS.write_text(bundled_texts(), encoding="utf-8", newline="\n")
    for path, text in generated_files().items():
        path.write_text(text, encoding="utf-8", newline="\n")
    for path in (*BUNDLES, TEMPLATE, TEXTS, *generated_files()):
        print(f"{path.name}: {path.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
