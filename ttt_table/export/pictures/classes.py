"""The classes: every board up to symmetry, by ply, in the colour of its outcome for the mover."""

from __future__ import annotations

from collections import Counter

from ttt_table.drawing.colours import WORDS
from ttt_table.errors import SizeError
from ttt_table.export.pictures import svg
from ttt_table.export.places import CELL
from ttt_table.rules.game import symmetries
from ttt_table.table.reader import Table

MOST_BOARDS = 1000
_LEFT = 150  # where the boards begin, right of the words of their ply
_HEIGHT = 26
_GAP = 7


def draw(table: Table) -> svg.Picture:
    """All classes. Raises `SizeError` for too many."""
    plies = classes(table)
    count = sum(map(len, plies))
    title = f"The {count:,} boards of {svg.game_title(table.game)}, up to symmetry"
    note = "By ply, in the colour of what perfect play comes to for the mover."
    description = "Blue is a win for the mover, sand a draw, orange a loss."
    rows = (_row(table, ply, boards) for ply, boards in enumerate(plies))
    return svg.Picture(
        title, description, svg.WIDTH, [svg.heading(title, note), *rows], count
    )


def classes(table: Table) -> list[list[str]]:
    """The canonical board of each class, by ply; wins first, then draws, then losses."""
    plies: list[list[str]] = [[] for _ in range(table.game.cells + 1)]
    few = len(table) <= MOST_BOARDS * len(
        symmetries(table.game)
    )  # else no need to look at all
    for board in table if few else ():
        if table.canonical(board) == board:
            plies[sum(mark != "." for mark in board)].append(board)
    if not few or sum(map(len, plies)) > MOST_BOARDS:
        many = f"{table.game} has {len(table):,} positions"
        raise SizeError(
            f"{many}, but a sheet holds {MOST_BOARDS:,} classes: draw a smaller game"
        )
    for boards in plies:
        boards.sort(key=lambda board: (-table[board].value, -table[board].plies, board))
    return plies


def _row(table: Table, ply: int, boards: list[str]) -> svg.Block:
    game = table.game
    side = _HEIGHT / svg.size(game, 1)[1]
    pitch = svg.size(game, side)[0] + _GAP
    across = max(int((svg.WIDTH - svg.MARGIN - _LEFT + _GAP) / pitch), 1)
    lines = [svg.text(svg.MARGIN, 12, f"ply {ply}", 14, cls="bold")]
    counts = Counter(WORDS[table[board].value] for board in boards)
    for at, (name, count) in enumerate(counts.items()):
        lines.append(
            svg.text(svg.MARGIN, 28 + 15 * at, f"{count} {name}", 13, cls=f"{name}-ink")
        )
    if any(not table.is_over(board) for board in boards):
        lines.append(
            svg.text(62, 12, f"{table.mover(boards[0])} moves", 13, cls="muted")
        )
    for at, board in enumerate(boards):
        down, right = divmod(at, across)
        put = svg.transform(
            _LEFT + right * pitch, down * (_HEIGHT + _GAP), f"{side / CELL:g}"
        )
        look = table.look(board)
        drawn = svg.ground(game, WORDS[look.outcome.value]) + svg.stones(board, game)
        lines.append(f"<g {put}>{drawn}{svg.strikes(look, game)}</g>")
    rows = -(-len(boards) // across)
    height = max(rows * (_HEIGHT + _GAP), 14 + 15 * len(counts)) + 16
    return svg.Block(height, "\n".join(lines))
