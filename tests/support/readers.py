"""The readers in Python, JavaScript and C, and what puts them to the test."""

import gzip
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from adapter import Adapter
from check_reader import VECTORS, Reader, escaped, unescaped

READERS = Path(__file__).parents[2] / "readers"
C_FOLDER = READERS / "c"
JS_FOLDER = READERS / "js"
JS_READER = f"node {JS_FOLDER / 'adapter.mjs'}"

WARNINGS = ["-Wall", "-Wextra", "-Wconversion", "-pedantic", "-Werror"]
SANITIZERS = ["-g", "-O1", "-fsanitize=address,undefined", "-fno-sanitize-recover=all"]
COMPILERS = {
    "gcc": ["-std=c99"],
    "clang": ["-std=c99"],
    "g++": ["-x", "c++", "-std=c++11"],
    "clang++": ["-x", "c++", "-std=c++11"],
}
"""Each compiler of C or C++, with the options that say which of the two it reads."""

needs_node = pytest.mark.skipif(
    not shutil.which("node"), reason="node is not installed"
)


class PythonReader(Reader):
    """The adapter of the Python reader, without a process."""

    def __init__(self) -> None:
        self.adapter = Adapter()

    def ask(self, *fields: str) -> list[str]:
        answer = self.adapter.answer("\t".join(map(escaped, fields)))
        return [unescaped(str(field)) for field in answer]

    def close(self) -> None:
        pass


def check_reader(reader: str, *options: str) -> subprocess.CompletedProcess[str]:
    """Put the reader that a command starts to the vectors."""
    script = str(VECTORS / "check_reader.py")
    return subprocess.run(
        [sys.executable, script, "--reader", reader, *options],
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )


def contents_of(folder: Path) -> dict[str, bytes]:
    """Return what the vectors' files hold, by their names.

    Packed ones are unpacked, as the versions of zlib pack differently.
    """
    contents = {}
    for path in folder.rglob("*"):
        if path.is_file() and path.suffix in (".msgpack", ".gz", ".tsv"):
            data = path.read_bytes()
            name = str(path.relative_to(folder))
            if path.suffix == ".gz":
                data = gzip.decompress(data)
            contents[name] = data
    return contents


def compiled(source: Path, work: Path, compiler: str = "gcc", *options: str) -> str:
    """Compile a C program with every warning an error, and return its path.

    Skip the test where the compiler is missing.
    """
    if not shutil.which(compiler):
        pytest.skip(f"{compiler} is not installed")
    program = str(work / f"{source.stem}-{compiler}")
    flags = [*COMPILERS[compiler], *WARNINGS, *options, f"-I{C_FOLDER}"]
    command = [compiler, *flags, str(source), "-o", program]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return program
