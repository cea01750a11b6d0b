"""Rows in arrays, some thousands at a time, as text, as numpy's files or as Parquet.

It works on what `Table.arrays` gives, piece by piece, and keeps nothing of a piece that is written.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from shutil import copyfileobj
from typing import TYPE_CHECKING, Any
from zipfile import ZIP_DEFLATED, ZipFile

import numpy as np
from numpy.lib import format as npy
from numpy.typing import NDArray

from ttt_table.errors import MissingExtraError, TableAccessError, with_path
from ttt_table.table.batch import NO_SCORE

if TYPE_CHECKING:
    from ttt_table.table.batch import Batch

COLUMNS = {"boards": "i1", "movers": "i1", "values": "i1", "plies": "i1"}
COLUMNS |= {"best": "?", "keeping": "?", "scores": "i1"}
"""The arrays and their dtypes, in the order in which npz has them."""
ONE_A_ROW = ("movers", "values", "plies")
LEVEL = 4
"""How hard npz is packed. The usual 6 takes four times as long, for a tenth less."""

Pieces = Iterable["Batch"]
Bytes = NDArray[np.uint8]
"""By row and place, NUL where there is nothing."""


def lines(
    pieces: Pieces, cells: int, line: str, between: str, apart: str, none: str
) -> Iterator[bytes]:
    """A line of text a row, with what `TEXTS` has for a format.

    Each field is as wide as its longest word, so the lines are a matrix; the bytes that stand for
    nothing are then taken out of all of it at one blow.
    """
    constants = [np.frombuffer(one.encode(), np.uint8) for one in line.split("%s")]
    opening = constants[4][-1:].tobytes()  # what stands before a list
    numbers = list(map(str, range(-cells - 1, cells + 2)))
    listed = ["", *(f"{between}{cell}" for cell in range(cells))]
    each = np.arange(1, cells + 1, dtype=np.int8)
    scores = [f"{apart}{score}" for score in (none, *numbers)]
    for piece in pieces:
        parts = [constants[0]]
        for field, constant in zip(
            (
                _spelt(piece.boards + 1, ["O", ".", "X"]),
                _spelt(piece.movers[:, None] + 1, ["O", "", "X"]),
                _spelt(piece.values[:, None] + 1, ["-1", "0", "1"]),
                _spelt(piece.plies[:, None], numbers[cells + 1 :]),
                _spelt(piece.best * each, listed),
                _spelt(piece.keeping * each, listed),
                # One below the lowest score stands for none; nothing stands before the first.
                _spelt(np.maximum(piece.scores, -cells - 2) + cells + 2, scores)[:, len(apart) :],
            ),
            constants[1:],
            strict=True,
        ):
            parts += [field, constant]
        every = [np.broadcast_to(part, (len(piece.boards), part.shape[-1])) for part in parts]
        text = np.concatenate(every, axis=1).tobytes().translate(None, b"\0")
        yield text.replace(opening + between.encode(), opening)  # nothing stands before the first


def _spelt(numbers: NDArray[Any], words: list[str]) -> Bytes:
    """Numbers by row and place, each as the word that has it."""
    found = np.take(np.array(words, "S"), numbers, mode="clip")
    return found.view(np.uint8).reshape(len(numbers), numbers.shape[1] * found.itemsize)


def write_npy(pieces: Pieces, cells: int, folder: str) -> None:
    """Write each column to a file of numpy's own format, ``np.save``'s byte for byte."""
    count = 0
    with ExitStack() as opened:
        files = {
            name: opened.enter_context(open(os.path.join(folder, f"{name}.npy"), "xb"))
            for name in COLUMNS
        }

        def write_heads() -> None:
            for name, file in files.items():
                shape = (count,) if name in ONE_A_ROW else (count, cells)
                descr = npy.dtype_to_descr(np.dtype(COLUMNS[name]))
                head = {"descr": descr, "fortran_order": False, "shape": shape}
                file.seek(0)
                npy.write_array_header_1_0(file, head)

        write_heads()
        for piece in pieces:
            count += len(piece.boards)
            for name, file in files.items():
                file.write(np.ascontiguousarray(getattr(piece, name)).data)
        write_heads()  # numpy leaves room in them for whatever the length turns out to be
        for file in files.values():
            file.flush()
            os.fsync(file.fileno())


def write_folder(pieces: Pieces, cells: int, path: str, within: str) -> None:
    """Write them as a folder, made ``within`` another and moved to its path once it is whole.

    Raises `TableAccessError` for a path at which something else stands than such a folder.
    """
    goal = os.path.realpath(path)
    made, old = (os.path.join(within, name) for name in ("made", "old"))
    if os.path.lexists(goal) and not _is_export(goal):
        what = "there is something else than exported arrays; choose another name"
        raise TableAccessError(with_path(path, what))
    os.mkdir(made)
    write_npy(pieces, cells, made)
    try:
        if os.path.lexists(goal):  # no system call puts a folder in the place of a full one
            os.rename(goal, old)
        os.rename(made, goal)
    except BaseException:
        if os.path.lexists(old) and not os.path.lexists(goal):
            os.rename(old, goal)
        raise


def _is_export(path: str) -> bool:
    """True for a folder that holds nothing but arrays of ours."""
    ours = {f"{name}.npy" for name in COLUMNS}
    return os.path.isdir(path) and ours.issuperset(os.listdir(path))


def npz(pieces: Pieces, cells: int, folder: str) -> str:
    """Pack them into one file, in a folder; returns its path."""
    write_npy(pieces, cells, folder)
    path = os.path.join(folder, "npz")
    with ZipFile(path, "w", ZIP_DEFLATED, compresslevel=LEVEL) as whole:
        for name in COLUMNS:
            # What is opened by its name is dated 1980, the earliest that a zip file can tell: the
            # same rows give the same bytes on every day.
            with (
                open(os.path.join(folder, f"{name}.npy"), "rb") as file,
                whole.open(f"{name}.npy", "w", force_zip64=True) as packed,
            ):
                copyfileobj(file, packed)
    return path


def parquet(pieces: Pieces, cells: int, folder: str) -> str:
    """Write a Parquet file into a folder, a row group a piece; returns its path."""
    try:
        import pyarrow as arrow
        from pyarrow.parquet import ParquetWriter
    except ImportError as error:
        raise MissingExtraError.of("parquet", "pyarrow", error) from None
    path, text, number = os.path.join(folder, "parquet"), arrow.string(), arrow.int8()
    kinds = {"board": text, "mover": text, "value": number, "plies": number}
    kinds |= dict.fromkeys(("best", "keeping"), arrow.list_(number))
    schema = arrow.schema(kinds | {"scores": arrow.list_(number, cells)})

    def texts(marks: NDArray[np.int8]) -> Any:
        spelt = _spelt(marks + 1, ["O", ".", "X"]).view(f"S{marks.shape[1]}")
        return arrow.array(spelt.ravel()).cast(text)

    def lists(flags: NDArray[np.bool_]) -> Any:
        ends = np.append(0, flags.sum(axis=1).cumsum()).astype(np.int32)
        return arrow.ListArray.from_arrays(ends, flags.nonzero()[1].astype(np.int8))

    with ParquetWriter(path, schema) as whole:
        for piece in pieces:
            flat = piece.scores.ravel()
            scores = arrow.array(flat, mask=flat == NO_SCORE)
            columns = [texts(piece.boards), texts(piece.movers[:, None]), piece.values, piece.plies]
            columns += [lists(piece.best), lists(piece.keeping)]
            columns += [arrow.FixedSizeListArray.from_arrays(scores, cells)]
            whole.write_table(arrow.table(columns, schema=schema))
    return path
