"""The classes: every board up to symmetry, by ply, in the colour of its outcome."""

from __future__ import annotations

from collections import Counter

from ttt_table.drawing import WORDS
from ttt_table.errors import SizeError
from ttt_table.export.pictures import svg
from ttt_table.export.pictures.places import CELL
from ttt_table.rules.game import Game, has_all_symmetries, symmetries
from ttt_table.runtime import ceil_div
from ttt_table.table.checks import checked_table
from ttt_table.table.reader import Table

MAX_CLASSES = 1000
_LEFT = 150  # where the boards begin; the words about their ply are on the left
_HEIGHT = 26  # the height of a board
_GAP = 7  # the distance between boards
_LINE = 15  # the height of a line of words


def draw(table: Table) -> svg.Picture:
    """Draw all classes.

    Raises:
        ArgumentError: ``table`` is not a table.
        SizeError: There are too many, or they are not known.
    """
    plies = classes(checked_table(table))
    count = sum(map(len, plies))
    title = f"The {count:,} boards of {svg.game_title(table.game)}, up to symmetry"
    note = "By ply, in the colour of what perfect play comes to for the mover."
    rows = [_class_row(table, ply, boards) for ply, boards in enumerate(plies)]
    return svg.Picture(
        title=title,
        description="Blue is a win for the mover, sand a draw, orange a loss.",
        width=svg.WIDTH,
        blocks=[svg.heading(title, note), *rows],
        boards=count,
    )


def classes(table: Table) -> list[list[str]]:
    """Return the canonical board of each class, by ply.

    The boards of a ply are in the order of their outcomes: wins, draws, losses.

    Raises:
        SizeError: There are more than `MAX_CLASSES`, or the game has more symmetries
            than a table lists.
    """
    if not has_all_symmetries(table.game):
        raise SizeError(
            f"{table.game} has more symmetries than a table lists, "
            "so its classes are not known"
        )
    # A class has at most as many boards as there are symmetries, so with more boards
    # than this there are too many classes.
    if len(table) > MAX_CLASSES * len(symmetries(table.game)):
        raise _too_many(table)

    plies: list[list[str]] = [[] for _ in range(table.game.cells + 1)]
    for board in table:
        if table.canonical(board) == board:
            stones = len(board) - board.count(".")
            plies[stones].append(board)
    if sum(map(len, plies)) > MAX_CLASSES:
        raise _too_many(table)

    for boards in plies:
        boards.sort(key=lambda board: (-table[board].value, -table[board].plies, board))
    return plies


def _too_many(table: Table) -> SizeError:
    return SizeError(
        f"{table.game} has {len(table):,} positions, but a sheet holds "
        f"{MAX_CLASSES:,} classes: draw a smaller game"
    )


def _class_row(table: Table, ply: int, boards: list[str]) -> svg.Group:
    """Draw the boards of one ply, with words about them at the left."""
    counts = Counter(WORDS[table[board].value] for board in boards)
    drawn = [svg.text(svg.MARGIN, 12, f"ply {ply}", 14, cls="bold")]
    for index, (name, count) in enumerate(counts.items()):
        y = 28 + _LINE * index
        drawn.append(svg.text(svg.MARGIN, y, f"{count} {name}", 13, cls=f"{name}-ink"))
    if not all(table.is_over(board) for board in boards):
        mover = table.mover(boards[0])
        drawn.append(svg.text(62, 12, f"{mover} moves", 13, cls="muted"))

    side = _HEIGHT / svg.size(table.game, 1)[1]
    pitch = svg.size(table.game, side)[0] + _GAP
    boards_in_a_line = max(int((svg.WIDTH - svg.MARGIN - _LEFT + _GAP) / pitch), 1)
    for index, board in enumerate(boards):
        line, column = divmod(index, boards_in_a_line)
        x = _LEFT + column * pitch
        y = line * (_HEIGHT + _GAP)
        place = svg.transform(x, y, f"{side / CELL:g}")
        drawn.append(f"<g {place}>{_drawn_class(table, board, table.game)}</g>")

    lines = ceil_div(len(boards), boards_in_a_line)
    height_of_boards = lines * (_HEIGHT + _GAP)
    height_of_words = 14 + _LINE * len(counts)
    return svg.Group(max(height_of_boards, height_of_words) + 16, "\n".join(drawn))


def _drawn_class(table: Table, board: str, game: Game) -> str:
    look = table.look(board)
    ground = svg.ground(game, WORDS[look.outcome.value])
    return ground + svg.stones(board, game) + svg.strikes(look, game)
