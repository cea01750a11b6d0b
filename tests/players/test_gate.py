"""What is asked before a grade: what refuses a player, and what is noted of it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from support.games import TableOf

from ttt_table import Game, open_table
from ttt_table.errors import PlayerError
from ttt_table.grading import grade
from ttt_table.players import PythonFile
from ttt_table.players.gate import boards_of_side, find_pairs
from ttt_table.rules.outcome import Side, Sides

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8))
ALL_LINES = (*LINES, (2, 4, 6))


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


def blocks_first(board: str) -> int:
    found = completing(board, "O") or completing(board, "X")
    return found[0] if found else board.index(".")


def first_free(board: str) -> int:
    return board.index(".")


@pytest.mark.parametrize(
    ("player", "note"),
    [
        (tactical("X", "O"), ""),
        (blocks_first, ""),
        (first_free, "do not depend on whose stones are whose"),
        (tactical("x", "o"), "do not depend on whose stones are whose"),
        (tactical("X", "0"), "any other mark in place of O"),
        (tactical("x", "O"), "any other mark in place of X"),
    ],
)
def test_a_player_with_other_marks_is_graded_with_a_note(
    player: Callable[[str], int], note: str
) -> None:
    result = grade(player)
    assert note in result.note
    assert bool(result.note) == bool(note)


def column_and_row(board: str) -> tuple[int, int]:
    row, col = divmod(tactical("X", "O")(board), 3)
    return col, row


def from_the_bottom(board: str) -> tuple[int, int]:
    row, col = divmod(tactical("X", "O")(board), 3)
    return 2 - row, col


def sometimes_illegal(board: str) -> tuple[int, int]:
    """It takes a corner that may be taken."""
    if board[0] == "X" and board[8] == "O":
        return 0, 0
    return divmod(tactical("X", "O")(board), 3)


@pytest.mark.parametrize("side", ["X", "O", "both"])
@pytest.mark.parametrize(
    ("player", "reading"),
    [
        (column_and_row, r"legal as \(column, row\)"),
        (from_the_bottom, "with rows counted from the bottom"),
    ],
)
def test_a_player_of_other_pairs_is_refused_on_each_side(
    player: Callable[[str], object], reading: str, side: Sides
) -> None:
    """Even where few of its answers are illegal."""
    with pytest.raises(PlayerError, match=reading):
        grade(player, side=side)


def test_a_player_of_some_illegal_moves_is_graded() -> None:
    """No other reading makes all of its answers legal."""
    assert grade(sometimes_illegal).mistakes.forfeits


def test_a_side_is_proposed_to_a_player_of_this_side_alone() -> None:
    """Who has some answers of use on the other side is misunderstood on both."""

    def illegal_as_x(board: str) -> int:
        is_x = board.count(".") % 2 == 1
        return board.index("X") if is_x and board[0] != "." else board.index(".")

    with pytest.raises(PlayerError, match=r"if X is to move, [6-9] of 10") as caught:
        grade(illegal_as_x)
    assert "grades it as O only" not in str(caught.value)


@pytest.mark.parametrize(
    ("player", "side", "note"),
    [
        (tactical("X", "0"), "X", "any other mark in place of O"),
        (tactical("x", "O"), "O", "any other mark in place of X"),
        (tactical("X", "O"), "X", ""),
        (tactical("X", "O"), "O", ""),
    ],
)
def test_on_one_side_the_mark_of_the_opponent_is_looked_for_too(
    player: Callable[[str], int], side: Side, note: str
) -> None:
    result = grade(player, side=side)
    assert note in result.note
    assert bool(result.note) == bool(note)


def test_a_sound_player_that_takes_all_other_marks_for_one_has_no_note() -> None:
    table = open_table()

    def of_x(board: str) -> int | None:
        cells = ("X.".find(mark) for mark in board)
        return table.best_move("".join("OX."[at + 1] for at in cells))

    result = grade(of_x, side="X")
    assert result.sound
    assert result.observations.ignored_marks == "O"
    assert result.note == ""


@pytest.mark.parametrize(
    ("misread", "words"),
    [
        (lambda cell: cell + 1, "is taken"),
        (lambda cell: divmod(cell, 3)[::-1], "is taken"),
        (lambda cell: str(cell), "is not a cell or a pair"),
        (lambda _: None, "it returns None"),
        (lambda cell: cell / 0, "ZeroDivisionError"),
    ],
)
def test_a_good_player_that_answers_otherwise_is_refused(
    misread: Callable[[int], object], words: str
) -> None:
    best = tactical("X", "O")
    with pytest.raises(PlayerError, match="is not graded") as caught:
        grade(lambda board: misread(best(board)))
    assert words in caught.value.reason
    assert "as_is=True" in caught.value.advice


def test_a_player_that_is_of_no_use_on_one_side_is_told_the_other() -> None:
    table = open_table()

    def of_o(board: str) -> int | None:
        return table.best_move(board) if table.mover(board) == "O" else 9

    with pytest.raises(PlayerError, match="if X is to move, 10 of 10") as caught:
        grade(of_o)
    assert "; --as O (in Python side='O') grades it as O only\n" in str(caught.value)
    assert grade(of_o, side="O").perfect
    assert grade(of_o, as_is=True).sides["O"].perfect


@pytest.mark.parametrize("side", ["X", "O"])
def test_the_pairs_have_the_same_free_cells_and_other_best_ones(side: Side) -> None:
    table = open_table()
    boards, pairs = boards_of_side(table, side)
    assert len(boards) == len(set(boards)) == 10
    for first, second in pairs:
        assert table.mover(first) == table.mover(second) == side
        free = [cell for cell in range(9) if first[cell] == "."]
        assert free == [cell for cell in range(9) if second[cell] == "."]
        assert set(table.best_moves(first)).isdisjoint(table.best_moves(second))


@pytest.mark.parametrize("game", [Game(3, 4, 3), Game(3, 3, 3, misere=True)])
def test_other_games_have_pairs_too(game: Game, table_of: TableOf) -> None:
    for first, second in find_pairs(table_of(game), "X"):
        assert first.best.isdisjoint(second.best)
    assert len(find_pairs(table_of(game), "X")) == 5


@pytest.mark.parametrize(
    ("text", "name", "call"),
    [
        (
            "def best(cells, depth=9, *, mark, seed=0):",
            "best",
            "player(cells, mark=mark)",
        ),
        ("def best(*cells, mark):", "best", "player(*cells, mark=mark)"),
        (
            "class Bot:\n def reply(self, cells, depth=2):",
            "Bot",
            "player().reply(cells)",
        ),
        ("class Bot:\n @staticmethod\n def a(cells):", "Bot.a", "player().a(cells)"),
        ("class A:\n def __init__(self, m):", "A", "player(m)"),
        (
            "class A:\n def a(self):\n  raise OSError\nbot = A()\nif 0:",
            "bot.a",
            "player.a(cells)",
        ),
    ],
)
def test_a_proposed_adapter_is_python_that_passes_what_is_needed(
    tmp_path: Path, text: str, name: str, call: str
) -> None:
    bot = tmp_path / "bot.py"
    bot.write_text(f"{text}\n    raise ValueError\n")
    with PythonFile(f"{bot}:{name}") as player, pytest.raises(PlayerError) as caught:
        grade(player)
    advice = caught.value.advice
    assert f"answer = {call}  #" in advice
    adapter = advice[advice.index("def call") : advice.index("Then:")]
    compile(adapter, "call.py", "exec")
