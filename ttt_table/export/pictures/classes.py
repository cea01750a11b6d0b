"""The classes: every board up to symmetry, by ply, in the colour of its outcome for the mover."""

from __future__ import annotations

from ttt_table.errors import SizeError
from ttt_table.export.colours import WORDS
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
    heading = svg.heading(
        title, "By ply, in the colour of what perfect play comes to for the mover."
    )
    description = (
        "A row for each ply. Blue is a win for the mover, sand a draw, orange a loss; a stroke "
        "marks the line that has ended a game."
    )
    blocks = [_ply(table, ply, boards) for ply, boards in enumerate(plies)]
    return svg.Picture(title, description, svg.WIDTH, [heading, *blocks], count)


def classes(table: Table) -> list[list[str]]:
    """The canonical board of each class, by ply; wins first, then draws, then losses."""
    plies: list[list[str]] = [[] for _ in range(table.game.cells + 1)]
    few = len(table) <= MOST_BOARDS * len(symmetries(table.game))  # else no need to look at all
    for board in table if few else ():
        if table.canonical(board) == board:
            plies[sum(mark != "." for mark in board)].append(board)
    if not few or sum(map(len, plies)) > MOST_BOARDS:
        raise SizeError(
            f"{table.game} has {len(table):,} positions, but a sheet holds {MOST_BOARDS:,} "
            "classes: draw a smaller game"
        )
    for boards in plies:
        boards.sort(key=lambda board: (-table[board].value, -table[board].plies, board))
    return plies


def _ply(table: Table, ply: int, boards: list[str]) -> svg.Block:
    game = table.game
    side = _HEIGHT / svg.size(game, 1)[1]
    pitch = svg.size(game, side)[0] + _GAP
    across = max(int((svg.WIDTH - svg.MARGIN - _LEFT + _GAP) / pitch), 1)
    lines = [svg.text(svg.MARGIN, 12, f"ply {ply}", 14, cls="bold")]
    counts = [(value, sum(table[one].value == value for one in boards)) for value in WORDS]
    spoken = [(value, count) for value, count in counts if count]
    for at, (value, count) in enumerate(spoken):
        words = f"{count} {WORDS[value]}"
        lines.append(svg.text(svg.MARGIN, 28 + 15 * at, words, 13, cls=f"{WORDS[value]}-ink"))
    if any(not table.is_over(board) for board in boards):
        lines.append(svg.text(62, 12, f"{table.mover(boards[0])} moves", 13, cls="muted"))
    for at, board in enumerate(boards):
        down, right = divmod(at, across)
        put = svg.transform(_LEFT + right * pitch, down * (_HEIGHT + _GAP), f"{side / CELL:g}")
        look = table.look(board)
        drawn = svg.ground(game, WORDS[look.outcome.value]) + svg.stones(board, game)
        lines.append(f"<g {put}>{drawn}{''.join(svg.strikes(look, game))}</g>")
    rows = -(-len(boards) // across)
    height = max(rows * (_HEIGHT + _GAP), 14 + 15 * len(spoken)) + 16
    return svg.Block(height, "\n".join(lines))
