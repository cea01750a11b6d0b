"""Write the pages to play on of the documents anew: ``python scripts/page.py``.

First their scripts are bundled, by the esbuild that ``npm install`` puts in tests/exhaustive/page.
Tests compare the bundles and the pages with what stands in the checkout.
"""

from __future__ import annotations

import subprocess
from pathlib import Path

from ttt_table.cli.page import default_tables
from ttt_table.export.page import make_menace, make_page
from ttt_table.table.files import read_table, shipped_path

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs" / "play.html"
MENACE = ROOT / "docs" / "menace.html"
SOURCES = ROOT / "ttt_table" / "export" / "page"
ESBUILD = ROOT / "tests" / "exhaustive" / "page" / "node_modules" / ".bin" / "esbuild"


def bundled(source: Path = SOURCES / "main.js") -> bytes:
    """A script and all that it imports, as one: of the page, or of the readers."""
    if not ESBUILD.exists():
        raise SystemExit("esbuild is missing: run npm install in tests/exhaustive/page")
    options = ["--bundle", "--minify", "--format=esm", "--target=es2022", "--charset=utf8"]
    return subprocess.run([ESBUILD, source, *options], capture_output=True, check=True).stdout


def main() -> None:
    """Write the bundles and the pages."""
    for folder in (SOURCES, SOURCES / "menace"):
        (folder / "page.min.js").write_bytes(bundled(folder / "main.js"))
    pages = {PAGE: make_page(default_tables()), MENACE: make_menace(read_table(shipped_path()))}
    for path, text in pages.items():
        path.write_text(text, encoding="utf-8", newline="\n")
        print(f"{path.name}: {path.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
