"""The package on another system, and a clone as it stands on Windows."""

import hashlib
import os
import subprocess
import sys
from pathlib import Path

import pytest
import smoke

ROOT = Path(__file__).parents[2]


@pytest.mark.skipif(not Path("/proc/self/maps").exists(), reason="it is real elsewhere")
def test_the_main_commands_work_where_other_names_are_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nor does any text that a terminal cannot show end in an error."""
    (tmp_path / "sitecustomize.py").write_text(
        "import elsewhere\n\nelsewhere.move_there()\n"
    )
    folders = [tmp_path, ROOT / "tests", ROOT]
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(map(str, folders)))
    monkeypatch.setenv("PYTHONIOENCODING", "cp1252")
    (tmp_path / "empty").mkdir()
    steps = [*smoke.QUICK, *smoke.LONG, *smoke.LARGE_STEPS]
    smoke.try_all(steps, [sys.executable, "-m", "ttt_table"], tmp_path / "empty")


@pytest.mark.skipif(not (ROOT / ".git").exists(), reason="this is not a clone")
def test_a_clone_has_the_same_bytes_whatever_it_makes_of_line_ends(
    tmp_path: Path,
) -> None:
    """Git for Windows sets core.autocrlf.

    .gitattributes says which files are not text.
    """
    clone = [
        "git",
        "clone",
        "--quiet",
        "--config",
        "core.autocrlf=true",
        str(ROOT),
        str(tmp_path),
    ]
    subprocess.run(clone, check=True)
    command = ["git", "ls-tree", "-r", "HEAD"]
    listed = subprocess.run(
        command, cwd=tmp_path, capture_output=True, text=True, check=True
    )
    files = [line.split(maxsplit=3)[2:] for line in listed.stdout.splitlines()]
    assert len(files) > 300
    for name, path in files:
        data = (tmp_path / path).read_bytes()
        assert hashlib.sha1(b"blob %d\0" % len(data) + data).hexdigest() == name, path
