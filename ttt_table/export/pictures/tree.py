"""The proof tree of a win: the winner's best move on each board, and every reply to it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ttt_table.errors import ArgumentError, SizeError
from ttt_table.export.colours import WORDS
from ttt_table.export.pictures import svg
from ttt_table.export.pictures.steps import finished_lines, headline
from ttt_table.rules.outcome import other
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
    """A board of the tree, the cell of its last move, and the boards that follow."""

    board: str
    new: int | None
    children: list[Node]


def proof(table: Table, board: str) -> Node:
    """The tree that proves who wins from a board, with as few boards as best moves allow.

    Raises `BoardError` for a bad board, `ArgumentError` where nobody can force a win, and
    `SizeError` where the tree is larger than a sheet.
    """
    if table[board].value == 0:
        raise ArgumentError(f"nobody can force a win from {board}: a tree proves a win, not a draw")
    mover = table.mover(board)
    winner = mover if table[board].value > 0 else other(mover)
    sizes: dict[str, int] = {}

    def size(board: str) -> int:
        """How many boards there are below this one, itself included."""
        if board not in sizes:
            if len(sizes) > 50 * MOST_BOARDS:
                raise _too_large(table)
            below = [size(table.push(board, cell)) for cell in _tried(table, board, winner)]
            sizes[board] = 1 + (sum if table.mover(board) != winner else min)(below or [0])
        return sizes[board]

    def grown(board: str, new: int | None) -> Node:
        cells = _tried(table, board, winner)
        if table.mover(board) == winner:
            cells = sorted(cells, key=lambda cell: (size(table.push(board, cell)), cell))[:1]
        return Node(board, new, [grown(table.push(board, cell), cell) for cell in cells])

    if size(board) > MOST_BOARDS:
        raise _too_large(table)
    return grown(board, None)


def _tried(table: Table, board: str, winner: str) -> list[int]:
    """The best moves of the winner, all moves of the other player."""
    if table.mover(board) == winner:
        return table.best_moves(board)
    return sorted(move.cell for move in table.moves(board))


def _too_large(table: Table) -> SizeError:
    return SizeError(
        f"this tree of {table.game} has more than {MOST_BOARDS} boards: start from a board nearer "
        "to the end"
    )


def draw(table: Table, board: str | None = None) -> tuple[str, int]:
    """The tree as SVG, and how many boards it has. Raises what `proof` raises."""
    board = "." * table.game.cells if board is None else board
    root = proof(table, board)
    game = table.game
    places: list[tuple[Node, int, float]] = []
    _place(root, 0, 0.0, places)
    deepest = max(ply for _, ply, _ in places)
    lowest = max(y for _, _, y in places)
    width = max(_x(table, deepest + 1) - _APART + _MARGIN, 420)
    height = _TOP + (lowest + 1) * (game.rows * _SIDE + _BELOW)
    words = headline(table, board)
    count = len(places)
    body = [svg.text(_MARGIN, 40, words, 22, cls="bold")]
    body += [*_links(table, root, places), *(line for at in places for line in _node(table, *at))]
    title = f"{board}: {words}, proven by {count} boards"
    description = "From left to right, a best move of the winner and every reply to it."
    return svg.document(width, height, title, description, body), count


def _place(node: Node, ply: int, top: float, places: list[tuple[Node, int, float]]) -> float:
    """Give a node and those below it their places; returns where the next one may begin.

    Heights are counted in boards: the last boards stand one below another, all others in the
    middle of those that follow.
    """
    bottom, heights = top, []
    for child in node.children:
        bottom = _place(child, ply + 1, bottom, places)
        heights.append(places[-1][2])
    places.append((node, ply, (heights[0] + heights[-1]) / 2 if heights else top))
    return max(bottom, top + 1)


def _x(table: Table, ply: int) -> float:
    return float(_MARGIN + ply * (table.game.cols * _SIDE + _APART))


def _y(table: Table, height: float) -> float:
    return _TOP + height * (table.game.rows * _SIDE + _BELOW)


def _links(table: Table, root: Node, places: list[tuple[Node, int, float]]) -> Iterator[str]:
    """A curve from each board to each of those that follow."""
    at = {id(node): (ply, height) for node, ply, height in places}
    width, middle = table.game.cols * _SIDE, table.game.rows * _SIDE / 2

    def drawn(node: Node) -> Iterator[str]:
        ply, height = at[id(node)]
        x, y = _x(table, ply) + width, _y(table, height) + middle
        for child in node.children:
            goal = _y(table, at[id(child)][1]) + middle
            bend = x + _APART / 2
            yield f"M{svg.number(x)} {svg.number(y)}C{svg.number(bend)} {svg.number(y)} " + (
                f"{svg.number(bend)} {svg.number(goal)} {svg.number(x + _APART)} {svg.number(goal)}"
            )
            yield from drawn(child)

    yield f'<path class="rule" stroke-width="2" d="{"".join(drawn(root))}"/>'


def _node(table: Table, node: Node, ply: int, height: float) -> Iterator[str]:
    """A board with its outcome in words, for the player who is to move there."""
    x, y = svg.number(_x(table, ply)), svg.number(_y(table, height))
    game = table.game
    name = WORDS[table[node.board].value]
    yield f'<g transform="translate({x} {y})scale({_SIDE / svg.CELL})">'
    yield svg.ground(game, name) + svg.grid(game, 4) + svg.stones(node.board, game, node.new)
    yield from (svg.strike(game, line) for line in finished_lines(table, node.board))
    yield "</g>"
    yield svg.text(
        _x(table, ply), _y(table, height) - 7, _label(table, node), 13, cls=f"{name}-ink"
    )


def _label(table: Table, node: Node) -> str:
    mover, outcome = table.mover(node.board), table[node.board]
    if outcome.plies == 0:
        return f"{mover} has {'won' if outcome.value > 0 else 'lost'}"
    return f"{mover}: {WORDS[outcome.value]} {outcome.plies}"
