"""Players that are called in another way: what refuses them, and what is noted."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from support.bots import function
from support.games import TableOf
from support.known import first_free

from ttt_table import Game, open_table
from ttt_table.errors import PlayerError
from ttt_table.grading import PythonFile, grade
from ttt_table.rules.outcome import Side, Sides

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8))
ALL_LINES = (*LINES, (2, 4, 6))
OWNERS = "depend only on which cells are taken"


def completing(board: str, mark: str) -> list[int]:
    """The free cells with which a mark completes a line."""
    cells = []
    for line in ALL_LINES:
        marks = [board[cell] for cell in line]
        if sorted(marks) == sorted([mark, mark, "."]):
            cells.append(line[marks.index(".")])
    return cells


def tactical(first: str, second: str) -> Callable[[str], int]:
    """A player whose file has these marks: it wins, blocks, or takes a free cell."""

    def move(board: str) -> int:
        is_first_to_move = board.count(".") % 2 == 1
        own, other = (first, second) if is_first_to_move else (second, first)
        found = completing(board, own) or completing(board, other)
        return found[0] if found else board.index(".")

    return move


@pytest.mark.parametrize("side", ["X", "O", "both"])
@pytest.mark.parametrize(
    ("player", "note"),
    [
        (tactical("X", "O"), ""),
        (first_free, OWNERS),
        (tactical("x", "o"), OWNERS),
        (tactical("x", "O"), ""),  # one right mark is not noted
    ],
)
def test_a_player_that_sees_no_owners_is_graded_with_a_note(
    player: Callable[[str], int], note: str, side: Sides
) -> None:
    notes = grade(player, side=side).notes
    assert len(notes) == bool(note)
    assert all(note in text for text in notes)


def column_and_row(board: str) -> tuple[int, int]:
    row, col = divmod(tactical("X", "O")(board), 3)
    return col, row


def from_one(board: str) -> int:
    return tactical("X", "O")(board) + 1


def sometimes_illegal(board: str) -> tuple[int, int]:
    """It takes a corner that may be taken."""
    if board[0] == "X" and board[8] == "O":
        return 0, 0
    return divmod(tactical("X", "O")(board), 3)


@pytest.mark.parametrize(
    ("player", "reading"),
    [(column_and_row, r"legal as \(column, row\)"), (from_one, "counted from 1")],
)
def test_a_player_whose_moves_are_read_otherwise_is_refused(
    player: Callable[[str], object], reading: str
) -> None:
    """Even where fewer than half of its answers are illegal."""
    with pytest.raises(PlayerError, match=reading):
        grade(player)


def test_a_player_of_some_illegal_moves_is_graded() -> None:
    """No other reading makes all of its answers legal."""
    assert grade(sometimes_illegal).forfeits


def test_a_sound_player_has_no_note() -> None:
    """It may give the same answers whoever owns the stones."""
    table = open_table()
    result = grade(lambda board: table.best_move(board), side="X")
    assert result.sound
    assert result.notes == []


def test_a_side_without_a_move_has_no_note(table_of: TableOf) -> None:
    """On one cell O never moves, so it makes no illegal move either."""
    assert grade(lambda _: 0, table=table_of(Game(1, 1, 1))).notes == []


@pytest.mark.parametrize(
    ("misread", "words"),
    [
        (lambda cell: cell + 9, "there is no cell 9"),
        (lambda cell: {"eval": 0, "move": cell}, "it returns {'eval': 0, 'move': 0}"),
        (lambda cell: cell / 0, "ZeroDivisionError"),
    ],
)
def test_a_player_of_no_use_is_refused_with_what_came_back(
    misread: Callable[[int], object], words: str
) -> None:
    with pytest.raises(PlayerError, match="is not graded: 10 of 10") as caught:
        grade(lambda board: misread(board.index(".")))
    assert words in caught.value.reason
    assert "lambda board" in caught.value.advice
    assert "as_is=True" in caught.value.advice


OF_WEIGHTS = "Give each move a weight, a number from 0 up, and one a weight above 0"


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("print(4)", "Return the cell instead of printing it"),
        ("return '4'", "Return an int, not '4'"),
        ("return {4: 'all'}", OF_WEIGHTS),
        ("return {4: -1}", OF_WEIGHTS),
        ("return {}", OF_WEIGHTS),
        ("return no_such_name", "It fails at bot.py, line 2: correct it there"),
    ],
)
def test_what_no_adapter_helps_is_said_in_a_line(
    tmp_path: Path, text: str, hint: str
) -> None:
    with (
        function(tmp_path, f"def move(board):\n    {text}\n") as player,
        pytest.raises(PlayerError) as caught,
    ):
        grade(player)
    advice = caught.value.advice.splitlines()
    assert advice[0] == hint
    assert len(advice) == 2


@pytest.mark.parametrize("side", ["X", "O"])
def test_a_side_without_a_legal_move_is_noted(side: Side) -> None:
    table = open_table()

    def of_one_side(board: str) -> int | None:
        return table.best_move(board) if table.mover(board) == side else 9

    result = grade(of_one_side, as_is=True)
    assert result.sides[side].perfect
    assert f"add --as {side} if it plays {side} only" in result.notes[0]


@pytest.mark.parametrize(
    ("text", "name", "call"),
    [
        ("def best(cells, mark):", "best", "ask(cells)  # best(cells, mark): give it"),
        ("def player(state, player):", "player", "ask(cells)  # player(state, player)"),
        ("class Bot:\n def reply(self, cells):", "Bot", "ask(cells)  # Bot()"),
        ("class Bot:\n def reply(self, cells):", "", "ask.NAME(cells)"),
    ],
)
def test_a_proposed_adapter_is_python_whose_names_no_file_has(
    tmp_path: Path, text: str, name: str, call: str
) -> None:
    """The file's own arguments are only in a comment."""
    bot = tmp_path / "bot.py"
    bot.write_text(f"{text}\n    raise ValueError\n")
    source = f"{bot}:{name}" if name else bot
    with PythonFile(source) as player, pytest.raises(PlayerError) as caught:
        grade(player)
    advice = caught.value.advice
    assert f"answer = {call}" in advice
    adapter = advice[advice.index("def call(ask, text)") : advice.index("Then:")]
    compile(adapter, "call.py", "exec")
