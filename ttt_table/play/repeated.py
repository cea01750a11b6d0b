"""A player that is random or remembers, taken for all that it was seen to answer."""

from collections.abc import Iterator, Sequence
from time import monotonic

from ttt_table.play.answers import Answer, Unanswered, same, together
from ttt_table.play.visit import Answering, SingleVisit, Tell, Unstable

TIMES, LONGEST = 10, 10.0  # times that a board is asked, until that took so many seconds; then two


def visit_again(visit: SingleVisit, seat: Answering, tell: Tell, most: int) -> SingleVisit:
    """The visit in which all of several answers are followed, as often as they came."""
    repeated = _Repeated(visit, seat)
    again = SingleVisit(repeated, visit.positions, visit.side)
    again.ask(tell, most=most)
    again.late = visit.late
    again.unstable = list(repeated.unstable.values())
    return again


class _Repeated:
    """A seat whose answer to a board is all that was answered there."""

    def __init__(self, visit: SingleVisit, seat: Answering) -> None:
        self.name, self.slowest, self.told = seat.name, seat.slowest, seat.told
        self.unstable = {one.board: one for one in visit.unstable}
        self._visit, self._seat = visit, seat
        self._spent = 0.0  # of all, not of the slowest, which on a busy machine may be any

    def answers(self, keys: Sequence[int]) -> Iterator[Answer]:
        """All that was answered at each of these, in order."""
        given = {key: self._known(key) for key in keys}
        # Who was too slow has had its time.
        due = [key for key in keys if not any(isinstance(one, Unanswered) for one in given[key])]
        for times in range(1, TIMES + 1):
            started = monotonic()
            some = [key for key in due if len(given[key]) < times]
            if self._spent < LONGEST or times < 3:
                for key, answer in zip(some, self._seat.answers(some), strict=True):
                    given[key].append(answer)
            self._spent += monotonic() - started
        for key, answers in given.items():
            board = self._visit.positions.text(key)
            other = next((one for one in answers if not same(one, answers[0])), None)
            if other is not None and not isinstance(other, Unanswered):
                self.unstable.setdefault(board, Unstable(board, answers[0], other))
            yield together(answers)

    def _known(self, key: int) -> list[Answer]:
        """What was answered at the first visit."""
        first = self._visit.unfinished[key.bit_count()].get(key)
        if first is None:
            return []
        seen = self.unstable.get(self._visit.positions.text(key))
        return [seen.first, seen.second] if seen else [first, first]
