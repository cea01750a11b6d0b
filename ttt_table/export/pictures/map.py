"""The map: complete optimal play for X and for O on one sheet, each board where it arises.

A board shows in bold the answer of the player whose map it is. Each free cell is a move of the
other player, and holds the board that it leads to, with the answer to it, and so on to the end.
A board that arises in several places is drawn once and used in all of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ttt_table.errors import SizeError
from ttt_table.export.colours import WORDS
from ttt_table.export.pictures import svg
from ttt_table.rules.outcome import other
from ttt_table.table.reader import Table

MOST_ACROSS = 3
"""With more cells in a row, boards inside boards are soon too small to see."""
WIDTH = 830
_MARGIN = 16
_FILL = 0.965
"""How much of its cell a board takes."""
_LEGIBLE = 7
"""With more stones than this a board is ten pixels wide, and shows the new stone alone."""


class Node(NamedTuple):
    """A board of the map, after the answer of the player whose map it is."""

    name: str
    """By which the boards around it use it."""
    board: str
    new: int | None
    """The cell of that answer; None on the empty board, before the first move."""
    replies: dict[int, Node | None]
    """By cell, what follows the other player's move; None where that move ends the game."""


class Book:
    """One player's whole play: one best move on each board that the other can bring about.

    Of equally good moves it takes the one after which the fewest boards follow, then the first
    cell.
    """

    def __init__(self, table: Table, player: str) -> None:
        self.table, self.player = table, player
        self._sizes: dict[str, int] = {}
        self.nodes: dict[str, Node] = {}
        start = "." * table.game.cells
        moves = table.mover(start) == player
        self.root = self._answered(start) if moves else self._node(start, None)

    def value(self, board: str) -> int:
        """The value of a board for the player whose book it is, whoever moves."""
        value = self.table[board].value
        return value if self.table.mover(board) == self.player else -value

    def _answered(self, board: str) -> Node:
        cell = self._answer(board)[1]
        return self._node(self.table.push(board, cell), cell)

    def _node(self, board: str, new: int | None) -> Node:
        key = f"{board}{new}"  # the same stones may arise with another one new
        if key not in self.nodes:
            replies: dict[int, Node | None] = {}
            for cell in self.table.legal_moves(board):
                reply = self.table.push(board, cell)
                replies[cell] = None if self.table.is_over(reply) else self._answered(reply)
            self.nodes[key] = Node(f"{self.player}{len(self.nodes)}", board, new, replies)
        return self.nodes[key]

    def _answer(self, board: str) -> tuple[int, int]:
        """How many boards follow the answer, itself included, and its cell."""
        best = self.table.best_moves(board)
        return min((self._size(self.table.push(board, cell)), cell) for cell in best)

    def _size(self, board: str) -> int:
        if board not in self._sizes:
            cells = self.table.legal_moves(board)
            replies = [self.table.push(board, cell) for cell in cells]
            going = [reply for reply in replies if not self.table.is_over(reply)]
            self._sizes[board] = 1 + sum(self._answer(reply)[0] for reply in going)
        return self._sizes[board]


def draw(table: Table, _: str = "") -> tuple[str, int]:
    """The map as SVG, and how many different boards it shows. Raises `SizeError` beyond 3x3."""
    game = table.game
    if max(game.rows, game.cols) > MOST_ACROSS:
        raise SizeError(
            f"a map of {game} has boards inside boards too small to see: maps are for boards of "
            f"up to {MOST_ACROSS}x{MOST_ACROSS}"
        )
    books = [Book(table, player) for player in (table.first, other(table.first))]
    boards = sum(len(book.nodes) for book in books)
    scale = (WIDTH - 2 * _MARGIN) / (game.cols * svg.CELL)
    height = game.rows * svg.CELL * scale
    body, y = _heading(table, books), 132.0
    for book in books:
        body.append(svg.text(_MARGIN, y + 44, _caption(book), 20, cls="bold"))
        put = svg.placed(_MARGIN, y + 60, svg.number(scale))
        body.append(f'<use id="map-{book.player}" href="#{book.root.name}" {put}/>')
        y += 60 + height + 28
    title = f"Perfect play of {game}: the whole of it, for both players"
    description = (
        f"A board for {books[0].player} and one for {books[1].player}. Each free cell of a board "
        "is a move of the opponent, and holds the board that it leads to, with the answer in bold. "
        "Whoever follows it never does worse than the table's outcome."
    )
    # Each board once, those that others use before them.
    defs = "".join(
        f'<g id="{node.name}">{"".join(_drawn(book, node))}</g>\n'
        for book in books
        for node in book.nodes.values()
    )
    return svg.document(WIDTH, y - 8, title, description, body, defs), boards


def _heading(table: Table, books: Sequence[Book]) -> list[str]:
    name = "Tic-tac-toe" if str(table.game) == "3x3k3" else str(table.game)
    body = [svg.text(_MARGIN, 42, f"{name}, played perfectly: the whole of it", 26, cls="bold")]
    how = (
        "Put your stone where the bold one is. Your opponent plays in a free cell:",
        "go on with the board inside that cell. The smallest boards show the new stone alone.",
    )
    body += [svg.text(_MARGIN, 68 + 20 * at, line, 15) for at, line in enumerate(how)]
    x = float(_MARGIN)
    losing = any(book.value(book.root.board) < 0 for book in books)
    labels = {
        1: "win, whatever the opponent does",
        0: "draw, unless the opponent errs",
        -1: "loss" if losing else "loss: nowhere on this map",
    }
    for value, label in labels.items():
        name = WORDS[value]
        body.append(
            f'<rect class="{name}" x="{svg.number(x)}" y="104" width="18" height="18" rx="3"/>'
        )
        body.append(svg.text(x + 25, 118, label, 14, cls=f"{name}-ink"))
        x += 50 + 7.2 * len(label)
    return body


def _caption(book: Book) -> str:
    turn = "first" if book.player == book.table.first else "second"
    worst = {1: "wins", 0: "never loses", -1: "loses as late as can be"}
    return f"{book.player} moves {turn} and {worst[book.value(book.root.board)]}"


def _drawn(book: Book, node: Node) -> Iterator[str]:
    """The ground in the colour of the outcome, the stones, and in each free cell what follows."""
    table, game = book.table, book.table.game
    yield svg.ground(game, WORDS[book.value(node.board)])
    stones = sum(mark != "." for mark in node.board)
    if stones > _LEGIBLE and node.new is not None:
        yield svg.large_stone(node.board[node.new], node.new, game)
    else:
        yield svg.grid(game, 0.8 * 1.9 ** ((stones + 1) // 2))
        yield svg.stones(node.board, game, node.new)
    yield from svg.strikes(table.look(node.board), game)
    inner = _FILL / max(game.rows, game.cols)
    for cell, reply in node.replies.items():
        x, y = svg.corner(cell, game)
        if reply is not None:
            x_inside = x + (1 - game.cols * inner) / 2 * svg.CELL
            y_inside = y + (1 - game.rows * inner) / 2 * svg.CELL
            put = svg.placed(x_inside, y_inside, f"{inner:.4f}")
            yield f'<use href="#{reply.name}" {put}/>'
        elif stones <= _LEGIBLE:
            # The other player's stone, which ends the game.
            ended = WORDS[book.value(table.push(node.board, cell))]
            yield f'<rect class="{ended}" x="{x}" y="{y}" width="100" height="100"/>'
            yield f'<use class="stone" href="#{table.mover(node.board)}" x="{x}" y="{y}"/>'
