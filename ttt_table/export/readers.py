"""The readers that other programs copy, each with the table of tic-tac-toe."""

from __future__ import annotations

import os
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path

from ttt_table.errors import ArgumentError, access_error, quoted, shown_path
from ttt_table.table.files import write_atomically

READERS = {
    "python": ("ttt_table/runtime.py", "data/tictactoe.msgpack"),
    "js": (
        "readers/js/ttt-table.js",
        "readers/js/ttt-table.d.ts",
        "readers/js/kit.js",
        "readers/js/kit.d.ts",
        "readers/js/ranged.js",
        "readers/js/ranged.d.ts",
        "readers/js/tictactoe.js",
        "readers/js/tictactoe.d.ts",
        "readers/js/example.html",
    ),
    "c": (
        "readers/c/ttt_table.h",
        "readers/c/tictactoe_table.h",
        "readers/c/example.c",
    ),
}
"""The files of each reader, from the root of a checkout."""
LICENCE = "LICENSE"


def write_reader(
    language: str, folder: str | os.PathLike[str], *, force: bool = False
) -> list[str]:
    """Write a reader, its table, an example and the licence into a folder.

    Args:
        language: ``"python"``, ``"js"`` or ``"c"``.
        folder: The folder, which is made if it is missing.
        force: Whether to replace files there that differ.

    Returns:
        The paths of all files of the reader.

    Raises:
        ArgumentError: The language is none of these, or a file there differs.
        TableAccessError: The system refuses to write.
    """
    if not os.fspath(folder):  # which pathlib takes for the current folder
        raise ArgumentError.of("folder", folder, "a folder's path")
    if language not in READERS:
        known = ", ".join(READERS)
        raise ArgumentError(f"a reader is of {known}, not {quoted(language)}")
    contents = {}
    for name in (*READERS[language], LICENCE):
        path = Path(folder) / Path(name).name
        contents[path] = source(name).read_bytes()
    if not force:
        for path, content in contents.items():
            check_is_same(path, content)
    try:
        Path(folder).mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise access_error(error, "made", os.fspath(folder)) from error
    for path, content in contents.items():
        write_atomically(path, [content])
    return [str(path) for path in contents]


def source(name: str) -> Traversable:
    """Return a file of a reader: in a checkout, or where the wheel carries it."""
    package = resources.files("ttt_table")
    if name.startswith("ttt_table/"):
        return package / name.removeprefix("ttt_table/")
    installed = package / name
    if installed.is_file():
        return installed
    return Path(str(package)).parent / name


def check_is_same(path: Path, content: bytes) -> None:
    """Check that a file is not there, or already holds what would be written.

    Raises:
        ArgumentError: It holds something else.
    """
    try:
        old = path.read_bytes()
    except (FileNotFoundError, NotADirectoryError):  # making the folder fails then
        return
    except OSError as error:
        raise access_error(error, "read", str(path)) from error
    if old != content:
        raise ArgumentError(
            f"{shown_path(str(path))} is there and differs; --force (in Python"
            " force=True) replaces it"
        )
