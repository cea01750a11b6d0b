"""The map: complete optimal play on one sheet, each board in the cell of its move.

R. Munroe drew such maps of tic-tac-toe for both players (xkcd 832, 2010).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from ttt_table.drawing import WORDS
from ttt_table.errors import SizeError
from ttt_table.export.pictures import svg
from ttt_table.export.pictures.places import CELL, HEXAGON, places
from ttt_table.rules.game import Game
from ttt_table.rules.outcome import Look, other
from ttt_table.rules.recognition import is_hex
from ttt_table.table.checks import checked_table
from ttt_table.table.reader import Table

# With more cells in a row, boards inside boards are soon too small to see.
MAX_ACROSS = 3
_FILL = 0.965  # the share of a cell's side that the board inside it takes
_FILL_OF_HEXAGON = 0.85  # smaller, as the corners of a hexagon are cut off


@dataclass(frozen=True, slots=True)
class MapNode:
    """A board of the map, after its player's answer."""

    name: str
    """The id by which other boards use it."""
    look: Look
    """The table's answers about the board, on which the opponent is to move."""
    new_cell: int | None
    """The cell of the player's answer; None on the empty board."""
    replies: dict[int, MapNode]
    """By cell, what follows a move of the opponent, unless it ends the game."""


class Book:
    """One player's best play; of equal moves, the one after which fewest boards follow.

    Attributes:
        player: ``"X"`` or ``"O"``.
        root: The board with which the player's map begins.
    """

    def __init__(self, table: Table, player: str) -> None:
        self.player = player
        self._table = table
        self._look = cache(table.look)
        self._sizes: dict[str, int] = {}  # by canonical board
        self._nodes: dict[tuple[str, int | None], MapNode] = {}
        start = self._look("." * table.game.cells)
        if start.mover == player:
            self.root = self._after_answer(start)
        else:
            self.root = self._node(start, None)

    @property
    def nodes(self) -> list[MapNode]:
        """All boards of the map, each after those that it uses."""
        return list(self._nodes.values())

    def _after_answer(self, look: Look) -> MapNode:
        """Return the node after the player's answer to a board."""
        _, cell = self._answer(look)
        return self._node(self._after(look, cell), cell)

    def _node(self, look: Look, new_cell: int | None) -> MapNode:
        # The same stones may arise with a different one of them new.
        key = (look.board, new_cell)
        if key not in self._nodes:
            replies = {
                cell: self._after_answer(self._after(look, cell))
                for cell in sorted(_moves_that_go_on(look))
            }
            # The name is given only now, so that it comes after those of the replies.
            name = f"{self.player}{len(self._nodes)}"
            self._nodes[key] = MapNode(name, look, new_cell, replies)
        return self._nodes[key]

    def _after(self, look: Look, cell: int) -> Look:
        return self._look(self._table.push(look.board, cell))

    def _answer(self, look: Look) -> tuple[int, int]:
        """Return the number of boards that follow the player's answer, and its cell."""
        return min((self._size(self._after(look, cell)), cell) for cell in look.best)

    def _size(self, look: Look) -> int:
        """Return the number of boards from a board of the opponent on."""
        board = self._table.canonical(look.board)  # its class has one size
        if board not in self._sizes:
            size = 1
            for cell in _moves_that_go_on(look):
                following, _ = self._answer(self._after(look, cell))
                size += following
            self._sizes[board] = size
        return self._sizes[board]


def _moves_that_go_on(look: Look) -> list[int]:
    """Return the cells of the moves that do not end the game."""
    return [cell for cell, outcome in look.moves if outcome.plies > 1]


def draw(table: Table) -> svg.Picture:
    """Draw the maps of both players.

    Raises:
        ArgumentError: ``table`` is not a table.
        SizeError: The board is larger than 3x3.
    """
    game = checked_table(table).game
    if max(game.rows, game.cols) > MAX_ACROSS:
        raise SizeError(
            f"a map of {game} has boards inside boards too small to see: "
            f"maps are for boards of up to {MAX_ACROSS}x{MAX_ACROSS}"
        )
    books = [Book(table, player) for player in (table.first, other(table.first))]
    nodes = [node for book in books for node in book.nodes]
    # Each board is drawn once, and used by its name.
    defs = [
        f'<g id="{node.name}">{"".join(_elements(node, game))}</g>\n' for node in nodes
    ]
    title = f"Perfect play of {svg.game_title(game)}: the whole of it"
    maps = [_map(book, game) for book in books]
    return svg.Picture(
        title=title,
        description=(
            "A board for each player. Each free cell of a board is a move of the "
            "opponent, and holds the board that it leads to, with the answer in bold."
        ),
        width=svg.WIDTH,
        blocks=[_heading(title, game), *maps],
        boards=len(nodes),
        defs="".join(defs),
    )


def _heading(title: str, game: Game) -> svg.Group:
    labels = {
        1: "win, whatever the opponent does",
        0: "draw, unless the opponent errs",
        -1: "loss",
    }
    if game.breaker or is_hex(game):
        del labels[0]
    return svg.heading(
        title,
        "Put your stone where the bold one is. Your opponent plays in a free cell:",
        "go on with the board inside that cell, down to the smallest.",
        labels=labels,
    )


def _map(book: Book, game: Game) -> svg.Group:
    """Draw the map of one player, with a title."""
    turn = "second" if book.root.new_cell is None else "first"
    # By the value for the opponent, who is to move on the first board.
    result = {-1: "wins", 0: "never loses", 1: "loses as late as can be"}
    title = f"{book.player} moves {turn} and {result[book.root.look.outcome.value]}"

    width, height = svg.size(game, CELL)
    scale = (svg.WIDTH - 2 * svg.MARGIN) / width
    place = svg.transform(svg.MARGIN, 60, svg.decimal(scale))
    drawn = (
        f"{svg.text(svg.MARGIN, 44, title, 20, cls='bold')}\n"
        f'<use id="map-{book.player}" href="#{book.root.name}" {place}/>'
    )
    return svg.Group(60 + height * scale + 24, drawn)


def _elements(node: MapNode, game: Game) -> Iterator[str]:
    """Yield the elements of a board: ground, grid, stones and what free cells hold."""
    look = node.look
    stones = len(look.board) - look.board.count(".")
    # A board inside a board is drawn smaller, so its lines must be thicker.
    stroke = 0.8 * 1.9 ** ((stones + 1) // 2)
    yield svg.ground(game, WORDS[-look.outcome.value])
    yield svg.grid_lines(game, stroke)
    yield svg.stones(look.board, game, node.new_cell)
    yield svg.strikes(look, game)

    for cell, outcome in sorted(look.moves, key=lambda move: move.cell):
        reply = node.replies.get(cell)
        if reply is not None:
            yield f'<use href="#{reply.name}" {_inside(cell, game)}/>'
        else:  # the opponent's stone, which ends the game
            x, y = svg.corner(cell, game)
            yield svg.tinted(cell, game, WORDS[-outcome.value])
            yield f'<use class="stone" href="#{look.mover}" x="{x}" y="{y}"/>'


def _inside(cell: int, game: Game) -> str:
    """Return the attribute that puts a whole board into the middle of a cell."""
    width, height = svg.size(game, 1)
    is_hexagon = places(game).outline == HEXAGON
    fill = _FILL_OF_HEXAGON if is_hexagon else _FILL
    scale = fill / max(width, height)

    x, y = svg.corner(cell, game)
    x_inside = x + (1 - width * scale) / 2 * CELL
    y_inside = y + (1 - height * scale) / 2 * CELL
    return svg.transform(x_inside, y_inside, f"{scale:.4f}")
