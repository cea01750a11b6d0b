"""``ttt-table why``: what can be said of each move, and the line of play that proves it."""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence

from ttt_table.cli.drawing import film, film_of, label
from ttt_table.cli.parsing import add_table_options, whole_number
from ttt_table.cli.terminal import print_json, show
from ttt_table.play.reasons import Reason, explain
from ttt_table.play.tricks import Trap, traps
from ttt_table.rules.outcome import Look, score_of, verdict
from ttt_table.table.reader import Table, open_table


def describe(why: argparse.ArgumentParser) -> None:
    """Give the command its options."""
    why.add_argument("board", metavar="BOARD", help="a board, as for lookup")
    why.add_argument(
        "cell",
        nargs="?",
        type=whole_number,
        metavar="CELL",
        help="one move, with gravity a column (all)",
    )
    add_table_options(why)


def run(options: argparse.Namespace) -> int:
    """Give the reasons."""
    table = open_table(options.table, first=options.first)
    look = table.look(options.board)
    # Where stones fall a column will do; a cell of the top row is played by its column too.
    cell = table.columns(look.board).get(options.cell, options.cell)
    reasons = explain(table, look.board, cell)
    by_cell = {trap.cell: trap for trap in traps(table, look.board)}
    if options.json:
        return print_json(why_record(table, look, reasons, by_cell))
    return show(why_drawing(table, look, reasons, by_cell))


def why_record(
    table: Table, look: Look, reasons: Sequence[Reason], by_cell: Mapping[int, Trap]
) -> dict[str, object]:
    """A board's outcome, and each move with its outcome, tags, line and traps."""
    moves = [
        {
            "cell": cell,
            **outcome._asdict(),
            "score": score_of(outcome, table.game.cells),
            "tags": tags,
            "line": line,
            "losing_replies": by_cell[cell].losing if cell in by_cell else None,
            "replies": by_cell[cell].replies if cell in by_cell else None,
        }
        for cell, outcome, tags, line in reasons
    ]
    start = {"board": look.board, "mover": look.mover}
    return {**start, **look.outcome._asdict(), "moves": moves}


def why_drawing(
    table: Table, look: Look, reasons: Sequence[Reason], by_cell: Mapping[int, Trap]
) -> str:
    """A board, and each move with its reasons and its line of play, board by board."""
    parts = [f"{look.board}  {verdict(look)}", film(table.game, [look.board])]
    for one in reasons:
        said = reason_text(one, by_cell.get(one.cell))
        star = "*" if one.cell in look.best else ""
        parts.append(f"{one.cell}{star}  {said}\n\n{film_of(table, look.board, one.line)}")
    return "\n\n".join(parts)


def reason_text(reason: Reason, trap: Trap | None) -> str:
    """A move's outcome and what can be said of it, on a line."""
    said = label(reason.outcome)
    if reason.tags:
        said += f": {', '.join(reason.tags)}"
    # Of a win all replies lose, and of a loss none is needed: the share says something of draws.
    if trap is not None and trap.replies and reason.outcome.value == 0:
        said += f" ({trap.losing} of {trap.replies} replies lose)"
    return said
