"""Where the boards of a tree stand, and the lines between them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ttt_table.export.colours import WORDS
from ttt_table.export.pictures import svg
from ttt_table.rules.outcome import Look
from ttt_table.table.reader import Table

SIDE = 26  # the side of a cell, in pixels
_APART = 64  # how far the boards of one ply stand from those of the next
_LABEL = 20  # the height of the line of words above a board
_NARROWEST = 100  # what these words take


class Node(NamedTuple):
    """A board of a tree."""

    look: Look
    new: int | None
    """The cell of the last move; None on the first board."""
    children: list[Node]
    words: str
    """What stands above it."""
    boards: int
    """How many there are from it on."""

    def all(self) -> Iterator[Node]:
        """The boards below it, and then itself."""
        for child in self.children:
            yield from child.all()
        yield self


class Tree:
    """A tree from left to right, in which a board stands in the middle of those that follow."""

    def __init__(self, table: Table, root: Node) -> None:
        self._game = table.game
        self._wide, self._high = svg.size(table.game, SIDE)
        self._ends = self._plies = 0
        self._links: list[str] = []
        self._boards: list[str] = []
        self._put(root, 0)
        x, y = self._corner(self._ends - 1, self._plies)
        self.width = x + max(self._wide, _NARROWEST) + svg.MARGIN
        self._height = y + self._high + svg.MARGIN

    def block(self) -> svg.Block:
        """The tree; links first, so that boards stand on them."""
        drawn = "\n".join([*self._links, *self._boards])
        return svg.Block(self._height, drawn)

    def _corner(self, line: float, ply: int) -> tuple[float, float]:
        return (
            svg.MARGIN + ply * (self._wide + _APART),
            _LABEL + line * (self._high + _LABEL + 14),
        )

    def _put(self, node: Node, ply: int) -> float:
        """Draw a node and all below it; returns the line on which it stands."""
        self._plies = max(self._plies, ply)
        lines = [self._put(child, ply + 1) for child in node.children]
        if lines:
            line = (lines[0] + lines[-1]) / 2
        else:
            line = float(self._ends)
            self._ends += 1
        x, y = self._corner(line, ply)
        for at in lines:
            self._link(x, y, *self._corner(at, ply + 1))
        name = WORDS[node.look.outcome.value]
        self._boards += [
            svg.small(node.look, self._game, name, (x, y, SIDE), node.new),
            svg.text(x, y - 7, node.words, 13, cls=f"{name}-ink"),
        ]
        return line

    def _link(self, x: float, y: float, end: float, goal: float) -> None:
        """A curve from a board to one that follows it, level at both ends."""
        x, y, goal = x + self._wide, y + self._high / 2, goal + self._high / 2
        bend = (x + end) / 2
        d = "M{} {}C{} {} {} {} {} {}".format(
            *map(svg.number, (x, y, bend, y, bend, goal, end, goal))
        )
        self._links.append(f'<path class="rule" stroke-width="2" d="{d}"/>')
