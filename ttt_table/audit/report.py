"""What an audit finds."""

from collections.abc import Iterable, Sequence
from itertools import islice
from typing import NamedTuple

from ttt_table.audit.counts import Found, TierCounts
from ttt_table.rules.board import text_of
from ttt_table.rules.game import Game, Position
from ttt_table.rules.outcome import Outcome, outcome_of

Score = int | None  # None stands for unreachable
SHOWN = 5  # how many wrong positions are named


class Wrong(NamedTuple):
    """A position whose slot is wrong; None stands for unreachable."""

    board: str
    stored: Outcome | None
    due: Outcome | None


class Findings:
    """What the check of some blocks has found."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.counts = [TierCounts() for _ in range(game.cells + 1)]
        """By ply."""
        self.slots = self.wrong_slots = 0
        self.wrong: list[Wrong] = []
        """The first of them, from the last tier down."""

    def note(
        self,
        slots: int,
        wrong_slots: int,
        wrong: Iterable[tuple[Position, Score, Score]],
    ) -> None:
        """Count slots, and keep the first wrong ones, each with the scores stored and due."""
        self.slots += slots
        self.wrong_slots += wrong_slots
        for position, *scores in islice(wrong, SHOWN - len(self.wrong)):
            size = self.game.cells, position.stones
            outcomes = [
                None if one is None else outcome_of(one, *size) for one in scores
            ]
            self.wrong.append(Wrong(text_of(position, self.game), *outcomes))

    def merge(self, following: "Findings") -> None:
        """Add what was found in the blocks that follow these."""
        self.slots += following.slots
        self.wrong_slots += following.wrong_slots
        self.wrong += following.wrong[: SHOWN - len(self.wrong)]
        for counts, more in zip(self.counts, following.counts, strict=True):
            counts.merge(more)


class Count(NamedTuple):
    """A number of the table, or a row by ply or cell, beside what others have found, if any."""

    name: str
    found: Found
    expected: Found | None
    source: str | None

    @property
    def agrees(self) -> bool:
        """Whether nobody has found anything else."""
        return self.expected is None or self.found == self.expected


class Report(NamedTuple):
    """What an audit has found, with the numbers of slots and wrong ones, the first named."""

    game: Game
    slots: int
    wrong_slots: int
    wrong: Sequence[Wrong]
    counts: Sequence[Count]

    def count_of(self, name: str) -> Count:
        """The count of this name, or `KeyError`."""
        return {count.name: count for count in self.counts}[name]

    @property
    def passed(self) -> bool:
        """True where no slot is wrong, and no count differs."""
        return self.wrong_slots == 0 and all(count.agrees for count in self.counts)
