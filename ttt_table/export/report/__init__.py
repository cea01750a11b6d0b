"""Reports of grades as one HTML file without scripts or other files."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
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
from ttt_table.rules.outcome import Outcome
from ttt_table.table.reader import Table

_SIDE = 25
"""The side of a cell, in units of its picture."""


@dataclass(frozen=True, slots=True)
class Fault:
    """A board at which something went wrong."""

    board: str
    """The board before the wrong move, or on which no move was made."""

    text: str
    """The mistake in words, in one line."""

    continuation: Sequence[int] = ()
    """The cells played from there on, the wrong move first; empty without a move."""

    best: Sequence[int] = ()
    """The best cells of the board."""

    before: Outcome | None = None
    """The outcome of the best cells; None if no cell is to be marked on the board."""

    after: Outcome | None = None
    """The outcome of the wrong move, from the same player's point of view."""


Rows: TypeAlias = Sequence[Sequence[str]]
"""A table of texts: the first row is its header, the first column has the names."""


def make_report(
    table: Table,
    title: str,
    words: Sequence[str],
    results: Sequence[Rows],
    sections: Mapping[str, Sequence[Fault]],
) -> str:
    """Return the report as HTML.

    Args:
        table: The table that the player was graded by.
        title: The headline.
        words: The paragraphs below it, the verdict first.
        results: The results, as tables of texts.
        sections: By its headline, what went wrong.
    """
    drawn_sections = [
        _section(headline, faults, table) for headline, faults in sections.items()
    ]
    return _page(title, words, list(map(_table, results)), drawn_sections)


def _page(
    title: str, words: Sequence[str], tables: Sequence[str], sections: Sequence[str]
) -> str:
    style = _style()
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


def _style() -> str:
    """Return the style of a report; its last rule prints it in the light theme."""
    on_paper = f"@media print{{:root{{{custom_properties(LIGHT)}}}}}\n"
    return theme_style() + read_source(__name__, "style.css") + on_paper


def _table(rows: Rows) -> str:
    header, *rows_below = rows
    drawn = [_row(header, "th", "col")]
    drawn += [_row(row, "td", "row") for row in rows_below]
    lines = "\n".join(drawn)
    return f'<div class="scroll"><table>\n{lines}\n</table></div>'


def _row(texts: Sequence[str], tag: str, scope: str) -> str:
    name, *cells = map(escape, texts)
    drawn = "".join(f"<{tag}>{cell}</{tag}>" for cell in cells)
    return f'<tr><th scope="{scope}">{name}</th>{drawn}</tr>'


def _section(headline: str, faults: Sequence[Fault], table: Table) -> str:
    figures = "\n".join(_figure(fault, table) for fault in faults)
    return (
        f"<section><h2>{escape(headline)}</h2>\n"
        f'<div class="faults">\n{figures}\n</div></section>'
    )


def _figure(fault: Fault, table: Table) -> str:
    """Draw the board with its marks, and the boards of the continuation."""
    _, *boards = accumulate(fault.continuation, table.push, initial=fault.board)
    film = [
        _board(table, board, cell)
        for board, cell in zip(boards, fault.continuation, strict=True)
    ]
    marks = _marks(fault, table)
    if fault.after:
        first = _board(table, boards[0], fault.continuation[0], marks)
    else:
        first = _board(table, fault.board, None, marks)
    return (
        f'<figure><div class="first">{first}</div>'
        f"<figcaption>{escape(fault.text)}"
        f'<div class="film">{"".join(film)}</div></figcaption></figure>'
    )


def _marks(fault: Fault, table: Table) -> str:
    """Draw the outcomes of cells as colours, stars on the best, and cell numbers."""
    game = table.game
    outcomes = dict.fromkeys(fault.best, fault.before)
    outcomes |= dict.fromkeys(fault.continuation[:1], fault.after)
    drawn = [
        svg.tinted(cell, game, WORDS[outcome.value])
        for cell, outcome in outcomes.items()
        if outcome is not None
    ]

    wrong_cell = fault.continuation[0] if fault.after else None
    for cell in table.legal_moves(fault.board):
        if cell != wrong_cell:
            drawn.append(svg.cell_number(cell, game))
        if cell in fault.best:
            x, y = svg.corner(cell, game)
            drawn.append(svg.text(x + 50, y + 72, "★", 48, anchor="middle"))
    return "".join(drawn)


def _board(table: Table, board: str, new_cell: int | None, marks: str = "") -> str:
    """Draw a board as SVG, with the stone of the last move in full ink."""
    game = table.game
    size = " ".join(map(svg.number, svg.size(game, _SIDE)))
    columns = svg.number(svg.size(game, 1)[0])  # the style sets the size of a cell
    placement = svg.Placement(0, 0, _SIDE)
    look = table.look(board)
    drawn = svg.whole_board(look, game, "paper", placement, new_cell, marks)
    return (
        f'<svg viewBox="0 0 {size}" width="{columns}em" role="img" '
        f'aria-label="{board}">{drawn}</svg>'
    )
