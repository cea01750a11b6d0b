"""The proof tree of a win: the winner's best move on each board, and every reply."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache

from ttt_table.drawing import WORDS
from ttt_table.errors import ArgumentError, SizeError
from ttt_table.export.pictures import svg
from ttt_table.rules.board import Board
from ttt_table.rules.game import Game
from ttt_table.rules.outcome import Look, look_text, other
from ttt_table.table.checks import checked_table
from ttt_table.table.reader import Table

MAX_BOARDS_OF_PROOF = 300
# The most boards that the search for a proof looks at.
MAX_BOARDS_SEARCHED = 50 * MAX_BOARDS_OF_PROOF
_SMALL_SIDE = 26  # the side of a cell
_PLY_GAP = 64  # the distance between the boards of one ply and those of the next
_LABEL_HEIGHT = 20  # the height of the words above a board
_BOARD_GAP = 14 + _LABEL_HEIGHT  # the distance between the boards of a ply
_LABEL_WIDTH = 100  # the width of the words above a board


@dataclass(frozen=True, slots=True)
class Node:
    """A board of the tree."""

    look: Look
    """The table's answers about the board."""
    new_cell: int | None
    """The cell of the last move; None on the first board."""
    children: list[Node]
    """The next boards: one if the winner is to move, else one for each reply."""
    boards: int
    """The number of boards of the tree from this one on."""


def proof(table: Table, board: Board) -> Node:
    """Return the tree that proves who wins from a board.

    It has as few boards as the winner's best moves allow.

    Raises:
        BoardError: The board is invalid.
        ArgumentError: Neither player can force a win.
        SizeError: The tree has more than `MAX_BOARDS_OF_PROOF` boards.
    """
    look = checked_table(table).look(board)
    board = look.board
    value = look.outcome.value
    if value == 0:
        raise ArgumentError(f"{board} is a draw, so there is no win to prove")
    winner = look.mover if value > 0 else other(look.mover)
    root = _smallest_proof_by(table, winner)(board)
    if root.boards > MAX_BOARDS_OF_PROOF:
        raise _too_large(table)
    return root


def _smallest_proof_by(table: Table, winner: str) -> Callable[[str], Node]:
    """Return a function from a board to the smallest tree that proves this win."""

    @cache
    def smallest_proof(board: str) -> Node:
        if smallest_proof.cache_info().currsize > MAX_BOARDS_SEARCHED:
            raise _too_large(table)
        look = table.look(board)
        winner_moves = look.mover == winner
        children = []
        for cell, outcome in sorted(look.moves, key=lambda move: move.cell):
            if winner_moves and outcome != look.outcome:
                continue  # only the best moves are considered
            child = smallest_proof(table.push(board, cell))
            children.append(replace(child, new_cell=cell))
        if winner_moves:
            children = sorted(children, key=lambda child: child.boards)[:1]
        boards = 1 + sum(child.boards for child in children)
        return Node(look, None, children, boards)

    return smallest_proof


def _too_large(table: Table) -> SizeError:
    return SizeError(
        f"this tree of {table.game} has more than {MAX_BOARDS_OF_PROOF} boards: "
        "start from a board nearer to the end"
    )


def draw(table: Table, board: Board) -> svg.Picture:
    """Draw the proof tree of a win from a board.

    Raises:
        BoardError: The board is invalid.
        ArgumentError: ``table`` is not a table, or neither player can force a win.
        SizeError: The tree has more than `MAX_BOARDS_OF_PROOF` boards.
    """
    root = proof(table, board)
    tree = _Tree(table.game)
    tree.place(root, ply=0)
    result = look_text(root.look)
    heading = svg.text(svg.MARGIN, 40, result, 22, cls="bold")
    drawn = "\n".join([*tree.links, *tree.boards])  # the boards cover the links
    return svg.Picture(
        title=f"{root.look.board}: {result}, proven by {root.boards} boards",
        description=(
            "From left to right, a best move of the winner and every reply to it."
        ),
        width=max(tree.width, svg.MIN_WIDTH),
        blocks=[
            svg.Group(56, heading),
            svg.Group(tree.height - _BOARD_GAP + svg.MARGIN, drawn),
        ],
        boards=root.boards,
    )


class _Tree:
    """A tree from left to right: each board is in the middle of those that follow.

    Attributes:
        width: The width of what has been drawn.
        height: How far down the next leaf is drawn.
        links: The links that have been drawn.
        boards: The boards that have been drawn, and the words above them.
    """

    def __init__(self, game: Game) -> None:
        self._game = game
        self._board_width, self._board_height = svg.size(game, _SMALL_SIDE)
        self.width = 0.0
        self.height = float(_LABEL_HEIGHT)
        self.links: list[str] = []
        self.boards: list[str] = []

    def place(self, node: Node, ply: int) -> float:
        """Draw a node and all after it; return the y coordinate of its board."""
        x = svg.MARGIN + ply * (self._board_width + _PLY_GAP)
        if node.children:
            child_ys = [self.place(child, ply + 1) for child in node.children]
            y = (child_ys[0] + child_ys[-1]) / 2
            self.links += [self._link(x, y, child_y) for child_y in child_ys]
        else:
            y = self.height
            self.height += self._board_height + _BOARD_GAP
        right = x + max(self._board_width, _LABEL_WIDTH) + svg.MARGIN
        self.width = max(self.width, right)
        self._draw_board(node, x, y)
        return y

    def _draw_board(self, node: Node, x: float, y: float) -> None:
        colour = WORDS[node.look.outcome.value]
        placement = svg.Placement(x, y, _SMALL_SIDE)
        board = svg.whole_board(node.look, self._game, colour, placement, node.new_cell)
        words = svg.text(x, y - 7, _label(node.look), 13, cls=f"{colour}-ink")
        self.boards += [board, words]

    def _link(self, x: float, y: float, child_y: float) -> str:
        """Draw a curve from a board to one that follows, from middle to middle."""
        start_x = x + self._board_width
        start_y = y + self._board_height / 2
        end_x = start_x + _PLY_GAP
        end_y = child_y + self._board_height / 2
        bend_x = start_x + _PLY_GAP / 2
        start = _point(start_x, start_y)
        end = _point(end_x, end_y)
        curve = f"{_point(bend_x, start_y)} {_point(bend_x, end_y)} {end}"
        return f'<path class="rule" stroke-width="2" d="M{start}C{curve}"/>'


def _label(look: Look) -> str:
    """Say what the mover of a board has."""
    value, plies = look.outcome
    if plies > 0:
        return f"{look.mover}: {WORDS[value]} {plies}"
    return f"{look.mover} has {'won' if value > 0 else 'lost'}"


def _point(x: float, y: float) -> str:
    return f"{svg.decimal(x)} {svg.decimal(y)}"
