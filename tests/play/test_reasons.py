"""Reasons: every tag is a theorem, checked on every move of 3x3 in both rules by brute force."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import pytest
from support.games import TableOf
from support.slow import Slow, slow_of

from ttt_table import Game, Table
from ttt_table.grading import causes, grade
from ttt_table.grading.causes import PLURALS
from ttt_table.play import Reason, explain, reasons, traps, trickiest
from ttt_table.rules.game import symmetries

SLOW = {misere: slow_of(misere=misere) for misere in (False, True)}
COUNTED = {
    False: {reasons.LOSES_NEXT: 7_272, reasons.DOUBLE_THREAT: 1_604, "only": 2_184},
    True: {"only": 1_777},
}
"""Of the 16,167 moves of normal and of misère play: how many have a tag."""


def expected_tags(board: str, cell: int, misere: bool) -> Iterator[str]:
    """What is true of a move, by looking at lines, and at values by brute force."""
    slow = SLOW[misere]
    after = slow.moves(board)
    values = {one: -slow.outcome(reply)[0] for one, reply in after.items()}
    yield from (misere_tags if misere else normal_tags)(board, cell, after[cell])
    best = max(values.values())
    if values[cell] < best:
        yield "throws a win away" if best > 0 else "throws a draw away"
    elif best >= 0 and len(values) > 1 and list(values.values()).count(best) == 1:
        yield f"the only move that keeps the {'win' if best > 0 else 'draw'}"


def normal_tags(board: str, cell: int, after: str) -> Iterator[str]:
    mover, other = players_of(board)
    if cell in completing(board, mover):
        yield reasons.WINS_NOW
        return
    if cell in completing(board, other):
        yield reasons.BLOCKS
    if completing(after, other):
        yield reasons.LOSES_NEXT
    elif len(completing(after, mover)) > 1:
        yield reasons.DOUBLE_THREAT


def misere_tags(board: str, cell: int, after: str) -> Iterator[str]:
    mover, other = players_of(board)
    if cell in completing(board, mover):
        yield reasons.LOSES_NOW
        if completing(board, mover) == free(board):
            yield reasons.EVERY_MOVE
    elif free(after) and completing(after, other) == free(after):
        yield reasons.LEAVES_ONLY_LINES


def completing(board: str, player: str) -> list[int]:
    made = SLOW[False].has_line
    return [
        at for at in free(board) if made(board[:at] + player + board[at + 1 :], player)
    ]


def free(board: str) -> list[int]:
    return [cell for cell, mark in enumerate(board) if mark == "."]


def players_of(board: str) -> tuple[str, str]:
    mover = SLOW[False].mover(board)
    return mover, "O" if mover == "X" else "X"


@pytest.mark.parametrize("misere", [True])
def test_every_tag_is_true_and_every_truth_is_told(
    misere: bool, some_boards: list[str], table_of: TableOf
) -> None:
    """Of lines and of values; and the line of play is best, and ends as the outcome says."""
    table = table_of(Game(misere=misere))
    seen: Counter[str] = Counter()
    for board in some_boards:  # they are the same in both rules
        for one in explain(table, board):
            assert one.tags == tuple(expected_tags(board, one.cell, misere)), (
                board,
                one,
            )
            check_line(table, SLOW[misere], board, one)
            seen.update(["move", *one.tags])
    if len(some_boards) == 5478:
        seen["only"] = sum(seen[tag] for tag in reasons.ONLY_MOVE.values())
        assert seen["move"] == 16_167
        assert COUNTED[misere].items() <= seen.items()


def check_line(table: Table, slow: Slow, board: str, one: Reason) -> None:
    for number, cell in enumerate(one.line):
        if number:
            assert cell == table.best_moves(board)[0]
        board = slow.moves(board)[cell]
    value, plies = slow.outcome(board)
    assert plies == 0
    assert len(one.line) == one.outcome.plies
    assert one.outcome.value == (value if len(one.line) % 2 == 0 else -value)


def test_reasons_come_best_first_and_one_alone_when_asked(table: Table) -> None:
    """In the order of the moves, with their outcomes."""
    found = explain(table, "XX.OO....")
    assert [(one.cell, one.outcome) for one in found] == [*table.moves("XX.OO....")]
    assert explain(table, "XX.OO....", 5) == [found[1]]
    assert explain(table, ["X", "X", None, "O", "O", 5, 6, 7, 8]) == found
    assert explain(table, "XXXOO....") == []


@pytest.mark.parametrize("game", [Game(gravity=True)], ids=str)
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


@pytest.mark.parametrize(
    ("game", "counts"),
    [
        (Game(3, 3, 3, gravity=True), (82, 0, 56, 14, 18, 22, 20)),
        (Game(2, 2, lines=[[0, 3], [1, 2]]), (8, 0, 4, 0, 0, 0, 0)),
    ],
    ids=str,
)
def test_every_blunder_has_one_cause(
    game: Game, counts: tuple[int, ...], table_of: TableOf
) -> None:
    """The tags of the moves say the same; boards of a class are counted as one; lines are there."""
    table = table_of(game)
    graded = grade(
        lambda board: dict.fromkeys(table.legal_moves(board), 1), table=table
    )
    counted = causes(graded)
    found = {one.name: len(one.blunders) for one in counted}
    assert tuple(found.get(name, 0) for name in PLURALS) == counts
    boards = [blunder.board for one in counted for blunder in one.blunders]
    assert sorted(boards) == sorted(
        blunder.board for blunder in graded.mistakes.blunders
    )
    for one in counted:
        assert (
            len(one.blunders) / len(symmetries(game)) <= one.classes < len(one.blunders)
        )
        assert (
            sum(one.by_ply.values()) == len(one.blunders) <= sum(one.by_line.values())
        )
        for blunder in one.blunders:
            best, *_ = reasons_of = explain(table, blunder.board)
            move = next(each for each in reasons_of if each.cell == blunder.move)
            made = reasons.LOSES_NOW in move.tags
            won = {reasons.WINS_NOW, reasons.LEAVES_ONLY_LINES}.intersection(
                best.tags
            ) and not made
            lost = reasons.LOSES_NEXT in move.tags and not won
            assert (one.name == "made line", one.name == "missed win") == (
                made,
                bool(won),
            )
            assert (one.name in ("missed block", "opened cell")) == lost


def test_traps_are_the_moves_that_keep_the_value(
    table: Table, some_boards: list[str]
) -> None:
    """With the replies that lose, by brute force; the quickest where all win."""
    slow = SLOW[False]
    for board in some_boards:
        expected = []
        for cell, after in slow.moves(board).items():
            replies = slow.moves(after).values()
            losing = sum(slow.outcome(reply)[0] > 0 for reply in replies)
            if -slow.outcome(after)[0] == slow.outcome(board)[0]:
                expected.append((cell, losing, len(replies)))
        found = traps(table, board)
        assert [tuple(one) for one in found] == expected
        tricky = trickiest(table, board)
        assert set(tricky) <= {one.cell for one in found}
        assert bool(tricky) == bool(found)
        # Every reply to a winning move loses, so the quickest of them is chosen.
        if table[board].value == 1 and found:
            assert tricky == table.best_moves(board)
