"""The boards of a trial: near the end, and such that misunderstandings show."""

from collections.abc import Callable, Sequence

import pytest
from support.cases import exhaustive
from support.games import TableOf

from ttt_table import Game, Table, open_table
from ttt_table.players.proposals.trial_board import TrialBoard
from ttt_table.players.proposals.trial_boards import (
    chosen_early_boards,
    chosen_forced_boards,
    chosen_near_boards,
    early_boards,
    forced_boards,
    near_boards,
)

BOTH = ("X", "O")
GAMES = [
    Game(4, 3, 3, gravity=True),
    Game(3, 3, 3, misere=True),
    Game(1, 3, 2),
    *exhaustive([Game(4, 4, 3)]),
]


@pytest.fixture(scope="module")
def boards() -> list[TrialBoard]:
    """Those of tic-tac-toe."""
    return near_boards(open_table(), BOTH)


def test_each_side_has_ten_boards_in_turn(boards: list[TrialBoard]) -> None:
    assert [board.mover for board in boards] == ["X", "O"] * 10


def test_one_move_keeps_the_value_and_wins_at_once(boards: list[TrialBoard]) -> None:
    table = open_table()
    for board in boards:
        (cell,) = board.best
        assert table.best_moves(board.text) == [cell]
        assert table.is_over(table.push(board.text, cell))


def test_the_best_move_is_neither_the_first_nor_the_last(
    boards: list[TrialBoard],
) -> None:
    for board in boards:
        assert board.best[0] not in (board.legal[0], board.legal[-1])


def test_on_half_of_the_boards_the_opponent_threatens_to_win(
    boards: list[TrialBoard],
) -> None:
    for side in BOTH:
        of_side = [board for board in boards if board.mover == side]
        assert sum(board.is_threatened for board in of_side) == 5


@pytest.mark.parametrize("cell", range(9))
@pytest.mark.parametrize("side", BOTH)
def test_no_cell_is_free_on_all_boards(
    boards: list[TrialBoard], side: str, cell: int
) -> None:
    """A player that always plays the same cell is illegal somewhere."""
    of_side = [board for board in boards if board.mover == side]
    assert any(cell not in board.legal for board in of_side)


def misread(cell: int, how: str) -> int:
    row, col = divmod(cell, 3)
    return {"from 1": cell - 1, "from -1": cell + 1, "exchanged": 3 * col + row}[how]


@pytest.mark.parametrize("how", ["from 1", "from -1", "exchanged"])
@pytest.mark.parametrize("side", BOTH)
def test_a_misread_best_move_is_illegal_somewhere(
    boards: list[TrialBoard], side: str, how: str
) -> None:
    wrong = [
        (board, misread(board.best[0], how)) for board in boards if board.mover == side
    ]
    assert sum(cell not in board.legal for board, cell in wrong) >= 3


def test_one_side_alone_has_boards_of_its_own() -> None:
    boards = near_boards(open_table(), ("O",))
    assert [board.mover for board in boards] == ["O"] * 10


@pytest.mark.parametrize(
    ("listed", "choose"),
    [
        (near_boards, chosen_near_boards),
        (early_boards, chosen_early_boards),
        (forced_boards, chosen_forced_boards),
    ],
)
def test_the_boards_of_tic_tac_toe_are_those_that_would_be_chosen(
    listed: Callable[[Table, Sequence[str]], list[TrialBoard]],
    choose: Callable[[Table], list[TrialBoard]],
) -> None:
    table = open_table()
    assert listed(table, BOTH) == choose(table)


def test_movers_are_exchanged_if_o_moves_first(boards: list[TrialBoard]) -> None:
    exchanged = near_boards(open_table(first="O"), BOTH)
    colours = str.maketrans("XO", "OX")
    assert {board.text.translate(colours) for board in exchanged} == {
        board.text for board in boards
    }


@pytest.mark.parametrize("game", GAMES, ids=str)
@pytest.mark.exhaustive
def test_other_games_have_boards_with_legal_best_moves(
    game: Game, table_of: TableOf
) -> None:
    table: Table = table_of(game)
    boards = near_boards(table, BOTH)
    assert boards
    for board in boards:
        assert list(board.legal) == table.legal_moves(board.text)
        assert set(table.best_moves(board.text)) <= set(board.best)


def test_early_boards_have_more_free_cells(boards: list[TrialBoard]) -> None:
    early = early_boards(open_table(), BOTH)
    free = [board.text.count(".") for board in early]
    assert min(free) > max(board.text.count(".") for board in boards) - 1


def test_each_forced_board_has_its_one_free_cell_elsewhere() -> None:
    forced = forced_boards(open_table(), BOTH)
    assert {board.text.index(".") for board in forced} == set(range(9))
    assert all(board.text.count(".") == 1 for board in forced)


def test_forced_boards_are_of_the_sides_that_are_asked() -> None:
    assert forced_boards(open_table(), ["O"]) == []


def test_on_early_boards_a_line_of_free_cells_shows_who_takes_it_for_won() -> None:
    lines = ("012", "345", "678", "036", "147", "258", "048", "246")
    contents = set()
    for board in early_boards(open_table(), BOTH):
        contents |= {"".join(board.text[int(at)] for at in line) for line in lines}
    assert "..." in contents


@pytest.mark.exhaustive
def test_a_large_board_has_boards_of_each_side(table_of: TableOf) -> None:
    boards = near_boards(table_of(Game(4, 4, 3)), BOTH)
    assert [board.mover for board in boards] == ["X", "O"] * 10


def test_a_game_that_ends_at_once_has_no_more_boards_than_there_are(
    table_of: TableOf,
) -> None:
    assert len(near_boards(table_of(Game(2, 2, 1)), BOTH)) == 1
