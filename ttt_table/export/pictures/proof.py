"""The proof tree of a win: the winner's best move on each board, and every reply to it."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from ttt_table.errors import ArgumentError, SizeError
from ttt_table.export.colours import WORDS
from ttt_table.export.pictures import svg
from ttt_table.export.pictures.layout import Node, Tree
from ttt_table.rules.outcome import Look, other, verdict
from ttt_table.table.reader import Table

MOST_BOARDS = 300


def proof(table: Table, board: str) -> Node:
    """The tree that proves who wins from a board, with as few boards as best moves allow.

    Raises `BoardError`, `ArgumentError` where nobody can force a win, `SizeError` for too many
    boards.
    """
    mover, value = table.mover(board), table[board].value
    if value == 0:
        raise ArgumentError(f"nobody can force a win from {board}: a proof is of a win")
    root = _smallest(table, mover if value > 0 else other(mover))(board)
    if root.boards > MOST_BOARDS:
        raise _too_large(table)
    return root


def _smallest(table: Table, winner: str) -> Callable[[str], Node]:
    """A function of a board: the tree that proves this player's win, as small as can be."""

    @cache
    def smallest_proof(board: str) -> Node:
        if smallest_proof.cache_info().currsize > 50 * MOST_BOARDS:
            raise _too_large(table)
        look = table.look(board)
        wins = look.mover == winner
        children = [
            smallest_proof(svg.after(look, cell))._replace(new=cell)
            for cell, outcome in svg.in_cell_order(look)
            if outcome == look.outcome or not wins
        ]
        if wins:
            children = sorted(children, key=lambda child: child.boards)[:1]
        boards = 1 + sum(child.boards for child in children)
        return Node(look, None, children, _words(look), boards)

    return smallest_proof


def _too_large(table: Table) -> SizeError:
    return SizeError(
        f"this tree of {table.game} has more than {MOST_BOARDS} boards: start from a board nearer "
        "to the end"
    )


def draw(table: Table, board: str) -> svg.Picture:
    """The tree. Raises what `proof` raises."""
    root = proof(table, board)
    tree = Tree(table, root)
    words = verdict(root.look)
    description = "From left to right, a best move of the winner and every reply to it."
    heading = svg.Block(56, svg.text(svg.MARGIN, 40, words, 22, cls="bold"))
    title = f"{root.look.board}: {words}, proven by {root.boards} boards"
    width = max(tree.width, 420)
    return svg.Picture(title, description, width, [heading, tree.block()], root.boards)


def _words(look: Look) -> str:
    value, plies = look.outcome
    said = f": {WORDS[value]} {plies}" if plies else f" has {'won' if value > 0 else 'lost'}"
    return look.mover + said
