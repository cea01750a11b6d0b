"""What the judge sees: a source of answers to boards."""

from collections.abc import Iterator, Sequence
from typing import Protocol

from ttt_table.grading.positions import Positions
from ttt_table.players.answers import Answer
from ttt_table.players.session import Session


class AnswerSource(Protocol):
    """Something that answers boards, given by their keys in `Positions`."""

    name: str
    """The player's name, for people."""

    def answers(self, keys: Sequence[int], /) -> Iterator[Answer]:
        """Yield the answer to each of these boards of a tier, in order."""


class PlayerAnswers:
    """The answers of a player, which is asked for each of them."""

    def __init__(self, session: Session, positions: Positions) -> None:
        self.name = session.name
        self._session = session
        self._positions = positions
        self._seconds: dict[int, float] = {}

    def answers(self, keys: Sequence[int]) -> Iterator[Answer]:
        """Yield the player's answer to each of these boards, in order.

        Args:
            keys: Boards of one tier, that is, with the same number of stones.
        """
        started = self._session.spent()
        for key in keys:
            board = self._positions.text(key)
            yield self._session.answer(board, self._positions.legal(key))
        if keys:
            clocks = zip(self._session.spent(), started, strict=True)
            stones = keys[0].bit_count()
            self._seconds[stones] = max(after - before for after, before in clocks)

    def seconds(self, stones: int) -> float:
        """Return how long the last answers to boards with that many stones took.

        The time is the player's own, as far as the system tells: what else the machine
        computes at the same time does not count.
        """
        return self._seconds.get(stones, 0.0)
