"""One move's verdict: is it legal, what does it keep, and what is wrong with it."""

from collections.abc import Mapping
from typing import NamedTuple

from ttt_table.arguments import checked_number, checked_table
from ttt_table.errors import BoardError
from ttt_table.grading.causes import cause_name
from ttt_table.grading.grades import Mistake
from ttt_table.players.answers import illegal_reason
from ttt_table.rules.board import Board, board_text
from ttt_table.rules.outcome import Outcome, outcome_of, value_of
from ttt_table.table.reader import Table


class Verdict(NamedTuple):
    """What a move is worth; outcomes are the mover's, plies those from before it."""

    board: str
    cell: int
    legal: bool
    before: Outcome  # what the best moves lead to
    after: Outcome | None  # what this one leads to; None where it is illegal
    keeps: bool
    best: bool
    matters: bool  # whether some legal move does not keep the value
    cause: (
        str | None
    )  # why it gives value away, as `causes` names it; why it is illegal; or None


def judge(table: Table, board: Board, cell: int) -> Verdict:
    """Judge one move, an illegal one too.

    Raises `BoardError` for a bad board or a finished one, and `ArgumentError` for anything but a
    table and a whole number.

    >>> from ttt_table import open_table
    >>> judge(open_table(), "XX.OO....", 8)[2:]  # doctest: +NORMALIZE_WHITESPACE
    (True, Outcome(value=1, plies=1), Outcome(value=-1, plies=2), False, False, True,
     'missed win')
    """
    scores = checked_table(table).scores(board)
    if not scores:
        raise BoardError("the game is finished: there is no move")
    return verdict_of(
        table, board_text(board, table.game), checked_number(cell), scores
    )


def verdict_of(
    table: Table, board: str, cell: int, scores: Mapping[int, int]
) -> Verdict:
    """The verdict on a move of a board in its standard spelling, whose moves have these scores."""
    size = table.game.cells, table.game.cells - board.count(".")
    best, score = max(scores.values()), scores.get(cell)
    before, value = outcome_of(best, *size), value_of(best)
    matters = value_of(min(scores.values())) != value
    if score is None:
        reason = illegal_reason(board, cell)
        return Verdict(board, cell, False, before, None, False, False, matters, reason)
    after, keeps = outcome_of(score, *size), value_of(score) == value
    cause = (
        None
        if keeps
        else cause_name(Mistake(board, cell, {cell: 1}, before, after, table))
    )
    return Verdict(
        board, cell, True, before, after, keeps, score == best, matters, cause
    )
