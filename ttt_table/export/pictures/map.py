"""The map: complete optimal play for X and for O on one sheet, each board where it arises.

A board shows in bold the answer of the player whose map it is. Each free cell is a move of the
other player, and holds the board that it leads to, with the answer to it, and so on to the end.
A board that arises in several places is drawn once and used in all of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from operator import itemgetter
from typing import NamedTuple

from ttt_table.errors import SizeError
from ttt_table.export.colours import WORDS
from ttt_table.export.pictures import svg
from ttt_table.rules.game import Game
from ttt_table.rules.outcome import Look, other
from ttt_table.table.reader import Table

MOST_ACROSS = 3
"""With more cells in a row, boards inside boards are soon too small to see."""
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

    def __init__(
        self, table: Table, player: str, looks: Callable[[str], Look] | None = None
    ) -> None:
        self.table, self.player = table, player
        self.look = looks or table.look
        self._sizes: dict[str, int] = {}
        self.nodes: dict[str, Node] = {}
        start = self.look("." * table.game.cells)
        moves = start.mover == player
        self.root = self._answered(start) if moves else self._node(start, None)

    def value(self, board: str) -> int:
        """The value of a board for the player whose book it is, whoever moves."""
        look = self.look(board)
        return look.outcome.value if look.mover == self.player else -look.outcome.value

    def _answered(self, look: Look) -> Node:
        cell = self._answer(look)[1]
        return self._node(self._reply(look, cell), cell)

    def _node(self, look: Look, new: int | None) -> Node:
        key = f"{look.board}{new}"  # the same stones may arise with another one new
        if key not in self.nodes:
            replies: dict[int, Node | None] = {}
            for cell, outcome in sorted(look.moves, key=itemgetter(0)):
                ends = outcome.plies == 1
                replies[cell] = None if ends else self._answered(self._reply(look, cell))
            self.nodes[key] = Node(f"{self.player}{len(self.nodes)}", look.board, new, replies)
        return self.nodes[key]

    def _reply(self, look: Look, cell: int) -> Look:
        return self.look(svg.after(look, cell))

    def _answer(self, look: Look) -> tuple[int, int]:
        """How many boards follow the answer, itself included, and its cell."""
        return min((self._size(self._reply(look, cell)), cell) for cell in look.best)

    def _size(self, look: Look) -> int:
        if look.board not in self._sizes:
            going = [cell for cell, outcome in look.moves if outcome.plies > 1]
            answers = (self._answer(self._reply(look, cell)) for cell in going)
            self._sizes[look.board] = 1 + sum(size for size, _ in answers)
        return self._sizes[look.board]


def draw(table: Table, player: str | None = None) -> svg.Picture:
    """The map of one player or of both. Raises `SizeError` beyond 3x3."""
    game = table.game
    if max(game.rows, game.cols) > MOST_ACROSS:
        raise SizeError(
            f"a map of {game} has boards inside boards too small to see: maps are for boards of "
            f"up to {MOST_ACROSS}x{MOST_ACROSS}"
        )
    looks = cache(table.look)  # both maps and all that is drawn ask for the same boards
    players = [player] if player else [table.first, other(table.first)]
    books = [Book(table, one, looks) for one in players]
    title = f"Perfect play of {game}: the whole of it, for {player or 'both players'}"
    description = (
        f"A board for {' and one for '.join(players)}. Each free cell of a board "
        "is a move of the opponent, and holds the board that it leads to, with the answer in bold. "
        "Whoever follows it never does worse than the table's outcome."
    )
    # Each board once, those that others use before them.
    defs = "".join(
        f'<g id="{node.name}">{"".join(_drawn(book, node))}</g>\n'
        for book in books
        for node in book.nodes.values()
    )
    blocks = [_heading(game, books), *map(_whole, books)]
    boards = sum(len(book.nodes) for book in books)
    return svg.Picture(title, description, svg.WIDTH, blocks, boards, defs)


def _heading(game: Game, books: Sequence[Book]) -> svg.Block:
    losing = any(book.value(book.root.board) < 0 for book in books)
    labels = {
        1: "win, whatever the opponent does",
        0: "draw, unless the opponent errs",
        -1: "loss" if losing else "loss: nowhere on this map",
    }
    how = (
        "Put your stone where the bold one is. Your opponent plays in a free cell:",
        "go on with the board inside that cell. The smallest boards show the new stone alone.",
    )
    title = f"Perfect play of {svg.named(game)}: the whole of it"
    return svg.heading(title, *how, below=svg.legend(labels, 104), more=34)


def _whole(book: Book) -> svg.Block:
    """A player's map, with its caption."""
    game = book.table.game
    scale = (svg.WIDTH - 2 * svg.MARGIN) / (game.cols * svg.CELL)
    put = svg.placed(svg.MARGIN, 60, svg.number(scale))
    caption = svg.text(svg.MARGIN, 44, _caption(book), 20, cls="bold")
    drawn = f'{caption}\n<use id="map-{book.player}" href="#{book.root.name}" {put}/>'
    return svg.Block(60 + game.rows * svg.CELL * scale + 24, drawn)


def _caption(book: Book) -> str:
    turn = "first" if book.player == book.table.first else "second"
    worst = {1: "wins", 0: "never loses", -1: "loses as late as can be"}
    return f"{book.player} moves {turn} and {worst[book.value(book.root.board)]}"


def _drawn(book: Book, node: Node) -> Iterator[str]:
    """The ground in the colour of the outcome, the stones, and in each free cell what follows."""
    look, game = book.look(node.board), book.table.game
    yield svg.ground(game, WORDS[book.value(node.board)])
    stones = sum(mark != "." for mark in node.board)
    if stones > _LEGIBLE and node.new is not None:
        yield svg.large_stone(node.board[node.new], node.new, game)
    else:
        yield svg.grid(game, 0.8 * 1.9 ** ((stones + 1) // 2))
        yield svg.stones(node.board, game, node.new)
    yield from svg.strikes(look, game)
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
            ended = WORDS[book.value(svg.after(look, cell))]
            yield f'<rect class="{ended}" x="{x}" y="{y}" width="100" height="100"/>'
            yield f'<use class="stone" href="#{look.mover}" x="{x}" y="{y}"/>'
