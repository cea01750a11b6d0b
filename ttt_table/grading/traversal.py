"""Every board that any opponent can bring a player to, with the player's answers.

A traversal is the player's whole game tree, with equal positions joined. It goes tier
by tier: a tier holds the positions with the same number of stones.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeAlias

from ttt_table.errors import PlayerError, SizeError
from ttt_table.grading.grades import Unstable
from ttt_table.grading.positions import Positions
from ttt_table.players.answers import (
    Answer,
    Forfeit,
    PartlyAnswered,
    Unanswered,
    forfeit_in,
    more_time,
    moves_of,
    same,
)
from ttt_table.players.session import Session
from ttt_table.rules.outcome import value_of

# Gets how many boards were just asked, and how many are known to be left.
ReportProgress: TypeAlias = Callable[[int, int], object]

# More boards on one side than this are only asked if the caller insists.
MAX_BOARDS = 3_000_000

# A player that leaves that many boards in a row without an answer is given up: fewer if
# they took long, since the others would take as long.
MAX_UNANSWERED = 20
MIN_UNANSWERED = 3
SECONDS_UNANSWERED = 200.0


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


def too_many_boards() -> SizeError:
    """Return the error for a player that meets more boards than were agreed."""
    return SizeError(
        f"this player can meet more than {MAX_BOARDS:,} boards on one side",
        argument="--force (in Python force=True)",
        effect="asks about all of them",
    )


@dataclass(slots=True)
class FaultCounts:
    """How many boards there are with each kind of fault.

    Attributes:
        blunders: Where a move gives value away.
        slips: Where a move keeps the value, but wins later or loses sooner.
        forfeits: Where no legal move is made.
        unstable: Where two answers differ.
    """

    blunders: int = 0
    slips: int = 0
    forfeits: int = 0
    unstable: int = 0


class Traversal(ABC):
    """The boards that a player meets on one side, with its answers.

    Attributes:
        positions: The game's rules and scores.
        side: The player's side, ``X`` or ``O``.
        boards: How many distinct boards it met, the finished ones included.
        decisions: How many of them it was asked about.
        forfeits: Where it made no legal move, in the order of being asked.
        unanswered: Where it gave no answer.
        late: Where it answered at first, and not when it was asked again.
        unstable: Where it gave two different answers.
        fault_counts: How many faults there are, if their lists are cut; else None.
    """

    def __init__(self, positions: Positions, side: str) -> None:
        self.positions = positions
        self.side = side
        self.boards = 0
        self.decisions = 0
        self.forfeits: list[Forfeit] = []
        self.unanswered: list[Unanswered] = []
        self.late: list[Unanswered] = []
        self.unstable: list[Unstable] = []
        self.fault_counts: FaultCounts | None = None
        self._moves_second = side != positions.table.first

    def is_own_turn(self, stones: int) -> bool:
        """Return True if the player moves in positions with that many stones."""
        is_second_movers_turn = stones % 2 == 1
        return is_second_movers_turn == self._moves_second

    @abstractmethod
    def shortest_loss(self) -> tuple[int, ...] | None:
        """Return the cells of the shortest lost game, of several the smallest.

        Returns:
            The cells in the order of play, or None if no game is lost.
        """


class SingleTraversal(Traversal):
    """A traversal whose boards are asked one by one.

    Attributes:
        follows: Whether every move of an unanswered board is followed. If not, the
            traversal ends there, and the result is open.
        unfinished: By number of stones, the unfinished positions with the answers: None
            for those at which the opponent moves.
        finished: By number of stones, the finished positions with their scores, for the
            player who would move next.
    """

    def __init__(
        self,
        source: AnswerSource,
        positions: Positions,
        side: str,
        *,
        follows: bool = True,
    ) -> None:
        super().__init__(positions, side)
        tiers = range(positions.cells + 1)
        self.follows = follows
        self.unfinished: list[dict[int, Answer | None]] = [{} for _ in tiers]
        self.finished: list[dict[int, int]] = [{} for _ in tiers]
        self._source = source
        self._scores: dict[int, int] = {}
        self._unanswered_in_a_row = 0

    def score(self, key: int) -> int:
        """Return the score of a position for its mover."""
        # With missing answers the tree is summed up several times, for the bounds.
        if not self.unanswered:
            return self.positions.score(key)
        if key not in self._scores:
            self._scores[key] = self.positions.score(key)
        return self._scores[key]

    def moves(self, key: int, answer: Answer | None) -> Sequence[int]:
        """Return the cells with which the game goes on, in order."""
        if isinstance(answer, int):
            return (answer,)
        if answer is None:
            return self.positions.legal(key)
        if self.follows and isinstance(answer, Unanswered | PartlyAnswered):
            return self.positions.legal(key)
        return moves_of(answer)

    def replies(self, key: int, answer: Answer | None) -> Iterator[tuple[int, int]]:
        """Return these cells, each with the key of the position after it."""
        cells = self.moves(key, answer)
        return zip(cells, self.positions.after(key, cells), strict=True)

    def ask(self, report: ReportProgress, *, max_boards: int) -> None:
        """Ask about every board that the player can be brought to, tier by tier.

        Raises:
            SizeError: There are more than `max_boards` boards.
            PlayerError: Too many boards in a row were not answered in time.
        """
        self.unfinished[0][0] = None
        for stones, tier in enumerate(self.unfinished):
            if self.is_own_turn(stones):
                self.decisions += len(tier)
                tier.update(self._ask(list(tier), report, self.decisions))
            self.boards += len(tier) + len(self.finished[stones])
            if stones < self.positions.cells:
                self._find_next_tier(stones, max_boards - self.boards)

        for tier in self.unfinished:
            for answer in tier.values():
                if isinstance(answer, Unanswered):
                    self.unanswered.append(answer)
                elif isinstance(answer, PartlyAnswered):
                    self.unanswered.append(answer.missing)
                if forfeit := forfeit_in(answer):
                    self.forfeits.append(forfeit)

    def _find_next_tier(self, stones: int, max_boards: int) -> None:
        end_after = self.positions.end_after
        unfinished = self.unfinished[stones + 1]
        finished = self.finished[stones + 1]
        for key, answer in self.unfinished[stones].items():
            if len(unfinished) + len(finished) > max_boards:
                raise too_many_boards()
            for cell, reply in self.replies(key, answer):
                # Many orders of moves lead to the same position.
                if reply in unfinished or reply in finished:
                    continue
                score = end_after(key, cell)
                if score is None:
                    unfinished[reply] = None
                else:
                    finished[reply] = score

    def ask_again(self, report: ReportProgress) -> None:
        """Ask for a second answer to each board, and note where it differs.

        The order is reversed, so that a player is found out that remembers what it was
        asked before. Unanswered boards are left out: to wait a second time would double
        what takes longest.
        """
        left = self.decisions
        for tier in reversed(self.unfinished):
            answers = {
                key: answer
                for key, answer in reversed(tier.items())
                if answer is not None and not isinstance(answer, Unanswered)
            }
            left -= len(answers)
            for key, second in self._ask(list(answers), report, left):
                first = answers[key]
                if isinstance(second, Unanswered):
                    self.late.append(second)
                elif not same(first, second):
                    board = self.positions.text(key)
                    self.unstable.append(Unstable(board, first, second))

    def _ask(
        self, keys: Sequence[int], report: ReportProgress, left_after: int
    ) -> Iterator[tuple[int, Answer]]:
        """Yield each key with the player's answer."""
        left = left_after + len(keys)
        for key, answer in zip(keys, self._source.answers(keys), strict=True):
            left -= 1
            report(1, left)
            self._count_unanswered(answer)
            yield key, answer

    def _count_unanswered(self, answer: Answer) -> None:
        """Raise `PlayerError` if too many boards in a row were not answered in time."""
        if not isinstance(answer, Unanswered) or answer.limit is None:
            self._unanswered_in_a_row = 0
            return
        self._unanswered_in_a_row += 1
        patience = min(MAX_UNANSWERED, SECONDS_UNANSWERED / answer.limit)
        if self._unanswered_in_a_row >= max(MIN_UNANSWERED, patience):
            raise PlayerError(
                f"{self._source.name} answered none of {self._unanswered_in_a_row} "
                f"boards in a row {more_time(answer)}; "
                "a program must flush after each line"
            )

    def surely_met(self) -> frozenset[int]:
        """Return the positions that are met whatever the missing answers are."""
        met: set[int] = set()
        for paths in self._sure_paths():
            met.update(paths)
        return frozenset(met)

    def shortest_loss(self) -> tuple[int, ...] | None:
        """Return the cells of the shortest game that is surely lost."""
        # All games that end in a tier have the same length, so the first tier wins.
        for stones, paths in enumerate(self._sure_paths()):
            lost_value = -1 if self.is_own_turn(stones) else 1
            for key, path in paths.items():
                answer = self.unfinished[stones].get(key)
                score = self.finished[stones].get(key, 0)
                if forfeit_in(answer) or value_of(score) == lost_value:
                    return path
        return None

    def _sure_paths(self) -> Iterator[dict[int, tuple[int, ...]]]:
        """Yield, by tier, the smallest path to each position that is surely met.

        Positions after an unanswered board are left out. The paths of a tier are in
        order, and so are those made from them: the first path to a position is its
        smallest.
        """
        paths: dict[int, tuple[int, ...]] = {0: ()}
        for tier in self.unfinished:
            yield paths
            longer_paths: dict[int, tuple[int, ...]] = {}
            for key, path in paths.items():
                if key not in tier or isinstance(tier[key], Unanswered):
                    continue
                answer = tier[key]
                if isinstance(answer, PartlyAnswered):
                    answer = answer.answered
                for cell, reply in self.replies(key, answer):
                    if reply not in longer_paths:
                        longer_paths[reply] = (*path, cell)
            paths = longer_paths
