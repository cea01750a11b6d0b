"""Recognize players that play one side only, whichever side is to move.

Many programs are made for O, the computer's side. If X is to move, they still complete
O's lines, or block X instead of winning: graded as X, they would be blamed for moves
that they never make in a game.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ttt_table.players.proposals.declared_answers import (
    DeclaredAnswer,
    DeclaredAnswers,
    ask_declared,
)
from ttt_table.players.proposals.thresholds import PLAYS_A_SIDE
from ttt_table.players.proposals.trial_board import TrialBoard
from ttt_table.players.session import PlayerSession
from ttt_table.rules.outcome import other
from ttt_table.table.reader import Table

MIN_MISTAKEN_WINS = 2
EXCHANGED_STONES = str.maketrans("XO", "OX")


@dataclass(frozen=True, slots=True)
class OneSide:
    """The one side that a player plays, and the evidence for it.

    Attributes:
        side: "X" or "O".
        answers: Its answers on boards of this side.
        mistaken: An answer for the other side: a cell where this side would win.
    """

    side: str
    answers: DeclaredAnswers
    mistaken: DeclaredAnswer

    def reason(self) -> str:
        """Return the evidence in words."""
        mistaken = self.mistaken
        return (
            f"it seems to play {self.side} only: at {mistaken.board.text},"
            f" where {mistaken.board.mover} is to move and could win in cell"
            f" {mistaken.board.best[0]}, it plays {mistaken.cell}, where"
            f" {self.side} would win"
        )


def one_side_of(
    session: PlayerSession, table: Table, declared: DeclaredAnswers
) -> OneSide | None:
    """Return the side that a player always plays; None if it plays both, or neither.

    A player that always plays X is recognized by three facts, and one of O likewise:

    * if X is to move, it plays best moves;
    * if O is to move and could win, it plays a cell in which X would win;
    * on the latter boards with X and O exchanged, it plays best moves.

    Args:
        session: The player, which is not told who is to move.
        table: The table of its game.
        declared: Its answers on boards of both sides.
    """
    by_side = declared.by_side()
    good = [side for side, answers in by_side.items() if _plays_best_moves(answers)]
    if declared.fault_count or len(by_side) != 2 or len(good) != 1:
        return None
    (side,) = good
    as_other_side = by_side[other(side)].answers
    mistaken = _mistaken_wins(table, as_other_side)
    if mistaken is None or len(mistaken) < MIN_MISTAKEN_WINS:
        return None
    exchanged = [_with_stones_exchanged(answer.board) for answer in as_other_side]
    if not _plays_best_moves(ask_declared(session, exchanged)):
        return None
    return OneSide(side, by_side[side], mistaken[0])


def _plays_best_moves(answers: DeclaredAnswers) -> bool:
    return answers.best_count >= PLAYS_A_SIDE * len(answers.answers)


def _mistaken_wins(
    table: Table, answers: Sequence[DeclaredAnswer]
) -> list[DeclaredAnswer] | None:
    """Return the answers that miss a win to take a cell where the opponent would win.

    None if another cell is taken on one of the boards that have such cells.
    """
    mistaken = []
    for answer in answers:
        if answer.is_best or not answer.board.is_threatened:
            continue
        if answer.cell not in _wins_of_opponent(table, answer.board):
            return None
        mistaken.append(answer)
    return mistaken


def _wins_of_opponent(table: Table, board: TrialBoard) -> set[int]:
    """Return the cells in which the opponent could win at once, if it were its turn."""
    win_at_once = table.game.cells  # the score of a win in one ply
    wins = set()
    for cell in board.legal:
        if cell in board.best:
            continue
        replies = table.scores(table.push(board.text, cell))
        wins |= {reply for reply, score in replies.items() if score == win_at_once}
    return wins - set(board.best)


def _with_stones_exchanged(board: TrialBoard) -> TrialBoard:
    text = board.text.translate(EXCHANGED_STONES)
    return TrialBoard(text, other(board.mover), board.legal, board.best)
