"""The JavaScript reader, where node is: some of the vectors, and its package."""

import json
import re
import shutil
from pathlib import Path

import pytest
from test_vectors import check

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "readers" / "js"
ADAPTER = f"node {FOLDER / 'adapter.mjs'}"
IMPORTS = r"^\s*import\b.*|\bimport\(|\brequire\(|\bprocess\b"
needs_node = pytest.mark.skipif(
    not shutil.which("node"), reason="node is not installed"
)


@needs_node
@pytest.mark.parametrize("every", [10_000])
def test_the_javascript_reader_passes(every: int) -> None:
    """One question in ten thousand; the long tests ask all."""
    checked = check(ADAPTER, "--every", str(every))
    assert checked.returncode == 0, checked.stdout + checked.stderr


def test_it_can_stand_in_a_page() -> None:
    """It may be inlined in a script element.

    It imports nothing else, and nothing in it ends the element.
    """
    for name in ("ttt-table.js", "kit.js", "ranged.js"):
        text = (FOLDER / name).read_text(encoding="utf-8")
        imported = re.findall(IMPORTS, text, re.MULTILINE)
        assert all(line.endswith('from "./ttt-table.js";') for line in imported)
        assert len(imported) == (name != "ttt-table.js")
        assert "</script" not in text
        assert "<!--" not in text


def test_the_package_is_whole() -> None:
    """Without dependencies; its version is compared in test_package.py."""
    package = json.loads((FOLDER / "package.json").read_text(encoding="utf-8"))
    assert "dependencies" not in package
    assert all(any(FOLDER.glob(name)) for name in package["files"])
    assert (FOLDER / "LICENSE").read_bytes() == (ROOT / "LICENSE").read_bytes()
