"""Files of answers that do not have the form of their kind, and how that is said."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.commands import Run

from ttt_table.answers.rows import read_rows

HEADER = b"board,answer\n"


def error_of(run: Run, path: Path) -> str:
    """Return the one line that the command says of a bad file."""
    error = run(["answers", str(path)], 2).err
    assert error.count("\n") == 1
    return error


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (HEADER + b".........,1,1\n", "line 2: it has 3 fields, and the first line"),
        (HEADER + b"\n.........\n", "line 3: it has 1 field, and the first line"),
        (HEADER + b",4\n", "line 2: the board is missing"),
        (HEADER + b'.........,4\n.........,"4\n\n5', "line 3: it is not CSV: a quota"),
        (HEADER + b'.........,"4"5\n', "line 2: it is not CSV: "),
        (HEADER + b'.........,"4\n5"\nXXX......,4\n', "line 4: too many X"),
        (HEADER + b".........,\xe9\n", "line 2: it is not in UTF-8"),
        (HEADER + b'.........,"' + b"x\n" * 600_000 + b'"\n', "line 2: it is not CSV"),
        (b"board,answer,answer\n.........,4,5\n", 'line 1: two columns are named "ans'),
        (b"board;answer\n.........;4\n", "line 1: the first line names the columns"),
        (b"Board, Answer\n", "line 1: the first line names the columns"),
        (b"board,answer\r.........,4\r", "line 1: it is not CSV: new-line character"),
        (HEADER, "the file has no answers"),
    ],
)
def test_csv_that_does_not_fit_its_columns_is_refused(
    text: bytes, words: str, tmp_path: Path, run: Run
) -> None:
    """A pair without quotation marks would be read as the cell before its comma."""
    path = tmp_path / "bad.csv"
    path.write_bytes(text)
    error = error_of(run, path)
    assert words in error
    assert "open the file" not in error  # which is advice for callers of Python


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('{"board": ".........", "answer": 4, "answer": 5}', '"answer" comes twice'),
        ('{"board": ".........", "answer": {"a": 1, "a": 2}}', '"a" comes twice'),
        (
            f'{{"board": ".........", "answer": {"9" * 5_000}, "answer": 4}}',
            '"answer" comes twice',
        ),
        (
            '{"board": ".........", "answer": 4, '
            + ", ".join(f'"{number}": 1' for number in range(50_000))
            + ', "last": 1, "last": 2}',
            '"last" comes twice',
        ),
        ("board,answer", "it is not JSON: Expecting value; a file of CSV needs a name"),
        ("{\n", "it is not JSON: Expecting property name enclosed in double quotes\n"),
    ],
)
def test_json_that_can_be_read_in_two_ways_is_refused(
    text: str, words: str, tmp_path: Path, run: Run
) -> None:
    path = tmp_path / "bad.jsonl"
    path.write_text(text)
    error = error_of(run, path).replace("'", '"')
    assert f"bad.jsonl, line 1: {words}" in error.replace('the key "', '"')


@pytest.mark.parametrize(
    ("name", "text", "words"),
    [
        ("p.csv", "answer\n4\n", 'the first line names the columns, a "board", with'),
        ("p.jsonl", '{"answer": 4}', 'a row needs a "board", but has only'),
        ("p.jsonl", '{"board": "XXXOO...."}', "line 1: the game is over"),
        ("p.jsonl", "", "the file has no boards"),
        ("p.csv", "board\n", "the file has no boards"),
    ],
)
def test_prompts_need_boards(
    name: str, text: str, words: str, tmp_path: Path, run: Run
) -> None:
    answers = tmp_path / "answers.csv"
    answers.write_bytes(HEADER + b".........,4\n")
    prompts = tmp_path / name
    prompts.write_text(text)
    error = run(["answers", str(answers), "--prompts", str(prompts)], 2).err
    assert words in error


def test_blank_lines_and_quotation_marks_within_csv_are_read(tmp_path: Path) -> None:
    path = tmp_path / "answers.csv"
    path.write_bytes(HEADER + b'\r\n.........,The "best" is 4\r\n  \r\n')
    (row,) = read_rows(path, quiet=True)
    assert row.answer == 'The "best" is 4'
