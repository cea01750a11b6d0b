"""Boards and tables of counts as people want to see them, in plain text."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import accumulate

from ttt_table.cli.terminal import in_colour
from ttt_table.rules.families import GLUED, box_of, is_hex, surface_of
from ttt_table.rules.game import Game
from ttt_table.rules.outcome import Look, Outcome
from ttt_table.table.reader import Table

_BOLD = "\x1b[1;32m"
_PLAIN = "\x1b[0m"
_WIDTH = 88
"""Columns of a terminal that are used, as in the help."""


def grid(game: Game, labels: Sequence[str], bright: Sequence[bool] | None = None) -> str:
    """The board with a label in each cell, some bright, and with gravity the columns' numbers.

    >>> from ttt_table import Game
    >>> print(grid(Game(2, 3, 2), "XO. .X"))
     X | O | .
    ---+---+---
       | . | X
    >>> print(grid(Game(2, 3, 2, gravity=True), "  OXOX"))
     0   1   2
       |   | O
    ---+---+---
     X | O | X
    """
    if game.lines is not None:
        if is_hex(game):
            return _slanted(game, labels, bright)
        if box := box_of(game):
            return _layers(box, labels, bright)
    width = max(map(len, labels)) + 2
    numbers = " ".join(str(col).center(width) for col in range(game.cols)).rstrip()
    above = f"{numbers}\n" if game.gravity else ""
    drawn = _centred(labels, width, bright)
    # Blanks at the end of a line help nobody, and editors take them out of documents.
    rows = [drawn[at : at + game.cols] for at in range(0, game.cells, game.cols)]
    rule = "\n" + "+".join(["-" * width] * game.cols) + "\n"
    return above + rule.join("|".join(row).rstrip() for row in rows)


def _centred(labels: Sequence[str], width: int, bright: Sequence[bool] | None) -> list[str]:
    """The labels as wide as that, in colour where they are bright: its codes take no room."""
    return [
        f"{_BOLD}{label.center(width)}{_PLAIN}" if bright and bright[cell] else label.center(width)
        for cell, label in enumerate(labels)
    ]


def _slanted(game: Game, labels: Sequence[str], bright: Sequence[bool] | None) -> str:
    """A board of hexagons: each row half a cell further to the right than the one above."""
    width = max(map(len, labels)) | 1  # odd, so that half a cell and a blank are whole columns
    drawn = _centred([label.strip() or "." for label in labels], width, bright)
    rows = (" ".join(drawn[at : at + game.cols]) for at in range(0, game.cells, game.cols))
    return "\n".join(
        " " * (row * (width + 1) // 2 + 1) + text.rstrip() for row, text in enumerate(rows)
    )


def _layers(box: tuple[int, int, int], labels: Sequence[str], bright: Sequence[bool] | None) -> str:
    """The layers of a box side by side, the first one at the left."""
    layers, rows, cols = box
    size, width = rows * cols, max(map(len, labels))
    padded = [label.ljust(width) for label in labels]
    drawn = [
        grid(Game(rows, cols), padded[at : at + size], bright and bright[at : at + size]).split(
            "\n"
        )
        for at in range(0, layers * size, size)
    ]
    wide = cols * (width + 3) - 1
    beside = zip(*drawn, strict=True)
    return "\n".join("    ".join(line.ljust(wide) for line in lines).rstrip() for lines in beside)


def look_grid(look: Look, game: Game, *, hints: bool = True, columns: bool = False) -> str:
    """A board with the numbers of the cells to play, and as hints what each move leads to.

    The best moves have stars. What stands out in colour are these, or else the stones; with
    ``columns``, where stones fall, a move has the number of its column.
    """
    labels, best = list(look.board.replace(".", " ")), look.best if hints else []
    for cell, outcome in look.moves:
        number = cell % game.cols if columns and game.gravity else cell
        star = "*" if cell in best else ""
        labels[cell] = f"{number} {label(outcome)}{star}" if hints else str(number)
    marked = best or [cell for cell, mark in enumerate(look.board) if mark != "."]
    bright = [in_colour() and cell in marked for cell in range(game.cells)]
    return grid(game, labels, bright)


def film(game: Game, boards: Sequence[str]) -> str:
    """Boards beside each other, as many as fit a line of the terminal.

    >>> from ttt_table import Game
    >>> print(film(Game(2, 3, 3), ["X.....", "XO...."]))
      X..   XO.
      ...   ...
    """
    to_a_strip = max(1, (_WIDTH - 2) // (game.cols + 3))
    strips = []
    for at in range(0, len(boards), to_a_strip):
        side_by_side = boards[at : at + to_a_strip]
        rows = (
            "  " + "   ".join(board[row : row + game.cols] for board in side_by_side)
            for row in range(0, game.cells, game.cols)
        )
        strips.append("\n".join(rows))
    return "\n\n".join(strips)


def film_of(table: Table, board: str, cells: Iterable[int]) -> str:
    """The boards after each of these moves, from this board on."""
    _, *boards = accumulate(cells, table.push, initial=board)
    return film(table.game, boards)


def label(outcome: Outcome) -> str:
    """An outcome in a few letters, as the mover sees it.

    >>> from ttt_table import Outcome
    >>> label(Outcome(value=1, plies=3)), label(Outcome(value=0, plies=3))
    ('win 3', 'draw')
    """
    names = {1: f"win {outcome.plies}", 0: "draw", -1: f"loss {outcome.plies}"}
    return names[outcome.value]


def moves_text(cells: Sequence[int], game: Game, between: str = " ") -> str:
    """Moves as people name them: cells, or where stones fall columns.

    >>> from ttt_table import Game
    >>> moves_text([4, 8], Game()), moves_text([4, 8], Game(gravity=True), " and ")
    ('4 8', 'columns 1 and 2')
    """
    if not game.gravity:
        return between.join(map(str, cells))
    word = "column" if len(cells) == 1 else "columns"
    return f"{word} {between.join(str(cell % game.cols) for cell in cells)}"


def rule(game: Game) -> str:
    """What ends a game, in words.

    >>> from ttt_table import Game
    >>> rule(Game(misere=True)), rule(Game(2, 2, lines=[[0, 3], [1, 2]]))
    ('3 in a row loses', 'whoever fills one of 2 lines first wins')
    >>> rule(Game(breaker=True))
    'X wins with 3 in a row; on a full board without, O wins'
    """
    end = "loses" if game.misere else "wins"
    if game.breaker:
        what = f"{game.k} in a row" if game.lines is None else f"one of {len(game.lines)} lines"
        words = f"X {end} with {what}; on a full board without, {'X' if game.misere else 'O'} wins"
    elif game.lines is None:
        words = f"{game.k} in a row {end}"
    elif not game.lines:
        words = "no lines, so always a draw"
    else:
        many = "the line" if len(game.lines) == 1 else f"one of {len(game.lines)} lines"
        glued = f"; {GLUED[surface]}" if (surface := surface_of(game)) else ""
        words = f"whoever fills {many} first {end}{glued}"
    return f"{words}, stones fall" if game.gravity else words


def boards_text(count: int) -> str:
    """A number of boards, in words."""
    return f"{count:,} {'board' if count == 1 else 'boards'}"


def columns(rows: Sequence[Sequence[str]], left: int = 1) -> str:
    """Rows of text in columns, of which the first ``left`` are aligned to the left."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    aligned = [
        [
            cell.ljust(width) if place < left else cell.rjust(width)
            for place, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        for row in rows
    ]
    return "\n".join("  ".join(cells).rstrip() for cells in aligned)
