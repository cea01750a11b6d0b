"""What a player does on the boards of a trial, called as its adapter declares."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from operator import itemgetter
from typing import TYPE_CHECKING

from ttt_table.players.answers import (
    Answer,
    Forfeit,
    Unanswered,
    forfeit_in,
    weights_of,
)
from ttt_table.players.proposals.thresholds import NOT_UNDERSTOOD
from ttt_table.players.proposals.trial_board import TrialBoard

if TYPE_CHECKING:
    from ttt_table.players.session import PlayerSession


@dataclass(frozen=True, slots=True)
class DeclaredAnswer:
    """What a player does on one board.

    Attributes:
        trial: The board.
        cell: The cell that it plays, or most often plays, if all that it may play are
            legal.
        fault: What it does instead, in words; None if it plays legal cells.
        is_silent: Whether it says that it has no answer, as some players do that are
            understood.

    """

    trial: TrialBoard
    cell: int | None = None
    fault: str | None = None
    is_silent: bool = False

    @property
    def is_best(self) -> bool:
        """Whether its move keeps the value of the board."""
        return self.cell in self.trial.best


@dataclass(frozen=True, slots=True)
class DeclaredAnswers:
    """What a player does on all boards that it answers in time."""

    answers: Sequence[DeclaredAnswer]

    @property
    def fault_count(self) -> int:
        """On how many boards its answer is of no use."""
        return sum(answer.fault is not None for answer in self.answers)

    @property
    def error_count(self) -> int:
        """On how many boards it does something else than to play, or to be silent."""
        return self.fault_count - sum(answer.is_silent for answer in self.answers)

    @property
    def best_count(self) -> int:
        """How many best moves it takes."""
        return sum(answer.is_best for answer in self.answers)

    @property
    def are_good(self) -> bool:
        """Whether all are legal, and each side takes more than a few best moves."""
        if self.fault_count:
            return False
        return all(
            side.best_count > NOT_UNDERSTOOD * len(side.answers)
            for side in self.by_side().values()
        )

    @property
    def are_mostly_faults(self) -> bool:
        """Whether most are of no use, but for a player that plays one side only."""
        plays_whole_sides = all(
            side.fault_count in (0, len(side.answers))
            for side in self.by_side().values()
        )
        if plays_whole_sides:
            return self.fault_count == len(self.answers)
        return self.fault_count > len(self.answers) / 2

    def reason(self) -> str:
        """Return in words why the player does not seem to be understood."""
        for answer in self.answers:
            if answer.fault is not None:
                return f"at {answer.trial.board} {answer.fault}"
        return f"only {self.best_count} of {len(self.answers)} moves are best moves"

    def by_side(self) -> dict[str, DeclaredAnswers]:
        """Return the answers of each side apart, by the player to move."""
        by_side: dict[str, list[DeclaredAnswer]] = {}
        for answer in self.answers:
            by_side.setdefault(answer.trial.mover, []).append(answer)
        return {side: DeclaredAnswers(answers) for side, answers in by_side.items()}


def ask_declared(
    player: PlayerSession,
    boards: Iterable[TrialBoard],
    note_answer: Callable[[], None] = lambda: None,
) -> DeclaredAnswers:
    """Ask a player about boards, but no more once it is late: a grade takes care of it.

    Args:
        player: The player, called as its adapter says.
        boards: The boards.
        note_answer: Called after each answer.

    """
    answers = []
    for trial in boards:
        answer = player.answer(trial.board, trial.legal)
        if isinstance(answer, Unanswered) and answer.was_late:
            break
        note_answer()
        answers.append(_declared_answer(trial, answer))
    return DeclaredAnswers(answers)


def _declared_answer(trial: TrialBoard, answer: Answer) -> DeclaredAnswer:
    if isinstance(answer, Unanswered):
        return DeclaredAnswer(trial, fault="it has no answer", is_silent=True)
    forfeit = forfeit_in(answer)
    if forfeit is not None:
        return DeclaredAnswer(trial, fault=_fault_text(forfeit))
    cell, _ = max(weights_of(answer), key=itemgetter(1))
    return DeclaredAnswer(trial, cell)


def _fault_text(forfeit: Forfeit) -> str:
    if forfeit.kind == "exception":
        return f"it raises {forfeit.reason}"
    if forfeit.kind == "type":
        return f"its answer cannot be read: {forfeit.reason}"
    if forfeit.kind == "illegal":
        return f"its move is illegal: {forfeit.reason}"
    return forfeit.reason
