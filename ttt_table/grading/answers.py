"""What a move means on a board: legal cells with weights, and what cannot be played.

A weight is exact where it can be: an integer, or a float. A decimal of at most 12
characters is taken at its word: 0.1 is a tenth, and not the float beside it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from math import gcd, lcm
from typing import NamedTuple, TypeAlias

from ttt_table.grading.child import WEIGHTS_HINT, Distribution, ForfeitError, Place
from ttt_table.rules.game import Game
from ttt_table.table.checks import MAX_NUMBER_LENGTH, exact_number, why_illegal

Weight: TypeAlias = int | Fraction | float

OFF_BOARD = -1  # the cell of a place outside the board
FORFEIT = -1  # stands for all places that cannot be played

MAX_DECIMAL = 12  # of a decimal that is taken at its word
MIN_FLOAT, MAX_FLOAT = 1e-290, 1e290  # between these, floats add up and divide
MAX_BITS = 6_600  # of a denominator: Python prints the mean of two such fractions
TOLERANCE = 1e-3  # floats that differ by less are equal: a batch changes some digits


class Answer(NamedTuple):
    """What a player answers at a board.

    The weights are floats, or integers without a common divisor.

    Attributes:
        moves: The legal cells that it may play, in order, with their weights.
        lost: The weight of all else: it forfeits the game.
        kind: The kind of that forfeit, as in `ForfeitError`.
        reason: What it did, in words for people.
        hint: What to change in the player, as in `ForfeitError`.
        place: The first illegal place.
    """

    moves: tuple[tuple[int, float], ...]
    lost: float = 0
    kind: str = ""
    reason: str = ""
    hint: str = ""
    place: Place | None = None

    @property
    def total(self) -> float:
        """The sum of all weights."""
        return sum(weight for _, weight in self.moves) + self.lost

    @property
    def lost_share(self) -> Fraction | float:
        """Which part of the answer is a forfeit."""
        total = self.total
        if isinstance(total, float):
            return self.lost / total
        return Fraction(self.lost) / total


def forfeited(forfeit: ForfeitError) -> Answer:
    """Return the answer of a player that makes no move."""
    return Answer((), 1, forfeit.kind, forfeit.reason, forfeit.hint)


@lru_cache(1024)
def only(cell: int) -> Answer:
    """Return the answer that is one legal cell."""
    return Answer(((cell, 1),))


def answer_of(
    distribution: Distribution, board: str, legal: Collection[int], game: Game
) -> Answer:
    """Return what a distribution means on a board with these legal cells."""
    weights: dict[int, Weight] = {}
    forfeit = Answer((), 1)
    for place, text in distribution.items():
        cell = cell_of(place, legal, game)
        try:
            weight = weight_of(text)
        except (ValueError, ZeroDivisionError, OverflowError):
            reason = f"{text} of {place} is not a weight"
            return Answer((), 1, "type", reason, WEIGHTS_HINT)
        if weight and cell not in legal:
            if not forfeit.reason:
                reason = _why_not_played(place, cell, board, game)
                forfeit = Answer((), 1, "illegal", reason, place=place)
            cell = FORFEIT
        weights[cell] = weights.get(cell, 0) + weight
    if not any(weights.values()):
        return Answer((), 1, "type", "no cell has a weight above 0", WEIGHTS_HINT)
    return weighed(weights, forfeit)


def weighed(weights: Mapping[int, Weight], forfeit: Answer) -> Answer:
    """Return cells with weights, of which one is above 0, as an answer.

    Args:
        weights: The weights by cell, and at `FORFEIT`.
        forfeit: Why the part at `FORFEIT` cannot be played.
    """
    cells = sorted(cell for cell in weights if weights[cell])
    if cells == [FORFEIT]:
        return forfeit._replace(moves=(), lost=1)
    if len(cells) == 1:
        return only(cells[0])
    scaled_weights = _of_one_kind([weights[cell] for cell in cells])
    scaled = dict(zip(cells, scaled_weights, strict=True))
    lost = scaled.pop(FORFEIT, 0)
    if not lost:
        return Answer(tuple(scaled.items()))
    return forfeit._replace(moves=tuple(scaled.items()), lost=lost)


def mixed(answers: Sequence[Answer]) -> Answer:
    """Return several answers to a board as one, in which each has an equal share."""
    if answers.count(answers[0]) == len(answers):
        return answers[0]
    shares: Counter[int] = Counter()
    for answer in answers:
        total = Fraction(answer.total)
        for cell, weight in (*answer.moves, (FORFEIT, answer.lost)):
            shares[cell] += Fraction(weight) / total  # type: ignore[assignment]
    forfeit = next((answer for answer in answers if answer.lost), answers[0])
    return weighed(shares, forfeit)


def same(first: Answer, second: Answer) -> bool:
    """Return True if two answers agree, and two forfeits in their kind."""
    if first.moves == second.moves and first.lost == second.lost:
        return first.kind == second.kind
    if not isinstance(first.total, float) and not isinstance(second.total, float):
        return False
    shares = Counter({cell: weight / first.total for cell, weight in first.moves})
    shares.subtract({cell: weight / second.total for cell, weight in second.moves})
    return all(abs(difference) < TOLERANCE for difference in shares.values())


def cell_of(place: Place, legal: Collection[int], game: Game) -> int:
    """Return the cell that a place means, which need not be legal.

    Args:
        place: A cell, with gravity a column; or a row and a column.
        legal: With gravity, the legal cells.
        game: The game.

    Returns:
        The cell, which is the top one of a full column; `OFF_BOARD` if there is none.
    """
    if isinstance(place, tuple):
        row, col = place
        on_board = 0 <= row < game.rows and 0 <= col < game.cols
        return row * game.cols + col if on_board else OFF_BOARD
    numbers = game.cols if game.gravity else game.cells
    if not 0 <= place < numbers:
        return OFF_BOARD
    if not game.gravity:
        return place
    return next((cell for cell in legal if cell % game.cols == place), place)


def _why_not_played(place: Place, cell: int, board: str, game: Game) -> str:
    if isinstance(place, tuple):
        if cell == OFF_BOARD:
            return f"{place} is outside the board"
        return why_illegal(board, cell)
    if not game.gravity:
        return why_illegal(board, place)
    if 0 <= place < game.cols:
        return f"column {place} is full"
    return f"there is no column {place}: with gravity, a number is a column"


@lru_cache(4096)  # as players have few different weights, and fractions are slow
def weight_of(text: str) -> Weight:
    """Return a weight from 0 up, of the text of a number.

    Raises:
        ValueError, ZeroDivisionError, OverflowError: The text is not a number, or one
            that is below 0 or too long.

    >>> weight_of("1/3"), weight_of("0.1"), weight_of("3")
    (Fraction(1, 3), Fraction(1, 10), 3)
    """
    text = text.strip()
    if text.isascii() and text.isdecimal() and len(text) <= MAX_NUMBER_LENGTH:
        return int(text)
    if len(text) > MAX_DECIMAL and "/" not in text:
        number = float(text)
        if MIN_FLOAT < number < MAX_FLOAT:
            return number
    weight = exact_number(text)
    if weight < 0:
        raise ValueError("a weight is below 0")
    return weight


def _of_one_kind(weights: Sequence[Weight]) -> Sequence[float]:
    """Scale weights to integers, or to floats if that is not possible."""
    if all(isinstance(weight, float) for weight in weights):
        return weights  # type: ignore[return-value]
    exact = [Fraction(weight) for weight in weights]
    common = lcm(*(weight.denominator for weight in exact))
    integers = [weight.numerator * (common // weight.denominator) for weight in exact]
    total = sum(integers)
    shared = gcd(*integers)
    has_float = any(isinstance(weight, float) for weight in weights)
    if has_float or (total // shared).bit_length() > MAX_BITS:
        return [weight / total for weight in integers]
    return [weight // shared for weight in integers]
