"""Boards and tables of counts as people want to see them, in plain text."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import accumulate

from ttt_table.rules.families import GLUED, box_of, is_hex, surface_of
from ttt_table.rules.game import Game
from ttt_table.rules.outcome import Look, Outcome, other
from ttt_table.table.reader import Table

_WIDTH = 80  # columns of a terminal that are used


def grid(game: Game, labels: Sequence[str]) -> str:
    """The board with a label in each cell, and with gravity the columns' numbers.

    >>> from ttt_table import Game
    >>> print(grid(Game(2, 3, 2), "XO. .X"))
     X | O | .
    ---+---+---
       | . | X
    """
    if is_hex(game):
        return _slanted([label.strip() or "." for label in labels], game)
    if box := box_of(game):
        return _layers(box, labels)
    width = max(map(len, labels)) + 2
    numbers = " ".join(str(col).center(width) for col in range(game.cols)).rstrip()
    above = f"{numbers}\n" if game.gravity else ""
    rule = "\n" + "+".join(["-" * width] * game.cols) + "\n"
    # Blanks at the end of a line help nobody, and editors take them out of documents.
    rows = _rows([label.center(width) for label in labels], game.cols)
    return above + rule.join("|".join(row).rstrip() for row in rows)


def _rows(labels: Sequence[str], cols: int) -> list[Sequence[str]]:
    return [labels[at : at + cols] for at in range(0, len(labels), cols)]


def _slanted(labels: Sequence[str], game: Game) -> str:
    """A board of hexagons: each row half a cell further to the right than the one above."""
    width = (
        max(map(len, labels)) | 1
    )  # odd, so that half a cell and a blank are whole columns
    rows = _rows([label.center(width) for label in labels], game.cols)
    return "\n".join(
        " " * (at * (width + 1) // 2 + 1) + " ".join(row).rstrip()
        for at, row in enumerate(rows)
    )


def _layers(box: tuple[int, int, int], labels: Sequence[str]) -> str:
    """The layers of a box side by side, the first one at the left."""
    _, rows, cols = box
    width = max(map(len, labels))
    padded = [label.ljust(width) for label in labels]
    drawn = [
        grid(Game(rows, cols), layer).split("\n")
        for layer in _rows(padded, rows * cols)
    ]
    return "\n".join(_side_by_side(drawn, "    "))


def _side_by_side(drawn: Sequence[Sequence[str]], gap: str) -> list[str]:
    """The lines of drawings of one size that stand beside each other."""
    wide = max(map(len, drawn[0]))
    beside = zip(*drawn, strict=True)
    return [gap.join(line.ljust(wide) for line in lines).rstrip() for lines in beside]


def look_grid(
    look: Look, game: Game, *, hints: bool = True, columns: bool = False
) -> str:
    """A board with the numbers of its free cells, or ``columns``, and what each move leads to."""
    labels = list(look.board.replace(".", " "))
    for cell, outcome in look.moves:
        number = cell % game.cols if columns and game.gravity else cell
        star = "*" if cell in look.best else ""
        labels[cell] = f"{number} {label(outcome)}{star}" if hints else str(number)
    return grid(game, labels)


def film(game: Game, boards: Sequence[str]) -> str:
    """Boards beside each other, as many as fit a line of the terminal."""
    drawn = [_small(board, game) for board in boards]
    in_a_strip = max(1, (_WIDTH - 2) // (len(drawn[0][-1]) + 3)) if drawn else 1
    strips = (drawn[at : at + in_a_strip] for at in range(0, len(drawn), in_a_strip))
    beside = (_side_by_side(strip, "   ") for strip in strips)
    return "\n\n".join("\n".join(f"  {line}" for line in lines) for lines in beside)


def _small(board: str, game: Game) -> list[str]:
    """The lines of a board without grid, the layers of a box side by side."""
    if is_hex(game):
        return _slanted(board, game).split("\n")
    # Of layers through which stones fall, side by side, another board could be read.
    box = None if game.gravity else box_of(game)
    _, high, cols = box or (1, game.rows, game.cols)
    rows = [board[at : at + cols] for at in range(0, game.cells, cols)]
    return [" ".join(rows[at::high]) for at in range(high)]


def film_of(table: Table, board: str, cells: Iterable[int]) -> str:
    """The boards after each of these moves."""
    _, *boards = accumulate(cells, table.push, initial=board)
    return film(table.game, boards)


def label(outcome: Outcome) -> str:
    """An outcome in a few letters, such as ``win 3``, as the mover sees it."""
    return {1: f"win {outcome.plies}", 0: "draw", -1: f"loss {outcome.plies}"}[
        outcome.value
    ]


def cells_text(cells: Sequence[int], game: Game | None = None) -> str:
    """Cells in the order given, and where stones fall in this game their columns.

    >>> from ttt_table import Game
    >>> cells_text([4, 8]), cells_text([4, 8], Game(gravity=True))
    ('4 8', '4 8 (columns 1 2)')
    """
    named = " ".join(map(str, cells))
    if game is None or not game.gravity:
        return named
    word = "column" if len(cells) == 1 else "columns"
    return f"{named} ({word} {' '.join(str(cell % game.cols) for cell in cells)})"


def rule(game: Game, first: str = "X") -> str:
    """What ends a game, in words; the Maker is who moves ``first``.

    >>> from ttt_table import Game
    >>> rule(Game(breaker=True), first="O")
    'O wins with 3 in a row; on a full board without, X wins'
    """
    end = "loses" if game.misere else "wins"
    if game.lines is None:
        line = f"{game.k} in a row"
    else:
        line = "the line" if len(game.lines) == 1 else f"one of {len(game.lines)} lines"
    if game.breaker:
        winner = first if game.misere else other(first)
        text = f"{first} {end} with {line}; on a full board without, {winner} wins"
    elif game.lines is None:
        text = f"{line} {end}"
    elif not game.lines:
        text = "no lines, so always a draw"
    else:
        glued = f"; {GLUED[surface]}" if (surface := surface_of(game)) else ""
        text = f"whoever fills {line} first {end}{glued}"
    return f"{text}, stones fall" if game.gravity else text


def count_text(count: int, thing: str = "board") -> str:
    return f"{count:,} {thing if count == 1 else f'{thing}s'}"


def columns(rows: Sequence[Sequence[str]], left: int = 1) -> str:
    """Rows of text in columns, of which the first ``left`` are aligned to the left."""
    widths = (max(map(len, column)) for column in zip(*rows, strict=True))
    form = "  ".join(
        f"{{:{'<' if at < left else '>'}{width}}}" for at, width in enumerate(widths)
    )
    return "\n".join(form.format(*row).rstrip() for row in rows)
