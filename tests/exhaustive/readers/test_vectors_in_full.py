"""All the vectors, written anew and put to every reader; and JavaScript's own tests."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import test_c
import test_javascript
import vectors
from check_reader import VECTORS, escaped, unescaped
from exhaustive import in_full
from hypothesis import given
from hypothesis import strategies as st
from test_c import SANITIZERS
from test_javascript import FOLDER as JAVASCRIPT
from test_javascript import needs_node
from test_vectors import PYTHON_READER, check, contents


def test_the_script_writes_what_stands_there(tmp_path: Path) -> None:
    """Every table, answer, broken file and mutation."""
    vectors.write_all(tmp_path)
    written, kept = contents(tmp_path), contents(VECTORS)
    assert written.keys() == kept.keys()
    for name, data in written.items():
        assert data == kept[name], name


def test_the_python_reader_passes() -> None:
    """Every tenth question: its answers to all of them are those that the script writes."""
    checked = check(PYTHON_READER, "--every", "10")
    assert checked.returncode == 0, checked.stdout + checked.stderr
    assert "all are right" in checked.stdout


def test_a_reader_that_is_wrong_is_found_out(tmp_path: Path) -> None:
    """One that calls everything a draw, and opens everything."""
    wrong = tmp_path / "wrong.py"
    wrong.write_text("import sys\nfor line in sys.stdin: print('ok\\t0\\t1', flush=True)\n")
    checked = check(f"{sys.executable} {wrong}", "--every", "20")
    assert checked.returncode == 1
    lines = checked.stdout.splitlines()
    names = "tables boards/3x3k3 limits spellings bad-boards files mutations"
    for section in names.split():
        line = next(line for line in lines if line.startswith(f"{section}.tsv"))
        assert not line.endswith(" 0 wrong"), line


@given(st.text())
def test_a_field_comes_back_as_it_was(text: str) -> None:
    """Whatever it holds, on one line and without a tab; but - alone stands for nothing."""
    field = escaped(text)
    assert not set(field) & set("\t\r\n")
    assert field
    assert unescaped(field) == ("" if text == "-" else text)


@needs_node
def test_its_own_tests_pass() -> None:
    """Those that node runs, the README's examples among them."""
    ran = subprocess.run(
        ["node", "--test"], cwd=JAVASCRIPT, capture_output=True, text=True, check=False
    )
    assert ran.returncode == 0, ran.stdout


in_full(test_javascript.test_the_javascript_reader_passes, every=[1])
in_full(
    test_c.test_the_c_reader_passes,
    compiler=[(compiler, SANITIZERS, 1) for compiler in ("gcc", "clang")],
)
