"""The answers of players as typed values, and what else is observed of players.

A weight of a cell is an int, a Fraction or a float: exact where it can be. A decimal of
at most 12 characters is taken at its word: 0.1 is a tenth, and not the float beside it.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import fsum, gcd, lcm
from typing import NamedTuple, TypeAlias, cast

from ttt_table.arguments import MAX_NUMBER_LENGTH, exact_number, why_not
from ttt_table.errors import quoted
from ttt_table.players.moves import OFF_BOARD, Place, cell_of
from ttt_table.players.process import MAX_SECONDS
from ttt_table.rules.game import Game

FORFEIT_CELL = -1  # in a distribution, for all answers that cannot be played
MISSING_CELL = -3  # in a distribution, for all answers that are missing

LIMIT_FACTOR = 6  # times its limit is advised to give a player that was too slow

MAX_CHARACTERS = 12  # of a decimal that is taken at its word
MIN_FLOAT, MAX_FLOAT = 1e-290, 1e290  # between these, floats add up and divide

# The longest denominator: under 2,000 digits, so Python prints the mean of two
# fractions.
MAX_BITS = 6_600

Weight: TypeAlias = int | Fraction | float

# Two cells or more, in order. The weights are floats, or integers without a common
# divisor.
Distribution: TypeAlias = tuple[tuple[int, float], ...]


class Forfeit(NamedTuple):
    """A board at which the player made no legal move, and so has lost.

    Attributes:
        board: The board that it was asked about.
        kind: ``illegal`` cell, wrong ``type``, ``exception`` or ``exit``.
        reason: What it did, in words for people.
        share: Which part of its answer that is, and so of the game.
    """

    board: str
    kind: str
    reason: str
    share: Fraction | float = 1


class Unanswered(NamedTuple):
    """A board without an answer: the game goes on with every legal move.

    Attributes:
        board: The board that the player was asked about.
        limit: The seconds that it was given; None if it said in time that it has no
            answer.
    """

    board: str
    limit: float | None

    @property
    def was_late(self) -> bool:
        """Whether it used up its time."""
        return self.limit is not None


class Slowest(NamedTuple):
    """The answer that took longest.

    Attributes:
        board: The board that the player was asked about.
        seconds: How long it took.
    """

    board: str
    seconds: float


class Mixed(NamedTuple):
    """A distribution of which a part cannot be played."""

    weights: Distribution
    """The cells with their weights; the last is `FORFEIT_CELL`."""

    forfeit: Forfeit
    """An answer that cannot be played."""


class PartlyAnswered(NamedTuple):
    """Several answers to a board, of which some are missing."""

    weights: Distribution
    """Cells with their weights; `FORFEIT_CELL` if some are illegal; `MISSING_CELL`."""

    answered: "Answer"
    """The answers that were given."""

    missing: Unanswered
    """Those that were not."""


Answer: TypeAlias = int | Distribution | Mixed | PartlyAnswered | Forfeit | Unanswered


def answer_of(
    move: Place | dict[Place, str], board: str, legal: Collection[int], game: Game
) -> Answer:
    """Return what a move means on a board.

    Args:
        move: The move, or moves with their weights.
        board: The board, on which the game goes on.
        legal: Its legal cells.
        game: The game.
    """
    if isinstance(move, dict):
        weights = [(cell_of(place, legal, game), move[place]) for place in move]
        places = list(move)
        try:
            distribution = distribution_of(weights)
        except ValueError as error:
            return Forfeit(board, "type", str(error))
    else:
        distribution = cell_of(move, legal, game)
        places = [move]
    illegal = [place for place in places if cell_of(place, legal, game) not in legal]
    forfeit = None
    if illegal:
        forfeit = Forfeit(board, "illegal", _why_not_played(illegal[0], board, game))
    return split_by(legal, board, distribution, forfeit)


def _why_not_played(place: Place, board: str, game: Game) -> str:
    """Say why a place that is illegal cannot be played."""
    cell = cell_of(place, (), game)
    if isinstance(place, tuple):
        if cell == OFF_BOARD:
            return f"{place} is outside the board"
        return why_not(board, cell)
    if not game.gravity:
        return why_not(board, place)
    if cell != OFF_BOARD:
        return f"column {place} is full"
    return f"there is no column {place}: with gravity, a number is a column"


def weights_of(answer: Answer) -> Distribution:
    """Return the cells of an answer with their weights.

    `FORFEIT_CELL` and `MISSING_CELL` come last, in this order.
    """
    if isinstance(answer, int):
        return ((answer, 1),)
    if isinstance(answer, Mixed | PartlyAnswered):
        return answer.weights
    if isinstance(answer, Forfeit):
        return ((FORFEIT_CELL, 1),)
    if isinstance(answer, Unanswered):
        return ()
    return answer


def moves_of(answer: Answer) -> list[int]:
    """Return the cells that an answer may play, in order."""
    return [cell for cell, _ in weights_of(answer) if cell >= 0]


def forfeit_in(answer: Answer | None) -> Forfeit | None:
    """Return the part of an answer that loses at once, if there is one."""
    if isinstance(answer, PartlyAnswered):
        answer = answer.answered
    if isinstance(answer, Mixed):
        return answer.forfeit
    if isinstance(answer, Forfeit):
        return answer
    return None


def illegal_reason(board: str, cell: int) -> str:
    """Say why a cell cannot be played on an unfinished board."""
    if cell < 0:
        return "a cell outside the board"
    return why_not(board, cell)


def split_by(
    legal: Collection[int],
    board: str,
    answer: int | Distribution,
    forfeit: Forfeit | None = None,
) -> Answer:
    """Return an answer with its illegal part taken out of play.

    Args:
        legal: The legal cells.
        board: The board.
        answer: The answer, as it was read.
        forfeit: The forfeit that the illegal part is; by default the first illegal
            cell.
    """
    if isinstance(answer, int):
        if answer in legal:
            return answer
        if forfeit is None:
            return _illegal_forfeit(board, answer)
        return forfeit._replace(share=1)
    moves = tuple(pair for pair in answer if pair[0] in legal)
    if len(moves) == len(answer):
        return answer
    illegal = {cell: weight for cell, weight in answer if cell not in legal}
    if forfeit is None:
        forfeit = _illegal_forfeit(board, min(illegal))
    if not moves:
        return forfeit._replace(share=1)
    legal_weights = [weight for _, weight in moves]
    lost, share = _illegal_share(list(illegal.values()), legal_weights)
    return Mixed((*moves, (FORFEIT_CELL, lost)), forfeit._replace(share=share))


def _illegal_forfeit(board: str, cell: int) -> Forfeit:
    return Forfeit(board, "illegal", illegal_reason(board, cell))


def _illegal_share(
    illegal: Sequence[float], legal: Sequence[float]
) -> tuple[float, Fraction | float]:
    """Return the sum of the illegal weights, and their share of all weights."""
    if all(isinstance(weight, int) for weight in illegal):
        lost = sum(illegal)
        return lost, Fraction(lost) / Fraction(lost + sum(legal))
    lost = fsum(illegal)
    return lost, lost / (lost + sum(legal))


def together(answers: Sequence[Answer]) -> Answer:
    """Return several answers to a board as one, in which each has an equal share.

    Missing answers count only if there are no others.

    >>> together([4, 4]), together([0, 4]), together([4, ((0, 1), (4, 1))])
    (4, ((0, 1), (4, 1)), ((0, 1), (4, 3)))
    """
    answered = [answer for answer in answers if not isinstance(answer, Unanswered)]
    if not answered:
        return answers[0]
    if all(answer == answered[0] for answer in answered):
        return answered[0]
    shares: dict[int, Fraction] = {}
    for answer in answered:
        weights = weights_of(answer)
        total = sum(Fraction(weight) for _, weight in weights)
        for cell, weight in weights:
            shares[cell] = shares.get(cell, Fraction(0)) + Fraction(weight) / total
    forfeits = [forfeit for forfeit in map(forfeit_in, answered) if forfeit]
    return split_by(
        shares.keys() - {FORFEIT_CELL},
        "",
        drawn_from(shares),
        forfeits[0] if forfeits else None,
    )


def more_time(missing: Unanswered) -> str:
    """Say what to do about a player that was too slow; empty for other reasons."""
    if missing.limit is None:
        return ""
    longer_limit = advised_limit(missing.limit)
    return f"within {missing.limit:g} s: give it a limit of {longer_limit:g} s"


def advised_limit(limit: float) -> float:
    """Return the seconds to give a player for which a limit was too short."""
    return min(LIMIT_FACTOR * limit, MAX_SECONDS)


def same(first: Answer, second: Answer) -> bool:
    """Return True if two answers to a board agree, and two forfeits in their kind."""
    if isinstance(first, Forfeit) and isinstance(second, Forfeit):
        return first.kind == second.kind
    return first == second


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
    if len(text) > MAX_CHARACTERS and "/" not in text:
        number = float(text)
        if MIN_FLOAT < number < MAX_FLOAT:
            return number
    weight = exact_number(text)
    if weight < 0:
        raise ValueError("a weight is below 0")
    return weight


def distribution_of(weight_texts: Iterable[tuple[int, str]]) -> int | Distribution:
    """Return what an answer with weights means: a distribution, or the only cell alone.

    Raises:
        ValueError: A weight is not a number from 0 up, or all of them are 0.

    >>> distribution_of([(4, "1/2"), (0, "0.25"), (4, "0.25"), (8, "0")])
    ((0, 1), (4, 3))
    """
    weights: dict[int, Weight] = {}
    for cell, text in weight_texts:
        try:
            weight = weight_of(text)
        except (ValueError, ZeroDivisionError, OverflowError):
            raise ValueError(f"{quoted(text)} of cell {cell} is not a weight") from None
        if cell in weights:
            weight += weights[cell]
        weights[cell] = weight
    if not any(weights.values()):
        raise ValueError("no cell has a weight above 0")
    return drawn_from(weights)


def drawn_from(weights: Mapping[int, Weight]) -> int | Distribution:
    """Return cells with weights as a distribution, or the only one above 0 alone.

    >>> drawn_from({4: Fraction(1, 2), 0: 0, 8: 1}), drawn_from({4: 1, 0: 0})
    (((4, 1), (8, 2)), 4)
    """
    cells = sorted(cell for cell, weight in weights.items() if weight)
    if len(cells) == 1:
        return cells[0]
    scaled = _of_one_kind([weights[cell] for cell in cells])
    return tuple(zip(cells, scaled, strict=True))


def _of_one_kind(weights: Sequence[Weight]) -> Sequence[float]:
    """Scale weights to integers, or to floats if that is not possible."""
    kinds = {type(weight) for weight in weights}
    if kinds == {float}:
        return cast("Sequence[float]", weights)
    exact = [Fraction(weight) for weight in weights]
    common = lcm(*(weight.denominator for weight in exact))
    integers = [weight.numerator * (common // weight.denominator) for weight in exact]
    total = sum(integers)
    shared = gcd(*integers)
    if float in kinds or (total // shared).bit_length() > MAX_BITS:
        return [weight / total for weight in integers]
    return [weight // shared for weight in integers]


@dataclass(frozen=True, slots=True)
class Observations:
    """Observations of a player, besides its answers.

    Attributes:
        draws_random_numbers: It drew random numbers while it answered.
        draws_when_loaded: Its file drew random numbers while it was loaded.
        loaded_until: Why loading its file ended early, in words for people: what is
            defined after that point is not used. Empty if it was loaded to its end.
        ignored_marks: The marks that its answers ignored before the grade: ``XO`` if
            they never depend on whose stones are whose, ``X`` or ``O`` if they stay the
            same with any other mark in its place. Empty if there are none.
    """

    draws_random_numbers: bool = False
    draws_when_loaded: bool = False
    loaded_until: str = ""
    ignored_marks: str = ""


def joined(observations: Iterable[Observations]) -> Observations:
    """Return what was seen in any of several runs of one player, at least one."""
    listed = list(observations)
    reasons = [run.loaded_until for run in listed if run.loaded_until]
    return Observations(
        draws_random_numbers=any(run.draws_random_numbers for run in listed),
        draws_when_loaded=any(run.draws_when_loaded for run in listed),
        loaded_until=next(iter(reasons), ""),
        ignored_marks=listed[0].ignored_marks,
    )
