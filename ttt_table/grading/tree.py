"""Every board that any opponent can bring a player to, with the player's answers.

It is the player's whole game tree, with equal positions joined. A *tier* holds the
positions with the same number of stones.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Protocol, TypeAlias

from ttt_table.errors import SizeError
from ttt_table.grading.answers import Answer, same
from ttt_table.grading.positions import Positions
from ttt_table.rules.outcome import value_of

# Gets how many boards were just asked, and how many are known to be left.
CountAdvance: TypeAlias = Callable[[int, int], object]

# More boards on one side than this are only asked if the caller insists.
MAX_BOARDS = 3_000_000


class Source(Protocol):
    """Something that answers boards, given by their keys in `Positions`."""

    name: str
    """The player's name, for people."""

    def answers(self, keys: Sequence[int], /) -> Iterator[Answer]:
        """Yield the answer to each of these boards of a tier, in order."""

    def drew(self) -> bool | None:
        """Return whether it has drawn random numbers; None if nobody can see it."""


class Tree:
    """The boards that a player meets on one side.

    Attributes:
        open: By number of stones, the unfinished positions with the player's answers:
            None for those at which the opponent moves.
        over: By number of stones, the finished positions with their scores, for the
            player who would move next.
        boards: How many positions there are.
        decisions: At how many of them the player moves.
    """

    def __init__(self, source: Source, positions: Positions, side: str) -> None:
        tiers = range(positions.cells + 1)
        self.open: list[dict[int, Answer | None]] = [{} for _ in tiers]
        self.over: list[dict[int, int]] = [{} for _ in tiers]
        self.boards = 0
        self.decisions = 0
        self.source = source
        self.positions = positions
        self.side = side
        self._moves_second = side != positions.table.first

    def is_own_turn(self, stones: int) -> bool:
        """Return True if the player moves in positions with that many stones."""
        return (stones % 2 == 1) == self._moves_second

    def answered(self) -> Iterator[tuple[int, Answer]]:
        """Yield each position at which the player moves, with its answer."""
        for tier in self.open:
            for key, answer in tier.items():
                if answer is not None:
                    yield key, answer

    def replies(self, key: int, answer: Answer | None) -> Iterator[tuple[int, int]]:
        """Yield the cells with which the game goes on, each with the key after it."""
        cells = self.positions.legal(key)
        if answer is not None:
            cells = tuple([cell for cell, _ in answer.moves])
        return zip(cells, self.positions.after(key, cells), strict=True)

    def ask(self, advance: CountAdvance, *, max_boards: int = MAX_BOARDS) -> None:
        """Ask about every board that the player can be brought to, tier by tier.

        Raises:
            SizeError: There are more than `max_boards` boards.
            PlayerError: The source has given the player up.
        """
        self.open[0][0] = None
        for stones, tier in enumerate(self.open):
            if self.is_own_turn(stones):
                keys = list(tier)
                self.decisions += len(keys)
                left = self.decisions + len(keys)
                for key, answer in zip(keys, self.source.answers(keys), strict=True):
                    left -= 1
                    advance(1, left)
                    tier[key] = answer
            self.boards += len(tier) + len(self.over[stones])
            if stones < self.positions.cells:
                self._find_next_tier(stones, max_boards - self.boards)

    def _find_next_tier(self, stones: int, max_boards: int) -> None:
        end_after = self.positions.end_after
        unfinished = self.open[stones + 1]
        finished = self.over[stones + 1]
        for key, answer in self.open[stones].items():
            if len(unfinished) + len(finished) > max_boards:
                raise SizeError(
                    f"this player can meet more than {MAX_BOARDS:,} boards on one side;"
                    " --force (in Python force=True) asks about all of them"
                )
            for cell, reply in self.replies(key, answer):
                # Many orders of moves lead to the same position.
                if reply in unfinished or reply in finished:
                    continue
                score = end_after(key, cell)
                if score is None:
                    unfinished[reply] = None
                else:
                    finished[reply] = score

    def ask_again(self, advance: CountAdvance) -> list[tuple[int, Answer, Answer]]:
        """Ask for a second answer to each board, and return those that differ.

        The order is reversed, so that a player is found out that remembers what it was
        asked before. A late answer is no other answer, and is not waited for twice.
        """
        differing = []
        left = self.decisions
        for tier in reversed(self.open):
            first_answers = {
                key: answer
                for key, answer in reversed(tier.items())
                if answer is not None and answer.kind != "late"
            }
            seconds = self.source.answers(list(first_answers))
            for (key, first), second in zip(
                first_answers.items(), seconds, strict=True
            ):
                left -= 1
                advance(1, left)
                if second.kind != "late" and not same(first, second):
                    differing.append((key, first, second))
        return differing

    def shortest_loss(self) -> tuple[int, ...] | None:
        """Return the cells of the shortest lost game, of several the smallest.

        The paths of a tier are in order, and so are those made from them: the first
        path to a position is its smallest.
        """
        paths: dict[int, tuple[int, ...]] = {0: ()}
        for stones, tier in enumerate(self.open):
            lost_value = -1 if self.is_own_turn(stones) else 1
            longer_paths: dict[int, tuple[int, ...]] = {}
            for key, path in paths.items():
                answer = tier.get(key)
                value = value_of(self.over[stones].get(key, 0))
                if value == lost_value or (answer is not None and answer.lost):
                    return path
                if key in tier:
                    for cell, reply in self.replies(key, answer):
                        longer_paths.setdefault(reply, (*path, cell))
            paths = longer_paths
        return None
