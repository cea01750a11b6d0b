"""``ttt-table why``: what can be said of each move, and the line of play that proves it."""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence

from ttt_table.cli.commands.lookup import outcome_record
from ttt_table.cli.options.parsing import add_table_options, whole_number
from ttt_table.cli.output.drawing import film, film_of, label
from ttt_table.cli.output.terminal import as_line, show
from ttt_table.play.reasons import Reason, explain
from ttt_table.play.traps import Trap, traps
from ttt_table.rules.game import Game
from ttt_table.rules.outcome import Look, verdict
from ttt_table.table.reader import open_table


def describe(why: argparse.ArgumentParser) -> None:
    why.add_argument("board", metavar="BOARD", help="a board, as for lookup")
    cell = "one move, with gravity a column (all)"
    why.add_argument("cell", nargs="?", type=whole_number, metavar="CELL", help=cell)
    add_table_options(why)


def run(options: argparse.Namespace) -> int:
    table = open_table(options.table, first=options.first)
    look = table.look(options.board)
    # Where stones fall a column will do; a cell of the top row is played by its column too.
    cell = table.columns(look.board).get(options.cell, options.cell)
    reasons = explain(table, look.board, cell)
    by_cell = {trap.cell: trap for trap in traps(table, look.board)}
    if options.json:
        return show(as_line(_record(table.game, look, reasons, by_cell)))
    parts = [f"{look.board}  {verdict(look)}", film(table.game, [look.board])]
    for one in reasons:
        star = "*" if one.cell in look.best else ""
        parts.append(f"{one.cell}{star}  {_reason_text(one, by_cell.get(one.cell))}")
        parts.append(film_of(table, look.board, one.line))
    return show("\n\n".join(parts))


def _record(
    game: Game, look: Look, reasons: Sequence[Reason], by_cell: Mapping[int, Trap]
) -> dict[str, object]:
    def move(one: Reason) -> dict[str, object]:
        trap = by_cell.get(one.cell)
        replies = {
            "losing_replies": trap and trap.losing,
            "replies": trap and trap.replies,
        }
        outcome = outcome_record(one.outcome, game)
        return {
            "cell": one.cell,
            **outcome,
            "tags": one.tags,
            "line": one.line,
            **replies,
        }

    start = {"board": look.board, "mover": look.mover, **look.outcome._asdict()}
    return {**start, "moves": [move(one) for one in reasons]}


def _reason_text(reason: Reason, trap: Trap | None) -> str:
    """A move's outcome and what can be said of it, on a line."""
    text = label(reason.outcome)
    if reason.tags:
        text += f": {', '.join(reason.tags)}"
    # Of a win all replies lose, and of a loss none is needed: the share says something of draws.
    if trap is not None and trap.replies and reason.outcome.value == 0:
        text += f" ({trap.losing} of {trap.replies} replies lose)"
    return text
