"""The findings and the report of an audit."""

from collections.abc import Iterable, Sequence
from itertools import islice
from typing import NamedTuple

from ttt_table.audit.counts import CountValue, TierCounts
from ttt_table.rules.board import text_of
from ttt_table.rules.game import Game, Position
from ttt_table.rules.outcome import Outcome, outcome_of
from ttt_table.runtime import check_choice

Score = int | None
"""None stands for unreachable."""
SHOWN = 5
"""The most wrong positions that are named."""


class WrongSlot(NamedTuple):
    """A position whose slot is wrong, by its scores.

    Attributes:
        position: The position.
        stored: The score in its slot.
        expected: The score that should be there.
    """

    position: Position
    stored: Score
    expected: Score


class WrongPosition(NamedTuple):
    """A position whose slot is wrong, as a report shows it.

    Attributes:
        board: The position, with X to move first.
        stored: The outcome in its slot; None stands for unreachable.
        expected: The outcome that should be there; None stands for unreachable.
    """

    board: str
    stored: Outcome | None
    expected: Outcome | None


class Findings:
    """The wrong slots and the counts that the check of some blocks has found."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.counts = [TierCounts() for _ in range(game.cells + 1)]
        """By ply."""
        self.slots = 0
        """The number of slots that were checked."""
        self.wrong_slots = 0
        """The number of wrong slots."""
        self.wrong: list[WrongPosition] = []
        """The first wrong positions, from the last tier down."""

    def add_slots(
        self, slots: int, wrong_slots: int = 0, wrong: Iterable[WrongSlot] = ()
    ) -> None:
        """Add slots that were checked.

        Args:
            slots: How many slots were checked.
            wrong_slots: How many of them are wrong.
            wrong: The wrong ones, in order; only the first are used.
        """
        self.slots += slots
        self.wrong_slots += wrong_slots
        for slot in islice(wrong, SHOWN - len(self.wrong)):
            board = text_of(slot.position, self.game)
            stored = self._outcome_of(slot.stored, slot.position)
            expected = self._outcome_of(slot.expected, slot.position)
            self.wrong.append(WrongPosition(board, stored, expected))

    def _outcome_of(self, score: Score, position: Position) -> Outcome | None:
        if score is None:
            return None
        return outcome_of(score, self.game.cells, position.stones)

    def merge(self, following: "Findings") -> None:
        """Add what was found in the blocks that follow these."""
        self.slots += following.slots
        self.wrong_slots += following.wrong_slots
        self.wrong += following.wrong[: SHOWN - len(self.wrong)]
        for counts, following_counts in zip(self.counts, following.counts, strict=True):
            counts.merge(following_counts)


class Count(NamedTuple):
    """A count of the table, and the one that is known of the game.

    Attributes:
        name: The name of the count.
        value: The count: a number or a word, or a row of numbers by ply or cell.
        expected: The known count; None without one.
        source: The publication of the known count, or the programs that found it;
            None without one.
        basis: Whether the known count was ``"published"``, or only ``"computed"`` by
            programs that share nothing with the audit; None without one.
    """

    name: str
    value: CountValue
    expected: CountValue | None
    source: str | None
    basis: str | None

    @property
    def agrees(self) -> bool:
        """Whether the count is the known one, or none is known."""
        return self.expected is None or self.value == self.expected


class Report(NamedTuple):
    """The result of an audit.

    Attributes:
        game: The game that the table is of.
        slots: The number of slots of the table.
        wrong_slots: The number of wrong slots.
        wrong: The first wrong positions, from the last tier down.
        counts: Every count.
    """

    game: Game
    slots: int
    wrong_slots: int
    wrong: Sequence[WrongPosition]
    counts: Sequence[Count]

    def count_of(self, name: str) -> Count:
        """Return the count of a name.

        Args:
            name: The name, as `ttt-table audit` prints it.

        Raises:
            ArgumentError: There is no such count.
        """
        count_of = {count.name: count for count in self.counts}
        check_choice("name", name, count_of)
        return count_of[name]

    @property
    def passed(self) -> bool:
        """Whether no slot is wrong and no count differs from a known one."""
        return self.wrong_slots == 0 and all(count.agrees for count in self.counts)
