"""Reasons: every tag is a theorem, checked on moves of 3x3 by brute force."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import pytest
from support.cases import exhaustive, exhaustive_rows
from support.games import TableOf
from support.reference_game import ReferenceGame, reference_tic_tac_toe

from ttt_table import Game, Table
from ttt_table.grading import causes, grade
from ttt_table.grading.causes import PLURALS, Cause
from ttt_table.play import Reason, explain, reasons, traps
from ttt_table.rules.game import symmetries

REFERENCES = {misere: reference_tic_tac_toe(misere=misere) for misere in (False, True)}
ALL_BOARDS = 5_478
ALL_MOVES = 16_167
"""The moves of normal play, and as many of misère."""
COUNTED = {
    False: {
        reasons.LOSES_NEXT: 7_272,
        reasons.WINS_BY_DOUBLE_THREAT: 1_604,
        "only": 2_184,
    },
    True: {"only": 1_777},
}
"""How many of them have a tag, in normal play and in misère."""


def expected_tags(board: str, cell: int, misere: bool) -> Iterator[str]:
    """Yield what is true of a move, by its lines and by brute force."""
    reference = REFERENCES[misere]
    after = reference.moves(board)
    if misere:
        yield from misere_tags(board, cell, after[cell])
    else:
        yield from normal_tags(board, cell, after[cell])

    values = {cell: -reference.outcome(board)[0] for cell, board in after.items()}
    best = max(values.values())
    as_good = [cell for cell, value in values.items() if value == best]
    if values[cell] < best:
        yield {1: "throws a win away", 0: "throws a draw away"}[best]
    elif best >= 0 and len(values) > 1 and len(as_good) == 1:
        kept = "win" if best > 0 else "draw"
        yield f"the only move that keeps the {kept}"


def normal_tags(board: str, cell: int, after: str) -> Iterator[str]:
    mover, opponent = players_of(board)
    if cell in completing(board, mover):
        yield reasons.WINS_NOW
        return
    if cell in completing(board, opponent):
        yield reasons.BLOCKS
    if completing(after, opponent):
        yield reasons.LOSES_NEXT
    elif len(completing(after, mover)) > 1:
        yield reasons.WINS_BY_DOUBLE_THREAT


def misere_tags(board: str, cell: int, after: str) -> Iterator[str]:
    mover, opponent = players_of(board)
    if cell in completing(board, mover):
        yield reasons.LOSES_NOW
        if completing(board, mover) == free(board):
            yield reasons.EVERY_MOVE
    elif free(after) and completing(after, opponent) == free(after):
        yield reasons.LEAVES_ONLY_LINES


def completing(board: str, player: str) -> list[int]:
    """Return the cells in which a player would complete a line."""
    cells = []
    for cell in free(board):
        after = board[:cell] + player + board[cell + 1 :]
        if REFERENCES[False].has_line(after, player):
            cells.append(cell)
    return cells


def free(board: str) -> list[int]:
    return [cell for cell, mark in enumerate(board) if mark == "."]


def players_of(board: str) -> tuple[str, str]:
    """Return the mover and the opponent."""
    if REFERENCES[False].mover(board) == "X":
        return "X", "O"
    return "O", "X"


@pytest.mark.parametrize(
    "misere",
    [True, *exhaustive([False])],
)
def test_moves_have_all_tags_that_are_true_and_no_other(
    misere: bool, some_boards: list[str], table_of: TableOf
) -> None:
    """The boards are the same in both rules."""
    table = table_of(Game(misere=misere))
    counts: Counter[str] = Counter()
    for board in some_boards:
        for reason in explain(table, board):
            expected = tuple(expected_tags(board, reason.cell, misere))
            assert reason.tags == expected, (board, reason)
            counts.update(["move", *reason.tags])
    if len(some_boards) == ALL_BOARDS:
        counts["only"] = sum(counts[tag] for tag in reasons.ONLY_MOVE.values())
        assert counts["move"] == ALL_MOVES
        assert COUNTED[misere].items() <= counts.items()


@pytest.mark.parametrize(
    "misere",
    [True, *exhaustive([False])],
)
def test_continuations_are_best_play_and_end_as_the_outcome_says(
    misere: bool, some_boards: list[str], table_of: TableOf
) -> None:
    """After the move that is explained, which may be any."""
    table = table_of(Game(misere=misere))
    for board in some_boards:
        for reason in explain(table, board):
            check_continuation(table, REFERENCES[misere], board, reason)


def check_continuation(
    table: Table, reference: ReferenceGame, board: str, reason: Reason
) -> None:
    """Play a continuation to its end."""
    for number, cell in enumerate(reason.continuation):
        if number > 0:
            assert cell == table.best_moves(board)[0]
        board = reference.moves(board)[cell]
    assert reference.is_over(board)
    assert len(reason.continuation) == reason.outcome.plies

    value, _ = reference.outcome(board)
    mover_is_next = len(reason.continuation) % 2 == 0
    assert reason.outcome.value == (value if mover_is_next else -value)


def test_reasons_come_best_first(table: Table) -> None:
    """In the order of the moves, with their outcomes."""
    moves = [(reason.cell, reason.outcome) for reason in explain(table, "XX.OO....")]
    assert moves == [*table.moves("XX.OO....")]


def test_one_move_can_be_explained_alone(table: Table) -> None:
    """Its reason is the same."""
    assert explain(table, "XX.OO....", 5) == [explain(table, "XX.OO....")[1]]


def test_a_board_may_be_a_list(table: Table) -> None:
    """As everywhere in the package."""
    board: list[str | int | None] = ["X", "X", 2, "O", "O", 5, 6, 7, 8]
    assert explain(table, board) == explain(table, "XX.OO....")


def test_a_finished_game_has_no_reasons(table: Table) -> None:
    """There is no move to explain."""
    assert explain(table, "XXXOO....") == []


@pytest.mark.parametrize(
    "game",
    [Game(gravity=True), *exhaustive([Game(3, 3, 3, gravity=True), Game(3, 4, 3)])],
    ids=str,
)
def test_tags_are_theorems_on_other_games_too(game: Game, table_of: TableOf) -> None:
    """With gravity only the cells that can be played count."""
    table = table_of(game)
    step = 1 if game.gravity else 97
    double_threats = 0
    for board in list(table)[::step]:
        for reason in explain(table, board):
            assert (reasons.WINS_NOW in reason.tags) == (reason.outcome == (1, 1))
            assert (reasons.LOSES_NEXT in reason.tags) == (reason.outcome == (-1, 2))
            if reasons.WINS_BY_DOUBLE_THREAT in reason.tags:
                assert reason.outcome == (1, 3)
                double_threats += 1
    assert double_threats > 10


@pytest.mark.parametrize(
    ("game", "counts"),
    [
        (Game(2, 2, lines=[[0, 3], [1, 2]]), (8, 0, 4, 0, 0, 0, 0)),
        *exhaustive_rows(
            [
                (Game(3, 3, 3, gravity=True), (82, 0, 56, 14, 18, 22, 20)),
                (Game(), (1904, 0, 820, 0, 355, 0, 112)),
                (Game(3, 3, 3, misere=True, gravity=True), (55, 58, 0, 0, 0, 63, 15)),
                (Game(misere=True), (280, 1120, 0, 0, 0, 809, 460)),
                (Game(3, 4, 3, gravity=True), (1627, 0, 376, 108, 122, 83, 43)),
                (
                    Game(3, 4, 3, misere=True, gravity=True),
                    (260, 1097, 0, 0, 0, 588, 170),
                ),
            ]
        ),
    ],
    ids=str,
)
@pytest.mark.exhaustive
def test_every_blunder_has_one_cause(
    game: Game, counts: tuple[int, ...], table_of: TableOf
) -> None:
    """Of a player that plays any move; boards of a class are counted as one."""
    table = table_of(game)

    def any_move(board: str) -> dict[tuple[int, int], int]:
        cells = table.legal_moves(board)
        return dict.fromkeys((divmod(cell, game.cols) for cell in cells), 1)

    graded = grade(any_move, table=table)
    all_causes = causes(graded)
    blunders = {cause.name: len(cause.blunders) for cause in all_causes}
    assert tuple(blunders.get(name, 0) for name in PLURALS) == counts
    boards = [blunder.board for cause in all_causes for blunder in cause.blunders]
    assert sorted(boards) == sorted(blunder.board for blunder in graded.blunders)
    for cause in all_causes:
        check_cause(cause, table)


def check_cause(cause: Cause, table: Table) -> None:
    """Compare a cause's counts with each other, and its name with the moves' tags."""
    count = len(cause.blunders)
    assert count / len(symmetries(table.game)) <= cause.classes < count
    assert sum(cause.by_ply.values()) == count <= sum(cause.by_line.values())
    for blunder in cause.blunders:
        best, *worse = explain(table, blunder.board)
        move = next(reason for reason in worse if reason.cell == blunder.cell)
        made_line = reasons.LOSES_NOW in move.tags
        could_win = {reasons.WINS_NOW, reasons.LEAVES_ONLY_LINES} & {*best.tags}
        missed_win = bool(could_win) and not made_line
        missed_block = reasons.LOSES_NEXT in move.tags and not missed_win
        assert (cause.name == "made line") == made_line
        assert (cause.name == "missed win") == missed_win
        assert (cause.name in ("missed block", "opened cell")) == missed_block


def test_traps_are_the_moves_that_keep_the_value(
    table: Table, some_boards: list[str]
) -> None:
    """With the replies that lose, by brute force."""
    reference = REFERENCES[False]
    for board in some_boards:
        expected = []
        for cell, after in reference.moves(board).items():
            replies = reference.moves(after).values()
            losing = sum(reference.outcome(reply)[0] > 0 for reply in replies)
            if -reference.outcome(after)[0] == reference.outcome(board)[0]:
                expected.append((cell, losing, len(replies)))
        keeping = [
            (trap.cell, trap.losing, trap.replies) for trap in traps(table, board)
        ]
        assert keeping == expected
