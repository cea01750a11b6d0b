"""Sources of the answers at a traversal: a player, or answers that were recorded."""

from collections.abc import Collection, Iterator, Sequence
from typing import Protocol

from ttt_table.grading.positions import Positions
from ttt_table.players.answers import Answer, Slowest
from ttt_table.players.observations import Observations


class AnswerSource(Protocol):
    """Something that answers boards, given by their keys in `Positions`."""

    name: str
    """The player's name, for people."""

    @property
    def slowest(self) -> Slowest | None:
        """The answer that took longest so far; None if no times are known."""

    @property
    def observations(self) -> Observations:
        """The observations of it so far."""

    def answers(self, keys: Sequence[int], /) -> Iterator[Answer]:
        """Yield the answer to each of these boards, in order."""


class BoardPlayer(Protocol):
    """A player that answers one board at a time."""

    name: str
    """Its name in messages."""

    @property
    def slowest(self) -> Slowest | None:
        """The answer that took longest so far; None if no times are known."""

    @property
    def observations(self) -> Observations:
        """The observations of it so far."""

    def answer(self, board: str, legal: Collection[int], /) -> Answer:
        """Return its answer to a board with these legal cells."""

    def spent(self) -> tuple[float, ...]:
        """Return how many seconds it has used so far, by one clock or several."""


class AskedPlayer:
    """The answers of a player, which is asked for each of them."""

    def __init__(self, player: BoardPlayer, positions: Positions) -> None:
        self.name = player.name
        self._player = player
        self._positions = positions
        self._seconds: dict[int, float] = {}

    @property
    def slowest(self) -> Slowest | None:
        """The answer that took longest so far; None if no times are known."""
        return self._player.slowest

    @property
    def observations(self) -> Observations:
        """The observations of the player so far."""
        return self._player.observations

    def answers(self, keys: Sequence[int]) -> Iterator[Answer]:
        """Yield the player's answer to each of these boards, in order.

        Args:
            keys: Boards of one tier, that is, with the same number of stones.
        """
        started = self._player.spent()
        for key in keys:
            board = self._positions.text(key)
            yield self._player.answer(board, self._positions.legal(key))
        if keys:
            clocks = zip(self._player.spent(), started, strict=True)
            stones = keys[0].bit_count()
            self._seconds[stones] = max(after - before for after, before in clocks)

    def seconds(self, stones: int) -> float:
        """Return how long the last answers to boards with that many stones took.

        The time is the player's own, as far as the system tells: what else the machine
        computes at the same time does not count.
        """
        return self._seconds.get(stones, 0.0)
