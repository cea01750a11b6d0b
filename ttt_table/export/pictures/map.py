"""The map: complete optimal play on one sheet, each board in the cell of the move to it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from ttt_table.drawing.colours import WORDS
from ttt_table.errors import SizeError
from ttt_table.export.pictures import svg
from ttt_table.export.places import CELL, HEXAGON, places
from ttt_table.rules.game import Game
from ttt_table.rules.outcome import Look, other
from ttt_table.table.reader import Table

MOST_ACROSS = (
    3  # with more cells in a row, boards inside boards are soon too small to see
)
_FILL = 0.965  # how much of its cell a board takes
_FILL_OF_HEXAGON = 0.85  # whose corners are cut off


class Node(NamedTuple):
    """A board of the map, after its player's answer."""

    name: str
    """By which the boards around it use it."""
    look: Look
    """As the other player sees it, who is to move."""
    new: int | None
    """The cell of that answer; None on the empty board."""
    replies: dict[int, Node]
    """By cell what follows the other player's move, unless it ends the game."""


class Book:
    """One player's best play, of equal moves that after which the fewest boards follow."""

    def __init__(self, table: Table, player: str) -> None:
        self.player = player
        self.nodes: dict[str, Node] = {}
        self._table, self._look = table, cache(table.look)
        self._sizes: dict[str, int] = {}
        start = self._look("." * table.game.cells)
        self.root = (
            self._after_answer(start)
            if start.mover == player
            else self._node(start, None)
        )

    def _after_answer(self, look: Look) -> Node:
        cell = self._answer(look)[1]
        return self._node(self._reply(look, cell), cell)

    def _node(self, look: Look, new: int | None) -> Node:
        key = f"{look.board}{new}"  # the same stones may arise with another one new
        if key not in self.nodes:
            going = sorted(cell for cell, outcome in look.moves if outcome.plies > 1)
            replies = {
                cell: self._after_answer(self._reply(look, cell)) for cell in going
            }
            self.nodes[key] = Node(
                f"{self.player}{len(self.nodes)}", look, new, replies
            )
        return self.nodes[key]

    def _reply(self, look: Look, cell: int) -> Look:
        return self._look(self._table.push(look.board, cell))

    def _answer(self, look: Look) -> tuple[int, int]:
        """How many boards follow the answer, itself included, and its cell."""
        return min((self._size(self._reply(look, cell)), cell) for cell in look.best)

    def _size(self, look: Look) -> int:
        board = self._table.canonical(
            look.board
        )  # as many follow any board of its class
        if board not in self._sizes:
            going = [cell for cell, outcome in look.moves if outcome.plies > 1]
            answers = (self._answer(self._reply(look, cell)) for cell in going)
            self._sizes[board] = 1 + sum(size for size, _ in answers)
        return self._sizes[board]


def draw(table: Table) -> svg.Picture:
    """The maps of both players. Raises `SizeError` beyond 3x3."""
    game = table.game
    if max(game.rows, game.cols) > MOST_ACROSS:
        most = f"maps are for boards of up to {MOST_ACROSS}x{MOST_ACROSS}"
        raise SizeError(
            f"a map of {game} has boards inside boards too small to see: {most}"
        )
    books = [Book(table, player) for player in (table.first, other(table.first))]
    labels = {
        1: "win, whatever the opponent does",
        0: "draw, unless the opponent errs",
        -1: "loss",
    }
    if game.breaker:
        del labels[0]
    title = f"Perfect play of {svg.game_title(game)}: the whole of it"
    how = (
        "Put your stone where the bold one is. Your opponent plays in a free cell:",
        "go on with the board inside that cell, down to the smallest.",
    )
    description = (
        "A board for each player. Each free cell of a board is a move of the opponent, and holds "
        "the board that it leads to, with the answer in bold."
    )
    # Each board once, those that others use before them.
    nodes = [node for book in books for node in book.nodes.values()]
    defs = "".join(
        f'<g id="{node.name}">{"".join(_elements(node, game))}</g>\n' for node in nodes
    )
    blocks = [
        svg.heading(title, *how, labels=labels),
        *(_whole(book, game) for book in books),
    ]
    return svg.Picture(title, description, svg.WIDTH, blocks, len(nodes), defs)


def _whole(book: Book, game: Game) -> svg.Block:
    scale = (svg.WIDTH - 2 * svg.MARGIN) / svg.size(game, CELL)[0]
    turn = "second" if book.root.new is None else "first"
    worst = {-1: "wins", 0: "never loses", 1: "loses as late as can be"}
    title = f"{book.player} moves {turn} and {worst[book.root.look.outcome.value]}"
    put = svg.transform(svg.MARGIN, 60, svg.number(scale))
    drawn = (
        f"{svg.text(svg.MARGIN, 44, title, 20, cls='bold')}\n"
        f'<use id="map-{book.player}" href="#{book.root.name}" {put}/>'
    )
    return svg.Block(60 + svg.size(game, CELL)[1] * scale + 24, drawn)


def _elements(node: Node, game: Game) -> Iterator[str]:
    """The ground in its colour, the stones, and in each free cell what follows."""
    look, new = node.look, node.new
    yield svg.ground(game, WORDS[-look.outcome.value])
    stones = sum(mark != "." for mark in look.board)
    yield svg.grid(game, 0.8 * 1.9 ** ((stones + 1) // 2))
    yield svg.stones(look.board, game, new) + svg.strikes(look, game)
    width, height = svg.size(game, 1)
    fill = _FILL_OF_HEXAGON if places(game).outline == HEXAGON else _FILL
    inner = fill / max(width, height)
    for cell, outcome in sorted(look.moves, key=lambda move: move.cell):
        x, y = svg.corner(cell, game)
        if reply := node.replies.get(cell):
            x_inside = x + (1 - width * inner) / 2 * CELL
            y_inside = y + (1 - height * inner) / 2 * CELL
            put = svg.transform(x_inside, y_inside, f"{inner:.4f}")
            yield f'<use href="#{reply.name}" {put}/>'
        else:  # the other player's stone, which ends the game
            yield svg.tinted(cell, game, WORDS[-outcome.value])
            yield f'<use class="stone" href="#{look.mover}" x="{x}" y="{y}"/>'
