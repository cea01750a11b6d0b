"""The reader: every answer against brute force, and the manners of a mapping."""

import copy
from collections.abc import Callable, Mapping
from typing import Any

import numpy
import pytest
from support.games import TableOf
from support.slow import Slow, slow_of

from ttt_table import BoardError, Game, Outcome, Table, open_table
from ttt_table.errors import ArgumentError, BadTableError, OtherGameError, quoted
from ttt_table.rules.board import position_of
from ttt_table.rules.game import symmetries
from ttt_table.table.codec import Contents, Tier, decode
from ttt_table.table.files import shipped_path


def test_it_is_a_mapping_of_all_reachable_boards(
    table: Table, boards: list[str]
) -> None:
    """Length, membership, items and get are those of a dictionary, by tier, mask and pattern."""
    assert isinstance(table, Mapping)
    assert len(table) == len(boards) == 5478
    assert dict(table.items()) == {board: table[board] for board in boards}
    assert all(board in table for board in boards)
    assert table.get("X...O....") == Outcome(value=0, plies=7)
    positions = [position_of(board, table.game) for board in table]
    places = [(position.stones, position.mask, position.x) for position in positions]
    assert places == sorted(places)


@pytest.mark.parametrize(
    "board",
    ["XXX......", "XXXOO...O", "XX.......", "XX", "", "hello", 7, None, ["X"], 1.5],
)
def test_bad_boards_are_not_in_the_table(table: Table, board: Any) -> None:
    """Membership is false, get gives the default, and every other call says why."""
    assert board not in table
    assert table.get(board, "default") == "default"
    asks: list[Callable[[Any], object]] = [
        *(table.__getitem__, table.look, table.moves, table.mover, table.legal_moves),
        *(table.winner, table.line, table.is_over, lambda bad: table.push(bad, 8)),
    ]
    for ask in asks:
        with pytest.raises(BoardError):
            ask(board)


def exchanged(board: str) -> str:
    return board.translate(str.maketrans("XO", "OX"))


@pytest.mark.parametrize(
    ("first", "misere", "step"), [("X", False, 300), ("O", True, 300)]
)
def test_all_that_a_table_says_of_a_board_is_what_brute_force_says(
    first: str, misere: bool, step: int, table_of: TableOf
) -> None:
    """Whoever moves first: who moves, where he may and what comes of it, who has won, best play."""
    slow = slow_of(misere=misere)
    table = Table(table_of(Game(misere=misere))._contents, first)
    seen: Callable[[str], str] = exchanged if first == "O" else str
    assert list(table) == [*map(seen, table_of(Game(misere=misere)))]
    for plain in sorted(slow.boards())[::step]:
        board, mover = seen(plain), seen(slow.mover(plain))
        after = slow.moves(plain)
        outcomes = {
            cell: Outcome(-value, plies + 1)
            for cell, (value, plies) in (
                (cell, slow.outcome(after[cell])) for cell in after
            )
        }
        moves = sorted(
            outcomes.items(), key=lambda move: (move[1], -move[0]), reverse=True
        )
        best = [cell for cell, outcome in moves if outcome == slow.outcome(plain)]
        drawn = "/".join([board[:3], board[3:6], board[6:]]).lower()
        for spelling in (board, drawn, list(drawn.replace("/", ""))):
            look = table.look(spelling)
            assert (look.best, table[spelling], spelling in table) == (
                best,
                look.outcome,
                True,
            )
            assert look == (board, mover, slow.outcome(plain), moves)
        assert (table.mover(board), table.moves(board)) == (mover, moves)
        assert table.scores(board) == {
            cell: value * (10 - plies) for cell, (value, plies) in outcomes.items()
        }
        assert table.best_moves(board) == best == sorted(best)
        assert table.best_move(board) == (best[0] if best else None)
        assert table.legal_moves(board) == list(after)
        assert {cell: table.push(board, cell) for cell in after} == {
            cell: seen(text) for cell, text in after.items()
        }
        assert table.is_over(board) == slow.is_over(plain) == (not after)
        lined = [player for player in "XO" if slow.has_line(board, player)]
        won = (
            [player for player in "XO" if (player in lined) != misere]
            if lined
            else [None]
        )
        assert [table.winner(board)] == won
        check_line(table, board)


def check_line(table: Table, board: str) -> None:
    """The main line is best play, as long as the outcome says, to the end that it says."""
    (value, plies), mover = table[board], table.mover(board)
    line = table.line(board)
    assert len(line) == plies
    for cell in line:
        assert cell == table.best_move(board)
        board = table.push(board, cell)
    assert table.is_over(board)
    other = "O" if mover == "X" else "X"
    assert table.winner(board) == {1: mover, 0: None, -1: other}[value]


def test_a_board_of_the_other_first_player_is_refused() -> None:
    """In his colours."""
    other = open_table(first="O")
    assert "X........" not in other
    with pytest.raises(BoardError, match="too many X: 1 X and 0 O, but O moves first"):
        other["X........"]
    with pytest.raises(
        BoardError, match="O has 3 in a row at cells 0 1 2, yet X has moved"
    ):
        other["OOOXX...X"]


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


@pytest.mark.parametrize("step", [1500])
def test_limited_scores_are_those_of_a_depth_limited_search(
    step: int, table: Table, slow: Slow, boards: list[str]
) -> None:
    """Every move of a position, for every number of plies a search could stop after."""
    for board in boards[step - 1 :: step]:
        moves = slow.moves(board)
        for limit in range(11):
            wanted = {
                cell: -slow.limited(after, 1, limit) if limit else 0
                for cell, after in moves.items()
            }
            assert table.scores(board, limit=limit) == wanted
            best = max(wanted.values(), default=0)
            choices = [cell for cell, score in wanted.items() if score == best]
            assert table.best_moves(board, limit=limit) == choices
            assert table.best_move(board, limit=limit) == next(iter(choices), None)


def test_arguments_that_no_call_can_mean_are_refused(table: Table) -> None:
    """A limit below zero, no first player, no game or another one, a file's number."""
    for ask in (table.scores, table.best_moves, table.best_move):
        with pytest.raises(ArgumentError, match="plies from 0, not -1"):
            ask(".........", limit=-1)
    with pytest.raises(ArgumentError, match="first is 'x'"):
        open_table(first="x")
    games: list[Any] = [
        "3x3k3",
        (3, 3, 3, False),
        Game,
    ]  # not told that 3x3k3 is not 3x3k3
    for game in games:
        with pytest.raises(
            ArgumentError, match=r"must be a Game, such as Game\(3, 3, 3\)"
        ):
            open_table(game=game)
    with pytest.raises(OtherGameError, match="3x3k3, not 3x3k3-misere"):
        open_table(game=Game(misere=True))
    assert open_table(shipped_path(), game=Game()).game == Game()
    with open(shipped_path(), "rb") as file:
        with pytest.raises(ArgumentError, match="named by its path, not by"):
            open_table(file.fileno())  # type: ignore[arg-type]
        assert file.read(1), "the caller's file stays open"


def test_what_is_remembered_is_bounded(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And forgetting changes no answer."""
    monkeypatch.setattr("ttt_table.table.prober.REMEMBERED", 10)
    known = dict(open_table().items())
    assert {board: table[board] for board in known} == known
    assert len(table._outcome_of_board) <= 10
    assert len(table._probe.__self__._places) <= 10  # type: ignore[attr-defined]


def test_answers_cannot_be_altered_by_the_caller(table: Table) -> None:
    """Lists and dictionaries are the caller's own."""
    for answer in (table.moves, table.best_moves, table.scores):
        answer("X...O....").clear()
    assert len(table.moves("X...O....")) == 7
    assert copy.copy(table)["X...O...."] == table["X...O...."]


def test_a_table_that_denies_a_reachable_board_is_an_error_of_the_table(
    shipped: bytes,
) -> None:
    """Not of the board, so membership does not just turn false."""
    contents = decode(shipped)
    tiers = [*contents.tiers]
    tiers[2] = tiers[2]._replace(palette=[None])
    denying = Table(contents._replace(tiers=tiers))
    for ask in (denying.__getitem__, denying.__contains__, denying.moves):
        with pytest.raises(BadTableError):
            ask("..O.X....")
    with pytest.raises(BadTableError):
        denying.moves("....X....")


def test_a_table_without_the_blocks_of_its_game_is_not_gone_through() -> None:
    """A file of 39 MB can claim this game: it has 2^30 masks, and listing them takes gigabytes."""
    tier = Tier(blocks=1, palette=[0], bits=1, masks_at=0, slots_at=0, slots_end=0)
    game = Game(1, 30, gravity=True)
    hostile = Table(Contents(game, 1000, [tier] * 31, b"", symmetries(game)))
    with pytest.raises(BadTableError, match="not have the blocks of 1x30k3-gravity"):
        next(iter(hostile))


def test_tables_are_equal_only_if_they_are_one(table: Table) -> None:
    """So comparing two looks nothing up, and a table can be a key."""
    other = open_table()
    assert repr(table) == repr(other) == "<Table 3x3k3, 5478 positions, X first>"
    assert table == table
    assert table != other
    assert len({table, other, table}) == 2
    assert not table._outcome_of_board


@pytest.mark.parametrize(
    "cell", [0, 9, -1, 4.0, "1", None, True, 10**5000, numpy.array([1, 2])], ids=quoted
)
def test_an_illegal_move_is_refused(table: Table, cell: Any) -> None:
    """A taken cell, one off the board, one that is no number; and the legal ones are named."""
    with pytest.raises(
        ArgumentError, match="cannot be played: the legal moves are 1 2 3 5"
    ):
        table.push("X...O....", cell)
    with pytest.raises(ArgumentError, match="the game is finished"):
        table.push("XXXOO....", cell)
    board: Any = numpy.array(
        list("X........")
    )  # as a player that picks with numpy hands them in
    assert table.push(board, numpy.int64(4)) == "X...O...."  # type: ignore[arg-type]  # it is an index
