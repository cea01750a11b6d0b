"""All answers of a player that is random or remembers, merged into distributions."""

from collections.abc import Iterator, Sequence

from ttt_table.grading.grades import Unstable
from ttt_table.grading.traversal import PlayerAnswers, ReportProgress, SingleTraversal
from ttt_table.players.answers import Answer, Unanswered, same, together

# Every board is asked twice more. If that is cheap, it is asked MIN_TIMES in all, and
# in a tier of few boards more often: until the tier has had QUESTIONS, or each of its
# boards MAX_TIMES.
MIN_TIMES = 10
MAX_TIMES = 50
QUESTIONS = 1_000

# So many seconds of the player's own time for a tier count as cheap.
CHEAP_SECONDS = 5.0


def traverse_repeatedly(
    traversal: SingleTraversal,
    player: PlayerAnswers,
    report: ReportProgress,
    *,
    max_boards: int,
) -> SingleTraversal:
    """Traverse again, and follow each of several answers as often as it came.

    Args:
        traversal: The traversal that has shown that answers differ.
        player: The player.
        report: Gets the progress.
        max_boards: How many boards there may be at most.

    Returns:
        A traversal whose answers are distributions of all that was answered.

    Raises:
        SizeError: There are more than `max_boards` boards.
        PlayerError: Too many boards in a row were not answered in time.
    """
    repeated = RepeatedAnswers(traversal, player)
    again = SingleTraversal(repeated, traversal.positions, traversal.side)
    again.ask(report, max_boards=max_boards)
    again.late = traversal.late
    again.unstable = list(repeated.unstable.values())
    return again


class RepeatedAnswers:
    """A source that merges repeated answers to a board into one distribution.

    Attributes:
        name: The player's name.
        unstable: The boards that got different answers.
    """

    def __init__(self, traversal: SingleTraversal, player: PlayerAnswers) -> None:
        self.name = player.name
        self.unstable = {unstable.board: unstable for unstable in traversal.unstable}
        self._first = traversal
        self._player = player

    def answers(self, keys: Sequence[int]) -> Iterator[Answer]:
        """Yield the distribution of the answers to each of these boards of a tier."""
        if not keys:
            return
        answers = {key: self._known_answers(key) for key in keys}
        self._ask_in_turn(answers)
        for key in keys:
            self._note_if_unstable(key, answers[key])
            yield together(answers[key])

    def _known_answers(self, key: int) -> list[Answer]:
        """Return the two answers that were given before; none at a new board."""
        answer = self._first.unfinished[key.bit_count()].get(key)
        if answer is None:
            return []
        unstable = self.unstable.get(self._first.positions.text(key))
        if unstable is None:
            return [answer, answer]
        return [unstable.first, unstable.second]

    def _ask_in_turn(self, answers: dict[int, list[Answer]]) -> None:
        """Add answers until each board has as many as its time allows."""
        # To wait again for what was late would double what takes longest.
        keys = [key for key in answers if not has_unanswered(answers[key])]
        stones = next(iter(answers)).bit_count()
        seconds = self._player.seconds(stones)
        seconds += self._ask_until(answers, keys, 2)
        times = max(MIN_TIMES, QUESTIONS // len(answers))
        times = min(MAX_TIMES, times)
        # The player's own time is the same on a busy machine, so that the number of
        # answers, and with it the verdict, does not depend on the machine's load.
        if times * seconds <= CHEAP_SECONDS:
            self._ask_until(answers, keys, times)

    def _ask_until(
        self, answers: dict[int, list[Answer]], keys: Sequence[int], times: int
    ) -> float:
        """Ask until each board has that many answers.

        Returns:
            How many seconds the last round took.
        """
        seconds = 0.0
        for count in range(1, times + 1):
            lacking = [key for key in keys if len(answers[key]) < count]
            for key, answer in zip(lacking, self._player.answers(lacking), strict=True):
                answers[key].append(answer)
            if lacking:
                seconds = self._player.seconds(lacking[0].bit_count())
        return seconds

    def _note_if_unstable(self, key: int, answers: Sequence[Answer]) -> None:
        first, *later_answers = answers
        for later in later_answers:
            if not same(first, later):
                if not isinstance(later, Unanswered):
                    board = self._first.positions.text(key)
                    self.unstable.setdefault(board, Unstable(board, first, later))
                return


def has_unanswered(answers: Sequence[Answer]) -> bool:
    """Return True if one of the answers is missing."""
    return any(isinstance(answer, Unanswered) for answer in answers)
