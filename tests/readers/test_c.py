"""The C reader, where gcc is: warnings, some of the vectors, its examples."""

import shutil
import subprocess
from pathlib import Path

import pytest
from test_vectors import check

from ttt_table import Game, TttTableError
from ttt_table.export.c_header import c_header

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "readers" / "c"
WARNINGS = ["-Wall", "-Wextra", "-Wconversion", "-pedantic", "-Werror"]
SANITIZERS = ["-g", "-O1", "-fsanitize=address,undefined", "-fno-sanitize-recover=all"]
COMPILERS = {
    "gcc": ["-std=c99"],
    "clang": ["-std=c99"],
    "g++": ["-x", "c++", "-std=c++11"],
    "clang++": ["-x", "c++", "-std=c++11"],
}


def built(source: Path, work: Path, compiler: str = "gcc", *options: str) -> str:
    """Compile a program, with every warning an error.

    Skip the test where the compiler is missing.
    """
    if not shutil.which(compiler):
        pytest.skip(f"{compiler} is not installed")
    program = str(work / f"{source.stem}-{compiler}")
    flags = [*COMPILERS[compiler], *WARNINGS, *options, f"-I{FOLDER}"]
    command = [compiler, *flags, str(source), "-o", program]
    compiled = subprocess.run(command, capture_output=True, text=True, check=False)
    assert compiled.returncode == 0, compiled.stderr
    return program


@pytest.mark.parametrize(("compiler", "options", "every"), [("gcc", [], 10_000)])
def test_the_c_reader_passes(
    compiler: str, options: list[str], every: int, tmp_path: Path
) -> None:
    """One question in ten thousand; the long tests ask all."""
    program = built(FOLDER / "adapter.c", tmp_path, compiler, *options)
    checked = check(program, "--every", str(every))
    assert checked.returncode == 0, checked.stdout + checked.stderr


@pytest.mark.parametrize("name", ["", "3x3", "a-b", "a b", "a;", "\u00e4", "a\n"])
def test_a_name_that_c_does_not_allow_is_refused(name: str) -> None:
    """With an error of ours."""
    with pytest.raises(TttTableError, match="cannot name an array"):
        c_header(b"", Game(), name)
