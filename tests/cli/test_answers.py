"""The command that judges recorded answers: its table, CSV, JSON, picture and rows."""

from __future__ import annotations

import csv
import json
import re
import shutil
import subprocess
from collections.abc import Sequence
from io import StringIO
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from support.commands import Run

from ttt_table import open_table

TABLE = open_table()
# On these some legal move gives value away; O moves on the first, X on the others.
MATTERING = ("X........", "XX.OO....", "XOX.O....", "X.O.OX...")
Rows = Sequence[dict[str, object]]


def saved(folder: Path, name: str, rows: Rows) -> str:
    path = folder / name
    path.write_text("".join(f"{json.dumps(row)}\n" for row in rows))
    return str(path)


def answers_of(
    model: str, *, strong: bool, boards: Sequence[str] = MATTERING
) -> list[dict[str, object]]:
    rows: list[dict[str, object]] = []
    for board in boards:
        moves = TABLE.moves(board)
        cell = moves[0].cell if strong else moves[-1].cell
        rows.append({"board": board, "answer": f"ANSWER: {cell}", "model": model})
    return rows


@pytest.fixture
def two_models(tmp_path: Path) -> str:
    rows = answers_of("weak", strong=False) + answers_of("strong", strong=True)
    return saved(tmp_path, "both.jsonl", rows)


@pytest.fixture
def asked(tmp_path: Path) -> str:
    rows: Rows = [{"board": board} for board in MATTERING]
    return saved(tmp_path, "prompts.jsonl", rows)


def test_boards_without_a_row_are_wrong(tmp_path: Path, asked: str, run: Run) -> None:
    """A model that skips almost every board is behind one that answers most."""
    rows = answers_of("honest", strong=True) + answers_of("skipper", strong=True)[:1]
    rows.append({"board": ".........", "answer": 4, "model": "skipper"})
    path = saved(tmp_path, "a.jsonl", rows)
    printed = run(["answers", path, "--prompts", asked]).out
    assert printed.startswith("2 models on 3x3k3: 4 boards asked [")
    lines = [line.split() for line in printed.splitlines()]
    assert [line[0] for line in lines[3:5]] == ["honest", "skipper"]
    assert lines[4][1:8] == ["25.0", "%", "(3.4", "to", "71.1)", "75.0", "%"]
    assert "\nskipper: 3 of 4 boards without a row: no answer.\n" in printed
    assert "\nskipper: 1 row about boards that were not asked; they do not" in printed


def test_models_with_different_boards_need_the_prompts(
    tmp_path: Path, run: Run
) -> None:
    """Nothing is written then."""
    rows = answers_of("honest", strong=True) + answers_of("skipper", strong=True)[:1]
    path = saved(tmp_path, "a.jsonl", rows)
    written = tmp_path / "rows.csv"
    error = run(["answers", path, "--rows", str(written)], 2).err
    assert "to 4 boards and 'skipper' to 1, not all the same" in error
    assert "; --prompts FILE (in Python asked=...) says it" in error
    assert not written.exists()


def test_a_model_alone_gets_its_shares(tmp_path: Path, run: Run) -> None:
    rows: Rows = [
        {"board": "XX.OO....", "answer": answer, "model": "m"}
        for answer in ("ANSWER: 2", 2, 0, "8", None, "I take 2.")
    ]
    printed = run(["answers", saved(tmp_path, "a.jsonl", rows)]).out
    title, _, header, model, *baselines = printed.splitlines()[:6]
    assert title.startswith("m on 3x3k3: 1 board with answers, without --prompts")
    assert re.split("  +", header) == [
        *("model", "right", "no answer", "not readable", "illegal", "gives value away")
    ]
    assert re.split("  +", model)[2:] == ["16.7 %"] * 4
    assert [re.split("  +", line) for line in baselines] == [
        ["random legal move", "20.0 %"],
        ["first legal cell", "100 %"],
    ]
    for line in (
        "missed win    16.7 %",
        "m: 6 rows about 1 board, up to 6 each.",
        '  "I take 2."',
    ):
        assert f"\n{line}\n" in f"{printed}\n"


def test_what_is_in_doubt_is_reported(tmp_path: Path, run: Run) -> None:
    answers = ["ANSWER: 2\nor 5", "ANSWER: 5\nNo.\nANSWER: 2", "2", "0, 2"]
    rows: Rows = [{"board": "XX.OO....", "answer": answer} for answer in answers]
    printed = run(["answers", saved(tmp_path, "a.jsonl", rows)]).out
    assert (
        "in doubt: 1 with more text after, 1 with another answer before, 1 with two"
        ' numbers without brackets, the first different ones:\n  "ANSWER: 2\\nor 5"\n'
    ) in printed


def test_models_of_one_file_get_a_line_each_the_best_first(
    two_models: str, run: Run
) -> None:
    lines = run(["answers", two_models]).out.splitlines()
    assert [line.split()[0] for line in lines[2:7]] == [
        *("model", "strong", "weak", "random", "first")
    ]
    assert lines[4].endswith(" 100.0 (17.8 to 100.0)")


def test_few_boards_tell_nobody_apart(tmp_path: Path, run: Run) -> None:
    """A difference of one board in four is no tie either."""
    rows = answers_of("a", strong=True)
    rows += answers_of("b", strong=True)[:3] + answers_of("b", strong=False)[3:]
    path = saved(tmp_path, "a.jsonl", rows)
    assert re.search(
        r" 25\.0 \(-\d.* to .*\) not told apart\n", run(["answers", path]).out
    )
    printed = run(["answers", path, "--json"]).out
    best, other = map(json.loads, printed.splitlines())
    assert best["behind"] is best["told_apart"] is None
    assert (other["behind"], other["told_apart"]) == (0.25, False)


def test_another_reading_is_named_above_the_figures(tmp_path: Path, run: Run) -> None:
    rows: Rows = [
        {
            "board": board,
            "answer": f"Cell [{TABLE.best_moves(board)[0] + 1}]",
            "model": "m",
        }
        for board in TABLE
        if not TABLE.is_over(board)
    ]
    path = saved(tmp_path, "a.jsonl", rows)
    printed = run(["answers", path], 1)
    advice, figures = printed.out.index("m: of the first"), printed.out.index("model ")
    assert advice < figures
    assert (
        "m: of the first answers to 300 boards, 0 are cells of the board and 0 are"
        r" legal; with --pattern '\[\s*(\d+)\s*\]' --one-based alone it would be 300"
        " and 300.\n"
    ) in printed.out
    pattern = r"\[\s*(\d+)\s*\]"
    printed = run(["answers", path, "--pattern", pattern, "--one-based"])
    assert "of the first answers" not in printed.out
    named = run(["answers", path, "--one-based", "--pattern", "(no)"], 1).out
    assert "alone it would be 300 and 300" in named


def test_an_option_that_should_not_be_there_is_named(tmp_path: Path, run: Run) -> None:
    rows: Rows = [
        {"board": board, "answer": TABLE.best_move(board)}
        for board in TABLE
        if not TABLE.is_over(board)
    ]
    path = saved(tmp_path, "a.jsonl", rows)
    printed = run(["answers", path, "--one-based"]).out
    assert (
        "; with neither --pattern nor --one-based it would be 300 and 300." in printed
    )


def test_a_file_names_the_model_of_rows_that_do_not(tmp_path: Path, run: Run) -> None:
    rows = answers_of("", strong=True)
    paths = [saved(tmp_path, name, rows) for name in ("b.jsonl", "a.jsonl")]
    printed = run(["answers", *paths, "--json"]).out
    records = [json.loads(line) for line in printed.splitlines()]
    assert [record["model"] for record in records] == sorted(paths)


def test_rows_of_a_model_may_be_in_several_files(tmp_path: Path, run: Run) -> None:
    first, second, *_ = answers_of("model", strong=True)
    paths = [saved(tmp_path, "a.jsonl", [first]), saved(tmp_path, "b.jsonl", [second])]
    printed = run(["answers", *paths]).out
    assert printed.startswith("model on 3x3k3: 2 boards with answers, ")


def test_csv_has_numbers_and_both_ends_of_each_interval(
    two_models: str, run: Run
) -> None:
    printed = run(["answers", two_models, "--csv"]).out
    strong, weak = csv.DictReader(StringIO(printed))
    assert (strong["model"], strong["boards"], strong["right"]) == ("strong", "4", "1")
    assert (weak["right"], weak["wrong"], weak["known"]) == ("0", "1", "no")
    assert (strong["behind"], weak["behind"], weak["told_apart"]) == ("", "1", "yes")
    for row in (strong, weak):
        low, share, high = (float(row[name]) for name in ("low", "right", "high"))
        assert 0 <= low <= share <= high <= 1


def test_a_model_alone_is_a_table_of_one_line_in_csv(tmp_path: Path, run: Run) -> None:
    path = saved(tmp_path, "a.jsonl", answers_of("=1+1", strong=True))
    printed = run(["answers", path, "--csv"]).out
    assert printed.splitlines()[1].startswith("'=1+1,3x3k3,1,0.4")


def test_without_a_legal_answer_the_reading_is_wrong(tmp_path: Path, run: Run) -> None:
    rows: Rows = [{"board": MATTERING[0], "answer": "Row 2", "model": "prose"}]
    fine = answers_of("fine", strong=False, boards=MATTERING[:1])
    path = saved(tmp_path, "a.jsonl", [*rows, *fine])
    assert (
        "prose: no answer is a legal move; if they are written in another way, say so"
        " with --pattern REGEX or --one-based." in run(["answers", path], 1).out
    )
    assert len(run(["answers", path, "--csv"], 1).out.splitlines()) == 3


def test_a_picture_has_a_dot_for_each_model_and_baseline(
    two_models: str, tmp_path: Path, run: Run
) -> None:
    path = tmp_path / "models.SVG"
    run(["answers", two_models, "--csv", "--picture", str(path)])
    picture = ElementTree.parse(path).getroot()
    name = "{http://www.w3.org/2000/svg}"
    assert picture.tag == f"{name}svg"
    dots = [dot.get("cx") for dot in picture.iter(f"{name}circle") if dot.get("cx")]
    assert [dot for dot in dots if dot != "50"][:2] == ["620", "290"]
    assert len([dot for dot in dots if dot != "50"]) == 4
    texts = [text.text for text in picture.iter(f"{name}text")]
    assert {"100 % (45.4 to 100.0)", "random legal move", "2 models on 3x3k3"} <= {
        *texts
    }


def test_each_row_is_written_with_what_was_read(tmp_path: Path, run: Run) -> None:
    """A spreadsheet takes none of the answers for a formula."""
    answers = ["ANSWER: 4\nso", "=1+1", [0, 3], None, "nothing", {"cell": 0}, 4]
    board = "O...X...."
    rows: Rows = [{"board": board, "answer": answer} for answer in answers]
    path = saved(tmp_path, "a.jsonl", rows)
    written = tmp_path / "rows.csv"
    run(["answers", path, "--rows", str(written), "--json"], 1)
    with written.open(newline="") as lines:
        read = list(csv.DictReader(lines))
    assert [row["answer"] for row in read] == [
        "ANSWER: 4\\nso",
        "'=1+1",
        "[0, 3]",
        "",
        "nothing",
        '{"cell": 0}',
        "4",
    ]
    assert [row["cell"] for row in read] == ["4", "", "", "", "", "0", "4"]
    flags = ("legal", "keeps", "matters", "asked")
    assert {tuple(row[flag] for flag in flags) for row in read} == {
        ("no", "no", "no", "yes")
    }
    assert [row["cause"] for row in read] == [
        "illegal move: cell 4 is taken",
        "not readable",
        "illegal move: a cell outside the board",
        "no answer",
        "not readable",
        "illegal move: cell 0 is taken",
        "illegal move: cell 4 is taken",
    ]
    assert [row["doubt"] for row in read] == ["more text after", *[""] * 6]
    assert {(row["canonical"], row["stones"]) for row in read} == {("O...X....", "2")}
    assert read[1]["row"] == f"{path}, line 2"


def test_rows_of_several_models_are_written_in_the_order_of_the_file(
    tmp_path: Path, run: Run
) -> None:
    models = ["first", "second", "first"]
    rows: Rows = [{"board": "." * 9, "answer": 4, "model": model} for model in models]
    path = saved(tmp_path, "a.jsonl", rows)
    written = tmp_path / "rows.csv"
    run(["answers", path, "--rows", str(written)])
    with written.open(newline="") as lines:
        assert [row["model"] for row in csv.DictReader(lines)] == models


def test_nothing_is_written_if_a_row_is_bad(tmp_path: Path, run: Run) -> None:
    rows: Rows = [{"board": board, "answer": 4} for board in ("." * 9, "XXX......")]
    path = saved(tmp_path, "a.jsonl", rows)
    written = tmp_path / "rows.csv"
    error = run(["answers", path, "--rows", str(written)], 2).err
    assert "line 2: too many X" in error
    assert not written.exists()


def test_an_empty_file_among_several_is_named(two_models: str, run: Run) -> None:
    empty = f"{two_models}.empty"
    Path(empty).touch()
    error = run(["answers", two_models, empty], 2).err
    assert error == f"ttt-table: error: {empty}: the file has no answers\n"


def test_a_model_is_a_text(tmp_path: Path, run: Run) -> None:
    path = saved(tmp_path, "a.jsonl", [{"board": ".........", "answer": 4, "model": 7}])
    error = run(["answers", path], 2).err
    assert 'line 1: the "model" must be text, not 7' in error


BATCH_OUTPUTS = [
    {"custom_id": "1", "response": {"body": {"choices": []}}},
    {"id": "1", "output": [{"type": "message"}]},
    {"board": "." * 9, "output": "ANSWER: 4"},
]


@pytest.mark.parametrize("row", BATCH_OUTPUTS)
def test_outputs_of_batches_are_refused_with_what_a_row_needs(
    row: dict[str, object], tmp_path: Path, run: Run
) -> None:
    error = run(["answers", saved(tmp_path, "a.jsonl", [row])], 2).err
    assert 'line 1: a row needs a "board" and an "answer", but has only' in error


PAGE = Path(__file__).parents[2] / "docs" / "answers.md"
OUTPUTS: dict[str, list[dict[str, Any]]] = {
    "output.jsonl": [
        {"custom_id": "XX.OO....", "response": {"body": {"choices": [{}]}}},
        {"custom_id": "X...O....", "response": None, "error": {"code": "expired"}},
    ],
    "results.jsonl": [
        {"custom_id": "XX.OO....", "result": {"type": "succeeded", "message": {}}},
        {"custom_id": "X...O....", "result": {"type": "errored", "error": {}}},
    ],
    "samples_ttt_table.jsonl": [
        {"doc": {"board": "XX.OO...."}, "resps": [["ANSWER: 2", "(0, 2)"]]},
        {"doc": {"board": "X...O...."}, "resps": [["", ""]]},
    ],
}
"""The outputs of two batch services, with and without a reply, and of a harness."""


@pytest.mark.exhaustive
@pytest.mark.skipif(shutil.which("jq") is None, reason="jq is not installed")
def test_the_lines_of_the_page_make_rows_of_the_outputs_of_batches(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, run: Run
) -> None:
    monkeypatch.chdir(tmp_path)
    text = "So.\n\nANSWER: 2"
    openai, anthropic, _ = OUTPUTS.values()
    openai[0]["response"]["body"]["choices"] = [{"message": {"content": text}}]
    thinking = {"type": "thinking", "thinking": "ANSWER: 5"}
    content = [thinking, {"type": "text", "text": text}]
    anthropic[0]["result"]["message"]["content"] = content
    lines = re.findall(r"^jq .*", PAGE.read_text(), re.MULTILINE)
    for line, (name, records) in zip(lines, OUTPUTS.items(), strict=True):
        saved(tmp_path, name, records)
        subprocess.run(line, shell=True, check=True)
        score = json.loads(run(["answers", "answers.jsonl", "--json"]).out)
        assert (score["right"], score["no_answer"]) == (0.5, 0.5)
