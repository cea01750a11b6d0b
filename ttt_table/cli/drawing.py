"""Boards and tables of counts as people want to see them, in plain text."""

from __future__ import annotations

from ttt_table.audit.counts import FIRST_MOVES, POSITION_ROWS, RESULT_ROWS
from ttt_table.audit.published import COMPUTED, COUNTED

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

    from ttt_table.audit.report import Count, Report, Wrong
    from ttt_table.rules.game import Game
    from ttt_table.rules.outcome import Outcome
    from ttt_table.table.reader import Table

_BOLD = "\x1b[1;32m"
_PLAIN = "\x1b[0m"


def grid(game: Game, labels: Sequence[str], bright: Sequence[bool] | None = None) -> str:
    """The board with a label in each cell; the bright ones stand out in colour.

    >>> from ttt_table import Game
    >>> print(grid(Game(2, 3, 2), "XO. .X"))
     X | O | .
    ---+---+---
       | . | X
    """
    width = max(map(len, labels)) + 2
    drawn = []
    for cell, label in enumerate(labels):
        text = label.center(width)
        drawn.append(f"{_BOLD}{text}{_PLAIN}" if bright and bright[cell] else text)
    rows = [drawn[at : at + game.cols] for at in range(0, game.cells, game.cols)]
    rule = "\n" + "+".join(["-" * width] * game.cols) + "\n"
    return rule.join("|".join(row).rstrip() for row in rows)


def lookup_drawing(table: Table, board: str, *, colour: bool = False) -> str:
    """A board with what each move leads to in its empty cells, the best marked with a star."""
    moves = {move.cell: move.outcome for move in table.moves(board)}
    best = table.best_moves(board)
    labels = list(board.replace(".", " "))
    for cell, after in moves.items():
        labels[cell] = label(after) + "*" * (cell in best)
    headline = f"{board}  {verdict(table, board)}"
    if best:
        headline += f"; best: {' '.join(map(str, best))}"
    bright = [colour and cell in best for cell in range(table.game.cells)]
    return f"{headline}\n\n{grid(table.game, labels, bright)}\n"


def label(outcome: Outcome) -> str:
    """An outcome in a few letters, as the mover sees it.

    >>> from ttt_table import Outcome
    >>> label(Outcome(value=1, plies=3)), label(Outcome(value=0, plies=3))
    ('win 3', 'draw')
    """
    names = {1: f"win {outcome.plies}", 0: "draw", -1: f"loss {outcome.plies}"}
    return names[outcome.value]


def mover_of(table: Table, board: str) -> str:
    """Whose turn it is: X or O."""
    second = "O" if table.first == "X" else "X"
    return table.first if board.count(table.first) == board.count(second) else second


def verdict(table: Table, board: str) -> str:
    """Who is to move and what comes of it, or how the game has ended."""
    outcome = table[board]
    mover = mover_of(table, board)
    winner = {1: mover, 0: None, -1: "O" if mover == "X" else "X"}[outcome.value]
    if outcome.plies == 0:
        return f"{winner} has won" if winner else "a draw: the board is full"
    return f"{mover} to move: {result(winner, outcome.plies)}"


def result(winner: str | None, plies: int) -> str:
    """What perfect play comes to."""
    end = f"{winner} wins" if winner else "draw"
    return f"{end} in {plies} {'ply' if plies == 1 else 'plies'}"


def columns(rows: Sequence[Sequence[str]], left: int = 1) -> str:
    """Rows of text in aligned columns: the first so many to the left, the others to the right."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = []
    for row in rows:
        cells = [
            cell.ljust(width) if place < left else cell.rjust(width)
            for place, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        lines.append("  ".join(cells).rstrip())
    return "\n".join(lines)


def info_drawing(info: Mapping[str, Any]) -> str:
    """What a table file is, from its record."""
    winner = {1: "X", 0: None, -1: "O"}[info["value"]]
    rule = f"{info['k']} in a row {'loses' if info['misere'] else 'wins'}"
    rows = [
        ("file", str(info["file"])),
        ("game", f"{info['game']}: {info['rows']} rows, {info['cols']} columns, {rule}"),
        ("result", f"{result(winner, info['plies'])}, with perfect play"),
        ("positions", f"{info['positions']:,}"),
        ("slots", f"{info['slots']:,} in {info['blocks']:,} blocks"),
        ("bytes", f"{info['bytes']:,}"),
        ("sha256", str(info["sha256"])),
    ]
    return columns(rows, left=2)


def report_drawing(path: str, report: Report) -> str:
    """An audit's report: the wrong positions first, then the counts beside the published ones."""
    parts = [f"{path}: {report.game}"]
    if report.wrong_slots:
        parts.append(f"{report.wrong_slots:,} of {report.slots:,} slots are WRONG, such as these:")
        parts += [wrong_drawing(report.game, wrong) for wrong in report.wrong]
    else:
        parts.append(f"all {report.slots:,} slots are right")
    marks = _source_marks(report.counts)
    parts.append(_single_counts(report.counts, marks))
    for names in (POSITION_ROWS, RESULT_ROWS):
        parts.append(_rows_by_ply([report.count_of(name) for name in names], marks))
    parts.append(_first_moves(report.game, report.count_of(FIRST_MOVES)))
    parts.append("\n".join(f"{mark}: {source}" for source, mark in marks.items()))
    if list(marks) == [COUNTED]:
        parts.append("no published numbers are known for this game")
    return "\n\n".join(parts)


def _source_marks(counts: Sequence[Count]) -> dict[str | None, str]:
    """A short mark for each source: a word for those that are no publications, else a number."""
    marks: dict[str | None, str] = {COUNTED: "counted", COMPUTED: "computed"}
    sources = list(dict.fromkeys(count.source for count in counts if count.source))
    numbered = [source for source in sources if source not in marks]
    marks |= {source: f"[{number}]" for number, source in enumerate(numbered, start=1)}
    return {source: marks[source] for source in (COUNTED, COMPUTED, *numbered) if source in sources}


def wrong_drawing(game: Game, wrong: Wrong) -> str:
    """A wrong position, with what stands in its slot and what should."""
    stored, due = (
        "unreachable" if one is None else label(one) for one in (wrong.stored, wrong.due)
    )
    drawn = grid(game, list(wrong.board.replace(".", " ")))
    return f"{wrong.board}  stored: {stored}, should be: {due} (for the mover)\n\n{drawn}"


def _single_counts(counts: Sequence[Count], marks: Mapping[str | None, str]) -> str:
    rows = [("", "this table", "published", "")]
    for count in counts:
        if not isinstance(count.found, tuple):
            mark = marks.get(count.source, "") + _differs(count)
            rows.append((count.name, _text(count.found), _text(count.expected), mark))
    return columns(rows)


def _rows_by_ply(counts: Sequence[Count], marks: Mapping[str | None, str]) -> str:
    """One line a ply; what is published stands to the right of what the table has."""
    titles = ["ply"]
    series: list[Sequence[object]] = []
    for count in counts:
        for title, numbers in (
            (count.name.removesuffix(" per ply"), count.found),
            (marks.get(count.source, "") + _differs(count), count.expected),
        ):
            if isinstance(numbers, tuple):
                titles.append(title)
                series.append(numbers)
    rows = [(str(ply), *map(_text, row)) for ply, row in enumerate(zip(*series, strict=True))]
    return columns([titles, *rows])


def _first_moves(game: Game, count: Count) -> str:
    names = {1: "X wins", 0: "draw", -1: "O wins"}
    values = count.found if isinstance(count.found, tuple) else ()
    return f"first moves{_differs(count)}\n\n{grid(game, [names[value] for value in values])}"


def _differs(count: Count) -> str:
    return "" if count.agrees else " DIFFERS"


def _text(value: object) -> str:
    return "" if value is None else f"{value:,}" if isinstance(value, int) else str(value)
