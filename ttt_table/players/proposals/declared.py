"""What a player does on the boards of a trial, called as its adapter says."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from operator import itemgetter
from typing import Protocol

from ttt_table.players.answers import (
    Answer,
    Forfeit,
    Unanswered,
    forfeit_in,
    weights_of,
)
from ttt_table.players.proposals.fits import TrialBoard

# The part of a side's best moves up to which a player may not have been understood: it
# takes that many where both players want the same cell.
FEW = 0.6


class AskedPlayer(Protocol):
    """A player that is asked one board at a time."""

    name: str
    """What messages call it."""

    def answer(self, board: str, legal: Collection[int], /) -> Answer:
        """Return its answer to a board with these legal cells."""


@dataclass(frozen=True, slots=True)
class DeclaredAnswer:
    """What a player does on one board.

    Attributes:
        trial: The board.
        cell: The cell that it plays, or most often plays, if all that it may play are
            legal.
        fault: What it does instead, in words; "" if it plays legal cells.
        is_silent: Whether it says that it has no answer, as some players do that are
            understood.

    """

    trial: TrialBoard
    cell: int | None = None
    fault: str = ""
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
    def faults(self) -> int:
        """On how many boards its answer is of no use."""
        return sum(answer.fault != "" for answer in self.answers)

    @property
    def errors(self) -> int:
        """On how many boards it does something else than to play, or to be silent."""
        return self.faults - sum(answer.is_silent for answer in self.answers)

    @property
    def best(self) -> int:
        """How many best moves it takes."""
        return sum(answer.is_best for answer in self.answers)

    def of_sides(self) -> Iterable[DeclaredAnswers]:
        """Yield what it does as each side."""
        for side in dict.fromkeys(answer.trial.mover for answer in self.answers):
            yield DeclaredAnswers(
                [answer for answer in self.answers if answer.trial.mover == side]
            )

    @property
    def are_good(self) -> bool:
        """Whether all are legal, and each side takes more than a few best moves."""
        if self.faults:
            return False
        return all(side.best > FEW * len(side.answers) for side in self.of_sides())

    @property
    def are_mostly_faults(self) -> bool:
        """Whether most are of no use, but for a player that plays one side only."""
        if all(side.faults in (0, len(side.answers)) for side in self.of_sides()):
            return self.faults == len(self.answers)
        return self.faults > len(self.answers) / 2

    def reason(self) -> str:
        """Return in words why the player does not seem to be understood."""
        for answer in self.answers:
            if answer.fault:
                return f"at {answer.trial.board} {answer.fault}"
        return f"only {self.best} of {len(self.answers)} moves are best moves"


def ask_declared(
    player: AskedPlayer,
    boards: Iterable[TrialBoard],
    note_answer: Callable[[], None],
) -> DeclaredAnswers:
    """Ask a player about boards until it is late: then it is asked when it is graded.

    Args:
        player: The player, called as its adapter says.
        boards: The boards.
        note_answer: Called after each answer.

    """
    answers = []
    for trial in boards:
        answer = player.answer(trial.board, trial.legal)
        if isinstance(answer, Unanswered) and answer.seconds is not None:
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
