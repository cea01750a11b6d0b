"""The proof tree of a win: the winner's best move on each board, and every reply to it."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import NamedTuple

from ttt_table.drawing.colours import WORDS
from ttt_table.errors import ArgumentError, SizeError
from ttt_table.export.pictures import svg
from ttt_table.rules.game import Game
from ttt_table.rules.outcome import Look, other, verdict
from ttt_table.table.reader import Table

MOST_BOARDS = 300
_SIDE = 26
_APART = 64  # how far the boards of one ply stand from those of the next
_LABEL = 20  # the height of the line of words above a board
_BETWEEN = 14 + _LABEL  # from board to board of a ply
_NARROWEST = 100  # what these words take


class Node(NamedTuple):
    """A board of the tree."""

    look: Look
    new: int | None
    """The cell of the last move; None on the first board."""
    children: list[Node]
    boards: int
    """How many there are from it on."""


def proof(table: Table, board: str) -> Node:
    """The tree that proves who wins from a board, with as few boards as best moves allow.

    Raises `ArgumentError` where nobody can force a win, `SizeError` for too many boards.
    """
    mover, value = table.mover(board), table[board].value
    if value == 0:
        raise ArgumentError(f"nobody can force a win from {board}: a proof is of a win")
    root = _smallest(table, mover if value > 0 else other(mover))(board)
    if root.boards > MOST_BOARDS:
        raise _too_large(table)
    return root


def _smallest(table: Table, winner: str) -> Callable[[str], Node]:
    """A function from a board to the smallest tree that proves this player's win."""

    @cache
    def smallest_proof(board: str) -> Node:
        if smallest_proof.cache_info().currsize > 50 * MOST_BOARDS:
            raise _too_large(table)
        look = table.look(board)
        wins = look.mover == winner
        children = [
            smallest_proof(table.push(board, cell))._replace(new=cell)
            for cell, outcome in sorted(look.moves, key=lambda move: move.cell)
            if outcome == look.outcome or not wins
        ]
        if wins:
            children = sorted(children, key=lambda child: child.boards)[:1]
        return Node(look, None, children, 1 + sum(child.boards for child in children))

    return smallest_proof


def _too_large(table: Table) -> SizeError:
    nearer = "start from a board nearer to the end"
    return SizeError(
        f"this tree of {table.game} has more than {MOST_BOARDS} boards: {nearer}"
    )


def draw(table: Table, board: str) -> svg.Picture:
    """The tree. Raises what `proof` raises."""
    root = proof(table, board)
    tree = _Tree(table.game)
    tree.put(root, 0)
    heading = svg.Block(
        56, svg.text(svg.MARGIN, 40, verdict(root.look), 22, cls="bold")
    )
    title = f"{root.look.board}: {verdict(root.look)}, proven by {root.boards} boards"
    description = "From left to right, a best move of the winner and every reply to it."
    drawn = "\n".join(
        [*tree.links, *tree.boards]
    )  # links first, so that boards stand on them
    blocks = [heading, svg.Block(tree.height - _BETWEEN + svg.MARGIN, drawn)]
    return svg.Picture(title, description, max(tree.width, 420), blocks, root.boards)


class _Tree:
    """From left to right; a board stands in the middle of those that follow."""

    def __init__(self, game: Game) -> None:
        self._game, (self._wide, self._high) = game, svg.size(game, _SIDE)
        self.width, self.height = 0.0, _LABEL * 1.0
        self.links: list[str] = []
        self.boards: list[str] = []

    def put(self, node: Node, ply: int) -> float:
        """Draw a node and all below it; returns how far down its board begins."""
        x, y = svg.MARGIN + ply * (self._wide + _APART), self.height
        if node.children:
            downs = [self.put(child, ply + 1) for child in node.children]
            y = (downs[0] + downs[-1]) / 2
            self.links += [self._link(x, y, down) for down in downs]
        else:
            self.height += self._high + _BETWEEN
        self.width = max(self.width, x + max(self._wide, _NARROWEST) + svg.MARGIN)
        value, plies = node.look.outcome
        result = (
            f": {WORDS[value]} {plies}"
            if plies
            else " has won"
            if value > 0
            else " has lost"
        )
        self.boards += [
            svg.small(node.look, self._game, WORDS[value], (x, y, _SIDE), node.new),
            svg.text(x, y - 7, node.look.mover + result, 13, cls=f"{WORDS[value]}-ink"),
        ]
        return y

    def _link(self, x: float, y: float, down: float) -> str:
        x, y, goal = x + self._wide, y + self._high / 2, down + self._high / 2
        bend, end = x + _APART / 2, x + _APART
        points = map(svg.number, (x, y, bend, y, bend, goal, end, goal))
        return (
            '<path class="rule" stroke-width="2" d="M{} {}C{} {} {} {} {} {}"/>'.format(
                *points
            )
        )
