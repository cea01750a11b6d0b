"""The classes: every board up to symmetry, by ply, in the colour of its outcome for the mover."""

from __future__ import annotations

from ttt_table.errors import SizeError
from ttt_table.export.colours import WORDS
from ttt_table.export.pictures import svg
from ttt_table.rules.game import symmetries
from ttt_table.table.reader import Table

MOST_BOARDS = 1000
WIDTH = 830
_MARGIN = 16
_LEFT = 150
"""Where the boards begin, right of the words of their ply."""
_HEIGHT = 26
_GAP = 7


def draw(table: Table, _: str = "") -> tuple[str, int]:
    """All classes as SVG, and how many there are. Raises `SizeError` for too many."""
    plies = classes(table)
    count = sum(map(len, plies))
    name = "tic-tac-toe" if str(table.game) == "3x3k3" else str(table.game)
    body = [
        svg.text(_MARGIN, 42, f"The {count:,} boards of {name}, up to symmetry", 26, cls="bold"),
        svg.text(
            _MARGIN, 68, "By ply, in the colour of what perfect play comes to for the mover.", 15
        ),
    ]
    y = 92.0
    for ply, boards in enumerate(plies):
        lines, height = _ply(table, ply, boards, y)
        body += lines
        y += height
    description = (
        "A row for each ply. Blue is a win for the mover, sand a draw, orange a loss; a stroke "
        "marks the line that has ended a game."
    )
    return svg.document(WIDTH, y, f"The {count:,} classes of {name}", description, body), count


def classes(table: Table) -> list[list[str]]:
    """One board of each class, a list for each ply; wins first, then draws, then losses.

    Of a class, the board whose text is the greatest: its stones stand towards the top left.
    """
    moved = symmetries(table.game)
    plies: list[list[str]] = [[] for _ in range(table.game.cells + 1)]
    if len(table) > MOST_BOARDS * len(moved):
        raise _too_many(table)
    for board in table:
        if all(board >= "".join(board[cell] for cell in goals) for goals in moved):
            plies[sum(mark != "." for mark in board)].append(board)
    if sum(map(len, plies)) > MOST_BOARDS:
        raise _too_many(table)
    for boards in plies:
        boards.sort(key=lambda board: (-table[board].value, -table[board].plies, board))
    return plies


def _too_many(table: Table) -> SizeError:
    return SizeError(
        f"{table.game} has {len(table):,} positions, but a sheet holds {MOST_BOARDS:,} classes: "
        "draw a smaller game"
    )


def _ply(table: Table, ply: int, boards: list[str], y: float) -> tuple[list[str], float]:
    """The boards of one ply, with the words for them at the left; and the height they take."""
    game = table.game
    scale = _HEIGHT / (game.rows * svg.CELL)
    pitch = game.cols * svg.CELL * scale + _GAP
    across = max(int((WIDTH - _MARGIN - _LEFT + _GAP) / pitch), 1)
    lines = [svg.text(_MARGIN, y + 12, f"ply {ply}", 14, cls="bold")]
    counts = [(value, sum(table[one].value == value for one in boards)) for value in WORDS]
    spoken = [(value, count) for value, count in counts if count]
    for at, (value, count) in enumerate(spoken):
        words = f"{count} {WORDS[value]}"
        lines.append(svg.text(_MARGIN, y + 28 + 15 * at, words, 13, cls=f"{WORDS[value]}-ink"))
    if any(not table.is_over(board) for board in boards):
        lines.append(svg.text(62, y + 12, f"{table.mover(boards[0])} moves", 13, cls="muted"))
    for at, board in enumerate(boards):
        down, right = divmod(at, across)
        place = _LEFT + right * pitch, y + down * (_HEIGHT + _GAP)
        put = svg.placed(*place, f"{svg.number(scale * 1000)}e-3")
        look = table.look(board)
        drawn = svg.ground(game, WORDS[look.outcome.value]) + svg.stones(board, game)
        lines.append(f"<g {put}>{drawn}{''.join(svg.strikes(look, game))}</g>")
    rows = -(-len(boards) // across)
    return lines, max(rows * (_HEIGHT + _GAP), 14 + 15 * len(spoken)) + 16
