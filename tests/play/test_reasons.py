"""Reasons: every tag is a theorem, checked on every move of 3x3 in both rules by brute force."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache

import pytest
from samples import sampled
from slow import Slow

from ttt_table import Game, Table
from ttt_table.play import Reason, explain, reasons, traps, trickiest

TableOf = Callable[[Game], Table]
SLOW = {misere: Slow(misere=misere) for misere in (False, True)}


@cache
def known_boards() -> list[str]:
    """The boards of tic-tac-toe; those of both rules are the same."""
    return sorted(SLOW[False].boards())


@pytest.fixture(scope="module", params=sampled([1, 25], lambda step: step > 1))
def step(request: pytest.FixtureRequest) -> int:
    """One board in how many is looked at: every one of them where slow tests run."""
    found: int = request.param
    return found


EXPLAINED: dict[tuple[Game, int], dict[str, list[Reason]]] = {}


def explained(table: Table, step: int) -> dict[str, list[Reason]]:
    """The reasons of every move of one board in so many, found once."""
    if (table.game, step) not in EXPLAINED:
        boards = known_boards()[::step]
        EXPLAINED[table.game, step] = {board: explain(table, board) for board in boards}
    return EXPLAINED[table.game, step]


def moves(table: Table, step: int) -> Iterator[tuple[str, Reason]]:
    for board, found in explained(table, step).items():
        for one in found:
            yield board, one


@pytest.fixture(scope="module")
def normal(table_of: TableOf) -> Table:
    """Tic-tac-toe."""
    return table_of(Game())


@pytest.fixture(scope="module")
def misere(table_of: TableOf) -> Table:
    """Tic-tac-toe where a line loses."""
    return table_of(Game(misere=True))


def completes(board: str, cell: int, player: str) -> bool:
    return SLOW[False].has_line(board[:cell] + player + board[cell + 1 :], player)


def free(board: str) -> list[int]:
    return [cell for cell, mark in enumerate(board) if mark == "."]


def players_of(board: str) -> tuple[str, str]:
    mover = SLOW[False].mover(board)
    return mover, "O" if mover == "X" else "X"


def test_a_move_wins_in_1_exactly_if_it_completes_a_line(normal: Table, step: int) -> None:
    """In normal play, and it is told so."""
    for board, one in moves(normal, step):
        mover, _ = players_of(board)
        assert (one.outcome == (1, 1)) == completes(board, one.cell, mover)
        assert (one.outcome == (1, 1)) == (reasons.WINS_NOW in one.tags)


def test_a_move_loses_in_2_exactly_if_it_leaves_a_completing_cell(normal: Table, step: int) -> None:
    """7,272 moves do."""
    count = 0
    for board, one in moves(normal, step):
        mover, other = players_of(board)
        after = board[: one.cell] + mover + board[one.cell + 1 :]
        leaves = not SLOW[False].is_over(after) and any(
            completes(after, cell, other) for cell in free(after)
        )
        assert (one.outcome == (-1, 2)) == leaves == (reasons.LOSES_NEXT in one.tags)
        count += leaves
    assert step > 1 or count == 7_272


def test_a_move_wins_in_3_exactly_by_a_double_threat(normal: Table, step: int) -> None:
    """1,604 moves do."""
    count = 0
    for board, one in moves(normal, step):
        mover, other = players_of(board)
        after = board[: one.cell] + mover + board[one.cell + 1 :]
        mine = sum(completes(after, cell, mover) for cell in free(after))
        theirs = sum(completes(after, cell, other) for cell in free(after))
        double = not SLOW[False].is_over(after) and mine >= 2 and theirs == 0
        assert (one.outcome == (1, 3)) == double == (reasons.DOUBLE_THREAT in one.tags)
        count += double
    assert step > 1 or count == 1_604


def test_a_move_blocks_where_the_opponent_would_complete_a_line(normal: Table, step: int) -> None:
    """Unless it wins, which is what matters then."""
    for board, one in moves(normal, step):
        mover, other = players_of(board)
        blocks = completes(board, one.cell, other) and not completes(board, one.cell, mover)
        assert blocks == (reasons.BLOCKS in one.tags)


def test_in_misere_lines_lose(misere: Table, step: int) -> None:
    """A completed line loses now; where every reply completes one, the move wins in 2."""
    for board, one in moves(misere, step):
        mover, other = players_of(board)
        assert (one.outcome == (-1, 1)) == completes(board, one.cell, mover)
        assert (one.outcome == (-1, 1)) == (reasons.LOSES_NOW in one.tags)
        forced = all(completes(board, cell, mover) for cell in free(board))
        assert forced == (reasons.EVERY_MOVE in one.tags)
        after = board[: one.cell] + mover + board[one.cell + 1 :]
        mates = not SLOW[True].is_over(after) and all(
            completes(after, cell, other) for cell in free(after)
        )
        assert (one.outcome == (1, 2)) == mates == (reasons.LEAVES_ONLY_LINES in one.tags)


@pytest.mark.parametrize(("rule", "only"), [("normal", 2_184), ("misere", 1_777)])
def test_the_only_move_that_keeps_the_value_is_told(
    rule: str, only: int, step: int, request: pytest.FixtureRequest
) -> None:
    """Of 16,167 moves; where there is one move only, or all is lost, there is nothing to tell."""
    table: Table = request.getfixturevalue(rule)
    total = count = 0
    for found in explained(table, step).values():
        best = max((one.outcome.value for one in found), default=0)
        keep = [one.cell for one in found if one.outcome.value == best]
        for one in found:
            total += 1
            alone = keep == [one.cell] and len(found) > 1 and best >= 0
            count += alone
            assert alone == any(tag in one.tags for tag in reasons.ONLY_MOVE.values())
            assert (one.cell not in keep) == any(
                tag in one.tags for tag in reasons.THROWS_AWAY.values()
            )
            if alone:
                assert reasons.ONLY_MOVE[best] in one.tags
            elif one.cell not in keep:
                assert reasons.THROWS_AWAY[best] in one.tags
    assert step > 1 or (total, count) == (16_167, only)


@pytest.mark.parametrize("rule", ["normal", "misere"])
def test_a_line_proves_its_outcome(rule: str, step: int, request: pytest.FixtureRequest) -> None:
    """It is best play of both, has as many plies as the outcome says, and ends the game so."""
    table: Table = request.getfixturevalue(rule)
    slow = SLOW[rule == "misere"]
    for board, one in moves(table, step):
        at = board
        for number, cell in enumerate(one.line):
            if number:
                assert cell == table.best_moves(at)[0]
            at = slow.moves(at)[cell]
        value, plies = slow.outcome(at)
        assert plies == 0
        assert len(one.line) == one.outcome.plies
        assert one.outcome.value == (value if len(one.line) % 2 == 0 else -value)


def test_reasons_come_best_first_and_one_alone_when_asked(normal: Table) -> None:
    """In the order of the moves, with their outcomes."""
    found = explain(normal, "XX.OO....")
    assert [(one.cell, one.outcome) for one in found] == [*normal.moves("XX.OO....")]
    assert explain(normal, "XX.OO....", 5) == [found[1]]
    assert explain(normal, ["X", "X", None, "O", "O", 5, 6, 7, 8]) == found
    assert explain(normal, "XXXOO....") == []


@pytest.mark.parametrize(
    "game",
    sampled([Game(3, 3, 3, gravity=True), Game(3, 4, 3)], lambda game: game.gravity),
    ids=str,
)
def test_tags_are_theorems_on_other_games_too(game: Game, table_of: TableOf) -> None:
    """With gravity only the cells that can be played count; a double threat always wins in 3."""
    table = table_of(game)
    seen: Counter[str] = Counter()
    for board in list(table)[:: 1 if game.gravity else 97]:
        for one in explain(table, board):
            seen.update(one.tags)
            assert (reasons.WINS_NOW in one.tags) == (one.outcome == (1, 1))
            assert (reasons.LOSES_NEXT in one.tags) == (one.outcome == (-1, 2))
            if reasons.DOUBLE_THREAT in one.tags:
                assert one.outcome == (1, 3)
    assert seen[reasons.DOUBLE_THREAT] > 10


# Traps


def test_the_opening_in_the_corner_has_its_known_traps(normal: Table) -> None:
    """1 2 3 6 leave 5 of 6 losing replies, 5 7 8 leave 2 of 6."""
    found = {one.cell: (one.losing, one.replies) for one in traps(normal, "X...O....")}
    assert found == {cell: (5 if cell in (1, 2, 3, 6) else 2, 6) for cell in (1, 2, 3, 5, 6, 7, 8)}
    assert trickiest(normal, "X...O....") == [1, 2, 3, 6]


def test_traps_are_the_moves_that_keep_the_value(normal: Table, step: int) -> None:
    """With the replies that lose, by brute force, on every seventh board."""
    slow = SLOW[False]
    for board in known_boards()[:: 7 * step]:
        keeping = [
            (cell, after)
            for cell, after in slow.moves(board).items()
            if -slow.outcome(after)[0] == slow.outcome(board)[0]
        ]
        expected = []
        for cell, after in sorted(keeping):
            replies = slow.moves(after).values()
            losing = sum(slow.outcome(reply)[0] > 0 for reply in replies)
            expected.append((cell, losing, len(replies)))
        found = traps(normal, board)
        assert [tuple(one) for one in found] == expected
        tricky = trickiest(normal, board)
        assert set(tricky) <= {one.cell for one in found}
        assert bool(tricky) == bool(found)


def test_the_trickiest_way_to_win_is_the_quickest(normal: Table, step: int) -> None:
    """Every reply to a winning move loses, so the best of them is chosen."""
    for board in known_boards()[::step]:
        if normal[board].value == 1 and normal[board].plies:
            assert trickiest(normal, board) == normal.best_moves(board)
