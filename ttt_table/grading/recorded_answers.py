"""Recorded answers as a player that draws among them, also across symmetric boards."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from operator import itemgetter
from typing import TypeAlias

from ttt_table.grading.answer_metrics import Agreement
from ttt_table.grading.positions import Positions
from ttt_table.players.answers import (
    FORFEIT_CELL,
    MISSING_CELL,
    Answer,
    PartlyAnswered,
    Slowest,
    Unanswered,
    split_by,
)
from ttt_table.players.observations import Observations
from ttt_table.players.weights import drawn_from
from ttt_table.rules.game import Game, symmetries

# By board, how often each cell was answered: an empty one if only "no answer" was
# given.
AnswerCounts: TypeAlias = dict[str, dict[int, int]]


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


def pooled(
    counts: AnswerCounts, classes: Classes, cells: int
) -> tuple[AnswerCounts, Agreement]:
    """Add up the answers to all boards of a class.

    Args:
        counts: The answers by board.
        classes: The classes.
        cells: How many cells the board has.

    Returns:
        The answers by representative, and how far those to different boards of a class
        agree. Cells off the board are kept, and take no part in any pair.
    """
    pool: AnswerCounts = {}
    agreement = Agreement()
    for board, count_of_cell in counts.items():
        member = classes.member(board)
        pooled_counts = pool.setdefault(member.representative, {})
        # A pair is of answers to two boards, so those to this board are added
        # afterwards.
        earlier = dict(pooled_counts)
        earlier_on_board = sum(
            count for cell, count in earlier.items() if 0 <= cell < cells
        )
        for cell, count in count_of_cell.items():
            image = cell
            if 0 <= cell < cells:
                # Cells that are equal by the board's own symmetry are one answer.
                image = min(order.index(cell) for order in member.orders)
                agreement.pairs += count * earlier_on_board
                agreement.agreeing += count * earlier.get(image, 0)
            pooled_counts[image] = pooled_counts.get(image, 0) + count
    return pool, agreement


def answer_of(counts: Mapping[int, int], board: str, legal: Collection[int]) -> Answer:
    """Return the answers to a board as one that draws among them.

    Args:
        counts: How often each cell was answered; `MISSING_CELL` for no answer.
        board: The board.
        legal: Its legal cells.
    """
    missing = counts.get(MISSING_CELL, 0)
    given = {cell: count for cell, count in counts.items() if cell != MISSING_CELL}
    if not given:
        return Unanswered(board, None)
    known = split_by(legal, board, drawn_from(given))
    if not missing:
        return known
    weights = [(cell, given[cell]) for cell in sorted(given) if cell in legal]
    illegal = sum(count for cell, count in given.items() if cell not in legal)
    if illegal:
        weights.append((FORFEIT_CELL, illegal))
    weights.append((MISSING_CELL, missing))
    return PartlyAnswered(tuple(weights), known, Unanswered(board, None))


class RecordedAnswers:
    """A source that answers with what was recorded, as distributions.

    Args:
        positions: The game.
        counts: The answers by representative of a class.
        classes: The classes.
    """

    name = "these answers"
    slowest: Slowest | None = None
    observations = Observations()

    def __init__(
        self, positions: Positions, counts: AnswerCounts, classes: Classes
    ) -> None:
        self._positions = positions
        self._counts = counts
        self._classes = classes

    def answers(self, keys: Sequence[int]) -> Iterator[Answer]:
        """Yield what was answered to each of these boards, in order."""
        for key in keys:
            board = self._positions.text(key)
            member = self._classes.member(board)
            counts = self._counts.get(member.representative, {})
            counts = self._carried_back(counts, member.orders[0])
            yield answer_of(counts, board, self._positions.legal(key))

    def _carried_back(
        self, counts: Mapping[int, int], order: Sequence[int]
    ) -> dict[int, int]:
        """Return the answers of a class as answers to one of its boards."""
        return {
            order[cell] if 0 <= cell < len(order) else cell: count
            for cell, count in counts.items()
        }
