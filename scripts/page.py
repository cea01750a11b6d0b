"""Write the page of the documents anew: ``python scripts/page.py``.

First its scripts are bundled, by the esbuild that ``npm install`` puts in tests/exhaustive/page.
Tests compare the bundle and the page with what stands in the checkout.
"""

from __future__ import annotations

import subprocess
from pathlib import Path

from ttt_table.cli.page import default_tables
from ttt_table.export.page import make_page

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs" / "play.html"
SOURCES = ROOT / "ttt_table" / "export" / "page"
ESBUILD = ROOT / "tests" / "exhaustive" / "page" / "node_modules" / ".bin" / "esbuild"


def bundled(source: Path = SOURCES / "main.js") -> bytes:
    """A script and all that it imports, as one: of the page, or of the readers."""
    if not ESBUILD.exists():
        raise SystemExit("esbuild is missing: run npm install in tests/exhaustive/page")
    options = ["--bundle", "--minify", "--format=esm", "--target=es2022", "--charset=utf8"]
    return subprocess.run([ESBUILD, source, *options], capture_output=True, check=True).stdout


if __name__ == "__main__":
    (SOURCES / "page.min.js").write_bytes(bundled())
    PAGE.write_text(make_page(default_tables()), encoding="utf-8", newline="\n")
    print(f"{PAGE.name}: {PAGE.stat().st_size:,} bytes")
