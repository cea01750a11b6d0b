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
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import NamedTuple
from zlib import crc32

VECTORS = Path(__file__).resolve().parent
SHOWN = 10
"""How many wrong answers of a section are printed."""

_ESCAPES = {"\\": "\\\\", "\t": "\\t", "\n": "\\n", "\r": "\\r"}
_UNESCAPES = {escape: character for character, escape in _ESCAPES.items()}

Answered = tuple[str, bool, list[str]]
"""What was asked, whether the answer was right, and the answer."""


def escaped(field: str) -> str:
    r"""Return a text as a field of a TSV file.

    An empty text becomes ``-``. Backslash, tab and line ends are written as in C.

    >>> escaped("X..\n.O."), escaped("")
    ('X..\\n.O.', '-')
    """
    return "".join(_ESCAPES.get(character, character) for character in field) or "-"


def unescaped(field: str) -> str:
    """The inverse of `escaped`."""
    if field == "-":
        return ""
    return re.sub(r"\\.", lambda escape: _UNESCAPES[escape[0]], field)


def rows_of(path: Path, every: int = 1) -> Iterator[dict[str, str]]:
    """The lines of a TSV file by the names in its first line, their fields unescaped.

    Every line, or the first and then every so many.
    """
    lines = path.read_text(encoding="utf-8").split("\n")[:-1]
    names = lines[0].split("\t")
    for line in lines[1::every]:
        yield dict(zip(names, map(unescaped, line.split("\t")), strict=True))


class Places(NamedTuple):
    """Where the checksums of a table file stand, for mending them."""

    body_value: int
    """Where the four bytes of ``body_crc32``'s number begin."""
    header_value: int
    """Where those of ``head_crc32``'s begin."""

    @classmethod
    def of(cls, table: bytes) -> Places:
        """Found by the names of the keys, in a whole table."""
        body, header = (
            table.index(key) + len(key) + 1 for key in (b"body_crc32", b"head_crc32")
        )
        return cls(body, header)


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


def mutated(table: bytes, action: str, at: int, mend: bool) -> bytes:
    """Return a table file after one action.

    ``cut`` leaves so many bytes, ``flip`` changes a bit, and ``append`` adds zeros.
    """
    if action == "cut":
        return table[:at]
    if action == "append":
        data = table + bytes(at)
    else:
        assert action == "flip", action
        changed = bytearray(table)
        changed[at >> 3] ^= 1 << (at & 7)
        data = bytes(changed)
    return mended(data, Places.of(table)) if mend else data


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
        """The fields of its answer to one request."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write("\t".join(map(escaped, fields)) + "\n")
        self._process.stdin.flush()
        answer = self._process.stdout.readline()
        if not answer.endswith("\n"):
            sys.exit(f"the reader ended, or closed its output, at the request {fields}")
        return [unescaped(field) for field in answer[:-1].split("\t")]

    def close(self) -> None:
        """Tell it that there is no more, and wait until it has ended."""
        self._process.communicate()


class Check:
    """A check puts all sections of the vectors to one reader.

    It counts the right and the wrong answers.
    """

    def __init__(self, reader: Reader, vectors: Path, folder: Path, every: int) -> None:
        self.counts: Counter[bool] = Counter()
        self._reader = reader
        self._vectors = vectors
        self._folder = folder
        self._every = every
        self._opened: tuple[str, str] | None = None

    def run(self) -> Iterator[tuple[str, Counter[bool], list[str]]]:
        """Yield the result of each section.

        It is the section's name, the numbers of right and wrong answers, and the wrong
        answers.
        """
        sections = {
            "tables.tsv": self._tables,
            **{f"boards/{path.name}": self._boards for path in self._boards_files()},
            "limits.tsv": self._limits,
            "spellings.tsv": self._spellings,
            "bad-boards.tsv": self._bad_boards,
            "files.tsv": self._files,
            "mutations.tsv": self._mutations,
        }
        for name, section in sections.items():
            counts: Counter[bool] = Counter()
            wrong = []
            for place, (asked, right, answer) in enumerate(
                section(self._vectors / name)
            ):
                counts[right] += 1
                if not right:
                    wrong.append(f"{name} {place + 1}: {asked}: {' '.join(answer)}")
            self.counts.update(counts)
            yield name, counts, wrong

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
            yield (
                f"open {row['table']}",
                answer == ["ok", *list(row.values())[1:]],
                answer,
            )

    def _boards(self, path: Path) -> Iterator[Answered]:
        self._open(path.stem)
        for row in rows_of(path, self._every):
            answer = self._reader.ask("get", row["board"])
            yield (
                f"get {row['board']}",
                answer == ["ok", row["value"], row["plies"]],
                answer,
            )
            answer = self._reader.ask("scores", row["board"], "")
            yield f"scores {row['board']}", answer == ["ok", row["scores"]], answer
            answer = self._reader.ask("best", row["board"], "")
            yield f"best {row['board']}", answer == ["ok", best(row["scores"])], answer

    def _limits(self, path: Path) -> Iterator[Answered]:
        for row in rows_of(path, self._every):
            self._open(row["table"])
            answer = self._reader.ask("scores", row["board"], row["limit"])
            yield f"scores {row}", answer == ["ok", row["scores"]], answer
            answer = self._reader.ask("best", row["board"], row["limit"])
            yield f"best {row}", answer == ["ok", best(row["scores"])], answer

    def _spellings(self, path: Path) -> Iterator[Answered]:
        for row in rows_of(path, self._every):
            self._open(row["table"], row["first"])
            if row["code"]:
                answer = self._reader.ask("get", row["spelling"])
                yield f"get {row}", answer[:2] == ["error", row["code"]], answer
            if row["board"]:
                for request in (["get"], ["scores", ""]):
                    wanted = self._reader.ask(request[0], row["board"], *request[1:])
                    answer = self._reader.ask(request[0], row["spelling"], *request[1:])
                    yield (
                        f"{request} {row}",
                        answer == wanted and wanted[0] == "ok",
                        answer,
                    )

    def _bad_boards(self, path: Path) -> Iterator[Answered]:
        for row in rows_of(path, self._every):
            self._open(row["table"], row["first"])
            answer = self._reader.ask("get", row["board"])
            right = answer[:2] == ["error", row["code"]] and answer[2:] in (
                [],
                [row["cells"]],
            )
            yield f"get {row}", right, answer

    def _files(self, path: Path) -> Iterator[Answered]:
        # Each is odd in a way of its own, and there are few of them.
        for row in rows_of(path, max(1, self._every // 100)):
            self._opened = None
            opened = self._reader.ask(
                "open", "X", str(self._vectors / "files" / row["file"])
            )
            answer = self._reader.ask("get", row["board"]) if row["board"] else opened
            right = _agrees(answer, row) and (not row["board"] or opened[0] == "ok")
            yield f"open {row}", right, answer

    def _mutations(self, path: Path) -> Iterator[Answered]:
        changed = self._folder / "mutated"
        self._opened = None
        mutations = (
            (row, at)
            for row in rows_of(path)
            for at in range(int(row["from"]), int(row["to"]) + 1)
        )
        for row, at in islice(mutations, 0, None, self._every):
            table = (self._vectors / "tables" / f"{row['table']}.msgpack").read_bytes()
            changed.unlink(
                missing_ok=True
            )  # a disk is slow to empty a file, not to begin another
            changed.write_bytes(mutated(table, row["action"], at, row["mend"] == "yes"))
            answer = self._reader.ask("open", "X", str(changed))
            yield f"{row['action']} {at} {row}", _agrees(answer, row), answer


def best(scores: str) -> str:
    """The cells with the greatest score, from the scores as the vectors have them."""
    by_cell = dict(pair.split(":") for pair in scores.split())
    most = max(map(int, by_cell.values()), default=0)
    return " ".join(cell for cell, score in by_cell.items() if int(score) == most)


def _agrees(answer: list[str], row: dict[str, str]) -> bool:
    """True where the answer has the code, or the one that the column `may` allows."""
    code = answer[1] if answer[0] == "error" else "" if answer[0] == "ok" else "?"
    return code in (row["code"], row.get("may") or row["code"])


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
    with tempfile.TemporaryDirectory() as folder:
        check = Check(reader, options.vectors, Path(folder), options.every)
        for name, counts, wrong in check.run():
            print(
                f"{name:28} {counts[True]:7,} right {counts[False]:7,} wrong",
                flush=True,
            )
            print(
                *(f"  {one}" for one in wrong[:SHOWN]), sep="\n", end="\n" * bool(wrong)
            )
    reader.close()
    print(
        "all are right"
        if not check.counts[False]
        else f"{check.counts[False]:,} are wrong"
    )
    sys.exit(check.counts[False] > 0)


if __name__ == "__main__":
    main()
