"""In full: what is loaded, how long functions are, and a clone as it stands on Windows."""

import ast
import hashlib
import subprocess
from pathlib import Path

import pytest
import test_elsewhere
import test_package
from smoke import LARGE_STEPS, LONG, QUICK
from test_package import COMMAND, PACKAGE

from exhaustive import in_full

ROOT = Path(__file__).parents[2]
MOST_LINES = 30
"""Of a function, its docstring left out."""

in_full(
    test_package.test_nothing_is_loaded_that_is_not_needed,
    code=[(f"{COMMAND}(['build', '--method', 'tiers', '-o', 't'])", {"numba"})],
)
in_full(
    test_elsewhere.test_the_main_commands_work_where_other_names_are_missing,
    steps=[[*QUICK, *LONG, *LARGE_STEPS]],
)


def lines_of_code(function: ast.FunctionDef) -> int:
    """From the line of its def to its last; the docstring does not count."""
    lines = (function.end_lineno or 0) - function.lineno + 1
    first = function.body[0]
    if ast.get_docstring(function) is not None:
        lines -= (first.end_lineno or 0) - first.lineno + 1
    return lines


def test_functions_are_short() -> None:
    """At most 30 lines."""
    long = {
        f"{path.relative_to(ROOT).as_posix()} {node.name}"
        for folder in (PACKAGE, ROOT / "scripts")
        for path in folder.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.FunctionDef) and lines_of_code(node) > MOST_LINES
    }
    assert not long


@pytest.mark.skipif(not (ROOT / ".git").exists(), reason="this is not a clone")
def test_a_clone_has_the_same_bytes_whatever_it_makes_of_line_ends(tmp_path: Path) -> None:
    """Git for Windows sets core.autocrlf; .gitattributes says which files are not text."""
    clone = ["git", "clone", "--quiet", "--config", "core.autocrlf=true", str(ROOT), str(tmp_path)]
    subprocess.run(clone, check=True)
    command = ["git", "ls-tree", "-r", "HEAD"]
    listed = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True)
    files = [line.split(maxsplit=3)[2:] for line in listed.stdout.splitlines()]
    assert len(files) > 300
    for name, path in files:
        data = (tmp_path / path).read_bytes()
        assert hashlib.sha1(b"blob %d\0" % len(data) + data).hexdigest() == name, path
