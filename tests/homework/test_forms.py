"""The format of a file's boards: declared, drawn, or proposed for copying."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import Any

import pytest
from support.cases import exhaustive_rows

from ttt_table.cli import main
from ttt_table.errors import ArgumentError, PlayerError
from ttt_table.homework import Check, check_parts
from ttt_table.homework.board_form import (
    DEFAULT_FORM,
    ONE_BOARD_FORMATS,
    BoardForm,
    form_of_empty_board,
)
from ttt_table.homework.file_form import FileForm
from ttt_table.homework.form_trial import usual_forms
from ttt_table.homework.forms import DeclaredForm, options_of
from ttt_table.homework.spec import Part, boards_about
from ttt_table.players.adapter import Adapter

FLAT_WINNER = """\
LINES = (0,1,2), (3,4,5), (6,7,8), (0,3,6), (1,4,7), (2,5,8), (0,4,8), (2,4,6)
def winner(board):
    for a, b, c in LINES:
        if board[a] == board[b] == board[c] != " ":
            return board[a]
"""


def check_of(tmp_path: Path, source: str, **declared: Any) -> Check:
    (tmp_path / "program.py").write_text(source)
    return check_parts(tmp_path / "program.py", quiet=True, **declared)


@pytest.mark.parametrize("board", ONE_BOARD_FORMATS)
def test_options_declare_the_form_of_which_they_are_made(board: str) -> None:
    for form in usual_forms(None):
        if form.board != board:
            continue
        words = iter(shlex.split(shlex.join(options_of(form))))
        values = dict.fromkeys(("--board", "--empty", "--marks"))
        for word in words:
            option, equals, value = word.partition("=")
            values[option] = value if equals else next(words)
        adapter = Adapter.from_options(
            board=values["--board"] or "rows",
            empty=values["--empty"],
            marks=values["--marks"],
        )
        declared = DeclaredForm(adapter.board, adapter.empty, adapter.marks)
        assert declared.fill_in_from(DEFAULT_FORM) == form


@pytest.mark.parametrize("first", ["X", "O"])
@pytest.mark.parametrize("board", ONE_BOARD_FORMATS)
@pytest.mark.exhaustive
def test_what_is_drawn_in_a_form_is_read_in_it(board: str, first: str) -> None:
    for form in usual_forms(None):
        if form.board != board:
            continue
        file_form = FileForm(form, first)
        for text in boards_about(Part.TERMINAL)[::600]:
            assert file_form.read_board(file_form.board(text)) == text


@pytest.mark.parametrize("board", ONE_BOARD_FORMATS)
def test_an_empty_board_tells_its_form(board: str) -> None:
    for form in usual_forms(None):
        if form.board != board:
            continue
        drawn = form_of_empty_board(
            form.board_format("X").render("." * 9, 3), form.marks
        )
        assert drawn is not None
        same_board = drawn.board_format("X").render("X........", 3)
        assert str(same_board) == str(form.board_format("X").render("X........", 3))


@pytest.mark.parametrize(
    "drawn", [None, 4, [], [[None] * 3] * 4, [[None, "X", None]] * 3, "...", {0: " "}]
)
def test_what_is_no_empty_board_has_no_form(drawn: object) -> None:
    assert form_of_empty_board(drawn) is None


@pytest.mark.exhaustive
def test_a_format_that_nothing_declares_is_proposed(tmp_path: Path) -> None:
    with pytest.raises(PlayerError) as raised:
        check_of(tmp_path, FLAT_WINNER)
    assert "its answers do not fit boards as rows of 'X', 'O' and None" in str(
        raised.value
    )
    assert "program.py --board list --empty ' ' (or" in str(raised.value)


@pytest.mark.exhaustive
def test_the_same_answer_to_all_boards_shows_no_format(tmp_path: Path) -> None:
    """Whoever reads every board wrongly might give it too."""
    with pytest.raises(PlayerError, match=r"most answers are unusable .* gives X on"):
        check_of(tmp_path, "def player(board):\n    return 'X'\n")


@pytest.mark.exhaustive
def test_the_proposal_can_be_copied(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("a file.py").write_text(FLAT_WINNER.replace("winner", "won"))
    assert main(["check", "a file.py", "--map", "winner=won"]) == 2
    complaint = capsys.readouterr().err
    command = complaint.partition("try: ")[2].partition(" (or")[0]
    _, *words = shlex.split(command)
    assert main(words) == 0
    assert "`won` is right" in capsys.readouterr().out


@pytest.mark.exhaustive
def test_a_declared_format_is_checked_even_if_it_does_not_fit(tmp_path: Path) -> None:
    check = check_of(tmp_path, FLAT_WINNER, board="rows")
    assert check.wrong_parts == ["winner"]


@pytest.mark.exhaustive
def test_where_no_format_fits_it_is_said_how_to_declare_one(tmp_path: Path) -> None:
    source = "def utility(board):\n    return [][0]\n"
    with pytest.raises(PlayerError) as raised:
        check_of(tmp_path, source)
    message = str(raised.value)
    assert (
        "`utility` raises IndexError: list index out of range (program.py, line 2)"
        in message
    )
    assert "declare its boards with --board, --empty and --marks" in message
    assert message.endswith("program.py --board rows")


@pytest.mark.exhaustive
def test_a_wrong_part_on_usual_boards_needs_no_declaration(tmp_path: Path) -> None:
    source = FLAT_WINNER.replace(' " "', " None").replace(
        "(board):", "(rows):\n    board = sum(rows, [])"
    )
    check = check_of(tmp_path, source.replace(", (2,4,6)", ""))
    assert check.findings[0].cause == "never sees 2 4 6"
    assert check.form == DEFAULT_FORM


def test_the_marks_are_the_files_own(tmp_path: Path) -> None:
    source = "X, O = 1, 2\ndef initial_state():\n    return [[0] * 3 for _ in '123']\n"
    check = check_of(tmp_path, source)
    assert check.is_right
    assert check.form == BoardForm("rows", 0, (1, 2))


@pytest.mark.exhaustive
def test_marks_that_are_declared_stand_in_the_place_of_the_files(
    tmp_path: Path,
) -> None:
    source = "X, O = 1, 2\ndef initial_state():\n    return [[0] * 3 for _ in '123']\n"
    check = check_of(tmp_path, source, marks=(3, 4))
    assert check.form == BoardForm("rows", 0, (3, 4))


@pytest.mark.parametrize(
    ("declared", "message"),
    [
        ({"board": "batch"}, "a part gets one board"),
        ({"board": "hexagon"}, "unknown board format 'hexagon'.*; choose from text"),
        ({"parts": ("won",)}, "no such part: 'won'; choose from initial_state"),
        (
            {"names": {"won": "winner"}},
            "no such part: 'won'; choose from initial_state",
        ),
        *exhaustive_rows(
            [
                ({"marks": ("X",)}, r"marks \(--marks\) are two values"),
                ({"empty": "X"}, "must differ from each other"),
            ]
        ),
    ],
)
def test_what_cannot_be_declared_is_an_error(
    tmp_path: Path, declared: dict[str, object], message: str
) -> None:
    with pytest.raises(ArgumentError, match=message):
        check_of(tmp_path, FLAT_WINNER, **declared)
