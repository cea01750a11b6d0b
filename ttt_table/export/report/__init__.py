"""The report of a grade from plain records: an HTML file in which nothing is loaded, or runs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from html import escape
from itertools import accumulate
from typing import NamedTuple, TypeAlias

from ttt_table.export.colours import LIGHT, WORDS
from ttt_table.export.page import bare, colours, policy, source
from ttt_table.export.pictures import svg
from ttt_table.rules.outcome import Outcome
from ttt_table.table.reader import Table

_SIDE = 25
"""The side of a cell, in units of its picture."""


class Fault(NamedTuple):
    """A board at which something went wrong."""

    board: str
    words: str
    """What did, in a line."""
    line: Sequence[int] = ()
    """The cells from there on, the wrong move first; none where no move was made."""
    right: Sequence[int] = ()
    was: Outcome | None = None
    """What these led to; None where nothing is to be marked on the board."""
    became: Outcome | None = None


Rows: TypeAlias = Sequence[Sequence[str]]
"""The first row is the head, and the first column has the names."""


def make_report(
    table: Table,
    title: str,
    words: Sequence[str],
    figures: Sequence[Rows],
    sections: Mapping[str, Sequence[Fault]],
) -> str:
    """The report as HTML: the paragraph of the verdict comes first, and mistakes by heading."""
    paper = "".join(f"--{name}:{value};" for name, value in LIGHT.items())
    style = colours() + bare(source(__name__, "style.css"))
    style += (
        f"@media print{{:root{{{paper}}}}}\n"  # last, since paper is white by night too
    )
    parts = {
        "policy": policy("", style),
        "style": style,
        "title": escape(title),
        "words": "\n".join(f"<p>{escape(one)}</p>" for one in words),
        "tables": "\n".join(map(_table, figures)),
        "sections": "\n".join(
            _section(title, faults, table) for title, faults in sections.items()
        ),
    }
    page = source(__name__, "template.html")
    before, *pieces = page.split("{{")
    # Not by replacing one after another: a player's own text may look like a place for another.
    filled = (
        (name, rest) for name, _, rest in (piece.partition("}}") for piece in pieces)
    )
    return before + "".join(parts[name] + rest for name, rest in filled)


def _table(rows: Rows) -> str:
    head, *others = rows
    drawn = "\n".join(
        [_row(head, "th", "col"), *(_row(row, "td", "row") for row in others)]
    )
    return f'<div class="scroll"><table>\n{drawn}\n</table></div>'


def _row(cells: Sequence[str], tag: str, scope: str) -> str:
    name, *others = map(escape, cells)
    drawn = "".join(f"<{tag}>{one}</{tag}>" for one in others)
    return f'<tr><th scope="{scope}">{name}</th>{drawn}</tr>'


def _section(title: str, faults: Sequence[Fault], table: Table) -> str:
    drawn = "\n".join(_fault(one, table) for one in faults)
    return f'<section><h2>{escape(title)}</h2>\n<div class="faults">\n{drawn}\n</div></section>'


def _fault(fault: Fault, table: Table) -> str:
    """The board with its marks, and the boards of the line that follows."""
    _, *after = accumulate(fault.line, table.push, initial=fault.board)
    film = [
        _board(table, board, cell)
        for board, cell in zip(after, fault.line, strict=True)
    ]
    board, new = (after[0], fault.line[0]) if fault.became else (fault.board, None)
    first = _board(table, board, new, "".join(_marks(fault, table)))
    return (
        f'<figure><div class="first">{first}</div><figcaption>{escape(fault.words)}'
        f'<div class="film">{"".join(film)}</div></figcaption></figure>'
    )


def _marks(fault: Fault, table: Table) -> Iterable[str]:
    """What the moves come to in colour, the best cells with a star, and the numbers."""
    game, wrong = table.game, fault.line[0] if fault.became else None
    coloured = dict.fromkeys(fault.right, fault.was) | dict.fromkeys(
        fault.line[:1], fault.became
    )
    for cell, outcome in coloured.items():
        if outcome is not None:
            yield svg.tinted(cell, game, WORDS[outcome.value])
    for cell in table.legal_moves(fault.board):
        x, y = svg.corner(cell, game)
        if cell != wrong:
            yield svg.cell_number(cell, game)
        if cell in fault.right:
            yield svg.text(x + 50, y + 72, "★", 48, anchor="middle")


def _board(table: Table, board: str, new: int | None, over: str = "") -> str:
    game = table.game
    size = " ".join(map(svg.number, svg.size(game, _SIDE)))
    wide = svg.number(svg.size(game, 1)[0])  # the style says how large a cell is
    drawn = svg.small(table.look(board), game, "paper", (0, 0, _SIDE), new, over)
    head = f'viewBox="0 0 {size}" width="{wide}em" role="img" aria-label="{board}"'
    return f"<svg {head}>{drawn}</svg>"
