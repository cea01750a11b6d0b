"""A player that is random or remembers, taken for all that it was seen to answer."""

from collections.abc import Iterator, Sequence

from ttt_table.grading.asking import Seat
from ttt_table.grading.visit import SingleVisit, Tell, Unstable
from ttt_table.players.answers import Answer, Unanswered, same, together

TIMES, MOST_TIMES = (
    10,
    50,
)  # that a board is asked where that is cheap, more often where there are
QUESTIONS = (
    1_000  # fewer boards than make so many questions with the same number of stones
)
CHEAP = 5.0  # seconds of the player's processor time that these may take


def visit_again(visit: SingleVisit, seat: Seat, tell: Tell, most: int) -> SingleVisit:
    """The visit in which all of several answers are followed, as often as they came."""
    repeated = _Repeated(visit, seat)
    again = SingleVisit(repeated, visit.positions, visit.side)
    again.ask(tell, most=most)
    again.late = visit.late
    again.unstable = list(repeated.unstable.values())
    return again


class _Repeated:
    """A seat whose answer to a board is all that was answered there."""

    def __init__(self, visit: SingleVisit, seat: Seat) -> None:
        self.name, self.slowest, self.told = seat.name, seat.slowest, seat.told
        self.unstable = {one.board: one for one in visit.unstable}
        self._visit, self._seat, self._took = visit, seat, dict(seat.took)

    def answers(self, keys: Sequence[int]) -> Iterator[Answer]:
        """All that was answered at each of these, in order; they have as many stones."""
        if not keys:
            return
        given = {key: self._known(key) for key in keys}
        # Who was too slow has had its time.
        due = [
            key
            for key in keys
            if not any(isinstance(one, Unanswered) for one in given[key])
        ]
        took = self._took.get(keys[0].bit_count(), 0.0) + self._ask(given, due, 2)
        times = min(MOST_TIMES, max(TIMES, QUESTIONS // len(keys)))
        # A player's own time is the same on a busy machine, and so are the answers that are seen.
        if times * took <= CHEAP:
            self._ask(given, due, times)
        for key, answers in given.items():
            board = self._visit.positions.text(key)
            other = next((one for one in answers if not same(one, answers[0])), None)
            if other is not None and not isinstance(other, Unanswered):
                self.unstable.setdefault(board, Unstable(board, answers[0], other))
            yield together(answers)

    def _ask(
        self, given: dict[int, list[Answer]], keys: Sequence[int], times: int
    ) -> float:
        """Ask until each of these has so many answers; the seconds of the last round."""
        took = 0.0
        for many in range(1, times + 1):
            some = [key for key in keys if len(given[key]) < many]
            for key, answer in zip(some, self._seat.answers(some), strict=True):
                given[key].append(answer)
            if some:
                took = self._seat.took[some[0].bit_count()]
        return took

    def _known(self, key: int) -> list[Answer]:
        """What was answered at the first visit."""
        first = self._visit.unfinished[key.bit_count()].get(key)
        if first is None:
            return []
        seen = self.unstable.get(self._visit.positions.text(key))
        return [seen.first, seen.second] if seen else [first, first]
