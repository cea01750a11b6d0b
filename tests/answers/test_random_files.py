"""Random files of several models, against a second program that works in fractions."""

from __future__ import annotations

import csv
import json
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from support.cases import exhaustive
from support.commands import Run
from support.games import TableOf
from support.intervals import (
    Z_OF_3_PAIRS,
    Z,
    difference_by_definition,
    share_by_definition,
)
from support.recount import KINDS, UNREADABLE, Answer, Recount, random_rows
from support.reference_game import ReferenceGame

from ttt_table import Game
from ttt_table.answers import ModelScore, score_models
from ttt_table.build import build_table

SMALL = Game(2, 3, 2)
COLS = 3
NOTHING = ["", "  ", "None", "null", "NaN"]
TEXTS_WITHOUT_AN_ANSWER = [
    "I resign.",
    "Of 6 cells I take 4.",
    "1; 1",
    "ANSWER: 4 or 5",
    '{"cell": 1, "move": 1}',
    "<think>ANSWER: 1",
]


@dataclass(frozen=True)
class FileStyle:
    """How the answers of a file are written.

    Attributes:
        one_based: Whether cells, rows and columns are counted from 1.
        is_csv: Whether the file is CSV.
    """

    one_based: bool
    is_csv: bool


def as_written(answer: Answer, style: FileStyle, rng: random.Random) -> Any:
    """Return an answer in one of the ways that are read."""
    if answer is None:
        return rng.choice([*NOTHING, *([] if style.is_csv else [None, float("nan")])])
    if answer == UNREADABLE:
        others = [] if style.is_csv else [True, [], {"cell": [1, 2, 3]}, 1.5]
        return rng.choice([*TEXTS_WITHOUT_AN_ANSWER, *others])
    number = answer + style.one_based
    row, col = (part + style.one_based for part in divmod(answer, COLS))
    texts: list[Any] = [
        str(number),
        f" {number}.0 ",
        f"X threatens 2.\n**ANSWER:** {number}.",
        f"ANSWER: ({row}, {col})",
        f"[{row}, {col}]",
        f"- Answer: {row},{col}",
        f"[{number}]</s>",
        json.dumps(f"ANSWER: {number}"),
        json.dumps({"position": number}),
        json.dumps({"move": {"row": row, "col": col}}),
        json.dumps({"cell": number}),
        json.dumps({"move": [row, col], "why": 3}),
        json.dumps({"row": row, "col": col}),
    ]
    if not style.is_csv:
        texts += [number, float(number), [row, col], [number], {"index": number}]
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


SEEDS = [*range(3), *exhaustive(range(3, 100))]


@pytest.mark.parametrize("seed", SEEDS)
def test_every_figure_is_that_of_a_program_with_fractions(
    seed: int, table_of: TableOf, tmp_path: Path, run: Run
) -> None:
    """Illegal, unreadable and empty rows, several samples and models, and classes."""
    rng = random.Random(seed)
    reference = ReferenceGame(2, 3, 2, False)
    style = FileStyle(rng.random() < 0.5, rng.random() < 0.5)
    unfinished = sorted(
        board for board in reference.boards() if not reference.is_over(board)
    )
    asked = rng.sample(unfinished, rng.randint(1, len(unfinished)))
    recounts = {
        name: Recount(reference, random_rows(reference, rng), asked)
        for name in ("first", "second", "third")[: rng.randint(1, 3)]
    }
    rows = []
    paths = {}
    for name, recount in recounts.items():
        written = [
            (board, as_written(answer, style, rng)) for board, answer in recount.rows
        ]
        rows += [(name, board, answer) for board, answer in written]
        paths[name] = tmp_path / (f"{name}.csv" if style.is_csv else f"{name}.jsonl")
        save(paths[name], [("", board, answer) for board, answer in written], style)
    scores = score_models(
        table_of(SMALL), paths, asked=asked, one_based=style.one_based
    )
    check_scores(scores, recounts)

    path = tmp_path / ("all.csv" if style.is_csv else "all.jsonl")
    save(path, rng.sample(rows, len(rows)), style)
    prompts = tmp_path / "prompts.csv"
    prompts.write_text("".join(f"{line}\n" for line in ("board", *asked)))
    table_path = tmp_path / "small.msgpack"
    build_table(SMALL, table_path)
    options = ["--table", str(table_path), "--prompts", str(prompts), "--json"]
    if style.one_based:
        options.append("--one-based")
    status = 0 if all(score.right.mean or score.wrong for score in scores) else 1
    printed = run(["answers", str(path), *options], status).out
    for line, score in zip(printed.splitlines(), scores, strict=True):
        check_record(json.loads(line), score)


def check_scores(scores: Sequence[ModelScore], recounts: Mapping[str, Recount]) -> None:
    best = recounts[scores[0].model]
    assert best.share("right") == max(each.share("right") for each in recounts.values())
    assert {score.model for score in scores} == recounts.keys()
    for score in scores:
        recount = recounts[score.model]
        check_score(score, recount)
        if score is scores[0]:
            assert score.behind is None
            continue
        assert score.behind is not None
        z = Z_OF_3_PAIRS if len(scores) == 3 else Z
        classes = best.by_class(recount)
        expected = difference_by_definition(classes, z)
        gap = float(best.share("right") - recount.share("right"))
        assert score.behind == pytest.approx((gap, *expected), abs=1e-12)
        assert score.told_apart == (score.behind.low > 0 or score.behind.high < 0)


def check_score(score: ModelScore, recount: Recount) -> None:
    share = float(recount.share("right"))
    classes = recount.by_class()
    expected = (share, *share_by_definition(classes))
    assert score.right == pytest.approx(expected, abs=1e-12)
    for kind in KINDS[:-1]:
        expected_share = pytest.approx(float(recount.share(kind)), abs=1e-12)
        assert getattr(score, kind) == expected_share
    rows_asked = [board for board, _ in recount.rows if board in recount.asked]
    assert score.answers == len(rows_asked)
    assert score.unasked == len(recount.rows) - len(rows_asked)
    assert score.missing == len(recount.asked) - len(set(rows_asked))
    assert score.most == max(map(rows_asked.count, recount.asked))
    assert (score.asked.boards, score.asked.classes) == (
        len(recount.asked),
        len(classes),
    )
    assert score.asked.first_legal == float(recount.first_cells())
    assert score.asked.random == float(recount.random_cells())


def check_record(record: dict[str, Any], score: ModelScore) -> None:
    """Check what the command prints of a model in a file of all."""
    assert record["model"] == score.model
    ends = (record["right"], record["low"], record["high"])
    assert ends == pytest.approx(tuple(score.right), abs=1e-12)
    assert record["causes"] == pytest.approx(score.causes)
    for name in ("no_answer", "not_readable", "illegal", "wrong", "told_apart"):
        assert record[name] == getattr(score, name)
    for name in ("boards", "classes", "digest", "random", "first_legal"):
        assert record[name] == pytest.approx(getattr(score.asked, name))
