"""The proof tree of a win: the winner's best move on each board, and every reply to it."""

from __future__ import annotations

from ttt_table.errors import ArgumentError, SizeError
from ttt_table.export.colours import WORDS
from ttt_table.export.pictures import svg
from ttt_table.export.pictures.layout import Node, Tree
from ttt_table.rules.outcome import Look, other, verdict
from ttt_table.table.reader import Table

MOST_BOARDS = 300


def proof(table: Table, board: str) -> Node:
    """The tree that proves who wins from a board, with as few boards as best moves allow.

    Raises `BoardError` for a bad board, `ArgumentError` where nobody can force a win, and
    `SizeError` where the tree is larger than a sheet.
    """
    mover, value = table.mover(board), table[board].value
    if value == 0:
        raise ArgumentError(
            f"nobody can force a win from {board}: a proof is of a win; the tree shows draws too"
        )
    proofs = _Proofs(table, mover if value > 0 else other(mover))
    if proofs.size(board) > MOST_BOARDS:
        raise _too_large(table)
    return proofs.tree(board, None)


class _Proofs:
    """The trees that prove the wins of one player, each as small as best moves allow."""

    def __init__(self, table: Table, winner: str) -> None:
        self._table, self._winner = table, winner
        self._sizes: dict[str, int] = {}

    def size(self, board: str) -> int:
        """How many boards the tree has that begins with this one."""
        if board not in self._sizes:
            if len(self._sizes) > 50 * MOST_BOARDS:
                raise _too_large(self._table)
            below = [self.size(self._table.push(board, cell)) for cell in self._tried(board)]
            wins = self._table.mover(board) == self._winner
            self._sizes[board] = 1 + (min if wins else sum)(below or [0])
        return self._sizes[board]

    def tree(self, board: str, new: int | None) -> Node:
        """The tree that begins with this board."""
        after = {cell: self._table.push(board, cell) for cell in self._tried(board)}
        if self._table.mover(board) == self._winner:
            best = sorted(after, key=lambda cell: (self.size(after[cell]), cell))[:1]
            after = {cell: after[cell] for cell in best}
        children = [self.tree(reply, cell) for cell, reply in after.items()]
        look = self._table.look(board)
        return Node(look, new, children, look.outcome.value, _words(look))

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


def draw(table: Table, board: str) -> svg.Picture:
    """The tree. Raises what `proof` raises."""
    root = proof(table, board)
    boards = sum(1 for _ in root.all())
    tree = Tree(table, root)
    words = verdict(root.look)
    description = "From left to right, a best move of the winner and every reply to it."
    heading = svg.Block(56, svg.text(svg.MARGIN, 40, words, 22, cls="bold"))
    title = f"{root.look.board}: {words}, proven by {boards} boards"
    width = max(tree.width, 420)
    return svg.Picture(title, description, width, [heading, tree.block(width)], boards)


def _words(look: Look) -> str:
    """The outcome, for the player who is to move."""
    value, plies = look.outcome
    said = f": {WORDS[value]} {plies}" if plies else f" has {'won' if value > 0 else 'lost'}"
    return look.mover + said
