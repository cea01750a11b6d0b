"""``ttt-table why``: what can be said of each move, and the line of play that proves it."""

from __future__ import annotations

from ttt_table.cli.drawing import label, verdict
from ttt_table.cli.film import boards_of, film
from ttt_table.cli.parsing import whole_number
from ttt_table.cli.terminal import print_json, show
from ttt_table.rules.outcome import score_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence

    from ttt_table.play.reasons import Reason
    from ttt_table.play.tricks import Trap
    from ttt_table.table.reader import Table

EXAMPLES = """\
What is said of a move is a theorem about the board, never a rule of thumb: it completes a line, it
is the only move that keeps the draw. A move of which nothing of the kind is true gets its line of
best play and no name. Of the moves that keep the value it is said how many replies to them lose.

examples:
  ttt-table why XX.OO....
  ttt-table why X...O.... 5
"""


def describe(why: argparse.ArgumentParser) -> None:
    """Give the command its options."""
    why.epilog = EXAMPLES
    why.add_argument("board", metavar="BOARD", help="a board, as for lookup")
    why.add_argument("cell", nargs="?", type=whole_number, metavar="CELL", help="one move (all)")
    why.add_argument("--table", metavar="FILE", help="the table (the shipped tic-tac-toe)")
    why.add_argument("--first", choices=("X", "O"), default="X", help="who moved first (X)")


def run(options: argparse.Namespace) -> int:
    """Give the reasons."""
    from ttt_table.play.reasons import explain
    from ttt_table.play.tricks import traps
    from ttt_table.rules.board import board_text
    from ttt_table.table.reader import open_table

    table = open_table(options.table, first=options.first)
    board = board_text(options.board, table.game)
    reasons = explain(table, board, options.cell)
    found = {trap.cell: trap for trap in traps(table, board)}
    if options.json:
        return print_json(why_record(table, board, reasons, found))
    return show(why_drawing(table, board, reasons, found))


def why_record(
    table: Table, board: str, reasons: Sequence[Reason], traps: dict[int, Trap]
) -> dict[str, object]:
    """A board's outcome, and each move with its outcome, tags, line and traps."""
    return {
        "board": board,
        "mover": table.mover(board),
        **table[board]._asdict(),
        "moves": [
            {
                "cell": one.cell,
                **one.outcome._asdict(),
                "score": score_of(one.outcome, table.game.cells),
                "tags": list(one.tags),
                "line": list(one.line),
                "losing_replies": traps[one.cell].losing if one.cell in traps else None,
                "replies": traps[one.cell].replies if one.cell in traps else None,
            }
            for one in reasons
        ],
    }


def why_drawing(table: Table, board: str, reasons: Sequence[Reason], traps: dict[int, Trap]) -> str:
    """A board, and each move with its reasons and its line of play, board by board."""
    parts = [f"{board}  {verdict(table, board)}", film(table.game, [board])]
    best = table.best_moves(board)
    for one in reasons:
        said = reason_text(one, traps.get(one.cell))
        star = "*" if one.cell in best else ""
        boards = boards_of(board, one.line, table.mover(board))
        parts.append(f"{one.cell}{star}  {said}\n\n{film(table.game, boards)}")
    return "\n\n".join(parts)


def reason_text(reason: Reason, trap: Trap | None) -> str:
    """A move's outcome and what can be said of it, on a line."""
    said = f"{label(reason.outcome)}{': ' if reason.tags else ''}{', '.join(reason.tags)}"
    if trap is not None and trap.replies and reason.outcome.value == 0:
        said += f" ({trap.losing} of {trap.replies} replies lose)"
    return said
