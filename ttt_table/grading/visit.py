"""Every board that any opponent can bring a player to, each asked twice.

A visit is the whole of the player's game tree, with equal positions joined, by tier.
"""

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import NamedTuple, Protocol, TypeAlias

from ttt_table.errors import PlayerError, SizeError
from ttt_table.grading.positions import Positions
from ttt_table.players.answers import (
    Answer,
    Forfeit,
    Slowest,
    Unanswered,
    forfeit_in,
    more_time,
    moves_of,
    same,
)
from ttt_table.rules.outcome import value_of

Tell: TypeAlias = Callable[
    [int, int], object
]  # gets how many boards were asked, and are left
MOST_BOARDS = 3_000_000  # on one side, before it must be said that this is meant
MOST_UNANSWERED = 20  # in a row on one side: after so many, the rest would be too
FEW_UNANSWERED, LONG_UNANSWERED = 3, 200.0  # fewer do where they took so many seconds


def too_many_boards() -> SizeError:
    """The error for a player that meets more than were agreed."""
    many = f"this player can meet more than {MOST_BOARDS:,} boards on one side"
    return SizeError(f"{many}; --force (force=True) asks about all of them")


class Unstable(NamedTuple):
    """A board that got two answers: the player is random, or remembers."""

    board: str
    first: Answer
    second: Answer


class Answering(Protocol):
    """Whoever answers at a visit, by key."""

    name: str
    slowest: Slowest | None

    @property
    def told(self) -> dict[str, None]:
        """What its answers were taken for."""

    def answers(self, keys: Sequence[int], /) -> Iterator[Answer]:
        """What it does at each of these, in order."""


class Visit(ABC):
    """What a player meets on one side, and what it answers there."""

    def __init__(self, seat: Answering, positions: Positions, side: str) -> None:
        self.positions = positions
        self.side = side  # ``X`` or ``O``
        self.boards = 0  # that were met, the finished ones included
        self.decisions = 0  # of these, what the player was asked about
        self.unstable: list[Unstable] = []
        self.late: list[Unanswered] = []  # answered at first, and not when asked again
        self.forfeits: list[Forfeit] = []  # in the order of being asked
        self.unanswered: list[Unanswered] = []
        self.many: Counter[str] = (
            Counter()
        )  # faults of each kind, where not all are listed
        self._seat, self._moves_second = seat, side != positions.table.first

    def own_turn(self, stones: int) -> bool:
        """True where the player moves in positions with so many stones."""
        return stones % 2 == self._moves_second

    @abstractmethod
    def shortest_loss(self) -> tuple[int, ...] | None:
        """The cells of the shortest lost game, of equals the smallest; None without one."""


class SingleVisit(Visit):
    """A visit whose boards are asked one by one; one without an answer may be its end."""

    def __init__(
        self, seat: Answering, positions: Positions, side: str, *, follows: bool = True
    ) -> None:
        super().__init__(seat, positions, side)
        self.follows = follows  # all moves of a board without an answer
        # by tier; the player's own with its answer
        self.unfinished: list[dict[int, Answer | None]] = [
            {} for _ in range(positions.cells + 1)
        ]
        # by tier, with the score of whoever would move next
        self.finished: list[dict[int, int]] = [{} for _ in range(positions.cells + 1)]
        self.score = positions.score
        self._in_a_row = 0

    def moves(self, key: int, answer: Answer | None) -> Sequence[int]:
        """The cells with which the game goes on, in order."""
        if isinstance(answer, int):
            return (answer,)
        if answer is None or (self.follows and isinstance(answer, Unanswered)):
            return self.positions.legal(key)
        return moves_of(answer)

    def replies(self, key: int, answer: Answer | None) -> Iterator[tuple[int, int]]:
        """The same with the keys to which they lead."""
        cells = self.moves(key, answer)
        return zip(cells, self.positions.after(key, cells), strict=True)

    def ask(self, tell: Tell, *, most: int) -> None:
        """Ask tier by tier; `SizeError` for more than ``most``, `PlayerError` if many are late."""
        self.unfinished[0][0] = None
        for stones, tier in enumerate(self.unfinished):
            if self.own_turn(stones):
                self.decisions += len(tier)
                tier.update(self._answers([*tier], tell, self.decisions))
            self.boards += len(tier) + len(self.finished[stones])
            if stones < self.positions.cells:
                self._go_on(stones, most - self.boards)
        answers = [answer for tier in self.unfinished for answer in tier.values()]
        self.forfeits = [one for one in map(forfeit_in, answers) if one]
        self.unanswered = [one for one in answers if isinstance(one, Unanswered)]
        if self.unanswered:
            self.score = cache(self.score)  # for the sums at worst, and at best

    def _go_on(self, stones: int, most: int) -> None:
        positions = self.positions
        unfinished, finished = self.unfinished[stones + 1], self.finished[stones + 1]
        for key, answer in self.unfinished[stones].items():
            if len(unfinished) + len(finished) > most:
                raise too_many_boards()
            for cell, reply in self.replies(key, answer):
                # Many orders of moves lead to one position, which is met and asked once.
                if reply not in unfinished and reply not in finished:
                    end = positions.end_after(key, cell)
                    if end is None:
                        unfinished[reply] = None
                    else:
                        finished[reply] = end

    def ask_again(self, tell: Tell) -> None:
        """Compare with a second answer, in the reverse order, so that a memory shows."""
        left = self.decisions
        for tier in reversed(self.unfinished):
            own = {
                key: answer
                for key, answer in reversed(tier.items())
                # Who was too slow has had its time; to wait again would double the longest part.
                if answer is not None and not isinstance(answer, Unanswered)
            }
            left -= len(own)
            for key, second in self._answers([*own], tell, left):
                if isinstance(second, Unanswered):
                    self.late.append(second)
                elif not same(own[key], second):
                    self.unstable.append(
                        Unstable(self.positions.text(key), own[key], second)
                    )

    def _answers(
        self, keys: Sequence[int], tell: Tell, left: int
    ) -> Iterator[tuple[int, Answer]]:
        """The keys with their answers."""
        left += len(keys)
        for key, answer in zip(keys, self._seat.answers(keys), strict=True):
            left -= 1
            tell(1, left)
            if isinstance(answer, Unanswered) and answer.seconds is not None:
                self._in_a_row += 1
                most = max(
                    FEW_UNANSWERED,
                    min(MOST_UNANSWERED, LONG_UNANSWERED / answer.seconds),
                )
                if self._in_a_row >= most:
                    none = f"{self._seat.name} answered none of {self._in_a_row} boards in a row"
                    flush = "a program must flush after each line"
                    raise PlayerError(f"{none} {more_time(answer)}; {flush}")
            else:
                self._in_a_row = 0
            yield key, answer

    def _sure_ways(self) -> Iterator[dict[int, tuple[int, ...]]]:
        """By tier, the smallest way to each position to which no missing answer leads, in order."""
        ways: dict[int, tuple[int, ...]] = {0: ()}
        for tier in self.unfinished:
            yield ways
            further: dict[int, tuple[int, ...]] = {}
            for key, way in ways.items():
                if key in tier and not isinstance(tier[key], Unanswered):
                    for cell, reply in self.replies(key, tier[key]):
                        if reply not in further:
                            further[reply] = (*way, cell)
            ways = further

    def surely_met(self) -> frozenset[int]:
        """All but what it may never meet, since only a missing answer leads there."""
        return frozenset().union(*self._sure_ways())

    def shortest_loss(self) -> tuple[int, ...] | None:
        """By tier, as a tier is a length."""
        for stones, ways in enumerate(self._sure_ways()):
            finished, lost = self.finished[stones], -1 if self.own_turn(stones) else 1
            for key, way in ways.items():
                forfeit = forfeit_in(self.unfinished[stones].get(key))
                if forfeit or value_of(finished.get(key, 0)) == lost:
                    return way
        return None
