"""Why a move is good or bad: tags that are always true, a proof, and what it leaves.

The proof of an outcome is a continuation. A move to which no tag applies has only that.
A move that keeps the value may leave replies that lose; it is a trap then.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from ttt_table.play.judging import continuation_of
from ttt_table.rules.board import Board, completions, lines_of_player
from ttt_table.rules.outcome import Look, Move, Outcome, other, value_of
from ttt_table.table.checks import checked_cell, checked_table
from ttt_table.table.reader import Table

WINS_NOW = "wins now"  # normal play: the move completes a line
LOSES_NOW = "loses now"  # misère: the move completes a line
BLOCKS = "blocks"  # normal play: the opponent would complete a line in this cell
LOSES_NEXT = "loses next move"  # normal play: the opponent can now complete a line
# Normal play: the mover can now complete lines in two cells, the opponent in none.
WINS_BY_DOUBLE_THREAT = "wins in 3 by a double threat"
LEAVES_ONLY_LINES = "wins in 2: every reply completes a line"  # misère
EVERY_MOVE = "every move completes a line"  # misère: so does each other move
# By the value that the move keeps, or gives away: 1 a win, 0 a draw.
ONLY_MOVE = {
    1: "the only move that keeps the win",
    0: "the only move that keeps the draw",
}
THROWS_AWAY = {1: "throws a win away", 0: "throws a draw away"}

# Outcomes that say who completes a line. In normal play a win in 1 ply completes one,
# and after a loss in 2 the opponent does. In misère play a loss in 1 completes one.
WIN_IN_1 = Outcome(value=1, plies=1)
WIN_IN_3 = Outcome(value=1, plies=3)
LOSS_IN_1 = Outcome(value=-1, plies=1)
LOSS_IN_2 = Outcome(value=-1, plies=2)


@dataclass(frozen=True, slots=True)
class Reason:
    """A move, what it leads to, and why.

    Attributes:
        cell: The cell of the move.
        outcome: The outcome of the move for the mover, in plies from before it.
        tags: Statements about the move, each of which is true.
        continuation: The move, then best play of both sides to the end. It proves the
            outcome.
    """

    cell: int
    outcome: Outcome
    tags: tuple[str, ...]
    continuation: tuple[int, ...]


def explain(
    table: Table, board: Board, cell: int | None = None, *, column: int | None = None
) -> list[Reason]:
    """Return the reasons for each move, or for one.

    Args:
        table: The table of the game.
        board: The board on which the mover is to choose a move.
        cell: The only move to explain, if not all of them.
        column: With gravity, the column of that move in place of its cell.

    Returns:
        A reason for each move, the best first, equal ones in cell order; none if the
        game is finished.

    Raises:
        BoardError: The board is invalid.
        MoveError: The move cannot be played.
        ArgumentError: ``table`` is not a table, or a column is given without gravity,
            or beside a cell.

    >>> from ttt_table import open_table
    >>> explain(open_table(), "XX.OO....", 2)[0].tags
    ('wins now', 'the only move that keeps the win')
    """
    look = checked_table(table).look(board)
    values = [move.outcome.value for move in look.moves]
    moves = look.moves
    if cell is not None or column is not None:
        cell = checked_cell(table, look.board, cell, column)
        moves = [move for move in moves if move.cell == cell]

    line_tags = _misere_tags if table.game.misere else _normal_tags
    reasons = []
    for move in moves:
        after = table.push(look.board, move.cell)
        tags = [
            *line_tags(table, look, move, after),
            *_value_tags(move.outcome.value, values),
        ]
        continuation = continuation_of(table, look.board, move.cell)
        reasons.append(Reason(move.cell, move.outcome, tuple(tags), continuation))
    return reasons


def _value_tags(value: int, values: Sequence[int]) -> Iterator[str]:
    """Yield the tags that follow from a move's value and the values of all moves."""
    best = max(values)
    if value < best:
        # A move from a win to a loss is only said to throw the win away.
        yield THROWS_AWAY[best]
    elif best >= 0 and len(values) > 1 and values.count(best) == 1:
        yield ONLY_MOVE[best]


def _normal_tags(table: Table, look: Look, move: Move, after: str) -> Iterator[str]:
    opponent = other(look.mover)
    if move.outcome == WIN_IN_1:
        if has_lines(table, look.mover):
            yield WINS_NOW
        return

    opponents_completions = completions(table.game, look.board, opponent, table.first)
    if any(completion.cell == move.cell for completion in opponents_completions):
        yield BLOCKS
    if move.outcome == LOSS_IN_2:
        if has_lines(table, opponent):
            yield LOSES_NEXT
    elif move.outcome == WIN_IN_3:
        # Without gravity nothing else wins in 3; with gravity a block may open a cell.
        threats = completions(table.game, after, look.mover, table.first)
        if len({threat.cell for threat in threats}) > 1:
            yield WINS_BY_DOUBLE_THREAT


def _misere_tags(table: Table, look: Look, move: Move, after: str) -> Iterator[str]:
    if move.outcome == LOSS_IN_1:
        if has_lines(table, look.mover):
            yield LOSES_NOW
            if look.outcome == LOSS_IN_1:
                yield EVERY_MOVE
    elif table[after] == LOSS_IN_1 and has_lines(table, other(look.mover)):
        yield LEAVES_ONLY_LINES


def has_lines(table: Table, player: str) -> bool:
    """Return whether this player can complete lines; a Breaker cannot."""
    return len(lines_of_player(table.game, player, table.first)) > 0


@dataclass(frozen=True, slots=True)
class Trap:
    """A move that keeps the value, and how many replies to it lose for the opponent.

    Attributes:
        cell: The cell of the move.
        losing: The number of replies that lose, with perfect play after them.
        replies: The number of replies; 0 if the move ends the game.
    """

    cell: int
    losing: int
    replies: int

    @property
    def share(self) -> Fraction:
        """The share of the replies that lose; 1 if the move ends the game."""
        if not self.replies:
            return Fraction(1)
        return Fraction(self.losing, self.replies)


def traps(table: Table, board: Board) -> list[Trap]:
    """Return the moves that keep the board's value, each with its losing replies.

    Args:
        table: The table of the game.
        board: The board on which the mover is to choose a move.

    Returns:
        A trap for each such move, in cell order; none if the game is finished.

    Raises:
        BoardError: The board is invalid.
        ArgumentError: ``table`` is not a table.

    >>> from ttt_table import open_table
    >>> [(trap.cell, trap.losing) for trap in traps(open_table(), "X...O....")]
    [(1, 5), (2, 5), (3, 5), (5, 2), (6, 5), (7, 2), (8, 2)]
    """
    scores = checked_table(table).scores(board)
    value = value_of(max(scores.values(), default=0))
    keeping = [cell for cell, score in scores.items() if value_of(score) == value]
    return traps_after(table, board, keeping)


def traps_after(
    table: Table, board: Board, cells: Sequence[int], depth: int | None = None
) -> list[Trap]:
    """Count the losing replies to each of these moves.

    With a depth, only the losses within that many plies of this board are counted: the
    move is the first ply and the reply the second.
    """
    depth_after_move = None
    if depth is not None:
        depth_after_move = max(0, depth - 1)  # a depth of 0 does not see replies lose

    traps = []
    for cell in cells:
        after_move = table.push(board, cell)
        scores = table.scores(after_move, depth=depth_after_move)
        losing = sum(score < 0 for score in scores.values())
        traps.append(Trap(cell, losing, len(scores)))
    return traps
