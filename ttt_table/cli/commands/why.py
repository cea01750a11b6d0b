"""``ttt-table why``: give the reasons for each move, and a continuation as proof."""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence

from ttt_table.cli.commands.lookup import outcome_record
from ttt_table.cli.commands.review import move_argument
from ttt_table.cli.options.common import add_boards, add_table_options, integer
from ttt_table.cli.output.drawing import cells_text, film, film_of, label
from ttt_table.cli.output.terminal import as_line, show
from ttt_table.play.reasons import Reason, explain
from ttt_table.play.traps import Trap, traps
from ttt_table.rules.game import Game
from ttt_table.rules.outcome import Look, verdict
from ttt_table.table.reader import open_table


def describe(command: argparse.ArgumentParser) -> None:
    add_boards(command, "board", metavar="BOARD", help="a board, as for lookup")
    command.add_argument(
        "cell",
        nargs="?",
        type=integer,
        metavar="CELL",
        help="one move, with gravity a column (default: all moves)",
    )
    add_table_options(command)


def run(options: argparse.Namespace) -> int:
    table = open_table(options.table, first=options.first)
    look = table.look(options.board)
    reasons = explain(table, look.board, **move_argument(table.game, options.cell))
    trap_of_cell = {trap.cell: trap for trap in traps(table, look.board)}
    if options.json:
        return show(as_line(_record(table.game, look, reasons, trap_of_cell)))

    parts = [f"{look.board}  {verdict(look)}", film(table.game, [look.board])]
    for reason in reasons:
        star = "*" if reason.cell in look.best else ""
        text = _reason_text(reason, trap_of_cell.get(reason.cell))
        parts.append(f"{cells_text([reason.cell], table.game)}{star}  {text}")
        parts.append(film_of(table, look.board, reason.continuation))
    return show("\n\n".join(parts))


def _record(
    game: Game, look: Look, reasons: Sequence[Reason], trap_of_cell: Mapping[int, Trap]
) -> dict[str, object]:
    moves = []
    for reason in reasons:
        trap = trap_of_cell.get(reason.cell)
        moves.append(
            {
                "cell": reason.cell,
                **outcome_record(reason.outcome, game),
                "tags": reason.tags,
                "continuation": reason.continuation,
                "losing_replies": trap and trap.losing,
                "replies": trap and trap.replies,
            }
        )
    return {
        "board": look.board,
        "mover": look.mover,
        **look.outcome._asdict(),
        "moves": moves,
    }


def _reason_text(reason: Reason, trap: Trap | None) -> str:
    """Return a move's outcome and what is true of it, on one line."""
    text = label(reason.outcome)
    if reason.tags:
        text += f": {', '.join(reason.tags)}"
    # Every reply to a winning move loses, and the best reply to a losing move wins: the
    # share of losing replies is only of interest for a draw.
    if trap is not None and trap.replies and reason.outcome.value == 0:
        text += f" ({trap.losing} of {trap.replies} replies lose)"
    return text
