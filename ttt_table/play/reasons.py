"""Why a move is good or bad: tags that are theorems, and the line of best play that proves it.

A move of which no such theorem is true gets its line and no tag.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ttt_table.arguments import checked_cell, checked_table
from ttt_table.rules.board import Board
from ttt_table.rules.game import lines
from ttt_table.rules.outcome import Look, Move, Outcome, other
from ttt_table.table.reader import Table

WINS_NOW = "wins now"  # it completes a line, in normal play
LOSES_NOW = "loses now"  # it completes a line, in misère
BLOCKS = "blocks"  # the opponent would complete a line there, in normal play
LOSES_NEXT = "loses next move"  # it leaves the opponent a cell that completes a line
# Two cells complete the mover's lines after it, and none the opponent's, in normal play.
DOUBLE_THREAT = "wins in 3 by a double threat"
LEAVES_ONLY_LINES = "wins in 2: every reply completes a line"  # in misère
EVERY_MOVE = "every move completes a line"  # whatever the mover plays, in misère
ONLY_MOVE = {
    1: "the only move that keeps the win",
    0: "the only move that keeps the draw",
}
THROWS_AWAY = {1: "throws a win away", 0: "throws a draw away"}


class Reason(NamedTuple):
    """A move, where it leads, and why."""

    cell: int
    outcome: Outcome  # for the mover, plies counted from the board asked about
    tags: tuple[str, ...]  # what can be said of it, each a theorem
    line: tuple[
        int, ...
    ]  # the move, then best play of both to the end: it proves the outcome


def explain(table: Table, board: Board, cell: int | None = None) -> list[Reason]:
    """The reasons for each move, best first, equals in cell order; with ``cell`` only for that one.

    Empty once the game is finished. Raises `BoardError` for a bad board or a cell that cannot be
    played, and `ArgumentError` for anything but a table or a cell.

    >>> from ttt_table import open_table
    >>> explain(open_table(), "XX.OO....", 2)[0].tags
    ('wins now', 'the only move that keeps the win')
    """
    look = checked_table(table).look(board)
    values = [move.outcome.value for move in look.moves]
    asked = None if cell is None else checked_cell(table, look.board, cell)
    of_lines = _misere_tags if table.game.misere else _normal_tags
    found = []
    for move in look.moves:
        if asked in (None, move.cell):
            after = table.push(look.board, move.cell)
            tags = (
                *of_lines(table, look, move, after),
                *_value_tags(move.outcome.value, values),
            )
            found.append(
                Reason(move.cell, move.outcome, tags, (move.cell, *table.line(after)))
            )
    return found


def _value_tags(value: int, values: Sequence[int]) -> Iterator[str]:
    best = max(values)
    if (
        value < best
    ):  # from a win to a loss both are thrown away, and the win is the greater loss
        yield THROWS_AWAY[best]
    elif best >= 0 and len(values) > 1 and values.count(best) == 1:
        yield ONLY_MOVE[best]


# By the rules who wins in 1 completes a line, and who loses in 2 has left a cell to do so.


def _normal_tags(table: Table, look: Look, move: Move, after: str) -> Iterator[str]:
    if move.outcome == (1, 1):
        if has_lines(table, look.mover):
            yield WINS_NOW
        return
    if any(
        move.cell == cell for _, cell in endings(table, look.board, other(look.mover))
    ):
        yield BLOCKS
    if move.outcome == (-1, 2) and has_lines(table, other(look.mover)):
        yield LOSES_NEXT
    # Without gravity there is no other way to win in 3; with it, a block may open a cell.
    elif (
        move.outcome == (1, 3)
        and len({at for _, at in endings(table, after, look.mover)}) > 1
    ):
        yield DOUBLE_THREAT


def _misere_tags(table: Table, look: Look, move: Move, after: str) -> Iterator[str]:
    if not has_lines(
        table, other(look.mover) if move.outcome.plies > 1 else look.mover
    ):
        return
    if move.outcome == (-1, 1):
        yield LOSES_NOW
        if look.outcome == (-1, 1):
            yield EVERY_MOVE
    elif table[after] == (-1, 1):
        yield LEAVES_ONLY_LINES


def has_lines(table: Table, player: str) -> bool:
    """False for a Breaker, who owns none."""
    return not table.game.breaker or player == table.first


def endings(table: Table, board: str, player: str) -> list[tuple[int, int]]:
    """The lines that one stone of this player's would complete now, each with its cell."""
    stones = sum(1 << cell for cell, mark in enumerate(board) if mark == player)
    cells = {1 << cell: cell for cell in table.legal_moves(board)}
    counting = lines(table.game) if has_lines(table, player) else ()
    rests = [(line, line & ~stones) for line in counting]
    return [(line, cells[rest]) for line, rest in rests if rest in cells]
