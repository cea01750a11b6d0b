"""The vectors for every reader, other compilers of C, and what pages show."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest
import vectors
from check_reader import VECTORS, Check, escaped, unescaped
from hypothesis import given
from hypothesis import strategies as st
from support.readers import (
    C_FOLDER,
    COMPILERS,
    JS_FOLDER,
    SANITIZERS,
    PythonReader,
    compiled,
    contents_of,
    needs_node,
)

CORTEX = "arm-none-eabi-gcc"
USES = """
#include "ttt_table.h"
ttt_error a(ttt_table *t, const uint8_t *b, size_t n) { return ttt_open(t, b, n); }
ttt_error b(const ttt_table *t, const char *b, int *s) { return ttt_score(t, b, s); }
int c(const ttt_table *t, const char *b, int s) { return ttt_plies(t, b, s); }
ttt_error d(const ttt_table *t, const char *b, int8_t *s) {
    return ttt_scores(t, b, 255, s);
}
ttt_error e(const ttt_table *t, const char *b, int *c) {
    return ttt_best_move(t, b, 255, 0, c);
}
const char *f(ttt_error e) { return ttt_code(e); }
"""
"""Every function, each once."""


@pytest.mark.parametrize("compiler", COMPILERS)
def test_compilers_find_nothing_to_warn_of(compiler: str, tmp_path: Path) -> None:
    """They compile all that uses the reader, as C and as C++.

    The other tests see to gcc alone.
    """
    for source in ("adapter.c", "example.c", "damage.c"):
        compiled(C_FOLDER / source, tmp_path, compiler, "-O2")


@pytest.mark.parametrize("compiler", ["gcc", "clang"])
def test_damaged_files_do_no_harm(compiler: str, tmp_path: Path) -> None:
    """Twenty thousand damaged files are read under the sanitizers.

    Some have mended checksums, and are looked into.
    """
    count = 20_000
    program = compiled(C_FOLDER / "damage.c", tmp_path, compiler, *SANITIZERS)
    tables = sorted(map(str, (VECTORS / "tables").glob("*.msgpack")))
    command = [program, str(count), *tables]
    ran = subprocess.run(command, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr
    opened = re.fullmatch(rf"{count} damaged files, (\d+) of them open\n", ran.stdout)
    assert opened is not None, ran.stdout
    assert int(opened[1]) > count // 100


def test_the_example_is_a_game(tmp_path: Path) -> None:
    """Whoever plays the first free cell against it never wins.

    It says how the game ended.
    """
    program = compiled(C_FOLDER / "example.c", tmp_path)
    moves = "".join(f"{cell}\n" for cell in range(-1, 10))
    ran = subprocess.run(
        [program], input=moves, capture_output=True, text=True, check=True
    )
    assert ran.stdout.endswith(("I have won.\n", "A draw.\n"))
    assert "There is no empty cell -1." in ran.stdout


def test_the_readme_shows_what_happens(tmp_path: Path) -> None:
    """Its first example prints the block behind it."""
    page = (C_FOLDER / "README.md").read_text(encoding="utf-8")
    blocks = re.findall(r"^```c?\n(.*?)^```", page, re.MULTILINE | re.DOTALL)
    source = tmp_path / "readme.c"
    source.write_text(blocks[0], encoding="utf-8")
    ran = subprocess.run(
        [compiled(source, tmp_path)], capture_output=True, text=True, check=True
    )
    assert ran.stdout == blocks[1]


def test_it_fits_a_small_microcontroller(tmp_path: Path) -> None:
    """At most 5 kB of code for a Cortex-M0+, every function and name counted."""
    if not shutil.which(CORTEX):
        pytest.skip(f"{CORTEX} is not installed")
    source = tmp_path / "uses.c"
    target = tmp_path / "uses.o"
    source.write_text(USES, encoding="utf-8")
    flags = ["-mcpu=cortex-m0plus", "-mthumb", "-Os", "-std=c99", "-c", f"-I{C_FOLDER}"]
    subprocess.run([CORTEX, *flags, str(source), "-o", str(target)], check=True)
    command = ["arm-none-eabi-size", str(target)]
    sizes = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    text, data, bss = map(int, sizes.splitlines()[1].split()[:3])
    assert text <= 5000
    assert data == bss == 0


def test_the_script_writes_what_stands_there(tmp_path: Path) -> None:
    """Every table, answer, broken file and mutation."""
    vectors.write_all(tmp_path)
    written = contents_of(tmp_path)
    kept = contents_of(VECTORS)
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
    wrong_sections = {section.name for section in run if section.wrong}
    sections = "tables boards/3x3k3 depths spellings bad-boards files mutations"
    assert wrong_sections >= {f"{section}.tsv" for section in sections.split()}


@given(st.text())
def test_a_field_comes_back_as_it_was(text: str) -> None:
    """Whatever it holds, it is on one line and without a tab.

    But - alone stands for nothing.
    """
    field = escaped(text)
    assert not set(field) & set("\t\r\n")
    assert field
    assert unescaped(field) == ("" if text == "-" else text)


@needs_node
def test_its_own_tests_pass() -> None:
    """Those that node runs, the README's examples among them."""
    ran = subprocess.run(
        ["node", "--test"],
        cwd=JS_FOLDER,
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stdout
