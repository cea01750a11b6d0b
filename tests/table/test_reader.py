"""The reader: every answer against brute force, and what a mapping promises."""

from collections.abc import Callable, Mapping
from operator import itemgetter
from pathlib import Path
from typing import Any, NamedTuple

import numpy
import pytest
from support.cases import exhaustive, exhaustive_rows
from support.games import TableOf
from support.reference_game import ReferenceGame, reference_tic_tac_toe
from support.repacked import changed

from ttt_table import BoardError, Game, Look, Move, Outcome, Table, open_table
from ttt_table.errors import (
    ArgumentError,
    BadTableError,
    MoveError,
    OtherGameError,
    quoted,
)
from ttt_table.rules.board import position_of
from ttt_table.rules.game import symmetries
from ttt_table.rules.outcome import Side
from ttt_table.runtime import Tier
from ttt_table.table.contents import Contents
from ttt_table.table.files import shipped_path


def test_it_is_a_mapping_of_all_reachable_boards(
    table: Table, boards: list[str]
) -> None:
    """Length, membership, items and get are those of a dictionary."""
    assert isinstance(table, Mapping)
    assert len(table) == len(boards) == 5478
    assert dict(table.items()) == {board: table[board] for board in boards}
    assert all(board in table for board in boards)
    assert table.get("X...O....") == Outcome(value=0, plies=7)


def test_boards_come_by_tier_mask_and_pattern(table: Table) -> None:
    """The order of the file's slots, without symmetry."""
    positions = [position_of(board, table.game) for board in table]
    places = [(position.stones, position.mask, position.x) for position in positions]
    assert places == sorted(places)


BAD_BOARDS: list[Any] = [
    "XXX......",
    "XXXOO...O",
    "XX.......",
    "XX",
    "",
    "hello",
    7,
    None,
    ["X"],
    1.5,
]
with_each_bad_board = pytest.mark.parametrize("board", BAD_BOARDS)


@with_each_bad_board
def test_a_bad_board_is_not_in_the_table(table: Table, board: Any) -> None:
    """Membership is false, and get gives the default."""
    assert board not in table
    assert table.get(board, "default") == "default"


CALLS: dict[str, Callable[[Table, Any], object]] = {
    "[]": Table.__getitem__,
    "look": Table.look,
    "moves": Table.moves,
    "mover": Table.mover,
    "legal_moves": Table.legal_moves,
    "winner": Table.winner,
    "continuation": Table.continuation,
    "is_over": Table.is_over,
    "push": lambda table, board: table.push(board, 8),
}


@with_each_bad_board
@pytest.mark.parametrize("call", CALLS)
def test_every_other_call_refuses_a_bad_board(
    table: Table, board: Any, call: str
) -> None:
    """And says why."""
    with pytest.raises(BoardError):
        CALLS[call](table, board)


def exchanged(board: str) -> str:
    return board.translate(str.maketrans("XO", "OX"))


class Truth(NamedTuple):
    """What brute force says of a board."""

    board: str
    mover: Any
    outcome: Outcome
    after: dict[int, str]
    """By cell, the board after each legal move."""
    outcomes: dict[int, Outcome]
    """By cell, the outcome of each legal move."""
    winner: str | None


def truth_of(reference: ReferenceGame, plain: str, *, exchange: bool) -> Truth:
    """Return what brute force says of a board, with the colours exchanged or not."""
    renamed: Callable[[str], str] = exchanged if exchange else str
    outcomes = {}
    for cell, after in reference.moves(plain).items():
        value, plies = reference.outcome(after)
        outcomes[cell] = Outcome(-value, plies + 1)
    winner = None
    for player, opponent in ("XO", "OX"):
        if reference.has_line(plain, player):
            winner = renamed(opponent if reference.misere else player)
    return Truth(
        board=renamed(plain),
        mover=renamed(reference.mover(plain)),
        outcome=Outcome(*reference.outcome(plain)),
        after={cell: renamed(after) for cell, after in reference.moves(plain).items()},
        outcomes=outcomes,
        winner=winner,
    )


@pytest.mark.parametrize(
    ("first", "misere", "step"),
    [
        ("X", False, 300),
        ("O", True, 300),
        *exhaustive_rows(
            [(first, misere, 1) for first in "XO" for misere in (False, True)]
        ),
    ],
)
def test_all_that_a_table_says_of_a_board_is_what_brute_force_says(
    first: Side, misere: bool, step: int, table_of: TableOf
) -> None:
    """Whoever moves first: the mover, the moves and their outcomes, who has won."""
    reference = reference_tic_tac_toe(misere=misere)
    table = Table(table_of(Game(misere=misere))._contents, first)
    for plain in sorted(reference.boards())[::step]:
        truth = truth_of(reference, plain, exchange=first == "O")
        check_outcome(table, truth)
        check_look(table, truth)
        check_moves(table, truth)
        check_continuation(table, truth.board)


def check_outcome(table: Table, truth: Truth) -> None:
    board = truth.board
    assert table[board] == truth.outcome
    assert table.mover(board) == truth.mover
    assert table.is_over(board) == (not truth.after)
    assert table.winner(board) == truth.winner


def check_look(table: Table, truth: Truth) -> None:
    """Check a look, also of the board drawn in other ways."""
    board = truth.board
    drawn = "/".join([board[:3], board[3:6], board[6:]]).lower()
    ranked = sorted(truth.outcomes.items(), key=itemgetter(1), reverse=True)
    moves = [Move(cell, outcome) for cell, outcome in ranked]
    for notation in (board, drawn, list(drawn.replace("/", ""))):
        assert notation in table
        look = table.look(notation)
        assert look == Look(board, truth.mover, truth.outcome, moves)
        assert look.best == best_of(truth)


def best_of(truth: Truth) -> list[int]:
    return [
        cell for cell, outcome in truth.outcomes.items() if outcome == truth.outcome
    ]


def check_moves(table: Table, truth: Truth) -> None:
    board = truth.board
    best = best_of(truth)
    assert table.moves(board) == table.look(board).moves
    assert table.legal_moves(board) == list(truth.after)
    assert {cell: table.push(board, cell) for cell in truth.after} == truth.after
    assert table.best_moves(board) == best
    assert table.best_move(board) == next(iter(best), None)
    assert table.scores(board) == {
        cell: value * (10 - plies) for cell, (value, plies) in truth.outcomes.items()
    }


def check_continuation(table: Table, board: str) -> None:
    """Check that the continuation is perfect play, to the end that the outcome says."""
    outcome = table[board]
    mover = table.mover(board)
    continuation = table.continuation(board)
    assert len(continuation) == outcome.plies
    for cell in continuation:
        assert cell == table.best_move(board)
        board = table.push(board, cell)
    assert table.is_over(board)
    winners = {1: mover, 0: None, -1: exchanged(mover)}
    assert table.winner(board) == winners[outcome.value]


@pytest.mark.parametrize("misere", [False, True])
def test_with_o_first_the_boards_have_the_colours_exchanged(
    misere: bool, table_of: TableOf
) -> None:
    """In the same order."""
    table = table_of(Game(misere=misere))
    exchanged_table = Table(table._contents, "O")
    assert list(exchanged_table) == list(map(exchanged, table))


def test_a_board_of_the_other_first_player_is_refused() -> None:
    """With words for its colours."""
    table = open_table(first="O")
    assert "X........" not in table
    with pytest.raises(BoardError, match="too many X: 1 X and 0 O, but O moves first"):
        table["X........"]
    with pytest.raises(
        BoardError, match="O has 3 in a row at cells 0 1 2, yet X has moved"
    ):
        table["OOOXX...X"]


@pytest.mark.parametrize(
    ("game", "board", "outcome", "best"),
    [
        pytest.param(Game(), "XXXOO....", (-1, 0), [], id="nobody moves after a line"),
        pytest.param(
            Game(), "XOXXOOOXX", (0, 0), [], id="nobody moves on a full board"
        ),
        pytest.param(
            Game(), "XOXOXOOX.", (1, 1), [8], id="a win on the last cell is a win"
        ),
        pytest.param(
            Game(), "XOXOXOOXX", (-1, 0), [], id="a full board with a line is no draw"
        ),
        pytest.param(Game(), "XOXXOOOX.", (0, 1), [8], id="and one without is"),
        pytest.param(Game(), "XOOX.....", (1, 1), [6], id="the winner hurries"),
        pytest.param(Game(), "XX.O.....", (-1, 4), [2], id="the loser delays"),
        pytest.param(
            Game(2, 4, 4), "XXX.OOO.", (1, 1), [3], id="on 2x4 four are a row"
        ),
        pytest.param(
            Game(4, 2, 4), "XOXOXO..", (1, 1), [6], id="on 4x2 they are a column"
        ),
        pytest.param(
            Game(misere=True), ".........", (0, 9), [4], id="in misere the centre draws"
        ),
        pytest.param(
            Game(misere=True), "XXXOO....", (1, 0), [], id="in misere a line loses"
        ),
        pytest.param(
            Game(misere=True), "XX.OO....", (0, 5), [6, 7, 8], id="so nobody makes one"
        ),
        pytest.param(
            Game(k=1), ".........", (1, 1), list(range(9)), id="one stone wins"
        ),
        pytest.param(
            Game(k=1, misere=True), ".........", (-1, 1), list(range(9)), id="or loses"
        ),
    ],
)
def test_boards_whose_answers_are_known(
    game: Game, board: str, outcome: tuple[int, int], best: list[int], table_of: TableOf
) -> None:
    """By name, each a slip that was seen in some program."""
    table = table_of(game)
    assert table[board] == Outcome(*outcome)
    assert table.best_moves(board) == best
    assert table.best_move(board, max) == max(best, default=None)
    assert bool(table.moves(board)) == bool(table.scores(board)) == bool(best)


@pytest.mark.parametrize(
    "step",
    [1500, *exhaustive([1])],
)
def test_limited_scores_are_those_of_a_depth_limited_search(
    step: int, table: Table, reference: ReferenceGame, boards: list[str]
) -> None:
    """Every move of a position, for every number of plies a search could stop after."""
    for board in boards[step - 1 :: step]:
        moves = reference.moves(board)
        for limit in range(11):
            expected = dict.fromkeys(moves, 0)
            if limit > 0:
                for cell, after in moves.items():
                    expected[cell] = -reference.limited(after, 1, limit)
            assert table.scores(board, depth=limit) == expected
            best = max(expected.values(), default=0)
            choices = [cell for cell, score in expected.items() if score == best]
            assert table.best_moves(board, depth=limit) == choices
            assert table.best_move(board, depth=limit) == next(iter(choices), None)


@pytest.mark.parametrize("ask", [Table.scores, Table.best_moves, Table.best_move])
def test_a_depth_below_zero_is_refused(
    ask: Callable[..., object], table: Table
) -> None:
    """A search cannot stop before it begins."""
    with pytest.raises(ArgumentError, match="depth is -1, but it must be"):
        ask(table, ".........", depth=-1)


def test_a_first_player_who_is_neither_x_nor_o_is_refused() -> None:
    """Small letters are not players."""
    with pytest.raises(ArgumentError, match="first is 'x'"):
        open_table(first="x")  # type: ignore[arg-type]


@pytest.mark.parametrize("game", ["3x3k3", (3, 3, 3, False), Game])
def test_what_is_not_a_game_is_refused(game: Any) -> None:
    """It is not called another game: 3x3k3 would not be 3x3k3."""
    with pytest.raises(ArgumentError, match=r"must be a Game, such as Game\(3, 3, 3\)"):
        open_table(game=game)


def test_a_table_of_another_game_is_refused() -> None:
    """The message names both games."""
    with pytest.raises(OtherGameError, match="3x3k3, not 3x3k3-misere"):
        open_table(game=Game(misere=True))


def test_a_table_of_the_game_is_opened() -> None:
    """By its path."""
    assert open_table(shipped_path(), game=Game()).game == Game()


def test_an_open_file_is_refused_and_stays_open() -> None:
    """A number would name it, too."""
    with Path(shipped_path()).open("rb") as file:
        with pytest.raises(ArgumentError, match="named by its path, not by"):
            open_table(file.fileno())  # type: ignore[arg-type]
        assert file.read(1)


def test_what_is_remembered_is_bounded(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And forgetting changes no answer."""
    monkeypatch.setattr("ttt_table.runtime.REMEMBERED", 10)
    outcomes = dict(open_table().items())
    assert {board: table[board] for board in outcomes} == outcomes
    assert len(table._outcome_of_board) <= 10
    assert len(table._places) <= 10


@pytest.mark.parametrize("ask", [Table.moves, Table.best_moves, Table.scores])
def test_answers_cannot_be_altered_by_the_caller(
    ask: Callable[[Table, str], list[Any]], table: Table
) -> None:
    """Lists and dictionaries are the caller's own."""
    ask(table, "X...O....").clear()
    assert len(ask(table, "X...O....")) == 7


@pytest.fixture
def denying(shipped: bytes) -> Table:
    """A table in which each board with two stones is unreachable."""
    contents = Contents(shipped)
    tiers = list(contents.tiers)
    tiers[2] = tiers[2]._replace(palette=[None])
    return Table(changed(contents, tiers=tiers))


@pytest.mark.parametrize("ask", [Table.__getitem__, Table.__contains__, Table.moves])
def test_a_table_that_denies_a_reachable_board_is_at_fault(
    ask: Callable[[Table, str], object], denying: Table
) -> None:
    """Rather than the board, so membership does not just turn false."""
    with pytest.raises(BadTableError, match="marks this reachable board"):
        ask(denying, "..O.X....")


def test_a_table_that_denies_what_a_move_leads_to_is_at_fault(denying: Table) -> None:
    """The board itself is in the table."""
    with pytest.raises(BadTableError, match="is not in the table"):
        denying.moves("....X....")


def test_a_table_without_the_blocks_of_its_game_is_not_gone_through(
    table_of: TableOf,
) -> None:
    """A file of 39 MB can claim this game, whose 2^30 masks would take gigabytes."""
    tier = Tier(blocks=1, palette=[0], bits=1, masks_at=0, slots_at=0, slots_end=0)
    game = Game(1, 30, gravity=True)
    rules = changed(table_of(Game())._contents.rules, symmetries=symmetries(game))
    contents = changed(table_of(Game())._contents, _game=game, rules=rules)
    hostile = Table(changed(contents, tiers=[tier] * 31))
    with pytest.raises(BadTableError, match="not have the blocks of 1x30k3-gravity"):
        next(iter(hostile))


def test_tables_are_equal_only_if_they_are_one(table: Table) -> None:
    """So comparing two looks nothing up, and a table can be a key."""
    same_file = open_table()
    assert table == table
    assert table != same_file
    assert len({table, same_file, table}) == 2
    assert not table._outcome_of_board


def test_a_table_is_shown_by_its_game_and_size(table: Table) -> None:
    """And by who moves first."""
    assert repr(table) == "<Table 3x3k3, 5478 positions, X first>"


ILLEGAL = [0, 9, -1, 4.0, "1", None, True, 10**5000, numpy.array([1, 2])]


@pytest.mark.parametrize("board", ["X...O....", "XXXOO...."])
@pytest.mark.parametrize("cell", ILLEGAL, ids=quoted)
def test_an_illegal_move_is_refused(table: Table, cell: Any, board: str) -> None:
    """A taken cell, one off the board, or what is not a number."""
    with pytest.raises(MoveError):
        table.push(board, cell)


def test_a_board_and_a_cell_may_be_those_of_numpy(table: Table) -> None:
    """As a player that uses numpy passes them."""
    board: Any = numpy.array(list("X........"))
    cell: Any = numpy.int64(4)
    assert table.push(board, cell) == "X...O...."
