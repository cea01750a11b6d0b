"""What a player may answer to a board: a cell, a distribution, nothing, or what costs the game."""

from collections.abc import Collection, Sequence
from fractions import Fraction
from math import fsum
from typing import NamedTuple, TypeAlias

from ttt_table.arguments import why_not
from ttt_table.players.arguments import MOST_SECONDS
from ttt_table.players.shapes import LARGEST_CELL
from ttt_table.players.weights import Distribution, drawn_from, weight_of

LONGEST_CELL = 18  # characters of a cell's number
NOT_FOUND = -2  # the cell of an answer in which there is none
LOST = -1  # the cell of whatever cannot be played


class Forfeit(NamedTuple):
    """A board at which the player made no legal move, and so has lost."""

    board: str  # what it was asked
    kind: str  # ``illegal`` cell, wrong ``type``, ``exception`` or ``exit``
    reason: str  # what it did, for people
    share: Fraction | float = 1  # how much of its answer that is, and so of the game


class Unanswered(NamedTuple):
    """A board without an answer: the game goes on with every legal move."""

    board: str  # what it was asked
    seconds: float | None  # how long it was given; None where it said that it has none


class Slowest(NamedTuple):
    """The answer that took longest."""

    board: str
    seconds: float


class Mixed(NamedTuple):
    """A distribution of which a part cannot be played: the last, as `LOST`."""

    weights: Distribution
    forfeit: Forfeit


# the last two say why there is none
Answer: TypeAlias = int | Distribution | Mixed | Forfeit | Unanswered


def read_answer(line: str) -> int | Distribution | None:
    """What a line answers: ``4``, or ``0:1/2 4:1/2``; None where it is neither.

    >>> read_answer("4"), read_answer("0:1/2 4:0.5"), read_answer("0:3 4:0"), read_answer("four")
    (4, ((0, 1), (4, 1)), 0, None)
    """
    try:
        parts = [part.partition(":") for part in line.split()]
        if len(parts) == 1 and not parts[0][1]:
            return cell_number(parts[0][0])
        weights: dict[int, Fraction | float] = {}
        for cell, _, weight in parts:
            if (at := cell_number(cell)) is None:
                return None
            weights[at] = weights.get(at, 0) + weight_of(weight)
    except (ValueError, ZeroDivisionError, OverflowError):
        return None
    return drawn_from(weights) if any(weights.values()) else None


def cell_number(text: str) -> int | None:
    """A cell's number, of any board, or what is none."""
    try:
        return int(text) if len(text) <= LONGEST_CELL else None
    except ValueError:
        return None


def weights_of(answer: Answer) -> Distribution:
    """The cells of an answer with their weights, `LOST` the last of them; none without one."""
    if isinstance(answer, int):
        return ((answer, 1),)
    if isinstance(answer, Mixed):
        return answer.weights
    if isinstance(answer, Forfeit):
        return ((LOST, 1),)
    return () if isinstance(answer, Unanswered) else answer


def moves_of(answer: Answer) -> list[int]:
    """The cells that an answer may play, in order."""
    return [cell for cell, _ in weights_of(answer) if cell != LOST]


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
    outside = not 0 <= cell < LARGEST_CELL
    return "a cell outside the board" if outside else why_not(board, cell)


def split_by(
    legal: Collection[int],
    board: str,
    answer: int | Distribution,
    forfeit: Forfeit | None = None,
) -> Answer:
    """The answer, with what is illegal taken out of play, as this forfeit where it is known."""
    weights = weights_of(answer)
    moves = tuple(one for one in weights if one[0] in legal)
    if len(moves) == len(weights):
        return answer
    others = {cell: weight for cell, weight in weights if cell not in legal}
    forfeit = forfeit or Forfeit(board, "illegal", illegal_reason(board, min(others)))
    if not moves:
        return forfeit._replace(share=1)
    exact = all(isinstance(weight, int) for weight in others.values())
    lost = (sum if exact else fsum)(others.values())
    whole = lost + sum(weight for _, weight in moves)
    share = Fraction(lost) / Fraction(whole) if exact else lost / whole
    return Mixed((*moves, (LOST, lost)), forfeit._replace(share=share))


def together(answers: Sequence[Answer]) -> Answer:
    """Several answers to a board as one, in which each has an equal share.

    >>> together([4, 4]), together([0, 4]), together([4, ((0, 1), (4, 1))])
    (4, ((0, 1), (4, 1)), ((0, 1), (4, 3)))
    """
    answers = [one for one in answers if not isinstance(one, Unanswered)] or answers[:1]
    if all(one == answers[0] for one in answers):
        return answers[0]
    shares: dict[int, Fraction] = {}
    for weights in map(weights_of, answers):
        whole = sum(Fraction(weight) for _, weight in weights)
        for cell, weight in weights:
            shares[cell] = shares.get(cell, Fraction(0)) + Fraction(weight) / whole
    forfeit = next(filter(None, map(forfeit_in, answers)), None)
    return split_by(shares.keys() - {LOST}, "", drawn_from(shares), forfeit)


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
