"""Recorded answers as a player that draws among them, also across symmetric boards."""

from __future__ import annotations

import sys
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import gcd
from operator import itemgetter

from ttt_table.answers.verdict import illegal_reason
from ttt_table.errors import SizeError
from ttt_table.grading.grader import SIDES, checked_sides, opponent_of
from ttt_table.grading.grades import Grade
from ttt_table.grading.positions import Positions
from ttt_table.grading.side_grade import grade_of_traversal
from ttt_table.grading.traversal import MAX_BOARDS, SingleTraversal
from ttt_table.players.answers import (
    FORFEIT_CELL,
    MISSING_CELL,
    Answer,
    Forfeit,
    PartlyAnswered,
    Unanswered,
    drawn_from,
    split_by,
)
from ttt_table.players.session import Player
from ttt_table.progress import show_count
from ttt_table.rules.game import Game, symmetries
from ttt_table.rules.outcome import Sides
from ttt_table.table.reader import Table

MAX_FOLLOWED_BOARDS = 200_000  # on a side; if more, unanswered ones are not followed


def grade_answers(
    source: RecordedAnswers,
    side: Sides | None,
    *,
    against: Player | str | int | None,
    force: bool,
    quiet: bool,
) -> Grade:
    """Return the grade of a player that draws its moves from recorded answers.

    Args:
        source: The answers.
        side: ``X``, ``O`` or ``both``; None for each side that has answers.
        against: One more opponent, or None.
        force: Follow the answers to more than 3,000,000 boards on a side.
        quiet: Show no progress.
    """
    positions = source.positions
    sides = source.answered_sides() if side is None else checked_sides(side)
    opponent = opponent_of(against, positions, sides)
    grades = {}
    for each_side in sides:
        traversal = _traversal(source, each_side, force=force, quiet=quiet)
        grades[each_side] = grade_of_traversal(traversal, opponent)
    return Grade(source.name, positions.game, grades)


def _traversal(
    source: RecordedAnswers, side: str, *, force: bool, quiet: bool
) -> SingleTraversal:
    """Return the boards of one side; unanswered ones are followed if they are few."""
    positions = source.positions
    with show_count("grading", quiet=quiet) as report:
        try:
            traversal = SingleTraversal(source, positions, side)
            traversal.ask(report, max_boards=MAX_FOLLOWED_BOARDS)
        except SizeError:
            traversal = SingleTraversal(source, positions, side, follows=False)
            traversal.ask(report, max_boards=sys.maxsize if force else MAX_BOARDS)
    return traversal


@dataclass(frozen=True, slots=True)
class ClassMember:
    """A board as a member of its class.

    Attributes:
        representative: The board that stands for the class.
        orders: The symmetries that lead there: cell i of the representative is cell
            ``order[i]`` of the board. There are several if the board is symmetric.
    """

    representative: str
    orders: Sequence[Sequence[int]]


class Classes:
    """The classes of boards that a game's symmetries make of each other.

    Args:
        game: The game.
        merged: Whether symmetric boards are in one class; if not, each board is in a
            class of its own.
    """

    def __init__(self, game: Game, *, merged: bool) -> None:
        orders = symmetries(game)
        if not merged:
            orders = orders[:1]  # the identity comes first
        self._views = [(itemgetter(*order), order) for order in orders]

    def member(self, board: str) -> ClassMember:
        """Return a board's place in its class."""
        images = [(view(board), order) for view, order in self._views]
        greatest, _ = max(images)
        orders = [order for image, order in images if image == greatest]
        return ClassMember("".join(greatest), orders)


class RecordedAnswers:
    """A source that answers with what was recorded, as distributions.

    Args:
        table: The game's table.
        cells_of: How often each cell was answered, by board; `MISSING_CELL` for no
            answer.
        by_classes: Whether an answer counts for all boards that are equal up to
            symmetry.

    Attributes:
        positions: The game.
    """

    name = "these answers"

    def __init__(
        self,
        table: Table,
        cells_of: Mapping[str, Mapping[int, int]],
        *,
        by_classes: bool = False,
    ) -> None:
        self.positions = Positions(table)
        self._answered = {table.mover(board) for board in cells_of}
        self._classes = Classes(table.game, merged=by_classes)
        self._cells_of_class = pooled(cells_of, self._classes)

    def answered_sides(self) -> Sequence[str]:
        """Return the sides that have answers; X if there are none."""
        return [side for side in SIDES if side in self._answered] or ["X"]

    def answers(self, keys: Sequence[int]) -> Iterator[Answer]:
        """Yield what was answered to each of these boards, in order."""
        for key in keys:
            board = self.positions.text(key)
            member = self._classes.member(board)
            cells = self._cells_of_class.get(member.representative, {})
            order = member.orders[0]
            # What is no cell of the board stays what it is.
            count_of_cell = {
                order[cell] if 0 <= cell < len(order) else cell: count
                for cell, count in cells.items()
            }
            yield answer_of(count_of_cell, board, self.positions.legal(key))


def pooled(
    cells_of: Mapping[str, Mapping[int, int]], classes: Classes
) -> Mapping[str, Mapping[int, int]]:
    """Add up the answers to all boards of a class.

    Args:
        cells_of: How often each cell was answered, by board.
        classes: The classes.

    Returns:
        The same by representative, as answers to that board.
    """
    pool: dict[str, dict[int, int]] = {}
    for board, count_of_cell in cells_of.items():
        member = classes.member(board)
        pooled_counts = pool.setdefault(member.representative, {})
        for cell, count in count_of_cell.items():
            image = cell
            if 0 <= cell < len(board):
                # Cells that are equal by the board's own symmetry are one answer.
                image = min(order.index(cell) for order in member.orders)
            pooled_counts[image] = pooled_counts.get(image, 0) + count
    return pool


def answer_of(
    count_of_cell: Mapping[int, int], board: str, legal: Collection[int]
) -> Answer:
    """Return the answers to a board as one that draws among them.

    Args:
        count_of_cell: How often each cell was answered; `MISSING_CELL` for no answer.
        board: The board.
        legal: Its legal cells.
    """
    missing = count_of_cell.get(MISSING_CELL, 0)
    count_of_given = {
        cell: count for cell, count in count_of_cell.items() if cell != MISSING_CELL
    }
    if not count_of_given:
        return Unanswered(board, None)
    illegal = {
        cell: count for cell, count in count_of_given.items() if cell not in legal
    }
    forfeit = None
    if illegal:
        reason = illegal_reason(board, min(illegal))
        forfeit = Forfeit(board, "illegal", reason)
    answered = split_by(legal, board, drawn_from(count_of_given), forfeit)
    if not missing:
        return answered
    weights = [
        (cell, count_of_given[cell]) for cell in sorted(count_of_given) if cell in legal
    ]
    if illegal:
        weights.append((FORFEIT_CELL, sum(illegal.values())))
    weights.append((MISSING_CELL, missing))
    shared = gcd(*(count for _, count in weights))
    reduced = tuple((cell, count // shared) for cell, count in weights)
    return PartlyAnswered(reduced, answered, Unanswered(board, None))
