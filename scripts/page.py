"""Bundle the page and write the files that hold the shipped table.

Run it as ``python scripts/page.py``. esbuild and terser, which ``npm ci`` installs,
bundle the scripts and styles of the folder ``page``, and Node reads the texts of all
languages. The package carries what is built of them in ``ttt_table/page``: of each part
one for the page to play on, and one for that of a class. Together with the shipped
table they become the pages of the documents. The table is also written
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
from ttt_table.version import SITE

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
    "--target=es2022,chrome108,firefox108,safari16",
    "--charset=utf8",
]
PAGES = ("play", "class")
"""The page to play on, and that for a class."""

BUNDLES = {
    BUILT / f"{name}.min.{kind}": SOURCES / kind / f"{name}.{kind}"
    for name in PAGES
    for kind in ("js", "css")
}
"""The entry point of each bundle, which imports its other sources."""

TEMPLATE = SOURCES / "template.html"
"""The template of both pages; what stands between comments is for one of them."""

COMPOSED_KEYS = {
    "play": r"cylinder|mobius|torus|klein",
    "class": r"cylinder|mobius|torus|klein|step\d\w+",
}
"""The keys of the texts that the scripts of a page put together."""

READ_TEXTS = f"""\
import {{ LANGUAGES }} from "{(SOURCES / "js" / "language" / "languages.js").as_uri()}";
console.log(JSON.stringify(LANGUAGES));
"""

PREVIEW = f"""\
<meta property="og:title" content="Tic-tac-toe: can you win?">
<meta property="og:description" content="A perfect opponent, your mistakes on the \
board, and a puzzle every day.">
<meta property="og:type" content="website">
<meta property="og:url" content="{SITE}play.html">
<meta property="og:image" content="{SITE}pictures/page.png">
"""
"""What others show of the page where its address is posted."""

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


def bundled_template(name: str) -> str:
    """Return the template of a page, with quotes only where attributes need them."""
    template = TEMPLATE.read_text(encoding="utf-8")
    for other in PAGES:
        comments = rf"<!--/?{other}-->\n"
        parts = comments if other == name else rf"<!--{other}-->.*?<!--/{other}-->\n"
        template = re.sub(parts, "", template, flags=re.DOTALL)
    return re.sub(r'(?<= )([a-z-]+)="([\w#-]+)"(?=[ >])', r"\1=\2", template)


def bundled_texts(name: str) -> str:
    """Return the keys of a page's texts, and each language as a list of its texts."""
    command = ["node", "--input-type=module"]
    output = subprocess.run(
        command, input=READ_TEXTS.encode(), capture_output=True, check=True
    ).stdout
    languages = json.loads(output)
    script = (BUILT / f"{name}.min.js").read_text(encoding="utf-8")
    words = {*re.findall(r"\w+", script + bundled_template(name))}
    composed = COMPOSED_KEYS[name]
    keys = [
        key for key in languages["en"] if key in words or re.fullmatch(composed, key)
    ]
    texts = {"keys": keys}
    for code, language in languages.items():
        texts[code] = [language[key] for key in keys]
    return json.dumps(texts, ensure_ascii=False, separators=(",", ":"))


def generated_files() -> dict[Path, str]:
    """Return the files that are made of the shipped table and the bundles."""
    table = Path(shipped_path()).read_bytes()
    shipped = read_table(shipped_path())
    return {
        ROOT / "readers" / "js" / "tictactoe.js": javascript_module(table),
        ROOT / "readers" / "c" / "tictactoe_table.h": c_header(
            table, Game(), "tictactoe_table"
        ),
        ROOT / "docs" / "play.html": with_preview(make_page([shipped])),
        ROOT / "docs" / "class.html": make_page([shipped], for_class=True),
    }


def with_preview(page: str) -> str:
    """Return the page with what others show of it where its address is posted."""
    return page.replace("</title>\n", f"</title>\n{PREVIEW}", 1)


def javascript_module(table: bytes) -> str:
    """Return a module of JavaScript that carries the bytes of a table."""
    parts = wrap(b64encode(table).decode(), 88)
    return MODULE.format(joined=" +\n".join(f'    "{part}"' for part in parts))


def built_files() -> dict[Path, str]:
    """Return the templates and texts of both pages; the scripts are built before."""
    files = {}
    for name in PAGES:
        files[BUILT / f"{name}.min.html"] = bundled_template(name)
        files[BUILT / f"{name}.texts.json"] = bundled_texts(name)
    return files


def main() -> None:
    """Write the bundles, and then all that is made of them."""
    for path, source in BUNDLES.items():
        path.write_bytes(bundle(source))
    for files in (built_files, generated_files):
        for path, text in files().items():
            path.write_text(text, encoding="utf-8", newline="\n")
    for path in (*BUNDLES, *built_files(), *generated_files()):
        print(f"{path.name}: {path.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
