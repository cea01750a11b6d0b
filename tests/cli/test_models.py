"""Answers of many models at once: the table, its CSV and JSON, and the page."""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Sequence
from io import StringIO
from pathlib import Path

import pytest
from support.commands import Run

from ttt_table import open_table

TABLE = open_table()
# On both of these some legal move gives value away; X moves on the second.
MATTERING = ("X........", "XX.OO....")


def saved(folder: Path, name: str, rows: Sequence[dict[str, object]]) -> str:
    path = folder / name
    path.write_text("".join(f"{json.dumps(row)}\n" for row in rows))
    return str(path)


def answers_of(model: str, *, is_strong: bool) -> list[dict[str, object]]:
    rows: list[dict[str, object]] = []
    for board in MATTERING:
        moves = TABLE.moves(board)
        cell = moves[0].cell if is_strong else moves[-1].cell
        rows.append({"board": board, "answer": cell, "model": model})
    return rows


@pytest.fixture
def two_models(tmp_path: Path) -> str:
    rows = answers_of("weak", is_strong=False) + answers_of("strong", is_strong=True)
    return saved(tmp_path, "both.jsonl", rows)


def test_models_of_one_file_get_a_line_each_the_best_first(
    two_models: str, run: Run
) -> None:
    lines = run(["grade", "--answers", two_models, "--as", "X"], 1).out.splitlines()
    assert lines[0].startswith("2 models on 3x3k3, sorted by ")
    assert [line.split()[0] for line in lines[2:5]] == ["model", "strong", "weak"]
    assert lines[3].count(" 100 %") == 3
    assert lines[4].endswith("(1)")


@pytest.mark.exhaustive
def test_a_file_names_the_model_of_rows_that_do_not(tmp_path: Path, run: Run) -> None:
    rows = answers_of("", is_strong=True)
    paths = [saved(tmp_path, name, rows) for name in ("b.jsonl", "a.jsonl")]
    printed = run(["grade", "--answers", *paths, "--as", "X", "--json"], 1).out
    records = [json.loads(line) for line in printed.splitlines()]
    assert [record["model"] for record in records] == sorted(paths)
    assert [record["files"] for record in records] == [paths, paths]


@pytest.mark.exhaustive
def test_rows_of_a_model_may_be_in_several_files(tmp_path: Path, run: Run) -> None:
    first, second = answers_of("model", is_strong=True)
    paths = [saved(tmp_path, "a.jsonl", [first]), saved(tmp_path, "b.jsonl", [second])]
    printed = run(["grade", "--answers", *paths], 1).out
    assert printed.startswith("model on 3x3k3: 2 answers to 2 boards\n")


@pytest.mark.exhaustive
def test_a_model_alone_is_graded_as_in_a_file_of_its_own(
    two_models: str, tmp_path: Path, run: Run
) -> None:
    printed = run(["grade", "--answers", two_models, "--as", "X", "--json"], 1).out
    strong, _ = map(json.loads, printed.splitlines())
    path = saved(tmp_path, "alone.jsonl", answers_of("strong", is_strong=True))
    alone = json.loads(run(["grade", "--answers", path, "--as", "X", "--json"], 1).out)
    assert (strong["answers"], strong["play"]) == (alone["answers"], alone["play"])


@pytest.mark.exhaustive
def test_csv_has_numbers_and_both_ends_of_each_interval(
    two_models: str, run: Run
) -> None:
    printed = run(["grade", "--answers", two_models, "--as", "X", "--csv"], 1).out
    strong, weak = csv.DictReader(StringIO(printed))
    assert (strong["model"], strong["answers"], strong["boards"]) == (
        "strong",
        "2",
        "2",
    )
    assert (strong["keeps"], weak["keeps"]) == ("1", "0")
    for row in (strong, weak):
        low, share, high = (
            float(row[f"where_it_matters{end}"]) for end in ("_low", "", "_high")
        )
        assert 0 <= low <= share <= high <= 1
        assert float(row["exploitability_low"]) <= float(row["exploitability_high"])


@pytest.mark.exhaustive
def test_a_model_alone_is_a_table_of_one_line_in_csv(tmp_path: Path, run: Run) -> None:
    path = saved(tmp_path, "a.jsonl", answers_of("=1+1", is_strong=True))
    printed = run(["grade", "--answers", path, "--csv"], 1).out
    assert printed.splitlines()[1].startswith("'=1+1,2,2,1,")


@pytest.mark.exhaustive
def test_a_page_has_a_bar_for_each_model_that_leads_to_its_mistakes(
    two_models: str, tmp_path: Path, run: Run
) -> None:
    path = tmp_path / "models.html"
    rows = answers_of("<b>weak</b>", is_strong=False)
    rows += [{"board": ".........", "answer": 4, "model": "<b>weak</b>"}]
    other = saved(tmp_path, "other.jsonl", rows)
    run(
        ["grade", "--answers", two_models, other, "--as", "X", "--report", str(path)], 1
    )
    page = path.read_text(encoding="utf-8")
    links = re.findall(r'href="#(part-\d)">([^<]*)<', page)
    assert [name for _, name in links] == ["strong", "&lt;b&gt;weak&lt;/b&gt;", "weak"]
    for part, name in links:
        assert f'<h1 id="{part}">{name}</h1>' in page
    assert page.count('class="interval"') == 3
    assert "<b>" not in page


@pytest.mark.exhaustive
def test_each_model_that_seems_misread_is_named_and_the_command_once(
    tmp_path: Path, run: Run
) -> None:
    board = "X...O...."
    rows: list[dict[str, object]] = [
        {"board": board, "answer": cell, "model": model}
        for cell in (9, 6, 9)
        for model in ("a", "b")
    ]
    path = saved(tmp_path, "a.jsonl", rows)
    printed = run(["grade", "--answers", path], 1)
    lines = printed.err.splitlines()
    assert [line[:2] for line in lines] == ["a:", "b:", "tr"]
    assert lines[-1] == f"try: ttt-table grade --answers {path} --from 1"


def test_an_empty_file_among_several_is_named(two_models: str, run: Run) -> None:
    empty = f"{two_models}.empty"
    Path(empty).touch()
    error = run(["grade", "--answers", two_models, empty], 2).err
    assert error == f"ttt-table: error: {empty}: the file has no answers\n"


def test_a_model_is_a_text(tmp_path: Path, run: Run) -> None:
    path = saved(tmp_path, "a.jsonl", [{"board": ".........", "answer": 4, "model": 7}])
    assert (
        'line 1: the "model" must be text, not 7'
        in run(["grade", "--answers", path], 2).err
    )


def test_the_next_boards_are_listed_for_each_model(two_models: str, run: Run) -> None:
    arguments = ["grade", "--answers", two_models, "--next", "--as", "X"]
    printed = run(arguments).out
    assert printed == ".........  weak\n.........  strong\n"
    printed = run([*arguments, "--json"]).out
    assert [json.loads(line) for line in printed.splitlines()] == [
        {"model": "weak", "next": ["........."]},
        {"model": "strong", "next": ["........."]},
    ]


@pytest.mark.exhaustive
def test_the_model_that_has_answered_everything_is_named(
    tmp_path: Path, run: Run
) -> None:
    rows: list[dict[str, object]] = [
        {"board": board, "answer": TABLE.best_move(board), "model": "done"}
        for board in TABLE
        if TABLE[board].plies
    ]
    rows += answers_of("weak", is_strong=False)
    path = saved(tmp_path, "a.jsonl", rows)
    printed = run(["grade", "--answers", path, "--next", "--as", "X"])
    assert printed.out == ".........  weak\n"
    assert printed.err == "done: nothing is left to be asked\n"


@pytest.mark.exhaustive
def test_a_page_of_many_models_shows_fewer_boards_of_each(
    tmp_path: Path, run: Run
) -> None:
    """Unless the user says how many."""
    rows: list[dict[str, object]] = [
        {"board": board, "answer": TABLE.moves(board)[-1].cell, "model": model}
        for board in TABLE
        if TABLE[board].plies
        for model in ("a", "b", "c")
    ]
    path = saved(tmp_path, "a.jsonl", rows)
    page = tmp_path / "page.html"
    arguments = ["grade", "--answers", path, "--report", str(page)]
    run(arguments, 1)
    text = page.read_text(encoding="utf-8")
    assert "the first 33 shown" in text
    assert "the first 100 shown" not in text
    run([*arguments, "--show", "40"], 1)
    assert "the first 40 shown" in page.read_text(encoding="utf-8")


@pytest.mark.exhaustive
def test_files_may_be_named_one_after_the_other(two_models: str, run: Run) -> None:
    arguments = ["grade", "--answers", two_models, "--answers", two_models]
    printed = run([*arguments, "--as", "X", "--csv"], 1).out
    assert [row["answers"] for row in csv.DictReader(StringIO(printed))] == ["4", "4"]
