"""Labels for the matchboxes of MENACE, Michie's machine that learns: cut out, glue on, fill."""

from __future__ import annotations

from ttt_table.errors import ArgumentError, SizeError
from ttt_table.export.colours import BEADS
from ttt_table.export.pictures import svg
from ttt_table.export.pictures.classes import greatest, is_greatest
from ttt_table.rules.game import Game, symmetries
from ttt_table.rules.outcome import Look
from ttt_table.table.reader import Table

FIRST_BEADS = (8, 4, 2, 1)
"""Beads of each kind in a new box: for the machine's first move, its second, and so on."""
_ACROSS = 4
_WIDTH = (svg.WIDTH - 2 * svg.MARGIN) / _ACROSS
_HEIGHT = 160
"""Of a label: on A4 it is 46 mm wide and 36 high, as a matchbox is."""
_SIDE = 126


def boxes(table: Table) -> list[tuple[Look, list[int]]]:
    """The boards of the player who moves first, but for those with a single move, and its kinds.

    Of each class the board whose text is the greatest, of moves that a symmetry exchanges the
    first. The boxes stand in the order of the table: 304 for tic-tac-toe. Raises `SizeError` for
    more than 9 cells, as there are 9 colours of beads.
    """
    game = table.game
    if game.cells > len(BEADS):
        raise SizeError(f"{game} has more than {len(BEADS)} cells: nobody could build its machine")
    moved = symmetries(game)
    found = []
    for board in table:
        look = table.look(board)
        if look.mover == table.first and len(look.moves) > 1 and is_greatest(board, moved):
            kinds = {
                greatest(svg.after(look, cell), moved): cell
                for cell, _ in reversed(svg.in_cell_order(look))
            }
            found.append((look, sorted(kinds.values())))
    return found


def draw(table: Table) -> svg.Picture:
    """The labels, with the beads that go into each box.

    Raises what `boxes` raises, and `ArgumentError` where there are none.
    """
    labels = boxes(table)
    if not labels:
        raise ArgumentError(f"nobody has a choice in {table.game}: a machine needs no boxes")
    title = f"{len(labels)} matchboxes that learn {svg.named(table.game)}"
    told = (
        "Cut along the dashed lines. A label shows a board that the machine may face, turned or",
        "not: a disc is a move, in the colour of its beads, with how many of them to begin with.",
    )
    colours = [f"<g {svg.placed(svg.MARGIN, 102, 1)}>"]
    for cell, (name, *_) in enumerate(BEADS[: table.game.cells]):
        colours.append(_bead(cell, 12 + 88 * cell, 14, "", 12))
        colours.append(svg.text(28 + 88 * cell, 19, name, 13))
    heading = svg.heading(title, *told, below="\n".join([*colours, "</g>"]), more=50)
    drawn = [_label(table.game, number, *one) for number, one in enumerate(labels, 1)]
    rows = svg.rows(drawn, _ACROSS, _WIDTH, _HEIGHT)
    said = "On each label a board, its number, and the beads for each of its moves."
    return svg.Picture(title, said, svg.WIDTH, [heading, *rows], len(labels))


def _label(game: Game, number: int, look: Look, kinds: list[int]) -> str:
    """One label, with the lines along which it is cut out."""
    side = _SIDE / max(game.rows, game.cols)
    stones = sum(mark != "." for mark in look.board)
    beads = FIRST_BEADS[min(stones // 2, len(FIRST_BEADS) - 1)]
    d = f"M0 0H{svg.number(_WIDTH)}V{_HEIGHT}H0Z"
    drawn = [
        f'<path class="rule" stroke-width="1" stroke-dasharray="6 5" d="{d}"/>',
        svg.text(8, 30, str(number), 20, cls="bold"),
        svg.text(8, 52, f"move {stones + 1}", 12, cls="muted"),
        svg.small(look, game, "paper", (64, 17, side)),
    ]
    for cell in kinds:
        row, col = divmod(cell, game.cols)
        across, down = 64 + (col + 0.5) * side, 17 + (row + 0.5) * side
        drawn.append(_bead(cell, across, down, str(beads), min(side * 0.33, 14)))
    return "".join(drawn)


def _bead(cell: int, x: float, y: float, words: str, radius: float) -> str:
    _, fill, ink = BEADS[cell]
    size = min(14, radius * 1.3)
    return (
        f'<circle cx="{svg.number(x)}" cy="{svg.number(y)}" r="{svg.number(radius)}" '
        f'style="fill:{fill};stroke:#767d86"/>'
        f'<text x="{svg.number(x)}" y="{svg.number(y + size * 5 / 14)}" '
        f'font-size="{svg.number(size)}" text-anchor="middle" '
        f'style="fill:{ink}">{words}</text>'
    )
