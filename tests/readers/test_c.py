"""The C reader, where compilers are: warnings, the vectors, damaged files, its size."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest
from check_reader import VECTORS
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
CORTEX = "arm-none-eabi-gcc"
USES = """
#include "ttt_table.h"
ttt_error a(ttt_table *t, const uint8_t *b, size_t n) { return ttt_open(t, b, n); }
ttt_error b(const ttt_table *t, const char *b, int *s) { return ttt_score(t, b, s); }
int c(const ttt_table *t, const char *b, int s) { return ttt_plies(t, b, s); }
ttt_error d(const ttt_table *t, const char *b, int8_t *s) { return ttt_scores(t, b, 255, s); }
ttt_error e(const ttt_table *t, const char *b, int *c) { return ttt_best_move(t, b, 255, 0, c); }
const char *f(ttt_error e) { return ttt_code(e); }
"""
"""Every function, each once."""


def built(source: Path, work: Path, compiler: str = "gcc", *options: str) -> str:
    """Compile a program, with every warning an error; skip where the compiler is missing."""
    if not shutil.which(compiler):
        pytest.skip(f"{compiler} is not installed")
    program = str(work / f"{source.stem}-{compiler}")
    flags = [*COMPILERS[compiler], *WARNINGS, *options, f"-I{FOLDER}"]
    command = [compiler, *flags, str(source), "-o", program]
    compiled = subprocess.run(command, capture_output=True, text=True, check=False)
    assert compiled.returncode == 0, compiled.stderr
    return program


@pytest.mark.slow
@pytest.mark.parametrize("compiler", COMPILERS)
def test_compilers_find_nothing_to_warn_of(compiler: str, tmp_path: Path) -> None:
    """As C and as C++, with all that uses the reader; the other tests see to gcc alone."""
    for source in ("adapter.c", "example.c", "damage.c"):
        built(FOLDER / source, tmp_path, compiler, "-O2")


def test_it_passes_a_sample_of_the_vectors(tmp_path: Path) -> None:
    """One question in two thousand, of every kind."""
    checked = check(built(FOLDER / "adapter.c", tmp_path), "--every", "2000")
    assert checked.returncode == 0, checked.stdout + checked.stderr


@pytest.mark.slow
@pytest.mark.parametrize("compiler", ["gcc", "clang"])
def test_it_passes_the_vectors(compiler: str, tmp_path: Path) -> None:
    """All questions, and it does nothing that C does not define."""
    checked = check(built(FOLDER / "adapter.c", tmp_path, compiler, *SANITIZERS))
    assert checked.returncode == 0, checked.stdout + checked.stderr


def damaged(count: int, compiler: str, work: Path) -> None:
    """Open so many damaged files, under the sanitizers."""
    program = built(FOLDER / "damage.c", work, compiler, *SANITIZERS)
    tables = sorted(map(str, (VECTORS / "tables").glob("*.msgpack")))
    command = [program, str(count), *tables]
    ran = subprocess.run(command, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr
    opened = re.fullmatch(rf"{count} damaged files, (\d+) of them open\n", ran.stdout)
    assert opened is not None, ran.stdout
    assert int(opened[1]) > count // 100


@pytest.mark.slow
def test_a_sample_of_damaged_files_does_no_harm(tmp_path: Path) -> None:
    """Some are looked into, as their checksums are mended."""
    damaged(1_000, "gcc", tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize("compiler", ["gcc", "clang"])
def test_damaged_files_do_no_harm(compiler: str, tmp_path: Path) -> None:
    """A hundred thousand."""
    damaged(100_000, compiler, tmp_path)


def test_the_example_is_a_game(tmp_path: Path) -> None:
    """Whoever plays the first free cell against it never wins, and it says how it ended."""
    program = built(FOLDER / "example.c", tmp_path)
    moves = "".join(f"{cell}\n" for cell in range(-1, 10))
    ran = subprocess.run([program], input=moves, capture_output=True, text=True, check=True)
    assert ran.stdout.endswith(("I have won.\n", "A draw.\n"))
    assert "There is no empty cell -1." in ran.stdout


def test_the_readme_shows_what_happens(tmp_path: Path) -> None:
    """Its first example prints the block behind it."""
    page = (FOLDER / "README.md").read_text(encoding="utf-8")
    blocks = re.findall(r"^```c?\n(.*?)^```", page, re.MULTILINE | re.DOTALL)
    source = tmp_path / "readme.c"
    source.write_text(blocks[0], encoding="utf-8")
    ran = subprocess.run([built(source, tmp_path)], capture_output=True, text=True, check=True)
    assert ran.stdout == blocks[1]


@pytest.mark.slow
def test_it_fits_a_small_microcontroller(tmp_path: Path) -> None:
    """At most 4.5 KiB of code for a Cortex-M0+, every function and name counted."""
    if not shutil.which(CORTEX):
        pytest.skip(f"{CORTEX} is not installed")
    source, target = tmp_path / "uses.c", tmp_path / "uses.o"
    source.write_text(USES, encoding="utf-8")
    flags = ["-mcpu=cortex-m0plus", "-mthumb", "-Os", "-std=c99", "-c", f"-I{FOLDER}"]
    subprocess.run([CORTEX, *flags, str(source), "-o", str(target)], check=True)
    command = ["arm-none-eabi-size", str(target)]
    sizes = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    text, data, bss = map(int, sizes.splitlines()[1].split()[:3])
    assert text <= 4608
    assert data == bss == 0


def test_a_header_holds_the_bytes_of_its_table() -> None:
    """All of them, in order."""
    data = bytes(range(256)) * 3
    text = c_header(data, Game(), "some_table")
    assert bytes(int(byte, 16) for byte in re.findall(r"0x(..)\b", text)) == data
    assert f"some_table[{len(data)}]" in text
    assert max(map(len, text.splitlines())) <= 100


@pytest.mark.parametrize("name", ["", "3x3", "a-b", "a b", "a;", "\u00e4", "a\n"])
def test_a_name_that_c_does_not_allow_is_refused(name: str) -> None:
    """With an error of ours."""
    with pytest.raises(TttTableError, match="cannot be the name"):
        c_header(b"", Game(), name)
