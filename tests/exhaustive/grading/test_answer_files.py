"""Random files of answers, against a second program that works in fractions."""

from __future__ import annotations

import csv
import json
import random
from collections.abc import Sequence
from dataclasses import astuple, dataclass
from pathlib import Path
from typing import Any

import pytest
from support.brute import Brute
from support.games import TableOf
from support.recount import Recount, random_rows
from support.reference_game import ReferenceGame

from ttt_table import Game, Table
from ttt_table.grading import Samples, Share, SideGrade

SMALL = Game(2, 3, 2)
COLS = 3
CELLS = 6


@dataclass(frozen=True)
class FileStyle:
    """How the answers of a file are written.

    Attributes:
        first_index: The number of the first cell, row and column.
        is_transposed: Whether pairs have the column first, and all answers are pairs.
        is_csv: Whether the file is CSV.
    """

    first_index: int
    is_transposed: bool
    is_csv: bool


def pair_of(cell: int, style: FileStyle) -> list[int]:
    """Return the row and the column; of a cell off the board, some that are off it."""
    row, col = divmod(cell, COLS)
    pair = [row + style.first_index, col + style.first_index]
    return pair[::-1] if style.is_transposed else pair


def as_pair(cell: int, style: FileStyle, rng: random.Random) -> Any:
    first, second = pair_of(cell, style)
    prose = f"Row and column? Not (0, 7): I play ({first}, {second})!"
    texts: list[Any] = [
        f"{first},{second}",
        f"({first}, {second})",
        f"[{first}.0, {second}]",
        f"{{{first} , {second}}}",
        prose,
    ]
    if not style.is_csv:
        texts += [[first, second], [float(first), str(second)]]
    return rng.choice(texts)


def as_number(cell: int, style: FileStyle, rng: random.Random) -> Any:
    number = cell + style.first_index
    row, col = pair_of(cell, style)
    texts: list[Any] = [
        str(number),
        f" {number}.0 ",
        f"Of {rng.randint(1, 9)} cells, or (1, 1), I take {number}.",
        f"The answer is {number}.00.",
        json.dumps({"cell": number}),
        json.dumps({"move": [row, col], "why": 3}),
        json.dumps({"row": row, "col": col}),
    ]
    if not style.is_csv:
        texts += [number, float(number), {"index": number}, {"cell": [row, col]}]
        texts += [{"row": float(row), "col": str(col), "index": 0}]
    return rng.choice(texts)


def as_written(cell: int, style: FileStyle, rng: random.Random) -> Any:
    if style.is_transposed or rng.random() < 0.3:
        return as_pair(cell, style, rng)
    return as_number(cell, style, rng)


def as_nothing(style: FileStyle, rng: random.Random) -> Any:
    texts: list[Any] = ["", "  ", "None", "null", "NaN", '{"cell": null}']
    if style.is_transposed:  # an object has no column first
        texts.pop()
    if not style.is_csv:
        texts += [None, float("nan")]
    return rng.choice(texts)


def save(path: Path, rows: Sequence[tuple[str, Any]], style: FileStyle) -> None:
    if not style.is_csv:
        lines = [json.dumps({"board": board, "answer": cell}) for board, cell in rows]
        path.write_text("\n".join(lines))
        return
    with path.open("w", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(["id", "answer", "board"])
        writer.writerows(
            (number, cell, board) for number, (board, cell) in enumerate(rows)
        )


@pytest.mark.parametrize("seed", range(200))
def test_a_random_file_is_worth_what_a_second_program_finds(
    seed: int, table_of: TableOf, tmp_path: Path
) -> None:
    """Each row is written in any form of the grammar; some give no answer at all."""
    rng = random.Random(seed)
    reference = ReferenceGame(2, 3, 2, False)
    answers = random_rows(reference, -seed - 1)
    style = FileStyle(rng.randint(0, 1), rng.random() < 0.3, rng.random() < 0.5)
    rows = [(board, as_written(cell, style, rng)) for board, cell in answers]
    boards = [board for board, _ in answers]
    rows += [(board, as_nothing(style, rng)) for board in boards[::3]]
    path = tmp_path / ("answers.csv" if style.is_csv else "answers.jsonl")
    save(path, rng.sample(rows, len(rows)), style)

    recount = Recount(reference, answers, classes=rng.random() < 0.5)
    check_file(path, style, recount, table_of(SMALL))


def check_file(path: Path, style: FileStyle, recount: Recount, table: Table) -> None:
    samples = Samples(
        table,
        path,
        classes=recount.classes,
        first_index=style.first_index,
        answer="col,row" if style.is_transposed else "move",
        quiet=True,
    )
    overall = samples.metrics.overall
    shares = [overall.legal, overall.keeps, overall.where_it_matters]
    assert [(share.right, share.total) for share in shares] == recount.overall()
    for share in shares:
        check_intervals(share)
    agreeing = (samples.metrics.agreeing, samples.metrics.pairs)
    assert agreeing == recount.agreement()
    for side in "XO":
        check_side(samples.grade(side).sides[side], recount)


def check_intervals(share: Share) -> None:
    if not share.total:
        return
    right = share.right / share.total
    for interval in (share.over_boards, share.over_rows):
        assert 0 <= interval.low <= right <= interval.high <= 1


def check_side(side: SideGrade, recount: Recount) -> None:
    """Compare each chance at its least and at its greatest."""
    start = recount.reference.start
    for bounds, pick in ((side.bounds.lower, min), (side.bounds.upper, max)):
        sums = Brute(recount.reference, recount.player, side.side, pick).sums(start)
        expected = (sums.random, sums.perfect, sums.worst, None)
        assert astuple(bounds) == expected
