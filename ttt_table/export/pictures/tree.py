"""The proof tree of a win: the winner's best move on each board, and every reply to it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from typing import NamedTuple

from ttt_table.errors import ArgumentError, SizeError
from ttt_table.export.colours import WORDS
from ttt_table.export.pictures import svg
from ttt_table.rules.outcome import other, verdict
from ttt_table.table.reader import Table

MOST_BOARDS = 300
_MARGIN = 16
_SIDE = 26
"""The side of a cell, in pixels."""
_APART = 64
"""How far the boards of one ply stand from those of the next."""
_BELOW = 34
"""How far a board stands above the next one, with a line of words between them."""
_TOP = 76


class Node(NamedTuple):
    """A board of the tree, and where it stands."""

    board: str
    new: int | None
    """The cell of the last move; None on the board that is proven."""
    children: list[Node]
    """The boards that follow."""
    x: float
    y: float
    """The last boards stand one below another, all others in the middle of those that follow."""


def proof(table: Table, board: str) -> Node:
    """The tree that proves who wins from a board, with as few boards as best moves allow.

    Raises `BoardError` for a bad board, `ArgumentError` where nobody can force a win, and
    `SizeError` where the tree is larger than a sheet.
    """
    mover, value = table.mover(board), table[board].value
    if value == 0:
        raise ArgumentError(f"nobody can force a win from {board}: a tree proves a win, not a draw")
    proofs = _Proofs(table, mover if value > 0 else other(mover))
    if proofs.size(board) > MOST_BOARDS:
        raise _too_large(table)
    return proofs.tree(board, None, _MARGIN)


class _Proofs:
    """The trees that prove the wins of one player, each as small as best moves allow."""

    def __init__(self, table: Table, winner: str) -> None:
        self._table, self._winner = table, winner
        self._sizes: dict[str, int] = {}
        self._across = table.game.cols * _SIDE + _APART
        self._lines = count(_TOP, table.game.rows * _SIDE + _BELOW)

    def size(self, board: str) -> int:
        """How many boards the tree has that begins with this one."""
        if board not in self._sizes:
            if len(self._sizes) > 50 * MOST_BOARDS:
                raise _too_large(self._table)
            below = [self.size(self._table.push(board, cell)) for cell in self._tried(board)]
            wins = self._table.mover(board) == self._winner
            self._sizes[board] = 1 + (min if wins else sum)(below or [0])
        return self._sizes[board]

    def tree(self, board: str, new: int | None, x: float) -> Node:
        """The tree that begins with this board; its last boards stand below all that were made."""
        after = {cell: self._table.push(board, cell) for cell in self._tried(board)}
        if self._table.mover(board) == self._winner:
            best = sorted(after, key=lambda cell: (self.size(after[cell]), cell))[:1]
            after = {cell: after[cell] for cell in best}
        children = [self.tree(reply, cell, x + self._across) for cell, reply in after.items()]
        ends = [child.y for child in children[:1] + children[-1:]] or [next(self._lines)]
        return Node(board, new, children, x, sum(ends) / len(ends))

    def _tried(self, board: str) -> list[int]:
        """The best moves of the winner, all moves of the other player."""
        if self._table.mover(board) == self._winner:
            return self._table.best_moves(board)
        return self._table.legal_moves(board)


def _too_large(table: Table) -> SizeError:
    return SizeError(
        f"this tree of {table.game} has more than {MOST_BOARDS} boards: start from a board nearer "
        "to the end"
    )


def draw(table: Table, board: str) -> tuple[str, int]:
    """The tree as SVG, and how many boards it has. Raises what `proof` raises."""
    root = proof(table, board)
    nodes = list(_nodes(root))
    game = table.game
    width = max(max(node.x for node in nodes) + game.cols * _SIDE + _MARGIN, 420)
    height = max(node.y for node in nodes) + game.rows * _SIDE + _BELOW
    words = verdict(table.look(board))
    body = [
        svg.text(_MARGIN, 40, words, 22, cls="bold"),
        f'<path class="rule" stroke-width="2" d="{"".join(_links(table, root))}"/>',
        *(line for node in nodes for line in _drawn(table, node)),
    ]
    title = f"{board}: {words}, proven by {len(nodes)} boards"
    description = "From left to right, a best move of the winner and every reply to it."
    return svg.document(width, height, title, description, body), len(nodes)


def _nodes(node: Node) -> Iterator[Node]:
    """A node after all those below it."""
    for child in node.children:
        yield from _nodes(child)
    yield node


def _links(table: Table, node: Node) -> Iterator[str]:
    """A curve from each board to each of those that follow."""
    middle = table.game.rows * _SIDE / 2
    left = node.x + table.game.cols * _SIDE
    bend, start = svg.number(left + _APART / 2), svg.number(node.y + middle)
    for child in node.children:
        end, goal = svg.number(child.x), svg.number(child.y + middle)
        yield f"M{svg.number(left)} {start}C{bend} {start} {bend} {goal} {end} {goal}"
        yield from _links(table, child)


def _drawn(table: Table, node: Node) -> Iterator[str]:
    """A board with its outcome in words, for the player who is to move there."""
    game, look = table.game, table.look(node.board)
    value, plies = look.outcome
    name = WORDS[value]
    yield f"<g {svg.placed(node.x, node.y, _SIDE / svg.CELL)}>"
    yield svg.ground(game, name) + svg.grid(game, 4) + svg.stones(node.board, game, node.new)
    yield from svg.strikes(look, game)
    yield "</g>"
    said = f": {name} {plies}" if plies else f" has {'won' if value > 0 else 'lost'}"
    yield svg.text(node.x, node.y - 7, look.mover + said, 13, cls=f"{name}-ink")
