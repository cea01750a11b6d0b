"""The command that judges recorded answers: its table, CSV, JSON, pages and rows."""

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

from ttt_table import Game, Table, open_table
from ttt_table.build import build_table

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


def test_rows_without_an_answer_count(tmp_path: Path, run: Run) -> None:
    """A model that skips almost every board is behind one that answers most."""
    rows = answers_of("honest", strong=True)
    rows += answers_of("skipper", strong=True)[:1]
    rows += [
        {"board": board, "answer": "", "model": "skipper"} for board in MATTERING[1:]
    ]
    printed = run(["answers", saved(tmp_path, "a.jsonl", rows)]).out
    lines = [line.split() for line in printed.splitlines()[3:5]]
    assert [line[0] for line in lines] == ["honest", "skipper"]
    assert lines[1][1:7] == ["4", "3", "0", "0", "0", "1"]


def test_a_model_alone_gets_its_counts(tmp_path: Path, run: Run) -> None:
    rows: Rows = [
        {"board": "XX.OO....", "answer": answer, "model": "m"}
        for answer in ("ANSWER: 2", 2, 0, "8", None, "I take 2.")
    ]
    printed = run(["answers", saved(tmp_path, "a.jsonl", rows)]).out
    assert printed.startswith("m on 3x3k3: 6 answers to 1 board\n")
    for line in (
        "asked             6   100 %",
        "no answer         1  16.7 %",
        "not readable      1  16.7 %",
        "illegal           1  16.7 %",
        "gives value away  1  16.7 %",
        "keeps the value   2  33.3 %",
        "  missed win    1",
        '  "I take 2."',
    ):
        assert f"\n{line}\n" in f"{printed}\n"


def test_what_is_in_doubt_is_reported(tmp_path: Path, run: Run) -> None:
    answers = ["ANSWER: 2\nor 5", "ANSWER: 5\nNo.\nANSWER: 2", "2"]
    rows: Rows = [{"board": "XX.OO....", "answer": answer} for answer in answers]
    printed = run(["answers", saved(tmp_path, "a.jsonl", rows)]).out
    assert (
        "in doubt: 1 with more text after, 1 with another answer before, the first"
        ' different ones:\n  "ANSWER: 2\\nor 5"\n'
    ) in printed


def test_models_of_one_file_get_a_line_each_the_best_first(
    two_models: str, run: Run
) -> None:
    lines = run(["answers", two_models]).out.splitlines()
    assert lines[0] == "2 models on 3x3k3, all asked about the same 4 boards"
    assert [line.split()[0] for line in lines[2:5]] == ["model", "strong", "weak"]
    assert lines[4].endswith(" 100.0 (16.8 to 100.0)")


def test_few_boards_tell_nobody_apart(tmp_path: Path, run: Run) -> None:
    """A difference of one board in four is no tie either."""
    rows = answers_of("a", strong=True)
    rows += answers_of("b", strong=True)[:3] + answers_of("b", strong=False)[3:]
    path = saved(tmp_path, "a.jsonl", rows)
    assert " 25.0 (-27.6 to 60.9) not told apart\n" in run(["answers", path]).out
    printed = run(["answers", path, "--json"]).out
    best, other = (
        json.loads(line)["common"]["behind"] for line in printed.splitlines()
    )
    assert best is None
    assert other["told_apart"] is False


def test_boards_that_all_were_asked_about_are_compared(
    tmp_path: Path, run: Run
) -> None:
    rows = answers_of("a", strong=True) + answers_of("b", strong=False)
    rows += answers_of("few", strong=True, boards=MATTERING[:1])
    lines = run(["answers", saved(tmp_path, "a.jsonl", rows)]).out.splitlines()
    assert lines[0].endswith("over the 1 board that all were asked about (of up to 4)")
    assert "Without few it would be 4 boards." in lines


def test_models_without_a_board_in_common_are_not_compared(
    tmp_path: Path, run: Run
) -> None:
    rows = answers_of("a", strong=True, boards=MATTERING[:1])
    rows += answers_of("b", strong=False, boards=MATTERING[1:])
    path = saved(tmp_path, "a.jsonl", rows)
    printed = run(["answers", path]).out
    assert printed.startswith("2 models on 3x3k3: no board was asked of all, so")
    assert "\na on 3x3k3: 1 answer to 1 board\n" in printed
    printed = run(["answers", path, "--csv"]).out
    assert printed.splitlines()[1] == "a,0,0,0,0,0,0,0" + "," * 10
    run(["answers", path, "--report", str(tmp_path / "page.html")])


def test_a_file_names_the_model_of_rows_that_do_not(tmp_path: Path, run: Run) -> None:
    rows = answers_of("", strong=True)
    paths = [saved(tmp_path, name, rows) for name in ("b.jsonl", "a.jsonl")]
    printed = run(["answers", *paths, "--json"]).out
    records = [json.loads(line) for line in printed.splitlines()]
    assert [record["model"] for record in records] == sorted(paths)
    assert [record["files"] for record in records] == [paths, paths]


def test_rows_of_a_model_may_be_in_several_files(tmp_path: Path, run: Run) -> None:
    first, second, *_ = answers_of("model", strong=True)
    paths = [saved(tmp_path, "a.jsonl", [first]), saved(tmp_path, "b.jsonl", [second])]
    printed = run(["answers", *paths]).out
    assert printed.startswith("model on 3x3k3: 2 answers to 2 boards\n")


@pytest.mark.exhaustive
def test_a_model_alone_is_judged_as_in_a_file_of_its_own(
    two_models: str, tmp_path: Path, run: Run
) -> None:
    printed = run(["answers", two_models, "--play", "--json"]).out
    strong, _ = map(json.loads, printed.splitlines())
    path = saved(tmp_path, "alone.jsonl", answers_of("strong", strong=True))
    alone = json.loads(run(["answers", path, "--play", "--json"]).out)
    del strong["common"]
    assert {**strong, "files": [path]} == alone


def test_csv_has_numbers_and_both_ends_of_each_interval(
    two_models: str, run: Run
) -> None:
    printed = run(["answers", two_models, "--play", "--csv"]).out
    strong, weak = csv.DictReader(StringIO(printed))
    assert (strong["model"], strong["boards"], strong["right"]) == ("strong", "4", "4")
    assert (strong["matters"], weak["matters"]) == ("1", "0")
    assert (strong["behind"], weak["behind"], weak["told_apart"]) == ("", "1", "yes")
    for row in (strong, weak):
        for share in ("share", "matters"):
            low, value, high = (
                float(row[f"{share}{end}"]) for end in ("_low", "", "_high")
            )
            assert 0 <= low <= value <= high <= 1
        assert float(row["exploitability_low"]) <= float(row["exploitability_high"])
    assert (strong["sound"], weak["sound"]) == ("open", "no")


def test_a_model_alone_is_a_table_of_one_line_in_csv(tmp_path: Path, run: Run) -> None:
    path = saved(tmp_path, "a.jsonl", answers_of("=1+1", strong=True))
    printed = run(["answers", path, "--csv"]).out
    assert printed.splitlines()[1].startswith("'=1+1,4,4,0,0,0,0,4,1,")


def test_without_a_legal_answer_the_reading_is_wrong(tmp_path: Path, run: Run) -> None:
    rows: Rows = [{"board": MATTERING[0], "answer": "Row 2", "model": "prose"}]
    path = saved(tmp_path, "a.jsonl", [*rows, *answers_of("fine", strong=False)])
    printed = run(["answers", path, "--csv"], 1)
    assert printed.err == "ttt-table: error: prose: no answer is a legal move\n"
    assert len(printed.out.splitlines()) == 3


@pytest.mark.exhaustive
def test_play_is_graded_with_bounds(tmp_path: Path, run: Run) -> None:
    """Of two answers to the empty board one is missing."""
    rows: Rows = [
        {"board": "." * 9, "answer": answer, "model": "m"} for answer in (4, None)
    ]
    path = saved(tmp_path, "a.jsonl", rows)
    printed = run(["answers", path, "--play"]).out
    assert "\n\nPlay of these answers on 3x3k3: " in printed
    record = json.loads(run(["answers", path, "--play", "--as", "X", "--json"]).out)
    assert list(record["play"]["sides"]) == ["X"]
    same_rows = saved(tmp_path, "b.jsonl", rows)
    printed = run(["answers", path, same_rows, "--play", "--classes", "--csv"]).out
    assert printed.splitlines()[1].startswith("m,1,4,2,0,0,0,2,")


def test_models_that_play_get_a_table(two_models: str, run: Run) -> None:
    lines = run(["answers", two_models, "--play", "--as", "X"]).out.splitlines()
    assert [line.split() for line in lines[-3:]] == [
        ["play", "of", "sound", "exploitability"],
        ["strong", "open", "0", "to", "1.000"],
        ["weak", "open", "0", "to", "1.000"],
    ]


@pytest.mark.exhaustive
def test_a_page_has_a_bar_for_each_model_that_leads_to_its_mistakes(
    two_models: str, tmp_path: Path, run: Run
) -> None:
    path = tmp_path / "models.html"
    rows = answers_of("<b>weak</b>", strong=False)
    rows.append({"board": "X........", "answer": "<b>hm</b>", "model": "<b>weak</b>"})
    other = saved(tmp_path, "other.jsonl", rows)
    run(["answers", two_models, other, "--play", "--report", str(path)])
    page = path.read_text(encoding="utf-8")
    links = re.findall(r'href="#(part-\d)">([^<]*)<', page)
    assert [name for _, name in links] == ["strong", "&lt;b&gt;weak&lt;/b&gt;", "weak"]
    for part, name in links:
        assert f'<h1 id="{part}">{name}</h1>' in page
    assert page.count('class="interval"') == 3
    assert "Moves that give value away, on 4 boards" in page
    assert "<b>" not in page


def test_a_page_of_many_models_shows_fewer_boards_of_each(
    tmp_path: Path, run: Run
) -> None:
    boards = [board for board in TABLE if TABLE[board].plies][:300]
    rows: list[dict[str, object]] = []
    for model in ("a", "b", "c"):
        rows += answers_of(model, strong=False, boards=boards)
    page = tmp_path / "page.html"
    run(["answers", saved(tmp_path, "a.jsonl", rows), "--report", str(page)])
    text = page.read_text(encoding="utf-8")
    assert text.count(", the 33 with the most such answers") == 3
    assert text.count("<figure>") == 99


def test_the_picture_can_be_written_by_itself(
    two_models: str, tmp_path: Path, run: Run
) -> None:
    path = tmp_path / "models.SVG"
    run(["answers", two_models, "--csv", "--report", str(path)])
    picture = ElementTree.parse(path).getroot()
    name = "{http://www.w3.org/2000/svg}"
    assert picture.tag == f"{name}svg"
    dots = [dot.get("cx") for dot in picture.iter(f"{name}circle") if dot.get("cx")]
    assert [dot for dot in dots if dot != "50"] == ["620", "290"]
    texts = [text.text for text in picture.iter(f"{name}text")]
    assert "100 % (45.4 to 100.0)" in texts


GRAVITY = Game(3, 4, 3, gravity=True)


@pytest.fixture
def falling(tmp_path: Path) -> tuple[Table, str]:
    path = str(tmp_path / "falling.msgpack")
    build_table(GRAVITY, path)
    return open_table(path), path


def test_cells_that_are_read_as_columns_are_noticed(
    falling: tuple[Table, str], tmp_path: Path, run: Run
) -> None:
    """The note stands above the figures, and says how to read cells."""
    table, path = falling
    boards = [board for board in table if table[board].plies][:40]
    rows: Rows = [
        {"board": board, "answer": table.best_moves(board)[0]} for board in boards
    ]
    answers = saved(tmp_path, "a.jsonl", rows)
    printed = run(["answers", answers, "--table", path]).out
    note, figures = printed.index("are off the board"), printed.index("asked ")
    assert note < figures
    assert "With gravity a number is a column, 0 to 3: if these are cells" in printed
    pattern = re.findall(r"--pattern '(.*)'\.", printed)[0]
    printed = run(["answers", answers, "--table", path, "--pattern", pattern]).out
    assert "keeps the value   40  100 %" in printed
    assert "off the board" not in printed


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
    assert {(row["legal"], row["keeps"], row["matters"]) for row in read} == {
        ("no", "no", "no")
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
}
"""The outputs of two batch services, with and without a reply."""


@pytest.mark.exhaustive
@pytest.mark.skipif(shutil.which("jq") is None, reason="jq is not installed")
def test_the_lines_of_the_page_make_rows_of_the_outputs_of_batches(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, run: Run
) -> None:
    monkeypatch.chdir(tmp_path)
    text = "So.\n\nANSWER: 2"
    openai, anthropic = OUTPUTS.values()
    openai[0]["response"]["body"]["choices"] = [{"message": {"content": text}}]
    thinking = {"type": "thinking", "thinking": "ANSWER: 5"}
    content = [thinking, {"type": "text", "text": text}]
    anthropic[0]["result"]["message"]["content"] = content
    lines = re.findall(r"^jq .*", PAGE.read_text(), re.MULTILINE)
    for line, (name, records) in zip(lines, OUTPUTS.items(), strict=True):
        saved(tmp_path, name, records)
        subprocess.run(line, shell=True, check=True)
        counts = json.loads(run(["answers", "answers.jsonl", "--json"]).out)["counts"]
        assert (counts["right"], counts["no_answer"]) == (1, 1)
