"""Run a reader of table files, in any language, through readers/vectors/.

    python readers/vectors/check_reader.py --reader 'node readers/js/adapter.mjs'

The reader is a program that answers a line with a line, as readers/vectors/README.md
says. The exit status is 0 if all its answers are right, else 1.
"""

from __future__ import annotations

import argparse
import gzip
import re
import shlex
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import islice
from pathlib import Path
from typing import NamedTuple
from zlib import crc32

VECTORS = Path(__file__).resolve().parent
FILES_ARCHIVE = "files.tar.gz"
"""The crafted files: small, many, and nothing to look at."""
SHOWN = 10
"""The most wrong answers of a section that are printed."""
SECONDS_TO_END = 60
"""How long a reader may take to end."""

_ESCAPES = {"\\": "\\\\", "\t": "\\t", "\n": "\\n", "\r": "\\r"}
_UNESCAPES = {escape: character for character, escape in _ESCAPES.items()}


class Answered(NamedTuple):
    """A request to the reader, and its answer."""

    request: str
    """The request, for messages."""
    right: bool
    """Whether the answer is right."""
    answer: list[str]
    """The fields of the answer."""


class SectionResult(NamedTuple):
    """The answers to one file of requests."""

    name: str
    """The file's name in the folder of vectors."""
    right: int
    """The number of right answers."""
    wrong: list[str]
    """The wrong answers, in words."""


def escaped(field: str) -> str:
    r"""Return a text as a field of a TSV file.

    An empty text becomes ``-``. Backslash, tab and line ends are written as in C.

    >>> escaped("X..\n.O."), escaped("")
    ('X..\\n.O.', '-')
    """
    return "".join(_ESCAPES.get(character, character) for character in field) or "-"


def unescaped(field: str) -> str:
    """Return the text of a field: the inverse of `escaped`."""
    if "\\" not in field:
        return "" if field == "-" else field
    return re.sub(r"\\.", lambda escape: _UNESCAPES[escape[0]], field)


def rows_of(path: Path, every: int = 1) -> Iterator[dict[str, str]]:
    """Yield the lines of a TSV file by the names in its first line, unescaped.

    Args:
        path: The file.
        every: 1 for every line; else the first line, and then every so many.
    """
    lines = path.read_text(encoding="utf-8").split("\n")[:-1]
    names = lines[0].split("\t")
    for line in lines[1::every]:
        yield dict(zip(names, map(unescaped, line.split("\t")), strict=True))


@cache
def table_bytes(name: str, vectors: Path = VECTORS) -> bytes:
    """Return one of the vectors' tables, unpacked if it is stored packed."""
    path = vectors / "tables" / f"{name}.msgpack"
    if path.exists():
        return path.read_bytes()
    return gzip.decompress(path.with_name(f"{path.name}.gz").read_bytes())


def unpacked_files(folder: Path, vectors: Path = VECTORS) -> Path:
    """Return a folder with the crafted files, which are unpacked into this folder."""
    files = folder / "files"
    if not files.exists():
        with tarfile.open(vectors / FILES_ARCHIVE) as archive:
            archive.extractall(folder, filter="data")
    return files


class Places(NamedTuple):
    """The places of the checksums in a table file, for mending them."""

    body_value: int
    """The first of the four bytes of ``body_crc32``'s number."""
    header_value: int
    """The first of those of ``head_crc32``'s number."""

    @classmethod
    def of(cls, table: bytes) -> Places:
        """Find them by the names of the keys, in a whole table."""
        values = []
        for key in (b"body_crc32", b"head_crc32"):
            after_key = table.index(key) + len(key)
            values.append(after_key + 1)  # a byte says which kind of number it is
        return cls(*values)


def mended(data: bytes, places: Places) -> bytes:
    """Return the bytes with both checksums made to fit.

    The file has to be long enough to hold them.
    """
    changed = bytearray(data)
    body = crc32(data[places.header_value + 4 :])
    changed[places.body_value : places.body_value + 4] = body.to_bytes(4, "big")
    header = crc32(changed[: places.header_value - 1])
    changed[places.header_value : places.header_value + 4] = header.to_bytes(4, "big")
    return bytes(changed)


def mutated(table: bytes, action: str, place: int, mend: bool) -> bytes:
    """Return a table file after one action.

    Args:
        table: The whole file.
        action: ``cut`` leaves ``place`` bytes, ``flip`` changes the bit with this
            number, and ``append`` adds so many zeros.
        place: A number of bytes or of a bit.
        mend: Whether to make the checksums fit again.
    """
    if action == "cut":
        return table[:place]
    if action == "append":
        data = table + bytes(place)
    else:
        assert action == "flip", action
        changed = bytearray(table)
        changed[place >> 3] ^= 1 << (place & 7)
        data = bytes(changed)
    if mend:
        data = mended(data, Places.of(table))
    return data


class Reader:
    """A reader's program, at the other end of two pipes."""

    def __init__(self, command: Sequence[str]) -> None:
        self._process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            encoding="utf-8",
        )

    def ask(self, *fields: str) -> list[str]:
        """Return the fields of its answer to one request."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write("\t".join(map(escaped, fields)) + "\n")
        self._process.stdin.flush()
        answer = self._process.stdout.readline()
        if not answer.endswith("\n"):
            sys.exit(f"the reader ended, or closed its output, at the request {fields}")
        return [unescaped(field) for field in answer[:-1].split("\t")]

    def close(self) -> None:
        """Close its input, and wait until it has ended.

        All has been answered by then. Node.js 20 sometimes waits for its own threads
        without end when it leaves, so a reader that stays is stopped.
        """
        try:
            self._process.communicate(timeout=SECONDS_TO_END)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.communicate()


class Check:
    """Asks a reader all that the vectors say, a section for each file of requests."""

    def __init__(self, reader: Reader, vectors: Path, folder: Path, every: int) -> None:
        """Prepare the check.

        Args:
            reader: The reader.
            vectors: The folder of vectors.
            folder: A folder for temporary files.
            every: 1 for every request, else every so many of each section.
        """
        self._reader = reader
        self._vectors = vectors
        self._folder = folder
        self._every = every
        self._opened: tuple[str, str] | None = None

    def run(self) -> Iterator[SectionResult]:
        """Yield the result of each section."""
        sections = {
            "tables.tsv": self._tables,
            **{f"boards/{path.name}": self._boards for path in self._boards_files()},
            "depths.tsv": self._depths,
            "spellings.tsv": self._spellings,
            "bad-boards.tsv": self._bad_boards,
            "files.tsv": self._files,
            "mutations.tsv": self._mutations,
        }
        for name, section in sections.items():
            right = 0
            wrong = []
            answers = section(self._vectors / name)
            for number, answered in enumerate(answers, start=1):
                if answered.right:
                    right += 1
                else:
                    answer = " ".join(answered.answer)
                    wrong.append(f"{name} {number}: {answered.request}: {answer}")
            yield SectionResult(name, right, wrong)

    def _boards_files(self) -> list[Path]:
        return sorted((self._vectors / "boards").glob("*.tsv"))

    def _open(self, table: str, first: str = "X") -> list[str]:
        """Have the reader open one of the vectors' tables.

        A table that it has just opened stays open.
        """
        if self._opened == (table, first):
            return ["ok"]
        self._opened = table, first
        path = self._vectors / "tables" / f"{table}.msgpack"
        if not path.exists():
            packed = path.with_name(path.name + ".gz")
            path = self._folder / path.name
            path.write_bytes(gzip.decompress(packed.read_bytes()))
        return self._reader.ask("open", first, str(path))

    def _tables(self, path: Path) -> Iterator[Answered]:
        for row in rows_of(path):
            self._opened = None
            answer = self._open(row["table"])
            expected = ["ok", *list(row.values())[1:]]
            yield Answered(f"open {row['table']}", answer == expected, answer)

    def _boards(self, path: Path) -> Iterator[Answered]:
        self._open(path.stem)
        for row in rows_of(path, self._every):
            yield self._asked(["ok", row["value"], row["plies"]], "get", row["board"])
            yield self._asked(["ok", row["scores"]], "scores", row["board"], "")
            yield self._asked(["ok", best(row["scores"])], "best", row["board"], "")

    def _depths(self, path: Path) -> Iterator[Answered]:
        for row in rows_of(path, self._every):
            self._open(row["table"])
            fields = (row["board"], row["depth"])
            yield self._asked(["ok", row["scores"]], "scores", *fields)
            yield self._asked(["ok", best(row["scores"])], "best", *fields)

    def _asked(self, expected: list[str], *request: str) -> Answered:
        """Put a request to the reader, and compare its answer with the right one."""
        answer = self._reader.ask(*request)
        return Answered(" ".join(request), answer == expected, answer)

    def _spellings(self, path: Path) -> Iterator[Answered]:
        for row in rows_of(path, self._every):
            self._open(row["table"], row["first"])
            if row["code"]:
                answer = self._reader.ask("get", row["spelling"])
                is_refused = answer[:2] == ["error", row["code"]]
                yield Answered(f"get {row}", is_refused, answer)
            if row["board"]:
                yield self._asked_like_standard(row, "get")
                yield self._asked_like_standard(row, "scores", "")

    def _asked_like_standard(
        self, row: dict[str, str], request: str, *options: str
    ) -> Answered:
        """Ask about a spelling, whose answer must be that of the standard spelling."""
        expected = self._reader.ask(request, row["board"], *options)
        answer = self._reader.ask(request, row["spelling"], *options)
        is_right = answer == expected and expected[0] == "ok"
        return Answered(f"{request} {row}", is_right, answer)

    def _bad_boards(self, path: Path) -> Iterator[Answered]:
        for row in rows_of(path, self._every):
            self._open(row["table"], row["first"])
            answer = self._reader.ask("get", row["board"])
            has_code = answer[:2] == ["error", row["code"]]
            has_cells = answer[2:] in ([], [row["cells"]])  # not all readers name them
            yield Answered(f"get {row}", has_code and has_cells, answer)

    def _files(self, path: Path) -> Iterator[Answered]:
        # Each is odd in a way of its own, and there are few of them.
        files = unpacked_files(self._folder, self._vectors)
        for row in rows_of(path, max(1, self._every // 100)):
            self._opened = None
            file = files / row["file"]
            answer = self._reader.ask("open", "X", str(file))
            opens = True
            if row["board"]:  # the error comes with the first look-up
                opens = answer[0] == "ok"
                answer = self._reader.ask("get", row["board"])
            yield Answered(f"open {row}", opens and _agrees(answer, row), answer)

    def _mutations(self, path: Path) -> Iterator[Answered]:
        changed = self._folder / "mutated"
        self._opened = None
        mutations = (
            (row, place)
            for row in rows_of(path)
            for place in range(int(row["from"]), int(row["to"]) + 1)
        )
        for row, place in islice(mutations, 0, None, self._every):
            table = table_bytes(row["table"], self._vectors)
            # A disk is slow to empty a file, not to begin another.
            changed.unlink(missing_ok=True)
            is_mended = row["mend"] == "yes"
            changed.write_bytes(mutated(table, row["action"], place, is_mended))
            answer = self._reader.ask("open", "X", str(changed))
            request = f"{row['action']} {place} {row}"
            yield Answered(request, _agrees(answer, row), answer)


def best(scores: str) -> str:
    """Return the cells with the greatest score, from a field of scores."""
    score_of = dict(pair.split(":") for pair in scores.split())
    greatest = max(map(int, score_of.values()), default=0)
    return " ".join(cell for cell, score in score_of.items() if int(score) == greatest)


def _agrees(answer: list[str], row: dict[str, str]) -> bool:
    """Return whether an answer has the code, or the one that `may` allows."""
    if answer[0] == "ok":
        code = ""
    elif answer[0] == "error":
        code = answer[1]
    else:
        return False
    return code == row["code"] or bool(row.get("may") and code == row["may"])


def main() -> None:
    """Check one reader and print a line for each section."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--reader", required=True, help="the command that starts it")
    parser.add_argument(
        "--vectors", type=Path, default=VECTORS, help="the folder of vectors"
    )
    parser.add_argument(
        "--every",
        type=int,
        default=1,
        help="only every so many, and of odd files a hundred times as many (1: all)",
    )
    options = parser.parse_args()
    reader = Reader(shlex.split(options.reader))
    wrong_count = 0
    with tempfile.TemporaryDirectory() as folder:
        check = Check(reader, options.vectors, Path(folder), options.every)
        for result in check.run():
            wrong_count += len(result.wrong)
            counts = f"{result.right:7,} right {len(result.wrong):7,} wrong"
            print(f"{result.name:28} {counts}", flush=True)
            for answer in result.wrong[:SHOWN]:
                print(f"  {answer}")
    reader.close()
    if wrong_count:
        print(f"{wrong_count:,} are wrong")
        sys.exit(1)
    print("all are right")


if __name__ == "__main__":
    main()
