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


@pytest.mark.parametrize(
    ("name", "imports"), [("ttt-table.js", 0), ("kit.js", 1), ("ranged.js", 1)]
)
def test_a_module_imports_nothing_but_the_reader(name: str, imports: int) -> None:
    """So that a page needs no other file."""
    text = (JS_FOLDER / name).read_text(encoding="utf-8")
    imported = re.findall(IMPORTS, text, re.MULTILINE)
    assert all(line.endswith('from "./ttt-table.js";') for line in imported)
    assert len(imported) == imports


@pytest.mark.parametrize("name", ["ttt-table.js", "kit.js", "ranged.js"])
def test_a_module_does_not_end_the_script_element_that_it_stands_in(name: str) -> None:
    text = (JS_FOLDER / name).read_text(encoding="utf-8")
    assert "</script" not in text
    assert "<!--" not in text


def test_the_package_is_whole() -> None:
    """Without dependencies; its version is compared in test_package.py."""
    package = json.loads((JS_FOLDER / "package.json").read_text(encoding="utf-8"))
    assert "dependencies" not in package
    assert all(any(JS_FOLDER.glob(name)) for name in package["files"])
    own_licence = (JS_FOLDER / "LICENSE").read_bytes()
    assert own_licence == (JS_FOLDER.parents[1] / "LICENSE").read_bytes()
