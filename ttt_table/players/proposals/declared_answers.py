"""The answers of a player to the boards of a trial, called as its adapter declares."""

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
    """The answer of a player to one board.

    Attributes:
        board: The board.
        cell: The cell that it plays, or most often plays; None if an answer is not a
            legal cell.
        fault: Why it does not play a legal cell, in words; None if it does.
        is_silent: Whether it returns "no answer", which is not an error.
    """

    board: TrialBoard
    cell: int | None = None
    fault: str | None = None
    is_silent: bool = False

    @property
    def is_best(self) -> bool:
        """Whether its move keeps the value of the board."""
        return self.cell in self.board.best


@dataclass(frozen=True, slots=True)
class DeclaredAnswers:
    """The answers of a player to all boards that it answers in time.

    Attributes:
        answers: What it does, board by board.
        late: The board that it did not answer in time, and after which it was not asked
            any more; None if there was none.
    """

    answers: Sequence[DeclaredAnswer]
    late: Unanswered | None = None

    @property
    def fault_count(self) -> int:
        """On how many boards it does not play a legal cell."""
        return sum(answer.fault is not None for answer in self.answers)

    @property
    def error_count(self) -> int:
        """On how many boards it neither plays nor declines."""
        return self.fault_count - sum(answer.is_silent for answer in self.answers)

    @property
    def best_count(self) -> int:
        """How many of the answers are best moves."""
        return sum(answer.is_best for answer in self.answers)

    @property
    def are_good(self) -> bool:
        """Whether all are legal, and enough of each side are best moves."""
        if self.fault_count or self.is_late_at_once:
            return False
        return all(
            side.best_count > NOT_UNDERSTOOD * len(side.answers)
            for side in self.by_side().values()
        )

    @property
    def is_late_at_once(self) -> bool:
        """Whether not even the first board was answered in time."""
        return self.late is not None and not self.answers

    @property
    def only_cell(self) -> int | None:
        """The only cell that it plays, if it makes errors on the other boards.

        Such a player seems not to see its board. None if it plays several cells, or
        makes no errors.
        """
        cells = {answer.cell for answer in self.answers if answer.fault is None}
        return cells.pop() if len(cells) == 1 and self.error_count else None

    @property
    def are_mostly_faults(self) -> bool:
        """Whether most answers are faults; a player of one side only is excused."""
        if self.only_cell is not None:
            return True
        has_faults_on_whole_sides_only = all(
            side.fault_count in (0, len(side.answers))
            for side in self.by_side().values()
        )
        if has_faults_on_whole_sides_only:
            return 0 < self.fault_count == len(self.answers)
        return self.fault_count > len(self.answers) / 2

    def reason(self) -> str:
        """Return why the player does not seem to be understood, in words."""
        if self.late is not None and self.is_late_at_once:
            return f"at {self.late.board} it has no answer within {self.late.limit:g} s"
        if self.only_cell is not None:
            return (
                f"its legal moves are all in cell {self.only_cell}, as if it saw no"
                " board"
            )
        for answer in self.answers:
            if answer.fault is not None:
                return f"at {answer.board.text} {answer.fault}"
        return f"only {self.best_count} of {len(self.answers)} moves are best moves"

    def by_side(self) -> dict[str, DeclaredAnswers]:
        """Return the answers of each side apart, by the player to move."""
        by_side: dict[str, list[DeclaredAnswer]] = {}
        for answer in self.answers:
            by_side.setdefault(answer.board.mover, []).append(answer)
        return {side: DeclaredAnswers(answers) for side, answers in by_side.items()}


def ask_declared(
    player: PlayerSession,
    boards: Iterable[TrialBoard],
    note_answer: Callable[[], None] = lambda: None,
) -> DeclaredAnswers:
    """Ask a player about boards, and stop at the first late answer.

    The grader handles late answers.

    Args:
        player: The player, called as its adapter says.
        boards: The boards.
        note_answer: Called after each answer.
    """
    answers: list[DeclaredAnswer] = []
    for board in boards:
        answer = player.answer(board.text, board.legal)
        if isinstance(answer, Unanswered) and answer.was_late:
            return DeclaredAnswers(answers, late=answer)
        note_answer()
        answers.append(_declared_answer(board, answer))
    return DeclaredAnswers(answers)


def _declared_answer(board: TrialBoard, answer: Answer) -> DeclaredAnswer:
    if isinstance(answer, Unanswered):
        return DeclaredAnswer(board, fault="it has no answer", is_silent=True)
    forfeit = forfeit_in(answer)
    if forfeit is not None:
        return DeclaredAnswer(board, fault=_fault_text(forfeit))
    cell, _ = max(weights_of(answer), key=itemgetter(1))
    return DeclaredAnswer(board, cell)


def _fault_text(forfeit: Forfeit) -> str:
    if forfeit.kind == "exception":
        return f"it raises {forfeit.reason}"
    if forfeit.kind == "type":
        return f"its answer cannot be read: {forfeit.reason}"
    if forfeit.kind == "illegal":
        return f"its move is illegal: {forfeit.reason}"
    return forfeit.reason
