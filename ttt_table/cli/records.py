"""What programs read instead of drawings: one JSON object for each answer, in a stable shape."""

from __future__ import annotations

from ttt_table.cli.drawing import mover_of
from ttt_table.rules.outcome import score_of
from ttt_table.table.files import read_table
from ttt_table.table.reader import Table
from ttt_table.table.slots import slots_per_block

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ttt_table.audit.report import Report
    from ttt_table.rules.outcome import Outcome


def lookup_record(table: Table, board: str) -> dict[str, object]:
    """A board's outcome and its moves, best first; everything is seen by the mover."""
    cells = table.game.cells
    return {
        "board": board,
        "mover": mover_of(table, board),
        **_outcome(table[board]),
        "score": score_of(table[board], cells),
        "best": table.best_moves(board),
        "moves": [
            {"cell": cell, **_outcome(outcome), "score": score_of(outcome, cells)}
            for cell, outcome in table.moves(board)
        ],
    }


def info_record(path: str) -> dict[str, object]:
    """What a file is: its game and that game's result, its size, its digest."""
    import hashlib
    import os

    contents = read_table(path)
    game = contents.game
    with open(path, "rb") as file:
        digest = hashlib.file_digest(file, "sha256").hexdigest()
    blocks = [tier.blocks for tier in contents.tiers]
    return {
        "file": os.fspath(path),
        "game": str(game),
        **game._asdict(),
        **_outcome(Table(contents)["." * game.cells]),
        "positions": contents.positions,
        "blocks": sum(blocks),
        "slots": sum(many * slots_per_block(stones) for stones, many in enumerate(blocks)),
        "bytes": len(contents.data),
        "sha256": digest,
    }


def audit_record(path: str, report: Report) -> dict[str, object]:
    """An audit's report: did it pass, the wrong slots, and the counts beside published ones."""
    return {
        "file": path,
        "game": str(report.game),
        "passed": report.passed,
        "slots": report.slots,
        "wrong_slots": report.wrong_slots,
        "wrong": [
            {"board": board, "stored": _optional(stored), "due": _optional(due)}
            for board, stored, due in report.wrong
        ],
        "counts": [{**count._asdict(), "agrees": count.agrees} for count in report.counts],
    }


def _outcome(outcome: Outcome) -> dict[str, object]:
    return {"value": outcome.value, "plies": outcome.plies}


def _optional(outcome: Outcome | None) -> dict[str, object] | None:
    return None if outcome is None else _outcome(outcome)
