"""How answers in files are read, and what is said if they seem to be misread."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from support.commands import Run

from ttt_table import open_table
from ttt_table.errors import ArgumentError, PlayerError
from ttt_table.grading import BetterFormat, Samples, answer_rows, cell_reader
from ttt_table.grading.answer_reading import AnswerFormat, AnswerParser

TABLE = open_table()
EMPTY = "........."
OFF_BOARD = -1
NOT_FOUND = -2


def saved(folder: Path, rows: list[dict[str, Any]], name: str = "a.jsonl") -> str:
    path = folder / name
    path.write_text("".join(f"{json.dumps(row)}\n" for row in rows))
    return str(path)


def row(answer: object, board: str = EMPTY, **more: object) -> dict[str, Any]:
    return {"board": board, "answer": answer, **more}


def test_cells_in_answers_are_counted_from_0_unless_it_is_declared_otherwise() -> None:
    parser = AnswerParser(3, [AnswerFormat(), AnswerFormat(first_index=1)])
    assert parser.cells("4") == (4, 3)


@pytest.mark.parametrize(
    ("prose", "cell"),
    [
        ("I take 3, no: 4!", 4),
        ("The answer is 4.0.", 4),
        ("The answer is 4.", 4),
        ("I play (1, 1).", 4),
        ("My move: [1,2] ", 5),
        ("Of (0, 1) and (2, 2) I take 7.", 7),
        ("I play -1", OFF_BOARD),
        ("Cell-4 it is, A-4", 4),
        ("I play (1, 3)", OFF_BOARD),
        ("About 4.5", NOT_FOUND),
        ("the centre", NOT_FOUND),
        ("0:0.25 4:0.75", NOT_FOUND),
        ("Answer: 4", 4),
        ("4: the centre", 4),
        ("٤", NOT_FOUND),
        ("I play \N{MINUS SIGN}1", OFF_BOARD),
        ("I play (1.0, 1.0).", 4),
        ("It is (1.5, 1).", NOT_FOUND),
        (r"So $\boxed{4}$.", 4),
        (r"So $\boxed{1, 2}$, \text{or so: 5}", 5),
        ('```json\n{"row": 1, "col": 2}\n```', 5),
        ('First {"cell": 3}, then {"why": "7", "move": [1, 2]}', 5),
        ('Not 3: {"row": 1, "column": 2}', NOT_FOUND),
        ('{"position": 7, "confidence": 1}', NOT_FOUND),
        ("{row: 1, col: 2}", NOT_FOUND),
        ("{'row': 1, 'col': 2} is best", 5),
    ],
)
def test_in_prose_the_last_number_pair_or_object_counts(prose: str, cell: int) -> None:
    assert cell_reader(3)(prose) == cell


@pytest.mark.parametrize(
    ("form", "answer", "cell"),
    [
        ("col,row", [2, 1], 5),
        ("col,row", "I play (2, 1).", 5),
        ("col,row", 4, NOT_FOUND),
        ("key:best", {"best": 4, "cell": 0}, 4),
        ("key:best", '{"best": "1,2"}', 5),
        ("key:best", {"cell": 4}, NOT_FOUND),
        ("key:best", {"best": None}, None),
        ("score,cell", [0.5, 4], 4),
    ],
)
def test_a_form_says_where_the_move_is_in_a_file(
    form: str, answer: object, cell: int | None, tmp_path: Path
) -> None:
    path = saved(tmp_path, [row(answer)])
    assert [read for _, _, read in answer_rows(path, 3, answer=form)] == [cell]


@pytest.mark.parametrize("form", ["board", "key:", "rows", 4, None])
def test_a_form_that_files_do_not_have_is_refused(form: Any) -> None:
    with pytest.raises(ArgumentError, match="answers in a file cannot have the form"):
        cell_reader(3, answer=form)


def test_a_number_of_more_digits_than_python_reads_is_off_the_board(
    tmp_path: Path,
) -> None:
    """In JSON, deep within an answer, and in text."""
    digits = "9" * 5_000
    lines = [
        f'{{"board": "{EMPTY}", "answer": {digits}}}',
        f'{{"board": "{EMPTY}", "answer": {{"cell": -{digits}}}}}',
        f'{{"board": "{EMPTY}", "answer": "I play {digits}"}}',
    ]
    path = tmp_path / "a.jsonl"
    path.write_text("\n".join(lines))
    cells = [cell for _, _, cell in answer_rows(path, 3)]
    assert cells[1:] == [OFF_BOARD, OFF_BOARD]
    assert cells[0] == OFF_BOARD


def test_rows_may_be_pairs_dictionaries_or_named_cells() -> None:
    rows: list[Any] = [
        (EMPTY, "I play 5"),
        row([2, 2]),
        ("the third", EMPTY, 3),
        (EMPTY, None),
    ]
    samples = Samples(TABLE, rows, first_index=1)
    assert samples.metrics.rows == samples.metrics.overall.legal.right == 3
    assert repr(samples) == "<Samples of 3x3k3: answers=3, boards=1>"


class NAType:
    """Stands for a missing number, as pandas' class of this name does."""

    def __bool__(self) -> bool:
        raise TypeError("boolean value of NA is ambiguous")


@pytest.mark.parametrize(
    ("answer", "cell"),
    [
        (np.float32(4), 4),
        (np.int8(4), 4),
        (np.array(4), 4),
        (np.array([1.0, 2.0]), 5),
        (np.float32("nan"), None),
        (NAType(), None),
        (np.array([4]), NOT_FOUND),
        (np.bool_(True), NOT_FOUND),
    ],
)
def test_numbers_of_numpy_and_pandas_are_answers(
    answer: object, cell: int | None
) -> None:
    assert cell_reader(3)(answer) == cell


def test_a_cell_that_is_not_a_number_is_named_with_its_row() -> None:
    rows: list[Any] = [("first", EMPTY, 4), ("third", EMPTY, "4")]
    with pytest.raises(ArgumentError, match=r"row 2 .*third.*: a cell is an integer"):
        Samples(TABLE, rows)


def test_samples_take_the_path_of_a_file(tmp_path: Path) -> None:
    path = Path(saved(tmp_path, [row("5"), row(1)]))
    assert Samples(TABLE, path, first_index=1).metrics.overall.legal.right == 2


@pytest.mark.parametrize(
    ("bad_row", "words"),
    [
        (EMPTY, "row 2: a row is"),
        ((EMPTY,), "row 2: a row is"),
        (7, "row 2: a row is"),
        ({"board": EMPTY}, 'row 2: a row needs a "board" and an "answer"'),
        (("XXX......", 4), "row 2: too many X"),
        (("third", "XXXOO....", 4), "third: the game is over"),
    ],
)
def test_a_bad_row_is_named_with_what_is_wrong(bad_row: Any, words: str) -> None:
    with pytest.raises(PlayerError, match=words):
        Samples(TABLE, [(EMPTY, 4), bad_row])


def test_what_is_not_a_list_of_rows_is_refused() -> None:
    with pytest.raises(ArgumentError, match="answers are the path of a file"):
        Samples(TABLE, 7)  # type: ignore[arg-type]


def test_the_first_bad_row_is_named_though_a_later_one_is_worse(
    tmp_path: Path, run: Run
) -> None:
    path = tmp_path / "a.jsonl"
    path.write_text(f"{json.dumps(row(4, 'XXX......'))}\nnonsense\n")
    assert "line 1: too many X" in run(["grade", "--answers", str(path)], 2).err


FREE = "X...O...."  # cells 0 and 4 are taken


def misread(count: int, as_meant: Callable[[int], object]) -> list[tuple[str, object]]:
    """Return as many rows, with the legal cells in turn as somebody writes them."""
    cells = TABLE.legal_moves(FREE)
    return [(FREE, as_meant(cells[number % len(cells)])) for number in range(count)]


def test_answers_counted_from_1_are_noticed() -> None:
    samples = Samples(TABLE, misread(70, lambda cell: cell + 1))
    assert samples.better_format == BetterFormat(
        first_index=1, form="move", legal=70, legal_as_read=50, total=70
    )


def test_answers_counted_from_0_are_noticed_if_1_was_declared() -> None:
    samples = Samples(TABLE, misread(70, lambda cell: cell), first_index=1)
    assert samples.better_format is not None
    assert (samples.better_format.first_index, samples.better_format.legal) == (0, 70)


def test_exchanged_rows_and_columns_are_noticed() -> None:
    """The board is not symmetric about its diagonal."""
    board = "XX.O....."
    pairs = [[2, 0], [1, 1], [2, 1], [0, 2], [1, 2], [2, 2]]
    samples = Samples(TABLE, [(board, pair) for pair in pairs] * 5)
    assert samples.better_format is None
    samples = Samples(TABLE, [("XO.......", [0, 1]), ("XO.......", "(2, 0)")])
    assert samples.better_format is not None
    better = samples.better_format
    assert (better.first_index, better.form) == (0, "col,row")


@pytest.mark.parametrize(
    ("right", "wrong", "is_noticed"), [(90, 10, True), (91, 9, False), (99, 0, False)]
)
def test_ten_in_a_hundred_legal_answers_more_are_worth_a_word(
    right: int, wrong: int, is_noticed: bool
) -> None:
    """Cell 9 is only legal if counted from 1, and cell 6 is legal in any case."""
    rows = [(FREE, 6)] * right + [(FREE, 9)] * wrong
    assert (Samples(TABLE, rows).better_format is not None) == is_noticed


def test_cells_that_were_read_already_have_no_other_format() -> None:
    rows = [(number, FREE, 9) for number in range(10)]
    assert Samples(TABLE, rows).better_format is None


@pytest.mark.exhaustive
def test_the_proposed_command_is_printed_with_both_shares(
    tmp_path: Path, run: Run
) -> None:
    """It keeps the user's other options, and nothing is read in another way."""
    rows = misread(70, lambda cell: f"I play {cell + 1}")
    path = saved(tmp_path, [row(answer, board) for board, answer in rows])
    printed = run(["grade", "--answers", path, "--as", "X"], 1).out
    assert "Counted from 1, 100 % of them are legal; as they are read, 71.43 %." in (
        printed
    )
    assert f"\ntry: ttt-table grade --answers {path} --from 1 --as X\n" in printed
    printed = run(["grade", "--answers", path, "--from", "1", "--as", "X"], 1).out
    assert "try:" not in printed


@pytest.mark.exhaustive
def test_the_better_format_is_in_the_json(tmp_path: Path, run: Run) -> None:
    rows = misread(70, lambda cell: cell + 1)
    path = saved(tmp_path, [row(answer, board) for board, answer in rows])
    printed = run(["grade", "--answers", path, "--json"], 1).out
    assert json.loads(printed)["answers"]["better_format"] == {
        "first_index": 1,
        "form": "move",
        "legal": 70,
        "legal_as_read": 50,
        "total": 70,
    }


def test_each_row_is_written_with_what_was_read(tmp_path: Path, run: Run) -> None:
    """A spreadsheet takes none of the answers for a formula."""
    answers = ["So I play 4", "=1+1", [0, 3], None, "nothing", {"cell": 0}]
    path = saved(tmp_path, [row(answer) for answer in answers])
    parsed = tmp_path / "parsed.csv"
    run(["grade", "--answers", path, "--parsed", str(parsed)], 1)
    with parsed.open(newline="") as lines:
        rows = list(csv.DictReader(lines))
    assert [read["answer"] for read in rows] == [
        "So I play 4",
        "'=1+1",
        "[0, 3]",
        "",
        "nothing",
        '{"cell": 0}',
    ]
    assert [(read["cell"], read["legal"], read["keeps"]) for read in rows] == [
        ("4", "yes", "yes"),
        ("1", "yes", "yes"),
        ("", "no", "no"),
        ("", "", ""),
        ("", "no", "no"),
        ("0", "yes", "yes"),
    ]
    assert [read["cause"] for read in rows] == [
        "",
        "",
        "illegal move: a cell outside the board",
        "unanswered",
        "no answer found",
        "",
    ]
    assert rows[1]["row"] == f"{path}, line 2"


def test_rows_of_several_models_are_written_in_the_order_of_the_file(
    tmp_path: Path, run: Run
) -> None:
    models = ["first", "second", "first"]
    path = saved(tmp_path, [row(4, model=model) for model in models])
    parsed = tmp_path / "parsed.csv"
    run(["grade", "--answers", path, "--parsed", str(parsed)], 1)
    with parsed.open(newline="") as lines:
        assert [read["model"] for read in csv.DictReader(lines)] == models


def test_nothing_is_written_if_a_row_is_bad(tmp_path: Path, run: Run) -> None:
    path = saved(tmp_path, [row(4), row(4, "XXX......")])
    parsed = tmp_path / "parsed.csv"
    run(["grade", "--answers", path, "--parsed", str(parsed)], 2)
    assert not parsed.exists()


def test_a_field_names_the_key_of_the_move(tmp_path: Path, run: Run) -> None:
    path = saved(tmp_path, [row({"choice": 4, "score": 1})])
    printed = run(["grade", "--answers", path, "--field", "choice", "--as", "X"], 1)
    assert "  100 % (" in printed.out


@pytest.mark.exhaustive
def test_when_nothing_is_left_to_be_asked_only_standard_error_says_so(
    tmp_path: Path, run: Run
) -> None:
    cells = {board: TABLE.best_move(board) for board in TABLE if TABLE[board].plies}
    rows = [row(cell, board) for board, cell in cells.items()]
    printed = run(["grade", "--answers", saved(tmp_path, rows), "--next"])
    assert printed.out == ""
    assert printed.err == "nothing is left to be asked\n"
