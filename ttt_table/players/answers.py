"""The answers of players, as typed values."""

from collections.abc import Collection, Sequence
from fractions import Fraction
from math import fsum
from typing import NamedTuple, TypeAlias

from ttt_table.arguments import why_not
from ttt_table.players.arguments import MAX_SECONDS
from ttt_table.players.moves import OFF_BOARD, Place, cell_of
from ttt_table.players.weights import Distribution, distribution_of, drawn_from
from ttt_table.rules.game import Game

FORFEIT_CELL = -1  # in a distribution, for all answers that cannot be played
MISSING_CELL = -3  # in a distribution, for all answers that are missing

LIMIT_FACTOR = 6  # times its limit is advised to give a player that was too slow


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

    known: "Answer"
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
        return (
            why_not(board, cell)
            if cell != OFF_BOARD
            else f"{place} is outside the board"
        )
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
        answer = answer.known
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
    more = advised_limit(missing.limit)
    return f"within {missing.limit:g} s: give it a limit of {more:g} s"


def advised_limit(limit: float) -> float:
    """Return the seconds to give a player for which a limit was too short."""
    return min(LIMIT_FACTOR * limit, MAX_SECONDS)


def same(first: Answer, second: Answer) -> bool:
    """Return True if two answers to a board agree, and two forfeits in their kind."""
    if isinstance(first, Forfeit) and isinstance(second, Forfeit):
        return first.kind == second.kind
    return first == second
