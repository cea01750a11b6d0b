"""The game tree from a board, with the values backed up from its ends along thick lines."""

from __future__ import annotations

from collections.abc import Sequence
from operator import itemgetter

from ttt_table.errors import ArgumentError, SizeError
from ttt_table.export.pictures import svg
from ttt_table.export.pictures.classes import greatest
from ttt_table.export.pictures.layout import Node, Tree, key, winner_words
from ttt_table.rules.game import symmetries
from ttt_table.rules.outcome import Look, Move
from ttt_table.table.reader import Table

MOST_BOARDS = 300
_MOST_BESIDE = 14
"""With more last boards than this the tree goes from left to right, down a sheet."""


def draw(table: Table, board: str, depth: int | None = None) -> svg.Picture:
    """The tree of so many plies, or to the end; moves that a symmetry exchanges stand once.

    Raises `BoardError`, `ArgumentError` for a depth below 1, and `SizeError` where the tree
    is larger than a sheet.
    """
    root = grown(table, board, depth)
    nodes = list(root.all())
    ends = [node for node in nodes if not node.children]
    tree = Tree(table, root, downwards=len(ends) <= _MOST_BESIDE, turns=True)
    mover = root.look.mover
    told = ["Thick lines are best moves. Each board has the value that its best moves lead to."]
    if any(node.look.moves for node in ends):
        told.append("Where the game goes on after the last boards, they have that of perfect play.")
    title = f"{mover} to move: {root.words}" if root.look.moves else root.words
    legend = svg.legend(key(mover), 64 + 20 * len(told))
    heading = svg.heading(title, *told, below=legend, more=50)
    said = f"{len(nodes)} boards, each with what perfect play makes of it."
    width = max(tree.width, 680)
    blocks = [heading, tree.block(width)]
    return svg.Picture(f"{title}, from {root.look.board}", said, width, blocks, len(nodes))


def grown(table: Table, board: str, depth: int | None) -> Node:
    """The first board, with what follows. Raises what `draw` raises."""
    if depth is not None and depth < 1:
        raise ArgumentError("a tree has one ply or more: --depth 1, 2 and so on")
    return _Grower(table, table.mover(board)).node(table.look(board), None, depth)


class _Grower:
    """Makes the nodes, and counts them; colours are those of the player who begins."""

    def __init__(self, table: Table, player: str) -> None:
        self._table, self._player = table, player
        self._moved: Sequence[Sequence[int]] = symmetries(table.game)
        self._boards = 0

    def node(
        self, look: Look, new: int | None, left: int | None, alike: Sequence[Move] = ()
    ) -> Node:
        """A board and, unless no ply is left, what follows it."""
        self._boards += 1
        if self._boards > MOST_BOARDS:
            raise SizeError(
                f"this tree of {self._table.game} has more than {MOST_BOARDS} boards: show fewer "
                "plies with --depth, or start from a board nearer to the end"
            )
        children = []
        for moves in self._kinds(look) if left != 0 else []:
            cell, outcome = moves[0]
            reply = self._table.look(svg.after(look, cell))
            child = self.node(reply, cell, None if left is None else left - 1, moves)
            children.append(child._replace(best=outcome == look.outcome))
        value = look.outcome.value * (1 if look.mover == self._player else -1)
        return Node(look, new, children, value, winner_words(look), max(len(alike), 1))

    def _kinds(self, look: Look) -> list[list[Move]]:
        """The moves in cell order; those to boards that are the same up to symmetry together."""
        kinds: dict[str, list[Move]] = {}
        for move in sorted(look.moves, key=itemgetter(0)):
            kinds.setdefault(greatest(svg.after(look, move.cell), self._moved), []).append(move)
        return list(kinds.values())
