"""All the vectors, written anew and put to every reader; and JavaScript's own tests."""

import subprocess
from pathlib import Path

import test_c
import test_javascript
import test_vectors
import vectors
from check_reader import VECTORS, Check, escaped, unescaped
from exhaustive import in_full
from hypothesis import given
from hypothesis import strategies as st
from test_c import SANITIZERS
from test_javascript import FOLDER as JAVASCRIPT
from test_javascript import needs_node
from test_vectors import PythonReader, contents


def test_the_script_writes_what_stands_there(tmp_path: Path) -> None:
    """Every table, answer, broken file and mutation."""
    vectors.write_all(tmp_path)
    written, kept = contents(tmp_path), contents(VECTORS)
    assert written.keys() == kept.keys()
    for name, data in written.items():
        assert data == kept[name], name


class Drawing(PythonReader):
    """Opens everything, and calls it a draw."""

    def ask(self, *_: str) -> list[str]:
        return ["ok", "0", "1"]


def test_a_reader_that_is_wrong_is_found_out(tmp_path: Path) -> None:
    """In every section."""
    run = Check(Drawing(), VECTORS, tmp_path, 20).run()
    found = {name for name, counts, wrong in run if counts[False] == len(wrong) > 0}
    sections = "tables boards/3x3k3 limits spellings bad-boards files mutations"
    assert found >= {f"{section}.tsv" for section in sections.split()}


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


in_full(test_vectors.test_the_python_reader_passes, every=[1])
in_full(test_javascript.test_the_javascript_reader_passes, every=[1])
in_full(
    test_c.test_the_c_reader_passes,
    compiler=[(compiler, SANITIZERS, 1) for compiler in ("gcc", "clang")],
)
