"""How answers are read: every way to write a move, from files and from Python."""

from __future__ import annotations

import csv
import json
import random
from collections.abc import Sequence
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from support.cases import exhaustive
from support.games import TableOf
from support.known import shipped_prompts
from support.writings import (
    DECLARED,
    IN_DOUBT,
    MISREAD,
    NO_ANSWER,
    NOT_READABLE,
    RIGHT,
    WRITINGS,
    WRONG_IN_DOUBT,
    Declared,
    Writing,
    filled_in,
)

from ttt_table import Game, open_table
from ttt_table.answers import cell_reader
from ttt_table.answers.reading import (
    MAX_READ,
    OTHER_ANSWER,
    AnswerReader,
    Reading,
)
from ttt_table.answers.rows import rows_in
from ttt_table.errors import ArgumentError

TABLE = open_table()
READ = cell_reader(TABLE)
EMPTY = "." * 9
BOARDS = ["X...O....", "XX.OO....", "XOX.O...."]
FORMS = ("CSV", "JSON lines", "Python")


def every_board() -> list[str]:
    return [prompt.board for prompt in shipped_prompts()]


def best_move(board: str) -> int:
    return TABLE.best_moves(board)[0]


def csv_text(value: Any) -> str:
    """Return a value as a spreadsheet or pandas writes it into a cell."""
    if value is None:
        return ""
    return value if isinstance(value, str) else json.dumps(value)


def readings_in(
    form: str, rows: Sequence[tuple[str, Any]], folder: Path
) -> list[Reading]:
    """Return what is read in rows, which are written to a file first if it is one."""
    source: Any = rows
    if form == "CSV":
        lines = StringIO()
        written = [(board, csv_text(answer)) for board, answer in rows]
        csv.writer(lines).writerows([("board", "answer"), *written])
        source = folder / "answers.csv"
        source.write_text(lines.getvalue(), encoding="utf-8", newline="")
    elif form == "JSON lines":
        source = folder / "answers.jsonl"
        records = [{"board": board, "answer": answer} for board, answer in rows]
        source.write_text("".join(f"{json.dumps(record)}\n" for record in records))
    reader = AnswerReader(TABLE)
    return [reader.read_row(row) for row in rows_in(source)]


Read = Sequence[Sequence[tuple[int, Reading]]]
"""For each writing, the moves with what was read of them."""


def read_all(form: str, boards: Sequence[str], folder: Path) -> Read:
    moves = [(board, best_move(board)) for board in boards]
    rows = [(board, each.of(board, cell)) for each in WRITINGS for board, cell in moves]
    readings = iter(readings_in(form, rows, folder))
    return [[(cell, next(readings)) for _, cell in moves] for _ in WRITINGS]


def result(cell: int, reading: Reading) -> str:
    """Return how a move was read."""
    if reading.cell is None:
        return NO_ANSWER
    if reading.cell == -2:
        return NOT_READABLE
    if reading.cell == cell:
        return IN_DOUBT if reading.doubt else RIGHT
    return WRONG_IN_DOUBT if reading.doubt else MISREAD


def check(writing: Writing, read: Sequence[tuple[int, Reading]]) -> None:
    """Check how a writing is read."""
    found = {result(cell, reading) for cell, reading in read}
    if writing.read == MISREAD:  # 02, for row 0 and column 2, is refused
        found -= {NOT_READABLE}
    assert found == {writing.read}, writing


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("every", [False, *exhaustive([True])])
def test_each_writing_is_read_right_or_refused_or_in_doubt(
    form: str, every: bool, tmp_path: Path
) -> None:
    """A row and a column that are written as one number are the only ones misread."""
    read = read_all(form, every_board() if every else BOARDS, tmp_path)
    for writing, readings in zip(WRITINGS, read, strict=True):
        check(writing, readings)


def test_there_are_145_writings_of_which_one_is_misread() -> None:
    assert len(WRITINGS) == len({str(each.value) for each in WRITINGS}) == 145
    counts = [sum(each.read == kind for each in WRITINGS) for kind in (RIGHT, MISREAD)]
    assert counts == [77, 1]


@pytest.mark.parametrize("declared", DECLARED, ids=lambda each: each.text[:40])
@pytest.mark.parametrize("every", [False, *exhaustive([True])])
def test_what_is_declared_is_read_right(declared: Declared, every: bool) -> None:
    read = cell_reader(TABLE, declared.pattern, one_based=declared.one_based)
    for board in every_board() if every else BOARDS:
        cell = best_move(board)
        assert read(board, filled_in(declared.text, board, cell)) == cell


def test_all_last_numbers_are_in_doubt() -> None:
    """The pattern finds other numbers before."""
    reader = AnswerReader(TABLE, r"(\d+)")
    text = "X has 0 and 4, so I play 8."
    assert reader.read(BOARDS[0], text) == Reading(8, OTHER_ANSWER)


@pytest.mark.parametrize(
    ("answer", "cell"),
    [
        ("9", -1),
        ("-1", -1),
        ("(0, 3)", -1),
        ("(-1, 0)", -1),
        ("9" * 50, -1),
        ("9" * 5_000, -2),
        (10**30, -1),
        (-(10**30), -1),
        ("01", -2),
        ("4.5", -2),
        ("+4", -2),
        ("1e0", -2),
        (4.5, -2),
        (float("inf"), -2),
        (True, -2),
        ([1, 1, 1], -2),
        ([1], 1),
        ([9], -1),
        ([[1]], -2),
        ("[1", -2),
        ("((1))", -2),
        ([True, 1], -2),
        (["1", 1.0], 4),
        ({}, -2),
        ({"cell": None}, -2),
        ({"cell": {"cell": 4}}, -2),
        ({"move": 4, "Move": 5}, -2),
        ({"answer": {"answer": {"answer": 4}}}, -2),
        ({"position": 4, "action": 4}, -2),
        ({"col": 1}, -2),
        ('{"move": 4, "move": 5}', -2),
        ('{"cell": ' + "9" * 5_000 + "}", -1),
        ("{'move': [1, 1]}", 4),
        ("{4}", -2),
        ('{"move": "(1, 1)"}', 4),
        (b"4", -2),
        ("None", None),
        ("null", None),
        (" NaN ", None),
        ("ANSWER: none", -2),
        ("ANSWER: 4\u200b", 4),
        ("1.5. ANSWER: 4", -2),
        ('"ANSWER: 4', -2),
        ('{"move": {"move": {"move": 4}}}', -2),
        ('{"cell": {"row": 1, "col": 1}}', -2),
        ("<think>4</think>", -2),
        ("ANSWER:", -2),
        ("The answer: 4", -2),
        ("  Answer :4", 4),
        ("ANSWER: “4”", 4),
        ("Final answer:\n\n(1, 1)", 4),
        ("```python\n4\n```", 4),
        ("```4```", 4),
        ("```json {}\n4\n```", -2),
        ("\u22121", -1),
    ],
)
def test_an_answer_is_nothing_but_a_cell_a_pair_or_an_object(
    answer: object, cell: int | None
) -> None:
    assert READ(EMPTY, answer) == cell


class Index:
    """An integer of another kind."""

    def __index__(self) -> int:
        return 4


@pytest.mark.parametrize(
    ("number", "cell"),
    [
        ("4", 4),
        ("4.0", 4),
        ("9" * 400, -1),
        ("-" + "9" * 5_000, -1),
        ("4.5", -2),
        ("Infinity", -2),
        ("true", -2),
        ("NaN", None),
    ],
)
def test_numbers_of_json_lines_are_read(
    number: str, cell: int | None, tmp_path: Path
) -> None:
    path = tmp_path / "answers.jsonl"
    path.write_text(f'{{"board": "{EMPTY}", "answer": {number}}}')
    (row,) = rows_in(path)
    assert AnswerReader(TABLE).read_row(row).cell == cell


def test_integers_of_any_kind_are_cells() -> None:
    assert READ(EMPTY, Index()) == 4


@pytest.mark.parametrize("one_based", [False, True])
@pytest.mark.parametrize("answer", [3, "3", "(1, 1)", {"row": 1, "col": 1}])
def test_cells_rows_and_columns_are_counted_from_0_or_1(
    answer: object, one_based: bool
) -> None:
    pair = 0 if one_based else 4
    expected = 3 - one_based if answer in (3, "3") else pair
    assert cell_reader(TABLE, one_based=one_based)(EMPTY, answer) == expected


@pytest.mark.parametrize(
    ("pattern", "words"),
    [
        ("(", "unterminated"),
        (b"(4)", "bytes"),
        ("4", "one group"),
        (r"(\d)(\d)(\d)", "one group"),
        (r"(?P<place>\d)", "one group"),
        (r"(?P<row>\d)", "one group"),
        (r"(?P<row>\d)(?P<column>\d)(\d)", "one group"),
        (r"(?P<column>\d)", "only with gravity"),
        (None, ""),
    ],
)
def test_a_pattern_says_what_its_groups_are(pattern: Any, words: str) -> None:
    if pattern is None:
        assert READ(EMPTY, "4") == 4
        return
    with pytest.raises(ArgumentError, match=words):
        cell_reader(TABLE, pattern)


@pytest.mark.parametrize("one_based", [0, 1, None, "yes"])
def test_whether_cells_are_counted_from_1_is_true_or_false(one_based: Any) -> None:
    with pytest.raises(ArgumentError, match="must be True or False"):
        cell_reader(TABLE, one_based=one_based)


@pytest.mark.parametrize(
    ("pattern", "text", "cell"),
    [
        (r"Move: (\w+)", "4", -2),
        (r"Move: (\w+)", "Move: four", -2),
        (r"Move: (\w+)?", "Move: ", -2),
        (r"(\d)?,(\d)?", "1,", -2),
        (r"(\d),(\d)", "1,1 or 2,2", 8),
        (r"(\w)(\d)", "b1", -2),
        (r"(?P<row>\d)(?P<col>[a-c])", "1b", 4),
        (r"(?P<row>\w)(?P<col>\d)", "b1", -2),
    ],
)
def test_with_a_pattern_nothing_else_is_read(
    pattern: str, text: str, cell: int
) -> None:
    assert cell_reader(TABLE, pattern)(EMPTY, text) == cell


GRAVITY = Game(3, 4, 3, gravity=True)
STACKED = "....X...O..X"  # the lowest free cells are 0, 9, 10 and 7


@pytest.mark.parametrize(
    ("answer", "cell"),
    [
        ("3", 7),
        ("ANSWER: 3", 7),
        ("4", -1),
        ('{"col": 3}', 7),
        ('{"column": "3"}', 7),
        ('{"move": 3}', 7),
        ('{"answer": 3}', 7),
        ('{"cell": 7}', 7),
        ('{"index": 3}', 3),
        ("(1, 3)", 7),
        ('{"row": 1, "col": 3}', 7),
        (7, 7),
        (3, 3),
        ("[3]", 7),
        ([3], 3),
        ('{"position": 3}', 7),
        ('{"action": 3}', 7),
        ("1, 3", 7),
        (7.0, 7),
        ([1, 3], 7),
        ({"move": 3}, 7),
    ],
)
def test_with_gravity_a_number_in_a_text_is_a_column(
    answer: object, cell: int, table_of: TableOf
) -> None:
    """An integer of Python is a cell, as for `judge`."""
    assert cell_reader(table_of(GRAVITY))(STACKED, answer) == cell


@pytest.mark.parametrize(
    ("pattern", "text", "cell"),
    [
        (r"Column (\d)", "Column 3", 7),
        (r"(?P<column>[a-d])", "d", 7),
        (r"(?P<col>\d)", "3", 7),
        (r"(?P<cell>\d+)", "7", 7),
        (r"(\d), (\d)", "1, 3", 7),
    ],
)
def test_with_gravity_a_pattern_finds_columns_or_cells(
    pattern: str, text: str, cell: int, table_of: TableOf
) -> None:
    assert cell_reader(table_of(GRAVITY), pattern)(STACKED, text) == cell


def test_a_stone_in_a_full_column_is_illegal(table_of: TableOf) -> None:
    full = "X...O...X..O"
    assert cell_reader(table_of(GRAVITY))(full, "0") == 0


def test_numbers_in_files_are_columns_with_gravity(
    table_of: TableOf, tmp_path: Path
) -> None:
    path = tmp_path / "answers.jsonl"
    path.write_text(f'{{"board": "{STACKED}", "answer": 3}}')
    reader = AnswerReader(table_of(GRAVITY))
    (in_file,) = rows_in(path)
    (in_python,) = rows_in([(STACKED, 3)])
    assert reader.read_row(in_file).cell == 7
    assert reader.read_row(in_python).cell == 3


HOSTILE = {
    "lines": "ANSWER: 1\n" * 100_000,
    "other lines": "".join(f"ANSWER: {number}\n" for number in range(100_000)),
    "boxes": r"\boxed{" * 100_000 + "4" + "}" * 100_000,
    "objects": '{"answer": ' * 100_000,
    "objects in Python": "{'a': " * 160,
    "fences": "```\n" * 100_000,
    "blanks in a fence": "```\n" + " " * 1_000_000 + "x```",
    "blanks": "final" + " " * 1_000_000 + "x",
    "blank lines": "ANSWER:" + "\n" * 1_000_000,
    "stars": "*" * 1_000_000 + "answer",
    "thoughts": "<think>" * 100_000,
    "ends of thoughts": "</think>" * 100_000,
    "brackets": "(" * 1_000_000,
    "digits": "9" * 1_000_000,
    "numbers of a list": "1. " * 300_000,
    "bullets": "- " * 500_000 + "answer",
    "blanks after a number": "1." + " " * 1_000_000 + "answer",
    "bars": "| ANSWER" * 100_000,
    "last tokens": "<|im_end|>" * 100_000,
    "long last token": "<|" + "a" * 1_000_000 + "|>",
    "text in text": '"' + "\\\\" * 500_000 + '"',
    "texts in objects": '{"move": ' * 40 + '"{' + "\\" * 100_000,
}


@pytest.mark.parametrize("text", HOSTILE.values(), ids=list(HOSTILE))
def test_a_text_that_was_made_to_take_long_does_not(text: str) -> None:
    """It would take minutes if a step were quadratic."""
    assert READ(EMPTY, text) in (-1, -2, 1)


PIECES = [
    *"{}[]()'\"$*`.,:-4 \n",
    *("\\boxed{", "\\(", "\\)", "\\left", "```\n", "ANSWER:", "<think>", "</think>"),
    *("row", "col", "cell", "move", "null", "1, 1", "01", "9" * 30, "\uff14", "\ud800"),
    *('{"cell": 4}', "{'move': 4}", "{'a': '\\('}", "{**{}}", "{4 is 4}"),
]


def random_value(rng: random.Random, depth: int = 0) -> object:
    """Return a text, or what JSON or Python may hold."""
    kind = rng.random()
    if kind < 0.5 or depth > 3:
        return "".join(rng.choice(PIECES) for _ in range(rng.randint(0, 14)))
    if kind < 0.6:
        return rng.choice(
            [None, True, -1, 4.0, 10**40, float("inf"), b"4", {4}, Index()]
        )
    length = rng.randint(0, 3)
    if kind < 0.8:
        return [random_value(rng, depth + 1) for _ in range(length)]
    keys: list[object] = ["row", "col", "cell", "move", "answer", "x", 4, None]
    return {rng.choice(keys): random_value(rng, depth + 1) for _ in range(length)}


@pytest.mark.parametrize("seed", [0, *exhaustive(range(1, 100))])
@pytest.mark.parametrize("pattern", [None, r"(\S+) (\S+)", "([^ ]*)"])
def test_whatever_an_answer_holds_it_is_read(pattern: str | None, seed: int) -> None:
    """As a cell of the board, or as one of the three others; no warning is shown."""
    read = cell_reader(TABLE, pattern)
    rng = random.Random(seed)
    for _ in range(200):
        value = random_value(rng)
        assert read(BOARDS[0], value) in (None, *range(-2, 9)), value


def test_a_line_that_is_cut_begins_no_answer() -> None:
    """Nor is what is left the whole text."""
    text = "Is the answer: 4" + " " * (MAX_READ - len("answer: 4"))
    assert READ(EMPTY, f"{text}.") == -2
    assert READ(EMPTY, f"I play{' ' * MAX_READ}4") == -2
    assert READ(EMPTY, f"{' ' * MAX_READ}4") == 4


def test_of_a_long_text_the_end_is_read() -> None:
    thoughts = "I think.\n" * MAX_READ
    assert READ(EMPTY, f"{thoughts}ANSWER: 4") == 4
    assert READ(EMPTY, f"ANSWER: 4\n{thoughts}") == -2
    assert READ(EMPTY, f"<think>{thoughts}ANSWER: 4") == -2
    assert READ(EMPTY, f"<think>{thoughts}</think>4") == 4
