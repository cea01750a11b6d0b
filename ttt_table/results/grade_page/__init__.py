"""A grade as a page: what ``ttt-table grade --report`` writes.

A page is one HTML file without scripts or other files.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from itertools import accumulate
from typing import TypeAlias

from ttt_table.drawing import (
    LIGHT,
    WORDS,
    content_policy,
    custom_properties,
    fill_template,
    read_source,
    theme_style,
)
from ttt_table.export.pictures import svg
from ttt_table.grading.causes import PLURALS, causes
from ttt_table.grading.grades import Forfeit, Grade
from ttt_table.play.judging import Verdict, continuation_of
from ttt_table.results import count_text, printable
from ttt_table.results.graded import (
    Fault,
    cause_rows,
    fault_kinds,
    fault_text,
    loss_text,
    note_texts,
    result_rows,
    rounding_text,
    sides_of,
    verdict_text,
)
from ttt_table.table.reader import Table

_SIDE = 25
"""The side of a cell, in units of its picture."""

# A table of texts: the first row is its header, the first column has the names.
TableRows: TypeAlias = Sequence[Sequence[str]]


def grade_page(grade: Grade, max_shown: int) -> str:
    """Return a grade as a page, with at most that many mistakes of each kind."""
    listed_causes = causes(grade)
    tables = [cause_rows(listed_causes), result_rows(grade)]
    words = [*note_texts(grade), verdict_text(grade, listed_causes)]
    if grade.rounding_error:
        words.append(rounding_text(grade))
    return _page(
        title=f"{printable(grade.player)} on {grade.game}",
        words=words,
        tables=[_drawn_table(rows) for rows in tables if len(rows) > 1],
        sections=[
            section
            for side in sides_of(grade)
            for section in _fault_sections(side, max_shown)
        ],
    )


def _fault_sections(side: Grade, max_shown: int) -> Iterator[str]:
    """Yield the shortest loss of a side, its blunders by cause, and other faults."""
    if side.shortest_loss is not None:
        figure = _loss_figure(side, side.shortest_loss)
        yield _section(f"As {side.side}: the shortest game it loses", [figure])

    for cause in causes(side):
        title = f"As {side.side}: {PLURALS[cause.name]}"
        boards = count_text(len(cause.blunders))
        details = [boards, f"{cause.classes:,} up to symmetry"]
        details += _first_shown(len(cause.blunders), max_shown)
        figures = _fault_figures(cause.blunders[:max_shown], side.table)
        yield _section(f"{title} ({', '.join(details)})", figures)

    for kind, faults in fault_kinds(side).items():
        if faults and kind != "Blunders":
            title = f"As {side.side}: {kind.lower()}"
            details = [count_text(len(faults)), *_first_shown(len(faults), max_shown)]
            figures = _fault_figures(faults[:max_shown], side.table)
            yield _section(f"{title} ({', '.join(details)})", figures)


def _first_shown(count: int, max_shown: int) -> list[str]:
    return [f"the first {max_shown:,} shown"] if count > max_shown else []


def _fault_figures(faults: Sequence[Fault], table: Table) -> list[str]:
    return [_fault_figure(fault, table) for fault in faults]


def _page(
    title: str, words: Sequence[str], tables: Sequence[str], sections: Sequence[str]
) -> str:
    style = _page_style()
    parts = {
        "policy": content_policy(style=style),
        "style": style,
        "title": escape(title),
        "words": _paragraphs(words),
        "tables": "\n".join(tables),
        "sections": "\n".join(sections),
    }
    return fill_template(read_source(__name__, "template.html"), parts)


def _paragraphs(words: Sequence[str]) -> str:
    return "\n".join(f"<p>{escape(paragraph)}</p>" for paragraph in words)


def _page_style() -> str:
    """Return the style of a report; its last rule prints it in the light theme."""
    on_paper = f"@media print{{:root{{{custom_properties(LIGHT)}}}}}\n"
    return theme_style() + read_source(__name__, "style.css") + on_paper


def _drawn_table(rows: TableRows) -> str:
    header, *rows_below = rows
    drawn = [_drawn_row(header, "th", "col")]
    drawn += [_drawn_row(row, "td", "row") for row in rows_below]
    lines = "\n".join(drawn)
    return f'<div class="scroll"><table>\n{lines}\n</table></div>'


def _drawn_row(texts: Sequence[str], tag: str, scope: str) -> str:
    name, *cells = map(escape, texts)
    drawn = "".join(f"<{tag}>{cell}</{tag}>" for cell in cells)
    return f'<tr><th scope="{scope}">{name}</th>{drawn}</tr>'


def _section(headline: str, figures: Sequence[str]) -> str:
    drawn = "\n".join(figures)
    return (
        f"<section><h2>{escape(headline)}</h2>\n"
        f'<div class="faults">\n{drawn}\n</div></section>'
    )


def _fault_figure(fault: Fault, table: Table) -> str:
    """Draw a fault: the board with its marks, and what follows a wrong move."""
    text = fault_text(fault, table)
    if isinstance(fault, Forfeit):
        first = _board(table, fault.board, None, _marks(table, fault.board))
        return _figure(first, text, "")
    continuation = continuation_of(table, fault.board, fault.cell)
    after_move = table.push(fault.board, fault.cell)
    first = _board(table, after_move, fault.cell, _verdict_marks(table, fault))
    return _figure(first, text, _film(table, fault.board, continuation))


def _loss_figure(side: Grade, cells: Sequence[int]) -> str:
    """Draw the shortest lost game, which may end with a forfeit."""
    table = side.table
    empty_board = "." * table.game.cells
    first = _board(table, empty_board, None, _marks(table, empty_board))
    return _figure(first, loss_text(side), _film(table, empty_board, cells))


def _figure(first: str, text: str, film: str) -> str:
    return (
        f'<figure><div class="first">{first}</div>'
        f"<figcaption>{escape(text)}"
        f'<div class="film">{film}</div></figcaption></figure>'
    )


def _film(table: Table, board: str, cells: Sequence[int]) -> str:
    """Draw the board after each of these moves."""
    _, *boards = accumulate(cells, table.push, initial=board)
    return "".join(
        _board(table, after, cell) for after, cell in zip(boards, cells, strict=True)
    )


def _verdict_marks(table: Table, verdict: Verdict) -> str:
    """Draw the outcomes of a wrong and of the best cells, and stars on the best."""
    game = table.game
    outcomes = dict.fromkeys(verdict.best, verdict.before)
    if verdict.after is not None:
        outcomes[verdict.cell] = verdict.after
    drawn = [
        svg.tinted(cell, game, WORDS[outcome.value])
        for cell, outcome in outcomes.items()
    ]
    return "".join(drawn) + _marks(table, verdict.board, verdict)


def _marks(table: Table, board: str, verdict: Verdict | None = None) -> str:
    """Draw the numbers of free cells, but of a played one, and stars on the best."""
    game = table.game
    drawn = []
    for cell in table.legal_moves(board):
        if verdict is None or cell != verdict.cell:
            drawn.append(svg.cell_number(cell, game))
        if verdict is not None and cell in verdict.best:
            x, y = svg.corner(cell, game)
            drawn.append(svg.text(x + 50, y + 72, "★", 48, anchor="middle"))
    return "".join(drawn)


def _board(table: Table, board: str, new_cell: int | None, marks: str = "") -> str:
    """Draw a board as SVG, with the stone of the last move in full ink."""
    game = table.game
    size = " ".join(map(svg.decimal, svg.size(game, _SIDE)))
    columns = svg.decimal(svg.size(game, 1)[0])  # the style sets the size of a cell
    placement = svg.Placement(0, 0, _SIDE)
    look = table.look(board)
    drawn = svg.whole_board(look, game, "paper", placement, new_cell, marks)
    return (
        f'<svg viewBox="0 0 {size}" width="{columns}em" role="img" '
        f'aria-label="{board}">{drawn}</svg>'
    )
