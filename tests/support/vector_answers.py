"""Print what a module answers to every vector: an answer, or an error's class and code.

    python vector_answers.py ttt_table          # the package
    python vector_answers.py my_copy 20         # a copy of the runtime, one in 20
    python vector_answers.py my_copy 20 FOLDER  # with the files that are unpacked there

It has one line for each vector, without words, so that two modules, or two versions of
one, can be compared line by line. It imports the standard library alone.
"""

import sys
from collections.abc import Callable, Iterator
from importlib import import_module
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory
from types import ModuleType

VECTORS = Path(__file__).resolve().parents[2] / "readers" / "vectors"
sys.path.append(str(VECTORS))

from check_reader import mutated, rows_of, table_bytes, unpacked_files  # noqa: E402  # in that folder

Row = dict[str, str]


def answer_lines(module: ModuleType, folder: Path, every: int) -> Iterator[str]:
    """Yield the answers to the vectors, all of them or one in so many.

    Args:
        module: It has ``open_table``, as the runtime and the package do.
        folder: A folder for the files that are opened.
        every: 1 for every vector, else every so many of each list; of odd files a
            hundred times as many.
    """
    for row in rows_of(VECTORS / "tables.tsv"):
        table = module.open_table(stored(row["table"], folder))
        yield answer(row["table"], table.__len__)
        for board_row in rows_of(VECTORS / "boards" / f"{row['table']}.tsv", every):
            board = board_row["board"]
            yield answer(board, table.__getitem__, board)
            yield answer(board, table.scores, board)
            yield answer(board, table.best_moves, board)
    tables = {}
    for row in rows_of(VECTORS / "bad-boards.tsv", every):
        key = row["table"], row["first"]
        if key not in tables:
            tables[key] = module.open_table(stored(key[0], folder), first=key[1])
        table = tables[key]
        yield answer(row["board"], table.__getitem__, row["board"])
    files = unpacked_files(folder)
    for row in rows_of(VECTORS / "files.tsv", max(1, every // 100)):
        path = files / row["file"]
        yield answer(row["file"], opened, module, path, row["board"])
    for row, place in islice(mutations(), 0, None, every):
        vector = f"{row['table']} {row['action']} {place} {row['mend']}"
        yield answer(vector, opened, module, mutated_bytes(row, place), "")


def stored(table: str, folder: Path) -> Path:
    """Return the path of one of the vectors' tables, unpacked."""
    path = folder / table
    if not path.exists():
        path.write_bytes(table_bytes(table))
    return path


def mutations() -> Iterator[tuple[Row, int]]:
    """Yield every change of a file that the vectors list."""
    for row in rows_of(VECTORS / "mutations.tsv"):
        for place in range(int(row["from"]), int(row["to"]) + 1):
            yield row, place


def mutated_bytes(row: Row, place: int) -> bytes:
    """Return a table after the change at a place that a row lists."""
    table = table_bytes(row["table"])
    return bytes(mutated(table, row["action"], place, row["mend"] == "yes"))


def opened(module: ModuleType, source: Path | bytes, board: str) -> object:
    """Open a file or its bytes, and look a board up if there is one."""
    with module.open_table(source) as table:
        return table[board] if board else len(table)


def answer(vector: str, call: Callable[..., object], *arguments: object) -> str:
    """Return what a call answers, or what it raises: class, code and cells."""
    try:
        result = repr(call(*arguments))
    except (ValueError, OSError) as error:
        code = getattr(error, "code", "")
        cells = tuple(getattr(error, "cells", ()))
        result = f"{type(error).__name__} {code} {cells}"
    return f"{vector}: {result}"


if __name__ == "__main__":
    name, step, unpacked = [*sys.argv[1:], *("", "1", "")[len(sys.argv) - 1 :]]
    with TemporaryDirectory() as made:
        place = Path(unpacked or made)
        for line in answer_lines(import_module(name), place, int(step)):
            print(line)
