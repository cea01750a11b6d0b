"""What a player may answer to a board: a cell, a distribution, nothing, or what costs the game."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from fractions import Fraction
from math import fsum, gcd, lcm
from typing import NamedTuple, TypeAlias, cast

from ttt_table.play.arguments import LONGEST_NUMBER, MOST_SECONDS, exact_number, why_not

SHORT = 12  # characters of a decimal that is taken at its word, 0.1 as a tenth
PLAIN = (1e-290, 1e290)  # floats that can be added up and divided without a thought
# of a denominator: under 2,000 digits, so Python prints the mean of two fractions
MOST_BITS = 6_600
LONGEST_CELL = 18  # characters of a cell's number
NOT_FOUND = -2  # the cell of an answer in which there is none


class Forfeit(NamedTuple):
    """A board at which the player made no legal move, and so has lost."""

    board: str
    """What it was asked."""
    kind: str
    """``illegal`` cell, wrong ``type``, ``exception`` or ``exit``."""
    reason: str
    """What it did, for people."""
    share: Fraction | float = 1
    """How much of its answer that is, and so of the game."""


class Unanswered(NamedTuple):
    """A board without an answer: the game goes on with every legal move."""

    board: str
    """What it was asked."""
    seconds: float | None
    """How long it was given; None where it said that it has none."""


class Slowest(NamedTuple):
    """The answer that took longest."""

    board: str
    seconds: float


# two cells or more, in order; weights whole without a common divisor, or all floats
Distribution: TypeAlias = tuple[tuple[int, float], ...]


class Mixed(NamedTuple):
    """A distribution of which a part cannot be played."""

    moves: Distribution
    """The cells that can; even one alone."""
    lost: float
    """The weight of the others, beside those."""
    forfeit: Forfeit


# Mixed is legal in part; the last two say why there is none
Answer: TypeAlias = int | Distribution | Mixed | Forfeit | Unanswered


def read_answer(line: str) -> int | Distribution | None:
    """What a line answers: ``4``, or ``0:1/2 4:1/2``; None where it is neither.

    Weights are whole, without a common divisor, or floats where one of them is a long decimal.

    >>> read_answer("4"), read_answer("0:1/2 4:0.5"), read_answer("0:3 4:0"), read_answer("four")
    (4, ((0, 1), (4, 1)), 0, None)
    >>> read_answer("0:0.30000000000000004 4:0.6999999999999998")
    ((0, 0.30000000000000004), (4, 0.6999999999999998))
    """
    try:
        parts = [part.partition(":") for part in line.split()]
        if len(parts) == 1 and not parts[0][1]:
            return cell_number(parts[0][0])
        weights: dict[int, Fraction | float] = {}
        for cell, _, weight in parts:
            if (at := cell_number(cell)) is None:
                return None
            weights[at] = weights.get(at, 0) + _weight(weight)
    except (ValueError, ZeroDivisionError, OverflowError):
        return None
    some = sorted((cell, weight) for cell, weight in weights.items() if weight)
    if len(some) < 2:
        return some[0][0] if some else None
    numbers = weights_alike([weight for _, weight in some])
    return tuple((cell, number) for (cell, _), number in zip(some, numbers, strict=True))


def weights_alike(weights: Sequence[Fraction | float]) -> Sequence[float]:
    """The weights as whole numbers, or floats where one is or these are too long."""
    kinds = set(map(type, weights))
    if kinds == {float}:
        return cast(Sequence[float], weights)
    if float in kinds:  # parts of one, lest any number is too great
        exact = [Fraction(weight) for weight in weights]
        return [float(weight / sum(exact)) for weight in exact]
    common = 1
    if kinds != {int}:
        common = lcm(*(weight.denominator for weight in cast(Sequence[Fraction], weights)))
    whole = [int(weight * common) for weight in weights]
    shared = gcd(*whole)
    total = sum(whole)
    if (total // shared).bit_length() > MOST_BITS:
        return [weight / total for weight in whole]
    return [weight // shared for weight in whole]


def _weight(text: str) -> Fraction | float:
    """A weight from 0 up. Raises `ValueError` for anything else."""
    if text.isascii() and text.isdecimal() and len(text) <= LONGEST_NUMBER:
        return int(text)
    if len(text) > SHORT and "/" not in text:
        number = float(text)
        if PLAIN[0] < number < PLAIN[1]:
            return number
    weight = exact_number(text)
    if weight < 0:
        raise ValueError("a weight below 0")
    return weight


def cell_number(text: str) -> int | None:
    """A cell's number, of any board, or what is none."""
    try:
        return int(text) if len(text) <= LONGEST_CELL else None
    except ValueError:
        return None


def weights_of(answer: Answer) -> Distribution:
    """The cells that an answer may play, with their weights."""
    if isinstance(answer, int):
        return ((answer, 1),)
    if isinstance(answer, Mixed):
        return answer.moves
    return () if isinstance(answer, Forfeit | Unanswered) else answer


def lost_by(answer: Answer) -> float:
    """The weight of what cannot be played, beside the rest."""
    return answer.lost if isinstance(answer, Mixed) else 0


def forfeit_in(answer: Answer | None) -> Forfeit | None:
    """What of an answer loses at once."""
    if isinstance(answer, Mixed):
        return answer.forfeit
    return answer if isinstance(answer, Forfeit) else None


def illegal_reason(board: str, cell: int) -> str:
    """Why a cell cannot be played."""
    if cell == NOT_FOUND:
        return "no answer found"
    # A number of thousands of digits has no text; pairs outside the board are -1.
    outside = not 0 <= cell < 10**LONGEST_CELL
    return "a cell outside the board" if outside else why_not(board, cell)


def split_by(legal: Collection[int], board: str, answer: int | Distribution) -> Answer:
    """The answer, with what is illegal taken out of play."""
    weights = weights_of(answer)
    moves = tuple(one for one in weights if one[0] in legal)
    if len(moves) == len(weights):
        return answer
    cell = next(cell for cell, _ in weights if cell not in legal)
    forfeit = Forfeit(board, "illegal", illegal_reason(board, cell))
    if not moves:
        return forfeit
    others = [weight for cell, weight in weights if cell not in legal]
    lost = fsum(others) if isinstance(others[0], float) else sum(others)
    whole = lost + sum(weight for _, weight in moves)
    share = lost / whole if isinstance(whole, float) else Fraction(lost) / Fraction(whole)
    return Mixed(moves, lost, forfeit._replace(share=share))


def more_time(one: Unanswered) -> str:
    """What to do about a slow player."""
    if one.seconds is None:
        return ""
    more = min(6 * one.seconds, MOST_SECONDS)
    return f"within {one.seconds:g} s: give it more with --limit {more:g}"


def same(one: Answer, two: Answer) -> bool:
    """True where two answers to one board agree, two forfeits in kind."""
    if isinstance(one, Forfeit) and isinstance(two, Forfeit):
        return one.kind == two.kind
    return one == two
