"""Why a move is good or bad: tags that are theorems, and the line of best play that proves it.

A tag is never a heuristic. Each says something about cells that complete a line, or about the value
before and after the move; a move of which nothing of that kind is true gets its line and no tag.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ttt_table.play.positions import Positions
from ttt_table.rules.board import Board
from ttt_table.rules.outcome import Outcome, value_of
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


class Reason(NamedTuple):
    """A move, where it leads, and why."""

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
    played on it, and `ArgumentError` for what is no table or no cell at all.

    >>> from ttt_table import open_table
    >>> explain(open_table(), "XX.OO....", 2)[0].tags
    ('wins now', 'the only move that keeps the win')
    """
    positions = Positions(table)
    key = positions.key_of(board)
    scores = positions.scores(key)
    # A sort keeps the order of equals, so these stay in cell order.
    ranked = sorted(scores, key=lambda one: -scores[one])
    return [
        Reason(
            one,
            positions.outcome(key, scores[one]),
            tuple(_tags(positions, key, one, scores)),
            positions.best_line(key, one),
        )
        for one in (ranked if cell is None else [positions.checked(key, cell)])
    ]


def _tags(positions: Positions, key: int, cell: int, scores: dict[int, int]) -> Iterator[str]:
    """What is true of a move: of its lines first, then of its value."""
    of_lines = _misere_tags if positions.game.misere else _normal_tags
    yield from of_lines(positions, key, cell)
    values = {one: value_of(score) for one, score in scores.items()}
    best = max(values.values())
    if values[cell] < best:
        # From a win to a loss both are thrown away, and the win is the greater loss.
        yield THROWS_AWAY[best]
    elif best >= 0 and len(values) > 1 and list(values.values()).count(best) == 1:
        yield ONLY_MOVE[best]


def _normal_tags(positions: Positions, key: int, cell: int) -> Iterator[str]:
    if positions.completes(key, cell):
        yield WINS_NOW
        return
    if positions.completes(key, cell, other=True):
        yield BLOCKS
    after = positions.played(key, cell)
    if positions.end_after(key, cell) is not None:
        return
    if _any_completes(positions, after):
        yield LOSES_NEXT
    elif sum(positions.completes(after, one, other=True) for one in positions.legal(after)) > 1:
        yield DOUBLE_THREAT


def _misere_tags(positions: Positions, key: int, cell: int) -> Iterator[str]:
    if positions.completes(key, cell):
        yield LOSES_NOW
        if all(positions.completes(key, one) for one in positions.legal(key)):
            yield EVERY_MOVE
        return
    after = positions.played(key, cell)
    replies = positions.legal(after)
    if replies and all(positions.completes(after, one) for one in replies):
        yield LEAVES_ONLY_LINES


def _any_completes(positions: Positions, key: int) -> bool:
    return any(positions.completes(key, one) for one in positions.legal(key))
