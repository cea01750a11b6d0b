"""The kinds of files that commands write: their endings, and how they begin.

Importing pathlib would add 10 % to the time of a small build.
"""

from __future__ import annotations

import os

from ttt_table.errors import ArgumentError
from ttt_table.rules.records import NamedTuple


class Kind(NamedTuple):
    """A kind of file."""

    name: str
    """What messages call it."""
    endings: tuple[str, ...]
    """The endings of its files; one with none of these endings may have none at all."""
    starts: tuple[bytes, ...]
    """How its files begin, in small letters; empty for a comma in the first line."""


TABLE_STARTS = tuple(bytes([0x80 + keys]) + b"\xa6format" for keys in range(16))
"""The number of keys, which the versions of the file differ in, and the first key."""
KINDS = {
    "table": Kind("a table", (".msgpack",), TABLE_STARTS),
    "csv": Kind("CSV", (".csv",), ()),
    "jsonl": Kind("JSON lines", (".jsonl", ".ndjson"), (b"{",)),
    "npz": Kind("an npz archive", (".npz",), (b"pk",)),
    "c": Kind("a C header", (".h", ".c"), (b"/*", b"//", b"#")),
    "svg": Kind("SVG", (".svg",), (b"<svg", b"<?xml")),
    "html": Kind("HTML", (".html", ".htm"), (b"<!doctype html", b"<html")),
    "xml": Kind("XML", (".xml",), (b"<",)),
    "json": Kind("JSON", (".json",), (b"{", b"[")),
    "card": Kind("a dataset card", (".md",), (b"---",)),
}
"""By the name that `add_output` takes."""
OTHER_ENDINGS = (
    *(".py", ".js", ".txt", ".pdf", ".png", ".jpg", ".jpeg", ".gif", ".webp"),
    *(".npy", ".parquet", ".xlsx", ".zip", ".gz"),
)
"""Endings of files that no command writes."""
KNOWN_ENDINGS = {ending for kind in KINDS.values() for ending in kind.endings}.union(
    OTHER_ENDINGS
)
BEGINNING = 64
"""The bytes that tell a file's kind."""
BINARY = b"\0"
"""A byte that text files lack."""


def check_kind(path: str, kind: Kind) -> None:
    """Check that a path may name a file of a kind, and replaces none of another kind.

    Raises:
        ArgumentError: It has the ending of another kind, or a file of another kind is
            there.
    """
    ending = os.path.splitext(path)[1].lower()  # noqa: PTH122
    if ending in KNOWN_ENDINGS and ending not in kind.endings:
        raise ArgumentError(
            f"{path} ends in {ending}, but what is written is {kind.name}; "
            f"let it end in {kind.endings[0]}"
        )
    beginning = _beginning_of(path)
    if beginning and not _is_of_kind(beginning, kind):
        raise ArgumentError(
            f"{path} exists and is not {kind.name}; choose another output"
        )


def _beginning_of(path: str) -> bytes:
    """Return the first bytes of a regular file; none if it cannot be read."""
    try:
        if not os.path.isfile(path):  # noqa: PTH113
            return b""
        with open(path, "rb") as file:  # noqa: PTH123
            return file.read(BEGINNING)
    except (OSError, ValueError):  # the writer says what is wrong with the path
        return b""


def _is_of_kind(beginning: bytes, kind: Kind) -> bool:
    if not kind.starts:  # CSV
        return BINARY not in beginning and b"," in beginning.splitlines()[0]
    return beginning.lower().lstrip(b"\xef\xbb\xbf \r\n").startswith(kind.starts)
