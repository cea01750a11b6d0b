"""Ask a player some boards before its grade, which might say nothing about it.

It is refused if most of its answers as a side are of no use: it is then called in
another way than it should be. If its answers ignore somebody's marks, it is graded
with a note that its marks may be others.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ttt_table.players.answers import Answer, Forfeit, Unanswered
from ttt_table.players.gate_boards import boards_of_side, boards_with_a_threat
from ttt_table.players.session import Session
from ttt_table.table.reader import Table

SEED = 0  # of each question, so that chance does not look like sight
ASKED_AGAIN = 3  # times: answers that differ by chance do so again
MAX_LATE = 2  # answers that may be late before the others are not waited for
UNKNOWN_MARK = "#"


@dataclass(frozen=True, slots=True)
class _SideAnswers:
    """What a player has answered as one side.

    Attributes:
        side: The side.
        answers: By board, the answer.
        pairs: The boards with the same free cells and other stones.
    """

    side: str
    answers: dict[str, Answer]
    pairs: Sequence[tuple[str, str]]

    def useless(self) -> list[Forfeit | Unanswered]:
        """Return the answers that cannot be played, not even with some chance."""
        return [
            answer
            for answer in self.answers.values()
            if isinstance(answer, Unanswered)
            or (isinstance(answer, Forfeit) and answer.share == 1)
        ]

    def is_refused(self) -> bool:
        """Return whether more than half of the answers are of no use."""
        return 2 * len(self.useless()) > len(self.answers)


def check_gate(session: Session, table: Table, sides: Sequence[str]) -> str:
    """Refuse a player that a grade would blame for the way in which it is called.

    Args:
        session: The player.
        table: The game.
        sides: The sides on which it is to be graded.

    Returns:
        The marks that its answers ignore: ``XO`` if they never depend on whose stones
        are whose, ``X`` or ``O`` if they stay the same with any other mark in its
        place; else an empty text.

    Raises:
        PlayerError: More than half of its answers as a side are of no use.
    """
    gate = _Gate(session, table)
    asked = list(gate.ask_sides(sides))
    if gate.late >= MAX_LATE:
        return ""  # the grade says of a slow player what is to be said
    refused = [side for side in asked if side.is_refused()]
    if refused:
        from ttt_table.players.refusal import refusal  # most players are graded

        raise refusal(session.player, _reason(refused[0], asked, refused), table)
    return gate.ignored_marks(asked)


def _reason(
    refused: _SideAnswers, asked: Sequence[_SideAnswers], all_refused: Sequence[object]
) -> str:
    """Return what a player did on the first board, and on how many."""
    useless = refused.useless()
    answer = useless[0]
    what = "it returns None"
    if isinstance(answer, Forfeit):
        what = answer.reason
    elif answer.was_late:
        what = "there is no answer in time"
    reason = f"at {answer.board} {what}"
    if len(all_refused) == len(asked):
        return reason
    (other,) = {side.side for side in asked} - {refused.side}
    count = f"{len(useless)} of {len(refused.answers)}"
    return (
        f"if {refused.side} is to move, {count} answers are of no use: {reason}. If it"
        f' plays {other} only, add --as {other} (side="{other}")'
    )


class _Gate:
    """Asks the boards.

    Attributes:
        late: How many answers were late.
    """

    def __init__(self, session: Session, table: Table) -> None:
        self.late = 0
        self._session = session
        self._table = table

    def ask_sides(self, sides: Sequence[str]) -> Iterator[_SideAnswers]:
        """Yield the answers of each side, as long as few are late."""
        for side in sides:
            boards, pairs = boards_of_side(self._table, side)
            answers: dict[str, Answer] = {}
            for board in boards:
                answers[board] = self._ask(board)
                if self.late >= MAX_LATE:
                    return
            yield _SideAnswers(side, answers, pairs)

    def ignored_marks(self, asked: Sequence[_SideAnswers]) -> str:
        """Return the marks that the answers ignore."""
        pairs = [pair for side in asked for pair in side.pairs]
        if not pairs:
            return ""
        if not any(self._differ(*pair) for pair in pairs):
            return "XO"
        if self._table.game.breaker:
            return ""  # Maker need not see the Breaker's marks
        ignored = [side.side for side in asked if self._ignores_own_mark(side)]
        return ignored[0] if ignored else ""

    def _ignores_own_mark(self, side: _SideAnswers) -> bool:
        """Return whether all answers are the same with another mark for its own."""
        boards = [board for pair in side.pairs for board in pair]
        boards += boards_with_a_threat(self._table, side.side)
        for board in boards:
            other_board = board.replace(side.side, UNKNOWN_MARK)
            legal = self._table.legal_moves(board)
            answer = self._session.answer(other_board, legal, SEED)
            if not _same(self._ask(board), answer):
                return False
        return bool(boards)

    def _differ(self, first: str, second: str) -> bool:
        """Return whether two boards get different answers, not only by chance."""
        first_answer = self._ask(first)
        second_answer = self._ask(second)
        if _same(first_answer, second_answer):
            return False
        return all(
            _same(self._ask(first), first_answer)
            and _same(self._ask(second), second_answer)
            for _ in range(ASKED_AGAIN)
        )

    def _ask(self, board: str) -> Answer:
        answer = self._session.answer(board, self._table.legal_moves(board), SEED)
        if isinstance(answer, Unanswered) and answer.was_late:
            self.late += 1
        return answer


def _same(first: Answer, second: Answer) -> bool:
    """Return whether two answers are the same move, or both no move."""
    useless = Forfeit | Unanswered
    if isinstance(first, useless) or isinstance(second, useless):
        return isinstance(first, useless) and isinstance(second, useless)
    return first == second
