"""Random files of several models, against a second program that works in fractions."""

from __future__ import annotations

import csv
import json
import random
from collections.abc import Mapping, Sequence
from dataclasses import astuple, dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from support.brute import Brute
from support.cases import exhaustive
from support.commands import Run
from support.games import TableOf
from support.intervals import by_definition, difference_by_definition
from support.recount import UNREADABLE, Answer, Recount, random_rows
from support.reference_game import ReferenceGame

from ttt_table import Game
from ttt_table.answers import Answers, Share, compared
from ttt_table.build import build_table
from ttt_table.grading import SideGrade

SMALL = Game(2, 3, 2)
COLS = 3
NOTHING = ["", "  ", "None", "null", "NaN"]
TEXTS_WITHOUT_AN_ANSWER = [
    "I resign.",
    "Of 6 cells I take 4.",
    "1, 1",
    "ANSWER: 4 or 5",
    '{"cell": 1, "move": 1}',
    "<think>ANSWER: 1",
]


@dataclass(frozen=True)
class FileStyle:
    """How the answers of a file are written.

    Attributes:
        first_index: The number of the first cell, row and column.
        is_csv: Whether the file is CSV.
    """

    first_index: int
    is_csv: bool


def as_written(answer: Answer, style: FileStyle, rng: random.Random) -> Any:
    """Return an answer in one of the ways that are read."""
    if answer is None:
        return rng.choice([*NOTHING, *([] if style.is_csv else [None, float("nan")])])
    if answer == UNREADABLE:
        others = [] if style.is_csv else [True, [1], {"cell": [1, 2, 3]}, 1.5]
        return rng.choice([*TEXTS_WITHOUT_AN_ANSWER, *others])
    number = answer + style.first_index
    row, col = (part + style.first_index for part in divmod(answer, COLS))
    texts: list[Any] = [
        str(number),
        f" {number}.0 ",
        f"X threatens 2.\n**ANSWER:** {number}.",
        f"ANSWER: ({row}, {col})",
        f"[{row}, {col}]",
        json.dumps({"cell": number}),
        json.dumps({"move": [row, col], "why": 3}),
        json.dumps({"row": row, "col": col}),
    ]
    if not style.is_csv:
        texts += [number, float(number), [row, col], {"index": number}]
        texts += [{"row": float(row), "column": str(col)}]
    return rng.choice(texts)


def save(path: Path, rows: Sequence[tuple[str, str, Any]], style: FileStyle) -> None:
    if not style.is_csv:
        lines = [
            json.dumps({"model": model, "board": board, "answer": answer})
            for model, board, answer in rows
        ]
        path.write_text("\n".join(lines))
        return
    with path.open("w", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(["id", "answer", "board", "model"])
        writer.writerows(
            (number, answer, board, model)
            for number, (model, board, answer) in enumerate(rows)
        )


SEEDS = [*range(3), *exhaustive(range(3, 200))]


@pytest.mark.parametrize("seed", SEEDS)
def test_every_figure_is_that_of_a_program_with_fractions(
    seed: int,
    table_of: TableOf,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    run: Run,
) -> None:
    """Illegal, unreadable and empty rows, several samples and models, and classes."""
    monkeypatch.setattr("ttt_table.answers.counting.FEW_BOARDS", seed + 1)
    monkeypatch.setattr("ttt_table.answers.model.ROWS_AT_ONCE", 8 * (seed + 1))
    rng = random.Random(seed)
    reference = ReferenceGame(2, 3, 2, False)
    table = table_of(SMALL)
    style = FileStyle(rng.randint(0, 1), rng.random() < 0.5)
    by_classes = rng.random() < 0.5
    recounts = {
        name: Recount(reference, random_rows(reference, rng), by_classes)
        for name in ("first", "second", "third")[: rng.randint(1, 3)]
    }

    rows = []
    answers_of: dict[str, Answers] = {}
    for name, recount in recounts.items():
        written = [
            (board, as_written(answer, style, rng)) for board, answer in recount.rows
        ]
        rows += [(name, board, answer) for board, answer in written]
        path = tmp_path / ("one.csv" if style.is_csv else "one.jsonl")
        save(path, [("", board, answer) for board, answer in written], style)
        answers_of[name] = Answers(
            table, path, first_index=style.first_index, quiet=True
        )
        check_model(answers_of[name], recount)
        check_play(answers_of[name], recount)
    check_comparison(answers_of, recounts)

    path = tmp_path / ("all.csv" if style.is_csv else "all.jsonl")
    save(path, rng.sample(rows, len(rows)), style)
    table_path = tmp_path / "small.msgpack"
    build_table(SMALL, table_path)
    arguments = ["--table", str(table_path), "--first-index", str(style.first_index)]
    status = 0 if all(map(has_legal_answer, recounts.values())) else 1
    printed = run(["answers", str(path), *arguments, "--json"], status).out
    for line in printed.splitlines():
        check_record(json.loads(line), answers_of)


def has_legal_answer(recount: Recount) -> bool:
    counts = recount.counts()
    return bool(counts["right"] or counts["wrong"])


def check_model(answers: Answers, recount: Recount) -> None:
    counts = recount.counts()
    assert answers.counts == counts
    check_share(answers.right, recount.by_board())
    check_share(answers.matters, recount.by_board(matters=True))
    assert sum(answers.causes.values()) == counts["asked"] - counts["right"]
    assert answers.causes.get("no answer", 0) == counts["no_answer"]
    assert answers.causes.get("not readable", 0) == counts["not_readable"]
    assert answers.causes.get("illegal move", 0) == counts["illegal"]


def check_share(share: Share, boards: Sequence[tuple[int, int]]) -> None:
    right = sum(each for each, _ in boards)
    asked = sum(each for _, each in boards)
    assert (share.right, share.asked, share.boards) == (right, asked, len(boards))
    if asked:
        assert share.value == right / asked
        expected = by_definition(boards)
        assert (share.low, share.high) == pytest.approx(expected, abs=1e-12)


def check_play(answers: Answers, recount: Recount) -> None:
    """Compare the bounds of every chance, against random play and a best response."""
    movers = {recount.reference.mover(board) for board in recount.boards()}
    grade = answers.play(classes=recount.classes)
    assert set(grade.sides) == movers
    for side in grade.sides.values():
        check_side(side, recount)


def check_side(side: SideGrade, recount: Recount) -> None:
    reference = recount.reference
    lower = Brute(reference, recount.player, side.side, min).sums(reference.start)
    upper = Brute(reference, recount.player, side.side, max).sums(reference.start)
    assert side.counts.games == lower.games
    for bounds, expected in ((side.bounds.lower, lower), (side.bounds.upper, upper)):
        assert astuple(bounds)[:3] == (
            expected.random,
            expected.perfect,
            expected.worst,
        )
    won, _, lost = side.chances.vs_random
    assert (won, lost) == (lower.random[0], upper.random[2])


def check_comparison(
    models: Mapping[str, Answers], recounts: Mapping[str, Recount]
) -> None:
    common = set.intersection(*(recount.boards() for recount in recounts.values()))
    comparison = compared(models)
    assert comparison.boards == len(common)
    best = recounts[comparison.lines[0].model]
    for line in comparison.lines:
        recount = recounts[line.model]
        assert line.counts == recount.counts(common)
        check_share(line.right, recount.by_board(common))
        check_share(line.matters, recount.by_board(common, matters=True))
        assert share_of(recount, common) <= share_of(best, common)
        boards = recount.by_board(common, matters=True)
        if recount is best or not boards:
            assert line.behind is None
            continue
        assert line.behind is not None
        pairs = zip(best.by_board(common, matters=True), boards, strict=True)
        value, low, high = difference_by_definition(list(pairs))
        assert astuple(line.behind) == pytest.approx((value, low, high), abs=1e-12)
        assert line.behind.told_apart == (low > 0 or high < 0)
    check_what_to_leave_out(comparison, recounts)


def share_of(recount: Recount, boards: set[str]) -> Fraction:
    pairs = recount.by_board(boards, matters=True)
    asked = sum(total for _, total in pairs)
    return Fraction(sum(right for right, _ in pairs), asked) if asked else Fraction(0)


def check_what_to_leave_out(comparison: Any, recounts: Mapping[str, Recount]) -> None:
    without = {
        name: len(
            set.intersection(
                *(each.boards() for key, each in recounts.items() if key != name)
            )
        )
        for name in recounts
        if len(recounts) > 2
    }
    most = max(without.values(), default=0)
    if most <= comparison.boards:
        assert comparison.leave_out is None
        return
    assert without[comparison.leave_out] == comparison.boards_without == most


def check_record(record: dict[str, Any], models: Mapping[str, Answers]) -> None:
    """Check what the command prints of a model in a file of all."""
    answers = models[record["model"]]
    assert record["counts"] == answers.counts
    assert record["causes"] == answers.causes
    for share, key in ((answers.right, "right"), (answers.matters, "matters")):
        assert record[key]["low"] == pytest.approx(share.low, abs=1e-12)
        assert record[key]["right"] == share.right
    if len(models) > 1:
        line = next(
            line for line in compared(models).lines if line.model == record["model"]
        )
        assert record["common"]["counts"] == line.counts
        behind = record["common"]["behind"]
        assert (behind is None) == (line.behind is None)
        if line.behind is not None:
            assert behind["value"] == pytest.approx(line.behind.value)
            assert behind["told_apart"] == line.behind.told_apart
