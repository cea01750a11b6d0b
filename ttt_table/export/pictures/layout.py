"""Where the boards of a tree stand, and the lines between them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ttt_table.export.colours import WORDS
from ttt_table.export.pictures import svg
from ttt_table.rules.outcome import Look, other
from ttt_table.table.reader import Table

SIDE = 26  # the side of a cell, in pixels
_APART = 64  # how far the boards of one ply stand from those of the next
_LABEL = 20  # the height of a line of words above a board
_NARROWEST = 100  # what the words beside a board take
_TURN = 76  # the room at the left for whose move it is


class Node(NamedTuple):
    """A board of a tree."""

    look: Look
    new: int | None
    """The cell of the last move; None on the first board."""
    children: list[Node]
    value: int
    """Whose colour it has."""
    words: str
    """What stands above it."""
    boards: int
    """How many there are from it on."""
    alike: int = 1
    """For how many moves it stands, which are the same up to symmetry."""
    best: bool = False
    """Whether the last move was a best one, and its line is thick."""

    def all(self) -> Iterator[Node]:
        """The boards below it, and then itself."""
        for child in self.children:
            yield from child.all()
        yield self


class Tree:
    """A tree from left to right or ``downwards``; with ``turns`` it says who moves on each ply.

    The last boards stand beside each other, all others in the middle of those that follow.
    """

    def __init__(
        self, table: Table, root: Node, *, downwards: bool = False, turns: bool = False
    ) -> None:
        self._game, self._downwards, self._turns = table.game, downwards, turns
        self._wide, self._high = table.game.cols * SIDE, table.game.rows * SIDE
        self._below = 18 if any(node.alike > 1 for node in root.all()) else 0
        self._ends, self._plies = 0, 0
        self._links: list[str] = []
        self._boards: list[str] = []
        self._said: dict[int, str] = {}
        self._put(root, 0)
        x, y = self._corner(self._ends - 1, self._plies)
        self.width = x + max(self._wide, _NARROWEST) + svg.MARGIN
        self.height = y + self._high + self._below + svg.MARGIN

    def block(self, width: float) -> svg.Block:
        """The tree in the middle of a sheet; links first, so that boards stand on them."""
        drawn = "\n".join([*self._links, *self._boards, *self._said.values()])
        left = (width - self.width) / 2 if self._downwards else 0
        return svg.Block(self.height, f"<g {svg.transform(left, 0, 1)}>{drawn}</g>")

    def _corner(self, line: float, ply: int) -> tuple[float, float]:
        """The top left corner of a board."""
        if self._downwards:
            spare = max(_NARROWEST - self._wide, 0)
            x = svg.MARGIN + spare / 2 + line * (self._wide + spare + 14)
            y = _LABEL + ply * (self._high + _LABEL + self._below + _APART)
            return x + (_TURN if self._turns else 0), y
        top = _LABEL * (2 if self._turns else 1)
        down = line * (self._high + _LABEL + self._below + 14)
        return svg.MARGIN + ply * (self._wide + _APART), top + down

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
        for child, at in zip(node.children, lines, strict=True):
            lower = self._below if self._downwards and node.alike > 1 else 0
            self._link(x, y + lower, child, at, ply + 1)
        if self._turns and lines:
            across, down = self._corner(0, ply)
            if self._downwards:
                across, down = svg.MARGIN, down + self._high + self._below + 26
            else:
                across, down = across + self._wide + 6, 14
            words = f"{node.look.mover} moves"
            self._said[ply] = svg.text(across, down, words, 13, cls="bold")
        self._board(node, x, y)
        return line

    def _board(self, node: Node, x: float, y: float) -> None:
        name = WORDS[node.value]
        anchor, at = ("middle", x + self._wide / 2) if self._downwards else ("", x)
        self._boards += [
            svg.small(node.look, self._game, name, (x, y, SIDE), node.new),
            svg.text(at, y - 7, node.words, 13, cls=f"{name}-ink", anchor=anchor),
        ]
        if node.alike > 1:
            words = f"{node.alike} such moves"
            note = svg.text(at, y + self._high + 15, words, 12, cls="muted", anchor=anchor)
            self._boards.append(note)

    def _link(self, x: float, y: float, child: Node, line: float, ply: int) -> None:
        """A curve from a board to one that follows it, along the plies at both ends."""
        end, goal = self._corner(line, ply)
        if self._downwards:
            x, end = x + self._wide / 2, end + self._wide / 2
            y, goal = y + self._high, goal - _LABEL
            bends = (x, (y + goal) / 2, end, (y + goal) / 2)
        else:
            x, y, goal = x + self._wide, y + self._high / 2, goal + self._high / 2
            bends = ((x + end) / 2, y, (x + end) / 2, goal)
        d = "M{} {}C{} {} {} {} {} {}".format(*map(svg.number, (x, y, *bends, end, goal)))
        cls, wide = ("best", 5) if child.best else ("rule", 2)
        self._links.append(f'<path class="{cls}" stroke-width="{wide}" d="{d}"/>')


def winner_words(look: Look) -> str:
    """Who wins and in how many plies, or who has won."""
    value, plies = look.outcome
    winner = {1: look.mover, -1: other(look.mover), 0: None}[value]
    if winner is None:
        return "draw"
    return f"{winner} wins in {plies}" if plies else f"{winner} has won"


def key(player: str) -> dict[int, str]:
    """What the colours mean that are those of a player."""
    return {1: f"{player} wins", 0: "draw", -1: f"{other(player)} wins"}
