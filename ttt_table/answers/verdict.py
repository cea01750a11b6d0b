"""The verdict on one move: is it legal, does it keep the value, and if not, why not."""

from collections.abc import Mapping
from dataclasses import dataclass

from ttt_table.answers.places import OFF_BOARD
from ttt_table.answers.reading import NOT_READABLE
from ttt_table.grading.causes import cause_name
from ttt_table.grading.grades import Mistake
from ttt_table.rules.board import Board, board_text, checked_number, over_error
from ttt_table.rules.outcome import Outcome, outcome_of, value_of
from ttt_table.table.checks import checked_table, why_not
from ttt_table.table.reader import Table

ILLEGAL_MOVE = "illegal move"
UNREADABLE_ANSWER = "not readable"


@dataclass(frozen=True, slots=True)
class Verdict:
    """The judgement of a move, from the point of view of its player.

    Attributes:
        board: The board before the move, in its standard notation.
        cell: The cell that was answered.
        legal: Whether the cell can be played.
        before: What the best moves lead to.
        after: What this move leads to, with plies counted from `board`; None if it is
            illegal.
        keeps: Whether the move keeps the value.
        best: Whether it is one of the best moves.
        matters: Whether some legal move does not keep the value.
        cause: Why the move is wrong, as a category: a cause of blunders such as
            ``missed win``, or ``illegal move`` or ``not readable``; None if it keeps
            the value.
        reason: Why the move is illegal, in words for people; empty if it is legal.
    """

    board: str
    cell: int
    legal: bool
    before: Outcome
    after: Outcome | None
    keeps: bool
    best: bool
    matters: bool
    cause: str | None
    reason: str = ""


def judge(table: Table, board: Board, cell: int) -> Verdict:
    """Judge one move, which may be illegal.

    Args:
        table: The game's table.
        board: An unfinished board.
        cell: The cell that the mover wants to play; a cell with gravity too. What
            `cell_reader` returns for an answer without a cell is an illegal move.

    Returns:
        The verdict, from the mover's point of view.

    Raises:
        BoardError: The board is invalid.
        MoveError: The board is finished, or ``cell`` is not an integer.
        ArgumentError: ``table`` is not a table.

    >>> from ttt_table import open_table
    >>> verdict = judge(open_table(), "XX.OO....", 8)
    >>> verdict.legal, verdict.keeps, verdict.cause, verdict.after
    (True, False, 'missed win', Outcome(value=-1, plies=2))
    """
    scores = checked_table(table).scores(board)
    if not scores:
        raise over_error()
    text = board_text(board, table.game)
    return verdict_of(table, text, checked_number(cell), scores)


def verdict_of(
    table: Table, board: str, cell: int, scores: Mapping[int, int]
) -> Verdict:
    """Judge a move, if the scores of the board's moves are known.

    Args:
        table: The game's table.
        board: The board in its standard notation.
        cell: The cell that the mover wants to play.
        scores: The score of each legal move, by cell.
    """
    cells = table.game.cells
    stones = cells - board.count(".")
    best_score = max(scores.values())
    value = value_of(best_score)
    before = outcome_of(best_score, cells, stones)
    matters = value_of(min(scores.values())) != value

    score = scores.get(cell)
    if score is None:
        return Verdict(
            board=board,
            cell=cell,
            legal=False,
            before=before,
            after=None,
            keeps=False,
            best=False,
            matters=matters,
            cause=UNREADABLE_ANSWER if cell == NOT_READABLE else ILLEGAL_MOVE,
            reason=illegal_reason(board, cell),
        )

    after = outcome_of(score, cells, stones)
    keeps = value_of(score) == value
    cause = None
    if not keeps:
        cause = cause_name(Mistake(board, cell, {cell: 1.0}, before, after, table))
    return Verdict(
        board=board,
        cell=cell,
        legal=True,
        before=before,
        after=after,
        keeps=keeps,
        best=score == best_score,
        matters=matters,
        cause=cause,
    )


def illegal_reason(board: str, cell: int) -> str:
    """Say why a cell, or what was read instead of one, cannot be played."""
    if cell == NOT_READABLE:
        return UNREADABLE_ANSWER
    if cell == OFF_BOARD:
        return "a cell outside the board"
    return why_not(board, cell)
