"""The game tree from a board, with the values backed up from its ends along thick lines."""

from __future__ import annotations

from itertools import count

from ttt_table.errors import ArgumentError, SizeError
from ttt_table.export.pictures import svg
from ttt_table.export.pictures.classes import greatest
from ttt_table.export.pictures.layout import Node, Tree, key, winner_words
from ttt_table.rules.game import symmetries
from ttt_table.rules.outcome import Look, Move
from ttt_table.table.reader import Table

MOST_BOARDS = 300
_MOST_BESIDE = 14  # with more last boards than this the tree goes from left to right, down a sheet


def draw(table: Table, board: str, depth: int | None = None) -> svg.Picture:
    """The tree of some plies, or to the end; moves that a symmetry exchanges stand once.

    Raises `BoardError`, `ArgumentError` for a depth below 1, `SizeError` for too many boards.
    """
    root = game_tree(table, board, depth)
    ends = [node for node in root.all() if not node.children]
    tree = Tree(table, root, downwards=len(ends) <= _MOST_BESIDE, turns=True)
    mover = root.look.mover
    notes = ["Thick lines are best moves. Each board has the value that its best moves lead to."]
    if any(node.look.moves for node in ends):
        notes.append(
            "Where the game goes on after the last boards, they have that of perfect play."
        )
    title = f"{mover} to move: {root.words}" if root.look.moves else root.words
    legend = svg.legend(key(mover), 64 + 20 * len(notes))
    heading = svg.heading(title, *notes, below=legend, more=50)
    said = f"{root.boards} boards, each with what perfect play makes of it."
    width = max(tree.width, 680)
    blocks = [heading, tree.block(width)]
    return svg.Picture(f"{title}, from {root.look.board}", said, width, blocks, root.boards)


def game_tree(table: Table, board: str, depth: int | None) -> Node:
    """The first board, with what follows. Raises what `draw` raises."""
    if depth is not None and depth < 1:
        raise ArgumentError("a tree has one ply or more: --depth 1, 2 and so on")
    moved, player, numbers = symmetries(table.game), table.mover(board), count(1)

    def node(look: Look, new: int | None, left: int) -> Node:
        """A board and, unless no ply is left, what follows it, in the player's colours."""
        if next(numbers) > MOST_BOARDS:
            raise SizeError(
                f"this tree of {table.game} has more than {MOST_BOARDS} boards: show fewer "
                "plies with --depth, or start from a board nearer to the end"
            )
        kinds: dict[str, list[Move]] = {}
        for move in svg.in_cell_order(look) if left else []:
            kinds.setdefault(greatest(svg.after(look, move.cell), moved), []).append(move)
        children = []
        for (cell, outcome), *others in kinds.values():
            child = node(table.look(svg.after(look, cell)), cell, left - 1)
            best = outcome == look.outcome
            children.append(child._replace(best=best, alike=1 + len(others)))
        value = look.outcome.value * (1 if look.mover == player else -1)
        boards = 1 + sum(child.boards for child in children)
        return Node(look, new, children, value, winner_words(look), boards)

    return node(table.look(board), None, table.game.cells if depth is None else depth)
