"""Why a move is good or bad: tags that are theorems, and the line of best play that proves it.

A tag is never a heuristic. Each says something about cells that complete a line, or about the value
before and after the move; a move of which nothing of that kind is true gets its line and no tag.
"""

from __future__ import annotations

from collections import namedtuple

from ttt_table.errors import BoardError
from ttt_table.play.ground import Ground

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from ttt_table.rules.board import Board
    from ttt_table.rules.outcome import Outcome
    from ttt_table.table.reader import Table

WINS_NOW = "wins now"
"""It completes a line, in normal play."""
LOSES_NOW = "loses now"
"""It completes a line, in misère."""
BLOCKS = "blocks"
"""The opponent would complete a line there, in normal play."""
LOSES_NEXT = "loses next move"
"""It leaves the opponent a cell that completes a line, in normal play."""
DOUBLE_THREAT = "wins in 3 by a double threat"
"""Two cells complete the mover's lines after it, and none the opponent's, in normal play."""
LEAVES_ONLY_LINES = "wins in 2: every reply completes a line"
"""The opponent has only moves that complete a line, in misère."""
EVERY_MOVE = "every move completes a line"
"""Whatever the mover plays completes a line, in misère."""
ONLY_MOVE = {
    1: "the only move that keeps the win",
    0: "the only move that keeps the draw",
}
THROWS_AWAY = {1: "throws a win away", 0: "throws a draw away"}


class Reason(namedtuple("Reason", ["cell", "outcome", "tags", "line"])):
    """A move, where it leads, and why."""

    __slots__ = ()

    cell: int
    outcome: Outcome
    """For the mover, plies counted from the board asked about."""
    tags: tuple[str, ...]
    """What can be said of it, each a theorem."""
    line: tuple[int, ...]
    """The move and then best play of both to the end, as cells: it proves the outcome."""


def explain(table: Table, board: Board, cell: int | None = None) -> list[Reason]:
    """The reasons of each move, best first, equals in cell order; with ``cell`` of that one alone.

    None once the game is over. Raises `BoardError` for a bad board, and for a cell that cannot be
    played on it.

    >>> from ttt_table import open_table
    >>> explain(open_table(), "XX.OO....", 2)[0].tags
    ('wins now', 'the only move that keeps the win')
    """
    ground = Ground(table)
    key = ground.key_of(board)
    scores = ground.scores(key)
    if cell is not None:
        check_cell(ground, key, cell)
    ranked = sorted(scores, key=lambda one: -scores[one])
    return [
        Reason(
            one,
            ground.outcome(key, scores[one]),
            tuple(_tags(ground, key, one, scores)),
            ground.best_line(key, one),
        )
        for one in ranked
        if cell is None or one == cell
    ]


def check_cell(ground: Ground, key: int, cell: int) -> None:
    """Raise `BoardError`, with the reason, unless the mover can play this cell."""
    if ground.is_over(key):
        raise BoardError("the game is over: there is no move")
    if cell in ground.legal(key):
        return
    if not 0 <= cell < ground.cells:
        raise BoardError(f"there is no cell {cell}: they are numbered 0 to {ground.cells - 1}")
    taken = ground.mask(key) >> cell & 1
    raise BoardError(f"cell {cell} {'is taken' if taken else 'cannot be played yet'}", (cell,))


def _tags(ground: Ground, key: int, cell: int, scores: dict[int, int]) -> Iterator[str]:
    """What is true of a move: of its lines first, then of its value."""
    of_lines = _misere_tags if ground.game.misere else _normal_tags
    yield from of_lines(ground, key, cell)
    values = {one: _sign(score) for one, score in scores.items()}
    best = max(values.values())
    if values[cell] < best:
        # From a win to a loss both are thrown away, and the win is the greater loss.
        yield THROWS_AWAY[best]
    elif best >= 0 and len(values) > 1 and list(values.values()).count(best) == 1:
        yield ONLY_MOVE[best]


def _normal_tags(ground: Ground, key: int, cell: int) -> Iterator[str]:
    if ground.completes(key, cell):
        yield WINS_NOW
        return
    if ground.completes(key, cell, other=True):
        yield BLOCKS
    after = ground.played(key, cell)
    if ground.end_after(key, cell) is not None:
        return
    if _any_completes(ground, after):
        yield LOSES_NEXT
    elif sum(ground.completes(after, one, other=True) for one in ground.legal(after)) > 1:
        yield DOUBLE_THREAT


def _misere_tags(ground: Ground, key: int, cell: int) -> Iterator[str]:
    if ground.completes(key, cell):
        yield LOSES_NOW
        if all(ground.completes(key, one) for one in ground.legal(key)):
            yield EVERY_MOVE
        return
    after = ground.played(key, cell)
    replies = ground.legal(after)
    if replies and all(ground.completes(after, one) for one in replies):
        yield LEAVES_ONLY_LINES


def _any_completes(ground: Ground, key: int) -> bool:
    return any(ground.completes(key, one) for one in ground.legal(key))


def _sign(score: int) -> int:
    return (score > 0) - (score < 0)
