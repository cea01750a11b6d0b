"""Recognize players that play one side only, whoever is to move.

Many programs are made for O, the computer's side. Asked as X, they complete O's lines,
or block instead of winning: as X they would be accused of what they never do.
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

FEWEST_MISTAKEN_WINS = 2
EXCHANGED_STONES = str.maketrans("XO", "OX")


@dataclass(frozen=True, slots=True)
class OneSide:
    """The one side that a player plays, and what shows it.

    Attributes:
        side: "X" or "O".
        answers: Its answers on boards of this side.
        mistaken: An answer as the other side, in a cell where this side would win.

    """

    side: str
    answers: DeclaredAnswers
    mistaken: DeclaredAnswer

    def reason(self) -> str:
        """Return in words what shows it."""
        mistaken = self.mistaken
        return (
            f"it seems to play {self.side} only: at {mistaken.trial.board},"
            f" where {mistaken.trial.mover} is to move and could win in cell"
            f" {mistaken.trial.best[0]}, it plays {mistaken.cell}, where"
            f" {self.side} would win"
        )


def one_side_of(
    session: PlayerSession, table: Table, declared: DeclaredAnswers
) -> OneSide | None:
    """Return the one side that a player plays, whoever is to move; None if not so.

    Such a player takes the best moves of its side. As the other it takes cells in which
    its own side would win, even where the player to move could. And if all stones are
    exchanged, it also plays the other side.

    Args:
        session: The player, of which no argument tells who is to move.
        table: The table of its game.
        declared: What it answered on boards of both sides.

    """
    by_side = declared.by_side()
    good = [side for side, answers in by_side.items() if _takes_best_moves(answers)]
    if declared.fault_count or len(by_side) != 2 or len(good) != 1:
        return None
    (side,) = good
    as_other_side = by_side[other(side)].answers
    mistaken = _mistaken_wins(table, as_other_side)
    if mistaken is None or len(mistaken) < FEWEST_MISTAKEN_WINS:
        return None
    exchanged = [_with_stones_exchanged(answer.trial) for answer in as_other_side]
    if not _takes_best_moves(ask_declared(session, exchanged)):
        return None
    return OneSide(side, by_side[side], mistaken[0])


def _takes_best_moves(answers: DeclaredAnswers) -> bool:
    return answers.best_count >= PLAYS_A_SIDE * len(answers.answers)


def _mistaken_wins(
    table: Table, answers: Sequence[DeclaredAnswer]
) -> list[DeclaredAnswer] | None:
    """Return the answers that miss a win to take a cell where the opponent would win.

    None if another cell is taken on one of the boards that have such cells.
    """
    mistaken = []
    for answer in answers:
        if answer.is_best or not answer.trial.is_threatened:
            continue
        if answer.cell not in _wins_of_opponent(table, answer.trial):
            return None
        mistaken.append(answer)
    return mistaken


def _wins_of_opponent(table: Table, trial: TrialBoard) -> set[int]:
    """Return the cells in which the opponent could win at once, if it were its turn."""
    win_at_once = table.game.cells  # the score of a win in one ply
    wins = set()
    for cell in trial.legal:
        if cell in trial.best:
            continue
        replies = table.scores(table.push(trial.board, cell))
        wins |= {reply for reply, score in replies.items() if score == win_at_once}
    return wins - set(trial.best)


def _with_stones_exchanged(trial: TrialBoard) -> TrialBoard:
    board = trial.board.translate(EXCHANGED_STONES)
    return TrialBoard(board, other(trial.mover), trial.legal, trial.best)
