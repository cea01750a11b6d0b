"""The JavaScript reader, where node is: some of the vectors, and its package."""

import json
import re

import pytest
from support.cases import exhaustive
from support.readers import (
    JS_FOLDER,
    JS_READER,
    check_reader,
    needs_node,
)

IMPORTS = r"^\s*import\b.*|\bimport\(|\brequire\(|\bprocess\b"


@needs_node
@pytest.mark.parametrize(
    "every",
    [10_000, *exhaustive([4])],
)
def test_the_javascript_reader_passes(every: int) -> None:
    """One question in ten thousand; the long tests ask all."""
    checked = check_reader(JS_READER, "--every", str(every))
    assert checked.returncode == 0, checked.stdout + checked.stderr


def test_it_can_stand_in_a_page() -> None:
    """It may be inlined in a script element.

    It imports nothing else, and nothing in it ends the element.
    """
    for name in ("ttt-table.js", "kit.js", "ranged.js"):
        text = (JS_FOLDER / name).read_text(encoding="utf-8")
        imported = re.findall(IMPORTS, text, re.MULTILINE)
        assert all(line.endswith('from "./ttt-table.js";') for line in imported)
        assert len(imported) == (name != "ttt-table.js")
        assert "</script" not in text
        assert "<!--" not in text


def test_the_package_is_whole() -> None:
    """Without dependencies; its version is compared in test_package.py."""
    package = json.loads((JS_FOLDER / "package.json").read_text(encoding="utf-8"))
    assert "dependencies" not in package
    assert all(any(JS_FOLDER.glob(name)) for name in package["files"])
    own_licence = (JS_FOLDER / "LICENSE").read_bytes()
    assert own_licence == (JS_FOLDER.parents[1] / "LICENSE").read_bytes()
