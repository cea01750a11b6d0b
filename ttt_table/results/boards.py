"""Boards, films of boards, and probabilities as plain text."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import accumulate

from ttt_table.results import count_text
from ttt_table.rules.game import Game
from ttt_table.rules.outcome import Look, Outcome, other
from ttt_table.table.reader import Table

TYPE_CHECKING = False
if TYPE_CHECKING:  # a look-up has no fractions
    from fractions import Fraction

_WIDTH = 80  # the columns of a terminal
Box = tuple[int, int, int]  # layers, rows and columns


def grid(game: Game, labels: Sequence[str]) -> str:
    """Draw the board with a label in each cell, and with gravity the columns' numbers.

    >>> from ttt_table import Game
    >>> print(grid(Game(2, 3, 2), "XO. .X"))
     X | O | .
    ---+---+---
       | . | X
    """
    if _is_hex(game):
        return _slanted([label.strip() or "." for label in labels], game)
    box = _box_of(game)
    if box is not None:
        return _drawn_layers(box, labels)

    width = max(map(len, labels)) + 2
    centred = [label.center(width) for label in labels]
    # No line ends with blanks: editors take them out of documents.
    lines = ["|".join(row).rstrip() for row in _rows(centred, game.cols)]
    separator = "+".join(["-" * width] * game.cols)
    drawn = f"\n{separator}\n".join(lines)
    if not game.gravity:
        return drawn
    numbers = " ".join(str(column).center(width) for column in range(game.cols))
    return f"{numbers.rstrip()}\n{drawn}"


# Only a game of lines can be Hex or a box, and few look-ups need `rules.families`.


def _is_hex(game: Game) -> bool:
    if game.lines is None:
        return False
    from ttt_table.rules.recognition import is_hex

    return is_hex(game)


def _box_of(game: Game) -> Box | None:
    if game.lines is None:
        return None
    from ttt_table.rules.recognition import box_of

    return box_of(game)


def _rows(labels: Sequence[str], cols: int) -> list[Sequence[str]]:
    return [labels[start : start + cols] for start in range(0, len(labels), cols)]


def _slanted(labels: Sequence[str], game: Game) -> str:
    """Draw hexagons: each row is half a cell further right than the one above."""
    widest = max(map(len, labels))
    # With an odd width, half a cell is a whole number of columns: (width + 1) / 2.
    width = widest // 2 * 2 + 1
    centred = [label.center(width) for label in labels]
    lines = []
    for number, row in enumerate(_rows(centred, game.cols)):
        indent = " " * (1 + number * (width + 1) // 2)
        lines.append(indent + " ".join(row).rstrip())
    return "\n".join(lines)


def _drawn_layers(box: Box, labels: Sequence[str]) -> str:
    """Draw the layers of a box side by side, the first one at the left."""
    _, rows, cols = box
    width = max(map(len, labels))
    padded = [label.ljust(width) for label in labels]
    layer_game = Game(rows, cols)
    drawings = [
        grid(layer_game, layer).split("\n") for layer in _rows(padded, rows * cols)
    ]
    return "\n".join(_side_by_side(drawings, "    "))


def _side_by_side(drawings: Sequence[Sequence[str]], gap: str) -> list[str]:
    """Return the lines of drawings of the same size beside each other."""
    width = max(map(len, drawings[0]))
    return [
        gap.join(line.ljust(width) for line in lines).rstrip()
        for lines in zip(*drawings, strict=True)
    ]


def look_grid(
    look: Look, game: Game, *, hints: bool = True, columns: bool = False
) -> str:
    """Draw a board with the numbers of its free cells and what each move leads to.

    Args:
        look: What a table says of the board.
        game: The game of that table.
        hints: Whether to show what each move leads to; the best moves get a star.
        columns: Whether to number the columns instead of the cells, with gravity.
    """
    labels = list(look.board.replace(".", " "))
    for cell, outcome in look.moves:
        number = cell
        if columns and game.gravity:
            number = cell % game.cols
        labels[cell] = str(number)
        if hints:
            labels[cell] += f" {label(outcome)}"
        if hints and cell in look.best:
            labels[cell] += "*"
    return grid(game, labels)


def film(game: Game, boards: Sequence[str]) -> str:
    """Draw boards beside each other, as many as fit into a line of the terminal."""
    if not boards:
        return ""
    drawings = [_small(board, game) for board in boards]
    width = len(drawings[0][-1]) + 3
    boards_in_a_strip = max(1, (_WIDTH - 2) // width)

    strips = []
    for start in range(0, len(drawings), boards_in_a_strip):
        strip = drawings[start : start + boards_in_a_strip]
        lines = _side_by_side(strip, "   ")
        strips.append("\n".join(f"  {line}" for line in lines))
    return "\n\n".join(strips)


def _small(board: str, game: Game) -> list[str]:
    """Return the lines of a board without a grid, the layers of a box side by side."""
    if _is_hex(game):
        return _slanted(board, game).split("\n")
    # With gravity, layers that stand side by side would read as a different board.
    box = None if game.gravity else _box_of(game)
    _, rows_of_layer, cols = box or (1, game.rows, game.cols)
    rows = [board[start : start + cols] for start in range(0, game.cells, cols)]
    return [" ".join(rows[row::rows_of_layer]) for row in range(rows_of_layer)]


def film_of(table: Table, board: str, cells: Iterable[int]) -> str:
    """Draw the boards after each of these moves, played from this board."""
    _, *boards = accumulate(cells, table.push, initial=board)
    return film(table.game, boards)


def label(outcome: Outcome | None) -> str:
    """Return an outcome in a few letters, such as ``win 3``, for the mover."""
    if outcome is None:  # of a move that cannot be played
        return "illegal"
    if outcome.value > 0:
        return f"win {outcome.plies}"
    if outcome.value < 0:
        return f"loss {outcome.plies}"
    return "draw"


def cells_text(cells: Sequence[int], game: Game | None = None) -> str:
    """Return cells in the order given, and with gravity their columns.

    >>> from ttt_table import Game
    >>> cells_text([4, 8]), cells_text([4, 8], Game(gravity=True))
    ('4 8', '4 8 (columns 1 2)')
    """
    numbers = " ".join(map(str, cells))
    if game is None or not game.gravity:
        return numbers
    columns = " ".join(str(cell % game.cols) for cell in cells)
    if len(cells) == 1:
        return f"{numbers} (column {columns})"
    return f"{numbers} (columns {columns})"


def rule_text(game: Game, first: str = "X") -> str:
    """Say in words what ends a game.

    Args:
        game: The game.
        first: The player who moves first, and so is the Maker of a Maker-Breaker game.

    >>> from ttt_table import Game
    >>> rule_text(Game(1, 4, lines=[[0], [1]], o_lines=[[1], [2], [3]]))
    'X wins with one of 2 lines of X, O wins with one of 3 lines of O'
    >>> rule_text(Game(breaker=True), first="O")
    'O wins with 3 in a row; on a full board without, X wins'
    """
    text = _lines_rule(game, first)
    if game.gravity:
        text += ", stones fall"
    return text


def _lines_rule(game: Game, first: str) -> str:
    """Say who wins or loses by which lines."""
    verb = "loses" if game.misere else "wins"
    if game.lines is None:
        line = f"{game.k} in a row"
    else:
        line = _one_of(game.lines)

    second = other(first)
    if _is_hex(game) and not game.breaker:
        return (
            f"{first} {verb} with a chain from left to right, "
            f"{second} with one from top to bottom"
        )
    if game.o_lines is not None:
        ends = f"{second} {verb} with {_one_of(game.o_lines)} of {second}"
        if not game.lines:
            return f"{ends}; {first} has no lines"
        return f"{first} {verb} with {line} of {first}, {ends}"
    if game.breaker:
        if game.misere:
            return f"{first} loses with {line}; on a full board without, {first} wins"
        return f"{first} wins with {line}; on a full board without, {second} wins"
    if game.lines is None:
        return f"{line} {verb}"
    if not game.lines:
        return "no lines, so always a draw"
    from ttt_table.rules.families import GLUED
    from ttt_table.rules.recognition import surface_of

    text = f"the player who fills {line} first {verb}"
    surface = surface_of(game)
    if surface:
        text += f"; {GLUED[surface]}"
    return text


def _one_of(lines: Sequence[int]) -> str:
    return "the line" if len(lines) == 1 else f"one of {len(lines)} lines"


def lines_text(game: Game) -> str:
    """Say how many lines a game of lines has, or each player if they differ.

    >>> from ttt_table import Game
    >>> lines_text(Game(1, 4, lines=[[0], [1]]))
    '2 lines'
    >>> lines_text(Game(1, 4, lines=[[0]], o_lines=[[1], [2], [3]]))
    '1 line of X, 3 of O'
    """
    text = count_text(len(game.lines or ()), "line")
    if game.o_lines is not None:
        text += f" of X, {len(game.o_lines):,} of O"
    return text


def percent(probability: Fraction | float, decimals: int = 2) -> str:
    """Return a probability in percent; only certainty is called 0 % or 100 %.

    >>> from fractions import Fraction
    >>> [percent(Fraction(count, 10**6)) for count in (10**6, 994_792, 1)]
    ['100 %', '99.48 %', '> 0.00 %']
    """
    if probability in (0, 1):
        return f"{100 * int(probability)} %"
    text = f"{float(100 * probability):.{decimals}f} %"
    if isinstance(probability, float):  # it may be certain but for rounding
        return text
    if text == f"{0:.{decimals}f} %":
        return f"> {text}"
    if text == f"{100:.{decimals}f} %":
        return f"< {text}"
    return text


def expected_result(result: Fraction | float) -> str:
    """Return an expected result with its sign: 1 is a win, -1 a loss."""
    return f"{float(result):+.3f}" if result else "0"


def rounded(number: Fraction | float) -> str:
    """Return a number from 0 up, to a thousandth."""
    return f"{float(number):.3f}" if number else "0"
